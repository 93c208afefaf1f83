// Asks for a product and its configuration beside the configurator's script, so that they come with it and not after it.
import { page } from './asked.js'

/** As `RuntimeApi` asks, or nothing is won. Where this tab keeps something it has been here before: it has the script, and perhaps a configuration. */
export function begin(element: HTMLElement, shopper: string | null): void {
  const [product, language, api, currency] = ['product', 'language', 'api', 'currency'].map((name) => element.getAttribute(name)!)
  try {
    if (sessionStorage.length > 0) return
  } catch {
    // Nothing is ever kept.
  }
  const asked = new Map<string, Promise<Response>>()
  page.svcAsked = (...call) => {
    const answer = asked.get(call.join())
    asked.delete(call.join())
    return answer
  }
  const ask = (path: string, body?: string): void => {
    const url = `${api}/${path}`
    const answer = fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(shopper && { 'x-svc-shopper': shopper }) },
      body: body ?? null,
      signal: AbortSignal.timeout(10_000),
    })
    // Whoever takes it hears that it failed.
    answer.catch(() => 0)
    asked.set([url, body, shopper].join(), answer)
  }
  ask(`products/${product}?${new URLSearchParams({ language: language!, currency: currency! })}`)
  ask('configurations?prices=1', JSON.stringify({ product_id: Number(product), currency, language }))
}
