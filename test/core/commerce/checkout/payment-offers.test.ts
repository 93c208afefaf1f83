// Payment methods by country, group and amount.
import { expect } from 'chai'
import { type PaymentOffer, findPaymentOffers } from '../../../../core/commerce/checkout/offers.js'
import { type DocumentLine, priceDocument, type DeliveryTerms } from '../../../../core/engine/money/document.js'
import { fromAmount, toAmount } from '../../../../core/engine/money/amount.js'
import type { DiscountLevel } from '../../../../core/engine/money/goods.js'
import { payments } from '../../../../plugins/payments/index.js'
import { print } from '../../../../plugins/print/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { catchError } from '../../../support/caught-error.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { findCountryId, findCurrencyId, type GuestLocation, openTestShop, setOrdering } from '../../../support/guest-shop.js'
import { removeMethodParams } from '../../../support/scripted-provider.js'
import { inBothLanguages } from '../../../support/small-shop.js'

interface Asked extends GuestLocation {
  readonly billing?: number
  readonly lines?: readonly DocumentLine[]
  readonly delivery?: DeliveryTerms
  readonly levels?: readonly DiscountLevel[]
}

const line = (net: number, rate = 19): DocumentLine => ({
  unit: toAmount(net),
  quantity: 1,
  rates: [{ rate, code: null }],
  recurring: 0,
  recurringRates: [],
})

