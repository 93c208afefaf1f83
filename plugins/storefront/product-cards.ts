// Product cards in a list: picture, description, starting price, and a link to the configurator.
import type { ProductSummary, ShopView } from '#core/surface.js'
import { formatFocusClasses } from './focal-point.js'
import { type PageUrls, toPictureUrl, toPricePageUrl } from './page-frame.js'
import { type Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { getStorefrontTexts } from './language-texts.js'
import type { StorefrontPageTexts } from './text/types.js'
import { TextFormatter } from './text-formatter.js'

export const toProductPath = ({ label, id }: Pick<ProductSummary, 'id' | 'label'>): string =>
  `/product/${encodeURIComponent(label || String(id))}`

/** The proven minimum price, or else the price before any selection; null if there is none to show. */
export function formatCardPrice(
  product: Pick<ProductSummary, 'from_price' | 'price'>,
  { b2b }: Pick<ShopView, 'b2b'>,
  wording: TextFormatter<unknown>,
  texts: Pick<StorefrontPageTexts, 'basePrice' | 'fromPrice'>,
): string | null {
  const displayPrice = product.from_price ?? product.price
  const amount = displayPrice === null ? 0 : b2b ? displayPrice.net : displayPrice.gross
  if (amount <= 0) return null
  return (product.from_price === null ? texts.basePrice : texts.fromPrice)({ amount: wording.amount(amount) })
}

/** Number of pictures that load immediately. They are visible without scrolling on most screens; the others load lazily. */
const eagerPictureCount = 3

export function renderProductCards(shop: ShopView, products: readonly ProductSummary[], addresses: PageUrls): Markup {
  const texts = getStorefrontTexts(shop.language)
  const wording = new TextFormatter(shop.language, shop.currency, texts)
  const cards = products.map((product, index) => {
    const words = formatCardPrice(product, shop, wording, texts)
    const price = words === null ? null : markup`<p class="from">${words}</p>`
    const loading = index < eagerPictureCount ? null : markup` loading="lazy"`
    const { image_focus: focus } = product
    const focused = focus === undefined ? null : markup` class="${formatFocusClasses(focus)}"`
    const picture =
      product.image === null
        ? null
        : markup`<img src="${toPictureUrl(addresses, product.id, product.image)}" alt="" width="480" height="270" decoding="async"${focused}${loading}>`
    return markup`<li><a href="${toPricePageUrl(addresses, toProductPath(product), shop.language)}">${picture}<h2>${product.title}</h2>
<p>${toPlainExcerpt(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator({ title: product.title })}</span></a></li>`
  })
  return products.length === 0 ? markup`<p>${texts.noProducts}</p>` : markup`<ul class="products">${cards}</ul>`
}
