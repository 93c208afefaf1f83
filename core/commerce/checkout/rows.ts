// Stored order drafts: loaded by token or cart, with their addresses. The owner of the cart owns the draft.
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { joinReferencedRecords, joinPartRecords } from '../../storage/record/load.js'
import type { InUnit, Work } from '../../storage/work.js'
import { requireCartRules } from '../cart/ownership.js'
import { readOpenCart, type CartReference, toOpenCart, type StoredCart, toStoredCart } from '../cart/rows.js'
import type { AddressTexts } from '../document/define.js'
import { getDraftLifetime } from '../lifetime.js'
import { isToken } from '../token.js'
import type { Visit } from '../visit.js'

export type OrderRecord = RecordOf<typeof salesOrder>
export type AddressKind = 'billing' | 'delivery'
export type OrderAddressRecord = RecordOf<typeof orderAddress>

export interface OrderDraft {
  readonly order: OrderRecord
  readonly cart: StoredCart
  readonly billing: OrderAddressRecord | null
  /** null: the goods go to the billing address. */
  readonly delivery: OrderAddressRecord | null
}

export const createUnknownCheckoutError = (): NotFoundError =>
  new NotFoundError('There is no checkout with this token, or it has ended. Begin one with POST carts/{token}/checkout.')

/** True if the draft's lifetime is over. A scheduled task then deletes it. */
export function isExpiredDraft(order: OrderRecord, { moment, now }: Work): boolean {
  return Date.parse(order.created ?? '') + getDraftLifetime(moment) <= now
}

/** The order of the token in any state, not locked; undefined for malformed and unknown tokens. */
export async function findOrderByToken(work: Work, token: string): Promise<OrderRecord | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await work.list(salesOrder, { column: 'token', values: [token] })
  return found?.values.token === token ? found.values : undefined
}

/** The cart of a checkout's token, which must be well-formed. */
export const toCheckoutCartReference = (token: string) =>
  ({ of: 'SELECT cart_id FROM svc_sales_order WHERE token = ?', value: token }) satisfies CartReference

type DraftAddresses = Pick<OrderDraft, 'billing' | 'delivery'>

function toDraftAddresses(found: readonly { readonly values: OrderAddressRecord }[]): DraftAddresses {
  const of = (wanted: AddressKind): OrderAddressRecord | null =>
    found.find(({ values }) => values.kind === wanted)?.values ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** The draft with its open cart. NOT_FOUND if the cart is closed or belongs to another visitor. */
export async function loadDraft(visit: Visit, order: OrderRecord): Promise<OrderDraft> {
  const cart = order.cart_id === null ? null : await readOpenCart(visit, order.cart_id)
  const found = await visit.list(orderAddress, { column: 'sales_order_id', values: [order.id] })
  return toOwnDraft(visit, order, cart, toDraftAddresses(found))
}

function toOwnDraft(visit: Visit, order: OrderRecord, cart: StoredCart | null, told: DraftAddresses): OrderDraft {
  if (!cart || !canAccessCart(visit, cart)) throw createUnknownCheckoutError()
  return { order, cart, ...told }
}

export function canAccessCart(visit: Visit, { customerId }: Pick<StoredCart, 'customerId'>): boolean {
  return visit.named === null || requireCartRules(visit).owns({ customerId }, { shopper: visit.named, holdsToken: true })
}

/** The visitor's draft. NOT_FOUND for unknown, expired, placed and other shoppers' drafts alike. */
export async function findDraft(visit: Visit, token: string): Promise<OrderDraft> {
  const order = await findOrderByToken(visit, token)
  return loadDraft(visit, requireActiveDraft(order && { values: order }, token, visit))
}

/** Returns the record if it is a draft that has not expired. */
function requireActiveDraft(found: { readonly values: OrderRecord } | undefined, token: string, work: Work): OrderRecord {
  const order = found?.values
  if (order?.token !== token || order.status !== 'in_checkout' || isExpiredDraft(order, work)) throw createUnknownCheckoutError()
  return order
}

/** A draft, and the context with the shop's data loaded. */
export interface LockedDraft<V> {
  readonly work: V
  readonly draft: OrderDraft
}

const addressJoin = joinPartRecords('sales_order_id', orderAddress)

/** Like `findDraft`, locked until the transaction ends: first the cart, as everywhere, then the draft with its addresses. */
export async function lockDraft<V extends Visit & InUnit>(visit: V, token: string): Promise<LockedDraft<V>> {
  if (!isToken(token)) throw createUnknownCheckoutError()
  const [[cart], [work, [held]]] = await Promise.all([
    visit.lock(cartEntity, { column: 'id', values: [token], of: toCheckoutCartReference(token).of }),
    visit.findWith(salesOrder, { addresses: addressJoin }, { column: 'token', value: token }),
  ])
  const order = requireActiveDraft(held?.record, token, work)
  return { work, draft: toOwnDraft(work, order, toOpenCart(cart), toDraftAddresses(held!.addresses)) }
}

/** Like `lockDraft`, for a caller that has just closed the cart. */
export async function lockDraftOfClosedCart<V extends Visit & InUnit>(visit: V, token: string): Promise<LockedDraft<V>> {
  const joins = { carts: joinReferencedRecords('cart_id', cartEntity), addresses: addressJoin }
  const [work, [held]] = await visit.findWith(salesOrder, joins, { column: 'token', value: token })
  const order = requireActiveDraft(held?.record, token, work)
  const [cart] = held!.carts
  return { work, draft: toOwnDraft(work, order, cart ? toStoredCart(cart) : null, toDraftAddresses(held!.addresses)) }
}

/** The id of a cart's order in any state; null if there is none. Usually there is none, so the query reads only the id. */
export async function findCartOrderId({ on }: Work, cart: CartReference): Promise<number | null> {
  const which = 'of' in cart ? `(${cart.of})` : '?'
  const [found] = await on.query<{ id: number }>(`SELECT id FROM svc_sales_order WHERE cart_id = ${which}`, [cart.value])
  return found?.id ?? null
}

/** Replaces the draft's address of this kind, or removes it if `address` is null. Returns the changed draft. */
export async function storeDraftAddress(
  work: Work & InUnit,
  draft: OrderDraft,
  kind: AddressKind,
  address: AddressTexts | null,
): Promise<OrderDraft> {
  const present = draft[kind]
  if (address === null) {
    if (present) await work.remove(orderAddress, present.id)
    return { ...draft, [kind]: null }
  }
  if (present && Object.entries(address).every(([name, value]) => present[name as keyof AddressTexts] === value)) return draft
  const fields = present ? address : { ...address, sales_order_id: draft.order.id, kind }
  const id = await work.write(orderAddress, fields, { trusted: true, ...(present && { id: present.id }) })
  return { ...draft, [kind]: (await work.read(orderAddress, id))!.values }
}
