// Missing texts: copies of the default language, texts without letters, variants of a language, names, and confirmed texts.
import { expect } from 'chai'
import {
  confirmSameText,
  countGapsByRecord,
  countMissingTexts,
  countMissingTextsByField,
  findRecordsWithoutText,
  listMissingTexts,
  listSameTexts,
  withdrawSameText,
} from '../../../../core/storage/record/text-gaps.js'
import { requireEntity } from '../../../../core/model/registry.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { PipelineRecords } from '../../../../core/storage/pipeline-records.js'
import { createProduct, inBothLanguages } from '../../../support/small-shop.js'
import { openTestContext, type TestContext } from '../test-context.js'

const [source, language] = ['en-GB', 'de-DE'] as const

describe('missing texts', function () {
  this.timeout(60_000)
  let context: TestContext
  before(async () => {
    context = await openTestContext()
  })
  after(() => context.database.close())

  const records = () => new PipelineRecords(context)
  const product = () => requireEntity(context.registry, 'product')
  const gapsOf = async (id: number): Promise<readonly string[]> =>
    (await listMissingTexts(context.database, { entity: product(), source, language, ids: [id] }, 50, 0)).map(
      ({ field }) => field,
    )

  it('include texts that are only copies of the default language, as written in any script', async () => {
    for (const title of ['Shelf', 'Étagère', 'מדף', '棚', 'No', 'Size 12'])
      expect(await gapsOf(await createProduct(records(), title)), title).to.deep.equal(['title'])
    const translated = await createProduct(records(), 'Shelf', { title_de_DE: 'Regal', ...inBothLanguages('description', 'Oak') })
    expect(await gapsOf(translated)).to.deep.equal(['description'])
    const lower = await createProduct(records(), 'Sofa', { title_de_DE: 'sofa' })
    expect(await gapsOf(lower), 'another spelling is no copy').to.deep.equal([])
  })

  it('do not include copies of numbers, measures and codes', async () => {
    for (const title of ['120 × 80', '12,5', '½ – 2 €', '60 cm', 'Ø 12 mm', 'RAL 9010', 'M8'])
      expect(await gapsOf(await createProduct(records(), title)), title).to.deep.equal([])
  })

  it('do not include copies in a variant of the default language', async () => {
    const id = await createProduct(records(), 'Bench')
    const gapQuery = { entity: product(), source, language: 'en-US', ids: [id] }
    await context.database.run('UPDATE svc_texts SET language_tag = ? WHERE language_tag = ? AND entity_id = ? AND entity = ?', [
      'en-US',
      language,
      id,
      'product',
    ])
    expect(await listMissingTexts(context.database, gapQuery, 10, 0)).to.deep.equal([])
  })

  it('do not include names, units and URL handles, which are often equal in both languages', async () => {
    const handle = await createProduct(records(), 'Bed', { title_de_DE: 'Bett', ...inBothLanguages('label', 'bed') })
    expect(await gapsOf(handle)).to.deep.equal([])
    const counts = await countMissingTexts(
      context,
      ['country', 'currency'].map((name) => requireEntity(context.registry, name)),
      { source, language },
    )
    expect(counts).to.deep.equal([0, 0])
  })

  it('exclude a text in all records once it is confirmed, and include it again once that is withdrawn', async () => {
    const ids = [await createProduct(records(), 'Alvar'), await createProduct(records(), 'Alvar')]
    const count = async (): Promise<number> => (await countMissingTexts(context, [product()], { source, language }))[0]!
    const before = await count()
    expect([...(await countGapsByRecord(context.database, { entity: product(), source, language, ids }))]).to.deep.equal(
      ids.map((id) => [id, 1]),
    )
    const text = { language, text: 'Alvar' }
    for (let time = 0; time < 2; time++) await unit(context.database, (u) => confirmSameText(u, text))
    expect(await listSameTexts(context.database)).to.deep.equal([text])
    expect(await count()).to.equal(before - 2)
    for (const id of ids) expect(await gapsOf(id)).to.deep.equal([])
    await unit(context.database, (u) => withdrawSameText(u, text))
    expect(await count()).to.equal(before)
  })

  it('are counted and found with copies for the command line, by field', async () => {
    const id = await createProduct(records(), 'Lamp', { ...inBothLanguages('description', 'Bright'), title_de_DE: 'Lampe' })
    const languages = [source, language]
    const ofProducts = (await countMissingTextsByField(context.database, context.registry, languages)).filter(
      ({ entity, field }) => entity === 'product' && field === 'description',
    )
    expect(ofProducts.map((gap) => gap.language)).to.deep.equal([language])
    const found = await findRecordsWithoutText(context.database, context.registry, ofProducts[0]!, languages, 100)
    expect(found).to.include(id)
    expect(found).to.have.length(ofProducts[0]!.missing)
  })
})
