// What every payment provider with an API must do: payments of Stripe and Mollie through the same cases, against their test servers.
import { expect } from 'chai'
import type { Delivery } from '../../../core/commerce/payment/define.js'
import { pollPayments } from '../../../core/commerce/payment/poll.js'
import { capturePayment } from '../../../core/commerce/payment/capture.js'
import { refundPayment } from '../../../core/commerce/payment/refund.js'
import { providerSettings } from '../../../core/commerce/payment/provider-settings.js'
import { applyDelivery, loadWebhookMethod } from '../../../core/commerce/payment/webhook.js'
import { payment as paymentEntity } from '../../../core/model/entities/orders/payment.js'
import { changeState } from '../../../core/commerce/state/change-state.js'
import { waitForValue } from '../../browser/product-page-driver.js'
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
    const paymentState = async (id: number): Promise<unknown> =>
      (await context().read('sales-order', id))!.values['payment_state']

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

    describe('that are captured later', () => {
      let methods: Record<'request' | 'shipment', number>
      before(async () => {
        const create = (capture: string): Promise<number> =>
          createPaymentMethod(shop.app.records, provider.connector, { ...provider.params, capture })
        methods = { request: await create('request'), shipment: await create('shipment') }
      })

      /** Fields of an order that needs a delivery. */
      const unshipped = { fulfilment_state: 'unfulfilled', delivery_title: 'Parcel' }
      const deliverTo = async (id: number, delivery: Delivery): Promise<number> =>
        applyDelivery(context(), await loadWebhookMethod(context(), provider.connector, id), delivery)
      const capture = (payment: number) => capturePayment(context(), payment)
      const setStatus = (id: number, status: string) => shop.app.act('set-order-status', { order_id: id, status })

      /** An order whose customer has entered a card. The webhook about it has arrived. */
      async function authorizeOrder(when: 'request' | 'shipment' = 'request', fields: object = {}) {
        const placed = await beginPayment({ payment_method_id: methods[when], ...fields })
        provider.authorize(placed.reference)
        await deliverTo(methods[when], provider.createAuthorizationDelivery(placed.reference))
        return placed
      }
      async function addLine(id: number, fields: object = {}): Promise<number> {
        const line = { sales_order_id: id, title: 'Blind', quantity: 2, ...fields }
        return (await shop.app.records.write('order-line', line, { internal: true })).id
      }
      /** Waits for the planned step, which runs in the background right after the change. */
      const finishStep = (id: number): Promise<void> => waitForValue(async () => (await latest(id))['planned'], '')
      const capturedAmounts = (): readonly unknown[] => shop.received.map((payload) => (payload as { amount: unknown }).amount)

      it('are authorized, not paid, and are not offered for payment again', async () => {
        const { id, token, payment } = await authorizeOrder()
        expect(await shop.states(id)).to.equal('ordered/authorized')
        expect(await latest(id)).to.include({ authorized: 119, received: null, planned: '', redirect: '' })
        expect(await paymentState(id)).to.equal('authorized')
        expect(await begin(token)).to.include({ status: 'authorized', redirect: null })
        expect(await shop.timeline(payment)).to.deep.equal(['webhook authorized 119 EUR'])
        expect(shop.received).to.deep.equal([])
      })

      it('are authorized by a poll if the webhook is lost', async () => {
        const { id, reference } = await beginPayment({ payment_method_id: methods.request })
        provider.authorize(reference)
        await poll()
        expect(await shop.states(id)).to.equal('ordered/authorized')
      })

      it('are captured once by two clicks at the same time and a third one later', async () => {
        const { id, payment, reference } = await authorizeOrder()
        const outcomes = await Promise.allSettled([capture(payment), capture(payment)])
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.not.have.length(0)
        expect(await catchError(capture(payment))).to.include({ code: 'VALIDATION_FAILED' })
        await deliverTo(methods.request, provider.createAuthorizationDelivery(reference))
        expect(await shop.states(id)).to.equal('paid/paid')
        expect(await latest(id)).to.include({ received: 119, planned: '' })
        expect(provider.requests.filter((request) => /POST .*\/captures?$/.test(request))).to.have.length(1)
        expect(shop.received).to.have.length(1)
      })

      it('are captured right after everything was shipped, and only by that setting', async () => {
        const onShipment = await authorizeOrder('shipment', unshipped)
        const onRequest = await authorizeOrder('request', unshipped)
        expect(await latest(onShipment.id)).to.include({ status: 'authorized', planned: '' })
        for (const { id } of [onShipment, onRequest]) {
          await addLine(id)
          await shop.app.act('create-shipment', { order_id: id })
        }
        await finishStep(onShipment.id)
        expect(await latest(onShipment.id)).to.include({ status: 'paid', received: 119 })
        expect(await latest(onRequest.id)).to.include({ status: 'authorized', planned: '' })
      })

      it('are captured by shipment in parts, or once with the last shipment, and never above the authorized amount', async () => {
        const { id } = await authorizeOrder('shipment', unshipped)
        // Delivery costs 10.
        const blinds = await addLine(id, { gross: 80 })
        const chain = await addLine(id, { gross: 29, quantity: 1 })
        const ship = (line: number) =>
          shop.app.act('create-shipment', { order_id: id, lines: [{ order_line_id: line, quantity: 1 }] })
        await ship(blinds)
        await finishStep(id)
        const part = provider.capturesParts ? 50 : null
        expect(await latest(id)).to.include({ status: 'authorized', received: part })
        expect(await paymentState(id)).to.equal(part === null ? 'authorized' : 'partly_paid')
        await ship(chain)
        await finishStep(id)
        expect((await latest(id))['received']).to.equal(provider.capturesParts ? 79 : null)
        await ship(blinds)
        await finishStep(id)
        expect(await latest(id)).to.include({ status: 'paid', received: 119, remark: '', capture_amount: null })
        expect(await paymentState(id)).to.equal('paid')
        await waitForValue(async () => capturedAmounts(), provider.capturesParts ? [50, 29, 40] : [119])
      })

      it('are captured for the shipped lines before the authorization ends, and the rest is not paid', async () => {
        const { id, payment } = await authorizeOrder('shipment', unshipped)
        const line = await addLine(id, { gross: 109 })
        const start = shop.clock.time
        const end = new Date(start + 7 * 86_400_000).toISOString()
        await context().write(paymentEntity, { capture_before: end }, { id: payment })
        await shop.app.act('create-shipment', { order_id: id, lines: [{ order_line_id: line, quantity: 1 }] })
        await finishStep(id)
        shop.clock.time += 6.5 * 86_400_000
        const pollAndRead = async (): Promise<unknown> => {
          await poll()
          return (await latest(id))['received']
        }
        // The background may still be polling.
        await waitForValue(pollAndRead, 64.5)
        expect(await paymentState(id)).to.equal('partly_paid')
        if (!provider.capturesParts)
          expect(await latest(id)).to.include({
            status: 'paid',
            remark: 'The rest of 119 EUR was released without being captured. It is not paid.',
          })
        expect((await context().read('sales-order', id))!.values['status']).to.equal('ordered')
        shop.clock.time = start
      })

      it('are captured in whole if staff set the order to paid after a part was shipped', async () => {
        const { id } = await authorizeOrder('shipment', unshipped)
        const line = await addLine(id, { gross: 109 })
        await shop.app.act('create-shipment', { order_id: id, lines: [{ order_line_id: line, quantity: 1 }] })
        await finishStep(id)
        await setStatus(id, 'paid')
        await finishStep(id)
        expect(await shop.states(id)).to.equal('paid/paid')
        expect(await latest(id)).to.include({ received: 119, remark: '' })
        expect(await paymentState(id)).to.equal('paid')
      })

      it('of an order that another payment covers in part are captured when staff set it to paid', async () => {
        const { id, reference } = await beginPayment({ payment_method_id: methods.request })
        const money = { status: 'paid', amount: 40, currency_code: 'EUR', received: 40, received_currency: 'EUR' } as const
        await context().write(paymentEntity, { sales_order_id: id, token: `manual-${id}`.padEnd(32, 'x'), ...money })
        provider.authorize(reference)
        const [first] = await shop.payments(id)
        await context().write(paymentEntity, { status: 'authorized', authorized: 79, amount: 79 }, { id: Number(first!['id']) })
        await context().transact((work) => changeState(work, 'sales-order', id, 'paid'))
        const payments = await shop.payments(id)
        expect(payments.map(({ planned, received }) => [planned, received])).to.deep.equal([
          ['capture', null],
          ['', 40],
        ])
      })

      it('are captured at once if they wait for a shipment and the order needs no delivery', async () => {
        const { id } = await authorizeOrder('shipment', { fulfilment_state: 'none' })
        await poll()
        expect(await shop.states(id)).to.equal('paid/paid')
      })

      it('are captured once for an order that staff set to paid, without a payment by hand', async () => {
        const { id } = await authorizeOrder()
        await setStatus(id, 'paid')
        await finishStep(id)
        expect(await shop.states(id)).to.equal('paid/paid')
        expect(await latest(id)).to.include({ received: 119, remark: '' })
      })

      it('are released right after the order was cancelled', async () => {
        const { id, reference } = await authorizeOrder()
        await setStatus(id, 'cancelled')
        await finishStep(id)
        expect(await shop.states(id)).to.equal('cancelled/cancelled')
        await deliverTo(methods.request, provider.createAuthorizationDelivery(reference))
        expect(await shop.states(id)).to.equal('cancelled/cancelled')
        expect(await paymentState(id)).to.equal('none')
      })

      it('are released if the authorization arrives after the order was cancelled', async () => {
        const { id, reference } = await beginPayment({ payment_method_id: methods.request })
        await setStatus(id, 'cancelled')
        provider.authorize(reference)
        await deliverTo(methods.request, provider.createAuthorizationDelivery(reference))
        expect(await latest(id)).to.include({ status: 'authorized', planned: 'release' })
        await poll()
        expect(await shop.states(id)).to.equal('cancelled/cancelled')
      })

      it('show a capture and a release of the dashboard after their webhooks, and by a poll if these are lost', async () => {
        const [captured, released, silent] = [await authorizeOrder(), await authorizeOrder(), await authorizeOrder()]
        provider.captureInDashboard(captured.reference)
        provider.releaseInDashboard(released.reference)
        provider.captureInDashboard(silent.reference)
        for (const { reference } of [captured, released])
          await deliverTo(methods.request, provider.createAuthorizationDelivery(reference))
        expect(await shop.states(captured.id)).to.equal('paid/paid')
        expect(await shop.states(released.id)).to.equal('ordered/cancelled')
        expect(await paymentState(released.id)).to.equal('unpaid')
        shop.clock.time += 2 * 3_600_000
        await poll()
        expect(await shop.states(silent.id)).to.equal('paid/paid')
      })

      it('stay authorized while the provider fails, get one remark, and are captured later', async () => {
        const { id, payment } = await authorizeOrder('shipment', unshipped)
        await addLine(id)
        provider.setMood('failing')
        await shop.app.act('create-shipment', { order_id: id })
        await waitForValue(
          async () => (await shop.timeline(payment)).some((entry) => entry.includes('could not be captured')),
          true,
        )
        await poll()
        await poll()
        expect(await latest(id)).to.include({ status: 'authorized', planned: 'capture' })
        const notes = (await shop.timeline(payment)).filter((entry) => entry.includes('could not be captured'))
        expect(notes).to.have.length(1)
        provider.setMood('down')
        expect(await catchError(capture(payment))).to.include({ code: 'NOT_READY' })
        provider.setMood('well')
        await poll()
        expect(await latest(id)).to.include({ status: 'paid', received: 119 })
      })

      it('are released if another payment has paid the order, also when staff ship it', async () => {
        const { id, payment, token } = await beginPayment({ payment_method_id: methods.shipment, ...unshipped })
        const first = await latest(id)
        shop.clock.time += 2 * 86_400_000
        await begin(token)
        const second = await latest(id)
        expect(second['id']).to.not.equal(payment)
        provider.authorize(String(first['reference']))
        await deliverTo(methods.shipment, provider.createAuthorizationDelivery(String(first['reference'])))
        provider.authorize(String(second['reference']))
        await deliverTo(methods.shipment, provider.createAuthorizationDelivery(String(second['reference'])))
        expect((await shop.payments(id)).map(({ planned }) => planned)).to.deep.equal(['', 'release'])
        await addLine(id)
        await shop.app.act('create-shipment', { order_id: id })
        await waitForValue(async () => (await shop.payments(id)).map(({ planned }) => planned), ['', ''])
        expect((await shop.payments(id)).map(({ status }) => status)).to.deep.equal(['paid', 'cancelled'])
      })

      for (const [gross, currency_code, decimals] of [
        [5_000, 'JPY', 0],
        [0.29, 'EUR', 2],
      ] as const)
        it(`are captured exactly with ${gross} ${currency_code}`, async () => {
          const { id, payment } = await authorizeOrder('request', { gross, currency_code, currency_decimals: decimals })
          expect(await capture(payment)).to.include({ status: 'paid', received: gross, currency: currency_code })
          expect(await shop.states(id)).to.equal('paid/paid')
        })

      it('are refunded after the capture', async () => {
        const { payment } = await authorizeOrder()
        expect(await catchError(refund(payment))).to.include({ code: 'VALIDATION_FAILED' })
        await capture(payment)
        expect(await refund(payment, 19)).to.include({ status: 'paid', refunded: 19 })
      })
    })

    it('show a refund of the dashboard by a poll if its webhook is lost', async () => {
      const { id, reference } = await payOrder()
      provider.refundInDashboard(reference, 20)
      await poll()
      expect((await latest(id))['refunded']).to.equal(null)
      shop.clock.time += 25 * 3_600_000
      await poll()
      expect(await latest(id)).to.include({ status: 'paid', received: 119, refunded: 20 })
      expect(await paymentState(id)).to.equal('partly_refunded')
      await poll()
      expect(await latest(id)).to.include({ refunded: 20 })
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
