// The states of orders, quotes and payments, in the transaction of a change: transitions with their history and effects, and derived order states.
import { createLabel, createMessage, formatValue, listAlternatives } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { payment, payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import {
  type Stateful,
  type States,
  transitions,
  draftStates,
  type fulfilmentStates,
  type paymentStates,
} from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext, FieldValues, Actor } from '../../storage/service-context.js'
import type { InitialStateEntity, Effect, StateChange } from './define.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { toInList } from '../../storage/database/dialect.js'
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { shipment as shipmentEntity } from '../../model/entities/orders/shipment.js'
import type { FrozenDocument } from '../document/define.js'
import type { PropertyMap } from '../../foundation/property/kind.js'

const declarations = { 'sales-order': salesOrder, quote, payment } as const

/** Fields that are written together with the status. */
type AdditionalFields<Name extends Stateful> = Omit<FieldValues<(typeof declarations)[Name]['properties']>, 'status'>

/** The fields, or a function that computes them last: it can take a number, whose row stays locked until the commit. */
type AlsoWritten<Name extends Stateful> = AdditionalFields<Name> | (() => Promise<AdditionalFields<Name>>)

/**
 * `NOT_FOUND` for an unknown record. VALIDATION_FAILED on `status`, with the allowed states, if the transition is not allowed. `also` is
 * written by the same statement, before the effects run.
 */
export async function changeState<Name extends Stateful>(
  work: ServiceContext & TransactionContext,
  entity: Name,
  id: number,
  to: States[Name],
  also?: AlsoWritten<Name>,
): Promise<StateChange<Name> & { readonly from: States[Name] }> {
  const declaration: EntityDefinition = declarations[entity]
  const [record] = await work.lock(declaration, { column: 'id', values: [id] })
  if (!record)
    throw new NotFoundError(
      createMessage('errors.noRecordWithId', { entity: createLabel('entity', declaration.label), id: formatValue(id, 40) }),
    )
  const from = record.values.status as States[Name]
  const allowed: readonly States[Name][] = transitions[entity][from] ?? []
  if (!allowed.includes(to)) throw createTransitionError(declaration.label, id, from, to, allowed)
  const change = { entity, id, from, to }
  await applyChange(work, change, also)
  if (entity === 'sales-order') await work.announce('onSvcSetStatus', { orderId: id, from, to })
  return change
}

/** Sets the first status of a record that was created in this unit, and runs the effects. */
export async function beginState(
  work: ServiceContext & TransactionContext,
  entity: InitialStateEntity,
  id: number,
  to: States[InitialStateEntity],
  also?: AlsoWritten<InitialStateEntity>,
): Promise<StateChange<InitialStateEntity>> {
  const change = { entity, id, from: null, to }
  await applyChange(work, change, also)
  return change
}

/** Stores the change with its history, and runs the effects. */
async function applyChange<Name extends Stateful>(
  work: ServiceContext & TransactionContext,
  change: StateChange<Name>,
  also: AlsoWritten<Name> | undefined,
): Promise<void> {
  const { entity, id, to: status } = change
  // The history is stored first, in one round trip with the last fields.
  const [, fields] = await Promise.all([storeStateChange(work, change), typeof also === 'function' ? also() : also])
  await work.write<PropertyMap>(declarations[entity], { ...fields, status }, { id, trusted: true })
  for (const effect of work.context.registry.effects.values() as Iterable<Effect<Name>>) {
    if (effect.on === change.entity && (effect.to === undefined || effect.to.includes(change.to))) await effect.run(work, change)
  }
}

function createTransitionError(label: string, id: number, from: string, to: string, allowed: readonly string[]): ValidationError {
  const values = { entity: createLabel('entity', label), id, from, to: formatValue(to, 40) }
  const message =
    allowed.length === 0
      ? createMessage('errors.stateFinal', values)
      : createMessage('errors.stateNotReachable', { ...values, states: listAlternatives(allowed) })
  return ValidationError.of('status', message, 'NOT_ALLOWED')
}

