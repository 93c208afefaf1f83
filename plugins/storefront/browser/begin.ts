// Inline page script that requests a product and its configuration while the other scripts are still loading.
import { pageScope } from './early-requests.js'
import { findChosenCurrency, loadSessionToken } from './shopper-storage.js'

/** Sends exactly the requests of `RuntimeApi`. Otherwise their responses cannot be reused. */
function sendEarlyRequests({ product, language, api, currency, currencies }: DOMStringMap): void {
  const shopper = loadSessionToken() || null
  const earlyRequests = (pageScope.svcBegun ??= [])
  const ask = (path: string, bodyText?: string): void => {
    const url = `${api}/${path}`
    const answer = fetch(url, {
      method: bodyText ? 'POST' : 'GET',
      headers: { ...(bodyText && { 'content-type': 'application/json' }), ...(shopper && { 'x-svc-shopper': shopper }) },
      body: bodyText ?? null,
      signal: AbortSignal.timeout(10_000),
    })
    // The code that takes the promise handles the failure.
    answer.catch(() => 0)
    earlyRequests.push({ url, body: bodyText, shopper, at: performance.now(), answer })
  }
  const code = findChosenCurrency(currencies) ?? currency!
  ask(`products/${product}?${new URLSearchParams({ language: language!, currency: code })}`)
  ask('configurations?prices=1', JSON.stringify({ product_id: Number(product), currency: code, language }))
}

/** False if this tab has stored something: it has visited before, has cached scripts, and may have a configuration. */
function isFirstPageLoad(): boolean {
  try {
    return sessionStorage.length === 0
  } catch {
    // Storage is not available, so nothing is ever stored.
    return true
  }
}

if (isFirstPageLoad()) sendEarlyRequests(document.currentScript!.dataset)
