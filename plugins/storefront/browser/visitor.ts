// Who shops in this browser and with which cart: kept over visits, and the same in every tab.

/** `cart` is its token, `count` its positions, `currency` the code that was chosen there, `session` an account's, `talk` a conversation's. */
export type Remembered = 'cart' | 'count' | 'currency' | 'session' | 'talk' | `talk-${number}`

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

/** What the address asks for, or was chosen before: it counts on every page. null where the shop does not sell in it; `among`: codes with blanks between. */
export function chosenCurrency(among: string | undefined): string | null {
  const chosen = new URLSearchParams(location.search).get('currency') ?? remembered('currency')
  return chosen !== null && among?.split(' ').includes(chosen) ? chosen : null
}
