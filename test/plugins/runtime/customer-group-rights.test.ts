// Rights of customer groups for every operation, group prices, and the addresses of parties.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { customer } from '../../../core/model/entities/customers/customer.js'
import type { ProductReply } from '../../../core/shop/catalogue/define.js'
import type { Shopper } from '../../../core/shop/shopper.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { vat } from '../../../plugins/vat/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { findCountryId } from '../../support/guest-shop.js'
import { inBothLanguages } from '../../support/small-shop.js'
import { authorLamp, type Lamp } from './lamp.js'

type Given = Readonly<Record<string, unknown>>

const rights = ['may_see_prices', 'may_order', 'may_save', 'may_request_quote'] as const
type Right = (typeof rights)[number]

/** The error code of each operation without the right. All other operations succeed. */
const refusedWithout: Readonly<Record<Right, Readonly<Record<string, string>>>> = {
  // A shopper cannot confirm a total that is hidden from them.
  may_see_prices: { 'place-order': 'PRICES_HIDDEN' },
  may_order: { 'place-order': 'MAY_NOT_ORDER' },
  may_save: { 'create-cart': 'MAY_NOT_SAVE', 'move-position': 'MAY_NOT_SAVE', 'save-configuration': 'MAY_NOT_SAVE' },
  may_request_quote: {},
}

/** Operations that return prices. */
const priced = [
  'list-products search-products show-product start-configuration read-configuration change-configuration claim-configuration create-cart read-cart current-cart',
  'save-configuration list-configurations',
  'undo-change redo-change preview-change suggest-configuration price-configuration duplicate-configuration',
  'change-cart resume-cart add-position change-position copy-position move-position remove-position claim-cart',
  'open-checkout read-checkout change-checkout place-order read-order list-orders',
]
  .join(' ')
  .split(' ')

/** True if the reply contains an amount: net, tax, gross or discount, at any depth. */
function showsPrices(reply: unknown): boolean {
  if (Array.isArray(reply)) return reply.some(showsPrices)
  if (typeof reply !== 'object' || reply === null) return false
  return Object.entries(reply).some(([name, value]) =>
    typeof value === 'number' ? ['net', 'tax', 'gross', 'discount'].includes(name) : showsPrices(value),
  )
}

