// Creates, changes and cancels the shipments of an order. Quantities never exceed the unshipped rest, under the order's lock.
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError, ValidationError, type Issue } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import type { salesOrder } from '../../model/entities/orders/sales-order.js'
import { type LineQuantity, shipment as shipmentEntity } from '../../model/entities/orders/shipment.js'
import { transitions } from '../../model/state/statuses.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import { formatDocumentNumber } from '../document/kinds.js'
import { queueNotifications } from '../notification/notify.js'
import {
  isOpenOrder,
  lockOrder,
  lockShipments,
  sumShippedQuantities,
  updateOrderStates,
  changeState,
} from '../state/change-state.js'
import { planShipmentCaptures } from '../payment/close.js'

type ShipmentRecord = RecordOf<typeof shipmentEntity>
type LineRecord = RecordOf<typeof orderLine>
type OrderRecord = RecordOf<typeof salesOrder>

/** The carrier and the tracking of a shipment. */
interface TrackingInput {
  readonly carrier?: string | null | undefined
  readonly tracking_code?: string | null | undefined
  readonly tracking_url?: string | null | undefined
}

interface ShipmentInput extends TrackingInput {
  /** Default: everything not yet shipped. */
  readonly lines?: readonly LineQuantity[] | undefined
  /** ISO 8601. Default: now. */
  readonly shipped?: string | null | undefined
  /** Default true. */
  readonly notify?: boolean | undefined
}

interface ShipmentChange extends TrackingInput {
  readonly shipped?: string | null | undefined
  readonly delivered?: string | null | undefined
  /** Default false. */
  readonly notify?: boolean | undefined
}

/** A shipment and the states of its order after the change. */
export interface ShipmentOutcome {
  readonly shipment_id: number
  readonly order_id: number
  readonly number: string
  readonly status: string
  readonly fulfilment_state: string
}

async function toOutcome(work: ServiceContext & TransactionContext, id: number): Promise<ShipmentOutcome> {
  const { sales_order_id: order_id, number } = (await work.read(shipmentEntity, id))!.values
  const { status, fulfilment_state } = await lockOrder(work, order_id)
  return { shipment_id: id, order_id, number, status, fulfilment_state }
}

