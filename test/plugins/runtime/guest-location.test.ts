// Country, state and currency of a guest: catalog, configuration and cart show the same price.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { ProductListReply, ProductReply } from '../../../core/shop/catalogue/define.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { registerAccount } from '../../support/registration.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { findCountryId, findCurrencyId } from '../../support/guest-shop.js'
import { readFirstId } from '../../support/small-shop.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1'

interface Problem {
  readonly validationIssues: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

describe('the country and currency of a guest', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let germany: number
  let taxClass: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { plugins: [stock, payments, print] })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    germany = await findCountryId(app, 'DE')
    taxClass = (await app.records.write('tax-class', { title: 'Own', default_rate: 5 })).id
    const tax_class_id = taxClass
    await app.records.write('product', { tax_class_id }, { id: lamp.product })
    await app.records.write('shipping-method', { tax_class_id }, { id: await readFirstId(app.records, 'shipping-method') })
    const states = [
      { country: 'US', name: 'California', code: 'CA', rate: 7.25 },
      { country: 'US', name: 'Oregon', code: '', rate: 0 },
      { country: 'DE', name: 'Bavaria', code: 'BY', rate: 19 },
    ]
    await app.records.write('tax-rate', { tax_class_id, country_id: germany, rate: 19 })
    // Replaces the seeded states, which all have a code.
    for (const { id } of await app.shop.createContext({}).list('state')) await app.records.remove('state', id)
    for (const { country, rate, ...fields } of states) {
      const state_id = (await app.records.write('state', { ...fields, country_id: await findCountryId(app, country) })).id
      await app.records.write('tax-rate', { tax_class_id, state_id, rate })
    }
    await app.records.write('currency', { published: true, multiplicator: 1.1 }, { id: await findCurrencyId(app, 'USD') })
    await app.records.write('currency', { published: true, multiplicator: 160 }, { id: await findCurrencyId(app, 'JPY') })
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const selections = (): object => [{ question_id: lamp.height, value: '20' }]
  const start = (fields: object = {}): Promise<ConfigurationReply> =>
    client.data('POST', `${base}/configurations`, { product_id: lamp.product, selections: selections(), ...fields })
  const read = (token: string): Promise<ConfigurationReply> => client.data('GET', `${base}/configurations/${token}`)
  const choose = (token: string, fields: object): Promise<ConfigurationReply> =>
    client.data('PATCH', `${base}/configurations/${token}`, fields)
  const begin = (fields: object = {}): Promise<CartReply> => client.data('POST', `${base}/carts`, fields)
  const cartOf = (token: string): Promise<CartReply> => client.data('GET', `${base}/carts/${token}`)
  const change = (cart: string, fields: object): Promise<CartReply> => client.data('PATCH', `${base}/carts/${cart}`, fields)
  const filled = async (fields: object = {}, quantity = 1): Promise<CartReply> => {
    const { cart } = await begin(fields)
    const { configuration } = await start()
    return client.data('POST', `${base}/carts/${cart}/positions`, { configuration, quantity })
  }
  const issues = ({ status, body }: JsonReply): Problem['validationIssues'] => {
    expect(status).to.equal(422)
    return (body as Problem).validationIssues
  }

  it('determine the same tax in catalog, configuration and cart', async () => {
    const places: readonly (readonly [object, string | null, string | null, number])[] = [
      [{}, null, null, 5],
      [{ country: 'DE' }, 'DE', null, 19],
      [{ country: 'de', state: 'bavaria' }, 'DE', 'BY', 19],
      [{ country: 'US', state: 'ca' }, 'US', 'CA', 7.25],
      [{ country: 'US', state: 'Oregon' }, 'US', 'Oregon', 0],
      [{ country: 'US' }, 'US', null, 5],
    ]
    for (const [place, country, state, rate] of places) {
      const query = new URLSearchParams(place as Record<string, string>).toString()
      const { product } = await client.data<ProductReply>('GET', `${base}/products/${lamp.product}?${query}`)
      const { products } = await client.data<ProductListReply>('GET', `${base}/products?${query}`)
      const configured = await start(place)
      const tax = (100 * rate) / 100
      for (const price of [product.price, products[0]!.price, configured.price]) {
        expect(price, query).to.deep.include({ net: 100, tax, gross: 100 + tax })
      }
      expect(configured).to.include({ country, state })
      expect(await read(configured.configuration)).to.deep.include({ country, state, price: configured.price })
      const path = `${base}/products/${lamp.product}?configuration=${configured.configuration}`
      expect((await client.data<ProductReply>('GET', path)).product.price!.tax).to.equal(tax)
      const cart = await filled(place)
      expect(cart).to.include({ country, state })
      expect(cart.totals).to.deep.include({ net: 100, tax, gross: 100 + tax })
    }
  })

