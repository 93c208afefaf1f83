// Beginning a payment: once per order while it is pending, again after a failure, and never partially.
import { expect } from 'chai'
import type { BeginScope } from '../../../../core/commerce/payment/define.js'
import { guest } from '../../../../core/shop/shopper.js'
import { catchError } from '../../../support/caught-error.js'
import { createPaymentMethod } from '../../../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop, providerSecret } from './payment-shop.js'

describe('begin-payment', () => {
  let shop: PaymentShop
  let usual: PaymentShop['script']['begin']
  before(async () => {
    shop = await openPaymentShop()
    usual = shop.script.begin
  })
  after(() => shop.app.stop())
  beforeEach(() => {
    shop.script.begin = usual
    shop.script.calls.splice(0)
  })

  it('returns the redirect of the provider, and passes it the order, the amount and the parameters', async () => {
    let receivedScope: BeginScope<unknown> | null = null
    shop.script.begin = (scope) => {
      receivedScope = scope
      return { reference: 'p-1', redirect: 'https://pay.example/1' }
    }
    const { token, id } = await shop.order()
    const reply = await shop.begin(token)
    expect(reply).to.deep.include({
      status: 'pending',
      title: 'Some way',
      amount: 119,
      currency: 'EUR',
      reference: 'p-1',
      redirect: 'https://pay.example/1',
      instructions: null,
    })
    const [payment] = await shop.payments(id)
    const { order, payment: facts, params, language, returnUrl } = receivedScope!
    expect(order).to.deep.include({ email: 'ada@example.com', placed: Date.UTC(2026, 4, 1, 10) })
    expect(order.shop.iban).to.equal('DE02120300000000202051')
    expect(facts).to.include({ key: payment!['token'], amount: 119, currency: 'EUR', decimals: 2, reference: '' })
    expect([params, language, returnUrl]).to.deep.equal([{ secret: providerSecret }, 'en-GB', `/orders/${token}`])
    expect(await shop.app.shop.serve('list-payments', { token }, {})).to.deep.equal({ payments: [reply] })
  })

  it('returns the customer to the page in their language', async () => {
    let back = ''
    shop.script.begin = (scope) => {
      back = scope.returnUrl
      return { reference: 'p-2', redirect: 'https://pay.example/2' }
    }
    const { token } = await shop.order()
    await shop.app.shop.serve('begin-payment', { token }, { language: 'de-DE' })
    expect(back).to.equal(`/de/orders/${token}`)
  })

  it('returns the pending payment to simultaneous and later requests', async () => {
    const { token, id } = await shop.order()
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.begin(token)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).to.equal(1)
    expect(await shop.payments(id)).to.have.length(1)
    shop.script.calls.splice(0)
    await shop.begin(token)
    expect(shop.script.calls).to.deep.equal([])
  })

  it('begins another payment after a failure or an expired page, and none once the order is paid', async () => {
    const { token, id, payment } = await shop.begun()
    await shop.settle(payment, { status: 'failed' })
    shop.script.begin = () => ({ reference: 'p-2', expires: shop.clock.time + 60_000 })
    await shop.begin(token)
    expect(await shop.states(id)).to.equal('ordered/failed/pending')
    shop.clock.time += 60_000
    await shop.begin(token)
    expect(await shop.states(id)).to.equal('ordered/failed/pending/pending')
    await shop.settle(Number((await shop.payments(id))[2]!['id']), { status: 'paid', amount: 119, currency: 'EUR' })
    expect((await catchError(shop.begin(token))).message).to.equal('This order has already been paid.')
  })

  it('allows another payment after an incorrect amount', async () => {
    const { token, id, payment } = await shop.begun()
    await shop.settle(payment, { status: 'paid', amount: 1, currency: 'EUR' })
    await shop.begin(token)
    await shop.settle(Number((await shop.payments(id))[1]!['id']), { status: 'paid', amount: 119, currency: 'EUR' })
    expect(await shop.states(id)).to.equal('paid/incorrect_amount/paid')
  })

  it('reports a failing provider without its secret, and can be retried', async () => {
    const { token, id } = await shop.order()
    shop.script.begin = () => {
      throw new Error(`The key ${providerSecret} was refused.`)
    }
    const refused = await catchError(shop.begin(token))
    expect(refused).to.include({ code: 'NOT_READY' })
    expect(refused.message).to.equal(
      'The payment could not be started because the payment provider is not responding. Please try again.',
    )
    const [payment] = await shop.payments(id)
    expect(await shop.timeline(Number(payment!['id']))).to.deep.equal(['begin failed The key … was refused.'])
    expect(shop.logged.join()).to.include('The key … was refused.').and.not.include(providerSecret)
    shop.script.begin = usual
    await shop.begin(token)
    expect(await shop.states(id)).to.equal('ordered/failed/pending')
  })

  it('continues an interrupted begin with the same key', async () => {
    const { token, id, payment } = await shop.begun()
    const fields = { begun: null, reference: '', redirect: '' }
    await shop.app.records.write('payment', fields, { id: payment, internal: true })
    const keys: string[] = []
    shop.script.begin = ({ payment: facts }) => {
      keys.push(facts.key)
      return { reference: 'p-again' }
    }
    expect(await shop.begin(token)).to.include({ reference: 'p-again' })
    expect(keys).to.deep.equal([(await shop.payments(id))[0]!['token']])
  })

  it('applies a report that the provider returns at once', async () => {
    shop.script.begin = () => ({ reference: 'p-now', report: { status: 'paid', amount: 119, currency: 'EUR' } })
    const { token, id } = await shop.order()
    expect(await shop.begin(token)).to.include({ status: 'paid', redirect: null })
    expect(await shop.states(id)).to.equal('paid/paid')
  })

  it('rejects invalid redirects, overlong references and invalid expiry times', async () => {
    for (const beginning of [
      { redirect: 'javascript:alert(1)' },
      { redirect: '/relative' },
      { redirect: `https://pay.example/${'x'.repeat(4_000)}` },
      { reference: 'x'.repeat(256) },
      { account: 'x'.repeat(256) },
      { expires: Number.NaN },
    ]) {
      shop.script.begin = () => beginning
      const { token, id } = await shop.order()
      expect(await catchError(shop.begin(token)), JSON.stringify(beginning).slice(0, 40)).to.include({ code: 'NOT_READY' })
      expect(await shop.states(id)).to.equal('ordered/failed')
    }
  })

  it('prevents a second payment while the money is in transit', async () => {
    shop.script.begin = () => ({ reference: 'p-slow', redirect: 'https://pay.example/slow', expires: shop.clock.time + 60_000 })
    const { token, id, payment } = await shop.begun()
    expect(await shop.settle(payment, { status: 'pending', underway: true })).to.equal(true)
    expect(await shop.settle(payment, { status: 'pending', underway: true })).to.equal(false)
    shop.clock.time += 3_600_000
    expect(await shop.begin(token)).to.include({ status: 'pending', redirect: null })
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect(await shop.timeline(payment)).to.deep.equal(['webhook pending The customer has paid. The payment is being processed.'])
  })

  it('marks an order without cost as paid, without the provider', async () => {
    const { token, id } = await shop.order({ net: 0, tax: 0, gross: 0, payment_method_id: null })
    expect(await shop.begin(token)).to.include({ status: 'paid', amount: 0 })
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(shop.script.calls).to.deep.equal([])
  })

  it('hides drafts, unknown orders and orders of other customers', async () => {
    const { token: draft } = await shop.order({ number: null, status: 'in_checkout' })
    const { id: customer_id } = await shop.app.records.write(
      'customer',
      { email: 'own@example.com', password: 'correct horse', customer_group_id: 1 },
      { internal: true },
    )
    const { token, id } = await shop.order({ customer_id })
    for (const unknown of [draft, 'x', `${token.slice(0, -1)}y`]) {
      expect(await catchError(shop.begin(unknown)), unknown).to.include({ code: 'NOT_FOUND' })
    }
    expect(await catchError(shop.app.shop.serve('begin-payment', { token }, { shopper: guest }))).to.include({
      code: 'NOT_FOUND',
    })
    expect(await catchError(shop.app.shop.serve('list-payments', { token }, { shopper: guest }))).to.include({
      code: 'NOT_FOUND',
    })
    expect(await shop.states(id)).to.equal('ordered')
    await shop.app.shop.serve('begin-payment', { token }, { shopper: { ...guest, customerId: customer_id } })
    expect(await shop.states(id)).to.equal('ordered/pending')
  })

  it('rejects an order that cannot be paid, naming its state, and the thirty-first attempt', async () => {
    const { token } = await shop.order({ status: 'cancelled' })
    expect((await catchError(shop.begin(token))).message).to.equal("This order has the status 'cancelled' and cannot be paid.")
    const tried = await shop.order()
    shop.script.begin = () => ({ report: { status: 'failed' } })
    for (let times = 0; times < 30; times++) await shop.begin(tried.token)
    expect((await catchError(shop.begin(tried.token))).message).to.include('has failed 30 times')
  })

  it('rejects a deleted payment method and one without credentials', async () => {
    const method = await createPaymentMethod(shop.app.records, 'obedient', { secret: 'known' })
    const { token } = await shop.order({ payment_method_id: method })
    await shop.app.records.remove('payment-method', method)
    expect(await catchError(shop.begin(token))).to.include({ code: 'NOT_FOUND' })
    // A published method always has its required parameters. This one is unpublished and emptied later.
    const emptied = await createPaymentMethod(shop.app.records, 'obedient', { secret: 'known' })
    await shop.app.records.write('payment-method', { published: false, params: null }, { id: emptied })
    const empty = await shop.order({ payment_method_id: emptied })
    expect(await catchError(shop.begin(empty.token))).to.include({ code: 'NOT_READY' })
    const [payment] = await shop.payments(empty.id)
    expect(await shop.timeline(Number(payment!['id']))).to.deep.equal([
      'begin failed The settings of the payment method are incomplete: Secret.',
    ])
  })
})

