// Stored carts and positions: loaded by token, checked against the host's ownership rules, locked while they change.
import { createMessage } from '../../foundation/message.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { cartPosition as cartPositionEntity, cartPosition } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { formatIsoTime, minute } from '../../foundation/clock.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { type EnteredPlace, toEnteredPlace } from '../../shop/destination.js'
import { type LoadedRecord, joinReferencedRecords, joinPartRecords } from '../../storage/record/load.js'
import type { ServiceContext, FieldValues } from '../../storage/service-context.js'
import { toStoredConfiguration, type StoredConfiguration } from '../configuration/rows.js'
import {
  getDraftLifetime,
  getCartLifetime,
  isToken,
  createToken,
  type ShopperContext,
  requireCartRules,
} from '../shopper-context.js'
import { fromAmount } from '../../engine/money/amount.js'
import { computeUnitTotals } from '../../engine/program/state.js'
import type { ConfigurationState } from '../../engine/program/state.js'

export interface StoredCart {
  readonly id: number
  readonly token: string
  readonly customerId: number | null
  readonly currencyId: number | null
  /** The place that the shopper named, used until there is an address. */
  readonly enteredPlace: EnteredPlace
  readonly note: string
  readonly created: string
  readonly changed: string
}

export interface StoredPosition {
  readonly id: number
  /** The configuration may have been deleted with its product. */
  readonly configurationId: number
  /** The product's title when the position was added. */
  readonly title: string
  readonly quantity: number
  readonly note: string
  readonly ordering: number
  /** Net price of one piece in the base currency when the shopper saw it last; null if it was not stored. */
  readonly unitNet: number | null
  readonly unitRecurring: number | null
}

export interface CartContents {
  /** In order. */
  readonly positions: readonly StoredPosition[]
  /** By id. Deleted configurations are left out. */
  readonly configurations: ReadonlyMap<number, StoredConfiguration>
}

export const createUnknownCartError = (): NotFoundError => new NotFoundError(createMessage('shop.cartUnknown'))

type CartRecord = LoadedRecord<RecordOf<typeof cartEntity>>

/** Converts a loaded record to a `StoredCart`. */
export function toStoredCart({ values }: CartRecord): StoredCart {
  const { id, token, customer_id, currency_id, note, created, changed } = values
  const own = { id, token, customerId: customer_id, currencyId: currency_id, enteredPlace: toEnteredPlace(values), note }
  return { ...own, created: created ?? '', changed: changed ?? '' }
}

/** Expiry time of a guest's cart, in milliseconds since the epoch; null for an account's cart. */
export function computeCartExpiry(cart: StoredCart, { versionedSnapshot: shopSnapshot }: ServiceContext): number | null {
  if (cart.customerId !== null) return null
  return Date.parse(cart.changed) + getCartLifetime(shopSnapshot)
}

/** A cart, and the context with the shop's data loaded. */
interface CartWithContext<V> {
  readonly work: V
  readonly cart: StoredCart
}

/** The open cart of the token, without an owner check, locked within a transaction. NOT_FOUND for unknown and expired ones. */
export async function loadOpenCart<V extends ServiceContext>(baseWork: V, token: string): Promise<CartWithContext<V>> {
  if (!isToken(token)) throw createUnknownCartError()
  const [work, [record]] = await baseWork.find(cartEntity, { column: 'token', values: [token] })
  return { work, cart: await requireAliveCart(work, record, token) }
}

/** Returns the record's cart if it is open and has not expired. */
async function requireAliveCart(work: ServiceContext, record: CartRecord | undefined, token: string): Promise<StoredCart> {
  if (!record || record.values.token !== token || record.values.state !== 'open') throw createUnknownCartError()
  const cart = toStoredCart(record)
  const expiry = computeCartExpiry(cart, work)
  if (expiry !== null && expiry <= work.now && !(await isAtCheckout(work, cart))) throw createUnknownCartError()
  return cart
}

/** An expired cart stays alive while an order draft refers to it. */
async function isAtCheckout({ on, versionedSnapshot: shopSnapshot, now }: ServiceContext, { id }: StoredCart): Promise<boolean> {
  const sql = `SELECT id FROM svc_sales_order WHERE cart_id = ? AND (status = 'saved' OR (status = 'in_checkout' AND created > ?))`
  return (await on.query(sql, [id, formatIsoTime(now - getDraftLifetime(shopSnapshot))])).length > 0
}

