// Settlement of payments from reports: checked, applied once, never backwards, and followed by the order.
import { expect } from 'chai'
import type { PaymentReport } from '../../../../core/commerce/payment/define.js'
import type { ReportSource } from '../../../../core/commerce/payment/rows.js'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import { catchError } from '../../../support/caught-error.js'
import { openPaymentShop, type PaymentShop } from './payment-shop.js'

const paid = (amount = 119, currency = 'EUR'): PaymentReport => ({ status: 'paid', amount, currency })
const refunded = (amount: number): PaymentReport => ({ status: 'refunded', amount, currency: 'EUR' })

describe('settle payment', () => {
  let shop: PaymentShop
  before(async () => {
    shop = await openPaymentShop()
  })
  after(() => shop.app.stop())
  beforeEach(() => shop.received.splice(0))

  const cancel = (order: number) =>
    shop.app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', order, 'cancelled'))

  it('sets payment and order to paid, emits an event, and adds an entry to the timeline', async () => {
    const { id, payment } = await shop.begun()
    expect(await shop.settle(payment, paid(), { source: 'webhook', event: 'e-1' })).to.equal(true)
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(shop.received).to.deep.equal([{ paymentId: payment, orderId: id, amount: 119, currency: 'EUR' }])
    expect(await shop.timeline(payment)).to.deep.equal(['webhook paid 119 EUR'])
    expect((await shop.payments(id))[0]).to.include({ received: 119, received_currency: 'EUR', remark: '' })
  })

  it('changes nothing for an equal report, under the same event id or another one', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, paid(), { source: 'webhook', event: 'e-2' })
    for (const source of [
      { source: 'webhook', event: 'e-2' },
      { source: 'webhook', event: 'e-3' },
      { source: 'poll' },
    ] as const) {
      expect(await shop.settle(payment, paid(), source)).to.equal(false)
    }
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.have.length(1)
    expect(shop.received).to.have.length(1)
  })

  it('ignores another report with the same event id', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, { status: 'failed' }, { source: 'webhook', event: 'e-4' })
    expect(await shop.settle(payment, paid(), { source: 'webhook', event: 'e-4' })).to.equal(false)
    expect(await shop.states(id)).to.equal('ordered/failed')
  })

  for (const [title, report, state, remark] of [
    ['too little', paid(118.99), 'incorrect_amount', 'Paid 118.99 EUR instead of 119 EUR.'],
    ['too much', paid(119.01), 'incorrect_amount', 'Paid 119.01 EUR instead of 119 EUR.'],
    ['another currency', paid(119, 'USD'), 'unsupported_currency', 'Paid 119 USD instead of 119 EUR.'],
  ] as const) {
    it(`sets payment and order to '${state}' for a payment of ${title}`, async () => {
      const { id, payment } = await shop.begun()
      await shop.settle(payment, report)
      expect(await shop.states(id)).to.equal(`${state}/${state}`)
      expect((await shop.payments(id))[0]!['remark']).to.equal(remark)
      expect(shop.received).to.deep.equal([])
    })
  }

  it('compares currencies case-insensitively and amounts to four decimals', async () => {
    const { id, payment } = await shop.begun({ gross: 0.3 })
    await shop.settle(payment, paid(0.1 + 0.2, 'eur'))
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('leaves the order unpaid if a payment failed or was cancelled', async () => {
    for (const status of ['failed', 'cancelled'] as const) {
      const { id, payment } = await shop.begun()
      await shop.settle(payment, { status, message: 'No money.' })
      expect(await shop.states(id)).to.equal(`ordered/${status}`)
      expect(await shop.timeline(payment)).to.deep.equal([`webhook ${status} No money.`])
    }
  })

  it('keeps a payment received after the order was cancelled, and adds a remark', async () => {
    const { id, payment } = await shop.begun()
    await cancel(id)
    await shop.settle(payment, paid())
    expect(await shop.states(id)).to.equal('cancelled/paid')
    expect((await shop.payments(id))[0]!['remark']).to.equal(
      'The order has the status ‘Cancelled’, so this payment did not change it.',
    )
    expect(shop.received).to.have.length(1)
  })

  it('stores a payment received after its end as a separate payment, once', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, { status: 'cancelled' })
    expect(await shop.settle(payment, paid(), { source: 'webhook', event: 'e-5' })).to.equal(true)
    expect(await shop.settle(payment, paid(), { source: 'webhook', event: 'e-6' })).to.equal(false)
    expect(await shop.states(id)).to.equal('paid/cancelled/paid')
    const [first, second] = await shop.payments(id)
    expect(second).to.include({ origin_id: first!['id'], reference: first!['reference'], received: 119 })
    expect(second!['remark']).to.equal('It arrived after the earlier payment had ended with the status ‘Cancelled’.')
    expect(await shop.timeline(payment)).to.deep.equal([
      'webhook cancelled',
      'webhook cancelled 119 EUR Reported again after its status was ‘Cancelled’. Recorded as a separate payment.',
    ])
    expect(shop.received).to.have.length(1)
  })

  it('adds a remark to the second payment of an order', async () => {
    const { id, token, payment } = await shop.begun()
    await shop.settle(payment, { status: 'failed' })
    await shop.begin(token)
    const second = Number((await shop.payments(id))[1]!['id'])
    await shop.settle(second, paid())
    await shop.settle(payment, paid())
    expect(await shop.states(id)).to.equal('paid/failed/paid/paid')
    expect((await shop.payments(id))[2]!['remark']).to.include('The order was already paid by another payment.')
  })

  it('ignores contradicting reports after the payment, and records them once', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, paid())
    for (let times = 0; times < 3; times++) await shop.settle(payment, { status: 'failed' }, { source: 'poll' })
    expect(await shop.settle(payment, { status: 'pending' }, { source: 'poll' })).to.equal(false)
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.deep.equal([
      'webhook paid 119 EUR',
      'poll failed Reported as ‘Failed’ when its status was already ‘Paid’.',
    ])
    expect((await shop.payments(id))[0]!['remark']).to.equal('Reported as ‘Failed’ when its status was already ‘Paid’.')
  })

  it('stores remarks and timeline entries as messages with their values, after the text of an earlier version', async () => {
    const { id, payment } = await shop.begun()
    await shop.app.records.write('payment', { remark: 'An old remark.' }, { id: payment, internal: true })
    await shop.settle(payment, { status: 'paid', amount: 118.5, currency: 'EUR', message: 'From the bank.' })
    const [stored] = await shop.payments(id)
    const values = { paid: 118.5, paidCurrency: 'EUR', amount: 119, currency: 'EUR' }
    const message = { key: 'operations.paymentPaidInstead', values }
    expect(stored!['remark_messages']).to.deep.equal(['An old remark.', message])
    expect(stored!['remark']).to.equal('An old remark. Paid 118.5 EUR instead of 119 EUR.')
    const [event] = await shop.app.shop.createContext({}).list('payment-event', { column: 'payment_id', values: [payment] })
    expect(event!.values).to.deep.include({
      message: 'Paid 118.5 EUR instead of 119 EUR. From the bank.',
      messages: [message, 'From the bank.'],
    })
  })

  it('ignores a report from another account, with a remark', async () => {
    shop.script.begin = () => ({ reference: 'p-account', account: 'acct_1' })
    const { id, payment } = await shop.begun()
    await shop.settle(payment, { ...paid(), account: 'acct_2' })
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect((await shop.payments(id))[0]!['remark']).to.include('another account')
    await shop.settle(payment, { ...paid(), account: 'acct_1' })
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('adds up partial refunds, and sets payment and order to refunded after the whole amount', async () => {
    const { id, payment } = await shop.begun()
    expect(await catchError(shop.settle(payment, refunded(10)))).to.include({ code: 'NOT_READY' })
    await shop.settle(payment, paid())
    await shop.settle(payment, refunded(19))
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.settle(payment, refunded(19))).to.equal(false)
    expect(await shop.settle(payment, refunded(10))).to.equal(false)
    await shop.settle(payment, refunded(119))
    expect(await shop.states(id)).to.equal('refunded/refunded')
    expect(await shop.timeline(payment)).to.deep.equal([
      'webhook paid 119 EUR',
      'webhook paid 19 EUR Partly refunded.',
      'webhook refunded 119 EUR',
    ])
  })

  it('refund above the received amount: books it, ends the payment and asks for attention in the remark', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, paid())
    await shop.settle(payment, refunded(150))
    expect(await shop.states(id)).to.equal('refunded/refunded')
    const remark = 'Refunded 150 EUR of 119 EUR received.'
    expect((await shop.payments(id))[0]).to.include({ received: 119, refunded: 150, remark })
    expect((await shop.timeline(payment)).at(-1)).to.equal(`webhook refunded 150 EUR ${remark}`)
  })

  it('refund above the received amount: adds the remark when the amount rises after a whole refund', async () => {
    const { id, payment } = await shop.begun()
    await shop.settle(payment, paid())
    await shop.settle(payment, refunded(119))
    expect((await shop.payments(id))[0]).to.include({ refunded: 119, remark: '' })
    await shop.settle(payment, refunded(120))
    expect(await shop.states(id)).to.equal('refunded/refunded')
    expect((await shop.payments(id))[0]).to.include({ refunded: 120, remark: 'Refunded 120 EUR of 119 EUR received.' })
  })

  it('settles once for twenty simultaneous reports by webhook and poll', async () => {
    const { id, payment } = await shop.begun()
    const createSource = (index: number): ReportSource => (index % 2 ? { source: 'webhook', event: 'e-20' } : { source: 'poll' })
    const changed = await Promise.all(Array.from({ length: 20 }, (_, index) => shop.settle(payment, paid(), createSource(index))))
    expect(changed.filter((isChanged) => isChanged)).to.have.length(1)
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.have.length(1)
    expect(shop.received).to.have.length(1)
  })

  it('rolls back the whole report if an effect fails', async () => {
    const failing = await openPaymentShop({
      plugins: [
        {
          name: 'failing',
          core: '^0.1.0',
          contributes: {
            effects: [{ name: 'fail', description: 'Fails.', on: 'sales-order', run: () => Promise.reject(new Error('No.')) }],
          },
        },
      ],
    })
    const { id, payment } = await failing.begun()
    await catchError(failing.settle(payment, paid(), { source: 'webhook', event: 'e-30' }))
    expect(await failing.states(id)).to.equal('ordered/pending')
    expect(await failing.timeline(payment)).to.deep.equal([])
    expect(failing.received).to.deep.equal([])
    await failing.app.stop()
  })

  it('rejects a report with an invalid amount, and an unknown payment', async () => {
    const { id, payment } = await shop.begun()
    for (const report of [paid(Number.NaN), paid(-1), paid(119, '')]) {
      expect(await catchError(shop.settle(payment, report))).to.include({ code: 'INTERNAL_ERROR' })
    }
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect(await catchError(shop.settle(999_999, paid()))).to.include({ code: 'NOT_FOUND' })
  })
})

