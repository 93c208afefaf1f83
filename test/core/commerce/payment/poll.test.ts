// Polling of payment providers: bounded, by one poller at a time, and a failing provider delays no other.
import { expect } from 'chai'
import type { PaymentReport, PollReport } from '../../../../core/commerce/payment/define.js'
import { pollPayments } from '../../../../core/commerce/payment/poll.js'
import { shopPlatform } from '../../../../hosts/shop_platform/index.js'
import { bootTestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { createPaymentMethod, createScriptedProvider, createUnpaidOrder } from '../../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop, providerSecret } from './payment-shop.js'

const paid: PaymentReport = { status: 'paid', amount: 119, currency: 'EUR' }
const counts = (polledCount: number, changedCount: number, failedCount = 0): PollReport => ({
  polledCount,
  changedCount,
  failedCount,
})

describe('poll-payments', () => {
  let shop: PaymentShop
  const other = createScriptedProvider('other')
  let otherMethod: number
  before(async () => {
    shop = await openPaymentShop({ plugins: [other.plugin] })
  })
  after(() => shop.app.stop())
  beforeEach(async () => {
    await shop.reset()
    otherMethod = await createPaymentMethod(shop.app.records, 'other', { secret: providerSecret })
    shop.script.ask = other.script.ask = () => ({ status: 'pending' })
    other.script.calls.splice(0)
  })

  const poll = (input: Readonly<Record<string, unknown>> = {}): Promise<unknown> => shop.app.act('poll-payments', input)
  const countCalls = (): number => shop.script.calls.filter((call) => call === 'ask').length

  it('settles reported payments and counts the polled and the changed ones', async () => {
    const [first, second] = [await shop.begun(), await shop.begun()]
    shop.script.ask = ({ payment }) => (payment.reference === `p-${first.token.slice(12, 16)}` ? paid : { status: 'pending' })
    expect(await poll()).to.deep.equal(counts(2, 1))
    expect([await shop.states(first.id), await shop.states(second.id)]).to.deep.equal(['paid/paid', 'ordered/pending'])
    expect(await shop.timeline(first.payment)).to.deep.equal(['poll paid 119 EUR'])
    expect(await poll()).to.deep.equal(counts(1, 0))
    expect(await shop.timeline(second.payment)).to.deep.equal([])
  })

  it('checks the amount as for a webhook', async () => {
    const { id } = await shop.begun()
    shop.script.ask = () => ({ ...paid, amount: 100 })
    expect(await poll()).to.deep.equal(counts(1, 1))
    expect(await shop.states(id)).to.equal('incorrect_amount/incorrect_amount')
  })

  it('polls payments of the last `minutes`, at most `limit` of them, in turn', async () => {
    await shop.begun()
    shop.clock.time += 3_600_000
    const young = await shop.begun()
    expect(await poll({ minutes: 30 })).to.deep.equal(counts(1, 0))
    expect((await shop.payments(young.id))[0]!['polled']).not.to.equal(null)
    await shop.begun()
    const keys: string[] = []
    shop.script.ask = ({ payment }) => {
      keys.push(payment.reference)
      return { status: 'pending' }
    }
    for (let round = 0; round < 3; round++) {
      shop.clock.time += 1_000
      expect(await poll({ limit: 1 })).to.deep.equal(counts(1, 0))
    }
    expect(new Set(keys).size).to.equal(3)
    for (const input of [{ minutes: 0 }, { minutes: 1e9 }, { limit: 0 }, { limit: 1_001 }, { hours: 1 }]) {
      expect(await catchError(poll(input)), JSON.stringify(input)).to.include({ code: 'VALIDATION_FAILED' })
    }
  })

  it('does not poll payments that never began, or providers without polling', async () => {
    const { payment } = await shop.begun()
    await shop.app.records.write('payment', { begun: null }, { id: payment, internal: true })
    const { token } = await shop.order({ payment_method_id: 1 })
    await shop.begin(token)
    expect(await poll()).to.deep.equal(counts(0, 0))
  })

  it('continues with other providers while one fails, and stops polling that one after three failures', async () => {
    for (let number = 0; number < 12; number++) await shop.begun()
    const { token, id } = await createUnpaidOrder(shop.app.records, otherMethod)
    await shop.begin(token)
    shop.script.ask = () => Promise.reject(new Error(`No connection for ${providerSecret}.`))
    other.script.ask = () => paid
    const report = (await poll()) as PollReport
    expect([report.polledCount, report.changedCount]).to.deep.equal([1, 1])
    // Four payments are polled at a time, so up to six fail before three failures in a row are counted.
    expect(countCalls()).to.be.within(3, 6)
    expect(report.failedCount).to.equal(countCalls())
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(shop.logged.join()).to.include('No connection for ….').and.not.include(providerSecret)
  })

  it('counts an invalid report as a failure and logs the reason', async () => {
    await shop.begun()
    shop.script.ask = () => ({ ...paid, amount: Number.NaN })
    expect(await poll()).to.deep.equal(counts(0, 0, 1))
    expect(shop.logged.join()).to.include('without a valid amount')
  })

  it('runs in one poller at a time, and the other polls nothing', async () => {
    await shop.begun()
    let release: (report: PaymentReport) => void = () => undefined
    shop.script.ask = () => new Promise((resolve) => (release = resolve))
    const first = poll()
    while (countCalls() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await poll()).to.deep.equal(counts(0, 0))
    release(paid)
    expect(await first).to.deep.equal(counts(1, 1))
    expect(countCalls()).to.equal(1)
  })

  it('logs that the payment method of a pending payment was deleted', async () => {
    const method = await createPaymentMethod(shop.app.records, 'obedient', { secret: providerSecret })
    await shop.begun({ payment_method_id: method })
    await shop.app.records.remove('payment-method', method)
    expect(await poll()).to.deep.equal(counts(0, 0, 1))
    expect(shop.logged.join()).to.include('This payment method no longer exists.').and.not.include('served.js')
  })

  it('removes secrets from the message of a provider', async () => {
    const { payment } = await shop.begun()
    shop.script.ask = () => ({ status: 'failed', message: `Refused for ${providerSecret}.` })
    await poll()
    expect(await shop.timeline(payment)).to.deep.equal(['poll failed Refused for ….'])
  })

  it('stops with the service', async () => {
    for (let number = 0; number < 6; number++) await shop.begun()
    const stopping = new AbortController()
    shop.script.ask = () => {
      stopping.abort()
      return new Promise(() => undefined)
    }
    const { polledCount } = await pollPayments(shop.app.shop.createContext({}), { signal: stopping.signal })
    expect(polledCount).to.equal(0)
    expect(countCalls()).to.be.at.most(4)
  })

  it('changes nothing if a webhook reports the same during the poll', async () => {
    const { id, payment } = await shop.begun()
    shop.script.ask = async () => {
      await shop.settle(payment, paid, { source: 'webhook', event: 'e-meanwhile' })
      return paid
    }
    expect(await poll()).to.deep.equal(counts(1, 0))
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.deep.equal(['webhook paid 119 EUR'])
  })

  it('is not available if the host owns commerce', async () => {
    const host = shopPlatform({
      secret: 'of tests, and long enough for a host',
      issuer: 'https://host.example',
      audience: 'shop',
    })
    const app = await bootTestApp({ host })
    const refused = await catchError(app.act('poll-payments'))
    expect(refused).to.include({ code: 'NOT_FOUND', message: 'The host owns cart, checkout and orders.' })
    expect(await catchError(app.shop.serve('begin-payment', { token: 'x' }, {}))).to.include({ code: 'NOT_FOUND' })
    await app.stop()
  })
})

describe('sandbox provider', () => {
  let shop: PaymentShop
  before(async () => {
    shop = await openPaymentShop()
  })
  after(() => shop.app.stop())

  for (const [outcome, states, report] of [
    ['succeed', 'paid/paid', counts(1, 1)],
    ['fail', 'ordered/failed', counts(1, 1)],
    ['wrong_amount', 'incorrect_amount/incorrect_amount', counts(1, 1)],
    ['wrong_currency', 'unsupported_currency/unsupported_currency', counts(1, 1)],
    ['break_down', 'ordered/pending', counts(0, 0, 1)],
    ['stay_pending', 'ordered/pending', counts(1, 0)],
  ] as const) {
    it(`simulates the outcome ${outcome.replace('_', ' ')} after a delay`, async () => {
      await shop.app.reset()
      const method = await createPaymentMethod(shop.app.records, 'sandbox', { outcome, delay_seconds: 60 })
      const { id } = await shop.begun({ payment_method_id: method })
      if (outcome !== 'break_down') expect(await shop.app.act('poll-payments')).to.deep.equal(counts(1, 0))
      shop.clock.time += 60_000
      expect(await shop.app.act('poll-payments')).to.deep.equal(report)
      expect(await shop.states(id)).to.equal(states)
    })
  }
})
