// A product among others: its picture, what it is, what it begins at, and the way to its configurator.
import type { ProductSummary, ShopView } from '#core/shop/catalogue/define.js'
import { type Addresses, pictureAddress, priceLink } from './frame.js'
import { type Markup, markup, plainText } from './markup.js'
import { textsFor } from './spoken.js'
import { Wording } from './wording.js'

export const productPath = ({ label, id }: Pick<ProductSummary, 'id' | 'label'>): string =>
  `/product/${encodeURIComponent(label || String(id))}`

/** Pictures above the fold of most screens; the others wait until they are near. */
const atOnce = 3

export function productCards(shop: ShopView, products: readonly ProductSummary[], addresses: Addresses): Markup {
  const texts = textsFor(shop.language)
  const wording = new Wording(shop.language, shop.currency, texts)
  const cards = products.map((product, index) => {
    const amount = product.price === null ? 0 : shop.b2b ? product.price.net : product.price.gross
    const price = amount > 0 ? markup`<p class="from">${texts.basePrice(wording.amount(amount))}</p>` : null
    const loading = index < atOnce ? null : markup` loading="lazy"`
    const picture =
      product.image === null
        ? null
        : markup`<img src="${pictureAddress(addresses, product.id, product.image)}" alt="" width="480" height="270" decoding="async"${loading}>`
    return markup`<li><a href="${priceLink(addresses, productPath(product), shop.language)}">${picture}<h2>${product.title}</h2>
<p>${plainText(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator(product.title)}</span></a></li>`
  })
  return products.length === 0 ? markup`<p>${texts.noProducts}</p>` : markup`<ul class="products">${cards}</ul>`
}
