// Notes next to the price of a product: delivery costs, and the block about delivery, returns and payment.
import { type ContentPageSummary, toPagePath } from '#core/surface.js'
import { icons } from './icons.js'
import { getStorefrontTexts } from './language-texts.js'
import { type Markup, markup } from '../http/markup.js'
import type { PageUrls } from './page-frame.js'

const findPage = ({ site }: PageUrls, kind: ContentPageSummary['kind']): ContentPageSummary | undefined =>
  site.pages.find((page) => page.kind === kind)

/** "plus delivery", with a link to the page about delivery; null if the shop does not deliver. */
export function renderDeliveryNote(language: string, addresses: PageUrls): Markup | null {
  const { selling, site, page } = addresses
  if (selling === null || site.shipping_methods.length === 0) return null
  const texts = getStorefrontTexts(language)
  const target = findPage(addresses, 'shipping')
  const costs =
    target === undefined
      ? texts.deliveryCosts
      : markup`<a href="${page(toPagePath(target), language)}">${texts.deliveryCosts}</a>`
  const [before = '', after = ''] = texts.plusDelivery({ delivery: '{delivery}' }).split('{delivery}')
  return markup`<span slot="delivery">${before}${costs}${after}</span>`
}

/** Delivery, returns and payment, from content pages and the settings of the shop; null if nothing is known about them. */
export function renderTrustBlock(language: string, addresses: PageUrls): Markup | null {
  const { selling, site, page } = addresses
  if (selling === null) return null
  const texts = getStorefrontTexts(language)
  const toLink = (kind: ContentPageSummary['kind']): readonly Markup[] => {
    const target = findPage(addresses, kind)
    return target === undefined ? [] : [markup`<a href="${page(toPagePath(target), language)}">${target.title}</a>`]
  }
  const toText = (titles: readonly string[]): readonly Markup[] =>
    titles.length === 0 ? [] : [markup`<span>${new Intl.ListFormat(language, { type: 'unit' }).format(titles)}</span>`]
  const rows: readonly (readonly [icon: Markup, title: string, lines: readonly Markup[]])[] = [
    [
      icons.delivery,
      texts.trustDelivery,
      [...toText(site.shipping_methods), ...(site.shipping_methods.length === 0 ? [] : toLink('shipping'))],
    ],
    [icons.returns, texts.trustReturns, toLink('withdrawal')],
    [icons.payment, texts.trustPayment, toText(site.payment_methods)],
  ]
  const items = rows
    .filter(([, , lines]) => lines.length > 0)
    .map(([icon, title, lines]) => markup`<li>${icon}<div><b>${title}</b>${lines}</div></li>`)
  return items.length === 0 ? null : markup`<ul slot="trust" class="trust" aria-label="${texts.trust}">${items}</ul>`
}
