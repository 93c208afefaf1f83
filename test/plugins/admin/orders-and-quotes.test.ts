// Orders and quotes in the admin: contents, next steps, printed documents and refunds.
import { expect } from 'chai'
import { payment } from '../../../core/model/entities/orders/payment.js'
import { salesOrder } from '../../../core/model/entities/orders/sales-order.js'
import { transitions } from '../../../core/model/state/statuses.js'
import type { DocumentDetail, SearchReply } from '../../../plugins/admin/api/screen-shape.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createScriptedProvider, createPaymentMethod, createUnpaidOrder } from '../../support/scripted-provider.js'
import { inBothLanguages } from '../../support/small-shop.js'
import { requestTestQuote, readStoredQuote } from '../../support/test-quotes.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('orders and quotes in the admin', function () {
  this.timeout(60_000)
  const { plugin } = createScriptedProvider()
  let service: AdminService
  let shop: SellingShop
  let clerk: AdminClient
  let order: number

  before(async () => {
    service = await startAdmin({ plugins: [...checkoutPlugins, plugin] })
    const { app } = service
    shop = await openSellingShop(app)
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 2, note: 'Hall' }]))
    order = (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [placed.token] }))[0]!.id
    clerk = await service.as('orders:write')
  })
  after(() => service.stop())

  const read = async (client: AdminClient, path: string): Promise<DocumentDetail> => {
    const answer = await client.send('GET', path)
    expect(answer.status, path).to.equal(200)
    return answer.body as DocumentDetail
  }

  it("show the lines as sold with their price traces, and without the customer's token", async () => {
    const detail = await read(clerk, `orders/${order}`)
    expect(detail.document.lines.map(({ quantity, note }) => [quantity, note])).to.deep.equal([[2, 'Hall']])
    expect(detail.document).not.to.have.property('token')
    const [trace] = detail.traces as readonly { readonly gross: { readonly amount: number } }[]
    expect(trace!.gross.amount).to.equal(detail.document.lines[0]!.gross)
    expect(detail.timeline.map(({ what: kind }) => kind)).to.include.members(['created', 'placed', 'terms'])
    expect(detail.printed).to.deep.equal(['confirmation', 'delivery-note'])
    expect(detail.customer, 'the customer is hidden without customers:read').to.equal(null)
  })

  it('offer the next status only to accounts that may write, and record who changed it', async () => {
    const reader = await read(await service.as('orders:read', 'customers:read'), `orders/${order}`)
    expect(reader.steps).to.deep.equal([])
    expect(reader.customer).to.be.a('number')
    const { steps, document } = await read(clerk, `orders/${order}`)
    expect(steps.map(({ status }) => status)).to.deep.equal(transitions['sales-order'][document.status as 'ordered'])
    for (const { status } of steps.filter((step) => step.status === 'confirmed')) {
      expect((await clerk.send('POST', 'actions/set-order-status', { order_id: order, status })).status).to.equal(200)
    }
    const { document: now, timeline } = await read(clerk, `orders/${order}`)
    expect(now.status).to.equal('confirmed')
    const { account } = (await clerk.send('GET', 'session')).body as { readonly account: { readonly email: string } }
    expect(timeline.at(-1)).to.deep.include({ what: 'status', detail: 'Confirmed', by: { role: 'person', who: account.email } })
    expect(timeline.find(({ what: kind }) => kind === 'placed')!.by).to.deep.equal({ role: 'shopper', who: '' })
  })

  it('are found by number, name and e-mail, each record only by accounts that may list it', async () => {
    const find = async (client: AdminClient, text: string): Promise<SearchReply> =>
      (await client.send('GET', `search?text=${encodeURIComponent(text)}`)).body as SearchReply
    const number = String((await service.app.shop.createContext({}).read(salesOrder, order))!.values.number)
    const exact = await find(clerk, number)
    expect(exact).to.have.property('exact', true)
    expect(exact.results[0]).to.include({ entity: 'sales-order', id: order })
    for (const text of ['lovelace', 'ADA@example.org', 'ada lovelace']) {
      const { results } = await find(clerk, text)
      expect(results.map(({ entity }) => entity))
        .to.include('sales-order')
        .and.not.to.include('customer')
    }
    expect((await find(await service.as('customers:read'), 'lovelace')).results.map(({ entity }) => entity)).to.deep.equal([
      'customer',
    ])
    expect((await find(clerk, '100%')).results).to.deep.equal([])
  })

  it('get the status and tags in bulk, and are left unchanged by a dry run and where it is not allowed', async () => {
    const status = async (): Promise<string> => (await service.app.shop.createContext({}).read(salesOrder, order))!.values.status
    const before = await status()
    const send = (body: object) => clerk.send('POST', 'orders/bulk', { ids: [order], ...body })
    expect((await send({ status: 'cancelled', dry_run: true })).body).to.deep.equal({ changed: 1, refused: [] })
    expect((await send({ tag: 'gift', dry_run: true })).body).to.deep.equal({ changed: 1, refused: [] })
    expect(await status()).to.equal(before)
    expect((await send({ status: 'in_checkout' })).body).to.have.property('changed', 0)
    expect((await send({ tag: 'gift' })).body).to.have.property('changed', 1)
    expect((await send({ tag: 'gift' })).body, 'a repeated tag changes nothing').to.have.property('changed', 0)
    expect(codeOf(await send({}))).to.equal('422 VALIDATION_FAILED')
    expect(codeOf(await clerk.send('POST', 'orders/print/invoice', { ids: [order] }))).to.equal('404 NOT_FOUND')
  })

  it("do not offer to place a customer's checkout", async () => {
    const { checkout } = await prepareCheckoutForOrder(service.app, shop)
    const [draft] = await service.app.shop.createContext({}).list(salesOrder, { column: 'token', values: [checkout] })
    const { steps, printed } = await read(clerk, `orders/${draft!.id}`)
    expect(steps.map(({ status }) => status)).not.to.include('ordered')
    expect(printed).to.deep.equal([])
    expect((await clerk.send('GET', `orders/${draft!.id}/print/confirmation`)).status).to.equal(404)
  })

  it('are printed as PDF files, and answer 404 for documents that they do not have', async () => {
    const paper = await fetch(`${service.app.url}/svc-admin/api/orders/${order}/print/delivery-note`, {
      headers: { cookie: clerk.cookie },
    })
    expect(paper.headers.get('content-type')).to.equal('application/pdf')
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-')
    expect(codeOf(await clerk.send('GET', `orders/${order}/print/quote`))).to.equal('404 NOT_FOUND')
    expect(codeOf(await clerk.send('GET', `orders/${order}/print/invoice`))).to.equal('404 NOT_FOUND')
  })

  it('show the answer and validity of a quote', async () => {
    const { quote } = await requestTestQuote(service.app, shop)
    const { id } = await readStoredQuote(service.app, quote.token)
    const input = { quote_id: id, answer: 'With pleasure.', validity_days: 5 }
    expect((await clerk.send('POST', 'actions/prepare-quote', input)).status).to.equal(200)
    const quoteDetail = await read(clerk, `quotes/${id}`)
    expect(quoteDetail.quote).to.include({ answer: 'With pleasure.', validityDays: 5, revises: null })
    expect(quoteDetail.printed).to.deep.equal(['quote'])
    expect(quoteDetail.timeline.map(({ what: kind, detail, by }) => [kind, detail, by?.role])).to.deep.include([
      'status',
      'Requested',
      'shopper',
    ])
    expect(codeOf(await clerk.send('GET', 'quotes/999999'))).to.equal('404 NOT_FOUND')
  })

  it('show whether the customer gets a mail when a quote is sent', async () => {
    const { app } = service
    const { quote } = await requestTestQuote(app, shop)
    const { id } = await readStoredQuote(app, quote.token)
    const readMail = async (): Promise<unknown> => (await read(clerk, `quotes/${id}`)).quote!.mail
    expect(await readMail()).to.equal('off')
    const texts = {
      ...inBothLanguages('subject', 'x'),
      ...inBothLanguages('body', 'x'),
      ...inBothLanguages('manager_subject', 'x'),
    }
    const fields = { name: 'Sent', status: 'sent', ...texts, ...inBothLanguages('manager_body', 'x'), send_manager: true }
    const { id: notification } = await app.records.write('notification', fields)
    expect(await readMail(), 'a mail to the shop does not count').to.equal('off')
    await app.records.write('notification', { send_customer: true }, { id: notification })
    expect(await readMail(), 'no mail server').to.equal('waits')
    await app.records.remove('notification', notification)
  })

  it('settle and refund a payment within its amount, and only for accounts that may write', async () => {
    const { app } = service
    const method = await createPaymentMethod(app.records, 'obedient', { secret: 'x' })
    const { id } = await createUnpaidOrder(app.records, method)
    const fields = {
      sales_order_id: id,
      payment_method_id: method,
      connector: 'obedient',
      token: `t-${id}`,
      reference: `p-${id}`,
    }
    const state = { status: 'pending', amount: 119, currency_code: 'EUR', created: '2026-05-01T10:00:00.000Z' }
    const { id: paymentId } = await app.records.write('payment', { ...fields, ...state }, { internal: true })
    const reader = await service.as('orders:read')
    for (const [path, body] of [
      ['refund', {}],
      ['settlement', { status: 'paid' }],
    ] as const)
      expect(codeOf(await reader.send('POST', `payments/${paymentId}/${path}`, body))).to.equal('403 INSUFFICIENT_SCOPE')
    expect((await clerk.send('POST', `payments/${paymentId}/settlement`, { status: 'paid' })).status).to.equal(200)
    expect((await read(clerk, `orders/${id}`)).document.status).to.equal('paid')
    const part = await clerk.send('POST', `payments/${paymentId}/refund`, { amount: 19 })
    expect(part.body).to.include({ refunded: 19, by_hand: false })
    expect(codeOf(await clerk.send('POST', `payments/${paymentId}/refund`, { amount: 101 }))).to.equal('422 VALIDATION_FAILED')
    expect(codeOf(await clerk.send('POST', `payments/${paymentId}/refund`, { amout: 1 }))).to.equal('422 VALIDATION_FAILED')
    const { payments, timeline } = await read(clerk, `orders/${id}`)
    expect(payments[0]!.timeline.map(({ status, by }) => [status, by?.role])).to.deep.equal([
      ['paid', 'person'],
      ['paid', undefined],
    ])
    expect(timeline.filter(({ what: kind }) => kind === 'status').map(({ detail, by }) => [detail, by!.role])).to.deep.equal([
      ['Paid', 'person'],
    ])
    expect(payments.map(({ refunded, status }) => [refunded, status])).to.deep.equal([[19, 'paid']])
    expect((await app.shop.createContext({}).read(payment, paymentId))!.values.refunded).to.equal(19)
  })

  it('capture an authorized payment only for accounts that may write, and only once', async () => {
    const { app } = service
    const method = await createPaymentMethod(app.records, 'obedient', { secret: 'x' })
    const { id } = await createUnpaidOrder(app.records, method)
    const fields = { sales_order_id: id, payment_method_id: method, connector: 'obedient', token: `t-${id}` }
    const state = { status: 'authorized', authorized: 119, amount: 119, currency_code: 'EUR' }
    const { id: paymentId } = await app.records.write('payment', { ...fields, ...state }, { internal: true })
    const path = `payments/${paymentId}/capture`
    const { steps } = await read(clerk, `orders/${id}`)
    const listEffects = (status: string) => steps.find((step) => step.status === status)!.effects
    expect(listEffects('paid')).to.deep.include({ what: 'capture', name: 'Obedient' })
    expect(listEffects('cancelled')).to.deep.include({ what: 'release', name: 'Obedient' })
    const reader = await service.as('orders:read')
    expect((await read(reader, `orders/${id}`)).payments[0]).to.include({
      authorized: 119,
      planned: '',
      statusLabel: 'Authorized',
    })
    expect(codeOf(await reader.send('POST', path, {}))).to.equal('403 INSUFFICIENT_SCOPE')
    expect((await clerk.send('POST', path, {})).body).to.include({ status: 'paid', received: 119, currency: 'EUR' })
    expect(codeOf(await clerk.send('POST', path, {}))).to.equal('422 VALIDATION_FAILED')
    expect((await read(clerk, `orders/${id}`)).payments[0]).to.include({ authorized: null, received: 119, status: 'paid' })
  })

  it('show remarks and timelines of payments in the language of the account, and texts of earlier versions as stored', async () => {
    const { app } = service
    const method = await createPaymentMethod(app.records, 'obedient', { secret: 'x' })
    const { id, token } = await createUnpaidOrder(app.records, method)
    await app.shop.serve('begin-payment', { token }, {})
    const [pending] = await app.shop.createContext({}).list(payment, { column: 'sales_order_id', values: [id] })
    await app.records.write('payment', { remark: 'An old remark.' }, { id: pending!.id, internal: true })
    const event = { payment_id: pending!.id, status: 'pending', message: 'An old message.' }
    await app.records.write('payment-event', event, { internal: true })
    await clerk.send('POST', `payments/${pending!.id}/settlement`, { status: 'paid', amount: 118.5 })
    const german = await service.as('orders:read')
    await german.send('PATCH', 'account', { language: 'de' })
    const { payments } = await read(german, `orders/${id}`)
    const remark = '118,50\u00a0€ statt 119,00\u00a0€ bezahlt.'
    expect(payments[0]!.remark).to.equal(`An old remark. ${remark}`)
    expect(payments[0]!.timeline.map(({ message }) => message)).to.deep.equal(['An old message.', remark])
    const list = (await german.send('GET', 'records/payment?sort=-id&limit=1')).body as { readonly data: readonly object[] }
    const { number } = (await app.shop.createContext({}).read(salesOrder, id))!.values
    expect(list.data[0]).to.include({ remark: `An old remark. ${remark}`, order_number: String(number) })
    const [stored] = await app.shop.createContext({}).list(payment, { column: 'sales_order_id', values: [id] })
    expect(stored!.values.remark).to.equal('An old remark. Paid 118.5 EUR instead of 119 EUR.')
  })
})
