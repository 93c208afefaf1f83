// The merge of two versions: one-sided changes are applied, edits of different records are combined, and conflicts are reported.
import { messageText } from '../../../../core/foundation/message-format.js'
import { expect } from 'chai'
import fc from 'fast-check'
import type { ServiceContext } from '../../../../core/storage/service-context.js'
import { compareVersions } from '../../../../plugins/sheets/diff/compare.js'
import { type ProductVersion, versionOfSheet } from '../../../../plugins/sheets/diff/product-version.js'
import type { MergeConflict, MergeReport, MergeSide } from '../../../../plugins/sheets/reports.js'
import { type MergeResult, mergeVersions } from '../../../../plugins/sheets/merge/merge.js'
import { readSheet } from '../../../../plugins/sheets/sheet/read.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { readYaml } from '../../../../plugins/sheets/sheet/yaml.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { applySheetText } from '../sheet-copy.js'
import { transferFolder } from '../../packages/transfer-packages.js'
import { type Edit, edited, edits, type Sheet, someSheet, wilder } from './edits.js'

describe('A merge', function () {
  this.timeout(120_000)
  let app: TestApp
  let work: ServiceContext
  before(async () => {
    app = await bootTestApp()
    work = await app.shop.createContext({}).at()
  })
  after(() => app?.stop())

  const read = async (sheet: Sheet | string): Promise<ProductVersion> => {
    const text = typeof sheet === 'string' ? sheet : JSON.stringify(sheet)
    return versionOfSheet(await readSheet(app.context.registry, work.versionedSnapshot.snapshot.languages, readYaml(text)))
  }
  const merged = async (
    base: Sheet | string,
    ours: Sheet | string,
    theirs: Sheet | string,
    prefer: MergeSide = 'ours',
  ): Promise<MergeResult> => mergeVersions(work, [await read(base), await read(ours), await read(theirs)], prefer)
  const difference = async (a: Sheet | string, b: Sheet | string): Promise<readonly string[]> =>
    (await compareVersions(work, await read(a), await read(b))).changes.map(({ sentence }) => messageText(sentence))
  const createSubset = (list: readonly Edit[], maxLength = 8): fc.Arbitrary<Edit[]> =>
    fc.shuffledSubarray([...list], { maxLength })

  it('with an unchanged side equals the other side, and of two equal sides equals either, byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(createSubset([...edits, ...wilder]), async (by) => {
        const [base, other] = [someSheet(), edited(by)]
        const { sheet } = await merged(other, other, other)
        for (const three of [
          [base, base, other],
          [base, other, base],
          [base, other, other],
        ] as const) {
          expect(await merged(...three)).to.deep.include({ sheet, conflicts: [] })
        }
      }),
      { numRuns: 25 },
    )
  })

  it('of edits of different records has no conflict and contains all edits, independent of the order of the sides', async () => {
    await fc.assert(
      fc.asyncProperty(createSubset(edits, 16), fc.integer({ min: 0, max: 65_535 }), async (all, sides) => {
        // All edits of a record are on the same side.
        const records = [...new Set(all.map(({ record }) => record))]
        const isOurs = ({ record }: Edit): boolean => ((sides >> (records.indexOf(record) % 16)) & 1) === 1
        const [ours, theirs] = [edited(all.filter(isOurs)), edited(all.filter((result) => !isOurs(result)))]
        const edit = await merged(someSheet(), ours, theirs)
        expect(edit.conflicts).to.deep.equal([])
        expect(await difference(edited(all), edit.sheet)).to.deep.equal([])
        expect(await merged(someSheet(), theirs, ours)).to.deep.equal(edit)
      }),
      { numRuns: 25 },
    )
  })

  it('of any edits has the same conflicts with exchanged sides, applies the preferred side, and can be stored', async () => {
    const describeConflicts = (conflicts: readonly Omit<MergeConflict, 'sentence'>[], isSwapped: boolean): readonly string[] =>
      conflicts
        .map(({ kind, entity, key, field, cell, language, base, ours, theirs }) =>
          JSON.stringify([kind, entity, key, field, cell, language, base, ...(isSwapped ? [theirs, ours] : [ours, theirs])]),
        )
        .sort()
    const editLists = fc
      .tuple(fc.shuffledSubarray([...wilder], { minLength: 3, maxLength: 5 }), createSubset(edits, 8))
      .map(([wild, regular]) => [...wild, ...regular])
    let conflicting = 0
    await fc.assert(
      fc.asyncProperty(editLists, editLists, async (mine, yours) => {
        const [base, ours, theirs] = [someSheet(), edited(mine), edited(yours)]
        const [first, other] = [await merged(base, ours, theirs, 'ours'), await merged(base, theirs, ours, 'theirs')]
        expect(describeConflicts(first.conflicts, false)).to.deep.equal(describeConflicts(other.conflicts, true))
        expect(await difference(first.sheet, other.sheet)).to.deep.equal([])
        if (first.conflicts.length > 0) conflicting++
        const { counts } = await applySheetText(app, first.sheet, { prune: true, dry_run: true })
        expect(counts.created['product']).to.equal(1)
        // The result of a merge can be merged again.
        expect((await merged(base, first.sheet, base)).sheet).to.equal(first.sheet)
      }),
      { numRuns: 20 },
    )
    expect(conflicting).to.be.greaterThan(2)
  })

  const by = (...names: readonly string[]): Sheet =>
    edited(
      names.map((name) => {
        const edit = [...edits, ...wilder].find((candidate) => candidate.name === name)
        if (!edit) throw new Error(`There is no edit '${name}'.`)
        return edit
      }),
    )

  /** Our version, their version, the conflicts, and the changes from the base to the merged sheet if ours or theirs is preferred. */
  const cases: readonly (readonly [Sheet, Sheet, readonly string[], readonly string[], readonly string[]])[] = [
    [
      by('b: rule'),
      by('b: required', 'b: says the same'),
      [],
      ["Question 'Title b': required no → yes.", "Question 'Title b': rule a == one or a == two → a == three."],
      ["Question 'Title b': required no → yes.", "Question 'Title b': rule a == one or a == two → a == three."],
    ],
    [
      by('a.One: price'),
      (() => {
        const sheet = someSheet()
        sheet.pages[0]!.questions['a']!.answers![0]!['price'] = 8
        return sheet
      })(),
      ["Answer 'One' of question 'Title a': 'price' was 1; it is 7 on our side and 8 on theirs."],
      ["Answer 'One' of question 'Title a': price 1 → 7."],
      ["Answer 'One' of question 'Title a': price 1 → 8."],
    ],
    [
      by('d: deleted'),
      by('d.One: price'),
      ["Question 'Title d' was deleted on our side and changed on theirs."],
      ["Question 'Title d' is gone, with 3 answers."],
      ["Answer 'One' of question 'Title d': price 1 → 7."],
    ],
    [
      by('second page: deleted'),
      by('c: names d'),
      ["Page 'Second' was deleted on our side and changed on theirs."],
      ["Page 'Second' is gone, with 2 questions and 6 answers."],
      ["Question 'Title c': rule b == two → d == one."],
    ],
    [
      by('c: names d'),
      by('d: deleted'),
      ["Question 'Title c' names question 'Title d' in 'rules' on our side, which the other side deleted."],
      ["Question 'Title c': rule b == two → d == one."],
      ["Question 'Title d' is gone, with 3 answers."],
    ],
    [
      by('b answers: turned round'),
      by('b answers: first to the end'),
      ["Question 'Title b': its answers have different orders on both sides."],
      ["The answers of question 'Title b' have another order: 'Three', 'Two', 'One'."],
      ["The answers of question 'Title b' have another order: 'Two', 'Three', 'One'."],
    ],
    [
      by('b answers: turned round'),
      by('b answers: one more', 'd: moved'),
      [],
      [
        "Answer 'Four' of question 'Title b' is new.",
        "Question 'Title d' belongs to page 'First' instead of page 'Second'.",
        "The answers of question 'Title b' have another order: 'Three', 'Two', 'One'.",
      ],
      [],
    ],
    [
      by('table row 1: cell', 'table: lookup'),
      by('table row 2: cell'),
      [],
      [
        "Calculation 'table': lookup nextHigher → exact.",
        "Calculation 'table', Title a 'Two', sum 300: 6 → 99.",
        "Calculation 'table', Title a 'Three', sum 300: 9 → 99.",
      ],
      [],
    ],
  ]
  for (const [ours, theirs, conflicts, preferred, other] of cases) {
    it(conflicts[0] ?? `has no conflict for: ${preferred.join(' ')}`, async () => {
      const result = await merged(someSheet(), ours, theirs, 'ours')
      expect(result.conflicts.map(({ sentence }) => messageText(sentence))).to.deep.equal(conflicts)
      expect([...(await difference(someSheet(), result.sheet))].sort()).to.deep.equal([...preferred].sort())
      if (conflicts.length === 0) return
      const two = await merged(someSheet(), ours, theirs, 'theirs')
      expect(two.conflicts).to.deep.equal(result.conflicts)
      expect(await difference(someSheet(), two.sheet)).to.deep.equal(other)
    })
  }

  it('returns no sheet for conflicts without a preferred side, and rejects an invalid sheet', async () => {
    const [base, ours, theirs] = [someSheet(), by('d: deleted'), by('d: required')].map((sheet) => JSON.stringify(sheet))
    const input = { base, ours, theirs }
    const without = (await app.act('merge-products', input)) as MergeReport
    expect(without).to.not.have.property('sheet')
    expect(without.conflicts.map(({ kind, key, ours: mine, theirs: yours }) => [kind, key, mine, yours])).to.deep.equal([
      ['deleted', 'd', 'deleted', 'changed'],
    ])
    const report = (await app.act('merge-products', { ...input, prefer: 'theirs' })) as MergeReport
    expect(report.changes).to.deep.equal(["Question 'Title d' is new on page 'Second', with 3 answers."])
    expect(report.sheet).to.match(/^sheet: 1\nproduct: merged\n/)
    const { message } = await catchError(app.act('merge-products', { ...input, theirs: 'sheet: 1\nproduct: [\n' }))
    expect(message).to.match(/This is not YAML/)
  })
})

