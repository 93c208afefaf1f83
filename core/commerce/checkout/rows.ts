// Stored order drafts: loaded by token or cart, with their addresses. The owner of the cart owns the draft.
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { namedBy, partsBy } from '../../storage/record/load.js'
import type { InUnit, Work } from '../../storage/work.js'
import { cartRules } from '../cart/ownership.js'
import { cartById, type CartPlace, openOf, type StoredCart, storedCart } from '../cart/rows.js'
import type { AddressTexts } from '../document/define.js'
import { draftLifetimeOf } from '../lifetime.js'
import { isToken } from '../token.js'
import type { Visit } from '../visit.js'

export type OrderRecord = RecordOf<typeof salesOrder>
export type AddressKind = 'billing' | 'delivery'
export type StoredAddress = RecordOf<typeof orderAddress>

export interface Draft {
  readonly order: OrderRecord
  readonly cart: StoredCart
  readonly billing: StoredAddress | null
  /** null: the goods go to the billing address. */
  readonly delivery: StoredAddress | null
}

export const unknownCheckout = (): NotFoundError =>
  new NotFoundError('There is no checkout with this token, or it has ended. Begin one with POST carts/{token}/checkout.')

/** True if the draft's lifetime is over. A scheduled task then deletes it. */
export function isExpired(order: OrderRecord, { moment, now }: Work): boolean {
  return Date.parse(order.created ?? '') + draftLifetimeOf(moment) <= now
}

/** The order of the token in any state, not locked; undefined for malformed and unknown tokens. */
export async function orderOfToken(work: Work, token: string): Promise<OrderRecord | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await work.list(salesOrder, { column: 'token', values: [token] })
  return found?.values.token === token ? found.values : undefined
}

/** The cart of a checkout's token, which must be well-formed. */
export const cartOf = (token: string) =>
  ({ of: 'SELECT cart_id FROM svc_sales_order WHERE token = ?', value: token }) satisfies CartPlace

type Addresses = Pick<Draft, 'billing' | 'delivery'>

function byKind(found: readonly { readonly values: StoredAddress }[]): Addresses {
  const of = (wanted: AddressKind): StoredAddress | null => found.find(({ values }) => values.kind === wanted)?.values ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** The draft with its open cart. NOT_FOUND if the cart is closed or belongs to another visitor. */
export async function draftOf(visit: Visit, order: OrderRecord): Promise<Draft> {
  const cart = order.cart_id === null ? null : await cartById(visit, order.cart_id)
  const found = await visit.list(orderAddress, { column: 'sales_order_id', values: [order.id] })
  return draftWith(visit, order, cart, byKind(found))
}

function draftWith(visit: Visit, order: OrderRecord, cart: StoredCart | null, told: Addresses): Draft {
  if (!cart || !ownsCart(visit, cart)) throw unknownCheckout()
  return { order, cart, ...told }
}

export function ownsCart(visit: Visit, { customerId }: Pick<StoredCart, 'customerId'>): boolean {
  return visit.named === null || cartRules(visit).owns({ customerId }, { shopper: visit.named, holdsToken: true })
}

/** The visitor's draft. NOT_FOUND for unknown, expired, placed and other shoppers' drafts alike. */
export async function findDraft(visit: Visit, token: string): Promise<Draft> {
  const order = await orderOfToken(visit, token)
  return draftOf(visit, goingOn(order && { values: order }, token, visit))
}

/** Returns the record if it is a draft that has not expired. */
function goingOn(found: { readonly values: OrderRecord } | undefined, token: string, work: Work): OrderRecord {
  const order = found?.values
  if (order?.token !== token || order.status !== 'in_checkout' || isExpired(order, work)) throw unknownCheckout()
  return order
}

/** A draft, and the context with the shop's data loaded. */
export interface Locked<V> {
  readonly work: V
  readonly draft: Draft
}

const addresses = partsBy('sales_order_id', orderAddress)

/** Like `findDraft`, locked until the transaction ends: first the cart, as everywhere, then the draft with its addresses. */
export async function lockDraft<V extends Visit & InUnit>(visit: V, token: string): Promise<Locked<V>> {
  if (!isToken(token)) throw unknownCheckout()
  const [[cart], [work, [held]]] = await Promise.all([
    visit.lock(cartEntity, { column: 'id', values: [token], of: cartOf(token).of }),
    visit.findWith(salesOrder, { addresses }, { column: 'token', value: token }),
  ])
  const order = goingOn(held?.record, token, work)
  return { work, draft: draftWith(work, order, openOf(cart), byKind(held!.addresses)) }
}

/** Like `lockDraft`, for a caller that has just closed the cart. */
export async function lockClaimed<V extends Visit & InUnit>(visit: V, token: string): Promise<Locked<V>> {
  const joins = { carts: namedBy('cart_id', cartEntity), addresses }
  const [work, [held]] = await visit.findWith(salesOrder, joins, { column: 'token', value: token })
  const order = goingOn(held?.record, token, work)
  const [cart] = held!.carts
  return { work, draft: draftWith(work, order, cart ? storedCart(cart) : null, byKind(held!.addresses)) }
}

/** The id of a cart's order in any state; null if there is none. Usually there is none, so the query reads only the id. */
export async function orderOfCart({ on }: Work, cart: CartPlace): Promise<number | null> {
  const which = 'of' in cart ? `(${cart.of})` : '?'
  const [found] = await on.query<{ id: number }>(`SELECT id FROM svc_sales_order WHERE cart_id = ${which}`, [cart.value])
  return found?.id ?? null
}

/** Replaces the draft's address of this kind, or removes it if `address` is null. Returns the changed draft. */
export async function storeAddress(
  work: Work & InUnit,
  draft: Draft,
  kind: AddressKind,
  address: AddressTexts | null,
): Promise<Draft> {
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
