// Shows a cart to its visitor: unchanged, or after a change within a lock.
import type { InUnit } from '../../storage/work.js'
import type { Visit } from '../visit.js'
import type { CartReply } from './define.js'
import { requireCartRules } from './ownership.js'
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
export async function readCart(visit: Visit, token: string): Promise<CartReply> {
  requireCartRules(visit)
  const { work, cart } = await findCart(visit, token)
  return buildCartReply(work, cart)
}

/** A cart to show. `held`: all its positions in order, if the transaction has locked or created them. */
interface CartResult {
  readonly id: number
  readonly held?: readonly StoredPosition[] | undefined
}

/** Runs `work` in one transaction. It returns the id of the visitor's open cart to show. */
export function runCartTransaction(
  visit: Visit,
  work: (inside: Visit & InUnit) => Promise<number | CartResult>,
): Promise<CartReply> {
  return visit.transact(async (inside) => {
    const shown = await work(inside)
    const { id, held }: CartResult = typeof shown === 'number' ? { id: shown } : shown
    const seen = await inside.at()
    const cart = await readOpenCart(seen, id)
    if (cart === null) throw createUnknownCartError()
    return buildCartReply(seen, cart, held)
  })
}

/**
 * Changes the visitor's own cart: locks it and renews its lifetime. The change can return all positions in order. They are locked,
 * so they are not read again.
 */
export async function changeOwnCart(
  visit: Visit,
  token: string,
  change: (work: Visit & InUnit, cart: StoredCart) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  requireCartRules(visit)
  return runCartTransaction(visit, async (inside) => {
    const { work, cart } = await findCart(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, held: await change(work, cart) }
  })
}

/** Like `alter`, for changes that need all positions of the cart, in order. */
export async function changeOwnPositions(
  visit: Visit,
  token: string,
  change: (
    work: Visit & InUnit,
    cart: StoredCart,
    positions: readonly StoredPosition[],
  ) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  requireCartRules(visit)
  return runCartTransaction(visit, async (inside) => {
    const { work, cart, positions } = await findCartWithPositions(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, held: await change(work, cart, positions) }
  })
}