export interface StateHistoryEntry extends Actor {
  /** The id of the record. */
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  /** null for the first state. */
  readonly from: string | null
  readonly to: string
}

const insertStatement =
  'INSERT INTO svc_status_history (at, entity, entity_id, came_from, came_to, doer, who) VALUES (?, ?, ?, ?, ?, ?, ?)'

/** Stores the state change and its actor. Draft states are not stored. */
async function storeStateChange(work: ServiceContext & TransactionContext, { entity, id, from, to }: StateChange): Promise<void> {
  if (draftStates.has(to)) return
  const { role, who: actorName } = work.role
  await work.unit.run(insertStatement, [formatIsoTime(work.now), entity, id, from, to, role, actorName])
}

/** The state changes of records of one entity, oldest first. */
export async function listStateHistory(
  work: ServiceContext,
  entity: Stateful,
  ids: readonly number[],
): Promise<readonly StateHistoryEntry[]> {
  if (ids.length === 0) return []
  const { sql, params } = toInList(ids)
  const rows = await work.on.query(
    `SELECT entity_id, at, came_from, came_to, doer, who FROM svc_status_history WHERE entity = ? AND entity_id IN ${sql} ORDER BY id`,
    [entity, ...params],
  )
  return rows.map((row) => ({
    id: Number(row.entity_id),
    at: String(row.at),
    from: row.came_from === null ? null : String(row.came_from),
    to: String(row.came_to),
    role: row.doer as Actor['role'],
    who: String(row.who),
  }))
}

type OrderRecord = RecordOf<typeof salesOrder>
type ShipmentRecord = RecordOf<typeof shipmentEntity>
type PaymentRecord = RecordOf<typeof paymentEntity>
type LineRecord = Pick<RecordOf<typeof orderLine>, 'id' | 'quantity'>

type PaymentState = keyof typeof paymentStates
type FulfilmentState = keyof typeof fulfilmentStates

const statusesWithoutClaim: ReadonlySet<string> = new Set(['in_checkout', 'saved', 'cancelled', 'refunded'])

/** True while the customer owes the order and the shop owes the goods: the order is placed, and neither cancelled nor refunded. */
export const isOpenOrder = ({ status }: Pick<OrderRecord, 'status'>): boolean => !statusesWithoutClaim.has(status)

/** The amounts received and refunded in the order's currency. Money in another currency does not count. */
export function sumPayments(
  { currency_code }: Pick<OrderRecord, 'currency_code'>,
  payments: readonly Pick<PaymentRecord, 'received' | 'received_currency' | 'refunded'>[],
): { readonly received: number; readonly refunded: number } {
  const counted = payments.filter(({ received_currency }) => received_currency === currency_code)
  return {
    received: fromAmount(counted.reduce((sum, { received }) => sum + toAmount(received ?? 0), 0)),
    refunded: fromAmount(counted.reduce((sum, { refunded }) => sum + toAmount(refunded ?? 0), 0)),
  }
}

/**
 * @param isOpen false: a draft, a cancelled or a refunded order. Nothing is due then
 * @param isAuthorized true: a provider holds the amount until it is captured
 */
export function derivePaymentState(
  gross: number,
  received: number,
  refunded: number,
  isOpen: boolean,
  isAuthorized = false,
): PaymentState {
  if (received > 0) {
    if (refunded >= received) return 'refunded'
    if (toAmount(received) - toAmount(refunded) >= toAmount(gross)) return 'paid'
    return refunded > 0 ? 'partly_refunded' : 'partly_paid'
  }
  if (!isOpen || gross <= 0) return 'none'
  return isAuthorized ? 'authorized' : 'unpaid'
}

/** The shipped quantity of each order line. Cancelled shipments do not count. */
export function sumShippedQuantities(shipments: readonly ShipmentRecord[]): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const { cancelled, lines } of shipments) {
    if (cancelled !== null) continue
    for (const { order_line_id: line, quantity } of lines) quantities.set(line, (quantities.get(line) ?? 0) + quantity)
  }
  return quantities
}

