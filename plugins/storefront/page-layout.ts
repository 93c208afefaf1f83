// A whole page around its content: head, header, footer and scripts.
import { getStorefrontTexts, translateThemeText } from './language-texts.js'
import { toTextDirection } from './text-formatter.js'
import { Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { type PageFrame, type PageUrls, toProductListPath, toPricePageUrl } from './page-frame.js'
import type { StorefrontPageTexts } from './text/types.js'
import { type ContentPageSummary, type NavigationList, toPagePath } from '#core/surface.js'

const drawIcon = (path: string): Markup =>
  new Markup(
    `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  )

/**
 * Line icons of the header and the product page, drawn in the colour of the text. Decorative: links and buttons have a text of their own.
 */
export const icons = {
  menu: drawIcon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  search: drawIcon('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
  account: drawIcon('<circle cx="12" cy="8.5" r="3.75"/><path d="M4.75 20c.9-3.7 3.8-5.5 7.25-5.5s6.35 1.8 7.25 5.5"/>'),
  delivery: drawIcon(
    '<path d="M3 6.5h10.5V16H3zM13.5 10h4l3 3v3h-7z"/><circle cx="7" cy="17.5" r="1.75"/><circle cx="17" cy="17.5" r="1.75"/>',
  ),
  returns: drawIcon('<path d="M4.5 9.5h10a5 5 0 0 1 0 10H8"/><path d="m8.5 5.5-4 4 4 4"/>'),
  payment: drawIcon('<rect x="3.5" y="6" width="17" height="12.5" rx="1.5"/><path d="M3.5 10.5h17M7 15h3.5"/>'),
  cart: drawIcon('<path d="M5.5 8.5h13l1 11.5h-15zM8.75 8.5V7a3.25 3.25 0 0 1 6.5 0v1.5"/>'),
}

/** Pages about buying. The others are about the law and the shop. */
const isServicePage = ({ kind }: ContentPageSummary): boolean => kind === 'shipping' || kind === 'contact' || kind === 'free'

function renderSection(title: string, items: readonly Markup[]): Markup | null {
  return items.length === 0
    ? null
    : markup`<section><h2>${title}</h2><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul></section>`
}

/** The phone number as dialled: without blanks and brackets. */
const toDialledNumber = (phone: string): string => phone.replace(/[^+\d]/g, '')

function renderContact({ site }: PageUrls, title: string): Markup | null {
  const { name, street, city, country, phone, email } = site.contact
  const lines = [name, street, city, country].filter(Boolean).map((line) => markup`<bdi>${line}</bdi>`)
  return renderSection(title, [
    ...lines,
    ...(phone ? [markup`<a href="tel:${toDialledNumber(phone)}"><bdi>${phone}</bdi></a>`] : []),
    ...(email ? [markup`<a href="mailto:${email}">${email}</a>`] : []),
  ])
}

/** @param languages the links to this page in other languages, or null */
function renderFooter(frame: PageFrame, addresses: PageUrls, languages: Markup | null, callsButton: Markup | null): Markup {
  const { language } = frame
  const { site, selling, page } = addresses
  const texts = getStorefrontTexts(language)
  const links = site.pages
    .filter(({ in_footer }) => in_footer)
    .map((summary) => [summary, markup`<a href="${page(toPagePath(summary), language)}">${summary.title}</a>`] as const)
  const service = links.filter(([summary]) => isServicePage(summary)).map(([, link]) => link)
  const legal = links.filter(([summary]) => !isServicePage(summary)).map(([, link]) => link)
  const own = (site.theme.footer ?? []).map(({ title, links: entries }) =>
    renderSection(
      translateThemeText(title, language),
      entries.map(
        (entry) =>
          markup`<a href="${entry.link.startsWith('/') ? page(entry.link, language) : entry.link}">${translateThemeText(entry.title, language)}</a>`,
      ),
    ),
  )
  const plain = (titles: readonly string[]): readonly Markup[] =>
    selling === null ? [] : titles.map((title) => markup`${title}`)
  return markup`<footer><div class="columns">${renderContact(addresses, texts.contact)}${renderSection(texts.service, service)}${renderSection(texts.legal, legal)}${own}${renderSection(texts.paymentMethods, plain(site.payment_methods))}${renderSection(texts.shippingMethods, plain(site.shipping_methods))}</div>
<div class="base"><span>© ${frame.shopName}</span>${languages}${callsButton}</div></footer>
`
}

type ListEntry = Pick<NavigationList, 'id' | 'label' | 'title'>

/** A link, or for a list that contains lists a button that opens them. */
function renderNavigationEntry(list: NavigationList, toLink: (entry: ListEntry, text: string) => Markup, all: string): Markup {
  if (list.lists.length === 0) return markup`<li>${toLink(list, list.title)}</li>`
  const id = `lists-${list.id}`
  const items = [toLink(list, all), ...list.lists.map((child) => toLink(child, child.title))]
  return markup`<li><button type="button" popovertarget="${id}">${list.title}</button><ul id="${id}" class="panel" popover>${items.map((item) => markup`<li>${item}</li>`)}</ul></li>`
}

function renderNavigation({ language }: PageFrame, addresses: PageUrls, texts: StorefrontPageTexts): Markup {
  const { site, hasAdvisor, page } = addresses
  const toLink = (entry: ListEntry, text: string): Markup =>
    markup`<a href="${toPricePageUrl(addresses, toProductListPath(entry), language)}">${text}</a>`
  const entries = site.navigation.map((list) => renderNavigationEntry(list, toLink, texts.allOfList({ title: list.title })))
  const advisor = hasAdvisor ? markup`<li><a href="${page('/advisor', language)}">${texts.advisor}</a></li>` : null
  return markup`<nav class="lists" aria-label="${texts.products}"><ul><li><a href="${toPricePageUrl(addresses, '/search', language)}">${texts.allProducts}</a></li>${entries}${advisor}</ul></nav>`
}

/** A list of links to this page in all languages; null if there is one language. */
function renderLanguageLinks(frame: PageFrame, addresses: PageUrls): Markup | null {
  if (frame.languages.length < 2) return null
  return markup`<ul class="languages">${frame.languages.map(
    (tag) =>
      markup`<li><a href="${toPricePageUrl(addresses, frame.path?.(tag) ?? '/', tag, frame.path === null ? [] : frame.parameters)}" lang="${tag}" hreflang="${tag}"${
        tag === frame.language ? markup` aria-current="true"` : null
      }>${getStorefrontTexts(tag).languageName}</a></li>`,
  )}</ul>`
}

/** One button per currency. Submitted without scripts. With scripts, the configurator changes immediately and the choice is stored. */
function renderCurrencyForm(
  { path, language, currencies = [], parameters = [] }: PageFrame,
  addresses: PageUrls,
  texts: StorefrontPageTexts,
): Markup | null {
  if (path === null || currencies.length < 2) return null
  const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'code' })
  const own = currencies[0]!.code
  const buttons = currencies
    .map(({ code }) => code)
    .toSorted()
    .map(
      (code) =>
        markup`<button name="currency" value="${code}"${code === own ? markup` aria-current="true"` : null}>${code} – ${names.of(code) ?? code}</button>`,
    )
  const kept = parameters.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)
  return markup`<form class="currencies" action="${addresses.page(path(language), language)}" aria-label="${texts.currency}">${kept}${buttons}</form>`
}

/** Languages and currencies in one menu; null if there is nothing to choose. */
function renderLocaleMenu(frame: PageFrame, addresses: PageUrls, texts: StorefrontPageTexts): Markup | null {
  const languages = renderLanguageLinks(frame, addresses)
  const currencies = renderCurrencyForm(frame, addresses, texts)
  if (languages === null && currencies === null) return null
  const code = frame.currencies?.[0]?.code
  const current = [
    ...(languages === null ? [] : [markup`${frame.language.split('-')[0]!.toUpperCase()}`]),
    ...(currencies === null || code === undefined ? [] : [markup`<span class="code">${code}</span>`]),
  ]
  return markup`<div class="locale"><button type="button" popovertarget="locale"><span class="hidden">${texts.languageAndCurrency} </span>${current.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</button><div id="locale" class="panel" popover>${languages === null ? null : markup`<nav aria-label="${texts.languages}">${languages}</nav>`}${currencies}</div></div>`
}

function renderSearchForm(
  { language, query = '' }: PageFrame,
  { page, runtimeApi }: PageUrls,
  texts: StorefrontPageTexts,
): Markup {
  return markup`<form class="search" role="search" action="${page('/search', language)}"><input type="search" name="q" value="${query}" data-api="${runtimeApi}" data-product="${page('/product/*', language)}" required maxlength="100" aria-label="${texts.searchProducts}" placeholder="${texts.search}"><button aria-label="${texts.search}">${icons.search}</button></form>`
}

/** Links to cart and account. */
function renderShopperLinks({ language }: PageFrame, { selling, page }: PageUrls, texts: StorefrontPageTexts): Markup | null {
  if (selling === null) return null
  return markup`<nav class="own" aria-label="${texts.yours}"><a href="${page('/account', language)}">${icons.account}<span class="hidden">${texts.account}</span></a><a href="${page('/cart', language)}">${icons.cart}<span class="hidden">${texts.cart} </span><span class="count"></span></a></nav>`
}

function renderHeader(frame: PageFrame, addresses: PageUrls): Markup {
  const texts = getStorefrontTexts(frame.language)
  const { logo } = addresses.site
  const name = logo === null ? frame.shopName : markup`<img src="${addresses.picture(logo)}" alt="${frame.shopName}" height="32">`
  const home = toPricePageUrl(addresses, '/', frame.language)
  return markup`<header class="top"><div class="bar"><button type="button" class="burger" popovertarget="menu" aria-label="${texts.menu}">${icons.menu}</button>
<a class="shop" href="${home}">${name}</a>
<div id="menu" popover>${renderNavigation(frame, addresses, texts)}${renderSearchForm(frame, addresses, texts)}${renderLocaleMenu(frame, addresses, texts)}</div>
${renderShopperLinks(frame, addresses, texts)}</div></header>
`
}

/** The URLs of this page in all languages, for search engines. */
function renderAlternateLinks(
  { path, language, languages, isPrivate, canonicalQuery = '' }: PageFrame,
  addresses: PageUrls,
): Markup {
  if (path === null || isPrivate) return markup`<meta name="robots" content="noindex">\n`
  const at = (tag: string): string => addresses.origin + addresses.page(path(tag), tag) + canonicalQuery
  const alternate = (name: string, tag: string): Markup => markup`<link rel="alternate" hreflang="${name}" href="${at(tag)}">\n`
  const alternates =
    languages.length < 2 ? [] : [...languages.map((tag) => alternate(tag, tag)), alternate('x-default', languages[0]!)]
  return markup`<link rel="canonical" href="${at(language)}">\n${alternates}`
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
  const { favicon } = addresses.site
  // Loaded before all other scripts, so it logs the first call too.
  const first = addresses.showsCalls ? [addresses.file('calls.js')] : []
  const all = [...first, ...(addresses.selling === null ? [] : [addresses.file('shop.js')]), ...scripts]
  const page = markup`<!doctype html>
<html lang="${frame.language}" dir="${toTextDirection(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === frame.shopName ? frame.title : `${frame.title} – ${frame.shopName}`}</title>
${frame.description ? markup`<meta name="description" content="${toPlainExcerpt(frame.description, 160)}">\n` : null}${renderAlternateLinks(frame, addresses)}${frame.data ?? null}<link rel="icon" href="${favicon === null ? 'data:,' : addresses.picture(favicon)}">
${frame.first ?? null}<link rel="stylesheet" href="${addresses.style}">
${frame.style === undefined ? null : markup`<link rel="stylesheet" href="${addresses.file(frame.style)}">\n`}${preloads.map((path) => markup`<link rel="modulepreload" href="${path}">\n`)}${all.map((path) => markup`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${texts.toContent}</a>
${renderHeader(frame, addresses)}<main id="content"${scripts.length > 0 ? markup` class="live"` : null}>${main}</main>
${renderFooter(frame, addresses, renderLanguageLinks(frame, addresses), renderCallsButton(addresses, texts))}</body>
</html>
`
  return page.text
}
