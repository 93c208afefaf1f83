// Saved carts of an account: list, resume and delete them, and move positions between them.
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { resolveCurrency, resolveCustomerGroup } from '../../shop/shop.js'
import { resolveLanguage } from '../../shop/language.js'
import { formatIsoTime } from '../../foundation/clock.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { requireRight, type ShopperContext, requireCartRules } from '../shopper-context.js'
import type { CartReply, CartSummary, PositionMoveReply } from './define.js'
import { buildCartReply } from './reply.js'
import { requirePositionRoom } from './settle.js'
import {
  listAccountCarts,
  findCart,
  insertCart,
  computeNextOrdering,
  findPosition,
  listPositions,
  type StoredCart,
  releasePosition,
  touchCart,
  createUnknownCartError,
} from './rows.js'
import { changeOwnCart, readCart } from './change.js'

/** ValidationError, MAY_NOT_SAVE, if the shopper's group may have one cart only. */
export async function requireSaveRight(shopperContext: ShopperContext): Promise<void> {
  const customerGroup = await resolveCustomerGroup(shopperContext, shopperContext.shopper)
  requireRight(shopperContext, { customerGroup, language: resolveLanguage(shopperContext, shopperContext.language) }, 'may_save')
}

async function listOwnCarts(shopperContext: ShopperContext): Promise<readonly StoredCart[]> {
  const { shopper } = shopperContext
  const rules = requireCartRules(shopperContext)
  if (shopper.customerId === null) return []
  const carts = await listAccountCarts(shopperContext, shopper.customerId)
  return carts.filter((cart) => rules.owns(cart, { shopper, holdsToken: true }))
}

/** The account's cart that was changed last. NOT_FOUND for guests and if there is none. */
export async function readCurrentCart(shopperContext: ShopperContext): Promise<CartReply> {
  const [cart] = await listOwnCarts(shopperContext)
  if (!cart) throw createUnknownCartError()
  return buildCartReply(shopperContext, cart)
}

/** The account's open carts, changed last first; empty for guests. */
export async function listCarts(shopperContext: ShopperContext): Promise<readonly CartSummary[]> {
  const work = await shopperContext.at()
  const carts = await listOwnCarts(work)
  const positions = await work.list(cartPositionEntity, { column: 'cart_id', values: carts.map(({ id }) => id) })
  return Promise.all(
    carts.map(async ({ id, token, currencyId, note, created, changed }) => {
      const { code } = (await resolveCurrency(work, currencyId)).chosen
      const { length } = positions.filter(({ values }) => values.cart_id === id)
      return { cart: token, currency: code, note, positions: length, created, changed }
    }),
  )
}

/** Makes the cart the visitor's current one. */
export function resumeCart(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  return changeOwnCart(shopperContext, token, () => Promise.resolve(undefined))
}

/** Reopens the configurations of the cart until they expire. NOT_FOUND for unknown, expired and other shoppers' carts alike. */
export function deleteCart(shopperContext: ShopperContext, token: string): Promise<void> {
  requireCartRules(shopperContext)
  return shopperContext.transact(async (inside) => {
    const { work, cart } = await findCart(inside, token)
    for (const position of await listPositions(work, cart.id)) await releasePosition(work, position)
    await work.remove(cartEntity, cart.id)
  })
}

/** Both carts, locked in the order of their tokens to prevent a deadlock. */
async function lockBothCarts(
  work: ShopperContext & TransactionContext,
  token: string,
  to: string,
): Promise<readonly [StoredCart, StoredCart]> {
  const cartsByToken = new Map<string, StoredCart>()
  for (const cartToken of [token, to].toSorted()) cartsByToken.set(cartToken, (await findCart(work, cartToken)).cart)
  return [cartsByToken.get(token)!, cartsByToken.get(to)!]
}

/** Creates another cart like this one. Its change time is earlier, so this one stays the current cart. */
async function createSiblingCart(
  work: ShopperContext & TransactionContext,
  { customerId, currencyId, enteredPlace }: StoredCart,
): Promise<string> {
  const { id, token } = await insertCart(work, customerId, { currency_id: currencyId, ...enteredPlace, note: '' })
  await work.write(cartEntity, { changed: formatIsoTime(work.now - 1) }, { id })
  return token
}

/**
 * Moves a position to another cart, or to a new one if `to` is undefined. The position then has the target cart's currency and
 * place. ValidationError if the group may not have several carts, and on `to` if it is the same cart or full.
 */
export async function movePosition(
  shopperContext: ShopperContext,
  token: string,
  position: number,
  to: string | undefined,
): Promise<PositionMoveReply> {
  requireCartRules(shopperContext)
  if (to === token) throw ValidationError.of('to', createMessage('shop.positionInCart'), 'SAME_CART')
  return shopperContext.transact(async (inside) => {
    const work = await inside.at()
    await requireSaveRight(work)
    const [from, target] = await lockBothCarts(
      work,
      token,
      to ?? (await createSiblingCart(work, (await findCart(work, token)).cart)),
    )
    const storedPosition = await findPosition(work, from, position)
    const targetPositions = await listPositions(work, target.id)
    requirePositionRoom(targetPositions)
    await work.write(
      cartPositionEntity,
      { cart_id: target.id, ordering: computeNextOrdering(targetPositions) },
      { id: storedPosition.id },
    )
    const shared = { currency_id: target.currencyId, ...target.enteredPlace }
    await work.write(configurationEntity, shared, { id: storedPosition.configurationId })
    await touchCart(work, from)
    return { from: await readCart(work, from.token), to: await readCart(work, target.token) }
  })
}
