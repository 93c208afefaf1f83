// Shows a cart to its visitor: as it is, or after a change, for which it is locked first.
import type { InUnit } from '../../storage/work.js'
import type { Visit } from '../visit.js'
import type { CartReply } from './define.js'
import { cartRules } from './ownership.js'
import { cartReply } from './reply.js'
import {
  cartById,
  findCart,
  findCartWithPositions,
  type StoredCart,
  type StoredPosition,
  touchCart,
  unknownCart,
} from './rows.js'

/** NOT_FOUND alike for unknown, expired and other people's carts. */
export async function readCart(visit: Visit, token: string): Promise<CartReply> {
  cartRules(visit)
  const { work, cart } = await findCart(visit, token)
  return cartReply(work, cart)
}

/** A cart to show, with all of its positions, in order, where the unit has locked or made it and has them in hand. */
interface Shown {
  readonly id: number
  readonly held?: readonly StoredPosition[] | undefined
}

/** Does the work, which gives the id of the visitor's open cart to show, in one unit. */
export function showing(visit: Visit, work: (inside: Visit & InUnit) => Promise<number | Shown>): Promise<CartReply> {
  return visit.transact(async (inside) => {
    const shown = await work(inside)
    const { id, held }: Shown = typeof shown === 'number' ? { id: shown } : shown
    const seen = await inside.at()
    const cart = await cartById(seen, id)
    if (cart === null) throw unknownCart()
    return cartReply(seen, cart, held)
  })
}

/**
 * A change of the visitor's own cart, which is locked first and whose lifetime begins anew. It may give all positions that the cart
 * has after it, in order: nobody else changes them before the unit ends, so that they are not read again.
 */
export async function alter(
  visit: Visit,
  token: string,
  change: (work: Visit & InUnit, cart: StoredCart) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  cartRules(visit)
  return showing(visit, async (inside) => {
    const { work, cart } = await findCart(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, held: await change(work, cart) }
  })
}

/** The same, where the change begins with all positions that the cart has, in order. */
export async function alterPositions(
  visit: Visit,
  token: string,
  change: (
    work: Visit & InUnit,
    cart: StoredCart,
    positions: readonly StoredPosition[],
  ) => Promise<readonly StoredPosition[] | undefined>,
): Promise<CartReply> {
  cartRules(visit)
  return showing(visit, async (inside) => {
    const { work, cart, positions } = await findCartWithPositions(inside, token)
    await touchCart(work, cart)
    return { id: cart.id, held: await change(work, cart, positions) }
  })
}
