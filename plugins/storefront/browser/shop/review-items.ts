// The items of the review step with every choice, the expected delivery and the totals, directly above the order button.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CheckoutReply } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import type { CheckoutHost } from './choice-steps.js'
import { totalsBlock } from './totals.js'

type CheckoutPosition = CheckoutReply['positions'][number]

/** A phone shows at most this many choices of an item without a click. */
const choicesOnPhone = 4
const isPhone = (): boolean => matchMedia('(max-width: 34rem)').matches

function choiceList({ options, title }: CheckoutPosition, { texts }: CheckoutHost): TemplateResult | typeof nothing {
  if (options.length === 0) return nothing
  const list = html`<dl class="options">${options.map(({ question, text }) => html`<dt>${question}</dt><dd>${text}</dd>`)}</dl>`
  if (options.length <= choicesOnPhone || !isPhone()) return list
  return html`<details><summary>${texts.choices({ count: options.length })}<span class="hidden">: ${title}</span></summary>${list}</details>`
}

function itemPrice({ price }: CheckoutPosition, b2b: boolean, words: TextFormatter<ShopTexts>): TemplateResult | typeof nothing {
  if (price === null) return nothing
  const [once, again] = b2b ? [price.net, price.recurring.net] : [price.gross, price.recurring.gross]
  return html`
    <p class="item-price">
      ${once === 0 && again !== 0 ? nothing : words.amount(once)}
      ${again === 0 ? nothing : html`<span class="small">${words.texts.recurring}: ${words.amount(again)}</span>`}
    </p>
  `
}

/** The totals of a checkout. Delivery is shown even if it is free. */
export function checkoutTotals(host: CheckoutHost, { b2b, currency, totals }: CheckoutReply): TemplateResult {
  if (totals === null) return html`<p>${host.texts.noPrices}</p>`
  const { goods, discount, rates, recurring } = totals
  const charges = [totals.delivery, totals.payment].flatMap((charge, index) =>
    charge ? [{ title: charge.title, price: charge, isNamedWhenFree: index === 0 }] : [],
  )
  return totalsBlock({ b2b, goods, discount, charges, total: totals, rates, recurring }, host.createFormatter(currency))
}

export function reviewItems(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts } = host
  const words = host.createFormatter(checkout.currency)
  const way = checkout.shipping_methods.find(({ id }) => id === checkout.shipping_method_id)
  return html`
    <section class="review" aria-labelledby="review-items">
      <div class="review-head">
        <h3 id="review-items">${texts.reviewItems}</h3>
        <a href=${host.page('cart')}>${texts.changeCart}</a>
      </div>
      <ul class="items">
        ${checkout.positions.map(
          (position) => html`
            <li>
              ${
                position.image === null
                  ? nothing
                  : html`<img class="picture" alt="" src=${host.service.picture(position.product_id, position.image)} loading="lazy" />`
              }
              <div>
                <b>${position.quantity === 1 ? nothing : html`${position.quantity} × `}${position.title}</b>
                ${position.sku === null ? nothing : html`<p class="small">${position.sku}</p>`}
                ${choiceList(position, host)}
                ${position.note === '' ? nothing : html`<p class="small">${texts.note}: ${position.note}</p>`}
              </div>
              ${itemPrice(position, checkout.b2b, words)}
            </li>
          `,
        )}
      </ul>
      ${checkoutTotals(host, checkout)}
      ${way?.dates ? html`<p class="expected"><b>${texts.deliveryDates({ dates: way.dates.text })}</b></p>` : nothing}
    </section>
  `
}
