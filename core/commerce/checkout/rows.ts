// The stored draft of an order: found by its token or its cart, with the addresses that were given; it is the visitor's as the cart is.
import { NotFoundError } from '../../ground/errors.js'
import type { RecordOf } from '../../ground/property/typing.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { InUnit, Work } from '../../storage/work.js'
import { cartRules } from '../cart/ownership.js'
import { cartById, type StoredCart } from '../cart/rows.js'
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

/** True for a draft that was begun longer ago than the settings allow, and is about to be deleted. */
export function isExpired(order: OrderRecord, { moment, now }: Work): boolean {
  return Date.parse(order.created ?? '') + draftLifetimeOf(moment) <= now
}

/** The record of the token in whichever state; undefined for malformed and unknown ones. Not locked. */
export async function orderOfToken(work: Work, token: string): Promise<OrderRecord | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await work.list(salesOrder, { column: 'token', values: [token] })
  return found?.values.token === token ? found.values : undefined
}

/** Whither a token leads: what is locked by it is read whole afterwards, so that two columns do before. Null for malformed and unknown ones. */
export async function leadOfToken(work: Work, token: string): Promise<{ readonly id: number; readonly cartId: number } | null> {
  if (!isToken(token)) return null
  const sql = 'SELECT id, cart_id FROM svc_sales_order WHERE token = ?'
  const [found] = await work.on.query<{ id: number; cart_id: number | null }>(sql, [token])
  return found === undefined || found.cart_id === null ? null : { id: found.id, cartId: found.cart_id }
}

async function addressesOf(work: Work, orderId: number): Promise<Pick<Draft, 'billing' | 'delivery'>> {
  const found = (await work.list(orderAddress, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
  const of = (wanted: AddressKind): StoredAddress | null => found.find(({ kind }) => kind === wanted) ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** With its cart, which is the visitor's and still open (or has just been claimed); NOT_FOUND otherwise. */
export async function draftOf(visit: Visit, order: OrderRecord, state: 'open' | 'ordered' = 'open'): Promise<Draft> {
  const cart = order.cart_id === null ? null : await cartById(visit, order.cart_id, state)
  if (!cart || !ownsCart(visit, cart)) throw unknownCheckout()
  return { order, cart, ...(await addressesOf(visit, order.id)) }
}

export function ownsCart(visit: Visit, { customerId }: Pick<StoredCart, 'customerId'>): boolean {
  return visit.named === null || cartRules(visit).owns({ customerId }, { shopper: visit.named, holdsToken: true })
}

/** The visitor's draft; NOT_FOUND alike for unknown, expired, placed and other people's. */
export async function findDraft(visit: Visit, token: string): Promise<Draft> {
  const order = await orderOfToken(visit, token)
  if (!order || order.status !== 'in_checkout' || isExpired(order, visit)) throw unknownCheckout()
  return draftOf(visit, order)
}

/** The same, locked until the unit ends: the cart first, as everywhere, then the draft. */
export async function lockDraft(visit: Visit & InUnit, token: string): Promise<Draft> {
  const seen = await leadOfToken(visit, token)
  if (seen === null) throw unknownCheckout()
  await visit.lock(cartEntity, { column: 'id', values: [seen.cartId] })
  return lockedDraft(visit, seen.id, 'open')
}

/** For whoever holds the cart already, which is in that state. */
export async function lockedDraft(visit: Visit & InUnit, id: number, state: 'open' | 'ordered'): Promise<Draft> {
  const [held] = await visit.lock(salesOrder, { column: 'id', values: [id] })
  if (!held || held.values.status !== 'in_checkout' || isExpired(held.values, visit)) throw unknownCheckout()
  return draftOf(visit, held.values, state)
}

/** The draft of a cart, whatever became of it; undefined where none was begun. */
export async function orderOfCart(work: Work, cartId: number): Promise<OrderRecord | undefined> {
  return (await work.list(salesOrder, { column: 'cart_id', values: [cartId] }))[0]?.values
}

/** Puts an address whose places were looked up into the place of the one of its kind; null takes that away. Gives the draft with it. */
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
