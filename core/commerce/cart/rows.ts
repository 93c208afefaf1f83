// The stored cart and its positions: found by its token, asked of the host's rules, locked while it is changed.
// In a unit, the context given here is the one within it.
import type { Shopper } from '../../shop/shopper.js'
import { isoTime } from '../../ground/clock.js'
import { NotFoundError } from '../../ground/errors.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Moment } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { write } from '../../storage/pipeline/write.js'
import { type LoadedRecord, loadRecords } from '../../storage/record/load.js'
import { newToken, stored, type StoredConfiguration } from '../configuration/rows.js'
import type { CartRules } from './ownership.js'

export interface StoredCart {
  readonly id: number
  readonly token: string
  readonly customerId: number | null
  readonly currencyId: number | null
  readonly created: string
  readonly changed: string
}

export interface StoredPosition {
  readonly id: number
  readonly configurationId: number
  readonly quantity: number
  readonly note: string
  readonly ordering: number
}

const hour = 3_600_000
const defaultLifetime = 24
const tokenPattern = /^[A-Za-z0-9_-]{32}$/

export const unknownCart = (): NotFoundError =>
  new NotFoundError('There is no cart with this token, or it has expired. Begin a new one with POST carts.')

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const reference = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function cartOf({ id, values }: LoadedRecord): StoredCart {
  return {
    id,
    token: text(values.token),
    customerId: reference(values.customer_id),
    currencyId: reference(values.currency_id),
    created: text(values.created),
    changed: text(values.changed),
  }
}

/** When a guest's cart is forgotten, in milliseconds since the epoch; null for an account's, which is kept. */
export function expiryOf(cart: StoredCart, { snapshot }: Moment): number | null {
  if (cart.customerId !== null) return null
  const hours = snapshot.settings.cart_lifetime_hours
  return Date.parse(cart.changed) + (typeof hours === 'number' ? hours : defaultLifetime) * hour
}

/** The open cart of the token; NOT_FOUND for what is not there or no longer. */
async function openCart(context: Context, moment: Moment, token: string, lock: string): Promise<StoredCart> {
  if (!tokenPattern.test(token)) throw unknownCart()
  const where = { column: 'token', values: [token] }
  const [found] = await loadRecords(context.database, requireEntity(context.registry, 'cart'), [], where, lock)
  if (!found || found.values.token !== token || found.values.state !== 'open') throw unknownCart()
  const cart = cartOf(found)
  const expiry = expiryOf(cart, moment)
  if (expiry !== null && expiry <= context.clock.now()) throw unknownCart()
  return cart
}

/** The visitor's open cart; NOT_FOUND alike for unknown, expired and other people's. */
export async function findCart(
  context: Context,
  rules: CartRules,
  moment: Moment,
  token: string,
  shopper: Shopper,
  lock = '',
): Promise<StoredCart> {
  const cart = await openCart(context, moment, token, lock)
  if (!rules.owns(cart, { shopper, holdsToken: true })) throw unknownCart()
  return cart
}

/** A cart that a guest began, whoever asks: for the moment in which he is recognised. */
export async function findGuestCart(context: Context, moment: Moment, token: string, u: Unit): Promise<StoredCart> {
  return openCart(context, moment, token, u.dialect.forUpdate)
}

/** The account's open carts, the one that was changed last first. */
export async function accountCarts(context: Context, customerId: number): Promise<readonly StoredCart[]> {
  const where = { column: 'customer_id', values: [customerId] }
  const found = await loadRecords(context.database, requireEntity(context.registry, 'cart'), [], where)
  const open = found.filter((record) => record.values.state === 'open').map(cartOf)
  return open.sort((a, b) => (a.changed === b.changed ? b.id - a.id : a.changed < b.changed ? 1 : -1))
}

export async function insertCart(
  context: Context,
  u: Unit,
  customerId: number | null,
  currencyId: number,
): Promise<{ readonly id: number; readonly token: string }> {
  const token = newToken()
  const now = isoTime(context.clock.now())
  const record = { token, customer_id: customerId, currency_id: currencyId, state: 'open', created: now, changed: now }
  return { id: (await write(context, 'cart', record, { internal: true, unit: u })).id, token }
}

/** Its lifetime begins anew; `owner` where it changes hands. */
export async function touchCart(context: Context, u: Unit, cart: StoredCart, owner?: number): Promise<void> {
  const record = { changed: isoTime(context.clock.now()), ...(owner !== undefined && { customer_id: owner }) }
  await write(context, 'cart', record, { id: cart.id, internal: true, unit: u })
}

/** In order. */
export async function positionsOf(context: Context, cartIds: readonly number[]): Promise<readonly StoredPosition[]> {
  const where = { column: 'cart_id', values: cartIds }
  const found = await loadRecords(context.database, requireEntity(context.registry, 'cart-position'), [], where)
  const positions = found.map(({ id, values }) => ({
    id,
    configurationId: values.configuration_id as number,
    quantity: Number(values.quantity ?? 1),
    note: text(values.note),
    ordering: Number(values.ordering ?? 0),
  }))
  return positions.sort((a, b) => a.ordering - b.ordering || a.id - b.id)
}

export async function configurationsOf(
  context: Context,
  positions: readonly StoredPosition[],
  lock = '',
): Promise<ReadonlyMap<number, StoredConfiguration>> {
  const where = { column: 'id', values: positions.map((position) => position.configurationId) }
  const found = await loadRecords(context.database, requireEntity(context.registry, 'configuration'), [], where, lock)
  return new Map(found.map((record) => [record.id, stored(record)]))
}
