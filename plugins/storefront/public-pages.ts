// The shop's public pages as HTML: home page, list page, product page, and the 404 page.
import type { ListReply, ProductListReply, ProductReply, ShopListsReply, ShopView } from '#core/surface.js'
import { renderBuyForm } from './buy-form.js'
import { renderProductCards, toProductPath } from './product-cards.js'
import { type PageUrls, renderPageFrame, createPageFrame, toPictureUrl, toPricePageUrl } from './page-frame.js'
import { Markup, markup, toPlainExcerpt } from './markup.js'
import { listPageParts } from './part-names.js'
import { type ReviewsSection, renderReviewsSection } from './reviews.js'
import { getStorefrontTexts } from './language-texts.js'
import { renderStructuredData } from './structured-data.js'
import { renderStaticContent } from './static-content.js'
import { TextFormatter } from './text-formatter.js'

const createTextFormatter = ({ language, currency, time_zone }: ShopView): TextFormatter =>
  new TextFormatter(language, currency, getStorefrontTexts(language), time_zone)

/** The shop's home page: its lists and all products. */
export function renderHomePage({ shop, products }: ProductListReply, { lists }: ShopListsReply, addresses: PageUrls): string {
  const texts = getStorefrontTexts(shop.language)
  const links = lists.map(
    ({ id, label, title }) =>
      markup`<li><a href="${toPricePageUrl(addresses, `/list/${encodeURIComponent(label || String(id))}`, shop.language)}">${title}</a></li>`,
  )
  const ways = lists.length === 0 ? null : markup`<ul class="lists">${links}</ul>`
  const main = markup`<h1>${texts.products}</h1>${ways}${renderProductCards(shop, products, addresses)}`
  return renderPageFrame(
    createPageFrame(shop, () => '/', shop.name, ''),
    addresses,
    main,
  )
}

/** One list; `keys` are its labels by language. */
export function renderListPage(
  { shop, list, products }: ListReply,
  keys: ReadonlyMap<string, string>,
  addresses: PageUrls,
): string {
  const texts = getStorefrontTexts(shop.language)
  const path = (tag: string): string => `/list/${encodeURIComponent(keys.get(tag) || String(list.id))}`
  const lead = toPlainExcerpt(list.description, 600)
  const main = markup`<p class="way"><a href="${toPricePageUrl(addresses, '/', shop.language)}">${texts.allProducts}</a></p>
<h1>${list.title}</h1>${lead ? markup`<p class="lead">${lead}</p>` : null}${renderProductCards(shop, products, addresses)}`
  return renderPageFrame(createPageFrame(shop, path, list.title, list.description), addresses, main)
}

export interface ProductPageInput {
  readonly reply: ProductReply
  /** The product's labels by language. */
  readonly keys: ReadonlyMap<string, string>
  /** null if the shop shows no reviews. */
  readonly reviews: ReviewsSection | null
  /** The token of the configuration to show. */
  readonly configuration: string | null
  /** True if that configuration is a cart line. */
  readonly isEdited: boolean
  /** True if the URL names a configuration that does not exist. */
  readonly isUnknown: boolean
}

/** One product with its configurator. */
export function renderProductPage(
  { reply, keys, reviews, configuration, isEdited, isUnknown }: ProductPageInput,
  addresses: PageUrls,
): string {
  const { shop, product } = reply
  const texts = getStorefrontTexts(shop.language)
  const wording = createTextFormatter(shop)
  const description = toPlainExcerpt(product.description, 600)
  const path = (tag: string): string => toProductPath({ id: product.id, label: keys.get(tag) ?? '' })
  const attributes =
    configuration === null ? null : markup` configuration="${configuration}"${isEdited ? new Markup(' copies') : null}`
  const base = addresses.page('/', shop.language).replace(/\/$/, '')
  const advisor = addresses.hasAdvisor ? markup` advisor="${base}"` : null
  const codes = shop.currencies.map(({ code }) => code).join(' ')
  const image = product.image === null ? null : toPictureUrl(addresses, product.id, product.image)
  const main = markup`<h1>${product.title}</h1>${description ? markup`<p class="lead">${description}</p>` : null}${isUnknown ? markup`<p class="wrong" role="alert">${texts.linkUnknown}</p>` : null}
<svc-configurator product="${product.id}" language="${shop.language}" currency="${shop.currency.code}" data-currencies="${codes}" api="${addresses.runtimeApi}"${attributes}${advisor}>${renderStaticContent(reply, wording, texts, image)}${renderBuyForm(reply, addresses, isEdited)}</svc-configurator>
${reviews && renderReviewsSection(reviews, texts, (average) => wording.number(average))}`
  const data = renderStructuredData(reply, reviews?.found ?? null, {
    url: addresses.origin + addresses.page(path(shop.language), shop.language),
    image: image && addresses.origin + image,
  })
  // A cart line has the currency of the cart.
  const fixed = configuration === null ? {} : { currencies: [] }
  // With an existing configuration, no new one is started.
  const first =
    configuration === null
      ? markup`<script data-product="${product.id}" data-language="${shop.language}" data-currency="${shop.currency.code}" data-currencies="${codes}" data-api="${addresses.runtimeApi}">${new Markup(addresses.inlineScript)}</script>\n`
      : markup``
  const frame = { ...createPageFrame(shop, path, product.title, product.description), data, first, ...fixed }
  return renderPageFrame(
    frame,
    addresses,
    main,
    addresses.scripts,
    listPageParts(reply).map((name) => addresses.file(`${name}.js`)),
  )
}

/** The page for an unknown URL. */
export function renderMissingPage(shop: ShopView, addresses: PageUrls): string {
  const texts = getStorefrontTexts(shop.language)
  const main = markup`<h1>${texts.notFound}</h1><p>${texts.notFoundHint}</p>
<p><a href="${toPricePageUrl(addresses, '/', shop.language)}">${texts.products}</a></p>`
  return renderPageFrame(createPageFrame(shop, null, texts.notFound, ''), addresses, main)
}
