// Payment webhooks over HTTP: genuine, forged, stale, repeated, parallel, early, late and broken ones.
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { changeState } from '../../../core/commerce/state/change-state.js'
import { shopPlatform } from '../../../hosts/shop_platform/index.js'
import { http, type HttpPlugin } from '../../../plugins/http/index.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { listenTestApp } from '../../support/test-app.js'
import { createPaymentMethod } from '../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop } from '../../core/commerce/payment/payment-shop.js'
import { secretKey, startStripeServer, type StripeServer, webhookSecret } from '../payments/stripe-server.js'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: { readonly code?: string; readonly data?: unknown; readonly detail?: string }
}

describe('payment webhooks', () => {
  let server: HttpPlugin
  let shop: PaymentShop
  let stripe: StripeServer
  let method: number
  before(async () => {
    server = http({ mounts: [runtime({ failedReports: 20 })], trustProxy: true })
    shop = await openPaymentShop({ plugins: [server] })
    stripe = await startStripeServer(() => shop.clock.time)
    method = await createPaymentMethod(shop.app.records, 'stripe', {
      secret_key: secretKey,
      webhook_secret: webhookSecret,
      base_url: stripe.url,
    })
  })
  after(async () => {
    await shop.app.stop()
    await stripe.stop()
  })
  beforeEach(() => shop.received.splice(0))

  const beginPayment = (fields: object = {}) => shop.begun({ payment_method_id: method, ...fields })
  const session = async (id: number): Promise<string> => String((await shop.payments(id)).at(-1)!['reference'])

  let address = 0
  interface Sent {
    readonly body: string
    readonly signature?: string | null
    readonly path?: string
    readonly from?: string
    readonly verb?: string
  }
  /** Sends each delivery from a separate address unless the test names one. */
  function deliver({
    body,
    signature = stripe.sign(body),
    path = `/svc-api/payments/stripe/${method}/events`,
    from,
    verb = 'POST',
  }: Sent): Promise<Answer> {
    address += 1
    const headers = {
      'x-forwarded-for': from ?? `10.${address >> 8}.${address & 255}.1`,
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
    }
    return new Promise((resolve, reject) => {
      const call = send(server.address() + path, { method: verb, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: JSON.parse(text || '{}') as Answer['body'],
          }),
        )
      })
      call.on('error', reject)
      call.end(body)
    })
  }
  const paidEvent = (id: string, changes: object = {}): string =>
    stripe.event('checkout.session.completed', { ...stripe.pay(id), ...changes })

  it('settle the payment that they name', async () => {
    const { id, payment } = await beginPayment()
    const answer = await deliver({ body: paidEvent(await session(id)) })
    expect([answer.status, answer.body]).to.deep.equal([200, { data: { received: 1 } }])
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.deep.equal(['webhook paid 119 EUR'])
    expect(shop.received).to.have.length(1)
  })

  it('with a forged signature are rejected with one error message and change nothing', async () => {
    const { id } = await beginPayment()
    const body = paidEvent(await session(id))
    const genuine = stripe.sign(body)
    const seconds = Math.floor(shop.clock.time / 1_000)
    const forged: readonly (readonly [string, string | null, string?])[] = [
      ['no signature', null],
      ['an empty signature', ''],
      ['another secret', stripe.sign(body, { secret: 'whsec_other' })],
      ['an empty secret', stripe.sign(body, { secret: '' })],
      ['another body', genuine, body.replace('11900', '11901')],
      ['a truncated body', genuine, body.slice(0, -1)],
      ['a truncated signature', genuine.slice(0, -20)],
      ['a longer signature', `${genuine.split(',v0')[0]!}00`],
      ['a missing time', genuine.replace(/^t=\d+,/, '')],
      ['another time', genuine.replace(/^t=\d+/, `t=${seconds + 1}`)],
      ['a stale time', stripe.sign(body, { time: shop.clock.time - 301_000 })],
      ['a time in the future', stripe.sign(body, { time: shop.clock.time + 301_000 })],
      ['a time that is not a number', stripe.sign(body).replace(/^t=\d+/, 't=NaN')],
      ['signed invalid JSON', stripe.sign('{"id":'), '{"id":'],
    ]
    const sentences = new Set<string>()
    for (const [title, signature, content = body] of forged) {
      const answer = await deliver({ body: content, signature })
      expect([answer.status, answer.body.code], title).to.deep.equal([422, 'VALIDATION_FAILED'])
      sentences.add(String(answer.body.detail))
    }
    expect([...sentences]).to.have.length(1)
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect(shop.logged.join()).not.to.include('CANARY')
    expect((await deliver({ body, signature: stripe.sign(body, { time: shop.clock.time - 299_000 }) })).status).to.equal(200)
  })

  it('may have two signatures while a secret is replaced', async () => {
    const { id } = await beginPayment()
    const body = paidEvent(await session(id))
    const [time, own] = stripe.sign(body).split(',')
    const signature = `${time},v1=${'0'.repeat(64)},${own}`
    expect((await deliver({ body, signature })).status).to.equal(200)
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('that repeat are accepted and change nothing', async () => {
    const { id, payment } = await beginPayment()
    const body = paidEvent(await session(id))
    for (let times = 0; times < 3; times++) expect((await deliver({ body })).status).to.equal(200)
    expect(await shop.timeline(payment)).to.have.length(1)
    expect(shop.received).to.have.length(1)
  })

  it('that arrive twenty times during a poll of the provider settle the payment once', async () => {
    const { id, payment } = await beginPayment()
    const body = paidEvent(await session(id))
    const [polled, ...answers] = await Promise.all([
      shop.app.act('poll-payments'),
      ...Array.from({ length: 20 }, () => deliver({ body })),
    ])
    expect(polled).to.include({ failedCount: 0 })
    expect(answers.map(({ status }) => status)).to.deep.equal(Array<number>(20).fill(200))
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.have.length(1)
    expect(shop.received).to.have.length(1)
  })

  it('that arrive before the payment is stored get 404, and are accepted when they are sent again', async () => {
    const { id } = await shop.order({ payment_method_id: method })
    const paid = { payment_status: 'paid', amount_total: 11_900, currency: 'eur' }
    const body = stripe.event('checkout.session.completed', { id: 'cs_early', metadata: { payment: 'key-of-early' }, ...paid })
    const early = await deliver({ body })
    expect([early.status, early.body.code]).to.deep.equal([404, 'NOT_FOUND'])
    // Stripe knows the key of the payment, but its reference is not stored yet.
    const payment = {
      sales_order_id: id,
      payment_method_id: method,
      connector: 'stripe',
      token: 'key-of-early',
      status: 'pending',
    }
    await shop.app.records.write('payment', { ...payment, amount: 119, currency_code: 'EUR' }, { internal: true })
    expect((await deliver({ body })).status).to.equal(200)
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('for a refund before the payment get 503 with Retry-After, and are accepted when they are sent again', async () => {
    const { id, payment } = await beginPayment()
    const reference = await session(id)
    const { token } = (await shop.payments(id))[0] as { readonly token: string }
    const charge = { id: 'ch_1', metadata: { payment: token }, amount_refunded: 11_900, currency: 'eur' }
    const early = await deliver({ body: stripe.event('charge.refunded', charge) })
    expect([early.status, early.headers['retry-after']]).to.deep.equal([503, '5'])
    await deliver({ body: paidEvent(reference) })
    expect((await deliver({ body: stripe.event('charge.refunded', charge) })).status).to.equal(200)
    expect(await shop.states(id)).to.equal('refunded/refunded')
    expect(await shop.timeline(payment)).to.deep.equal(['webhook paid 119 EUR', 'webhook refunded 119 EUR'])
  })

  it('for a cancelled order mark the payment as paid with a remark', async () => {
    const { id } = await beginPayment()
    await shop.app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'cancelled'))
    expect((await deliver({ body: paidEvent(await session(id)) })).status).to.equal(200)
    expect(await shop.states(id)).to.equal('cancelled/paid')
    const [payment] = await shop.payments(id)
    expect(payment!['remark']).to.include('The order has the status ‘Cancelled’')
    expect(JSON.stringify((await shop.app.records.list('payment', { sort: '-id', limit: 1 })).records)).to.include('Cancelled')
  })

  it('for an expired payment page create a second, paid payment', async () => {
    const { id } = await beginPayment()
    const reference = await session(id)
    await deliver({ body: stripe.event('checkout.session.expired', { ...stripe.sessions.get(reference)!, status: 'expired' }) })
    expect(await shop.states(id)).to.equal('ordered/cancelled')
    await deliver({ body: paidEvent(reference) })
    expect(await shop.states(id)).to.equal('paid/cancelled/paid')
    const { token } = (await shop.payments(id))[0] as { readonly token: string }
    const charge = { id: 'ch_2', metadata: { payment: token }, amount_refunded: 11_900, currency: 'eur' }
    expect((await deliver({ body: stripe.event('charge.refunded', charge) })).status).to.equal(200)
    expect(await shop.states(id)).to.equal('refunded/cancelled/refunded')
  })

  it('with a wrong amount or currency set the matching status', async () => {
    const [less, other] = [await beginPayment(), await beginPayment()]
    await deliver({ body: paidEvent(await session(less.id), { amount_total: 1 }) })
    await deliver({ body: paidEvent(await session(other.id), { currency: 'usd' }) })
    expect(await shop.states(less.id)).to.equal('incorrect_amount/incorrect_amount')
    expect(await shop.states(other.id)).to.equal('unsupported_currency/unsupported_currency')
    expect(shop.received).to.deep.equal([])
  })

  it('move a slow payment from pending to failed', async () => {
    const { id } = await beginPayment()
    const waiting = { ...stripe.sessions.get(await session(id))!, status: 'complete', payment_status: 'unpaid' }
    await deliver({ body: stripe.event('checkout.session.completed', waiting) })
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect((await shop.payments(id))[0]).to.include({ expires: null, redirect: '' })
    await deliver({ body: stripe.event('checkout.session.async_payment_failed', waiting) })
    expect(await shop.states(id)).to.equal('ordered/failed')
  })

  it('of other types are accepted and ignored', async () => {
    for (const body of [
      stripe.event('customer.created', { id: 'cus_1' }),
      stripe.event('charge.refunded', { id: 'ch_x' }),
      '[]',
      'null',
      '{}',
    ]) {
      expect((await deliver({ body })).body, body).to.deep.equal({ data: { received: 0 } })
    }
  })

  it('settle only payments of the payment method in their URL, whose secret signs them', async () => {
    const keys = { secret_key: secretKey, webhook_secret: 'whsec_second', base_url: stripe.url }
    const second = await createPaymentMethod(shop.app.records, 'stripe', keys)
    const { id } = await beginPayment()
    const body = paidEvent(await session(id))
    const path = `/svc-api/payments/stripe/${second}/events`
    expect((await deliver({ body, path })).status).to.equal(422)
    expect((await deliver({ body, path, signature: stripe.sign(body, { secret: 'whsec_second' }) })).status).to.equal(404)
    expect(await shop.states(id)).to.equal('ordered/pending')
  })

  it('are rejected at any other URL, method and size with an error of the service', async () => {
    const body = stripe.event('ping', {})
    for (const path of [
      `/svc-api/payments/stripe/${method}`,
      '/svc-api/payments/sandbox/1/events',
      '/svc-api/payments/stripe/1/events',
      '/svc-api/payments/stripe/x/events',
      '/svc-api/payments/stripe/99999/events',
    ]) {
      expect(await deliver({ body, path }), path)
        .to.deep.include({ status: 404 })
        .and.have.nested.property('body.code', 'NOT_FOUND')
    }
    const wrong = await deliver({ body: '', verb: 'GET' })
    expect([wrong.status, wrong.headers['allow']]).to.deep.equal([405, 'POST'])
    const large = await deliver({ body: ' '.repeat(262_145) })
    expect([large.status, large.body.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    expect((await deliver({ body: ' '.repeat(262_144) })).status).to.equal(422)
  })

  it('that break off change nothing, and later ones succeed', async () => {
    const { id } = await beginPayment()
    const body = paidEvent(await session(id))
    const { port } = new URL(server.address()!)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const head = `POST /svc-api/payments/stripe/${method}/events HTTP/1.1\r\nHost: x\r\nStripe-Signature: ${stripe.sign(body)}\r\n`
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 50)}`, () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect((await deliver({ body })).status).to.equal(200)
  })

  it('from an address with many failures get 429, while other addresses are accepted', async () => {
    const { id } = await beginPayment()
    const body = paidEvent(await session(id))
    const from = '192.0.2.7'
    for (let times = 0; times < 20; times++) {
      expect((await deliver({ body, signature: 't=1,v1=00', from })).status, String(times)).to.equal(422)
    }
    const blocked = await deliver({ body, from })
    expect(blocked.status).to.equal(429)
    expect(Number(blocked.headers['retry-after'])).to.be.within(1, 60)
    expect((await deliver({ body, from: '192.0.2.8' })).status).to.equal(200)
  })

  it('are not limited while they are genuine', async () => {
    const body = stripe.event('ping', {})
    for (let times = 0; times < 40; times++) expect((await deliver({ body, from: '192.0.2.9' })).status).to.equal(200)
    const early = stripe.event('checkout.session.completed', {
      id: 'cs_early',
      metadata: { payment: 'early' },
      payment_status: 'paid',
      amount_total: 1,
      currency: 'eur',
    })
    for (let times = 0; times < 30; times++) expect((await deliver({ body: early, from: '192.0.2.9' })).status).to.equal(404)
  })
})

describe('payment webhooks on a shop platform', () => {
  it('answer 404 because the host owns the orders', async () => {
    const trust = { secret: 'of tests, and long enough for a host', issuer: 'https://host.example', audience: 'shop' }
    const app = await listenTestApp([runtime()], { host: shopPlatform(trust), plugins: [stock, payments, print] })
    const answer = await fetch(`${app.url}/svc-api/payments/stripe/1/events`, { method: 'POST', body: '{}' })
    expect(answer.status).to.equal(404)
    expect(await answer.json()).to.include({ detail: 'The host owns cart, checkout and orders.' })
    await app.stop()
  })
})