  it('can be changed and cleared, and a new country clears the state', async () => {
    const { configuration } = await start({ country: 'US', state: 'CA' })
    expect((await choose(configuration, { state: 'Oregon' })).price!.tax).to.equal(0)
    expect(await choose(configuration, { state: null })).to.include({ country: 'US', state: null })
    await choose(configuration, { state: 'CA' })
    const changed = await choose(configuration, { country: 'DE' })
    expect(changed).to.include({ country: 'DE', state: null })
    expect(changed.price!.tax).to.equal(19)
    expect(await choose(configuration, { country: null })).to.include({ country: null, state: null })
    const { cart } = await begin({ country: 'US', state: 'CA' })
    expect(await change(cart, { country: 'US' })).to.include({ country: 'US', state: 'CA' })
    expect(await change(cart, { country: '' })).to.include({ country: null, state: null })
  })

  it('are rejected with the accepted values if they are unknown, and nothing changes', async () => {
    const { cart } = await begin({ country: 'US', state: 'CA' })
    const { configuration } = await start({ country: 'DE' })
    const doors: readonly (readonly [string, string, object])[] = [
      ['POST', `${base}/configurations`, { product_id: lamp.product }],
      ['PATCH', `${base}/configurations/${configuration}`, {}],
      ['POST', `${base}/carts`, {}],
      ['PATCH', `${base}/carts/${cart}`, {}],
    ]
    for (const [method, path, rest] of doors) {
      const [unknown] = issues(await client.send(method, path, { ...rest, country: 'XX', note: undefined }))
      expect(unknown, path).to.include({ field: 'country', code: 'UNKNOWN_COUNTRY' })
      expect(unknown!.message).to.match(/'XX' is no country of this shop\. It takes one of the codes .*\bDE\b/)
      const [foreign] = issues(await client.send(method, path, { ...rest, country: 'US', state: 'BY' }))
      expect(foreign, path).to.include({ field: 'state', code: 'UNKNOWN_STATE' })
      expect(foreign!.message).to.equal("Field 'state': 'BY' is no state of US. It takes 'CA', 'Oregon'.")
    }
    const [alone] = issues(await client.send('POST', `${base}/carts`, { state: 'CA' }))
    expect(alone!.message).to.contain("Send its 'country' with it.")
    const [none] = issues(await client.send('POST', `${base}/carts`, { country: 'FR', state: 'Paris' }))
    expect(none!.message).to.contain('of which this shop knows none')
    expect(issues(await client.send('GET', `${base}/products?country=XX`))[0]!.field).to.equal('country')
    expect(await cartOf(cart)).to.include({ country: 'US', state: 'CA' })
    expect(await read(configuration)).to.include({ country: 'DE', state: null })
    await app.records.write('country', { published: false }, { id: await findCountryId(app, 'FR') })
    const hidden = await client.send('POST', `${base}/carts`, { country: 'FR' })
    await app.records.write('country', { published: true }, { id: await findCountryId(app, 'FR') })
    expect(issues(hidden)[0]!.code).to.equal('UNKNOWN_COUNTRY')
  })

  it('can change to any published currency in a configuration', async () => {
    const { configuration, price, currency } = await start()
    expect([currency.code, price!.net]).to.deep.equal(['EUR', 100])
    const dollars = await choose(configuration, { currency: 'USD' })
    expect([dollars.currency.code, dollars.price!.net]).to.deep.equal(['USD', 110])
    const changed = await choose(configuration, { selections: [{ question_id: lamp.height, value: '30' }] })
    expect([changed.currency.code, changed.price!.net]).to.deep.equal(['USD', 110])
    for (const code of ['CHF', 'QQQ', 'usd']) {
      const [refused] = issues(await client.send('PATCH', `${base}/configurations/${configuration}`, { currency: code }))
      expect(refused).to.include({ field: 'currency', code: 'UNKNOWN_CURRENCY' })
      expect(refused!.message).to.contain("The currencies are 'EUR', 'JPY', 'USD'")
    }
    expect((await read(configuration)).currency.code).to.equal('USD')
  })

