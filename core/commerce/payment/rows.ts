// The stored payments: of an order, by what a provider calls them, and the one that stands for another that had ended.
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { payment } from '../../model/entities/orders/payment.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { InUnit, Work } from '../../storage/work.js'

export type PaymentRecord = RecordOf<typeof payment>
export type OrderRecord = RecordOf<typeof salesOrder>

/** In the order in which they were begun. */
export async function paymentsOf(work: Work, orderId: number): Promise<readonly PaymentRecord[]> {
  return (await work.list(payment, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** The one that took this one's place after it had ended, or it itself. */
function current(payments: readonly PaymentRecord[], id: number): PaymentRecord | undefined {
  const follower = payments.find(({ origin_id }) => origin_id === id)
  return follower ? current(payments, follower.id) : payments.find((one) => one.id === id)
}

/** A payment with its order, both locked, the order first as everywhere; the payment is the one that stands for it today. */
export async function lockPayment(
  work: Work & InUnit,
  id: number,
): Promise<{ readonly order: OrderRecord; readonly payment: PaymentRecord }> {
  const found = await work.read(payment, id)
  const orderId = found?.values.sales_order_id
  const [order] = orderId === undefined ? [] : await work.lock(salesOrder, { column: 'id', values: [orderId] })
  if (!order) throw new NotFoundError(`There is no payment with the id ${id}.`)
  const held = await work.lock(payment, { column: 'sales_order_id', values: [order.id] })
  const stands = current(
    held.map(({ values }) => values),
    id,
  )
  if (!stands) throw new NotFoundError(`There is no payment with the id ${id}.`)
  return { order: order.values, payment: stands }
}

/** How a provider names a payment. */
export interface ProviderName {
  readonly reference?: string | undefined
  readonly key?: string | undefined
}

/** A payment method, with the provider that serves it. */
export interface MethodName {
  readonly id: number
  readonly connector: string
}

/** The payment of the method that goes by this reference, else by this key; null where there is none yet. */
export async function findNamed(work: Work, { id, connector }: MethodName, name: ProviderName): Promise<number | null> {
  const { reference = '', key = '' } = name
  if (reference !== '') {
    const where = 'connector = ? AND reference = ? AND payment_method_id = ?'
    const sql = `SELECT id FROM svc_payment WHERE ${where} ORDER BY id DESC LIMIT 1`
    const [row] = await work.on.query<{ id: number }>(sql, [connector, reference, id])
    if (row) return row.id
  }
  if (key === '') return null
  const sql = 'SELECT id, reference FROM svc_payment WHERE token = ? AND payment_method_id = ?'
  const [row] = await work.on.query<{ id: number; reference: string }>(sql, [key, id])
  // One that goes by another reference already is another payment to the provider.
  return row && (reference === '' || row.reference === '') ? row.id : null
}
