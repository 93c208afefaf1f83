// The header of every page: logo, product lists, search, languages and currencies, account and cart. Its menus need no script.
import type { NavigationList } from '#core/surface.js'
import { icons } from './icons.js'
import { getStorefrontTexts } from './language-texts.js'
import { type Markup, markup } from '../http/markup.js'
import { type PageFrame, type PageUrls, toProductListPath, toPricePageUrl } from './page-frame.js'
import type { StorefrontPageTexts } from './text/types.js'

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
  return markup`<nav class="lists" aria-label="${texts.products}"><ul><li><a href="${toPricePageUrl(addresses, '/', language)}">${texts.allProducts}</a></li>${entries}${advisor}</ul></nav>`
}

/** A list of links to this page in all languages; null if there is one language. */
export function renderLanguageLinks(frame: PageFrame, addresses: PageUrls): Markup | null {
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

export function renderHeader(frame: PageFrame, addresses: PageUrls): Markup {
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
