// Calculated answer prices in the response of a configuration request with ?prices=1.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { AmountReply } from '../../../core/shop/price.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'

const base = '/svc-api/runtime/v1/configurations'

describe('calculated answer prices', () => {
  let app: ListeningApp
  let client: JsonClient
  let product: number
  let width: number
  let cloth: number
  let hidden: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
    const author = createCatalogAuthor(app)
    product = await author.product('Curtain', { use_recurring_pricing: true })
    const page = await author.page(product, 'Curtain')
    width = await author.question(page, 'Width', 'Textbox', { input_restriction: 'decimal', validate: true })
    const terms = [{ question: width }, { operator: '*' }, { number: 2 }]
    const doubled = await author.calculation(product, 'Doubled', 'formula', { terms })
    const fabric = await author.question(page, 'Fabric', 'Radiobuttons')
    cloth = await author.answer(fabric, 'Cloth', { calcmodel: doubled, calcmodel_recurring: doubled })
    await author.answer(fabric, 'Paper', { price: 5 })
    const rules = { question: width, operator: '>', value: 1000 }
    hidden = await author.answer(fabric, 'Sail', { calcmodel: doubled, rules })
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('are returned with prices=1, follow the selections, and are omitted without the parameter', async () => {
    const started = await client.data<ConfigurationReply>('POST', `${base}?prices=1`, { product_id: product })
    const amount = (figure: number): AmountReply => ({ net: figure, tax: 0, gross: figure })
    expect(started.answer_prices).to.deep.equal([{ answer_id: cloth, price: amount(0), price_recurring: amount(0) }])
    const enter = (value: string): Promise<ConfigurationReply> =>
      client.data('PATCH', `${base}/${started.configuration}?prices=1`, { selections: [{ question_id: width, value }] })
    expect((await enter('10.5')).answer_prices).to.deep.equal([
      { answer_id: cloth, price: amount(21), price_recurring: amount(21) },
    ])
    const wide = await enter('2000')
    expect(wide.answer_prices?.map(({ answer_id }) => answer_id)).to.deep.equal([cloth, hidden])
    const read = await client.data<ConfigurationReply>('GET', `${base}/${started.configuration}?prices=1`)
    expect(read.answer_prices).to.deep.equal(wide.answer_prices)
    const plain = await client.data<ConfigurationReply>('GET', `${base}/${started.configuration}`)
    expect(plain).not.to.have.property('answer_prices')
  })
})
