// Remembers the configuration's token for this browser tab, so that a reload or another language goes on where the shopper was.

const keyOf = (product: number): string => `svc-configuration-${product}`

/** Storage can be switched off by the browser; then every visit starts anew. */
export function keptToken(product: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(product))
  } catch {
    return null
  }
}

export function keepToken(product: number, token: string): void {
  try {
    sessionStorage.setItem(keyOf(product), token)
  } catch {
    // Nothing is lost but the convenience.
  }
}