/** The unshipped quantity of each line that has one. */
function listUnshipped(
  lines: readonly Pick<LineRecord, 'id' | 'quantity'>[],
  shipments: readonly ShipmentRecord[],
): readonly LineQuantity[] {
  const shipped = sumShippedQuantities(shipments)
  return lines
    .map(({ id, quantity }) => ({ order_line_id: id, quantity: (quantity ?? 1) - (shipped.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Merges repeated lines. VALIDATION_FAILED, naming each entry that is unknown or exceeds the unshipped quantity. */
function requireUnshipped(requested: readonly LineQuantity[], unshipped: readonly LineQuantity[]): readonly LineQuantity[] {
  const open = new Map(unshipped.map(({ order_line_id, quantity }) => [order_line_id, quantity]))
  const quantities = new Map<number, number>()
  const issues: Issue[] = []
  for (const [index, { order_line_id: line, quantity }] of requested.entries()) {
    const sum = (quantities.get(line) ?? 0) + quantity
    quantities.set(line, sum)
    const available = open.get(line) ?? 0
    if (Number.isInteger(quantity) && quantity >= 1 && sum <= available) continue
    const message = createMessage('errors.shipmentQuantity', { line, quantity: available })
    issues.push(...ValidationError.of(`lines[${index}]`, message, 'OUT_OF_RANGE').issues)
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return [...quantities].map(([order_line_id, quantity]) => ({ order_line_id, quantity }))
}

/** The order's number and a running suffix. Cancelled shipments count, so no number is used twice. */
function toShipmentNumber(orderNumber: string, shipments: readonly ShipmentRecord[]): string {
  const suffixes = shipments.map(({ number }) => Number(number.slice(number.lastIndexOf('-') + 1)))
  return `${orderNumber}-${Math.max(0, ...suffixes) + 1}`
}

async function listOrderLines(work: ServiceContext, orderId: number): Promise<readonly LineRecord[]> {
  return (await work.list(orderLine, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

async function storeShipment(
  work: ServiceContext & TransactionContext,
  order: OrderRecord,
  lines: readonly LineQuantity[],
  input: ShipmentInput,
): Promise<number> {
  const { carrier, tracking_code, tracking_url, shipped, notify = true } = input
  const number = toShipmentNumber(formatDocumentNumber(order) || String(order.id), await lockShipments(work, order.id))
  const id = await work.write(shipmentEntity, {
    sales_order_id: order.id,
    number,
    carrier: carrier ?? '',
    tracking_code: tracking_code ?? '',
    tracking_url: tracking_url ?? '',
    shipped: shipped ?? formatIsoTime(work.now),
    lines,
  })
  await planShipmentCaptures(work, order.id)
  await work.announce('onSvcShip', { orderId: order.id, shipmentId: id, number })
  if (notify) await queueNotifications(work, 'sales-order', order.id, 'shipment', { shipmentId: id })
  return id
}

/**
 * Creates a shipment. If nothing is left to ship afterwards, the order becomes `shipped` where its status allows it. NOT_FOUND for an unknown
 * order. VALIDATION_FAILED if the order is not open, or a quantity exceeds the unshipped rest.
 */
export function createShipment(work: ServiceContext, orderId: number, input: ShipmentInput): Promise<ShipmentOutcome> {
  return work.transact(async (inside) => {
    const order = await lockOrder(inside, orderId)
    if (order.number === null || !isOpenOrder(order)) {
      throw ValidationError.of(
        'order_id',
        createMessage('errors.orderNotShippable', { id: orderId, status: order.status }),
        'NOT_ALLOWED',
      )
    }
    const orderLines = await listOrderLines(inside, orderId)
    const unshipped = listUnshipped(orderLines, await lockShipments(inside, orderId))
    if (unshipped.length === 0)
      throw ValidationError.of('order_id', createMessage('errors.nothingToShip', { id: orderId }), 'NOT_ALLOWED')
    const lines = input.lines === undefined || input.lines.length === 0 ? unshipped : requireUnshipped(input.lines, unshipped)
    const id = await storeShipment(inside, order, lines, input)
    const isComplete = listUnshipped(orderLines, await lockShipments(inside, orderId)).length === 0
    const next = order.status === '' ? [] : transitions['sales-order'][order.status]
    if (isComplete && next.includes('shipped')) await changeState(inside, 'sales-order', orderId, 'shipped')
    else await updateOrderStates(inside, orderId)
    return toOutcome(inside, id)
  })
}

/** Ships everything not yet shipped of an order whose status became `shipped`. Does nothing if every line is shipped. */
export async function shipRemainder(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  const order = await lockOrder(work, orderId)
  const unshipped = listUnshipped(await listOrderLines(work, orderId), await lockShipments(work, orderId))
  if (unshipped.length > 0) await storeShipment(work, order, unshipped, {})
}

/** The shipment, with its order locked. VALIDATION_FAILED if it is cancelled. */
async function lockShipment(work: ServiceContext & TransactionContext, id: number): Promise<ShipmentRecord> {
  const createUnknownError = () => new NotFoundError(createMessage('errors.noShipment', { id }))
  const record = await work.read(shipmentEntity, id)
  if (!record) throw createUnknownError()
  await lockOrder(work, record.values.sales_order_id)
  const locked = (await lockShipments(work, record.values.sales_order_id)).find((shipment) => shipment.id === id)
  if (!locked) throw createUnknownError()
  if (locked.cancelled !== null)
    throw ValidationError.of('shipment_id', createMessage('errors.shipmentCancelled', { number: locked.number }), 'NOT_ALLOWED')
  return locked
}

/** Changes the tracking and the times of a shipment. Fields that are left out remain unchanged. */
export function updateShipment(work: ServiceContext, id: number, change: ShipmentChange): Promise<ShipmentOutcome> {
  return work.transact(async (inside) => {
    const { sales_order_id: orderId } = await lockShipment(inside, id)
    const { notify = false, ...fields } = change
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    await inside.write(shipmentEntity, sent, { id })
    await updateOrderStates(inside, orderId)
    if (notify) await queueNotifications(inside, 'sales-order', orderId, 'shipment', { shipmentId: id })
    return toOutcome(inside, id)
  })
}

/** Cancels a shipment: its quantities can be shipped again. The order's status stays. VALIDATION_FAILED if it is delivered. */
export function cancelShipment(work: ServiceContext, id: number): Promise<ShipmentOutcome> {
  return work.transact(async (inside) => {
    const { sales_order_id: orderId, delivered, number } = await lockShipment(inside, id)
    if (delivered !== null)
      throw ValidationError.of('shipment_id', createMessage('errors.shipmentDelivered', { number }), 'NOT_ALLOWED')
    await inside.write(shipmentEntity, { cancelled: formatIsoTime(inside.now) }, { id })
    await planShipmentCaptures(inside, orderId)
    await updateOrderStates(inside, orderId)
    return toOutcome(inside, id)
  })
}