  it('change together for a cart and all its positions', async () => {
    const { cart } = await filled({}, 3)
    const { configuration } = await start({ currency: 'JPY', country: 'US', state: 'CA' })
    const two = await client.data<CartReply>('POST', `${base}/carts/${cart}/positions`, { configuration })
    expect(two.positions.map(({ unit }) => unit!.net)).to.deep.equal([100, 100])
    // A configuration takes the currency and country of its cart.
    expect(await read(configuration)).to.deep.include({ country: null, state: null, price: await priceIn(two, 1) })
    const german = await change(cart, { currency: 'USD', country: 'DE', note: 'Ring twice' })
    expect(german).to.deep.include({ country: 'DE', state: null, note: 'Ring twice' })
    expect(german.currency.code).to.equal('USD')
    expect(german.totals).to.deep.include({ net: 440, tax: 83.6, gross: 523.6 })
    for (const [index, position] of german.positions.entries()) {
      const inside = await read(position.configuration)
      expect(inside).to.deep.include({ country: 'DE', price: await priceIn(german, index) })
      expect(inside.currency.code).to.equal('USD')
    }
    expect(await change(cart, { note: null })).to.deep.include({ note: '', country: 'DE' })
    // Copies have the country of the original.
    const copied = await client.data<CartReply>('POST', `${base}/carts/${cart}/positions/${german.positions[0]!.id}/copy`)
    expect((await read(copied.positions[2]!.configuration)).country).to.equal('DE')
    const refused = await client.send('PATCH', `${base}/carts/${cart}`, { currency: 'CHF', country: 'US', note: 'Lost' })
    expect(issues(refused).map(({ code }) => code)).to.deep.equal(['UNKNOWN_CURRENCY'])
    expect(await cartOf(cart)).to.deep.include({ country: 'DE', note: '', totals: copied.totals })
  })

  /** The unit price of a position in the format of a configuration. */
  const priceIn = (cart: CartReply, index: number): Promise<ConfigurationReply['price']> =>
    Promise.resolve({ ...cart.positions[index]!.unit!, recurring: { net: 0, tax: 0, gross: 0 } })

  it('change on the cart only, not on a configuration inside it', async () => {
    const { cart, positions } = await filled()
    const { configuration } = positions[0]!
    for (const fields of [{ currency: 'USD' }, { country: 'DE' }, { state: '' }]) {
      const [refused] = issues(await client.send('PATCH', `${base}/configurations/${configuration}`, fields))
      expect(refused).to.include({ field: 'configuration', code: 'IN_CART' })
    }
    await client.data('DELETE', `${base}/carts/${cart}/positions/${positions[0]!.id}`)
    expect((await choose(configuration, { currency: 'USD' })).currency.code).to.equal('USD')
  })

  it('are overridden by the delivery address of the account', async () => {
    const { cart } = await filled({ country: 'US', state: 'CA' })
    const person = { email: 'ada@places.example', password: 'correct horse', cart }
    const { session } = await registerAccount(app, person)
    const headers = { 'x-svc-shopper': session }
    const taxOf = async (): Promise<number> => {
      const { body } = await client.send('GET', `${base}/carts/${cart}`, undefined, headers)
      return (body as { readonly data: CartReply }).data.totals!.tax
    }
    expect(await taxOf()).to.equal(7.25)
    const address = {
      last_name: 'Byron',
      line1: 'Road 1',
      zip: '10117',
      city: 'Town',
      country_id: germany,
      is_default_delivery: true,
    }
    await client.send('POST', `${base}/addresses`, address, headers)
    expect(await taxOf()).to.equal(19)
  })

