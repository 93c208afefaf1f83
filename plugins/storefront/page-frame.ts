// The frame of every page: head, links to other languages, links to cart and account, and scripts.
import type { CurrencyView, ShopView } from '#core/surface.js'
import { markup, toPlainExcerpt, type Markup } from './markup.js'
import { getStorefrontTexts } from './language-texts.js'
import type { StorefrontPageTexts } from './text/types.js'
import { toTextDirection } from './text-formatter.js'

/** URLs as clients request them, including base path and language. */
export interface PageUrls {
  /** The scripts, question types first. Their URLs change with their content. */
  readonly scripts: readonly string[]
  /** The URL of another script or module. */
  file(name: string): string
  /** The script that is inlined in a product page. */
  readonly inlineScript: string
  readonly style: string
  readonly runtimeApi: string
  page(path: string, language: string): string
  /** The currency code in the URL. Links to other pages with prices include it. */
  readonly currency: string | null
  /** Scheme and host of the service as clients see them. */
  readonly origin: string
  /** True in a demo: pages offer a panel with their API calls. */
  readonly showsCalls: boolean
  /** True in a demo. */
  readonly isDemo: boolean
  /** True if an advisor is available: pages link to a conversation. */
  readonly hasAdvisor: boolean
  /** null if the host sells: no page links to a cart. */
  readonly selling: SalesSettings | null
}

/** The URL of a product picture in the runtime API. */
export const toPictureUrl = ({ runtimeApi }: Pick<PageUrls, 'runtimeApi'>, product: number, name: string): string =>
  `${runtimeApi}/products/${product}/pictures/${encodeURIComponent(name)}`

/** The URL of a page with prices, in the currency of this page. */
export function toPricePageUrl({ page, currency }: PageUrls, path: string, language: string): string {
  const address = page(path, language)
  return currency === null ? address : `${address}?currency=${encodeURIComponent(currency)}`
}

/** Settings for shops whose sales the service handles. */
export interface SalesSettings {
  /** True: shoppers sign in on these pages. False: the host identifies them. */
  readonly keepsAccounts: boolean
  /** True: orders and quotes are available as PDF files. */
  readonly hasDocuments: boolean
}

export interface PageFrame {
  readonly language: string
  readonly languages: readonly string[]
  readonly shopName: string
  readonly title: string
  readonly description: string
  /** The path of this page in a language, without the prefix; null if the page has no permanent URL. */
  readonly path: ((language: string) => string) | null
  /** The available currencies, the page's own first; none if nothing on the page depends on the currency. */
  readonly currencies?: readonly CurrencyView[]
  /** True for a shopper's private page, which search engines must not index. */
  readonly isPrivate?: boolean
  /** Content for the head only. */
  readonly data?: Markup
  /** Content that comes before all other resources: a script after a style sheet waits for that style sheet. */
  readonly first?: Markup
}

function renderLanguageLinks(frame: PageFrame, addresses: PageUrls, texts: StorefrontPageTexts): Markup | null {
  if (frame.languages.length < 2) return null
  return markup`<nav aria-label="${texts.languages}"><ul class="languages">${frame.languages.map(
    (tag) =>
      markup`<li><a href="${toPricePageUrl(addresses, frame.path?.(tag) ?? '/', tag)}" lang="${tag}" hreflang="${tag}"${
        tag === frame.language ? markup` aria-current="true"` : null
      }>${getStorefrontTexts(tag).languageName}</a></li>`,
  )}</ul></nav>`
}

/** Submitted without scripts. With scripts, the configurator changes immediately and the choice is stored. */
function renderCurrencyForm(
  { path, language, currencies = [] }: PageFrame,
  addresses: PageUrls,
  texts: StorefrontPageTexts,
): Markup | null {
  if (path === null || currencies.length < 2) return null
  const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'code' })
  const own = currencies[0]!.code
  const options = currencies
    .map(({ code }) => code)
    .toSorted()
    .map(
      (code) =>
        markup`<option value="${code}"${code === own ? markup` selected` : null}>${code} – ${names.of(code) ?? code}</option>`,
    )
  return markup`<form class="currencies" action="${addresses.page(path(language), language)}"><label>${texts.currency}
<select name="currency" autocomplete="off">${options}</select></label> <button>${texts.changeCurrency}</button></form>`
}

