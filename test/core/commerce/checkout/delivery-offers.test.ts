// Shipping methods by weight, country and price.
import { expect } from 'chai'
import { type DeliveryOffer, findDeliveryOffers } from '../../../../core/commerce/checkout/offers.js'
import { fromAmount, toAmount } from '../../../../core/engine/money/amount.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { findCountryId, findCurrencyId, openTestShop, setOrdering } from '../../../support/guest-shop.js'
import { readFirstId, inBothLanguages } from '../../../support/small-shop.js'

describe('shipping methods', () => {
  let app: TestApp
  let germany: number
  let austria: number
  let switzerland: number
  let shipper: number
  let taxClass: number
  let alps: number

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())
  beforeEach(async () => {
    await app.reset()
    ;[germany, austria, switzerland] = [
      await findCountryId(app, 'DE'),
      await findCountryId(app, 'AT'),
      await findCountryId(app, 'CH'),
    ]
    taxClass = (await app.records.write('tax-class', { title: 'Normal', default_rate: 19 })).id
    shipper = (await app.records.write('shipper', { ...inBothLanguages('title', 'Carrier'), title_de_DE: 'Spedition' })).id
    alps = await zone('Alps', [austria, switzerland])
    await app.records.remove('shipping-method', await readFirstId(app.records, 'shipping-method'))
  })

  const zone = async (title: string, country_ids: readonly number[]): Promise<number> =>
    (await app.records.write('zone', { title, country_ids })).id
  const method = async (title: string, fields: object = {}): Promise<number> => {
    const joins = { shipper_id: shipper, zone_id: alps, tax_class_id: taxClass }
    return (await app.records.write('shipping-method', { ...inBothLanguages('title', title), ...joins, price: 5, ...fields })).id
  }
  const offers = async (weight = 1, options: Parameters<typeof openTestShop>[1] = {}): Promise<readonly DeliveryOffer[]> => {
    const { work, shop } = await openTestShop(app, { countryId: austria, ...options })
    return findDeliveryOffers(work, shop, toAmount(weight))
  }
  const titles = async (...args: Parameters<typeof offers>): Promise<readonly string[]> =>
    (await offers(...args)).map(({ title }) => title)

  it('include both limits of their weight range', async () => {
    await method('Parcel', { min_weight: 2, max_weight: 5.5 })
    expect(await titles(2)).to.deep.equal(['Parcel'])
    expect(await titles(5.5)).to.deep.equal(['Parcel'])
    expect(await titles(1.9999)).to.deep.equal([])
    expect(await titles(5.5001)).to.deep.equal([])
  })

  it('have no limit if the weight is omitted or 0', async () => {
    await method('Left out', { price: 1 })
    await method('Zero', { price: 2, min_weight: 0, max_weight: 0 })
    await method('From', { price: 3, min_weight: 10, max_weight: 0 })
    await method('To', { price: 4, min_weight: 0, max_weight: 10 })
    expect(await titles(0)).to.deep.equal(['Left out', 'Zero', 'To'])
    expect(await titles(1_000_000)).to.deep.equal(['Left out', 'Zero', 'From'])
  })

  it('are offered if published, from all zones of the delivery country', async () => {
    const europe = await zone('Europe', [germany, austria])
    await method('Alpine', { price: 3 })
    await method('European', { price: 2, zone_id: europe })
    await method('Hidden', { price: 1, published: false })
    expect(await titles()).to.deep.equal(['European', 'Alpine'])
    expect(await titles(1, { countryId: switzerland })).to.deep.equal(['Alpine'])
    expect(await titles(1, { countryId: germany })).to.deep.equal(['European'])
    expect(await titles(1, { countryId: await findCountryId(app, 'JP') })).to.deep.equal([])
    expect(await titles(1, { countryId: null })).to.deep.equal([])
  })

  it('are sorted by net price, then ordering, then id', async () => {
    const places = new Map([
      [await method('Third'), 7],
      [await method('Fourth'), 7],
      [await method('Second'), 3],
      [await method('Fifth', { price: 6 }), 1],
      [await method('First', { price: 4.9 }), 9],
    ])
    await setOrdering(app, 'svc_shipping_method', places)
    expect(await titles()).to.deep.equal(['First', 'Second', 'Third', 'Fourth', 'Fifth'])
  })

  it('are not offered if delivery is disabled', async () => {
    await method('Parcel')
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    expect(await titles()).to.deep.equal([])
  })

  it('are converted and rounded to the currency before they are compared', async () => {
    // 4.004 and 4.001 euros are both 4.00. In yen both are 650: 4.001 × 162.37 = 649.6 and 4.004 × 162.37 = 650.1.
    await method('Dear and first', { price: 4.004, ordering: 1 })
    await method('Cheap and second', { price: 4.001, ordering: 2 })
    const yen = await findCurrencyId(app, 'JPY')
    await app.records.write('currency', { published: true, multiplicator: 162.37, decimals: 0 }, { id: yen })
    expect(await titles()).to.deep.equal(['Dear and first', 'Cheap and second'])
    const inYen = await offers(1, { currency: 'JPY' })
    expect(inYen.map(({ title, net, tax, gross }) => [title, ...[net, tax, gross].map(fromAmount)])).to.deep.equal([
      // 19 % of 650 is 123.5.
      ['Dear and first', 650, 124, 774],
      ['Cheap and second', 650, 124, 774],
    ])
  })

  it('are taxed by their own class at the destination, and not in a country without VAT', async () => {
    const reduced = (await app.records.write('tax-class', { title: 'Reduced', default_rate: 10 })).id
    await method('Parcel', { price: 10, tax_class_id: reduced, delivery_days: 3 })
    const [offer] = await offers(1, { language: 'de-DE' })
    expect(offer).to.deep.include({ shipper: 'Spedition', days: 3, terms: { price: 10, rates: [{ rate: 10, code: null }] } })
    expect([offer!.net, offer!.tax, offer!.gross].map(fromAmount)).to.deep.equal([10, 1, 11])
    await app.records.write('country', { vat_free: true }, { id: switzerland })
    const [free] = await offers(1, { countryId: switzerland })
    expect([free!.net, free!.tax, free!.gross].map(fromAmount)).to.deep.equal([10, 0, 10])
  })

  it('are not offered if the converted price is too large to be exact', async () => {
    const bolivar = await findCurrencyId(app, 'VES')
    await app.records.write('currency', { published: true, multiplicator: 9_000_000, decimals: 2 }, { id: bolivar })
    await method('Parcel', { price: 1 })
    await method('Ransom', { price: 900_000 })
    expect(await titles(1, { currency: 'VES' })).to.deep.equal(['Parcel'])
  })
})