  it('determine the delivery methods, payment methods and the estimated total of a cart', async () => {
    const method = await readFirstId(app.records, 'shipping-method')
    await app.records.write('shipping-method', { price: 4.9, delivery_days: 2, max_weight: 5 }, { id: method })
    const shipper_id = await readFirstId(app.records, 'shipper')
    const zone_id = (await app.records.write('zone', { title: 'Germany', country_ids: [germany] })).id
    const freight = { title_en_GB: 'Freight', title_de_DE: 'Spedition', shipper_id, zone_id, price: 50 }
    await app.records.write('shipping-method', { ...freight, tax_class_id: taxClass })
    const payment = await readFirstId(app.records, 'payment-method')
    await app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
    await app.records.write('payment-method', { percentage: 2, description_en_GB: '<p>Soon.</p>' }, { id: payment })
    const cart = await filled({ country: 'DE' })
    expect(cart.delivery).to.deep.include({ required: true, country: 'DE', message: null })
    expect(cart.delivery.methods.map(({ title, days, price }) => [title, days, price])).to.deep.equal([
      ['Standard delivery', 2, { net: 4.9, tax: 0.93, gross: 5.83 }],
      ['Freight', null, { net: 50, tax: 9.5, gross: 59.5 }],
    ])
    // A method without delivery days has no dates. A configuration has the dates of the cheapest method.
    const [parcel, freightMethod] = cart.delivery.methods
    expect([parcel?.dates?.text, freightMethod?.dates]).to.deep.equal([
      (await start({ country: 'DE' })).delivery_dates?.text,
      null,
    ])
    expect(parcel?.dates).to.have.keys('earliest', 'latest', 'text')
    expect((await start()).delivery_dates).to.equal(null)
    // 2 % of 100 + 4.90, at the tax rate of the lamp.
    expect(cart.payment.methods).to.have.length(1)
    expect(cart.payment.methods[0]).to.deep.include({
      ...{ id: payment, connector: 'bank_transfer', description: '<p>Soon.</p>' },
      price: { net: 2.1, tax: 0.4, gross: 2.5 },
    })
    expect(cart.totals).to.deep.include({ net: 100, tax: 19, gross: 119 })
    expect(cart.totals!.estimate).to.deep.equal({
      ...{ net: 107, tax: 20.33, gross: 127.33 },
      rates: [{ rate: 19, code: null, net: 107, tax: 20.33 }],
    })
    // One lamp weighs 2, so three exceed the parcel's limit of 5.
    const heavy = await filled({ country: 'DE' }, 3)
    expect(heavy.delivery.methods.map(({ title }) => title)).to.deep.equal(['Freight'])
    const abroad = await filled({ country: 'US' }, 3)
    expect(abroad.delivery).to.deep.include({
      country: 'US',
      methods: [],
      message: 'We do not ship orders of this weight to US.',
    })
    expect(abroad.totals!.estimate.net).to.equal(306)
    const nowhere = await filled()
    expect(nowhere.delivery).to.deep.include({ country: null, methods: [] })
    expect(nowhere.delivery.message).to.equal('Choose your country to see the shipping costs.')
    const german = await client.data<CartReply>('GET', `/de${base}/carts/${abroad.cart}`)
    expect(german.delivery.message).to.equal('Bestellungen mit diesem Gewicht liefern wir nicht nach US.')
    expect((await begin({ country: 'DE' })).delivery).to.deep.include({ methods: [], message: null })
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    const collected = await cartOf(cart.cart)
    await app.records.write('settings', { disable_delivery: false }, { id: 1 })
    expect(collected.delivery).to.deep.equal({ required: false, country: 'DE', methods: [], message: null })
    expect(collected.totals!.estimate.net).to.equal(102)
  })

  it('block the order while the currency is not published, until the guest chooses another', async () => {
    const { cart } = await filled({ currency: 'JPY' })
    const yen = await findCurrencyId(app, 'JPY')
    await app.records.write('currency', { published: false }, { id: yen })
    const cartReply = await cartOf(cart)
    expect(cartReply).to.include({ orderable: false })
    expect([cartReply.currency.code, cartReply.totals!.net]).to.deep.equal(['JPY', 16_000])
    expect(cartReply.blocked).to.deep.equal([
      { code: 'CURRENCY_NOT_OFFERED', message: 'JPY is no longer available. Please choose another currency.' },
    ])
    const mended = await change(cart, { currency: 'EUR' })
    await app.records.write('currency', { published: true }, { id: yen })
    expect([mended.orderable, mended.blocked, mended.totals!.net]).to.deep.equal([true, [], 100])
  })
})