describe('A merge of packages with the shop', function () {
  this.timeout(120_000)

  it('equals the shop byte by byte if nothing changed, matches renamed records, and rejects several products', async () => {
    const folder = await transferFolder()
    const app = await bootTestApp()
    try {
      await seedDemo(app, () => undefined)
      const ids = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
      const all = folder.file('all.zip')
      await app.act('export-product', { product_ids: ids, out: all })
      for (const id of ids) {
        const [base, text] = [`${all}#${id}`, await formatSheetText(app.shop.createContext({}), id)]
        const report = (await app.act('merge-products', { base, ours: String(id), theirs: base })) as MergeReport
        expect([report.conflicts, report.changes]).to.deep.equal([[], []])
        expect(report.sheet).to.equal(text)
      }
      expect((await catchError(app.act('merge-products', { base: all, ours: all, theirs: all }))).message).to.match(
        /'base' takes one product/,
      )
      const [width] = (await app.records.list('question', { sort: 'id', limit: 1 })).records
      await app.records.write('question', { title_en_GB: 'Breadth' }, { id: width!.id })
      const base = `${all}#${ids[0]}`
      const theirs = (await formatSheetText(app.shop.createContext({}), ids[0]!)).replace('minval: 300', 'minval: 310')
      const { sheet, conflicts } = (await app.act('merge-products', { base, ours: base, theirs })) as MergeReport
      expect([conflicts, sheet]).to.deep.equal([[], theirs])
    } finally {
      await app.stop()
      await folder.remove()
    }
  })
})
