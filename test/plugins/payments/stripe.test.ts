// Payments by Stripe through its own library against a test server: the payment page, exact amounts and keys.
import { expect } from 'chai'
import { fromMinor, noticesOf, reportOfSession, toMinor } from '../../../plugins/payments/stripe/report.js'
import { catchError } from '../../support/caught-error.js'
import { createPaymentMethod, type UnpaidOrder } from '../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop } from '../../core/commerce/payment/payment-shop.js'
import { secretKey, startStripeServer, type StripeServer, webhookSecret } from './stripe-server.js'

describe('payments by Stripe', () => {
  let shop: PaymentShop
  let stripe: StripeServer
  let method: number
  before(async () => {
    shop = await openPaymentShop()
    stripe = await startStripeServer(() => shop.clock.time)
    const keys = { secret_key: secretKey, webhook_secret: webhookSecret, base_url: stripe.url }
    method = await createPaymentMethod(shop.app.records, 'stripe', keys)
  })
  after(async () => {
    await shop.app.stop()
    await stripe.stop()
  })
  beforeEach(() => {
    stripe.mood = 'well'
    for (const list of [stripe.requests, stripe.forms, shop.logged]) list.splice(0)
  })

  const order = (fields: object = {}): Promise<UnpaidOrder> => shop.order({ payment_method_id: method, ...fields })
  const beginPayment = (fields: object = {}) => shop.begun({ payment_method_id: method, ...fields })
  const poll = (): Promise<unknown> => shop.app.act('poll-payments')
  const session = async (id: number): Promise<string> => String((await shop.payments(id)).at(-1)!['reference'])

  it('are not sent to a stored URL that is no longer allowed', async () => {
    const keys = { secret_key: secretKey, webhook_secret: webhookSecret, base_url: stripe.url }
    const id = await createPaymentMethod(shop.app.records, 'stripe', keys)
    const address = stripe.url.replace('127.0.0.1', '0.0.0.0')
    const sql = 'UPDATE svc_payment_method SET params = ? WHERE id = ?'
    await shop.app.context.database.run(sql, [JSON.stringify({ ...keys, base_url: address }), id])
    const { id: orderId, token } = await shop.order({ payment_method_id: id })
    await catchError(shop.begin(token))
    const [payment] = await shop.payments(orderId)
    const [entry] = await shop.timeline(Number(payment!['id']))
    expect(entry).to.match(/^begin failed Field Base URL takes an address of 'https:\/\/api\.stripe\.com' or of this machine\./)
    expect(stripe.requests).to.deep.equal([])
  })

  it('redirect the customer to a Stripe page for the full amount of the order', async () => {
    const { token, id } = await order({ number: 4711, language_tag: 'de-DE' })
    const reply = await shop.begin(token)
    const reference = await session(id)
    expect(reply).to.include({ status: 'pending', reference, redirect: `https://checkout.stripe.com/c/pay/${reference}` })
    const [payment] = await shop.payments(id)
    const key = String(payment!['token'])
    expect(stripe.forms[0]).to.deep.equal({
      mode: 'payment',
      client_reference_id: key,
      'metadata[payment]': key,
      'payment_intent_data[metadata][payment]': key,
      'payment_intent_data[description]': 'Bestellung 4711',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '11900',
      'line_items[0][price_data][product_data][name]': 'Bestellung 4711',
      customer_email: 'ada@example.com',
      success_url: `/de/orders/${token}`,
      cancel_url: `/de/orders/${token}`,
      locale: 'de',
    })
    expect(payment!['expires']).to.equal(new Date(shop.clock.time + 86_400_000).toISOString())
  })

  for (const [amount, currency, decimals, minor] of [
    [500, 'JPY', 0, 500],
    [5.12, 'KWD', 3, 5_120],
    [7, 'ISK', 0, 700],
    [0.29, 'EUR', 2, 29],
    [1_000_000.01, 'USD', 2, 100_000_001],
  ] as const) {
    it(`convert ${amount} ${currency} to ${minor} minor units and back`, async () => {
      const { id } = await beginPayment({ gross: amount, currency_code: currency, currency_decimals: decimals })
      expect(stripe.forms[0]).to.include({ 'line_items[0][price_data][unit_amount]': String(minor) })
      stripe.pay(await session(id))
      await poll()
      expect(await shop.states(id)).to.equal('paid/paid')
      expect((await shop.payments(id))[0]).to.include({ received: amount, received_currency: currency })
    })
  }

  it('are not started for amounts that Stripe cannot charge exactly', async () => {
    for (const [amount, currency] of [
      [5.124, 'KWD'],
      [7.5, 'ISK'],
      [0.5, 'JPY'],
      [1.005, 'EUR'],
      [1_000, 'UGX'],
    ] as const) {
      const { token } = await order({ gross: amount, currency_code: currency })
      expect(await catchError(shop.begin(token)), currency).to.include({ code: 'NOT_READY' })
      expect(() => toMinor(amount, currency)).to.throw(currency)
    }
    expect(stripe.requests).to.deep.equal([])
    expect(fromMinor(toMinor(19.99, 'EUR'), 'EUR')).to.equal(19.99)
  })

  it('are failed if the means of payment is rejected after the page is completed', () => {
    const intent = { status: 'requires_payment_method' }
    expect(reportOfSession({ status: 'complete', payment_status: 'unpaid', payment_intent: intent })).to.deep.equal({
      status: 'failed',
    })
    expect(reportOfSession({ status: 'open', payment_status: 'unpaid', payment_intent: intent })).to.deep.equal({
      status: 'pending',
    })
    expect(() => reportOfSession({ payment_status: 'paid' })).to.throw('Stripe returned an invalid amount')
  })

  it('take no released authorization for a refund', () => {
    const charge = { captured: false, amount_refunded: 11_900, currency: 'eur', metadata: { payment: 'key' } }
    const createRefund = (object: object) => noticesOf({ id: 'evt_1', type: 'charge.refunded', data: { object } })
    expect(createRefund(charge)).to.deep.equal([])
    expect(createRefund({ ...charge, captured: true })[0]?.report).to.deep.equal({
      status: 'refunded',
      amount: 119,
      currency: 'EUR',
    })
  })

  it('ignore the intent of a payment that is captured at once, because its session reports it', () => {
    const intent = { status: 'succeeded', amount_received: 11_900, currency: 'eur', metadata: { payment: 'key' } }
    const create = (capture_method: string) =>
      noticesOf({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { ...intent, capture_method } } })
    expect(create('automatic')).to.deep.equal([])
    expect(create('manual')[0]).to.deep.include({ key: 'key', report: { status: 'paid', amount: 119, currency: 'EUR' } })
  })
})
