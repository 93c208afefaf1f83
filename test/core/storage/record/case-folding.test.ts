// Search and sort ignore case and accents in the same way on all databases. All other comparisons are exact.
import { expect } from 'chai'
import { foldText } from '../../../../core/foundation/property/text.js'
import { defineEntity } from '../../../../core/model/entity/define.js'
import { string } from '../../../../core/model/properties/string.js'
import { fillFoldedColumn, fillFoldedTexts } from '../../../../core/storage/migration/migration-steps.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { openTestContext, type TestContext } from '../test-context.js'

const word = defineEntity({
  name: 'word',
  label: 'word',
  pluralLabel: 'words',
  area: 'catalog',
  topic: null,
  listing: ['word', 'code'],
  filters: [{ name: 'code', help: 'The code is the given one.', property: 'code', compare: 'equals' }],
  properties: {
    word: string('Word', { translatable: true, required: true }),
    code: string('Code'),
    note: string('Note'),
  },
})

const words = [
  ...[
    'Zoë',
    'zoe',
    'Zoe',
    'ZOÉ',
    'Ärmel',
    'arm',
    'Armband',
    'Über',
    'uber',
    'Straße',
    'Strasse',
    'İstanbul',
    'istanbul',
    'ÇELIK',
  ],
  ...['Ödön', 'odon', 'œuvre', 'Łódź', 'Lodz', 'ﬁnal', '😀', '😁', 'école', 'Ecole', 'ECOLE', 'e\u0301cole', 'Ελλάδα', 'ελλαδα'],
  ...['한글', 'Їжак', 'їжак', '100 %', "d'or", 'a_b', 'back\\slash', 'Zoë ', ' zoe'],
]

/** The reference: sorts by the folded text, then by the text itself, then by the id. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const sorted = [...words].sort((a, b) => bytes(plain(a), plain(b)) || bytes(a, b))

describe('Search and sort', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [word] })
    for (const text of words) await writeEntityRecord(context, 'word', { word_en_GB: text, word_de_DE: 'x', code: text })
  })
  after(() => context.database.close())

  const column = async (name: string, query: object): Promise<readonly unknown[]> =>
    (await listEntityRecords(context, 'word', { limit: 200, ...query })).records.map((record) => record[name])

  it('fold texts like the reference', () => {
    for (const text of words) expect(foldText(text), text).to.equal(plain(text))
  })

  for (const name of ['word', 'code']) {
    it(`sort by ${name} without regard to case and accents, equal texts by their bytes, in both directions`, async () => {
      expect(await column(name, { sort: name })).to.deep.equal(sorted)
      expect(await column(name, { sort: `-${name}` })).to.deep.equal(sorted.toReversed())
    })
  }

  it('sort equal texts by id', async () => {
    const list = await listEntityRecords(context, 'word', { sort: 'word', language: 'de-DE', limit: 200 })
    const ids = list.records.map(({ id }) => Number(id))
    expect(ids).to.deep.equal(ids.toSorted((a, b) => a - b))
  })

  for (const text of [
    'zoe',
    'ZOÉ',
    'strasse',
    'straße',
    'STRASSE',
    'ÉCOLE',
    'e\u0301c',
    'IST',
    'ελλ',
    'ЇЖ',
    '%',
    '_',
    "'",
    '\\',
    '😀',
    'ﬁ',
    ' ',
  ]) {
    it(`find ${JSON.stringify(text)} in the same texts as the reference`, async () => {
      const expected = words.filter((candidate) => plain(candidate).includes(plain(text)))
      expect(await column('word', { filters: new Map([['search', text]]) })).to.deep.equal(expected)
    })
  }

  it('do not affect filters, which compare the whole text exactly', async () => {
    for (const text of words) expect(await column('code', { filters: new Map([['code', text]]) }), text).to.deep.equal([text])
    expect(await column('code', { filters: new Map([['code', 'ZOE']]) })).to.deep.equal([])
  })

  it('use the current text after a change, also if it is empty', async () => {
    const { id } = await writeEntityRecord(context, 'word', { word_en_GB: 'Première', word_de_DE: 'x', code: 'Première' })
    const searchIds = (text: string): Promise<readonly unknown[]> => column('id', { filters: new Map([['search', text]]) })
    expect(await searchIds('premier')).to.deep.equal([id])
    await writeEntityRecord(context, 'word', { word_en_GB: 'Dernière', code: '' }, { id })
    expect([await searchIds('premier'), await searchIds('DERNIE')]).to.deep.equal([[], [id]])
  })

  it('find older texts after a migration folds them', async () => {
    const { database } = context
    await database.run("UPDATE svc_word SET code_folded = ''")
    await database.run("UPDATE svc_texts SET folded = '' WHERE entity = 'word'")
    expect(await column('word', { filters: new Map([['search', 'zoe']]) })).to.deep.equal([])
    await fillFoldedColumn(database, 'svc_word', 'code')
    await fillFoldedTexts(database, 'word', 'word')
    const expected = words.filter((candidate) => plain(candidate).includes('zoe'))
    expect(await column('word', { filters: new Map([['search', 'zoe']]) })).to.deep.equal(expected)
    expect((await column('word', { sort: 'word' })).slice(0, 3)).to.deep.equal(sorted.slice(0, 3))
  })
})
