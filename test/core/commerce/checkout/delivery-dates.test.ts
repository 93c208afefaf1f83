// The expected delivery: the rule, and the same range from configuration to mail and confirmation.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../../core/commerce/configuration/define.js'
import { computeDeliveryDates, computeTotalDays, type DeliveryDates } from '../../../../core/commerce/checkout/offers.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { readOrder } from '../../../../core/commerce/document/rows.js'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { buildPrintSheet } from '../../../../plugins/print/sheet.js'
import { toSheetSource } from '../../../plugins/print/frozen-documents.js'
import { createTestClock } from '../../../support/clock.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import {
  checkoutPlugins,
  completeCheckout,
  guestVisitor,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('computeDeliveryDates', () => {
  const compute = (
    dispatchTimes: readonly (number | null)[],
    deliveryDays: number | null,
    day = '2026-11-30',
    language = 'en-GB',
  ) => computeDeliveryDates({ dispatchTimes, deliveryDays }, day, language)
  const days = (dates: DeliveryDates | null) => dates && [dates.earliest, dates.latest]
  /** With plain spaces: ICU puts thin ones around the dash. */
  const inWords = (dates: DeliveryDates | null) => dates?.text.replace(/[\u2009\u202f]/g, ' ')

  it('counts calendar days: dispatch time plus delivery days, over the end of a month and a weekend', () => {
    expect(days(compute([10], 4))).to.deep.equal(['2026-12-12', '2026-12-14'])
    expect(days(compute([0], 3, '2028-02-27'))).to.deep.equal(['2028-02-28', '2028-03-01'])
  })

  it('starts up to two days before the last day, but never on the day of dispatch', () => {
    expect(days(compute([10], 1))).to.deep.equal(['2026-12-11', '2026-12-11'])
    expect(days(compute([10], 2))).to.deep.equal(['2026-12-11', '2026-12-12'])
    expect(days(compute([10], 3))).to.deep.equal(['2026-12-11', '2026-12-13'])
    expect(days(compute([10], 35))).to.deep.equal(['2027-01-12', '2027-01-14'])
  })

  it('waits for the product with the longest dispatch time', () => {
    expect(days(compute([3, 10, null, 0], 4))).to.deep.equal(days(compute([10], 4)))
  })

  it('treats a missing dispatch time as ready to ship, and is unknown without delivery days', () => {
    expect(days(compute([null], 2))).to.deep.equal(['2026-12-01', '2026-12-02'])
    for (const unknown of [null, 0]) expect(compute([10], unknown)).to.equal(null)
    expect([
      computeTotalDays({ dispatchTimes: [10, 3], deliveryDays: 2 }),
      computeTotalDays({ dispatchTimes: [1], deliveryDays: null }),
    ]).to.deep.equal([12, null])
  })

  it('is unknown if the days add up to more than ten years', () => {
    expect(compute([1e12], 2)).to.equal(null)
  })

  it('puts the range into words in the language, with the year only if it is not the year of the order', () => {
    expect(inWords(compute([10], 4))).to.equal('12 – 14 December')
    expect(inWords(compute([10], 4, '2026-11-30', 'de-DE'))).to.equal('12.–14. Dezember')
    expect(inWords(compute([10], 4, '2026-11-30', 'he-IL'))).to.equal('12–14 בדצמבר')
    expect(inWords(compute([10], 1))).to.equal('11 December')
    expect(inWords(compute([30], 3))).to.equal('31 December 2026 – 2 January 2027')
  })
})

