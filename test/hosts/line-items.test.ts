// Signed line items of a shop platform: its server opens configurations, verifies and redeems line items, and reprices them.
import { createHmac } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { createCart } from '../../core/commerce/cart/service.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { LineItem, RepricedLineItem, SignedLineItem } from '../../core/commerce/line-item/define.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import { shopPlatform } from '../../hosts/shop_platform/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../support/json-client.js'
import { readFirstId } from '../support/small-shop.js'
import { repositoryRoot } from '../support/repository.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'
import { catchError } from '../support/caught-error.js'
import { bridgeOf, secret, trust } from './host-list.js'

type Visitor = Readonly<Record<string, unknown>>
interface Configurator {
  open(visitor: Visitor, wanted: Readonly<Record<string, unknown>>): Promise<ConfigurationReply>
  verify(lineItem: string, visitor: Visitor | null | undefined, now?: number): LineItem
  price(lineItem: string): Promise<RepricedLineItem>
  redeem(lineItem: string, key?: string): Promise<LineItem>
  reopen(lineItem: string): Promise<ConfigurationReply>
  copy(lineItem: string): Promise<ConfigurationReply>
}

const base = '/svc-api/runtime/v1'
const german = { prices: 'gross', rates: [{ rate: 19, code: 'DE19' }] }

