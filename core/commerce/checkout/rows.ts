// Stored order drafts: loaded by token or cart, with their addresses. The owner of the cart owns the draft.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import { joinReferencedRecords, joinPartRecords } from '../../storage/record/load.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { requireCartRules } from '../cart/ownership.js'
import { readOpenCart, type CartReference, toOpenCart, type StoredCart, toStoredCart } from '../cart/rows.js'
import type { AddressTexts } from '../document/define.js'
import { getDraftLifetime } from '../lifetime.js'
import { isToken } from '../token.js'
import type { ShopperContext } from '../shopper-context.js'

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
  new NotFoundError(createMessage('shop.checkoutUnknown', { path: 'carts/{token}/checkout' }))

/** True if the draft's lifetime is over. A scheduled task then deletes it. */
export function isExpiredDraft(order: OrderRecord, { versionedSnapshot: shopSnapshot, now }: ServiceContext): boolean {
  return Date.parse(order.created ?? '') + getDraftLifetime(shopSnapshot) <= now
}

/** The order of the token in any state, not locked; undefined for malformed and unknown tokens. */
export async function findOrderByToken(work: ServiceContext, token: string): Promise<OrderRecord | undefined> {
  if (!isToken(token)) return undefined
  const [record] = await work.list(salesOrder, { column: 'token', values: [token] })
  return record?.values.token === token ? record.values : undefined
}

/** The cart of a checkout's token, which must be well-formed. */
export const toCheckoutCartReference = (token: string) =>
  ({ of: 'SELECT cart_id FROM svc_sales_order WHERE token = ?', value: token }) satisfies CartReference

type DraftAddresses = Pick<OrderDraft, 'billing' | 'delivery'>

function toDraftAddresses(records: readonly { readonly values: OrderAddressRecord }[]): DraftAddresses {
  const of = (addressKind: AddressKind): OrderAddressRecord | null =>
    records.find(({ values }) => values.kind === addressKind)?.values ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** The draft with its open cart. NOT_FOUND if the cart is closed or belongs to another visitor. */
export async function loadDraft(shopperContext: ShopperContext, order: OrderRecord): Promise<OrderDraft> {
  const cart = order.cart_id === null ? null : await readOpenCart(shopperContext, order.cart_id)
  const records = await shopperContext.list(orderAddress, { column: 'sales_order_id', values: [order.id] })
  return toOwnDraft(shopperContext, order, cart, toDraftAddresses(records))
}

function toOwnDraft(
  shopperContext: ShopperContext,
  order: OrderRecord,
  cart: StoredCart | null,
  addresses: DraftAddresses,
): OrderDraft {
  if (!cart || !canAccessCart(shopperContext, cart)) throw createUnknownCheckoutError()
  return { order, cart, ...addresses }
}

function canAccessCart(shopperContext: ShopperContext, { customerId }: Pick<StoredCart, 'customerId'>): boolean {
  return (
    shopperContext.namedShopper === null ||
    requireCartRules(shopperContext).owns({ customerId }, { shopper: shopperContext.namedShopper, holdsToken: true })
  )
}

/** The visitor's draft. NOT_FOUND for unknown, expired, placed and other shoppers' drafts alike. */
export async function findDraft(shopperContext: ShopperContext, token: string): Promise<OrderDraft> {
  const order = await findOrderByToken(shopperContext, token)
  return loadDraft(shopperContext, requireActiveDraft(order && { values: order }, token, shopperContext))
}

/** Returns the record if it is a draft that has not expired. */
function requireActiveDraft(
  record: { readonly values: OrderRecord } | undefined,
  token: string,
  work: ServiceContext,
): OrderRecord {
  const order = record?.values
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
export async function lockDraft<V extends ShopperContext & TransactionContext>(
  shopperContext: V,
  token: string,
): Promise<LockedDraft<V>> {
  if (!isToken(token)) throw createUnknownCheckoutError()
  const [[cart], [work, [match]]] = await Promise.all([
    shopperContext.lock(cartEntity, { column: 'id', values: [token], of: toCheckoutCartReference(token).of }),
    shopperContext.findWith(salesOrder, { addresses: addressJoin }, { column: 'token', value: token }),
  ])
  const order = requireActiveDraft(match?.record, token, work)
  return { work, draft: toOwnDraft(work, order, toOpenCart(cart), toDraftAddresses(match!.addresses)) }
}

/** Like `lockDraft`, for a caller that has just closed the cart. */
export async function lockDraftOfClosedCart<V extends ShopperContext & TransactionContext>(
  shopperContext: V,
  token: string,
): Promise<LockedDraft<V>> {
  const joins = { carts: joinReferencedRecords('cart_id', cartEntity), addresses: addressJoin }
  const [work, [match]] = await shopperContext.findWith(salesOrder, joins, { column: 'token', value: token })
  const order = requireActiveDraft(match?.record, token, work)
  const [cart] = match!.carts
  return { work, draft: toOwnDraft(work, order, cart ? toStoredCart(cart) : null, toDraftAddresses(match!.addresses)) }
}

/** The id of a cart's order in any state; null if there is none. Usually there is none, so the query reads only the id. */
export async function findCartOrderId({ on }: ServiceContext, cart: CartReference): Promise<number | null> {
  const which = 'of' in cart ? `(${cart.of})` : '?'
  const [row] = await on.query<{ id: number }>(`SELECT id FROM svc_sales_order WHERE cart_id = ${which}`, [cart.value])
  return row?.id ?? null
}

/** Replaces the draft's address of this kind, or removes it if `address` is null. Returns the changed draft. */
export async function storeDraftAddress(
  work: ServiceContext & TransactionContext,
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