/** The open cart of the id, even if its lifetime is over; null if there is none. */
export async function readOpenCart(work: ServiceContext, id: number): Promise<StoredCart | null> {
  return toOpenCart(await work.read(cartEntity, id))
}

export const toOpenCart = (record: CartRecord | null | undefined): StoredCart | null =>
  record?.values.state === 'open' ? toStoredCart(record) : null

/** The visitor's open cart, locked within a transaction. NOT_FOUND for unknown, expired and other shoppers' carts alike. */
export async function findCart<V extends ShopperContext>(shopperContext: V, token: string): Promise<CartWithContext<V>> {
  const cartWithContext = await loadOpenCart(shopperContext, token)
  requireOwnCart(shopperContext, cartWithContext.cart)
  return cartWithContext
}

/** Like `findCart`, with the positions in order. One statement reads and locks both. */
export async function findCartWithPositions<V extends ShopperContext>(
  shopperContext: V,
  token: string,
): Promise<CartWithContext<V> & { readonly positions: readonly StoredPosition[] }> {
  if (!isToken(token)) throw createUnknownCartError()
  const joins = { positions: joinPartRecords('cart_id', cartPositionEntity) }
  const [work, [match]] = await shopperContext.findWith(cartEntity, joins, { column: 'token', value: token })
  const cart = await requireAliveCart(work, match?.record, token)
  requireOwnCart(shopperContext, cart)
  return { work, cart, positions: sortPositions(match!.positions) }
}

function requireOwnCart(shopperContext: ShopperContext, cart: StoredCart): void {
  if (!requireCartRules(shopperContext).owns(cart, { shopper: shopperContext.shopper, holdsToken: true }))
    throw createUnknownCartError()
}

/** The account's open carts, changed last first. */
export async function listAccountCarts(work: ServiceContext, customerId: number): Promise<readonly StoredCart[]> {
  const records = await work.list(cartEntity, { column: 'customer_id', values: [customerId] })
  const open = records.filter((record) => record.values.state === 'open').map(toStoredCart)
  return open.sort((a, b) => (a.changed === b.changed ? b.id - a.id : a.changed < b.changed ? 1 : -1))
}

/** Fields of a cart that the shopper can choose. */
export interface CartFields extends EnteredPlace {
  readonly currency_id: number | null
  readonly note: string
}

export async function insertCart(
  work: ServiceContext,
  customerId: number | null,
  { currency_id, country_id, state_id, note }: CartFields,
): Promise<{ readonly id: number; readonly token: string }> {
  const token = createToken()
  const now = formatIsoTime(work.now)
  const chosen = { currency_id, country_id, state_id, note }
  const record = { token, customer_id: customerId, ...chosen, state: 'open', created: now, changed: now } as const
  return { id: await work.write(cartEntity, record, { trusted: true }), token }
}

/** Renews the cart's lifetime at most once a minute, which saves a write in most requests. */
export async function renewCart(work: ServiceContext, cart: StoredCart): Promise<void> {
  if (work.now - Date.parse(cart.changed) >= minute) await touchCart(work, cart)
}

/** Renews the cart's lifetime. `owner` is the new owner, if any. */
export async function touchCart(work: ServiceContext, cart: StoredCart, owner?: number): Promise<void> {
  const changed = formatIsoTime(work.now)
  await work.write(cartEntity, owner === undefined ? { changed } : { changed, customer_id: owner }, { id: cart.id })
}

type PositionRecord = LoadedRecord<RecordOf<typeof cartPositionEntity>>

const toStoredPosition = ({ id, values }: PositionRecord): StoredPosition => ({
  id,
  configurationId: values.configuration_id,
  title: values.title,
  quantity: values.quantity ?? 1,
  note: values.note,
  ordering: values.ordering ?? 0,
  unitNet: values.unit_net,
  unitRecurring: values.unit_recurring,
})

const sortPositions = (records: readonly PositionRecord[]): readonly StoredPosition[] =>
  records.map(toStoredPosition).sort((a, b) => a.ordering - b.ordering || a.id - b.id)

