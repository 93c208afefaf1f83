// The shopper's session, cart and currency as stored in this browser: shared by all tabs and preserved between visits.

/**
 * `cart`: token. `count`: cart lines. `currency`: chosen code. `session`: account session. `talk`: conversation. `unfinished`:
 * configurations to continue. `viewed`: products.
 */
export type ShopperValueName = 'cart' | 'count' | 'currency' | 'session' | 'talk' | 'unfinished' | 'viewed' | `talk-${number}`

export const shopperStorageKey = (name: ShopperValueName): string => `svc-${name}`

/** Also null if the browser has storage switched off. */
export function loadShopperValue(name: ShopperValueName): string | null {
  try {
    return localStorage.getItem(shopperStorageKey(name))
  } catch {
    return null
  }
}

/** The account's session token, sent as X-Svc-Shopper; null for a guest. Only the service knows whether it has expired. */
export const loadSessionToken = (): string | null => loadShopperValue('session')

/** The currency in the URL, or else the stored choice. null if not in `among`, the shop's codes separated by blanks. */
export function findChosenCurrency(among: string | undefined): string | null {
  const chosen = new URLSearchParams(location.search).get('currency') ?? loadShopperValue('currency')
  return chosen !== null && among?.split(' ').includes(chosen) ? chosen : null
}