describe('the expected delivery', () => {
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins, clock })
    shop = await openSellingShop(app)
    await app.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
    await app.records.write('product', { dispatch_time: 10 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { delivery_days: 4, max_weight: 10 }, { id: shop.parcel })
    const body = '<p>Expected: {{ order.delivery_dates }}</p><p>{{ order.items_block }}</p>'
    const texts = { subject_en_GB: 'Order', body_en_GB: body, subject_de_DE: 'Bestellung', body_de_DE: body }
    for (const status of ['ordered', 'cancelled'])
      await app.records.write('notification', { name: status, status, send_customer: true, ...texts })
  })
  beforeEach(() => {
    // 30 November in Berlin, 29 November in UTC.
    clock.time = Date.parse('2026-11-29T23:30:00.000Z')
  })
  after(() => app?.stop())

  const start = (fields: object = {}): Promise<ConfigurationReply> =>
    app.shop.serve(
      'start-configuration',
      { product_id: shop.lamp.product, ...fields },
      guestVisitor,
    ) as Promise<ConfigurationReply>
  const days = (dates: DeliveryDates | null | undefined) => dates && [dates.earliest, dates.latest]
  const parcelOf = <Method extends { readonly id: number }>(methods: readonly Method[]): Method | undefined =>
    methods.find(({ id }) => id === shop.parcel)
  const range = ['2026-12-12', '2026-12-14']

  async function orderId(token: string): Promise<number> {
    return (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.id
  }
  async function lastMail(): Promise<string> {
    const [mail] = await app.context.database.query<{ body: string }>('SELECT body FROM svc_mail_queue ORDER BY id DESC LIMIT 1')
    return mail!.body
  }

  it('is the same in configuration, cart, checkout, order, mail and confirmation, in the time zone of the shop', async () => {
    const { delivery_dates, delivery_text } = await start()
    expect(days(delivery_dates)).to.deep.equal(range)
    expect(delivery_text).to.equal(`Delivery: ${delivery_dates?.text}`)
    expect((await start({ language: 'de-DE' })).delivery_text).to.equal('Lieferung: 12.–14. Dezember')
    const { cart, delivery } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    expect(days(delivery.methods[0]?.dates)).to.deep.equal(range)
    const checkout = await completeCheckout(app, shop, cart)
    expect(days(parcelOf(checkout.shipping_methods)?.dates)).to.deep.equal(range)
    const order = await placeCheckout(app, checkout)
    expect(order.delivery).to.deep.include({ days: 4, total_days: 14 })
    expect(days(order.delivery?.dates)).to.deep.equal(range)
    const { text } = order.delivery!.dates!
    const mail = await lastMail()
    expect(mail).to.contain(`Expected: ${text}`).and.to.contain(`Delivery: ${text}`)
    const document = (await readOrder(app.shop.createContext({}), await orderId(order.token)))!
    expect(Object.fromEntries(buildPrintSheet('confirmation', toSheetSource(document)).facts)).to.include({ Delivery: text })
  })

  it('is a day later once the day has changed in the time zone of the shop', async () => {
    clock.time = Date.parse('2026-11-30T22:59:59.000Z')
    expect(days((await start()).delivery_dates)).to.deep.equal(range)
    clock.time += 1_000
    expect(days((await start()).delivery_dates)).to.deep.equal(['2026-12-13', '2026-12-15'])
  })

  it('is that of each shipping method in the checkout, and that of the chosen one in the order', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    expect(checkout.shipping_methods.map(({ id, dates }) => [id, dates?.latest])).to.deep.equal([
      [shop.parcel, '2026-12-14'],
      [shop.courier, '2026-12-11'],
    ])
    const chosen = { token: checkout.checkout, shipping_method_id: shop.courier }
    const order = await placeCheckout(app, (await app.shop.serve('change-checkout', chosen, guestVisitor)) as CheckoutReply)
    expect(days(order.delivery?.dates)).to.deep.equal(['2026-12-11', '2026-12-11'])
  })

  it('follows the weight of the configuration to another shipping method, also after undo', async () => {
    await app.records.write('shipping-method', { max_weight: 2.2 }, { id: shop.parcel })
    try {
      const { configuration, delivery_dates } = await start()
      expect(days(delivery_dates)).to.deep.equal(range)
      const heavier = { token: configuration, selections: [{ question_id: shop.lamp.colour, value: String(shop.lamp.green) }] }
      const changed = (await app.shop.serve('change-configuration', heavier, guestVisitor)) as ConfigurationReply
      expect(days(changed.delivery_dates)).to.deep.equal(['2026-12-11', '2026-12-11'])
      const undone = (await app.shop.serve('undo-change', { token: configuration }, guestVisitor)) as ConfigurationReply
      expect(days(undone.delivery_dates)).to.deep.equal(range)
    } finally {
      await app.records.write('shipping-method', { max_weight: 10 }, { id: shop.parcel })
    }
  })

  it('never changes after the order, and is counted from the day of the order', async () => {
    const order = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    clock.time = Date.parse('2027-02-01T12:00:00.000Z')
    await app.records.write('product', { dispatch_time: 99 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { delivery_days: 99 }, { id: shop.parcel })
    await app.records.write('settings', { time_zone: 'Pacific/Auckland' }, { id: 1 })
    try {
      const read = (await app.shop.serve('read-order', { token: order.token }, guestVisitor)) as DocumentReply
      expect(read.delivery).to.deep.equal(order.delivery)
    } finally {
      await app.records.write('product', { dispatch_time: 10 }, { id: shop.lamp.product })
      await app.records.write('shipping-method', { delivery_days: 4 }, { id: shop.parcel })
      await app.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
    }
  })

  it('is null in the order if its dispatch time was not frozen, and the delivery days remain', async () => {
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const id = await orderId(token)
    await unit(app.context.database, (u) => u.run('UPDATE svc_order_line SET trace = ? WHERE sales_order_id = ?', ['{}', id]))
    const { delivery } = (await app.shop.serve('read-order', { token }, guestVisitor)) as DocumentReply
    expect(delivery).to.deep.include({ days: 4, total_days: 4, dates: null })
  })

  it('is null without delivery, where the product shows its dispatch time, and for a method without delivery days', async () => {
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    try {
      expect(await start()).to.include({ delivery_dates: null, delivery_text: 'Ships within 10 days' })
      await app.records.write('product', { dispatch_time: 0 }, { id: shop.lamp.product })
      expect(await start()).to.include({ delivery_dates: null, delivery_text: null })
    } finally {
      await app.records.write('product', { dispatch_time: 10 }, { id: shop.lamp.product })
      await app.records.write('settings', { disable_delivery: false }, { id: 1 })
    }
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    await app.records.write('shipping-method', { delivery_days: null }, { id: shop.parcel })
    try {
      const read = (await app.shop.serve('read-cart', { token: cart }, guestVisitor)) as CartReply
      expect(parcelOf(read.delivery.methods)?.dates).to.equal(null)
      expect((await start()).delivery_dates).to.equal(null)
    } finally {
      await app.records.write('shipping-method', { delivery_days: 4 }, { id: shop.parcel })
    }
  })

  it('is not part of the mail about a cancelled order', async () => {
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const id = await orderId(token)
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'cancelled'))
    expect(await lastMail())
      .to.contain('1 × Lamp')
      .and.not.to.contain('Delivery: ')
  })
})
