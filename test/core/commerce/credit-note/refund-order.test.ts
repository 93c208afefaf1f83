// Refunds of orders with credit notes: gapless numbers, limits under concurrency, cancellation, and the money paid back.
import { expect } from 'chai'
import type { OrderRefund } from '../../../../core/commerce/credit-note/refund-order.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'

type Row = Readonly<Record<string, unknown>>

describe('refund-order', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true, credit_note_prefix: 'G-', credit_note_start: 500 }, { id: 1 })
  })
  after(() => app?.stop())

  const rows = async (entity: string, id: number): Promise<readonly Row[]> =>
    (await app.shop.createContext({}).list(entity, { column: 'sales_order_id', values: [id] })).map(({ values }) => values)
  const set = (order_id: number, status: string) => app.act('set-order-status', { order_id, status })
  const refund = (order_id: number, input: object): Promise<OrderRefund> =>
    app.act('refund-order', { order_id, ...input }) as Promise<OrderRefund>
  const read = async (id: number): Promise<Row> => (await app.shop.createContext({}).read('sales-order', id))!.values
  const place = async (quantity = 3): Promise<{ readonly id: number; readonly gross: number; readonly line: number }> => {
    const { token, gross } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity }]))
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    return { id: record!.id, gross, line: Number((await rows('order-line', record!.id))[0]!['id']) }
  }
  const paid = async (quantity = 3) => {
    const order = await place(quantity)
    await set(order.id, 'paid')
    return order
  }

  it('writes a credit note of one piece and pays its money back', async () => {
    const { id, line } = await paid()
    const reply = await refund(id, { lines: [{ order_line_id: line, quantity: 1 }], reason: 'Scratched.' })
    const [note] = await rows('credit-note', id)
    expect(reply).to.include({ order_id: id, credit_note: note!['number'], refunded: reply.gross, by_hand: true, problem: '' })
    expect(note!['number']).to.match(/^G-\d+$/)
    expect(note).to.include({ reason: 'Scratched.', gross: reply.gross })
    expect(await read(id)).to.include({ payment_state: 'partly_refunded', refunded_amount: reply.gross, status: 'paid' })
  })

  it('refunds the rest completely: the order becomes refunded and the credit notes equal the invoice', async () => {
    const { id, gross, line } = await paid()
    await refund(id, { lines: [{ order_line_id: line, quantity: 2 }] })
    await refund(id, { lines: [{ order_line_id: line, quantity: 1 }], delivery: true })
    expect(await read(id)).to.include({ payment_state: 'refunded', refunded_amount: gross, status: 'refunded' })
    const notes = await rows('credit-note', id)
    expect(notes.reduce((sum, note) => sum + Number(note['gross']), 0)).to.be.closeTo(gross, 1e-9)
    expect((await catchError(refund(id, { amount: 0.01 }))).message).to.contain('at most 0')
  })

  it('credits everything when an invoiced order is cancelled, and nothing without an invoice', async () => {
    const { id, gross, line } = await paid()
    await refund(id, { lines: [{ order_line_id: line, quantity: 1 }], pay_back: false })
    await set(id, 'confirmed')
    await set(id, 'cancelled')
    const notes = await rows('credit-note', id)
    expect(notes).to.have.length(2)
    expect(notes.reduce((sum, note) => sum + Number(note['gross']), 0)).to.be.closeTo(gross, 1e-9)
    const other = await place()
    await set(other.id, 'cancelled')
    expect(await rows('credit-note', other.id)).to.deep.equal([])
  })

  it('credits each piece once when several callers refund the same order at the same time', async () => {
    const { id, line } = await paid()
    const tried = await Promise.allSettled(
      Array.from({ length: 5 }, () => refund(id, { lines: [{ order_line_id: line, quantity: 2 }], pay_back: false })),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await rows('credit-note', id)).to.have.length(1)
  })

  it('numbers credit notes without gaps, also after refused refunds', async () => {
    const { id, line } = await paid(4)
    const lines = [{ order_line_id: line, quantity: 1 }]
    await refund(id, { lines, pay_back: false })
    await catchError(refund(id, { lines: [{ order_line_id: line, quantity: 9 }], pay_back: false }))
    await refund(id, { lines, pay_back: false })
    const { records } = await app.records.list('credit-note', { limit: 200, sort: 'id' })
    const numbers = records.map(({ number }) => Number(String(number).slice(2)))
    expect(numbers).to.deep.equal(numbers.map((_, index) => 500 + index))
  })

  it('rejects refunds of cancelled orders', async () => {
    const { id } = await place()
    await set(id, 'cancelled')
    expect((await catchError(refund(id, { delivery: true }))).message).to.contain("'cancelled'")
  })

  it('reports a refund without changing anything when it is a dry run', async () => {
    const { id, line } = await paid()
    const request = { lines: [{ order_line_id: line, quantity: 1 }], delivery: true }
    const preview = await refund(id, { ...request, dry_run: true })
    expect(await rows('credit-note', id)).to.deep.equal([])
    expect(await read(id)).to.include({ refunded_amount: 0, payment_state: 'paid' })
    const { gross, refunded, by_hand, problem } = await refund(id, request)
    expect(preview).to.include({ gross, refunded, by_hand, problem, credit_note: null })
  })

  it('rejects refunds above the received money while the order has no invoice', async () => {
    const { id, line } = await place()
    const lines = [{ order_line_id: line, quantity: 1 }]
    for (const dry_run of [true, false])
      expect((await catchError(refund(id, { lines, dry_run }))).message).to.contain('At most 0 were received')
  })
})
