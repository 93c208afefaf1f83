// Asking providers: bounded, by one poller at a time, and a provider that is down holds up nobody but itself.
import { expect } from 'chai'
import type { PaymentReport } from '../../../../core/commerce/payment/define.js'
import type { PollReport } from '../../../../core/commerce/payment/define.js'
import { pollPayments } from '../../../../core/commerce/payment/poll.js'
import { shopPlatform } from '../../../../hosts/shop_platform/index.js'
import { bootTestApp } from '../../../support/app.js'
import { failure } from '../../../support/failure.js'
import { createMethod, createObedientProvider, placeOrder } from '../../../support/paid-orders.js'
import { openPaymentShop, type PaymentShop, secret } from '../../../support/payment-shop.js'

const paid: PaymentReport = { status: 'paid', amount: 119, currency: 'EUR' }
const counts = (polledCount: number, changedCount: number, failedCount = 0): PollReport => ({
  polledCount,
  changedCount,
  failedCount,
})

describe('polling payments', () => {
  let shop: PaymentShop
  const other = createObedientProvider('other')
  let otherMethod: number
  before(async () => {
    shop = await openPaymentShop({ plugins: [other.plugin] })
  })
  after(() => shop.app.stop())
  beforeEach(async () => {
    await shop.reset()
    otherMethod = await createMethod(shop.app, 'other', { secret })
    shop.script.ask = other.script.ask = () => ({ status: 'pending' })
    other.script.calls.splice(0)
  })

  const poll = (input: Readonly<Record<string, unknown>> = {}): Promise<unknown> => shop.app.act('poll-payments', input)
  const asked = (): number => shop.script.calls.filter((call) => call === 'ask').length

  it('settles what is reported, and counts what it asked and what changed', async () => {
    const [first, second] = [await shop.begun(), await shop.begun()]
    shop.script.ask = ({ payment }) => (payment.reference === `p-${first.token.slice(12, 16)}` ? paid : { status: 'pending' })
    expect(await poll()).to.deep.equal(counts(2, 1))
    expect([await shop.states(first.id), await shop.states(second.id)]).to.deep.equal(['paid/paid', 'ordered/pending'])
    expect(await shop.timeline(first.payment)).to.deep.equal(['poll paid 119 EUR'])
    expect(await poll()).to.deep.equal(counts(1, 0))
    expect(await shop.timeline(second.payment)).to.deep.equal([])
  })

  it('checks the amount as it does for a webhook', async () => {
    const { id } = await shop.begun()
    shop.script.ask = () => ({ ...paid, amount: 100 })
    expect(await poll()).to.deep.equal(counts(1, 1))
    expect(await shop.states(id)).to.equal('incorrect_amount/incorrect_amount')
  })

  it('looks back so many minutes, and asks about so many payments, in turn', async () => {
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
      expect(await failure(poll(input)), JSON.stringify(input)).to.include({ code: 'VALIDATION_FAILED' })
    }
  })

  it('asks neither about what was never begun nor of providers that cannot be asked', async () => {
    const { payment } = await shop.begun()
    await shop.app.write('payment', { begun: null }, { id: payment, internal: true })
    const { token } = await shop.order({ payment_method_id: 1 })
    await shop.begin(token)
    expect(await poll()).to.deep.equal(counts(0, 0))
  })

  it('goes on where one provider is down, which is left alone after three failures', async () => {
    for (let number = 0; number < 12; number++) await shop.begun()
    const { token, id } = await placeOrder(shop.app, otherMethod)
    await shop.begin(token)
    shop.script.ask = () => Promise.reject(new Error(`No connection for ${secret}.`))
    other.script.ask = () => paid
    const report = (await poll()) as PollReport
    expect([report.polledCount, report.changedCount]).to.deep.equal([1, 1])
    // Four are asked at a time, so that up to six fail before three in a row are seen.
    expect(asked()).to.be.within(3, 6)
    expect(report.failedCount).to.equal(asked())
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(shop.logged.join()).to.include('No connection for ….').and.not.include(secret)
  })

  it('counts a report that cannot be followed as a failure, and says in the log why', async () => {
    await shop.begun()
    shop.script.ask = () => ({ ...paid, amount: Number.NaN })
    expect(await poll()).to.deep.equal(counts(0, 0, 1))
    expect(shop.logged.join()).to.include('without a sound amount')
  })

  it('is done by one poller at a time: the other asks nobody', async () => {
    await shop.begun()
    let release: (report: PaymentReport) => void = () => undefined
    shop.script.ask = () => new Promise((resolve) => (release = resolve))
    const first = poll()
    while (asked() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await poll()).to.deep.equal(counts(0, 0))
    release(paid)
    expect(await first).to.deep.equal(counts(1, 1))
    expect(asked()).to.equal(1)
  })

  it('says plainly that it cannot ask where the payment method has gone', async () => {
    const method = await createMethod(shop.app, 'obedient', { secret })
    await shop.begun({ payment_method_id: method })
    await shop.app.remove('payment-method', method)
    expect(await poll()).to.deep.equal(counts(0, 0, 1))
    expect(shop.logged.join()).to.include('This payment method no longer exists.').and.not.include('served.js')
  })

  it('keeps no secret that a provider tells in a report', async () => {
    const { payment } = await shop.begun()
    shop.script.ask = () => ({ status: 'failed', message: `Refused for ${secret}.` })
    await poll()
    expect(await shop.timeline(payment)).to.deep.equal(['poll failed Refused for ….'])
  })

  it('ends with the service', async () => {
    for (let number = 0; number < 6; number++) await shop.begun()
    const stopping = new AbortController()
    shop.script.ask = () => {
      stopping.abort()
      return new Promise(() => undefined)
    }
    const { polledCount } = await pollPayments(shop.app.visit({}), { signal: stopping.signal })
    expect(polledCount).to.equal(0)
    expect(asked()).to.be.at.most(4)
  })

  it('changes nothing where a webhook says the same while it asks', async () => {
    const { id, payment } = await shop.begun()
    shop.script.ask = async () => {
      await shop.settle(payment, paid, { source: 'webhook', event: 'e-meanwhile' })
      return paid
    }
    expect(await poll()).to.deep.equal(counts(1, 0))
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.deep.equal(['webhook paid 119 EUR'])
  })

  it('is not there where the host owns commerce', async () => {
    const host = shopPlatform({
      secret: 'of tests, and long enough for a host',
      issuer: 'https://host.example',
      audience: 'shop',
    })
    const app = await bootTestApp({ host })
    const refused = await failure(app.act('poll-payments'))
    expect(refused).to.include({ code: 'NOT_FOUND', message: 'The host owns cart, checkout and orders.' })
    expect(await failure(app.serve('begin-payment', { token: 'x' }, {}))).to.include({ code: 'NOT_FOUND' })
    await app.stop()
  })
})

describe('the sandbox', () => {
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
    it(`can be told to ${outcome.replace('_', ' ')}, after a delay`, async () => {
      await shop.app.reset()
      const method = await createMethod(shop.app, 'sandbox', { outcome, delay_seconds: 60 })
      const { id } = await shop.begun({ payment_method_id: method })
      if (outcome !== 'break_down') expect(await shop.app.act('poll-payments')).to.deep.equal(counts(1, 0))
      shop.clock.time += 60_000
      expect(await shop.app.act('poll-payments')).to.deep.equal(report)
      expect(await shop.states(id)).to.equal(states)
    })
  }
})
