// The program that a browser loads to calculate a configuration: caching, modes, modules, equal results.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { ProgramReply } from '../../../core/commerce/configuration/program.js'
import type { ProductReply } from '../../../core/shop/catalogue/define.js'
import { example } from '../../../customizations/example/index.js'
import { withFunction } from '../../fixtures/customizations/with-function.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { ClientEnginePage } from './client-engine-page.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1'

describe('the program of a configuration', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { customizations: [example(), withFunction] })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const start = (product: number, more: object = {}): Promise<ConfigurationReply> =>
    client.data('POST', `${base}/configurations?prices=1`, { product_id: product, ...more })
  const programOf = ({ configuration }: ConfigurationReply, query = ''): Promise<ProgramReply> =>
    client.data('GET', `${base}/configurations/${configuration}/program${query}`)

  for (const language of ['en-GB', 'de-DE']) {
    it(`makes the client engine match the service for each selection: rejections, confirmations, prices (${language})`, async () => {
      const started = await start(lamp.product, { language })
      const productReply = await client.data<ProductReply>('GET', `${base}/products/${lamp.product}?language=${language}`)
      const page = new ClientEnginePage(await programOf(started), productReply, started)
      const entries = [
        [{ question_id: lamp.height, value: '30' }],
        [{ question_id: lamp.height, value: 'tall' }],
        [{ question_id: lamp.height, value: '4000' }],
        [{ question_id: lamp.colour, value: String(lamp.blue) }],
        [{ question_id: lamp.colour, value: String(lamp.pink) }],
        [{ question_id: lamp.base, value: String(lamp.gold) }],
        [{ question_id: lamp.colour, value: String(lamp.green) }],
        [{ question_id: lamp.colour, value: '999999' }],
        [{ question_id: lamp.colour, value: { add: [lamp.red] } }],
        [{ question_id: 999_999, value: 'x' }],
        [{ question_id: lamp.shade, value: String(lamp.pleated) }],
        [
          { question_id: lamp.dimmer, value: String(lamp.dimmed) },
          { question_id: lamp.height, value: '99' },
          { question_id: lamp.base, value: null },
        ],
        [{ question_id: lamp.height, value: '99', confirmed: true }],
        [{ question_id: lamp.height, value: '98' }],
        [{ question_id: lamp.colour, value: null }],
        [{ question_id: lamp.height, value: '\u0000' }],
      ]
      let confirms = 0
      for (const selections of entries) {
        const confirmed = selections.some((entry) => 'confirmed' in entry)
        const plain = selections.map(({ question_id, value }) => ({ question_id, value }))
        const path = `${base}/configurations/${started.configuration}?prices=1&language=${language}`
        const answer = await client.send('PATCH', path, { selections: plain, ...(confirmed && { confirmed }) })
        if (answer.status !== 200) continue
        const { data } = answer.body as { readonly data: ConfigurationReply }
        confirms += data.confirm ? 1 : 0
        expect(page.findDifferences(selections, data)).to.deep.equal([])
      }
      expect(confirms, 'one confirmation for the cleared engraving').to.equal(1)
    })
  }

  it('answers 304 until the product, the country or the currency changes', async () => {
    const started = await start(lamp.product)
    const path = `${base}/configurations/${started.configuration}/program`
    const first = await client.send('GET', path)
    const tag = { 'if-none-match': String(first.headers['etag']) }
    expect((await client.send('GET', path, undefined, tag)).status).to.equal(304)
    const other = await start(lamp.product)
    const shared = `${base}/configurations/${other.configuration}/program`
    expect((await client.send('GET', shared, undefined, tag)).status, 'the same for every guest').to.equal(304)
    await client.data('PATCH', `${base}/configurations/${started.configuration}`, { country: 'FR' })
    expect((await client.send('GET', path, undefined, tag)).status).to.equal(200)
    await app.records.write('product', { baseprice: 101 }, { id: lamp.product })
    expect((await client.send('GET', shared, undefined, tag)).status).to.equal(200)
    await app.records.write('product', { baseprice: 100 }, { id: lamp.product })
  })

  it('contains the prices, the rules only, or nothing, as the author sets the product', async () => {
    await app.records.write('product', { twin: 'rules' }, { id: lamp.product })
    const rules = await programOf(await start(lamp.product))
    expect(rules.mode).to.equal('rules')
    expect(rules.source!.baseprice).to.equal(0)
    expect(rules.source!.answers.map(({ price }) => price)).to.satisfy((prices: readonly unknown[]) =>
      prices.every((price) => price === null),
    )
    await app.records.write('product', { twin: 'off' }, { id: lamp.product })
    expect(await programOf(await start(lamp.product))).to.include({ mode: 'off', source: null })
    await app.records.write('product', { twin: 'full' }, { id: lamp.product })
    expect((await programOf(await start(lamp.product))).mode).to.equal('full')
  })

  it('contains only the rules for groups that see no prices, and nothing if a rule uses a price', async () => {
    const author = createCatalogAuthor(app)
    const { id: group } = await author.first('customer-group')
    await app.records.write('customer-group', { may_see_prices: false }, { id: group })
    const program = await programOf(await start(lamp.product))
    expect(program).to.deep.include({ mode: 'rules', may_see_prices: false })
    const page = await author.page(lamp.product, 'Costly')
    const rules = { question: lamp.dimmer, field: 'price', operator: '>', value: 3 }
    const question = await author.question(page, 'Insurance', 'Checkbox', { rules })
    expect((await programOf(await start(lamp.product))).mode).to.equal('off')
    await app.records.write('customer-group', { may_see_prices: true }, { id: group })
    expect((await programOf(await start(lamp.product))).mode).to.equal('full')
    await app.records.remove('question', question)
  })

  it('lists the browser modules of plugins that the configuration needs, and no others', async () => {
    const author = createCatalogAuthor(app)
    const page = await author.page(lamp.product, 'More')
    expect(await programOf(await start(lamp.product))).to.deep.include({ mode: 'full', modules: [] })
    const question = await author.question(page, 'Colour of the cable', 'RalColour')
    const calculation = await author.calculation(lamp.product, 'Bars', 'code', { code: 'fullLengths(3100, 2000)' })
    const modules = ['functions-fullLengths', 'questionTypes-RalColour']
    expect(await programOf(await start(lamp.product))).to.deep.include({ mode: 'full', modules: modules.slice(1) })
    await app.records.write('question', { calcmodel: calculation }, { id: question })
    expect(await programOf(await start(lamp.product))).to.deep.include({ mode: 'full', modules })
    await app.records.remove('question', question)
  })

  it('is off if the configuration needs a plugin function without a browser module', async () => {
    const author = createCatalogAuthor(app)
    const calculation = await author.calculation(lamp.product, 'Doubled', 'code', { code: 'ceilTo(3100, 2000)' })
    expect((await programOf(await start(lamp.product))).mode, 'an unused calculation is not in the program').to.equal('full')
    await app.records.write('question', { calcmodel: calculation }, { id: lamp.height })
    expect((await programOf(await start(lamp.product))).mode).to.equal('off')
    await app.records.write('question', { calcmodel: null }, { id: lamp.height })
  })

  it('answers 404 for an unknown configuration', async () => {
    expect((await client.send('GET', `${base}/configurations/${'x'.repeat(32)}/program`)).status).to.equal(404)
  })
})
