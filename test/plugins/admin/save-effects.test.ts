// Dry runs of settings that affect the whole shop: removed languages and a new base currency.
import { expect } from 'chai'
import type { BaseCurrencyReply } from '../../../plugins/admin/api/shape.js'
import { type AdminClient, type AdminService, codeOf, startAdmin, titled } from './service.js'

interface Dry {
  readonly changed: readonly string[]
  readonly languages?: readonly { readonly language: string; readonly texts: number }[]
  readonly addedLanguages?: readonly { readonly missing: number }[]
  readonly defaultLanguage?: string
  readonly base?: unknown
}

describe('dry runs of settings that affect the whole shop', function () {
  this.timeout(60_000)
  let service: AdminService
  let client: AdminClient

  before(async () => {
    service = await startAdmin()
    client = await service.as('store:write', 'catalog:write')
  })
  after(() => service.stop())

  const dryRun = async (method: string, path: string, body: object): Promise<Dry> => {
    const answer = await client.send(method, `records/${path}?dry_run=1`, body)
    expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
    return answer.body as Dry
  }
  const record = async (path: string) =>
    ((await client.send('GET', `records/${path}`)).body as { readonly record: Readonly<Record<string, unknown>> }).record

  it('report each removed language with the number of its texts, which stay stored', async () => {
    const { id } = await service.app.records.write('product', { ...titled('Lamp'), title_de_DE: 'Lampe', tax_class_id: 1 })
    const [row] = await service.app.context.database.query<{ texts: number | string }>(
      "SELECT COUNT(*) AS texts FROM svc_texts WHERE language_tag = 'de-DE' AND text <> ''",
    )
    const texts = Number(row!.texts)
    expect(texts).to.be.greaterThan(0)
    const { changed, languages } = await dryRun('PATCH', 'settings/1', { active_languages: ['en-GB'] })
    expect({ changed, languages }).to.deep.equal({ changed: ['active_languages'], languages: [{ language: 'de-DE', texts }] })
    expect((await record('settings/1'))['active_languages']).to.include('de-DE')
    const set = async (active_languages: readonly string[]): Promise<string> =>
      codeOf(await client.send('PATCH', 'records/settings/1', { active_languages }, { 'if-match': '*' }))
    expect(await set(['en-GB'])).to.equal('200')
    expect(await record(`product/${id}`)).not.to.have.property('title_de_DE')
    await service.app.records.write('product', { title_en_GB: 'Desk lamp' }, { id })
    expect(await set(['en-GB', 'de-DE'])).to.equal('200')
    expect(await record(`product/${id}`)).to.include({ title_en_GB: 'Desk lamp', title_de_DE: 'Lampe' })
  })

  it('report added languages with their missing texts, a new default language, and nothing if no language changes', async () => {
    const added = await dryRun('PATCH', 'settings/1', { active_languages: ['en-GB', 'de-DE', 'fr-FR'] })
    expect(added).not.to.have.property('languages')
    const [language, ...others] = added.addedLanguages!
    expect(others).to.deep.equal([])
    expect(language).to.include({ language: 'fr-FR', source: 'en-GB', texts: 0 })
    expect(language!.missing).to.be.greaterThan(100)
    const { defaultLanguage } = await dryRun('PATCH', 'settings/1', { language_tag: 'de-DE' })
    expect(defaultLanguage).to.equal('de-DE')
    expect(await dryRun('PATCH', 'settings/1', { weight_unit: 'lb' })).not.to.have.property('languages')
  })

  it('report the old and new base currency of a shop without prices, and refuse another one once there are prices', async () => {
    const fields = { ...titled('Test money'), code: 'XTS', symbol: 'X', multiplicator: 2 }
    const { id } = await service.app.records.write('currency', fields)
    const { records } = await service.app.records.list('currency', { limit: 500 })
    const { code: from, id: oldId, multiplicator: oldFactor } = records.find(({ is_base }) => is_base === true)!
    const base = { from, to: 'XTS', multiplicator: 2 }
    expect((await dryRun('PATCH', `currency/${id}`, { is_base: true })).base).to.deep.equal(base)
    expect((await dryRun('PATCH', `currency/${id}`, { is_base: true, multiplicator: 1 })).base).to.include({ multiplicator: 1 })
    expect((await dryRun('POST', 'currency', { ...fields, code: 'XTA', is_base: true })).base).to.include({ from, to: 'XTA' })
    const bulk = { ids: [id], change: { is_base: true }, dry_run: true }
    expect((await client.send('POST', 'records/currency/bulk', bulk)).body).to.deep.include({ changed: 1, base })
    expect(await dryRun('PATCH', `currency/${id}`, { symbol: 'Y' })).not.to.have.property('base')
    expect((await record(`currency/${String(oldId)}`))['is_base']).to.equal(true)
    expect(codeOf(await client.send('PATCH', `records/currency/${id}`, { is_base: true }, { 'if-match': '*' }))).to.equal('200')
    expect((await record(`currency/${String(oldId)}`))['multiplicator']).to.equal(oldFactor)
    expect((await record(`currency/${id}`))['multiplicator']).to.equal(2)
    await service.app.records.write('product', { ...titled('Desk'), tax_class_id: 1, baseprice: 100 })
    const refused = await client.send('PATCH', `records/currency/${String(oldId)}`, { is_base: true }, { 'if-match': '*' })
    expect(codeOf(refused)).to.equal('422 VALIDATION_FAILED')
    expect(JSON.stringify(refused.body)).to.contain('Prices are stored in XTS').and.contain('Use as base currency …')
  })

  it('convert all amounts to a new base currency by one request, with examples first and one undo', async () => {
    const owner = await service.as('store:write', 'catalog:write', 'customers:write')
    const send = async (body: object, id: number) => owner.send('POST', `records/currency/${id}/base`, body)
    const { id: product } = await service.app.records.write('product', { ...titled('Chair'), tax_class_id: 1, baseprice: 80 })
    const fields = { ...titled('Other money'), code: 'XTC', symbol: 'C', multiplicator: 1.25 }
    const { id } = await service.app.records.write('currency', fields)
    expect(codeOf(await client.send('POST', `records/currency/${id}/base`, { dry_run: true }))).to.equal('403 INSUFFICIENT_SCOPE')
    const would = (await send({ converts: true, rate: '2.5', dry_run: true }, id)).body as BaseCurrencyReply
    expect(would.examples).to.deep.include({ title: 'Chair', label: 'Product', field: 'Base price', before: 80, after: 200 })
    expect([would.to, would.rate, would.obstacles, would.undo]).to.deep.equal(['XTC', 2.5, [], null])
    const { undo } = (await send({ converts: true, rate: '2.5', expected: would.state }, id)).body as BaseCurrencyReply
    expect((await record(`product/${product}`))['baseprice']).to.equal(200)
    expect((await record(`currency/${id}`))['is_base']).to.equal(true)
    expect(codeOf(await owner.send('POST', `undo/${undo}`, {}))).to.equal('200')
    expect((await record(`product/${product}`))['baseprice']).to.equal(80)
    expect(await record(`currency/${id}`)).to.include({ is_base: false, multiplicator: 1.25 })
  })
})