describe('the rights of a customer group', () => {
  let app: TestApp
  let lamp: Lamp
  let recordNumber = 0

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: [stock, payments, print, vat({ register: null })] })
    lamp = await authorLamp(app)
    await app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
  })
  after(() => app.stop())

  const group = async (fields: Given = {}): Promise<number> =>
    (await app.records.write('customer-group', { ...inBothLanguages('title', `Group ${++recordNumber}`), ...fields })).id
  const member = async (customer_group_id: number, fields: Given = {}): Promise<Shopper & { readonly customerId: number }> => {
    const work = app.shop.createContext({})
    const own = { email: `member-${++recordNumber}@rights.example`, customer_group_id, is_temporary: false, ...fields }
    return { customerId: await work.write(customer, own), customerGroupId: customer_group_id }
  }
  const serve = <T>(shopper: Shopper, verb: string, input: Given = {}): Promise<T> =>
    app.shop.serve(verb, input, { shopper }) as Promise<T>

  interface Outcome {
    readonly code: string
    readonly prices: boolean
  }

  const whole = (): Given => ({ product_id: lamp.product, selections: [{ question_id: lamp.height, value: '20' }] })
  const configured = (shopper: Shopper): Promise<ConfigurationReply> => serve(shopper, 'start-configuration', whole())

  /** Calls every operation of a shop visit once and records each outcome. */
  async function useCart(shopper: Shopper): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>()
    const call = async <T>(verb: string, input: Given = {}): Promise<T | null> => {
      try {
        const reply = await serve<T>(shopper, verb, input)
        outcomes.set(verb, { code: 'OK', prices: showsPrices(reply) })
        return reply
      } catch (error) {
        const code = error instanceof ValidationError ? error.issues[0]!.code : error instanceof ServiceError ? error.code : null
        if (code === null) throw error
        outcomes.set(verb, { code, prices: false })
        return null
      }
    }
    await call('list-products')
    await call('search-products', { sort: 'price' })
    await call('show-product', { key: String(lamp.product) })
    const started = (await call<ConfigurationReply>('start-configuration', whole()))!
    const token = started.configuration
    await call('read-configuration', { token, prices: true })
    await call('change-configuration', {
      token,
      full: true,
      prices: true,
      selections: [{ question_id: lamp.height, value: '30' }],
    })
    await call('undo-change', { token, prices: true })
    await call('redo-change', { token, prices: true })
    await call('preview-change', { token, question_id: lamp.height, value: '25' })
    await call('suggest-configuration', { token })
    await call('price-configuration', { token })
    await call('explain-selection', { token, question_id: lamp.height })
    await call('read-program', { token })
    await call('report-disagreement', { token, catalog_version: 0, parts: ['price'], questions: [lamp.height] })
    await call('duplicate-configuration', { token, prices: true })
    await call('share-configuration', { token })
    await call('guide-configuration', { token })
    await call('find-conflicts', { token, question_id: lamp.colour, value: String(lamp.pink) })
    await call('claim-configuration', { token })
    await call('save-configuration', { token, name: 'For the hall' })
    await call('list-configurations')
    await call('release-configuration', { token })
    // Every shopper may create the first cart. The second is a saved cart and needs a right.
    const { cart } = await serve<CartReply>(shopper, 'create-cart')
    await call('create-cart')
    await call('read-cart', { token: cart })
    await call('current-cart')
    await call('list-carts')
    await call('change-cart', { token: cart, country: 'DE' })
    const filled = (await call<CartReply>('add-position', { token: cart, configuration: token }))!
    const position = filled.positions[0]!.id
    await call('change-position', { token: cart, position, quantity: 2 })
    await call('copy-position', { token: cart, position })
    await serve(shopper, 'add-position', { token: cart, configuration: (await configured(shopper)).configuration })
    await call('resume-cart', { token: cart })
    await call('claim-cart', { token: cart })
    await call('move-position', { token: cart, position })
    const remaining = await serve<CartReply>(shopper, 'read-cart', { token: cart })
    await call('remove-position', { token: cart, position: remaining.positions.at(-1)!.id })
    await call('delete-cart', { token: cart })
    await checkOut(shopper, call)
    await call('read-profile')
    await call('change-profile', { company: 'Engines' })
    const fields = { line1: 'Road 1', zip: '10115', city: 'Town', country_id: await findCountryId(app, 'DE') }
    const address = (await call<{ readonly id: number }>('create-address', fields))!
    await call('list-addresses')
    await call('read-address', { id: address.id })
    await call('change-address', { id: address.id, city: 'Village' })
    await call('delete-address', { id: address.id })
    return outcomes
  }

  /** Creates a cart and orders it. */
  async function checkOut(shopper: Shopper, call: <T>(verb: string, input?: Given) => Promise<T | null>): Promise<void> {
    const { cart } = await serve<CartReply>(shopper, 'create-cart')
    await serve(shopper, 'add-position', { token: cart, configuration: (await configured(shopper)).configuration })
    const { checkout: token } = (await call<{ readonly checkout: string }>('open-checkout', { token: cart }))!
    const billing = { last_name: 'L', line1: 'Road 1', zip: '10115', city: 'Town', country_id: await findCountryId(app, 'DE') }
    await call('change-checkout', { token, billing })
    const read = (await call<{ readonly totals: { readonly gross: number } | null }>('read-checkout', { token }))!
    const placed = await call<{ readonly token: string }>('place-order', { token, total: read.totals?.gross ?? 1 })
    if (placed) await call('read-order', { token: placed.token })
    await call('list-orders')
  }

  const parts = /^(products|search|configurations|carts|checkouts|account|addresses)\b(?!.*\/(quote|uploads|line-item))/

  /** Operations of the catalog, configurations, carts, checkouts, accounts and order reads. Later order actions need no right. */
  const listCheckedVerbs = (): readonly string[] =>
    [...app.context.registry.verbs.values()]
      .filter(({ path }) => parts.test(path) || path === 'orders' || path === 'orders/:token')
      .filter(({ access }) => access.where !== 'accounts')
      .map(({ name }) => name)

  it('are required by exactly the operations that use them', async () => {
    const free = await useCart(await member(await group()))
    expect([...free.keys()], 'this table lists every operation').to.have.members(listCheckedVerbs())
    expect([...free].filter(([, { code }]) => code !== 'OK')).to.deep.equal([])
    expect([...free].flatMap(([name, { prices }]) => (prices ? [name] : []))).to.have.members(priced)
    for (const right of rights) {
      const outcomes = await useCart(await member(await group({ [right]: false })))
      const refused = [...outcomes].flatMap(([name, { code }]) => (code === 'OK' ? [] : [[name, code]]))
      expect(Object.fromEntries(refused), right).to.deep.equal(refusedWithout[right])
      const verbNames = [...outcomes].flatMap(([name, { prices }]) => (prices ? [name] : []))
      const without = refusedWithout[right]
      // Without an order or a saved configuration there is none to read.
      const isEmpty = (name: string): boolean =>
        (without['place-order'] !== undefined && /-orders?$/.test(name)) ||
        (without['save-configuration'] !== undefined && name === 'list-configurations')
      const answered = priced.filter((name) => without[name] === undefined && !isEmpty(name))
      const expected = right === 'may_see_prices' ? [] : answered
      expect(verbNames, right).to.have.members(expected)
    }
  })

  it('block the order of a cart with a message in the language of the request', async () => {
    const shopper = await member(await group({ may_order: false }))
    const { cart } = await serve<CartReply>(shopper, 'create-cart')
    const { configuration } = await configured(shopper)
    const filled = await serve<CartReply>(shopper, 'add-position', { token: cart, configuration })
    const message = 'You cannot place orders here. Please contact us, or request a quote.'
    expect([filled.orderable, filled.blocked]).to.deep.equal([false, [{ code: 'MAY_NOT_ORDER', message }]])
    const german = (await app.shop.serve('read-cart', { token: cart }, { shopper, language: 'de-DE' })) as CartReply
    expect(german.blocked[0]!.message).to.match(/^Sie können hier nicht bestellen/)
  })

  it('hide the prices of a cart and keep its delivery and payment methods', async () => {
    const shopper = await member(await group({ may_see_prices: false }))
    const { cart } = await serve<CartReply>(shopper, 'create-cart', { country: 'DE' })
    const { configuration } = await configured(shopper)
    const filled = await serve<CartReply>(shopper, 'add-position', { token: cart, configuration })
    expect([filled.totals, filled.positions[0]!.price, filled.positions[0]!.unit]).to.deep.equal([null, null, null])
    expect(filled.delivery.methods.map(({ price }) => price)).to.deep.equal([null])
    expect(filled.payment.methods.map(({ price }) => price)).to.deep.equal([null])
    expect([filled.orderable, filled.blocked.map(({ code }) => code)]).to.deep.equal([false, ['PRICES_HIDDEN']])
  })

  it('apply group prices and the group discount in catalog, configuration and cart', async () => {
    const trade = await group({ b2b_mode: true, discount_start_1: 100, discount_type_1: 'percentage', discount_value_1: 10 })
    await app.records.write('product', { baseprice_overrides: [{ customer_group_id: trade, price: 70 }] }, { id: lamp.product })
    await app.records.write('answer', { price_overrides: [{ customer_group_id: trade, price: 4 }] }, { id: lamp.green })
    const nets = async (shopper: Shopper): Promise<readonly unknown[]> => {
      const { shop, product } = await serve<ProductReply>(shopper, 'show-product', { key: String(lamp.product) })
      const green = product.pages[0]!.questions[0]!.answers.find(({ id }) => id === lamp.green)!
      const selections = [
        { question_id: lamp.height, value: '20' },
        { question_id: lamp.colour, value: String(lamp.green) },
        { question_id: lamp.shade, value: String(lamp.plain) },
      ]
      const configured = await serve<ConfigurationReply>(shopper, 'start-configuration', { product_id: lamp.product, selections })
      const { cart } = await serve<CartReply>(shopper, 'create-cart')
      const input = { token: cart, configuration: configured.configuration, quantity: 2 }
      const { totals, positions } = await serve<CartReply>(shopper, 'add-position', input)
      return [shop.b2b, product.price!.net, green.price!.net, configured.price!.net, positions[0]!.unit!.net, totals!.net]
    }
    const otherPrices = await nets(await member(await group()))
    const own = await nets(await member(trade))
    await app.records.write('product', { baseprice_overrides: [] }, { id: lamp.product })
    await app.records.write('answer', { price_overrides: [] }, { id: lamp.green })
    expect(otherPrices).to.deep.equal([false, 100, 15, 115, 115, 230])
    expect(own).to.deep.equal([true, 70, 4, 74, 74, 133.2])
  })

  describe('with a party', () => {
    it("let customers read the party's addresses and change only their own", async () => {
      const germany = await findCountryId(app, 'DE')
      const party_id = (await app.records.write('party', { name: 'Engines', kind: 'organisation' })).id
      const street = { company: 'Engines', line1: 'Works 1', zip: '10115', city: 'Town', country_id: germany }
      const works = (await app.records.write('address', { ...street, party_id, is_default_delivery: true })).id
      const buyer = await member(await group(), { party_id })
      const stranger = await member(await group())
      const own = await serve<{ readonly id: number }>(buyer, 'create-address', { ...street, line1: 'Home 2' })
      const { addresses } = await serve<{ readonly addresses: readonly Given[] }>(buyer, 'list-addresses')
      expect(addresses.map(({ id, line1, of_party }) => [id, line1, of_party])).to.deep.equal([
        [own.id, 'Home 2', false],
        [works, 'Works 1', true],
      ])
      expect(addresses[1]).to.not.have.any.keys('party_id', 'customer_id')
      expect(await serve(buyer, 'read-address', { id: works })).to.include({ line1: 'Works 1', of_party: true })
      for (const verb of ['change-address', 'delete-address']) {
        const refusal = await serve(buyer, verb, { id: works, ...(verb === 'change-address' && { city: 'Mine' }) }).catch(
          (error: unknown) => error,
        )
        expect(refusal, verb).to.be.instanceOf(ValidationError)
        expect((refusal as ValidationError).issues[0]!.code).to.equal('OF_PARTY')
      }
      for (const verb of ['read-address', 'change-address', 'delete-address']) {
        const refusal = await serve(stranger, verb, { id: works }).catch((error: unknown) => error)
        expect((refusal as ServiceError).code, verb).to.equal('NOT_FOUND')
      }
      expect(await serve(buyer, 'read-address', { id: works })).to.include({ city: 'Town' })
    })

    it("use the party's delivery address until the customer has one", async () => {
      const japan = await findCountryId(app, 'JP')
      const party_id = (await app.records.write('party', { name: 'Engines', kind: 'organisation' })).id
      await app.records.write('address', { line1: '1', city: 'T', country_id: japan, party_id, is_default_delivery: true })
      const buyer = await member(await group(), { party_id })
      const { cart } = await serve<CartReply>(buyer, 'create-cart', { country: 'FR' })
      const country = async (): Promise<string | null> =>
        (await serve<CartReply>(buyer, 'read-cart', { token: cart })).delivery.country
      expect(await country()).to.equal('JP')
      const place = { line1: '2', zip: '10115', city: 'U', country_id: await findCountryId(app, 'DE') }
      const own = { ...place, company: 'Engines', is_default_delivery: true }
      await serve(buyer, 'create-address', own)
      expect(await country()).to.equal('DE')
    })
  })

  it('do not exempt a shopper from the validation of their VAT id', async () => {
    const shopper = await member(await group())
    const refusal = await serve(shopper, 'change-profile', { vat_id: 'DE123' }).catch((error: unknown) => error)
    expect((refusal as ValidationError).issues.map(({ field }) => field)).to.deep.equal(['vat_id'])
    expect(await serve(shopper, 'change-profile', { vat_id: 'de 136 695 976' })).to.include({ vat_id: 'DE136695976' })
  })
})