describe('payments by providers without reports', () => {
  let shop: PaymentShop
  before(async () => {
    shop = await openPaymentShop()
  })
  after(() => shop.app.stop())

  const transfer = async (): Promise<{ readonly id: number; readonly token: string }> => {
    const order = await shop.order({ payment_method_id: 1 })
    await shop.begin(order.token)
    return order
  }
  const setOrder = (id: number, to: 'paid' | 'cancelled') =>
    shop.app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, to))

  it('are paid when their order is set to paid', async () => {
    const { id } = await transfer()
    await setOrder(id, 'paid')
    expect(await shop.states(id)).to.equal('paid/paid')
    const [payment] = await shop.payments(id)
    expect(payment).to.include({ received: 119, received_currency: 'EUR', remark: '' })
    expect(await shop.timeline(Number(payment!['id']))).to.deep.equal(['person paid 119 EUR The order was set to ‘Paid’.'])
    expect(shop.received).to.have.length(1)
  })

  it('are cancelled with their order, while payments with reports stay pending', async () => {
    const { id } = await transfer()
    await setOrder(id, 'cancelled')
    expect(await shop.states(id)).to.equal('cancelled/cancelled')
    const other = await shop.begun()
    await setOrder(other.id, 'cancelled')
    expect(await shop.states(other.id)).to.equal('cancelled/pending')
  })

  it('are not paid twice if the order follows the payment', async () => {
    const { id } = await transfer()
    const [first] = await shop.payments(id)
    await shop.settle(Number(first!['id']), paid(), { source: 'person' })
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(Number(first!['id']))).to.deep.equal(['person paid 119 EUR'])
  })
})