/** The URLs of this page in all languages, for search engines. */
function renderAlternateLinks({ path, language, languages, isPrivate }: PageFrame, addresses: PageUrls): Markup {
  if (path === null || isPrivate) return markup`<meta name="robots" content="noindex">\n`
  const at = (tag: string): string => addresses.origin + addresses.page(path(tag), tag)
  const alternate = (name: string, tag: string): Markup => markup`<link rel="alternate" hreflang="${name}" href="${at(tag)}">\n`
  const alternates =
    languages.length < 2 ? [] : [...languages.map((tag) => alternate(tag, tag)), alternate('x-default', languages[0]!)]
  return markup`<link rel="canonical" href="${at(language)}">\n${alternates}`
}

/** Links to cart and account. */
function renderShopperLinks({ language }: PageFrame, { selling, page }: PageUrls, texts: StorefrontPageTexts): Markup | null {
  if (selling === null) return null
  return markup`<nav class="own" aria-label="${texts.yours}"><a href="${page('/account', language)}">${texts.account}</a>
<a href="${page('/cart', language)}">${texts.cart}<span class="count"></span></a></nav>`
}

function renderAdvisorLink({ language }: PageFrame, { hasAdvisor, page }: PageUrls, texts: StorefrontPageTexts): Markup | null {
  return hasAdvisor ? markup`<a href="${page('/advisor', language)}">${texts.advisor}</a>` : null
}

/** Shown by the script that logs the calls, which uses the texts of the `data-` attributes. */
function renderCallsButton({ showsCalls }: PageUrls, texts: StorefrontPageTexts): Markup | null {
  if (!showsCalls) return null
  return markup`<button type="button" class="calls-opener" hidden aria-expanded="false" data-title="${texts.calls}" data-hint="${texts.callsHint}" data-close="${texts.closeCalls}" data-sent="${texts.callSent}" data-answer="${texts.callAnswer}" data-by-hand="${texts.callByHand}">${texts.calls}</button>`
}

/** A complete page around its content. */
export function renderPageFrame(
  frame: PageFrame,
  addresses: PageUrls,
  main: Markup,
  scripts: readonly string[] = [],
  preloads: readonly string[] = [],
): string {
  const texts = getStorefrontTexts(frame.language)
  const home = toPricePageUrl(addresses, '/', frame.language)
  // Loaded before all other scripts, so it logs the first call too.
  const first = addresses.showsCalls ? [addresses.file('calls.js')] : []
  const all = [...first, ...(addresses.selling === null ? [] : [addresses.file('shop.js')]), ...scripts]
  const page = markup`<!doctype html>
<html lang="${frame.language}" dir="${toTextDirection(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === frame.shopName ? frame.title : `${frame.title} – ${frame.shopName}`}</title>
${frame.description ? markup`<meta name="description" content="${toPlainExcerpt(frame.description, 160)}">\n` : null}${renderAlternateLinks(frame, addresses)}${frame.data ?? null}<link rel="icon" href="data:,">
${frame.first ?? null}<link rel="stylesheet" href="${addresses.style}">
${preloads.map((path) => markup`<link rel="modulepreload" href="${path}">\n`)}${all.map((path) => markup`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${texts.toContent}</a>
<header><a class="shop" href="${home}">${frame.shopName}</a><div class="ways">${renderLanguageLinks(frame, addresses, texts)}${renderCurrencyForm(frame, addresses, texts)}${renderAdvisorLink(frame, addresses, texts)}${renderShopperLinks(frame, addresses, texts)}${renderCallsButton(addresses, texts)}</div></header>
<main id="content">${main}</main>
</body>
</html>
`
  return page.text
}

/** The frame of a page of this shop. */
export function createPageFrame(shop: ShopView, path: PageFrame['path'], title: string, description: string): PageFrame {
  const { language, languages, name: shopName, currency, currencies: all } = shop
  const currencies = [currency, ...all.filter(({ code }) => code !== currency.code)]
  return { language, languages, shopName, title, description, path, currencies }
}