describe('line items of a shop platform', () => {
  /** The bridge uses real time. This offset moves its clock forward when a test sets it. */
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let shop: Configurator

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { host: shopPlatform({ ...trust, lineItemLifetime: 600 }), clock })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    const { token } = await app.access.tokens.mint({ name: 'shop', scopes: ['orders:write'] })
    const bridge = (await import(pathToFileURL(`${repositoryRoot}/hosts/shop_platform/bridge/configurator.mjs`).href)) as {
      configurator(settings: Readonly<Record<string, unknown>>): Configurator
    }
    shop = bridge.configurator({ url: app.url, trust, token })
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const green = (): object[] => [
    { question_id: lamp.colour, value: String(lamp.green) },
    { question_id: lamp.height, value: '20' },
  ]
  const open = (tax: unknown = german, selections = green()): Promise<ConfigurationReply> =>
    shop.open({ id: 'v', tax }, { product_id: lamp.product, currency: 'EUR', language: 'de-DE', selections })
  const finalize = (configuration: string, quantity = 2): Promise<SignedLineItem> =>
    client.data('POST', `${base}/configurations/${configuration}/line-item`, { quantity })
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = (await catchError(work)) as Error & { readonly issues?: readonly { readonly code: string }[] }
    return error.issues?.[0]?.code ?? error.message
  }

  it('contain the configured options as text and amounts, and can be verified without the service', async () => {
    const { configuration, price } = await open()
    const { line_item, item, expires } = await finalize(configuration)
    expect(shop.verify(line_item, { id: 'v', tax: german }, clock.now())).to.deep.equal(item)
    expect(Date.parse(expires) - clock.now()).to.be.within(590_000, 600_000)
    expect(item).to.deep.include({ configuration, product_id: lamp.product, quantity: 2, currency: 'EUR', language: 'de-DE' })
    expect(item.options.map(({ text }) => text)).to.include.members(['Green (de-DE)', '20 cm', 'Pleated (de-DE)'])
    // The shop adds the base price. The answers cost 15 and 5, tax included.
    expect([price!.gross, item.gross, item.net, item.tax]).to.deep.equal([20, 40, 33.61, 6.39])
  })

  it('use the tax setting with which the shop opened the configuration in every later request', async () => {
    const net = await open({ prices: 'net', rates: [{ rate: 19, code: null }] })
    const untaxed = await open({ prices: 'net', rates: [] })
    expect([net.price!.net, net.price!.gross, untaxed.price!.gross]).to.deep.equal([20, 23.8, 20])
    const read = await client.data<ConfigurationReply>('GET', `${base}/configurations/${net.configuration}`)
    expect(read.price).to.deep.equal(net.price)
    expect((await finalize(net.configuration)).item).to.deep.include({ net: 40, gross: 47.6 })
    const signedBadly = await catchError(open({ prices: 'both', rates: [] }))
    expect((signedBadly as Error & { status: number }).status).to.equal(401)
  })

  it('show products with the taxes and currency of their configuration, and reject another product', async () => {
    const { configuration } = await open({ prices: 'net', rates: [{ rate: 19, code: null }] })
    const path = `${base}/products/${lamp.product}`
    const { product } = await client.data<ProductReply>('GET', `${path}?configuration=${configuration}`)
    const green = product.pages.flatMap(({ questions }) => questions.flatMap(({ answers }) => answers))
    expect(green.find(({ id }) => id === lamp.green)!.price).to.deep.equal({ net: 15, tax: 2.85, gross: 17.85 })
    expect((await client.send('GET', `${path}?configuration=${'A'.repeat(32)}`)).status).to.equal(404)
    const other = await createCatalogAuthor(app).product('Chair')
    const { status, body } = await client.send('GET', `${base}/products/${other}?configuration=${configuration}`)
    expect([status, JSON.stringify(body).includes('OTHER_PRODUCT')]).to.deep.equal([422, true])
  })

  it("keep the shopper's country, when repriced and when copied", async () => {
    const { mintAssertion } = await bridgeOf('shop_platform')
    const input = { product_id: lamp.product, selections: green(), country: 'FR' }
    const headers = { 'x-svc-shopper': mintAssertion(trust, { id: 'v' }) }
    const answer = await client.send('POST', `${base}/configurations`, input, headers)
    const started = (answer.body as { readonly data: ConfigurationReply }).data
    const french = await finalize(started.configuration)
    expect(french.item).to.deep.include({ country: 'FR', state: null, tax_context: null })
    const { same, now } = await shop.price(french.line_item)
    expect([same, now!.country]).to.deep.equal([true, 'FR'])
    expect((await shop.copy(french.line_item)).country).to.equal('FR')
  })

  /** Opens a configuration without an assertion, but with its taxes. */
  const openAsGuest = (connection = client): Promise<ConfigurationReply> =>
    connection.data('POST', `${base}/configurations`, { product_id: lamp.product, selections: green() })

  it('are not signed for a configuration opened without an assertion', async () => {
    const { configuration } = await openAsGuest()
    const signing = `${base}/configurations/${configuration}/line-item`
    const { status, body } = await client.send('POST', signing, { quantity: 1 })
    expect([status, JSON.stringify(body).includes('NO_ASSERTION')]).to.deep.equal([422, true])
    const german = await client.send('POST', `/de${signing}`, { quantity: 1 })
    expect(JSON.stringify(german.body)).to.contain('Diese Konfiguration kann nicht bestellt werden')
    const copy = await client.data<ConfigurationReply>('POST', `${base}/configurations/${configuration}/duplicate`)
    const copied = await client.send('POST', `${base}/configurations/${copy.configuration}/line-item`, { quantity: 1 })
    expect(copied.status).to.equal(422)
  })

  it('name the visitor, also after a copy, but not after the configuration was shared', async () => {
    const { configuration } = await open()
    const { item, line_item } = await finalize(configuration)
    expect(item).to.deep.include({ sub: 'v', tax_context: german, customer_group_id: null })
    const own = await client.data<ConfigurationReply>('POST', `${base}/configurations/${configuration}/duplicate`)
    expect((await finalize(own.configuration)).item.sub).to.equal('v')
    const again = await shop.copy(line_item)
    expect((await finalize(again.configuration)).item).to.deep.include({ sub: 'v', tax_context: german })
    const { shared } = await client.data<{ readonly shared: string }>('POST', `${base}/configurations/${configuration}/share`)
    const foreign = await client.data<ConfigurationReply>('POST', `${base}/configurations/${shared}/duplicate`)
    const refused = await client.send('POST', `${base}/configurations/${foreign.configuration}/line-item`, { quantity: 1 })
    expect([refused.status, JSON.stringify(refused.body).includes('NO_ASSERTION')]).to.deep.equal([422, true])
  })

  it('get customer group and taxes from the assertion of the request alone, not from an earlier visitor', async () => {
    const { mintAssertion } = await bridgeOf('shop_platform')
    const { id: customerGroup } = await app.records.write('customer-group', { title_en_GB: 'Trade', title_de_DE: 'Handel' })
    const untaxed = { prices: 'net', rates: [] }
    const opened = await shop.open({ id: 'v', customerGroup, tax: untaxed }, { product_id: lamp.product, selections: green() })
    const signing = `${base}/configurations/${opened.configuration}/line-item`
    const sign = async (visitor: Visitor): Promise<SignedLineItem> => {
      const headers = { 'x-svc-shopper': mintAssertion(trust, visitor) }
      return ((await client.send('POST', signing, { quantity: 1 }, headers)).body as { readonly data: SignedLineItem }).data
    }
    const { line_item, item } = await sign({ id: 'w' })
    expect(item).to.deep.include({ sub: 'w', customer_group_id: null, tax_context: null })
    expect(() => shop.verify(line_item, { id: 'w' }, clock.now())).to.not.throw()
    const own = await sign({ id: 'v', customerGroup, tax: untaxed })
    expect(own.item).to.deep.include({ sub: 'v', customer_group_id: customerGroup, tax_context: untaxed })
  })

  it('reject assertions with a malformed tax claim by 401', async () => {
    const claims = ['gross', [], { prices: 'net' }, { prices: 'net', rates: [null] }, { prices: 'net', rates: ['19'] }]
    for (const tax of claims) {
      const error = (await catchError(open(tax))) as Error & { readonly status: number }
      expect(error.status, JSON.stringify(tax)).to.equal(401)
    }
  })

  it('are verified against the visitor: id, customer group and taxes', async () => {
    const { line_item } = await finalize((await open()).configuration)
    const verify = (shopper: Visitor | null | undefined) => () => shop.verify(line_item, shopper, clock.now())
    expect(verify({ id: 'v', tax: german })).to.not.throw()
    expect(verify({ id: 'w', tax: german })).to.throw('another visitor')
    expect(verify({ id: 'v', tax: german, customerGroup: 7 })).to.throw('another customer group')
    expect(verify({ id: 'v', tax: { ...german, prices: 'net' } })).to.throw('other taxes')
    expect(verify({ id: 'v' })).to.throw('other taxes')
    expect(verify(null)).to.throw('another visitor')
    expect(verify(undefined)).to.throw(TypeError)
  })

  it("are signed for guests if the host option 'guests' allows it, and redeemed only there", async () => {
    const open = await listenTestApp([runtime()], { host: shopPlatform({ ...trust, guests: true }), clock })
    const guests = createJsonClient(open.url)
    try {
      const own = await authorLamp(open)
      const selections = [{ question_id: own.height, value: '20' }]
      const { configuration } = await guests.data<ConfigurationReply>('POST', `${base}/configurations`, {
        ...{ product_id: own.product, selections },
      })
      const signed = await guests.data<SignedLineItem>('POST', `${base}/configurations/${configuration}/line-item`, {
        quantity: 1,
      })
      expect(signed.item).to.deep.include({ sub: null, tax_context: null })
      expect(shop.verify(signed.line_item, null, clock.now())).to.deep.equal(signed.item)
      expect(() => shop.verify(signed.line_item, { id: 'v', tax: german }, clock.now())).to.throw('another visitor')
      expect(
        (await guests.data<RepricedLineItem>('POST', `${base}/line-items/price`, { line_item: signed.line_item })).same,
      ).to.equal(true)
      // Another host with the same secret that does not allow guests.
      expect(await refusal(shop.price(signed.line_item))).to.equal('NO_ASSERTION')
      expect(await refusal(shop.redeem(signed.line_item))).to.equal('NO_ASSERTION')
    } finally {
      guests.close()
      await open.stop()
    }
  })

  it("require an assertion whose 'sub' is a text or a whole number", async () => {
    const { mintAssertion } = await bridgeOf('shop_platform')
    const unnamed = mintAssertion(trust, { id: '' })
    const input = { product_id: lamp.product, selections: green() }
    const answer = await client.send('POST', `${base}/configurations`, input, { 'x-svc-shopper': unnamed })
    expect([answer.status, JSON.stringify(answer.body).includes("The claim 'sub'")]).to.deep.equal([401, true])
  })

  it('are not signed for a customer group that may not order', async () => {
    const { configuration } = await open()
    const group = await readFirstId(app.records, 'customer-group')
    await app.records.write('customer-group', { may_order: false }, { id: group })
    const { status, body } = await client.send('POST', `${base}/configurations/${configuration}/line-item`, { quantity: 1 })
    await app.records.write('customer-group', { may_order: true }, { id: group })
    expect([status, JSON.stringify(body).includes('MAY_NOT_ORDER')]).to.deep.equal([422, true])
  })

  it('are not signed for an incomplete configuration or a quantity that is not sold', async () => {
    const { configuration } = await open(german, [])
    const { status, body } = await client.send('POST', `${base}/configurations/${configuration}/line-item`)
    expect([status, JSON.stringify(body).includes('NOT_FINISHED')]).to.deep.equal([422, true])
    const completed = await open()
    expect(
      (await client.send('POST', `${base}/configurations/${completed.configuration}/line-item`, { quantity: 0 })).status,
    ).to.equal(422)
  })

  it('are rejected if a digit, the signature or the token type was changed', async () => {
    const { line_item } = await finalize((await open()).configuration)
    const [header, claims, signature] = line_item.split('.') as [string, string, string]
    const cheap = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('"gross":40', '"gross":4')).toString(
      'base64url',
    )
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = `${part({ alg: 'none', typ: 'svc-line-item+jwt' })}.${claims}.`
    const assertionHead = part({ alg: 'HS256', typ: 'JWT' })
    const assertion = `${assertionHead}.${claims}.${createHmac('sha256', secret).update(`${assertionHead}.${claims}`).digest('base64url')}`
    for (const forged of [
      `${header}.${cheap}.${signature}`,
      `${header}.${claims}.${signature.slice(1)}A`,
      none,
      assertion,
      'x',
      '',
    ]) {
      expect(await refusal(shop.price(forged)), forged.slice(0, 60)).to.be.oneOf(['NOT_SIGNED', 'REQUIRED'])
      expect(() => shop.verify(forged, { id: 'v', tax: german }, clock.now())).to.throw()
    }
    expect(await refusal(client.data('GET', `${base}/configurations/x`).then(() => line_item))).to.contain('404')
    const replayed = await client.send('GET', `${base}/products`, undefined, { 'x-svc-shopper': line_item })
    expect(replayed.status).to.equal(401)
  })

  it('are redeemed once, only by the server of the shop, and close the configuration', async () => {
    const { configuration } = await open()
    const { line_item } = await finalize(configuration)
    const unsigned = await client.send('POST', `${base}/line-items/redeem`, { line_item })
    expect(unsigned.status).to.equal(401)
    const outcomes = await Promise.allSettled([shop.redeem(line_item), shop.redeem(line_item)])
    expect(outcomes.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected'])
    expect(await refusal(shop.redeem(line_item))).to.equal('USED')
    const selections = [{ question_id: lamp.height, value: '21' }]
    expect((await client.send('PATCH', `${base}/configurations/${configuration}`, { selections })).status).to.equal(422)
  })

  it('return the first result to a server that repeats a redemption with the same idempotency key', async () => {
    const { line_item, item } = await finalize((await open()).configuration)
    expect(await shop.redeem(line_item, 'order 1')).to.deep.equal(item)
    expect(await shop.redeem(line_item, 'order 1')).to.deep.equal(item)
    expect(await refusal(shop.redeem(line_item, 'order 2'))).to.equal('USED')
    expect(await refusal(shop.redeem(line_item))).to.equal('USED')
  })

  it('close the configuration for every later request once one of several line items is redeemed', async () => {
    const { configuration } = await open()
    const first = await finalize(configuration)
    const second = await finalize(configuration)
    await shop.redeem(first.line_item)
    expect(await refusal(shop.redeem(second.line_item))).to.match(/ORDERED|ordered before/)
    const path = `${base}/configurations/${configuration}`
    for (const [method, address, body] of [
      ['POST', `${path}/line-item`, { quantity: 1 }],
      ['PATCH', path, { selections: [] }],
      ['POST', `${path}/uploads?question_id=${lamp.height}&name=a.pdf`, 'x'],
    ] as const) {
      const answer = await client.send(method, address, body)
      expect([answer.status, JSON.stringify(answer.body).includes('ORDERED')], address).to.deep.equal([422, true])
    }
  })

  it('report changed prices between signing and redemption, and are not redeemed then', async () => {
    const { line_item } = await finalize((await open()).configuration)
    expect(await shop.price(line_item)).to.deep.include({ same: true, changes: [] })
    await app.records.write('answer', { price: 16 }, { id: lamp.green })
    const { same, now, changes } = await shop.price(line_item)
    const outcome = await refusal(shop.redeem(line_item))
    await app.records.write('answer', { price: 15 }, { id: lamp.green })
    expect([same, now!.gross, outcome]).to.deep.equal([false, 42, 'CHANGED'])
    expect(changes.find(({ field }) => field === 'gross')).to.include({
      from: 40,
      to: 42,
      message: 'Der Bruttopreis hat sich von 40 auf 42 geändert.',
    })
    expect((await shop.redeem(line_item)).gross).to.equal(40)
  })

  it('report a product that is no longer sold', async () => {
    const { line_item } = await finalize((await open()).configuration)
    await app.records.write('product', { published: false }, { id: lamp.product })
    const { now, changes } = await shop.price(line_item)
    const copied = await refusal(shop.copy(line_item))
    await app.records.write('product', { published: true }, { id: lamp.product })
    expect([now, changes[0]!.field, copied]).to.deep.equal([null, 'product', 'NOT_PUBLISHED'])
  })

  it("are reopened from the shop's cart with their signed selections, and signed again", async () => {
    const { configuration } = await open()
    const { line_item } = await finalize(configuration)
    const path = `${base}/configurations/${configuration}`
    await client.data('PATCH', path, { selections: [{ question_id: lamp.height, value: '99' }] })
    const reopened = await shop.reopen(line_item)
    expect(reopened.configuration).to.equal(configuration)
    expect(reopened.questions.find(({ id }) => id === lamp.height)!.selection).to.equal('20')
    await client.data('PATCH', path, { selections: [{ question_id: lamp.dimmer, value: String(lamp.dimmed) }] })
    expect((await finalize(configuration)).item.gross).to.equal(80)
    await shop.redeem(line_item)
    const charged = await shop.reopen(line_item)
    expect(charged.configuration).to.not.equal(configuration)
    expect(charged.price!.gross).to.equal(20)
  })

  it('are copied without a deleted answer, and report it', async () => {
    const { configuration } = await open(german, [...green(), { question_id: lamp.base, value: String(lamp.steel) }])
    const { line_item } = await finalize(configuration)
    await app.records.remove('answer', lamp.steel)
    const { changes } = await shop.price(line_item)
    expect(changes.find(({ question_id }) => question_id === lamp.base)).to.include({ from: 'Steel (de-DE)', to: null })
    const copied = await shop.copy(line_item)
    expect(copied.automatic).to.deep.include({
      question_id: lamp.base,
      from: String(lamp.steel),
      to: null,
      reason: 'catalog_changed',
    })
  })

  it('return 404 for carts, accounts and addresses, which the host owns', async () => {
    for (const [method, path] of [
      ['POST', '/carts'],
      ['GET', `/carts/${'A'.repeat(32)}`],
      ['POST', '/accounts'],
      ['POST', '/sessions'],
      ['GET', '/account'],
      ['GET', '/addresses'],
    ] as const) {
      const { status, body } = await client.send(method, base + path, method === 'POST' ? {} : undefined)
      expect([status, (body as { detail: string }).detail], path).to.deep.equal([404, 'The host owns cart, checkout and orders.'])
    }
    const shopper = { customerId: null, customerGroupId: null }
    expect(await catchError(createCart(app.shop.createContext({ shopper }), {}))).to.include({ code: 'NOT_FOUND' })
  })

  it('expire when their price guarantee ends, and can still be copied for a reorder', async () => {
    const { line_item } = await finalize((await open()).configuration)
    ahead += 600_000
    expect([await refusal(shop.price(line_item)), await refusal(shop.redeem(line_item))]).to.deep.equal(['EXPIRED', 'EXPIRED'])
    expect(() => shop.verify(line_item, { id: 'v', tax: german }, clock.now())).to.throw('expired')
    ahead += 24 * 3_600_000
    const copied = await shop.copy(line_item)
    expect(copied.price!.gross).to.equal(20)
    expect((await shop.reopen(line_item)).price!.gross).to.equal(20)
  })
})
