// Refunds: whole or partial, by the provider or by hand, and never twice.
import { expect } from 'chai'
import { refundPayment, type RefundReport } from '../../../../core/commerce/payment/refund.js'
import { refundOrder } from '../../../../core/commerce/credit-note/refund-order.js'
import { createMessage } from '../../../../core/foundation/message.js'
import { orderTaxRate } from '../../../../core/model/entities/orders/order-tax-rate.js'
import { createMessageWriter } from '../../../../core/model/entity-label.js'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { catchError } from '../../../support/caught-error.js'
import { openPaymentShop, type PaymentShop, providerSecret } from './payment-shop.js'

describe('refundPayment', () => {
  let shop: PaymentShop
  let usual: PaymentShop['script']['refund']
  before(async () => {
    shop = await openPaymentShop()
    usual = shop.script.refund
  })
  after(() => shop.app.stop())
  beforeEach(() => {
    shop.script.refund = usual
    shop.script.calls.splice(0)
  })

  const refund = (payment: number, amount?: number): Promise<RefundReport> =>
    refundPayment(shop.app.shop.createContext({}), payment, amount)
  const paid = async (amount = 119, currency = 'EUR') => {
    const payment = await shop.begun()
    await shop.settle(payment.payment, { status: 'paid', amount, currency })
    return payment
  }

  it('sets payment and order to refunded after the whole amount, and adds up partial refunds until then', async () => {
    const { id, payment } = await paid()
    const report = { payment_id: payment, received: 119, currency: 'EUR', by_hand: false }
    expect(await refund(payment, 19.5)).to.deep.equal({ ...report, status: 'paid', refunded: 19.5 })
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await refund(payment)).to.deep.equal({ ...report, status: 'refunded', refunded: 119 })
    expect(await shop.states(id)).to.equal('refunded/refunded')
    expect(await shop.timeline(payment)).to.deep.equal([
      'webhook paid 119 EUR',
      'person paid 19.5 EUR Partly refunded.',
      'person refunded 119 EUR',
    ])
  })

  it('rejects more than the remaining amount, zero, negative amounts, and unpaid payments', async () => {
    const { payment } = await paid()
    await refund(payment, 100)
    for (const amount of [19.01, 0, -1]) {
      expect((await catchError(refund(payment, amount))).message, String(amount)).to.equal(
        "Field 'amount' must be more than 0 and at most 19 EUR.",
      )
    }
    const { payment: unpaid } = await shop.begun()
    expect((await catchError(refund(unpaid))).message).to.include('no amount left to refund')
    expect(await catchError(refund(999_999))).to.include({ code: 'NOT_FOUND' })
    expect(shop.script.calls.filter((call) => call === 'refund')).to.have.length(1)
  })

  it('of an order reports the failure of the provider as a message that surfaces translate', async () => {
    const { id } = await paid()
    shop.script.refund = () => {
      throw new ServiceError('NOT_READY', createMessage('operations.paymentUnreachable', { provider: 'Test' }))
    }
    const work = shop.app.shop.createContext({})
    await work.transact((inside) => inside.write(orderTaxRate, { sales_order_id: id, rate: 19, net: 100, tax: 19 }, {}))
    const { problem, refunded } = await refundOrder(work, id, { amount: 19.5, rate: 19 })
    expect(refunded).to.equal(0)
    const written = createMessageWriter(shop.app.context.registry, 'de')(problem)
    expect(written).to.include('Test ist nicht erreichbar').and.not.to.include('reached')
  })

  it('rejects more decimals than the currency has', async () => {
    for (const [currency_code, currency_decimals, gross, amount] of [
      ['JPY', 0, 5_000, 0.5],
      ['EUR', 2, 119, 1.005],
      ['KWD', 3, 12.345, 0.0005],
    ] as const) {
      const { payment } = await shop.begun({ currency_code, currency_decimals, gross })
      await shop.settle(payment, { status: 'paid', amount: gross, currency: currency_code })
      expect(await catchError(refund(payment, amount)), currency_code).to.include({ code: 'VALIDATION_FAILED' })
      const step = 10 ** -currency_decimals
      expect(await refund(payment, step), currency_code).to.include({ refunded: step, status: 'paid' })
      expect(await refund(payment), currency_code).to.include({ refunded: gross, status: 'refunded' })
    }
  })

  it('rejects a repetition from a page that does not show the refund yet, such as another tab or after a time-out', async () => {
    const { payment } = await shop.begun()
    await shop.settle(payment, { status: 'paid', amount: 119, currency: 'EUR' })
    const refundSeeing = (expected: number) => refundPayment(shop.app.shop.createContext({}), payment, 20, expected)
    const tabs = await Promise.allSettled([refundSeeing(0), refundSeeing(0)])
    expect(tabs.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await catchError(refundSeeing(0))).to.include({ code: 'VALIDATION_FAILED' })
    expect(await refundSeeing(20)).to.include({ refunded: 40 })
  })

  it('refunds an incorrect payment in the received currency', async () => {
    const { id, payment } = await paid(50, 'USD')
    expect(await refund(payment)).to.include({ status: 'unsupported_currency', refunded: 50, currency: 'USD' })
    expect(await shop.states(id)).to.equal('refunded/unsupported_currency')
  })

  it('keeps the order paid while another payment is not refunded', async () => {
    const { id, token, payment } = await paid(50)
    await shop.begin(token)
    const second = Number((await shop.payments(id))[1]!['id'])
    await shop.settle(second, { status: 'paid', amount: 119, currency: 'EUR' })
    await refund(payment)
    expect(await shop.states(id)).to.equal('paid/incorrect_amount/paid')
    await refund(second)
    expect(await shop.states(id)).to.equal('refunded/incorrect_amount/refunded')
  })

  it('repeats a call with an unknown outcome under the same key, and uses another key for the next refund', async () => {
    const { payment } = await paid()
    const keys: string[] = []
    shop.script.refund = (scope) => {
      keys.push(scope.refund.key)
      if (keys.length === 1) throw new Error(`Connection lost, ${providerSecret}.`)
      return { status: 'refunded', amount: 30, currency: 'EUR' }
    }
    const lost = await catchError(refund(payment, 30))
    expect(lost).to.include({ code: 'NOT_READY' })
    expect(lost.message).to.include('Connection lost, ….').and.not.include(providerSecret)
    expect(await refund(payment, 30)).to.include({ refunded: 30 })
    await refund(payment, 30)
    expect(keys[0]).to.equal(keys[1])
    expect(keys[2]).not.to.equal(keys[1])
  })

  it('runs one call at a time, and stores the total reported by the provider', async () => {
    const { payment } = await paid()
    let running = 0
    let all = 0
    shop.script.refund = async (scope) => {
      expect(++running).to.equal(1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      all += scope.refund.amount
      return { status: 'refunded', amount: all, currency: 'EUR' }
    }
    await Promise.all([refund(payment, 10), refund(payment, 20)])
    expect(
      (await shop.payments((await shop.app.records.read('payment', payment)).record['sales_order_id'] as number))[0],
    ).to.include({
      refunded: 30,
    })
  })

  it('only records a manual refund', async () => {
    const order = await shop.order({ payment_method_id: 1 })
    await shop.begin(order.token)
    const payment = Number((await shop.payments(order.id))[0]!['id'])
    await shop.settle(payment, { status: 'paid', amount: 119, currency: 'EUR' }, { source: 'person' })
    expect(await refund(payment)).to.include({ status: 'refunded', by_hand: true })
    expect((await shop.timeline(payment)).at(-1)).to.equal('person refunded 119 EUR Refunded manually.')
  })
})
