// Asks for a product and its configuration before anything else has come: it stands in the page itself, and what it asks comes beside the scripts.
import { page } from './asked.js'
import { chosenCurrency, session } from './visitor.js'

/** As `RuntimeApi` asks, or nothing is won. */
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
    // Whoever takes it hears that it failed.
    answer.catch(() => 0)
    begun.push({ url, sent, shopper, at: performance.now(), answer })
  }
  const code = chosenCurrency(currencies) ?? currency!
  ask(`products/${product}?${new URLSearchParams({ language: language!, currency: code })}`)
  ask('configurations?prices=1', JSON.stringify({ product_id: Number(product), currency: code, language }))
}

/** Where this tab keeps something it has been here before: it has the scripts, and perhaps a configuration. */
function isNew(): boolean {
  try {
    return sessionStorage.length === 0
  } catch {
    // Nothing is ever kept.
    return true
  }
}

if (isNew()) begin(document.currentScript!.dataset)