describe('payment instructions of the built-in providers', () => {
  let shop: PaymentShop
  before(async () => {
    shop = await openPaymentShop()
  })
  after(() => shop.app.stop())

  it('contain the bank account and the due date as of the placement of the order', async () => {
    await shop.app.records.write('store', { iban: 'DE00 first' }, { id: 1 })
    const method = await createPaymentMethod(shop.app.records, 'bank_transfer', { due_days: 14 })
    const order = { number: 4711, payment_method_id: method, language_tag: 'de-DE', gross: 1234.5 }
    const { token } = await shop.order(order)
    const [store] = (await shop.app.records.list('store')).records
    await shop.app.records.write('store', { iban: 'DE00 other' }, { id: Number(store!['id']) })
    const reply = await shop.begin(token)
    expect(reply).to.include({ reference: '4711', redirect: null })
    expect(reply['instructions']).to.deep.equal({
      text: 'Bitte überweisen Sie den Betrag auf dieses Konto und geben Sie den Verwendungszweck an.',
      details: [
        { label: 'Kontoinhaber', text: 'Blinds & Co' },
        { label: 'Bank', text: 'Bank of Tests' },
        { label: 'IBAN', text: 'DE02120300000000202051' },
        { label: 'BIC', text: 'BYLADEM1001' },
        { label: 'Betrag', text: '1.234,50 EUR' },
        { label: 'Verwendungszweck', text: '4711' },
        { label: 'Fällig', text: '15. Mai 2026' },
      ],
    })
  })

  it('exist for the seeded method, which needs no parameters', async () => {
    const { token } = await shop.order({ payment_method_id: 1 })
    const { details } = (await shop.begin(token))['instructions'] as { readonly details: readonly { readonly label: string }[] }
    expect(details.at(-1)).to.deep.equal({ label: 'Due', text: 'immediately' })
  })

  for (const [connector, text] of [
    ['cash_on_delivery', 'Please pay on delivery.'],
    ['invoice', 'You will receive an invoice. Please pay it to the bank account printed on it.'],
    ['sandbox', 'This is a test. No payment is made.'],
  ] as const) {
    it(`of ${connector} explain how to pay`, async () => {
      const { token } = await shop.order({ payment_method_id: await createPaymentMethod(shop.app.records, connector) })
      expect(await shop.begin(token)).to.have.nested.property('instructions.text', text)
    })
  }
})