/** In order. */
export async function listPositions(work: ServiceContext, cartId: number): Promise<readonly StoredPosition[]> {
  return sortPositions(await work.list(cartPositionEntity, { column: 'cart_id', values: [cartId] }))
}

/** A cart by its id, or by a subquery with one parameter. With a subquery, related rows can be read before the cart. */
export type CartReference = { readonly value: number } | { readonly of: string; readonly value: string }

/** The cart of a token, which must be well-formed. */
export const toCartReference = (token: string): CartReference => ({ of: 'SELECT id FROM svc_cart WHERE token = ?', value: token })

/** The ordered positions and their configurations by id, in one statement. `isLocking` locks both until the transaction ends. */
export async function loadCartContents(work: ServiceContext, cart: CartReference, isLocking = false): Promise<CartContents> {
  const joins = { configured: joinReferencedRecords('configuration_id', configurationEntity) }
  const rows = await work.listWith(cartPositionEntity, joins, { column: 'cart_id', ...cart }, isLocking)
  const configurations = rows.flatMap(({ configured }) =>
    configured.map((configurationRecord) => [configurationRecord.id, toStoredConfiguration(configurationRecord)] as const),
  )
  return { positions: sortPositions(rows.map(({ record }) => record)), configurations: new Map(configurations) }
}

/** Stores a position and returns it. The read comes from the transaction's own writes and runs no statement. */
export async function insertPosition(
  work: ServiceContext,
  fields: FieldValues<(typeof cartPositionEntity)['properties']>,
): Promise<StoredPosition> {
  const id = await work.write(cartPositionEntity, fields, { trusted: true })
  return toStoredPosition((await work.read(cartPositionEntity, id))!)
}

export const createUnknownPositionError = (): NotFoundError => new NotFoundError(createMessage('shop.positionUnknown'))

/** NOT_FOUND for a position that is not in the cart. */
export async function findPosition(work: ServiceContext, cart: StoredCart, id: number): Promise<StoredPosition> {
  const position = (await listPositions(work, cart.id)).find((candidate) => candidate.id === id)
  if (!position) throw createUnknownPositionError()
  return position
}

/** The ordering value after the last position. */
export function computeNextOrdering(positions: readonly StoredPosition[]): number {
  return Math.max(0, ...positions.map((position) => position.ordering)) + 1
}

/** Removes the position and reopens its configuration until that expires. The configuration may have been deleted with its product. */
export async function releasePosition(work: ServiceContext, { id, configurationId }: StoredPosition): Promise<void> {
  await work.remove(cartPositionEntity, id)
  if (!(await work.read(configurationEntity, configurationId))) return
  await work.write(configurationEntity, { state: 'open', changed: formatIsoTime(work.now) }, { id: configurationId })
}

/** The configurations of the positions, by id. Rows written in this transaction are not read again. */
export async function loadPositionConfigurations(
  work: ServiceContext,
  positions: readonly StoredPosition[],
): Promise<ReadonlyMap<number, StoredConfiguration>> {
  const records = await work.list(configurationEntity, {
    column: 'id',
    values: positions.map((position) => position.configurationId),
  })
  return new Map(records.map((record) => [record.id, toStoredConfiguration(record)]))
}

/** The unit price that the shopper saw last, stored with the cart position. The cart compares it to report a price change. */
export interface DisplayedPrices {
  /** Net price of one piece, in the base currency. */
  readonly unit_net: number
  readonly unit_recurring: number
}

export function toDisplayedPrices(state: ConfigurationState): DisplayedPrices {
  const { net, recurring } = computeUnitTotals(state)
  return { unit_net: fromAmount(net), unit_recurring: fromAmount(recurring) }
}

/** Call it after the shopper changes a configuration in the cart: the new price is then the last one they saw. */
export async function storeDisplayedPrices(
  work: ServiceContext,
  configurationId: number,
  state: ConfigurationState,
): Promise<void> {
  const prices = toDisplayedPrices(state)
  const positions = await work.list(cartPosition, { column: 'configuration_id', values: [configurationId] })
  for (const { id, values } of positions) {
    const same = values.unit_net === prices.unit_net && values.unit_recurring === prices.unit_recurring
    if (!same) await work.write(cartPosition, { ...prices }, { id })
  }
}
