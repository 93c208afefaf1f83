// Two services on one database: a payment report to both counts once, and only one service polls.
import { expect } from 'chai'
import type { PaymentReport } from '../../../../core/commerce/payment/define.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../../support/database.js'
import { openPaymentShop, type PaymentShop } from './payment-shop.js'

const paid: PaymentReport = { status: 'paid', amount: 119, currency: 'EUR' }

describe('payments of two services on one database', () => {
  let empty: EmptyDatabase
  let shops: readonly PaymentShop[]
  before(async () => {
    empty = await createEmptyDatabase()
    const first = await openPaymentShop({ database: empty.url })
    shops = [first, await openPaymentShop({ database: empty.url })]
  })
  after(async () => {
    for (const { app } of shops) await app.stop()
    await empty.drop()
  })
  const [firstShop, two] = [() => shops[0]!, () => shops[1]!]

  it('are settled once, although both services receive each report several times', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => firstShop().begun()))
    const reports = orders.flatMap(({ payment }) =>
      Array.from({ length: 8 }, (_, index) => {
        const source = index % 3 === 0 ? ({ source: 'poll' } as const) : ({ source: 'webhook', event: `e-${payment}` } as const)
        return shops[index % 2]!.settle(payment, paid, source)
      }),
    )
    expect((await Promise.all(reports)).filter((changed) => changed)).to.have.length(5)
    for (const { id, payment } of orders) {
      expect(await two().states(id)).to.equal('paid/paid')
      expect(await two().timeline(payment)).to.have.length(1)
    }
    expect(firstShop().received.length + two().received.length).to.equal(5)
  })

  it('are begun once, although both services receive requests', async () => {
    const { token, id } = await firstShop().order()
    await Promise.all(Array.from({ length: 8 }, (_, index) => shops[index % 2]!.begin(token)))
    expect(await firstShop().states(id)).to.equal('ordered/pending')
  })

  it('are polled by one of the services', async () => {
    await firstShop().begun()
    let release: () => void = () => undefined
    firstShop().script.ask = () => new Promise((resolve) => (release = () => resolve(paid)))
    two().script.ask = () => paid
    const first = firstShop().app.act('poll-payments', { limit: 1 })
    while (!firstShop().script.calls.includes('ask')) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await two().app.act('poll-payments')).to.include({ polledCount: 0 })
    release()
    expect(await first).to.include({ polledCount: 1, changedCount: 1 })
    expect(two().script.calls).not.to.include('ask')
  })

  it('accept a report in one service for a payment that the other has just begun', async () => {
    const { id, payment } = await firstShop().begun()
    expect(await two().settle(payment, paid, { source: 'webhook', event: 'e-other' })).to.equal(true)
    expect(await firstShop().settle(payment, paid, { source: 'webhook', event: 'e-other' })).to.equal(false)
    expect(await firstShop().states(id)).to.equal('paid/paid')
  })
})
