// Inline page script that requests a product and its configuration while the other scripts are still loading.
import { page } from './asked.js'
import { chosenCurrency, session } from './visitor.js'

/** Sends exactly the requests of `RuntimeApi`. Otherwise their responses cannot be reused. */
function begin({ product, language, api, currency, currencies }: DOMStringMap): void {
  const shopper = session() || null
  const begun = (page.svcBegun ??= [])
  const ask = (path: string, sent?: string): void => {
    const url = `${api}/${path}`
    const answer = fetch(url, {
      method: sent ? 'POST' : 'GET',
      headers: { ...(sent && { 'content-type': 'application/json' }), ...(shopper && { 'x-svc-shopper': shopper }) },
      body: sent ?? null,
      signal: AbortSignal.timeout(10_000),
    })
    // The code that takes the promise handles the failure.
    answer.catch(() => 0)
    begun.push({ url, sent, shopper, at: performance.now(), answer })
  }
  const code = chosenCurrency(currencies) ?? currency!
  ask(`products/${product}?${new URLSearchParams({ language: language!, currency: code })}`)
  ask('configurations?prices=1', JSON.stringify({ product_id: Number(product), currency: code, language }))
}

/** False if this tab has stored something: it has visited before, has cached scripts, and may have a configuration. */
function isNew(): boolean {
  try {
    return sessionStorage.length === 0
  } catch {
    // Storage is not available, so nothing is ever stored.
    return true
  }
}

if (isNew()) begin(document.currentScript!.dataset)
