// Finds the shopper's cart, and stores its token, currency and number of lines in the browser.
import type { CartReply } from '#core/commerce/cart/define.js'
import { ServiceFailure } from '../service.js'
import { remember } from '../remember.js'
import { remembered } from '../visitor.js'
import { type ShopApi, unlessGone } from './shop-api.js'

/** null if the shopper has no cart, or it was ordered or has expired. After a sign-in, a guest's cart becomes the account's. */
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

/** Stores the cart. Every page shows the number of lines next to the link to the cart. */
export function hold(cart: CartReply | null): void {
  remember('cart', cart?.cart ?? null)
  // The chosen currency remains stored without a cart.
  if (cart !== null) remember('currency', cart.currency.code)
  remember('count', cart === null || cart.positions.length === 0 ? null : String(cart.positions.length))
}