/** @param isExpected false: the order needs no delivery, or is not open */
function deriveFulfilmentState(
  lines: readonly LineRecord[],
  shipments: readonly ShipmentRecord[],
  isExpected: boolean,
): FulfilmentState {
  const counted = shipments.filter(({ cancelled }) => cancelled === null)
  const shipped = sumShippedQuantities(shipments)
  if (shipped.size === 0) return isExpected && lines.length > 0 ? 'unfulfilled' : 'none'
  if (lines.some(({ id, quantity }) => (shipped.get(id) ?? 0) < (quantity ?? 1))) return 'partly_shipped'
  return counted.every(({ delivered }) => delivered !== null) ? 'delivered' : 'shipped'
}

/** The states of an order that is being placed: without payments and shipments. */
export function createInitialStates(order: Pick<OrderRecord, 'gross' | 'shipping_method_id' | 'delivery_title'>) {
  return {
    payment_state: derivePaymentState(order.gross ?? 0, 0, 0, true),
    fulfilment_state: needsDelivery(order) ? ('unfulfilled' as const) : ('none' as const),
    paid_amount: 0,
    refunded_amount: 0,
  }
}

const needsDelivery = ({ shipping_method_id, delivery_title }: Pick<OrderRecord, 'shipping_method_id' | 'delivery_title'>) =>
  shipping_method_id !== null || delivery_title !== ''

/** The order, locked. Locks are taken on the order first, then on its payments, shipments and credit notes. NOT_FOUND, naming the id. */
export async function lockOrder(work: ServiceContext & TransactionContext, orderId: number): Promise<OrderRecord> {
  const [order] = await work.lock(salesOrder, { column: 'id', values: [orderId] })
  if (!order) throw new NotFoundError(createMessage('errors.noOrderWithId', { id: orderId }))
  return order.values
}

/** The shipments of a locked order, cancelled ones included. */
export async function lockShipments(
  work: ServiceContext & TransactionContext,
  orderId: number,
): Promise<readonly ShipmentRecord[]> {
  return (await work.lock(shipmentEntity, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** Derives both states again and stores them if they differ. Call it after the last change to payments and shipments. */
export async function updateOrderStates(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  const order = await lockOrder(work, orderId)
  const ofOrder = { column: 'sales_order_id', values: [orderId] }
  const payments = (await work.lock(paymentEntity, ofOrder)).map(({ values }) => values)
  const shipments = await lockShipments(work, orderId)
  const lines = (await work.list(orderLine, ofOrder)).map(({ values }) => values)
  const { received, refunded } = sumPayments(order, payments)
  const isOpen = isOpenOrder(order)
  const isAuthorized = payments.some(({ status }) => status === 'authorized')
  const states = {
    payment_state: derivePaymentState(order.gross ?? 0, received, refunded, isOpen, isAuthorized),
    fulfilment_state: deriveFulfilmentState(lines, shipments, isOpen && needsDelivery(order)),
    paid_amount: received,
    refunded_amount: refunded,
  }
  const isSame = Object.entries(states).every(([name, value]) => order[name as keyof typeof states] === value)
  if (!isSame) await work.write(salesOrder, states, { id: orderId })
}

/** True if a one-time or recurring amount is due. Accepts amounts of prices and of records. */
export const isPaymentDue = (gross: number | null, recurring: number | null): boolean => (gross ?? 0) > 0 || (recurring ?? 0) > 0

/** True if the status is `paid`, or the order was paid before it was confirmed or shipped. @param status Default: the order's own status. */
export async function isPaidOrder(
  work: ServiceContext,
  { entity, id, values }: FrozenDocument,
  status: string = values.status,
): Promise<boolean> {
  if (entity !== 'sales-order') return false
  if (status === 'paid') return true
  if (status !== 'confirmed' && status !== 'shipped') return false
  return (await listStateHistory(work, entity, [id])).some(({ to }) => to === 'paid')
}
