// The side column of a checkout: the ordered items and the totals.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CheckoutReply } from '#core/surface.js'
import type { CheckoutHost } from './checkout-host.js'
import { totalsBlock } from './totals.js'

export function checkoutSide(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts } = host
  const { b2b, currency, positions, totals } = checkout
  const words = host.createFormatter(currency)
  const line = ({ title, quantity, price }: CheckoutReply['positions'][number]): TemplateResult => html`
    <li>
      <span>${quantity === 1 ? nothing : html`${quantity} × `}${title}</span>
      <span>${price === null || price.gross === 0 ? nothing : words.amount(b2b ? price.net : price.gross)}</span>
    </li>
  `
  const charges = [totals?.delivery, totals?.payment].flatMap((charge, index) =>
    charge ? [{ title: charge.title, price: charge, isNamedWhenFree: index === 0 }] : [],
  )
  return html`
    <aside class="side" aria-label=${texts.summary}>
      <div class="card">
        <h2>${texts.summary}</h2>
        <ul class="lines">${positions.map(line)}</ul>
        ${
          totals === null
            ? html`<p>${texts.noPrices}</p>`
            : totalsBlock(
                {
                  b2b,
                  goods: totals.goods,
                  discount: totals.discount,
                  charges,
                  total: totals,
                  rates: totals.rates,
                  recurring: totals.recurring,
                },
                words,
              )
        }
        <p class="small"><a href=${host.page('cart')}>${texts.changeCart}</a></p>
      </div>
    </aside>
  `
}
