// Searches by the trigram index: same results as a full scan in any state of the index, and few rows read for rare parts.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { updateTrigramIndex } from '../../../../core/storage/trigram-index.js'
import { maximumUnindexedRecords } from '../../../../core/storage/trigram-search.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { isServerDatabase } from '../../../support/database.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { fill, index, scanned, searched, word } from './searching.js'

const characters = [
  ...'abcä',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '😀',
  '😁',
  'א',
  'ש',
  'م',
  ' ',
  '%',
  '_',
  "'",
  '"',
  '\\',
  '#',
  '[',
  '\u200f',
  '한',
]
const text = (least: number, longest: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { minLength: least, maxLength: longest }).map((parts) => parts.join(''))

type Step =
  | { readonly do: 'write'; readonly at: number; readonly word: string; readonly german: string; readonly code: string }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'index' }
  | { readonly do: 'search'; readonly part: string; readonly filter: string; readonly language: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      at: fc.nat(11),
      word: text(0, 8),
      german: text(0, 6),
      code: text(0, 6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(11) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('index' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      part: text(1, 5),
      filter: fc.constantFrom('search', 'code_part'),
      language: fc.constantFrom('en-GB', 'de-DE'),
    }),
  },
)

describe('Searches by the trigram index', function () {
  this.timeout(120_000)
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [word] })
    await fill(context)
    await index(context)
  })
  after(() => context.database.close())

  /** The statements that a function sends. */
  async function recordStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const statements: string[] = []
    const end = context.database.observe((sql) => void statements.push(sql))
    try {
      await work()
    } finally {
      end()
    }
    return statements
  }

  it('return the results of a full scan after any writes and deletions, indexed or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const ids: (number | undefined)[] = []
        const parts = new Set<string>()
        for (const testStep of steps) {
          if (testStep.do === 'write') {
            const id = ids[testStep.at]
            const fields = { word_en_GB: `w${testStep.word}`, word_de_DE: testStep.german, code: testStep.code }
            ids[testStep.at] = (await writeEntityRecord(context, 'word', fields, id === undefined ? {} : { id })).id
            // A part of a written text matches more often than a random one.
            parts.add(
              Array.from(testStep.word + testStep.code)
                .slice(1, 5)
                .join(''),
            )
          } else if (testStep.do === 'remove') {
            const id = ids[testStep.at]
            if (id !== undefined) await removeEntityRecord(context, 'word', id)
            ids[testStep.at] = undefined
          } else if (testStep.do === 'index') await index(context)
          else {
            for (const part of [testStep.part, [...parts].at(-1) ?? 'w'].filter((piece) => piece.trim() !== '')) {
              const expected = await scanned(context, part, testStep.filter, testStep.language)
              const result = await searched(context, part, testStep.filter, testStep.language)
              expect(result, JSON.stringify(part)).to.deep.equal([expected.length, ...expected])
            }
          }
        }
        for (const id of ids) if (id !== undefined) await removeEntityRecord(context, 'word', id)
      }),
      { numRuns: isServerDatabase ? 8 : 40 },
    )
  })

  it('read only the records that can match', async () => {
    const { id } = await writeEntityRecord(context, 'word', { word_en_GB: 'Mahogany', code: 'M-1' })
    await index(context)
    const statements = await recordStatements(async () => expect(await searched(context, 'hogan')).to.deep.equal([1, id]))
    const rows = statements.filter((sql) => sql.includes('FROM `svc_word` r'))
    expect(rows).to.have.length(1)
    expect(rows[0]).to.include('r.id IN (?)')
    await removeEntityRecord(context, 'word', id)
  })

  it('do not use the index if the part is short', async () => {
    expect(await recordStatements(() => searched(context, 'r1'))).to.satisfy((all: readonly string[]) =>
      all.every((sql) => !sql.includes('svc_grams')),
    )
  })

  it('cache a total only until the next write', async () => {
    const ids: number[] = []
    for (let at = 0; at < 3; at++) ids.push((await writeEntityRecord(context, 'word', { word_en_GB: `Walnut ${at}` })).id)
    const page = async (): Promise<number> => {
      return (await listEntityRecords(context, 'word', { filters: new Map([['search', 'walnut']]), limit: 1 })).meta.total
    }
    expect([await page(), await page()]).to.deep.equal([3, 3])
    await index(context)
    expect(await page()).to.equal(3)
    await writeEntityRecord(context, 'word', { word_en_GB: 'Oak' }, { id: ids[0]! })
    expect([await page(), await page()]).to.deep.equal([2, 2])
    for (const id of ids) await removeEntityRecord(context, 'word', id)
    expect(await page()).to.equal(0)
  })

  it('stay correct while many records wait for the index and while an index run is interrupted', async () => {
    const { id } = await writeEntityRecord(context, 'word', { word_en_GB: 'Rosewood' })
    await context.database.run('UPDATE svc_word SET indexed = 0')
    const statements = await recordStatements(async () => expect(await searched(context, 'osewo')).to.deep.equal([1, id]))
    expect(statements.filter((sql) => sql.includes('r.id IN'))).to.deep.equal([])
    const [row] = await context.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM svc_word WHERE indexed = 0')
    expect(Number(row!.count)).to.be.greaterThan(maximumUnindexedRecords)
    const stopped = new AbortController()
    stopped.abort()
    await updateTrigramIndex(context, stopped.signal)
    expect(await searched(context, 'osewo')).to.deep.equal([1, id])
    await index(context)
    expect(await searched(context, 'osewo')).to.deep.equal([1, id])
    await removeEntityRecord(context, 'word', id)
  })

  it('find records that the same unit wrote', async () => {
    await unit(
      context.database,
      async (u) => {
        const { id } = await writeEntityRecord(context, 'word', { word_en_GB: 'Ebony' }, { unit: u })
        const { records } = await listEntityRecords(context, 'word', { filters: new Map([['search', 'ebon']]) }, { unit: u })
        expect(records.map((record) => record.id)).to.deep.equal([id])
      },
      { dryRun: true },
    )
  })
})
