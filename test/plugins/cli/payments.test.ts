// The payment commands: settle, refund and poll payments.
import { expect } from 'chai'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { createUnpaidOrder } from '../../support/scripted-provider.js'
import { type Cli, cliOn } from './terminal.js'

describe('the payment commands', () => {
  let empty: EmptyDatabase
  let app: TestApp
  let svc: Cli
  let payment: number
  before(async () => {
    empty = await createEmptyDatabase()
    app = await bootTestApp({ database: empty.url, plugins: [stock, payments, print] })
    svc = cliOn(empty.url)
    const { token } = await createUnpaidOrder(app.records, 1)
    await app.shop.serve('begin-payment', { token }, {})
    payment = (await app.records.list('payment')).records[0]!.id
  })
  after(async () => {
    await app.stop()
    await empty.drop()
  })

  it('settle a payment once, and refund it in parts', async () => {
    const id = String(payment)
    expect(await svc('payment:settle', id, 'paid')).to.include({ code: 0, out: `Payment ${id} is 'paid'.` })
    expect((await svc('payment:settle', id, 'paid')).out).to.equal(`Payment ${id} is 'paid', as it was.`)
    const byHand = ' Its provider supports no refunds: transfer the money yourself.'
    expect((await svc('payment:refund', id, '--amount', '19.5')).out).to.equal(
      `Payment ${id}: 19.5 of 119 EUR refunded, status 'paid'.${byHand}`,
    )
    const whole = JSON.parse((await svc('payment:refund', id, '--json')).out) as object
    expect(whole).to.include({ status: 'refunded', refunded: 119, by_hand: true })
    expect((await app.records.list('sales-order')).records[0]).to.include({ status: 'refunded' })
  })

  it('reject unknown payments and outcomes', async () => {
    const { code, err } = await svc('payment:refund', '999')
    expect([code, err.split('\n')[0]]).to.deep.equal([1, 'There is no payment with the id 999.'])
    expect(await svc('payment:settle', String(payment), 'lost')).to.include({ code: 2 })
  })

  it('poll the providers', async () => {
    expect(JSON.parse((await svc('payments:poll', '--json')).out)).to.deep.equal({
      polledCount: 0,
      changedCount: 0,
      failedCount: 0,
    })
  })
})
