// What every payment provider with an API must do: payments of Stripe and Mollie through the same cases, against their test servers.
import { expect } from 'chai'
import type { Delivery } from '../../../core/commerce/payment/define.js'
import { pollPayments } from '../../../core/commerce/payment/poll.js'
import { refundPayment } from '../../../core/commerce/payment/refund.js'
import { providerSettings } from '../../../core/commerce/payment/provider-settings.js'
import { applyDelivery, loadWebhookMethod } from '../../../core/commerce/payment/webhook.js'
import { catchError } from '../../support/caught-error.js'
import { createPaymentMethod, type UnpaidOrder } from '../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop } from '../../core/commerce/payment/payment-shop.js'
import { type ProviderDriver, startMollieDriver, startStripeDriver } from './provider-drivers.js'

for (const [name, start] of [
  ['Stripe', startStripeDriver],
  ['Mollie', startMollieDriver],
] as const) {
  describe(`payments by ${name} as by every provider with an API`, () => {
    let shop: PaymentShop
    let provider: ProviderDriver
    let method: number
    before(async () => {
      shop = await openPaymentShop()
      provider = await start(() => shop.clock.time)
      method = await createPaymentMethod(shop.app.records, provider.connector, provider.params)
    })
    after(async () => {
      await shop.app.stop()
      await provider.stop()
    })
    beforeEach(() => {
      provider.setMood('well')
      for (const list of [provider.requests, shop.logged, shop.received]) list.splice(0)
    })

    const context = () => shop.app.shop.createContext({})
    const order = (fields: object = {}): Promise<UnpaidOrder> => shop.order({ payment_method_id: method, ...fields })
    const begin = (token: string): Promise<unknown> =>
      shop.app.shop.serve('begin-payment', { token }, { link: (path) => `https://shop.example${path}` })
    const latest = async (id: number) => (await shop.payments(id)).at(-1)!

    /** An order whose customer is on the page of the provider. */
    async function beginPayment(
      fields: object = {},
    ): Promise<UnpaidOrder & { readonly payment: number; readonly reference: string }> {
      const placed = await order(fields)
      await begin(placed.token)
      const { id, reference } = await latest(placed.id)
      return { ...placed, payment: Number(id), reference: String(reference) }
    }
    async function payOrder() {
      const placed = await beginPayment()
      provider.pay(placed.reference)
      await deliver(provider.createDelivery(placed.reference))
      return placed
    }
    const deliver = async (delivery: Delivery): Promise<number> =>
      applyDelivery(context(), await loadWebhookMethod(context(), provider.connector, method), delivery)
    const poll = (patience?: number) => pollPayments(context(), { patience })
    const refund = (payment: number, amount: number | null = null) => refundPayment(context(), payment, amount)

    it('redirect the customer to the same page when they start twice', async () => {
      const { token, id } = await order()
      const first = await begin(token)
      expect(await begin(token)).to.deep.equal(first)
      expect(first).to.include({ status: 'pending', amount: 119, currency: 'EUR' })
      expect((first as { redirect: string }).redirect).to.match(/^https?:\/\//)
      expect(provider.requests.filter((request) => request.startsWith('POST'))).to.have.length(1)
      expect(await shop.states(id)).to.equal('ordered/pending')
    })

    it('are paid once by a webhook that arrives twice', async () => {
      const { id, payment, reference } = await beginPayment()
      provider.pay(reference)
      const delivery = provider.createDelivery(reference)
      await deliver(delivery)
      expect(await shop.states(id)).to.equal('paid/paid')
      const timeline = await shop.timeline(payment)
      await deliver(delivery)
      expect(await shop.timeline(payment)).to.deep.equal(timeline)
      expect(shop.received).to.have.length(1)
    })

    it('are paid once by a webhook and a poll at the same time', async () => {
      const { id, reference } = await beginPayment()
      provider.pay(reference)
      const delivery = provider.createDelivery(reference)
      await Promise.all([deliver(delivery), poll(), deliver(delivery)])
      expect(await shop.states(id)).to.equal('paid/paid')
      expect(shop.received).to.have.length(1)
    })

    it('are paid for the customer who returns after the webhook', async () => {
      const { token } = await payOrder()
      const { payments } = (await shop.app.shop.serve('list-payments', { token }, {})) as { readonly payments: readonly object[] }
      expect(payments[0]).to.include({ status: 'paid', redirect: null })
      expect(await catchError(begin(token))).to.include({ code: 'VALIDATION_FAILED' })
    })

    it('are paid by a poll if the webhook is lost', async () => {
      const { id, reference } = await beginPayment()
      expect(await poll()).to.include({ changedCount: 0 })
      provider.pay(reference)
      expect(await poll()).to.include({ changedCount: 1 })
      expect(await shop.states(id)).to.equal('paid/paid')
    })

    it('are cancelled after the page expired, and the order can be paid again', async () => {
      const { id, token, reference } = await beginPayment()
      provider.expire(reference)
      await poll()
      expect(await shop.states(id)).to.equal('ordered/cancelled')
      await begin(token)
      expect(await shop.states(id)).to.equal('ordered/cancelled/pending')
    })

    it('with another amount or currency do not pay the order', async () => {
      const [less, other] = [await beginPayment(), await beginPayment()]
      provider.pay(less.reference, 118.99)
      provider.pay(other.reference, 119, 'USD')
      await deliver(provider.createDelivery(less.reference))
      await poll()
      expect(await shop.states(less.id)).to.equal('incorrect_amount/incorrect_amount')
      expect(await shop.states(other.id)).to.equal('unsupported_currency/unsupported_currency')
    })

    it('are not started for an amount that the provider cannot charge exactly', async () => {
      const [gross, currency_code] = provider.inexact
      const { token, id } = await order({ gross, currency_code })
      expect(await catchError(begin(token))).to.include({ code: 'NOT_READY' })
      expect(provider.requests).to.deep.equal([])
      const [entry] = await shop.timeline(Number((await latest(id))['id']))
      expect(entry).to.include(`${name} accepts amounts in ${currency_code} in steps of`)
    })

    it('are refunded in parts, and completely', async () => {
      const { id, payment } = await payOrder()
      expect(await refund(payment, 19.5)).to.include({ status: 'paid', refunded: 19.5, by_hand: false })
      expect(await refund(payment)).to.include({ status: 'refunded', refunded: 119 })
      expect(await shop.states(id)).to.equal('refunded/refunded')
    })

    it('are refunded once if the response was lost', async () => {
      const { payment } = await payOrder()
      await refund(payment, 19)
      // As if the service had died after the provider refunded and before the refund was stored.
      await shop.app.records.write('payment', { refunded: null }, { id: payment, internal: true })
      expect(await refund(payment, 19)).to.include({ refunded: 19 })
      expect(await refund(payment)).to.include({ refunded: 119 })
    })

    it('stay unchanged if the provider refuses a refund', async () => {
      const { id, payment, reference } = await payOrder()
      provider.refundInDashboard(reference, 100)
      expect(await catchError(refund(payment))).to.include({ code: 'NOT_READY' })
      expect((await latest(id))['refunded']).to.equal(null)
      expect(await shop.states(id)).to.equal('paid/paid')
    })

    it('show a refund of the dashboard after its webhook, once', async () => {
      const { id, payment, reference } = await payOrder()
      provider.refundInDashboard(reference, 20)
      await deliver(provider.createRefundDelivery(reference))
      await deliver(provider.createRefundDelivery(reference))
      expect(await latest(id)).to.include({ status: 'paid', received: 119, refunded: 20 })
      expect((await shop.timeline(payment)).filter((entry) => entry.includes('Partly refunded.'))).to.have.length(1)
    })

    for (const mood of ['down', 'failing', 'refusing', 'talkative'] as const) {
      it(`can be tried again after the provider was ${mood}, and reveal no secret`, async () => {
        const { token, id } = await order()
        provider.setMood(mood)
        const refused = await catchError(begin(token))
        expect(refused).to.include({ code: 'NOT_READY' })
        const text = [refused.message, refused.stack, ...shop.logged, ...(await shop.timeline(Number((await latest(id))['id'])))]
        expect(text.join()).to.not.include('CANARY')
        provider.setMood('well')
        await begin(token)
        expect(await shop.states(id)).to.equal('ordered/failed/pending')
      })
    }

    it('stay unchanged while the provider fails or is slow during polls', async () => {
      const { id, reference } = await beginPayment()
      provider.pay(reference)
      for (const mood of ['down', 'failing', 'talkative', 'slow'] as const) {
        provider.setMood(mood)
        expect(await poll(2_000)).to.include({ polledCount: 0, changedCount: 0 })
      }
      expect(await shop.states(id)).to.equal('ordered/pending')
      expect(shop.logged.join()).to.include('did not answer within 2 seconds').and.not.include('CANARY')
    })

    it('have a connection test that names the mode and stores nothing', async () => {
      expect(await providerSettings.test(context(), provider.connector, provider.params)).to.include({ mode: 'test' })
      expect(provider.requests).to.have.length(1)
      expect(provider.requests[0]).to.match(/^GET /)
    })

    it('have a connection test that reports why it fails, without secrets', async () => {
      const refused = await catchError(
        providerSettings.test(context(), provider.connector, { ...provider.params, ...provider.wrongKey }),
      )
      expect(refused).to.include({ code: 'NOT_READY' })
      expect(refused.message)
        .to.match(/^The connection does not work: .*(authenticate|Invalid API Key)/)
        .and.not.include('CANARY')
      provider.setMood('down')
      expect(await catchError(providerSettings.test(context(), provider.connector, provider.params))).to.include({
        code: 'NOT_READY',
      })
      expect(await catchError(providerSettings.test(context(), provider.connector, {}))).to.include({ code: 'VALIDATION_FAILED' })
    })
  })
}
