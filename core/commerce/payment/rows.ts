// Reads and locks stored payments: by order, by the provider's id, and the payment that replaced one in a final state.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { payment } from '../../model/entities/orders/payment.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'

export type PaymentRecord = RecordOf<typeof payment>

/** Oldest first. */
export async function listOrderPayments(work: ServiceContext, orderId: number): Promise<readonly PaymentRecord[]> {
  return (await work.list(payment, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** The payment that replaced this one after it reached a final state, else this one. */
function findCurrentPayment(payments: readonly PaymentRecord[], id: number): PaymentRecord | undefined {
  const follower = payments.find(({ origin_id }) => origin_id === id)
  return follower ? findCurrentPayment(payments, follower.id) : payments.find((candidate) => candidate.id === id)
}

/** A payment with its order, both locked. The order is locked first, as everywhere. Returns the replacement if the payment was replaced. */
export async function lockPayment(
  work: ServiceContext & TransactionContext,
  id: number,
): Promise<{ readonly order: OrderRecord; readonly payment: PaymentRecord }> {
  const record = await work.read(payment, id)
  const orderId = record?.values.sales_order_id
  const [order] = orderId === undefined ? [] : await work.lock(salesOrder, { column: 'id', values: [orderId] })
  if (!order) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  const records = await work.lock(payment, { column: 'sales_order_id', values: [order.id] })
  const currentPayment = findCurrentPayment(
    records.map(({ values }) => values),
    id,
  )
  if (!currentPayment) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  return { order: order.values, payment: currentPayment }
}

/** The ids by which a provider refers to a payment. */
export interface ProviderPaymentIds {
  readonly reference?: string | undefined
  readonly key?: string | undefined
}

/** A payment method and its provider. */
export interface MethodReference {
  readonly id: number
  readonly connector: string
}

/** The payment of the method with this reference, else with this key. null if there is none yet. */
export async function findPaymentByProviderIds(
  work: ServiceContext,
  { id, connector }: MethodReference,
  name: ProviderPaymentIds,
): Promise<number | null> {
  const { reference = '', key = '' } = name
  if (reference !== '') {
    const condition = 'connector = ? AND reference = ? AND payment_method_id = ?'
    const sql = `SELECT id FROM svc_payment WHERE ${condition} ORDER BY id DESC LIMIT 1`
    const [row] = await work.on.query<{ id: number }>(sql, [connector, reference, id])
    if (row) return row.id
  }
  if (key === '') return null
  const sql = 'SELECT id, reference FROM svc_payment WHERE token = ? AND payment_method_id = ?'
  const [row] = await work.on.query<{ id: number; reference: string }>(sql, [key, id])
  // A payment with another reference is a different payment at the provider.
  return row && (reference === '' || row.reference === '') ? row.id : null
}
