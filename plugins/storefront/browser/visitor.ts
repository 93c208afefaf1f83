// Who shops in this browser and with which cart: kept over visits, and the same in every tab.

/** `cart` is its token, `count` its positions, `currency` the code that was chosen there, `session` an account's. */
export type Remembered = 'cart' | 'count' | 'currency' | 'session'

export const keyOf = (name: Remembered): string => `svc-${name}`

/** null too where the browser keeps nothing. */
export function remembered(name: Remembered): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** The account's session, sent as X-Svc-Shopper; null for a guest. Whether it is over shows when it is sent. */
export const session = (): string | null => remembered('session')
