// Adds shipments, credit notes and the states of orders, and fills them for existing orders.
import type { Table } from '../core/foundation/table.js'
import { type Queryable, toInList } from '../core/storage/database/dialect.js'
import type { Migration } from '../core/storage/migration/migration.js'
import { addFoldedValues, insertAllRows } from '../core/storage/migration/migration-steps.js'
import { readInstallTables } from './0001-install.js'

const newTables = ['svc_shipment', 'svc_credit_note']
const newOrderColumns = [
  'payment_state',
  'fulfilment_state',
  'paid_amount',
  'refunded_amount',
  'tags',
  'staff_note',
  'number_prefix',
]
const newSettings = ['order_prefix', 'order_start', 'customer_cancellation', 'credit_note_prefix', 'credit_note_start']

/** Orders per transaction. */
const batchSize = 200

const unclaimedStatuses = new Set(['in_checkout', 'saved', 'cancelled', 'refunded'])

interface OrderRow {
  readonly id: number
  readonly number: number | null
  readonly status: string
  readonly gross: number | null
  readonly currency_code: string
  readonly payment_method_id: number | null
  readonly shipping_method_id: number | null
  readonly delivery_title: string
  readonly placed: string | null
}

interface PaymentRow {
  readonly sales_order_id: number
  readonly received: number | null
  readonly received_currency: string
  readonly refunded: number | null
}

interface LineRow {
  readonly id: number
  readonly sales_order_id: number
  readonly quantity: number | null
}

/** The states that each order has had, its present one included. */
async function readStates(on: Queryable, orders: readonly OrderRow[]): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const ids = toInList(orders.map(({ id }) => id))
  const rows = await on.query<{ entity_id: number; at: string; came_to: string }>(
    `SELECT entity_id, at, came_to FROM svc_status_history WHERE entity = 'sales-order' AND entity_id IN ${ids.sql} ORDER BY id`,
    ids.params,
  )
  return new Map(
    orders.map(({ id, status, placed }) => {
      const own = rows.filter(({ entity_id }) => Number(entity_id) === id).map(({ came_to, at }) => [came_to, at] as const)
      return [id, new Map([[status, placed ?? ''], ...own])]
    }),
  )
}

function derivePaymentState(order: OrderRow, received: number, refunded: number): string {
  const gross = Number(order.gross ?? 0)
  if (received > 0) {
    if (refunded >= received) return 'refunded'
    if (received - refunded >= gross) return 'paid'
    return refunded > 0 ? 'partly_refunded' : 'partly_paid'
  }
  return !unclaimedStatuses.has(order.status) && gross > 0 ? 'unpaid' : 'none'
}

/** Fills the states of the next orders. Orders that were set to paid or shipped get the payment and the shipment that are missing. */
async function fillOrders(on: Queryable, tables: ReadonlyMap<string, Table>): Promise<number> {
  const columns = 'id, number, status, gross, currency_code, payment_method_id, shipping_method_id, delivery_title, placed'
  const orders = await on.query<OrderRow>(
    `SELECT ${columns} FROM svc_sales_order WHERE payment_state = '' ORDER BY id LIMIT ${batchSize}`,
  )
  if (orders.length === 0) return 0
  const ids = toInList(orders.map(({ id }) => id))
  const payments = await on.query<PaymentRow>(
    `SELECT sales_order_id, received, received_currency, refunded FROM svc_payment WHERE sales_order_id IN ${ids.sql}`,
    ids.params,
  )
  const lines = await on.query<LineRow>(
    `SELECT id, sales_order_id, quantity FROM svc_order_line WHERE sales_order_id IN ${ids.sql} ORDER BY id`,
    ids.params,
  )
  const states = await readStates(on, orders)
  for (const order of orders) {
    const reached = states.get(order.id)!
    const counted = payments.filter(
      ({ sales_order_id: of, received_currency }) => Number(of) === order.id && received_currency === order.currency_code,
    )
    let received = counted.reduce((sum, payment) => sum + Number(payment.received ?? 0), 0)
    let refunded = counted.reduce((sum, payment) => sum + Number(payment.refunded ?? 0), 0)
    const paidAt = reached.get('paid')
    const open = Number(order.gross ?? 0) - received
    if (paidAt !== undefined && open > 0) {
      const isRefunded = order.status === 'refunded'
      await insertAllRows(on, 'svc_payment', [
        addFoldedValues(tables.get('svc_payment')!, createPaymentRow(order, open, paidAt, isRefunded)),
      ])
      received += open
      if (isRefunded) refunded += open
    }
    const own = lines.filter(({ sales_order_id: of }) => Number(of) === order.id)
    const shippedAt = reached.get('shipped')
    if (shippedAt !== undefined && own.length > 0)
      await insertAllRows(on, 'svc_shipment', [
        addFoldedValues(tables.get('svc_shipment')!, createShipmentRow(order, own, shippedAt)),
      ])
    const isExpected = (order.shipping_method_id !== null || order.delivery_title !== '') && own.length > 0
    const unshipped = isExpected && !unclaimedStatuses.has(order.status) ? 'unfulfilled' : 'none'
    await on.run(
      'UPDATE svc_sales_order SET payment_state = ?, fulfilment_state = ?, paid_amount = ?, refunded_amount = ? WHERE id = ?',
      [
        derivePaymentState(order, received, refunded),
        shippedAt !== undefined && own.length > 0 ? 'shipped' : unshipped,
        received,
        refunded,
        order.id,
      ],
    )
  }
  return orders.length
}

const createPaymentRow = (order: OrderRow, amount: number, at: string, isRefunded: boolean) => ({
  sales_order_id: order.id,
  payment_method_id: order.payment_method_id,
  connector: '',
  reference: '',
  account: '',
  status: isRefunded ? 'refunded' : 'paid',
  amount,
  currency_code: order.currency_code,
  received: amount,
  received_currency: order.currency_code,
  refunded: isRefunded ? amount : null,
  redirect: '',
  instructions: '',
  remark: '',
  begun: at || null,
  created: at || null,
  changed: at || null,
  revision: 1,
})

const createShipmentRow = (order: OrderRow, lines: readonly LineRow[], at: string) => ({
  sales_order_id: order.id,
  number: `${order.number ?? order.id}-1`,
  carrier: '',
  tracking_code: '',
  tracking_url: '',
  shipped: at || null,
  delivered: null,
  cancelled: null,
  revision: 1,
  lines: JSON.stringify(lines.map(({ id, quantity }) => ({ order_line_id: Number(id), quantity: Number(quantity ?? 1) }))),
})

export const orderStates: Migration = {
  version: '0002',
  name: 'order-states',
  async up(steps) {
    const tables = await readInstallTables()
    for (const name of newTables) await steps.createTable(tables.get(name)!)
    for (const column of newOrderColumns) await steps.addColumn('sales-order', column)
    for (const column of newSettings) await steps.addColumn('settings', column)
    await steps.data(async (on) => {
      await on.run("UPDATE svc_settings SET customer_cancellation = 'none' WHERE customer_cancellation = ''", [])
    })
    await steps.dataInBatches((on) => fillOrders(on, tables))
  },
}
