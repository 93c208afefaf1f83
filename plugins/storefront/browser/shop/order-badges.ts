// The payment and fulfilment state of an order as badges, on the order page and in the account's list of orders.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { OrderTexts } from '../../text/shop-types.js'

interface OrderStates {
  readonly status: string
  readonly payment_state: string
  readonly fulfilment_state: string
}

/** States that need no action. */
const settledStates: ReadonlySet<string> = new Set(['paid', 'shipped', 'delivered'])

export function orderBadges({ status, payment_state, fulfilment_state }: OrderStates, texts: OrderTexts): TemplateResult {
  const badges = [
    [status, status === 'cancelled' ? texts.cancelledBadge : ''],
    [payment_state, texts.paymentBadge({ state: payment_state })],
    [fulfilment_state, texts.fulfilmentBadge({ state: fulfilment_state })],
  ] as const
  return html`<span class="badges"
    >${badges.map(([state, text]) => (text === '' ? nothing : html`<span class=${settledStates.has(state) ? 'badge good' : 'badge'}>${text}</span> `))}</span
  >`
}