describe('payment methods', () => {
  let app: TestApp
  let germany: number
  let austria: number
  let taxClass: number

  before(async () => {
    app = await bootTestApp({ plugins: [stock, payments, print] })
    germany = await findCountryId(app, 'DE')
    austria = await findCountryId(app, 'AT')
    taxClass = (await app.records.write('tax-class', { title: 'Reduced', default_rate: 7 })).id
    await app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
  })
  after(() => app.stop())
  beforeEach(async () => {
    for (const { id } of (await app.records.list('payment-method', { limit: 100 })).records)
      await app.records.remove('payment-method', id)
  })

  const method = async (title: string, fields: object = {}): Promise<number> =>
    (await app.records.write('payment-method', { ...inBothLanguages('title', title), connector: 'bank_transfer', ...fields })).id
  const offers = async ({
    billing,
    lines = [line(100)],
    delivery,
    levels,
    ...at
  }: Asked = {}): Promise<readonly PaymentOffer[]> => {
    const { work, shop } = await openTestShop(app, { countryId: germany, ...at })
    const goods = priceDocument(lines, { currency: shop.currency, levels: levels ?? [], delivery: delivery ?? null })
    return findPaymentOffers(work, shop, { billingCountryId: billing ?? null, goods })
  }
  const titles = async (input?: Asked): Promise<readonly string[]> => (await offers(input)).map(({ title }) => title)
  const amounts = async (input?: Asked): Promise<readonly number[]> => {
    const [{ net, tax, gross }] = (await offers(input)) as [PaymentOffer]
    return [net, tax, gross].map(fromAmount)
  }

  it('apply to the billing country, or to the delivery country if there is none', async () => {
    await method('Austrian', { country_ids: [austria] })
    expect(await titles({ billing: austria })).to.deep.equal(['Austrian'])
    expect(await titles({ billing: germany, countryId: austria })).to.deep.equal([])
    expect(await titles({ countryId: austria })).to.deep.equal(['Austrian'])
    expect(await titles({ countryId: germany })).to.deep.equal([])
    expect(await titles({ countryId: null })).to.deep.equal([])
  })

  it('apply to everyone if no countries or groups are listed, and otherwise to the listed ones', async () => {
    const trade = (await app.records.write('customer-group', inBothLanguages('title', 'Trade'))).id
    await method('All')
    await method('Trade', { customer_group_ids: [trade] })
    await method('Both', { customer_group_ids: [trade], country_ids: [austria] })
    expect(await titles()).to.deep.equal(['All'])
    expect(await titles({ groupId: trade })).to.deep.equal(['All', 'Trade'])
    expect(await titles({ groupId: trade, countryId: austria })).to.deep.equal(['All', 'Trade', 'Both'])
  })

  it('by bank transfer are neither offered nor published without the IBAN of the store, and stay editable', async () => {
    const id = await method('Transfer')
    await app.records.write('store', { iban: '' }, { id: 1 })
    try {
      expect(await titles()).to.deep.equal([])
      await app.records.write('payment-method', { price: 1 }, { id })
      const refusal = await catchError(method('Another'))
      expect(refusal.message).to.include('‘Bank transfer’ needs the IBAN of your store.')
      const unpublished = await method('Later', { published: false })
      expect(await catchError(app.records.write('payment-method', { published: true }, { id: unpublished }))).to.include({
        code: 'VALIDATION_FAILED',
      })
    } finally {
      await app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
    }
    expect(await titles()).to.deep.equal(['Transfer'])
  })

  it('are sorted by ordering, then id, regardless of their price', async () => {
    const places = new Map([
      [await method('Second'), 5],
      [await method('Third'), 5],
      [await method('First', { price: 99 }), 1],
      [await method('Hidden', { published: false }), 0],
    ])
    await setOrdering(app, 'svc_payment_method', places)
    expect(await titles()).to.deep.equal(['First', 'Second', 'Third'])
  })

  it('add a percentage of net goods after discount and net delivery, rounded once together with their price', async () => {
    await method('Card', { price: 0.335, percentage: 1.5, tax_class_id: taxClass })
    const levels: readonly DiscountLevel[] = [{ start: 0, type: 'percentage', value: 10, title: null }]
    const delivery = { price: 4.9, rates: [{ rate: 19, code: null }] }
    // 0.335 + 1.5 % of (90 + 4.90) = 0.335 + 1.4235 = 1.7585. 7 % of 1.76 is 0.1232.
    expect(await amounts({ levels, delivery })).to.deep.equal([1.76, 0.12, 1.88])
  })

  it('limit the total surcharge by minimum and maximum, where null and 0 are no limit, and allow negative surcharges', async () => {
    await method('Card', { price: 1, percentage: 2, price_min: 2.5, price_max: 4, tax_class_id: taxClass })
    const costs = async (net: number): Promise<number> => (await amounts({ lines: [line(net)] }))[0]!
    expect([await costs(10), await costs(100), await costs(1000)]).to.deep.equal([2.5, 3, 4])
    const [only] = (await app.records.list('payment-method', { limit: 1 })).records
    await app.records.write('payment-method', { price_min: 0, price_max: null }, { id: only!.id })
    expect([await costs(10), await costs(1000)]).to.deep.equal([1.2, 21])
    await app.records.write('payment-method', { price: 0, percentage: -3 }, { id: only!.id })
    expect(await amounts()).to.deep.equal([-3, -0.21, -3.21])
  })

  it('convert price and limits to the currency and round them', async () => {
    const yen = await findCurrencyId(app, 'JPY')
    await app.records.write('currency', { published: true, multiplicator: 162.37, decimals: 0 }, { id: yen })
    await method('Fee', { price: 1, tax_class_id: taxClass })
    // 162.37 rounds to 162. 7 % of it is 11.34.
    expect(await amounts({ currency: 'JPY' })).to.deep.equal([162, 11, 173])
    const [only] = (await app.records.list('payment-method', { limit: 1 })).records
    await app.records.write('payment-method', { price_min: 2 }, { id: only!.id })
    expect(await amounts({ currency: 'JPY' })).to.deep.equal([325, 23, 348])
  })

  it('are taxed like the largest line if they have no tax class', async () => {
    await method('Fee', { price: 10 })
    expect(await amounts({ lines: [line(10, 5), line(90, 20), line(40, 7)] })).to.deep.equal([10, 2, 12])
    expect(await amounts({ lines: [line(50, 5), line(50, 20)] })).to.deep.equal([10, 2, 12])
    await app.records.write('payment-method', { tax_class_id: taxClass }, { id: (await offers())[0]!.id })
    expect(await amounts({ lines: [line(10, 5), line(90, 20)] })).to.deep.equal([10, 0.7, 10.7])
  })

  it('are returned in the requested language, with their provider', async () => {
    await method('Transfer', { title_de_DE: 'Überweisung', description_en_GB: '<p>Soon.</p>', description_de_DE: '<p>Bald.</p>' })
    const [german] = await offers({ language: 'de-DE' })
    expect(german).to.include({ title: 'Überweisung', description: '<p>Bald.</p>', connector: 'bank_transfer' })
  })

  it('are not offered while a parameter that the connector requires is missing', async () => {
    const params = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' }
    const stripe = await method('Card', { connector: 'stripe', params })
    await method('Transfer')
    expect(await titles()).to.deep.equal(['Card', 'Transfer'])
    await removeMethodParams(app, stripe)
    expect(await titles()).to.deep.equal(['Transfer'])
    await app.records.write('payment-method', { params }, { id: stripe })
    expect(await titles()).to.deep.equal(['Card', 'Transfer'])
  })

  it('are not offered without their provider, or if the surcharge is too large to be exact', async () => {
    await method('Transfer')
    await method('Ransom', { price: 900_000_000_000, percentage: 100, ordering: 99 })
    expect(await titles({ lines: [line(700_000_000_000)] })).to.deep.equal(['Transfer'])
    const { work, shop } = await openTestShop(app, { countryId: germany })
    const goods = priceDocument([line(1)], { currency: shop.currency })
    const registry = { ...work.context.registry, paymentProviders: new Map() }
    const without = Object.assign(Object.create(work) as typeof work, { context: { ...work.context, registry } })
    expect(await findPaymentOffers(without, shop, { billingCountryId: null, goods })).to.deep.equal([])
  })
})
