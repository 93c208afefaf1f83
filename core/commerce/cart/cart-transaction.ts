// Shows a cart to its visitor: unchanged, or after a change within a lock.
import type { TransactionContext } from '../../storage/service-context.js'
import { type ShopperContext, requireCartRules } from '../shopper-context.js'
import type { CartReply } from './define.js'
import { buildCartReply } from './reply.js'
import {
  readOpenCart,
  findCart,
  findCartWithPositions,
  type StoredCart,
  type StoredPosition,
  touchCart,
  createUnknownCartError,
} from './rows.js'

/** NOT_FOUND for unknown, expired and other shoppers' carts alike. */
export async function readCart(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  requireCartRules(shopperContext)
  const { work, cart } = await findCart(shopperContext, token)
  return buildCartReply(work, cart)
}

/** A cart to show. `held`: all its positions in order, if the transaction has locked or created them. */
interface CartResult {
  readonly id: number
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

/** Like `alter`, for changes that need all positions of the cart, in order. */
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
