// Finds the shopper's cart, and keeps in mind which it is and how much lies in it.
import type { CartReply } from '#core/commerce/cart/define.js'
import { ServiceFailure } from '../service.js'
import { remember } from '../remember.js'
import { remembered } from '../visitor.js'
import { type ShopApi, unlessGone } from './shop-api.js'

/** null where he has none: it is unknown, ordered or has expired. A guest's becomes the account's of whoever has signed in. */
export async function findCart(service: ShopApi, isSignedIn: boolean): Promise<CartReply | null> {
  const held = remembered('cart')
  const found = held === null ? null : await service.cart(held).catch(unlessGone)
  if (found !== null || !isSignedIn) return found
  const claimed = held === null ? null : await service.claimCart(held).catch(unlessMine)
  return claimed ?? (await service.currentCart().catch(unlessGone))
}

function unlessMine(error: unknown): null {
  if (error instanceof ServiceFailure && error.status === 422) return null
  return unlessGone(error)
}

/** The number stands beside the link to the cart on every page. */
export function hold(cart: CartReply | null): void {
  remember('cart', cart?.cart ?? null)
  // The choice outlives the cart.
  if (cart !== null) remember('currency', cart.currency.code)
  remember('count', cart === null || cart.positions.length === 0 ? null : String(cart.positions.length))
}
