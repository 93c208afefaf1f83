// Carts over HTTP: positions, quantities, prices, discounts, retries and expiry.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { EventPayloads } from '../../../core/foundation/events.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { readFirstId } from '../../support/small-shop.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1'

describe('carts', () => {
  const clock = createTestClock()
  const added: EventPayloads['onSvcAddToCart'][] = []
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    const watching = {
      name: 'watching',
      core: '^0.1.0',
      contributes: { observers: { onSvcAddToCart: (e: EventPayloads['onSvcAddToCart']) => void added.push(e) } },
    }
    app = await listenTestApp([runtime()], { plugins: [stock, watching], clock })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    await app.records.write('product', { min_quantity: 2, max_quantity: 10, quantity_step: 2, sku: 'LAMP' }, { id: lamp.product })
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const begin = (): Promise<CartReply> => client.data('POST', `${base}/carts`)
  const finished = async (height = '20'): Promise<string> => {
    const selections = [{ question_id: lamp.height, value: height }]
    const started = await client.data<ConfigurationReply>('POST', `${base}/configurations`, {
      product_id: lamp.product,
      selections,
    })
    return started.configuration
  }
  const filled = async (): Promise<CartReply> => {
    const { cart } = await begin()
    return client.data('POST', `${base}/carts/${cart}/positions`, { configuration: await finished(), quantity: 4, note: 'Hall' })
  }

  it('start empty in the default currency and expire after 24 hours', async () => {
    const cart = await begin()
    expect(cart).to.deep.include({ positions: [], saved: false, orderable: false, weight: 0 })
    expect(cart.currency.code).to.equal('EUR')
    expect(Date.parse(cart.expires!) - Date.parse(cart.changed)).to.equal(24 * 3_600_000)
    expect(cart.totals).to.deep.include({ net: 0, tax: 0, gross: 0, discount: null })
  })

  it('accept a finished configuration and return its options as text, its unit price and the total for the quantity', async () => {
    const cart = await filled()
    const [position] = cart.positions
    expect(position).to.deep.include({ title: 'Lamp', sku: 'LAMP', quantity: 4, note: 'Hall', missing: [], unavailable: null })
    expect(position!.options.map(({ question, text }) => `${question}: ${text}`)).to.include.members([
      'Colour: Red',
      'Height: 20 cm',
    ])
    const { net, tax, gross } = position!.unit!
    expect(gross).to.equal(net + tax)
    expect(position!.price!.net).to.equal(net * 4)
    expect(cart.totals).to.deep.include({ net: net * 4, gross: position!.price!.gross })
    expect(cart.totals!.rates.map((rate) => rate.tax)).to.deep.equal([cart.totals!.tax])
    expect(cart).to.deep.include({ orderable: true, weight: 8 })
    expect(added.at(-1)).to.include({ positionId: position!.id, productId: lamp.product, quantity: 4 })
  })

  it('reject a configuration that is unfinished, unknown or already in a cart', async () => {
    const { cart, positions } = await filled()
    const path = `${base}/carts/${cart}/positions`
    const open = await client.data<ConfigurationReply>('POST', `${base}/configurations`, { product_id: lamp.product })
    const unfinished = await client.send('POST', path, { configuration: open.configuration })
    expect(unfinished.status).to.equal(422)
    expect(JSON.stringify(unfinished.body)).to.contain("'Height'").and.to.contain('NOT_FINISHED')
    const again = await client.send('POST', path, { configuration: positions[0]!.configuration })
    expect([again.status, JSON.stringify(again.body).includes('in a cart already')]).to.deep.equal([422, true])
    expect((await client.send('POST', path, { configuration: 'x'.repeat(32) })).status).to.equal(404)
    expect((await client.data<CartReply>('GET', `${base}/carts/${cart}`)).positions).to.have.length(1)
  })

  it('accept only quantities between minimum and maximum in steps', async () => {
    const { cart, positions } = await filled()
    const path = `${base}/carts/${cart}/positions/${positions[0]!.id}`
    for (const quantity of [1, 3, 12, 2.5, -2, 0, 'two']) {
      const answer = await client.send('PATCH', path, { quantity })
      expect(answer.status, String(quantity)).to.equal(422)
    }
    const refused = await client.send('PATCH', path, { quantity: 3 })
    expect(JSON.stringify(refused.body)).to.contain('from 2 to 10 in steps of 2')
    const changed = await client.data<CartReply>('PATCH', path, { quantity: 10, note: '' })
    expect(changed.positions[0]).to.deep.include({ quantity: 10, note: '' })
    expect(changed.totals!.net).to.equal(changed.positions[0]!.unit!.net * 10)
  })

  it('recalculate when the configuration of a position changes, and report its missing questions', async () => {
    const { cart, positions } = await filled()
    const { configuration } = positions[0]!
    const path = `${base}/configurations/${configuration}`
    await client.data('PATCH', path, { selections: [{ question_id: lamp.colour, value: String(lamp.green) }] })
    const green = await client.data<CartReply>('GET', `${base}/carts/${cart}`)
    expect(green.positions[0]!.unit!.net).to.equal(positions[0]!.unit!.net + 15 + 5)
    await client.data('PATCH', path, { selections: [{ question_id: lamp.height, value: null }] })
    const open = await client.data<CartReply>('GET', `${base}/carts/${cart}`)
    expect([open.orderable, open.positions[0]!.missing.map((entry) => entry.question_id)]).to.deep.equal([false, [lamp.height]])
  })

  it('copy a position into a separate one, and remove one without the other', async () => {
    const { cart, positions } = await filled()
    const path = `${base}/carts/${cart}/positions/${positions[0]!.id}`
    const copied = await client.data<CartReply>('POST', `${path}/copy`)
    expect(copied.positions.map(({ quantity, note }) => [quantity, note])).to.deep.equal([
      [4, 'Hall'],
      [4, 'Hall'],
    ])
    expect(copied.positions[1]!.configuration).to.not.equal(positions[0]!.configuration)
    const remaining = await client.data<CartReply>('DELETE', path)
    expect(remaining.positions.map(({ id }) => id)).to.deep.equal([copied.positions[1]!.id])
    const back = await client.data<CartReply>('POST', `${base}/carts/${cart}/positions`, {
      configuration: positions[0]!.configuration,
    })
    expect(back.positions).to.have.length(2)
  })

  it('are returned in the language of the URL prefix, and reject an unknown language', async () => {
    const { cart } = await filled()
    expect((await client.data<CartReply>('GET', `/de${base}/carts/${cart}`)).language).to.equal('de-DE')
    expect((await client.send('GET', `${base}/carts/${cart}?language=fr-FR`)).status).to.equal(422)
  })

  it("apply the customer group's discount and spread it over the lines", async () => {
    const group = await readFirstId(app.records, 'customer-group')
    await app.records.write(
      'customer-group',
      { discount_start_1: 100, discount_type_1: 'percentage', discount_value_1: 10, discount_title_1_en_GB: 'Ten' },
      { id: group },
    )
    const { totals, positions } = await filled()
    const whole = positions[0]!.unit!.net * 4
    expect(totals!.discount).to.deep.equal({ title: 'Ten', net: whole / 10 })
    expect([totals!.net, positions[0]!.price!.discount]).to.deep.equal([whole * 0.9, whole / 10])
    // A discount level without a start is ignored. A level that starts at 0 applies.
    await app.records.write('customer-group', { discount_start_1: null }, { id: group })
    expect((await filled()).totals!.discount).to.equal(null)
    await app.records.write('customer-group', { discount_start_1: 0 }, { id: group })
    expect((await filled()).totals!.discount).to.deep.equal({ title: 'Ten', net: whole / 10 })
    await app.records.write(
      'customer-group',
      { discount_type_1: null, discount_value_1: null, discount_start_1: null },
      { id: group },
    )
  })

  it('answer 404 for unknown tokens and for positions of another cart, and change nothing', async () => {
    const { cart, positions } = await filled()
    const other = await filled()
    const foreign = `${base}/carts/${other.cart}/positions/${positions[0]!.id}`
    for (const path of [`${base}/carts/${'A'.repeat(32)}`, `${base}/carts/x`, `${base}/carts/current`]) {
      expect((await client.send('GET', path)).status, path).to.equal(404)
    }
    expect((await client.send('PATCH', foreign, { quantity: 2 })).status).to.equal(404)
    expect((await client.send('DELETE', foreign)).status).to.equal(404)
    expect((await client.send('POST', `${foreign}/copy`)).status).to.equal(404)
    expect((await client.data<CartReply>('GET', `${base}/carts/${cart}`)).positions[0]!.quantity).to.equal(4)
    expect((await client.send('POST', `${base}/carts/${cart}/claim`)).status).to.equal(401)
  })

  it('store every position that is added concurrently, and add each configuration once', async () => {
    const { cart } = await begin()
    const token = await finished()
    const path = `${base}/carts/${cart}/positions`
    const tokens = [token, token, token, await finished(), await finished()]
    const answers = await Promise.all(tokens.map((configuration) => client.send('POST', path, { configuration })))
    expect(answers.map(({ status }) => status)).to.have.members([201, 201, 201, 422, 422])
    const { positions } = await client.data<CartReply>('GET', `${base}/carts/${cart}`)
    expect(new Set(positions.map(({ configuration }) => configuration))).to.have.property('size', 3)
  })

  it('add a position once when the request is repeated with the same Idempotency-Key', async () => {
    const { cart } = await begin()
    const body = { configuration: await finished() }
    const send = (): ReturnType<JsonClient['send']> =>
      client.send('POST', `${base}/carts/${cart}/positions`, body, { 'idempotency-key': 'a' })
    const [first, second] = [await send(), await send()]
    expect(second.headers['idempotent-replayed']).to.equal('true')
    expect(second.body).to.deep.equal(first.body)
  })

  it('have no total and cannot be ordered while the amount exceeds the supported range', async () => {
    const { cart } = await filled()
    await app.records.write('product', { baseprice: 900_000_000_000 }, { id: lamp.product })
    const dear = await client.data<CartReply>('GET', `${base}/carts/${cart}`)
    expect(dear).to.deep.include({ totals: null, orderable: false })
    expect(dear.positions[0]!.price).to.equal(null)
    await app.records.write('product', { baseprice: 100 }, { id: lamp.product })
    expect((await client.data<CartReply>('GET', `${base}/carts/${cart}`)).orderable).to.equal(true)
  })

  it('keep a position of an unpublished product without a price', async () => {
    const { cart } = await filled()
    await app.records.write('product', { published: false }, { id: lamp.product })
    const reply = await client.data<CartReply>('GET', `${base}/carts/${cart}`)
    await app.records.write('product', { published: true }, { id: lamp.product })
    expect(reply).to.deep.include({ orderable: false, weight: 0 })
    expect([reply.totals!.gross, reply.positions[0]!.price]).to.deep.equal([0, null])
    expect(reply.positions[0]!.unavailable).to.equal("'Lamp' is no longer available.")
  })

  it('answer 404 after they expire', async () => {
    const { cart } = await filled()
    clock.time += 24 * 3_600_000
    expect((await client.send('GET', `${base}/carts/${cart}`)).status).to.equal(404)
  })
})
