// The shop's public pages as HTML: home page, list page, product page, and the 404 page.
import type { ListReply, ProductListReply, ProductReply, ShopListsReply, ShopView } from '#core/shop/catalogue/define.js'
import { buying } from './buying.js'
import { productCards, productPath } from './cards.js'
import { type Addresses, framed, frameOf, pictureAddress, priceLink } from './frame.js'
import { Markup, markup, plainText } from './markup.js'
import { partsOf } from './part-names.js'
import { type ReviewsSection, reviewsSection } from './reviews.js'
import { textsFor } from './spoken.js'
import { structuredData } from './structured-data.js'
import { unscripted } from './unscripted.js'
import { Wording } from './wording.js'

const wordingOf = ({ language, currency, time_zone }: ShopView): Wording =>
  new Wording(language, currency, textsFor(language), time_zone)

/** The shop's home page: its lists and all products. */
export function homePage({ shop, products }: ProductListReply, { lists }: ShopListsReply, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const links = lists.map(
    ({ id, label, title }) =>
      markup`<li><a href="${priceLink(addresses, `/list/${encodeURIComponent(label || String(id))}`, shop.language)}">${title}</a></li>`,
  )
  const ways = lists.length === 0 ? null : markup`<ul class="lists">${links}</ul>`
  const main = markup`<h1>${texts.products}</h1>${ways}${productCards(shop, products, addresses)}`
  return framed(
    frameOf(shop, () => '/', shop.name, ''),
    addresses,
    main,
  )
}

/** One list; `keys` are its labels by language. */
export function listPage({ shop, list, products }: ListReply, keys: ReadonlyMap<string, string>, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const path = (tag: string): string => `/list/${encodeURIComponent(keys.get(tag) || String(list.id))}`
  const lead = plainText(list.description, 600)
  const main = markup`<p class="way"><a href="${priceLink(addresses, '/', shop.language)}">${texts.allProducts}</a></p>
<h1>${list.title}</h1>${lead ? markup`<p class="lead">${lead}</p>` : null}${productCards(shop, products, addresses)}`
  return framed(frameOf(shop, path, list.title, list.description), addresses, main)
}

export interface ProductPage {
  readonly found: ProductReply
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
export function productPage(
  { found, keys, reviews, configuration, isEdited, isUnknown }: ProductPage,
  addresses: Addresses,
): string {
  const { shop, product } = found
  const texts = textsFor(shop.language)
  const wording = wordingOf(shop)
  const description = plainText(product.description, 600)
  const path = (tag: string): string => productPath({ id: product.id, label: keys.get(tag) ?? '' })
  const given =
    configuration === null ? null : markup` configuration="${configuration}"${isEdited ? new Markup(' copies') : null}`
  const base = addresses.page('/', shop.language).replace(/\/$/, '')
  const advisor = addresses.advises ? markup` advisor="${base}"` : null
  const codes = shop.currencies.map(({ code }) => code).join(' ')
  const image = product.image === null ? null : pictureAddress(addresses, product.id, product.image)
  const main = markup`<h1>${product.title}</h1>${description ? markup`<p class="lead">${description}</p>` : null}${isUnknown ? markup`<p class="wrong" role="alert">${texts.linkUnknown}</p>` : null}
<svc-configurator product="${product.id}" language="${shop.language}" currency="${shop.currency.code}" data-currencies="${codes}" api="${addresses.runtimeApi}"${given}${advisor}>${unscripted(found, wording, texts, image)}${buying(found, addresses, isEdited)}</svc-configurator>
${reviews && reviewsSection(reviews, texts, (average) => wording.number(average))}`
  const data = structuredData(found, reviews?.found ?? null, {
    url: addresses.origin + addresses.page(path(shop.language), shop.language),
    image: image && addresses.origin + image,
  })
  // A cart line has the currency of the cart.
  const fixed = configuration === null ? {} : { currencies: [] }
  // With an existing configuration, no new one is started.
  const first =
    configuration === null
      ? markup`<script data-product="${product.id}" data-language="${shop.language}" data-currency="${shop.currency.code}" data-currencies="${codes}" data-api="${addresses.runtimeApi}">${new Markup(addresses.begin)}</script>\n`
      : markup``
  const frame = { ...frameOf(shop, path, product.title, product.description), data, first, ...fixed }
  return framed(
    frame,
    addresses,
    main,
    addresses.scripts,
    partsOf(found).map((name) => addresses.file(`${name}.js`)),
  )
}

/** The page for an unknown URL. */
export function missingPage(shop: ShopView, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const main = markup`<h1>${texts.notFound}</h1><p>${texts.notFoundHint}</p>
<p><a href="${priceLink(addresses, '/', shop.language)}">${texts.products}</a></p>`
  return framed(frameOf(shop, null, texts.notFound, ''), addresses, main)
}
