// Places an order exactly once, also after lost answers and reloads, and then starts its payment.
import type { CheckoutReply } from '#core/commerce/checkout/define.js'
import { ServiceFailure } from '../service.js'
import { hold } from './carts.js'
import type { CheckoutHost } from './checkout-host.js'

const name = 'svc-placing'

/** The token of the checkout that this tab is placing. With an argument, stores it; null clears it. */
export function placing(token?: string | null): string | null {
  try {
    if (token === null) sessionStorage.removeItem(name)
    else if (token !== undefined) sessionStorage.setItem(name, token)
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Storage key for the order page, which shows its thanks once. */
const placed = 'svc-placed'

export function thankFor(order: string): void {
  try {
    sessionStorage.setItem(placed, order)
  } catch {
    // Storage is not available: the thanks are not shown.
  }
}

/** True once, for the order that was just placed in this tab. */
export function isFresh(order: string): boolean {
  try {
    const is = sessionStorage.getItem(placed) === order
    sessionStorage.removeItem(placed)
    return is
  } catch {
    return false
  }
}

/** The current checkout if its total differs from the one the shopper saw; null for every other failure. */
function presentIn({ problem }: ServiceFailure): CheckoutReply | null {
  return problem.code === 'TOTAL_CHANGED' ? (problem.data as CheckoutReply) : null
}

/** Places the order. If it is refused, the element shows the reason. */
export async function place(host: CheckoutHost, checkout: CheckoutReply): Promise<void> {
  const { checkout: token, totals } = checkout
  if (totals === null) return
  const agreed = { total: totals.gross, recurring_total: totals.recurring.gross }
  await host.attempt('place', async () => {
    placing(token)
    try {
      await host.service.placeOrder(token, agreed)
    } catch (error) {
      await refused(host, checkout, error)
      return
    }
    await toPayment(host, token)
  })
}

/** Shows the reason of the refusal. Rethrows failures that the element itself handles, such as a missing answer. */
async function refused(host: CheckoutHost, { checkout: token, totals, currency }: CheckoutReply, error: unknown): Promise<void> {
  if (!(error instanceof ServiceFailure) || error.passing || error.status === 401) throw error
  const present = presentIn(error)
  if (present !== null) {
    placing(null)
    const words = host.words(currency)
    const [before, now] = [totals?.gross ?? 0, present.totals?.gross ?? 0].map((gross) => words.amount(gross))
    return host.take(present, host.texts.totalChanged(before!, now!))
  }
  if (error.status === 404) throw error
  placing(null)
  host.take(await host.service.checkout(token), null)
}

/** The order exists even if the payment fails to start. The order page can start it again. */
async function toPayment(host: CheckoutHost, order: string): Promise<void> {
  hold(null)
  host.form.clear()
  placing(null)
  thankFor(order)
  const payment = await host.service.beginPayment(order).catch(() => null)
  if (payment?.redirect) location.assign(payment.redirect)
  else host.leave(order)
}
