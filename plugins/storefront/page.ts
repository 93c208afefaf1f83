// The shop's pages as HTML: the frame with its language links, the list of products, one product, and the page that is not there.
import type { ProductListReply, ProductReply, ShopView } from '#core/shop/catalogue/define.js'
import { markup, plainText, type Markup } from './markup.js'
import { type PartName, partsOf } from './part-names.js'
import { textsFor } from './spoken.js'
import type { PageTexts } from './text.js'
import { structuredData, unscripted } from './unscripted.js'
import { directionOf, Wording } from './wording.js'

/** Addresses as the caller reaches them, base path and language included. */
export interface Addresses {
  /** The scripts, those of question types first, and the style sheet; they change with their content. */
  readonly scripts: readonly string[]
  /** A part of the configurator, which a page names that needs it from the beginning. */
  part(name: PartName): string
  readonly passwordScript: string
  readonly style: string
  readonly runtimeApi: string
  page(path: string, language: string): string
  /** Scheme and host, as callers reach the service. */
  readonly origin: string
}

interface Frame {
  readonly language: string
  readonly languages: readonly string[]
  readonly shopName: string
  readonly title: string
  readonly description: string
  /** The path of this page in a language, without the prefix; null where it is no page to come back to. */
  readonly path: ((language: string) => string) | null
  /** For the head alone. */
  readonly data?: Markup
}

function languageLinks(frame: Frame, addresses: Addresses, texts: PageTexts): Markup | null {
  if (frame.languages.length < 2) return null
  return markup`<nav aria-label="${texts.languages}"><ul class="languages">${frame.languages.map(
    (tag) =>
      markup`<li><a href="${addresses.page(frame.path?.(tag) ?? '/', tag)}" lang="${tag}" hreflang="${tag}"${
        tag === frame.language ? markup` aria-current="true"` : null
      }>${textsFor(tag).languageName}</a></li>`,
  )}</ul></nav>`
}

/** Where this page and its other languages are found, for those who list pages. */
function places({ path, language, languages }: Frame, addresses: Addresses): Markup {
  if (path === null) return markup`<meta name="robots" content="noindex">\n`
  const at = (tag: string): string => addresses.origin + addresses.page(path(tag), tag)
  const alternate = (name: string, tag: string): Markup => markup`<link rel="alternate" hreflang="${name}" href="${at(tag)}">\n`
  const others =
    languages.length < 2 ? [] : [...languages.map((tag) => alternate(tag, tag)), alternate('x-default', languages[0]!)]
  return markup`<link rel="canonical" href="${at(language)}">\n${others}`
}

function framed(
  frame: Frame,
  addresses: Addresses,
  main: Markup,
  scripts: readonly string[] = [],
  parts: readonly PartName[] = [],
): string {
  const texts = textsFor(frame.language)
  const home = addresses.page('/', frame.language)
  const page = markup`<!doctype html>
<html lang="${frame.language}" dir="${directionOf(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === frame.shopName ? frame.title : `${frame.title} – ${frame.shopName}`}</title>
${frame.description ? markup`<meta name="description" content="${plainText(frame.description, 160)}">\n` : null}${places(frame, addresses)}${frame.data ?? null}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addresses.style}">
${parts.map((name) => markup`<link rel="modulepreload" href="${addresses.part(name)}">\n`)}${scripts.map((path) => markup`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${texts.toContent}</a>
<header><a class="shop" href="${home}">${frame.shopName}</a>${languageLinks(frame, addresses, texts)}</header>
<main id="content">${main}</main>
</body>
</html>
`
  return page.text
}

const wordingOf = ({ language, currency }: ShopView): Wording => new Wording(language, currency, textsFor(language))

function frameOf(shop: ShopView, path: Frame['path'], title: string, description: string): Frame {
  return { language: shop.language, languages: shop.languages, shopName: shop.name, title, description, path }
}

/** The list of products. */
export function listPage({ shop, products }: ProductListReply, addresses: Addresses): string {
  const wording = wordingOf(shop)
  const texts = textsFor(shop.language)
  const cards = products.map((product) => {
    const amount = product.price === null ? 0 : shop.b2b ? product.price.net : product.price.gross
    const price = amount > 0 ? markup`<p class="from">${texts.basePrice(wording.amount(amount))}</p>` : null
    return markup`<li><a href="${addresses.page(`/product/${encodeURIComponent(product.label || String(product.id))}`, shop.language)}"><h2>${product.title}</h2>
<p>${plainText(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator(product.title)}</span></a></li>`
  })
  const main =
    products.length === 0
      ? markup`<h1>${texts.products}</h1><p>${texts.noProducts}</p>`
      : markup`<h1>${texts.products}</h1><ul class="products">${cards}</ul>`
  return framed(
    frameOf(shop, () => '/', shop.name, ''),
    addresses,
    main,
  )
}

/** One product with its configurator; `keys` are its labels by language. */
export function productPage(found: ProductReply, keys: ReadonlyMap<string, string>, addresses: Addresses): string {
  const { shop, product } = found
  const description = plainText(product.description, 600)
  const path = (tag: string): string => `/product/${encodeURIComponent(keys.get(tag) ?? String(product.id))}`
  const main = markup`<h1>${product.title}</h1>${description ? markup`<p class="lead">${description}</p>` : null}
<svc-configurator product="${product.id}" language="${shop.language}" currency="${shop.currency.code}" api="${addresses.runtimeApi}">${unscripted(found, wordingOf(shop), textsFor(shop.language))}</svc-configurator>`
  const data = structuredData(found, addresses.origin + addresses.page(path(shop.language), shop.language))
  const frame = { ...frameOf(shop, path, product.title, product.description), data }
  return framed(frame, addresses, main, addresses.scripts, partsOf(found))
}

/** Where the link of a reset mail leads. */
export function passwordPage(shop: ShopView, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const main = markup`<h1>${texts.newPassword}</h1>
<svc-new-password language="${shop.language}" api="${addresses.runtimeApi}"></svc-new-password>
<noscript><p>${texts.needsScript}</p></noscript>`
  return framed(
    frameOf(shop, () => '/account/password', texts.newPassword, ''),
    addresses,
    main,
    [addresses.passwordScript],
  )
}

/** What a shopper sees under an address that leads nowhere. */
export function missingPage(shop: ShopView, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const main = markup`<h1>${texts.notFound}</h1><p>${texts.notFoundHint}</p>
<p><a href="${addresses.page('/', shop.language)}">${texts.products}</a></p>`
  return framed(frameOf(shop, null, texts.notFound, ''), addresses, main)
}
