// Product cards in a list: picture, description, starting price, and a link to the configurator.
import type { ProductSummary, ShopView } from '#core/shop/catalogue/define.js'
import { focusClasses } from './focus.js'
import { type Addresses, pictureAddress, priceLink } from './frame.js'
import { type Markup, markup, plainText } from './markup.js'
import { textsFor } from './spoken.js'
import type { PageTexts } from './text.js'
import { Wording } from './wording.js'

export const productPath = ({ label, id }: Pick<ProductSummary, 'id' | 'label'>): string =>
  `/product/${encodeURIComponent(label || String(id))}`

/** The proven minimum price, or else the price before any selection; null if there is none to show. */
export function priceWords(
  product: Pick<ProductSummary, 'from_price' | 'price'>,
  { b2b }: Pick<ShopView, 'b2b'>,
  wording: Wording<unknown>,
  texts: Pick<PageTexts, 'basePrice' | 'fromPrice'>,
): string | null {
  const shown = product.from_price ?? product.price
  const amount = shown === null ? 0 : b2b ? shown.net : shown.gross
  if (amount <= 0) return null
  return (product.from_price === null ? texts.basePrice : texts.fromPrice)(wording.amount(amount))
}

/** Number of pictures that load immediately. They are visible without scrolling on most screens; the others load lazily. */
const atOnce = 3

export function productCards(shop: ShopView, products: readonly ProductSummary[], addresses: Addresses): Markup {
  const texts = textsFor(shop.language)
  const wording = new Wording(shop.language, shop.currency, texts)
  const cards = products.map((product, index) => {
    const words = priceWords(product, shop, wording, texts)
    const price = words === null ? null : markup`<p class="from">${words}</p>`
    const loading = index < atOnce ? null : markup` loading="lazy"`
    const { image_focus: focus } = product
    const focused = focus === undefined ? null : markup` class="${focusClasses(focus)}"`
    const picture =
      product.image === null
        ? null
        : markup`<img src="${pictureAddress(addresses, product.id, product.image)}" alt="" width="480" height="270" decoding="async"${focused}${loading}>`
    return markup`<li><a href="${priceLink(addresses, productPath(product), shop.language)}">${picture}<h2>${product.title}</h2>
<p>${plainText(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator(product.title)}</span></a></li>`
  })
  return products.length === 0 ? markup`<p>${texts.noProducts}</p>` : markup`<ul class="products">${cards}</ul>`
}
