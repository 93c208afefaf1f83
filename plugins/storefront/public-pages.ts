// The shop's pages as HTML: home, lists, search, content, products, buying, and the 404 page.
import {
  type ContentPageReply,
  type ListReply,
  type ListSummary,
  type ProductListReply,
  type NavigationList,
  type ProductReply,
  type ProductSearchReply,
  type ProductSummary,
  type ShopListsReply,
  type ShopView,
  toPagePath,
} from '#core/surface.js'
import {
  renderBuyForm,
  renderDeliveryNote,
  renderTrustBlock,
  renderRecentlyViewed,
  renderResumeBanner,
  renderStructuredData,
  renderStaticContent,
  type ReviewsSection,
  renderReviewsSection,
} from './product-page-parts.js'
import {
  renderProductCards,
  toProductPath,
  hasFilters,
  listParameters,
  type ProductFilter,
  renderProductResults,
} from './product-results.js'
import { createPageFrame, type PageUrls, toProductListPath, toPictureUrl, toPricePageUrl } from './page-frame.js'
import { renderPageFrame } from './page-layout.js'
import { Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { listPageParts, getTextPart } from './part-names.js'
import { getShopTexts, getStorefrontTexts, translateThemeText } from './language-texts.js'
import { TextFormatter } from './text-formatter.js'

const createTextFormatter = ({ language, currency, time_zone }: ShopView): TextFormatter =>
  new TextFormatter(language, currency, getStorefrontTexts(language), time_zone)

/** Tiles with the pictures of lists; null if there are no lists. */
function renderListTiles(lists: readonly ListSummary[], { language }: ShopView, addresses: PageUrls): Markup | null {
  const tiles = lists.map((list) => {
    const picture =
      list.image === null
        ? null
        : markup`<img src="${addresses.picture(list.image)}" alt="" width="480" height="360" decoding="async">`
    return markup`<li><a href="${toPricePageUrl(addresses, toProductListPath(list), language)}">${picture}<span>${list.title}</span></a></li>`
  })
  return tiles.length === 0 ? null : markup`<ul class="tiles">${tiles}</ul>`
}

/** The opening of the home page, as the theme describes it; null if it has no title. */
function renderHero({ language }: ShopView, addresses: PageUrls): Markup | null {
  const { theme, hero_image: image } = addresses.site
  const title = translateThemeText(theme.hero?.title, language)
  if (title === '') return null
  const text = translateThemeText(theme.hero?.text, language)
  const link = theme.hero?.link ?? '#products'
  const target = link.startsWith('/') ? toPricePageUrl(addresses, link, language) : link
  const picture =
    image === null ? null : markup`<img src="${addresses.picture(image)}" alt="" width="960" height="640" decoding="async">`
  return markup`<section class="hero"><div><h1>${title}</h1>${text ? markup`<p class="lead">${text}</p>` : null}<a class="button" href="${target}">${getStorefrontTexts(language).discover}</a></div>${picture}</section>`
}

/** The shop's home page: its opening, its lists and its first products. The page of all products has filters and further pages. */
export function renderHomePage(
  { shop, products, total }: ProductListReply,
  { lists }: ShopListsReply,
  addresses: PageUrls,
): string {
  const texts = getStorefrontTexts(shop.language)
  const tiles = renderListTiles(
    lists.filter(({ parent_id: parent }) => parent === null),
    shop,
    addresses,
  )
  const hero = renderHero(shop, addresses)
  const heading = hero === null ? markup`<h1>${texts.products}</h1>` : markup`<h2 id="products">${texts.products}</h2>`
  const all = toPricePageUrl(addresses, '/search', shop.language)
  const more =
    total <= products.length
      ? null
      : markup`<p class="more"><a class="button" href="${all}">${texts.allProducts} (${total.toLocaleString(shop.language)})</a></p>`
  const main = markup`${renderResumeBanner(shop.language, addresses)}${hero}${hero === null ? null : tiles}${heading}${hero === null ? tiles : null}${renderProductCards(shop, products, addresses)}${more}${renderRecentlyViewed(shop.language, addresses, null)}`
  return renderPageFrame(
    createPageFrame(shop, () => '/', shop.name, ''),
    addresses,
    main,
  )
}

/** One list; `keys` are its labels by language. */
export function renderListPage(
  { shop, list, parent, lists, products, total, filters }: ListReply,
  keys: ReadonlyMap<string, string>,
  filter: ProductFilter,
  addresses: PageUrls,
): string {
  const texts = getStorefrontTexts(shop.language)
  const path = (tag: string): string => `/list/${encodeURIComponent(keys.get(tag) || String(list.id))}`
  const lead = toPlainExcerpt(list.description, 600)
  const toLink = (page: string, title: string): Markup =>
    markup`<a href="${toPricePageUrl(addresses, page, shop.language)}">${title}</a>`
  const above = parent === null ? null : markup` / ${toLink(toProductListPath(parent), parent.title)}`
  const isEmptyParent = lists.length > 0 && total === 0 && !hasFilters(filter)
  const results = { shop, products, total, filters, filter, path: path(shop.language), defaultSort: 'list' as const }
  const empty = markup`<p class="empty">${hasFilters(filter) ? texts.noneLeft : texts.noProducts}</p>`
  const cards = isEmptyParent ? null : renderProductResults(results, addresses, empty)
  const main = markup`<p class="way">${toLink('/search', texts.allProducts)}${above}</p>
<h1>${list.title}</h1>${lead ? markup`<p class="lead">${lead}</p>` : null}${renderListTiles(lists, shop, addresses)}${cards}`
  const frame = {
    ...createPageFrame(shop, path, list.title, list.description),
    style: 'results.css',
    parameters: listParameters(filter),
    // Filtered and sorted variants of a list are not pages of their own for search engines.
    isPrivate: hasFilters(filter) || filter.sort !== null,
    canonicalQuery: filter.page === 1 ? '' : `?page=${filter.page}`,
  }
  return renderPageFrame(frame, addresses, main)
}

/** The products that match the query and the filters. */
export function renderSearchPage(
  { shop, products, total, filters, suggestions }: ProductSearchReply,
  filter: ProductFilter,
  addresses: PageUrls,
): string {
  const texts = getStorefrontTexts(shop.language)
  const { query } = filter
  const title = query === '' ? texts.allProducts : texts.searchResults({ query })
  const toQuery = (text: string): Markup =>
    markup`<li><a href="${toPricePageUrl(addresses, '/search', shop.language, [['q', text]])}">${text}</a></li>`
  const toList = (list: NavigationList): Markup =>
    markup`<li><a href="${toPricePageUrl(addresses, toProductListPath(list), shop.language)}">${list.title}</a></li>`
  const similar = suggestions.length === 0 ? null : markup`<p>${texts.didYouMean}</p><ul>${suggestions.map(toQuery)}</ul>`
  const { navigation } = addresses.site
  const browse = navigation.length === 0 ? null : markup`<p>${texts.browseLists}</p><ul>${navigation.map(toList)}</ul>`
  const empty = hasFilters(filter)
    ? markup`<p class="empty">${texts.noneLeft}</p>`
    : markup`<div class="empty"><p>${texts.nothingFound}</p>${similar}${browse}</div>`
  const results = {
    shop,
    products,
    total,
    filters,
    filter,
    path: '/search',
    defaultSort: query === '' ? ('title' as const) : ('relevance' as const),
  }
  const frame = {
    ...createPageFrame(shop, () => '/search', title, ''),
    ...{ query, style: 'results.css', parameters: listParameters(filter), isPrivate: true },
  }
  return renderPageFrame(frame, addresses, markup`<h1>${title}</h1>${renderProductResults(results, addresses, empty)}`)
}

/** Imprint, terms, and other pages of text. */
export function renderContentPage({ shop, page }: ContentPageReply, addresses: PageUrls): string {
  const path = (tag: string): string => toPagePath({ id: page.id, label: page.labels.get(tag) ?? '' })
  // The pipeline sanitises rich text when it is stored.
  const main = markup`<article class="text"><h1>${page.title}</h1>${new Markup(page.content)}</article>`
  return renderPageFrame(createPageFrame(shop, path, page.title, toPlainExcerpt(page.content, 160)), addresses, main)
}

export interface ProductPageInput {
  readonly reply: ProductReply
  /** Other products of the same lists. */
  readonly related: readonly ProductSummary[]
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

/** Links to similar products, with pictures that load late. null if there are none. */
function renderRelated(related: readonly ProductSummary[], shop: ShopView, addresses: PageUrls): Markup | null {
  if (related.length === 0) return null
  const cards = related.map((product) => {
    const picture =
      product.image === null
        ? null
        : markup`<img src="${toPictureUrl(addresses, product.id, product.image)}" alt="" width="480" height="360" loading="lazy" decoding="async">`
    return markup`<li><a href="${toPricePageUrl(addresses, toProductPath(product), shop.language)}">${picture}<span>${product.title}</span></a></li>`
  })
  return markup`<section class="related"><h2>${getStorefrontTexts(shop.language).relatedProducts}</h2><ul class="tiles">${cards}</ul></section>`
}

/** One product with its configurator. */
export function renderProductPage(
  { reply, related, keys, reviews, configuration, isEdited, isUnknown }: ProductPageInput,
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
  const designs = addresses.selling?.keepsAccounts
    ? markup` designs="${addresses.page('/account/designs', shop.language)}"`
    : null
  const advisor = addresses.hasAdvisor ? markup` advisor="${base}"` : null
  const codes = shop.currencies.map(({ code }) => code).join(' ')
  const image = product.image === null ? null : toPictureUrl(addresses, product.id, product.image)
  const main = markup`<h1>${product.title}</h1>${description ? markup`<p class="lead">${description}</p>` : null}${isUnknown ? markup`<p class="wrong" role="alert">${texts.linkUnknown}</p>` : null}
${renderResumeBanner(shop.language, addresses)}<svc-configurator product="${product.id}" language="${shop.language}" currency="${shop.currency.code}" data-currencies="${codes}" api="${addresses.runtimeApi}"${attributes}${advisor}${designs}>${renderStaticContent(reply, wording, texts, image)}${renderBuyForm(reply, addresses, isEdited)}${renderDeliveryNote(shop.language, addresses)}${renderTrustBlock(shop.language, addresses)}</svc-configurator>
${reviews && renderReviewsSection(reviews, texts, (average) => wording.number(average))}${renderRelated(related, shop, addresses)}${renderRecentlyViewed(shop.language, addresses, { id: product.id, title: product.title, image })}`
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

/** The pages for buying: cart, checkout, account, order, quote, advisor; each contains one custom element. */
export interface ShopPage {
  readonly title: 'account' | 'advisor' | 'cart' | 'checkout' | 'designs' | 'newPassword' | 'order' | 'quote'
  /** The custom element of the page. Its script has the same name. */
  readonly element: 'account' | 'advisor' | 'cart' | 'checkout' | 'designs' | 'new-password' | 'order' | 'quote'
}

/**
 * Draws a shop page.
 * @param path without the language prefix
 * @param token of the order or quote that the page shows
 */
export function renderShopPage(page: ShopPage, path: string, shop: ShopView, addresses: PageUrls, token: string | null): string {
  const texts = getStorefrontTexts(shop.language)
  const title = texts[page.title]
  const { element } = page
  const name = new Markup(`svc-${element}`)
  const base = addresses.page('/', shop.language).replace(/\/$/, '')
  const own = addresses.selling?.keepsAccounts ? new Markup(' accounts') : null
  const demo = own && addresses.isDemo ? new Markup(' demo') : null
  const documents = addresses.selling?.hasDocuments === false ? new Markup(' no-documents') : null
  const lead = element === 'advisor' ? markup`<p class="lead">${texts.advisorLead}</p>\n` : null
  const main = markup`<h1>${title}</h1>
${lead}<${name} language="${shop.language}" api="${addresses.runtimeApi}" pages="${base}"${own}${demo}${documents}${token === null ? null : markup` token="${token}"`}><p class="late">${getShopTexts(shop.language).loading}</p></${name}>
<noscript><p>${texts.pageNeedsScript}</p></noscript>`
  const frame = { ...createPageFrame(shop, () => path, title, ''), isPrivate: true, currencies: [] }
  const orderTexts = element === 'account' || element === 'order' ? [getTextPart('order', shop.language)] : []
  const designTexts = element === 'designs' ? [getTextPart('designs', shop.language)] : []
  const preloads = ['shop-ground', getTextPart('shop', shop.language), ...orderTexts, ...designTexts].map((part) =>
    addresses.file(`${part}.js`),
  )
  return renderPageFrame(frame, addresses, main, [addresses.file(`${element}.js`)], preloads)
}
