// Places an order exactly once, also after lost answers and reloads, and then starts its payment.
import type { CheckoutReply } from '#core/surface.js'
import { ApiFailure } from '../api-client.js'
import { storeCart } from './cart-storage.js'
import type { CheckoutHost } from './choice-steps.js'

const checkoutStorageKey = 'svc-placing'

/** The token of the checkout that this tab is placing. With an argument, stores it; null clears it. */
export function readOrStorePlacingToken(token?: string | null): string | null {
  try {
    if (token === null) sessionStorage.removeItem(checkoutStorageKey)
    else if (token !== undefined) sessionStorage.setItem(checkoutStorageKey, token)
    return sessionStorage.getItem(checkoutStorageKey)
  } catch {
    return null
  }
}

/** Storage key for the order page, which shows its thanks once. */
const thanksStorageKey = 'svc-placed'

export function storeThanks(order: string): void {
  try {
    sessionStorage.setItem(thanksStorageKey, order)
  } catch {
    // Storage is not available: the thanks are not shown.
  }
}

/** True once, for the order that was just placed in this tab. */
export function consumeThanks(order: string): boolean {
  try {
    const is = sessionStorage.getItem(thanksStorageKey) === order
    sessionStorage.removeItem(thanksStorageKey)
    return is
  } catch {
    return false
  }
}

/** The current checkout if its total differs from the one the shopper saw; null for every other failure. */
function findChangedCheckout({ problem }: ApiFailure): CheckoutReply | null {
  return problem.code === 'TOTAL_CHANGED' ? (problem.data as CheckoutReply) : null
}

/** Places the order. If it is refused, the element shows the reason. */
export async function placeCheckoutOrder(host: CheckoutHost, checkout: CheckoutReply): Promise<void> {
  const { checkout: token, totals } = checkout
  if (totals === null) return
  const agreed = { total: totals.gross, recurring_total: totals.recurring.gross }
  await host.runAction('place', async () => {
    readOrStorePlacingToken(token)
    try {
      await host.service.placeOrder(token, agreed)
    } catch (error) {
      await handleRefusedOrder(host, checkout, error)
      return
    }
    await startPayment(host, token)
  })
}

/** Shows the reason of the refusal. Rethrows failures that the element itself handles, such as a missing answer. */
async function handleRefusedOrder(
  host: CheckoutHost,
  { checkout: token, totals, currency }: CheckoutReply,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiFailure) || error.isTemporary || error.status === 401) throw error
  const present = findChangedCheckout(error)
  if (present !== null) {
    readOrStorePlacingToken(null)
    const words = host.createFormatter(currency)
    const [before, now] = [totals?.gross ?? 0, present.totals?.gross ?? 0].map((gross) => words.amount(gross))
    return host.showCheckout(present, host.texts.totalChanged({ before: before!, now: now! }))
  }
  if (error.status === 404) throw error
  readOrStorePlacingToken(null)
  host.showCheckout(await host.service.checkout(token), null)
}

/** The order exists even if the payment fails to start. The order page can start it again. */
async function startPayment(host: CheckoutHost, order: string): Promise<void> {
  storeCart(null)
  host.form.clear()
  readOrStorePlacingToken(null)
  storeThanks(order)
  const payment = await host.service.beginPayment(order).catch(() => null)
  if (payment?.redirect) location.assign(payment.redirect)
  else host.openOrder(order)
}
