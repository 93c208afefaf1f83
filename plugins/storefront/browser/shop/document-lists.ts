// The orders and quotes of an account, newest first.
import { html, type TemplateResult } from 'lit/html.js'
import type { OrderSummary, QuoteSummary } from '#core/surface.js'
import type { ShopElement } from './shop-element.js'

interface ListEntry {
  readonly href: string
  readonly title: string
  readonly status: string
  readonly amount: string
}

const documentList = (entries: readonly ListEntry[]): TemplateResult => html`
  <ul class="rows">
    ${entries.map(
      ({ href, title, status, amount }) => html`
        <li><a href=${href}>${title}</a><span>${status}</span><span class="costs">${amount}</span></li>
      `,
    )}
  </ul>
`

export function orderList(host: ShopElement, orders: readonly OrderSummary[]): TemplateResult {
  const { texts } = host
  if (orders.length === 0) return html`<p class="muted">${texts.noOrders}</p>`
  return documentList(
    orders.map(({ order, number, placed, status, currency, gross }) => {
      const words = host.createFormatter(currency)
      return {
        href: host.page('order', { token: order }),
        title:
          placed === null
            ? texts.orderNumber({ number: String(number) })
            : texts.datedOrderNumber({ number: String(number), date: words.date(placed) }),
        status: texts.orderState({ status }),
        amount: words.amount(gross),
      }
    }),
  )
}

export function quoteList(host: ShopElement, quotes: readonly QuoteSummary[]): TemplateResult {
  const { texts } = host
  return documentList(
    quotes.map(({ quote, number, created, status, currency, gross, shows_prices }) => {
      const words = host.createFormatter(currency)
      return {
        href: host.page('quote', { token: quote }),
        title: texts.quoteNumber({ number: String(number), date: words.date(created) }),
        status: texts.quoteState({ status }),
        amount: shows_prices ? words.amount(gross) : '',
      }
    }),
  )
}
