// The buy form of a product page, or the save form for a configuration that is a cart line.
import type { ProductReply } from '#core/surface.js'
import type { PageUrls } from './page-frame.js'
import { type Markup, markup } from '../http/markup.js'
import { getShopTexts, getStorefrontTexts } from './language-texts.js'

/**
 * Shown in the price box. Its script shows the texts of the `data-` attributes. No form: a browser could submit it before the script loads.
 */
export function renderBuyForm({ shop, product }: ProductReply, addresses: PageUrls, isEdited: boolean): Markup | null {
  if (addresses.selling === null || !product.show_buy_button) return null
  const texts = getStorefrontTexts(shop.language)
  const cart = addresses.page('/cart', shop.language)
  const dataAttributes = markup` data-added="${texts.added({ count: '{count}' })}" data-unfinished="${texts.unfinished}" data-refused-by-shop="${texts.notAdded}" data-lost="${texts.shopSilent}"${addresses.selling.keepsAccounts ? null : markup` data-host-users`}`
  if (isEdited)
    return markup`<div slot="buy" class="buy"${dataAttributes} data-saves data-add="${texts.addToCart}" data-gone="${texts.lineGone}">
<p>${texts.editing}</p><button type="button">${texts.saveLine}</button>
<output role="status"></output><a href="${cart}">${texts.cancelEditing}</a></div>`
  const { min_quantity: min, max_quantity: max, quantity_step: step } = product
  const rule = getShopTexts(shop.language).quantityRule({ min, max, step })
  const quantity = markup`<label>${texts.quantity} <input name="quantity" inputmode="numeric" autocomplete="off" size="4" value="${min}" data-min="${min}" data-max="${max}" data-step="${step}"></label>`
  return markup`<div slot="buy" class="buy"${dataAttributes} data-quantity="${rule}">
${min === max ? null : quantity}<button type="button">${texts.addToCart}</button>
<output role="status"></output><a href="${cart}">${texts.toCart}</a></div>`
}
