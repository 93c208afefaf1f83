// Shows a cart to its visitor, unchanged or after a change within a lock, changes its currency, place and note, and appends positions.
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type ShopperContext, requireCartRules } from '../shopper-context.js'
import type { CartReply, CartChange, NewCart } from './define.js'
import { buildCartReply } from './reply.js'
import {
  readOpenCart,
  findCart,
  findCartWithPositions,
  type StoredCart,
  type StoredPosition,
  touchCart,
  createUnknownCartError,
  type CartFields,
  listPositions,
  type DisplayedPrices,
  insertPosition,
  computeNextOrdering,
} from './rows.js'
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { resolveCurrency } from '../../shop/shop.js'
import { resolvePlace, noPlace } from '../../shop/destination.js'
import { shortText } from '../../foundation/property/text.js'

/** NOT_FOUND for unknown, expired and other shoppers' carts alike. */
export async function readCart(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  requireCartRules(shopperContext)
  const { work, cart } = await findCart(shopperContext, token)
  return buildCartReply(work, cart)
}

/** A cart to show. */
interface CartResult {
  readonly id: number
  /** All its positions in order, if the transaction has locked or created them. */
  readonly lockedPositions?: readonly StoredPosition[] | undefined
}

/** Runs `work` in one transaction. It returns the id of the visitor's open cart to show. */
export function runCartTransaction(
  shopperContext: ShopperContext,
  work: (inside: ShopperContext & TransactionContext) => Promise<number | CartResult>,
): Promise<CartReply> {
  return shopperContext.transact(async (inside) => {
    const result = await work(inside)
    const { id, lockedPositions: positions }: CartResult = typeof result === 'number' ? { id: result } : result
    const currentContext = await inside.at()
    const cart = await readOpenCart(currentContext, id)
    if (cart === null) throw createUnknownCartError()
    return buildCartReply(currentContext, cart, positions)
  })
}

/**
 * Changes the visitor's own cart: locks it and renews its lifetime. The change can return all positions in order. They are locked,
 * so they are not read again.
 */
export async function changeOwnCart(
  shopperContext: ShopperContext,
  token: string,
  change: (work: ShopperContext & TransactionContext, cart: StoredCart) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  requireCartRules(shopperContext)
  return runCartTransaction(shopperContext, async (inside) => {
    const { work, cart } = await findCart(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, lockedPositions: await change(work, cart) }
  })
}

/** Like `changeOwnCart`, for changes that need all positions of the cart, in order. */
export async function changeOwnPositions(
  shopperContext: ShopperContext,
  token: string,
  change: (
    work: ShopperContext & TransactionContext,
    cart: StoredCart,
    positions: readonly StoredPosition[],
  ) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  requireCartRules(shopperContext)
  return runCartTransaction(shopperContext, async (inside) => {
    const { work, cart, positions } = await findCartWithPositions(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, lockedPositions: await change(work, cart, positions) }
  })
}

const maxNoteLength = 2_000

/** Validates the length of a note. ValidationError on `note`. */
export function validateNote(note: string): string {
  if (note.length <= maxNoteLength) return note
  throw ValidationError.of('note', createMessage('shop.noteTooLong', { longest: maxNoteLength }))
}

/** Fields of a new cart. ValidationError on `currency`, `country`, `state` and `note`. */
export async function toNewCartFields(work: ServiceContext, { currency, note = '', ...place }: NewCart): Promise<CartFields> {
  const { chosen } = await resolveCurrency(work, currency ?? null)
  return { currency_id: chosen.id, note: validateNote(note), ...(await resolvePlace(work, place, noPlace)) }
}

/** Copies the cart's currency and place to its configurations, so they have the same prices everywhere. */
export async function updateCartConfigurations(
  work: ServiceContext & TransactionContext,
  cartId: number,
  fields: Omit<CartFields, 'note'>,
): Promise<void> {
  const positions = await listPositions(work, cartId)
  if (positions.length === 0) return
  const records = await work.lock(configurationEntity, {
    column: 'id',
    values: positions.map((position) => position.configurationId),
  })
  const fieldEntries = Object.entries(fields)
  for (const { id, values } of records) {
    if (fieldEntries.some(([name, value]) => values[name as keyof typeof values] !== value)) {
      await work.write(configurationEntity, fields, { id })
    }
  }
}

async function toChangedFields(
  work: ServiceContext,
  cart: StoredCart,
  { currency, note, ...place }: CartChange,
): Promise<CartFields> {
  return {
    currency_id: currency === undefined ? cart.currencyId : (await resolveCurrency(work, currency)).chosen.id,
    note: note === undefined ? cart.note : validateNote(note),
    ...(await resolvePlace(work, place, cart.enteredPlace)),
  }
}

/** ValidationError on `currency` (unknown, not published), `country`, `state` and `note`; then nothing is changed. */
export function changeCart(shopperContext: ShopperContext, token: string, input: CartChange): Promise<CartReply> {
  return changeOwnCart(shopperContext, token, async (work, cart) => {
    const { note, ...shared } = await toChangedFields(work, cart, input)
    await work.write(cartEntity, { ...shared, note }, { id: cart.id })
    await updateCartConfigurations(work, cart.id, shared)
  })
}

/** A new position. */
interface PositionFields {
  readonly configurationId: number
  readonly productId: number
  readonly title: string
  readonly quantity: number
  readonly note: string
  readonly seen: { readonly [Figure in keyof DisplayedPrices]: DisplayedPrices[Figure] | null }
}

/** Appends a position and returns all positions. */
export async function appendPosition(
  work: ShopperContext,
  cart: StoredCart,
  positions: readonly StoredPosition[],
  { configurationId, productId, title, quantity, note, seen: displayedPrices }: PositionFields,
): Promise<readonly StoredPosition[]> {
  const position = await insertPosition(work, {
    cart_id: cart.id,
    ordering: computeNextOrdering(positions),
    configuration_id: configurationId,
    title: title.slice(0, shortText),
    quantity,
    note: validateNote(note),
    unit_net: displayedPrices.unit_net,
    unit_recurring: displayedPrices.unit_recurring,
  })
  await work.announce('onSvcAddToCart', { cartId: cart.id, positionId: position.id, configurationId, productId, quantity })
  return [...positions, position]
}
