// What a product page holds to buy by, or to go back to the cart in which the configuration lies.
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { Addresses } from './frame.js'
import { type Markup, markup } from './markup.js'
import { textsFor } from './spoken.js'

/** Stands in the configurator's price box. Its script says the sentences of the `data-` attributes; no form, which a browser would send before that has come. */
export function buying({ shop, product }: ProductReply, addresses: Addresses, isEdited: boolean): Markup | null {
  if (addresses.selling === null || !product.show_buy_button) return null
  const texts = textsFor(shop.language)
  const toCart = markup`<a href="${addresses.page('/cart', shop.language)}">${texts.toCart}</a>`
  if (isEdited) return markup`<div slot="buy" class="buy"><p>${texts.editing}</p>${toCart}</div>`
  const { min_quantity: min, max_quantity: max } = product
  const quantity = markup`<label>${texts.quantity} <input name="quantity" inputmode="numeric" autocomplete="off" size="4" value="${min}"></label>`
  return markup`<div slot="buy" class="buy" data-added="${texts.added}" data-unfinished="${texts.unfinished}" data-refused-by-shop="${texts.notAdded}" data-lost="${texts.shopSilent}"${addresses.selling.keepsAccounts ? null : markup` data-host-users`}>
${min === max ? null : quantity}<button type="button">${texts.addToCart}</button>
<output role="status"></output>${toCart}</div>`
}
