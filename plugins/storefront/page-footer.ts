// The footer of every page: contact, content pages, payment and shipping methods, and the languages.
import { type ContentPageSummary, toPagePath } from '#core/surface.js'
import { getStorefrontTexts, translateThemeText } from './language-texts.js'
import { type Markup, markup } from '../http/markup.js'
import type { PageFrame, PageUrls } from './page-frame.js'

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
export function renderFooter(
  frame: PageFrame,
  addresses: PageUrls,
  languages: Markup | null,
  callsButton: Markup | null,
): Markup {
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
