// Payments by Mollie against a test server: the payment page, states, amounts as decimal strings, and webhooks without a signature.
import { expect } from 'chai'
import { refundPayment } from '../../../core/commerce/payment/refund.js'
import { http, type HttpPlugin } from '../../../plugins/http/index.js'
import { toAmountText, toReports, mollie as provider } from '../../../plugins/payments/providers/mollie.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { mollieKey, type MollieServer, startMollieServer } from '../../support/mollie-server.js'
import { createPaymentMethod, type UnpaidOrder } from '../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop } from '../../core/commerce/payment/payment-shop.js'

describe('payments by Mollie', () => {
  let shop: PaymentShop
  let server: HttpPlugin
  let mollie: MollieServer
  let method: number
  before(async () => {
    server = http({ mounts: [runtime()], trustProxy: true })
    shop = await openPaymentShop({ plugins: [server] })
    mollie = await startMollieServer(() => shop.clock.time)
    method = await createPaymentMethod(shop.app.records, 'mollie', { api_key: mollieKey, base_url: mollie.url })
  })
  after(async () => {
    await shop.app.stop()
    await mollie.stop()
  })
  beforeEach(() => {
    mollie.mood = 'well'
    for (const list of [mollie.requests, mollie.bodies, shop.logged, shop.received]) list.splice(0)
  })

  const begin = (token: string, base = 'https://shop.example'): Promise<unknown> =>
    shop.app.shop.serve('begin-payment', { token }, { link: (path) => base + path })
  async function beginPayment(
    fields: object = {},
  ): Promise<UnpaidOrder & { readonly payment: number; readonly id: number; readonly reference: string }> {
    const order = await shop.order({ payment_method_id: method, ...fields })
    await begin(order.token)
    const { id, reference } = (await shop.payments(order.id)).at(-1)!
    return { ...order, payment: Number(id), reference: String(reference) }
  }
  const poll = (): Promise<unknown> => shop.app.act('poll-payments')
  const post = async (body: string, id: number = method): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const address = `${server.address()}/svc-api/payments/mollie/${id}/payments`
    const response = await fetch(address, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  it('send the order, its address and the webhook of the payment method, in the language of the customer', async () => {
    const { token, id, reference } = await beginPayment({ number: 4711, language_tag: 'de-DE' })
    const [payment] = await shop.payments(id)
    expect(mollie.bodies).to.deep.equal([
      {
        amount: { currency: 'EUR', value: '119.00' },
        description: 'Bestellung 4711',
        redirectUrl: `https://shop.example/de/orders/${token}`,
        webhookUrl: `https://shop.example/svc-api/payments/mollie/${method}/payments`,
        locale: 'de_DE',
        metadata: { payment: payment!['token'] },
      },
    ])
    expect(payment).to.include({ reference, redirect: `${mollie.url}/checkout/${reference}` })
    expect(payment!['expires']).to.equal(new Date(shop.clock.time + 900_000).toISOString())
  })

  it('name no webhook and no language that Mollie refuses', async () => {
    const bodies: Record<string, unknown>[] = []
    const real = globalThis.fetch
    globalThis.fetch = (_url, options) => {
      bodies.push(JSON.parse(String(options?.body)) as Record<string, unknown>)
      return Promise.resolve(Response.json({ id: 'tr_1', _links: { checkout: { href: 'https://www.mollie.com/checkout/1' } } }))
    }
    try {
      const scope = {
        params: { api_key: mollieKey, capture: 'immediately' as const },
        now: 0,
        signal: new AbortController().signal,
      }
      const payment = { key: 'k', reference: '', amount: 5, currency: 'EUR', decimals: 2, created: 0 }
      const order = { number: 1, number_text: '1', email: '', placed: 0, shop: {} as never }
      const more = { payment, order, translate: (key: string) => key, returnUrl: 'http://localhost:8080/orders/x' }
      await provider.begin({
        ...scope,
        ...more,
        language: 'he-IL',
        webhookUrl: 'http://localhost:8080/svc-api/payments/mollie/2/payments',
      })
    } finally {
      globalThis.fetch = real
    }
    expect(bodies[0]).to.have.keys('amount', 'description', 'redirectUrl', 'metadata')
  })

  for (const [amount, currency, text] of [
    [500, 'JPY', '500'],
    [7, 'ISK', '7'],
    [0.29, 'EUR', '0.29'],
    [1_000_000.1, 'USD', '1000000.10'],
  ] as const) {
    it(`send ${amount} ${currency} as '${text}' and accept it as paid`, async () => {
      const { id, reference } = await beginPayment({ gross: amount, currency_code: currency })
      expect(mollie.payments.get(reference)!.amount).to.deep.equal({ currency, value: text })
      mollie.change(reference, { status: 'paid' })
      await poll()
      expect((await shop.payments(id))[0]).to.include({ status: 'paid', received: amount, received_currency: currency })
    })
  }

  it('are not rounded: an amount with more decimals than the currency is refused', () => {
    for (const [amount, currency] of [
      [0.5, 'JPY'],
      [1.005, 'EUR'],
      [7.5, 'ISK'],
    ] as const)
      expect(() => toAmountText(amount, currency)).to.throw(currency)
  })

  for (const [status, state] of [
    ['failed', 'ordered/failed'],
    ['canceled', 'ordered/cancelled'],
    ['expired', 'ordered/cancelled'],
    ['paid', 'paid/paid'],
    ['open', 'ordered/pending'],
    ['pending', 'ordered/pending'],
    ['authorized', 'ordered/authorized'],
  ] as const) {
    it(`make the order and the payment '${state}' when Mollie reports '${status}'`, async () => {
      const { id, reference } = await beginPayment()
      mollie.change(reference, { status })
      expect(await post(`id=${reference}`)).to.equal(200)
      expect(await shop.states(id)).to.equal(state)
    })
  }

  it('are not offered for payment again while the amount is authorized, and are paid after the capture', async () => {
    const { id, payment, token, reference } = await beginPayment()
    mollie.change(reference, { status: 'authorized' })
    await post(`id=${reference}`)
    await post(`id=${reference}`)
    expect(await begin(token)).to.include({ status: 'authorized', redirect: null })
    expect(mollie.bodies).to.have.length(1)
    expect(await shop.timeline(payment)).to.deep.equal(['webhook authorized 119 EUR'])
    mollie.change(reference, { status: 'paid', amountCaptured: { currency: 'EUR', value: '119.00' } })
    await post(`id=${reference}`)
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('that Mollie only authorizes are captured by the next poll if the amount is due immediately', async () => {
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'authorized', captureBefore: '2026-06-10T10:00:00+00:00' })
    await post(`id=${reference}`)
    expect((await shop.payments(id))[0]).to.include({ planned: 'capture', capture_before: '2026-06-10T10:00:00.000Z' })
    await poll()
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(mollie.bodies.at(-1)).to.deep.include({ amount: { currency: 'EUR', value: '119.00' } })
  })

  it('are captured once while Mollie still processes the capture, also after it has forgotten the key', async () => {
    mollie.capturesLater = true
    try {
      const { id, reference } = await beginPayment()
      mollie.change(reference, { status: 'authorized' })
      await post(`id=${reference}`)
      await poll()
      mollie.forgetKeys()
      await poll()
      expect(await shop.states(id)).to.equal('ordered/authorized')
      expect(mollie.listCaptures(reference)).to.have.length(1)
      mollie.finishCaptures(reference)
      await poll()
      expect(await shop.states(id)).to.equal('paid/paid')
    } finally {
      mollie.capturesLater = false
    }
  })

  const callMollie = (path: string, body: object): Promise<Response> =>
    fetch(`${mollie.url}/v2/payments/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mollieKey}`, 'content-type': 'application/json', 'idempotency-key': path },
      body: JSON.stringify(body),
    })

  for (const [reason, capturesOnce] of [
    ['because a card allows one capture', true],
    ['after the rest is released', false],
  ] as const) {
    it(`are paid with the captured part, and nothing else is captured, ${reason}`, async () => {
      mollie.capturesOnce = capturesOnce
      try {
        const { id, reference } = await beginPayment()
        mollie.change(reference, { status: 'authorized', captureMode: 'manual' })
        await post(`id=${reference}`)
        await callMollie(`${reference}/captures`, { amount: { currency: 'EUR', value: '60.00' } })
        expect(mollie.payments.get(reference)!.status).to.equal(capturesOnce ? 'paid' : 'authorized')
        if (!capturesOnce) await callMollie(`${reference}/release-authorization`, {})
        await poll()
        await poll()
        expect(mollie.payments.get(reference)!.status).to.equal('paid')
        expect((await shop.payments(id))[0]).to.include({ received: 60, planned: '' })
        expect(mollie.listCaptures(reference)).to.have.length(1)
      } finally {
        mollie.capturesOnce = false
      }
    })
  }

  it('count only the captured part of an authorized amount as paid', async () => {
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid', amountCaptured: { currency: 'EUR', value: '100.00' } })
    await poll()
    expect(await shop.states(id)).to.equal('incorrect_amount/incorrect_amount')
  })

  it('that were paid and refunded before the first report get both reports', async () => {
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid' })
    mollie.refundInDashboard(reference, '119.00')
    await poll()
    expect(await shop.states(id)).to.equal('refunded/refunded')
    expect((await shop.payments(id))[0]).to.include({ received: 119, refunded: 119 })
  })

  it('that a customer had charged back are refunded', async () => {
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid' })
    await poll()
    mollie.change(reference, { amountChargedBack: { currency: 'EUR', value: '119.00' } })
    await post(`id=${reference}`)
    expect(await shop.states(id)).to.equal('refunded/refunded')
  })

  it('are refunded once even after Mollie forgot the idempotency key', async () => {
    const { payment, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid' })
    await poll()
    await refundPayment(shop.app.shop.createContext({}), payment, 19)
    await shop.app.records.write('payment', { refunded: null }, { id: payment, internal: true })
    mollie.forgetKeys()
    expect(await refundPayment(shop.app.shop.createContext({}), payment, 19)).to.include({ refunded: 19 })
    expect(mollie.bodies.at(-1)).to.deep.include({ amount: { currency: 'EUR', value: '19.00' } })
    expect(mollie.requests.filter((request) => request.startsWith('POST') && request.endsWith('/refunds'))).to.have.length(1)
  })

  it('trust no webhook: a forged one changes nothing, and an unknown or malformed id causes no request', async () => {
    const { id, reference } = await beginPayment()
    mollie.requests.splice(0)
    expect(await post(`id=${reference}&status=paid&amount=119.00`)).to.equal(200)
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect(mollie.requests).to.deep.equal([`GET /v2/payments/${reference}`])
    expect(await post('id=tr_unknown')).to.equal(404)
    for (const body of ['', 'id=', 'id=../profiles/me', `id=${'x'.repeat(90)}`, '{"id":"tr_1"}'])
      expect(await post(body)).to.equal(422)
    expect(await post(`id=${reference}`, 999)).to.equal(404)
    expect(mollie.requests).to.have.length(1)
  })

  it('of another payment method are not found, although Mollie knows them', async () => {
    const other = await createPaymentMethod(shop.app.records, 'mollie', { api_key: mollieKey, base_url: mollie.url })
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid' })
    expect(await post(`id=${reference}`, other)).to.equal(404)
    expect(await shop.states(id)).to.equal('ordered/pending')
  })

  it('are settled by a later webhook if Mollie did not answer during the first', async () => {
    const { id, reference } = await beginPayment()
    mollie.change(reference, { status: 'paid' })
    for (const mood of ['failing', 'down', 'talkative'] as const) {
      mollie.mood = mood
      expect(await post(`id=${reference}`)).to.equal(503)
    }
    expect(shop.logged.join()).to.include('Mollie returned status 503').and.not.include('CANARY')
    mollie.mood = 'well'
    expect(await post(`id=${reference}`)).to.equal(200)
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('with a status or an amount that Mollie does not document are not applied', () => {
    expect(() => toReports({ status: 'lost' })).to.throw('unknown payment status ‘lost’')
    for (const amount of [undefined, { value: 119, currency: 'EUR' }, { value: '1e3', currency: 'EUR' }, { value: '119.00' }])
      expect(() => toReports({ status: 'paid', amount })).to.throw('invalid amount')
  })
})
