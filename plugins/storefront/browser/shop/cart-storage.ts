// Finds the shopper's cart, and stores its token, currency and number of lines in the browser.
import type { shopperCalls } from '#core/surface.js'
import { ApiFailure } from '../api-client.js'
import { loadShopperValue } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { type ShopApi, ignoreMissingRecord } from './shop-api.js'

/** null if the shopper has no cart, or it was ordered or has expired. After a sign-in, a guest's cart becomes the account's. */
export async function findShopperCart(service: ShopApi, isSignedIn: boolean): Promise<shopperCalls.CartReply | null> {
  const storedToken = loadShopperValue('cart')
  const storedCart = storedToken === null ? null : await service.cart(storedToken).catch(ignoreMissingRecord)
  if (storedCart !== null || !isSignedIn) return storedCart
  const claimed = storedToken === null ? null : await service.claimCart(storedToken).catch(ignoreForeignCart)
  return claimed ?? (await service.currentCart().catch(ignoreMissingRecord))
}

function ignoreForeignCart(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 422) return null
  return ignoreMissingRecord(error)
}

/** Stores the cart. Every page shows the number of lines next to the link to the cart. */
export function storeCart(cart: shopperCalls.CartReply | null): void {
  storeShopperValue('cart', cart?.cart ?? null)
  // The chosen currency remains stored without a cart.
  if (cart !== null) storeShopperValue('currency', cart.currency.code)
  storeShopperValue('count', cart === null || cart.positions.length === 0 ? null : String(cart.positions.length))
}
