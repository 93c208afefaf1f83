// Hostile checkout input: it is rejected with short, named errors, and stored data stays bounded.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../../core/commerce/document/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { catchError } from '../../support/caught-error.js'
import { createFilledCart } from '../../support/filled-cart.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'

const base = '/svc-api/runtime/v1'

describe('checkouts with hostile input', () => {
  let app: ListeningApp
  let client: JsonClient
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime({ changes: 10_000, orders: 3 })], { plugins: checkoutPlugins })
    client = createJsonClient(app.url)
    shop = await openSellingShop(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const serve = <T>(verb: string, input: object): Promise<T> => app.shop.serve(verb, { ...input }, guestVisitor) as Promise<T>
  const countOf = async (table: string): Promise<number> =>
    Number((await app.context.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)

  it('reject every malformed answer with the name of its field, and keep the stored answers', async () => {
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    const before = await serve('read-checkout', { token: checkout })
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : { line1: deep(levels - 1) })
    const address = createHomeAddress(shop)
    const bodies: readonly (readonly [field: string, body: unknown])[] = [
      ...['x', 5, true, [], [[]], [address]].map((billing): [string, unknown] => ['billing', { billing }]),
      ['billing.line1', { billing: { ...address, line1: { a: 1 } } }],
      ['billing.line1', { billing: { ...address, line1: ['Road'] } }],
      ['billing.line1', { billing: { ...address, line1: 'x'.repeat(256) } }],
      ['billing.line1', { billing: { ...address, line1: deep(50) } }],
      ['billing.country_id', { billing: { ...address, country_id: 999_999_999 } }],
      ['billing.country_id', { billing: { ...address, country_id: '1 OR 1=1' } }],
      ['billing.country_id', { billing: { ...address, country_id: [1, 2] } }],
      ['billing.customer_id', { billing: { ...address, customer_id: 1 } }],
      ['billing.id', { billing: { ...address, id: 1 } }],
      [
        'billing.field0',
        { billing: { ...address, ...Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`field${i}`, i])) } },
      ],
      ['billing.constructor', { billing: { ...address, constructor: 'x' } }],
      ['delivery.line1', { delivery: { ...address, line1: { toString: 'x' } } }],
      ...[
        'no address',
        'a@b\r\nBcc: all@example.org',
        `${'x'.repeat(300)}@example.org`,
        'a@b, c@d',
        ['a@example.org'],
        { a: 1 },
      ].map((email): [string, unknown] => ['email', { email }]),
      ['phone', { phone: 'x'.repeat(256) }],
      ['vat_id', { vat_id: 'x'.repeat(10_000) }],
      ['vat_id', { vat_id: 'BE0000000000' }],
      ['note', { note: 'x'.repeat(2_001) }],
      ['note', { note: { text: 'x' } }],
      ...[-1, 1.5, {}, 1e20, 999_999].map((id): [string, unknown] => ['shipping_method_id', { shipping_method_id: id }]),
      ['payment_method_id', { payment_method_id: 999_999 }],
      ['billing_address_id', { billing_address_id: 1 }],
      ['terms_agreed', { terms_agreed: 'maybe' }],
      ['status', { status: 'paid' }],
      ['gross', { gross: 0 }],
      ['customer_id', { customer_id: 1 }],
    ]
    for (const [field, body] of bodies) {
      const answer = await client.send('PATCH', `${base}/checkouts/${checkout}`, body)
      const text = JSON.stringify(answer.body)
      const bodyText = JSON.stringify(body).slice(0, 100)
      expect(answer.status, `${bodyText}: ${text.slice(0, 300)}`).to.equal(422)
      const { validationIssues: issues } = answer.body as { readonly validationIssues: readonly { readonly field: string }[] }
      expect(
        issues.map((issue) => issue.field),
        bodyText,
      ).to.include(field)
      expect(text.length, bodyText).to.be.below(40_000)
    }
    const raw = `{"billing": {"__proto__": {"line1": "x"}, "line1": "Road 1", "city": "Town", "country_id": ${shop.belgium}}}`
    expect((await client.send('PATCH', `${base}/checkouts/${checkout}`, raw)).status).to.equal(422)
    expect(await serve('read-checkout', { token: checkout })).to.deep.equal(before)
  })

  it('reject a total that is not a number, and report TOTAL_CHANGED for a wrong one', async () => {
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    for (const total of [undefined, null, '', 'all', [], {}, 1e300, -1e300, '1e5', true]) {
      const error = await catchError(serve('place-order', { token: checkout, total }))
      expect(error, String(total)).to.have.property('code', 'VALIDATION_FAILED')
    }
    for (const total of [0, -1, 0.0001, 127.04])
      expect(await catchError(serve('place-order', { token: checkout, total }))).to.have.property('code', 'TOTAL_CHANGED')
  })

  it('trim the email address and normalize the VAT id', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const input = { email: '  ada@example.org \t', vat_id: ' fr 40 303265045 ', phone: ' +32 2 1 ' }
    const changed = await serve<CheckoutReply>('change-checkout', { token: checkout.checkout, ...input })
    expect([changed.email, changed.vat_id]).to.deep.equal(['ada@example.org', 'FR40303265045'])
    const order = await placeCheckout(app, changed)
    expect([order.email, order.vat_id]).to.deep.equal(['ada@example.org', 'FR40303265045'])
    const customers = await app.shop.createContext({}).list('customer', { column: 'email', values: ['ada@example.org'] })
    expect(customers.length).to.be.greaterThan(0)
    expect(await app.shop.createContext({}).list('customer', { column: 'email', values: ['ada@example.org '] })).to.deep.equal([])
  })

  it('never answer with a server error when amounts exceed the supported range', async () => {
    const { lamp } = shop
    const { baseprice } = (await app.records.read('product', lamp.product)).record
    await app.records.write('product', { baseprice: 99_999_999_999 }, { id: lamp.product })
    try {
      const { cart } = await createFilledCart(app, lamp, [{ quantity: 1_000 }], guestVisitor)
      await catchError(serve('change-cart', { token: cart, note: 'x'.repeat(2_001) }))
      const position = (await serve<CartReply>('read-cart', { token: cart })).positions[0]!.id
      for (const quantity of [1e6, 1e9, 2_147_483_647, 1e15, Number.MAX_SAFE_INTEGER]) {
        const answer = await client.send('PATCH', `${base}/carts/${cart}/positions/${position}`, { quantity })
        expect(answer.status, String(quantity)).to.be.oneOf([200, 422])
        const cartReply = await serve<CartReply>('read-cart', { token: cart })
        const opened = await client.send('POST', `${base}/carts/${cart}/checkout`, {})
        expect(opened.status, String(quantity)).to.be.oneOf([201, 422])
        if (cartReply.totals !== null) continue
        expect(cartReply.orderable).to.equal(false)
        const { checkout, missing, totals } = (opened.body as { readonly data: CheckoutReply }).data
        expect([totals, missing[0]!.step]).to.deep.equal([null, 'cart'])
        const placed = await client.send('POST', `${base}/checkouts/${checkout}/place`, { total: 1 })
        expect(placed.status).to.be.oneOf([422, 429])
      }
    } finally {
      await app.records.write('product', { baseprice }, { id: lamp.product })
    }
  })

  it('limit orders per address with 429, and send no mail for rejected orders', async () => {
    const texts = { subject_en_GB: 'Thank you', body_en_GB: 'There it is.' }
    await app.records.write('notification', { name: 'Ordered', status: 'ordered', send_customer: true, ...texts })
    const limited = await listenTestApp([runtime({ orders: 2 })], { plugins: checkoutPlugins })
    const stranger = createJsonClient(limited.url)
    try {
      const own = await openSellingShop(limited)
      await limited.records.write('notification', { name: 'Ordered', status: 'ordered', send_customer: true, ...texts })
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) {
        const { checkout, totals } = await prepareCheckoutForOrder(limited, own)
        const answer = await stranger.send('POST', `${base}/checkouts/${checkout}/place`, { total: totals!.gross })
        statuses.push(answer.status)
        if (answer.status === 429) expect(Number(answer.headers['retry-after'])).to.be.within(1, 3_600)
      }
      expect(statuses).to.deep.equal([201, 201, 429, 429])
      const mails = await limited.context.database.query('SELECT id FROM svc_mail_queue')
      expect(mails).to.have.length(2)
      // The shop's own server places orders for many customers.
      const { checkout, totals } = await prepareCheckoutForOrder(limited, own)
      expect((await placeCheckout(limited, { checkout, totals } as CheckoutReply)).status).to.equal('ordered')
    } finally {
      stranger.close()
      await limited.stop()
    }
  })

  it('apply the order limit to every operation that creates an order or a quote', () => {
    for (const name of ['place-order', 'request-quote', 'request-checkout-quote', 'accept-quote'])
      expect(app.context.registry.verbs.get(name)!.access.limit, name).to.equal('orders')
  })

  it('bound the size of replies and rows for a full cart with the longest notes', async function () {
    this.timeout(120_000)
    const { lamp } = shop
    const note = '\u{1F4A1}'.repeat(1_000)
    const { cart } = await serve<CartReply>('create-cart', { note })
    const [{ id: cart_id } = { id: 0 }] = await app.shop.createContext({}).list('cart', { column: 'token', values: [cart] })
    const selections = [
      { question_id: lamp.height, value: '20' },
      { question_id: lamp.colour, value: String(lamp.green) },
      { question_id: lamp.engraving, value: '\u{1F4A1}'.repeat(1_000) },
    ]
    for (let ordering = 1; ordering <= 100; ordering++) {
      const { configuration } = await serve<ConfigurationReply>('start-configuration', { product_id: lamp.product, selections })
      const [record] = await app.shop.createContext({}).list('configuration', { column: 'token', values: [configuration] })
      await app.records.write('configuration', { state: 'in_cart' }, { id: record!.id, internal: true })
      const position = { cart_id, configuration_id: record!.id, quantity: 1, note, ordering }
      await app.records.write('cart-position', position, { internal: true })
    }
    const second = await serve<ConfigurationReply>('start-configuration', { product_id: lamp.product, selections })
    const full = await catchError(serve('add-position', { token: cart, configuration: second.configuration }))
    expect(full.message).to.contain('at most 100 positions')
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const answers = { email: 'ada@example.org', billing: createHomeAddress(shop), terms_agreed: true, note }
    const changed = await serve<CheckoutReply>('change-checkout', { token: checkout, ...answers })
    const order: DocumentReply = await placeCheckout(app, changed)
    expect(order.lines).to.have.length(100)
    const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
    const typed = 100 * bytes(note) + 100 * bytes(selections)
    for (const reply of [changed, order]) expect(bytes(reply)).to.be.below(2 * typed + 400_000)
    const rows = await app.context.database.query<{ trace: string }>('SELECT trace FROM svc_order_line')
    expect(Math.max(...rows.map(({ trace }) => Buffer.byteLength(String(trace))))).to.be.below(65_536)
    expect(await countOf('svc_order_line_config')).to.be.below(1_500)
  })
})
