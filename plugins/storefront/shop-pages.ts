// The pages for buying: cart, checkout, account, order, quote, advisor; each contains one custom element.
import type { ShopView } from '#core/surface.js'
import { Markup, markup } from '../http/markup.js'
import { createPageFrame, type PageUrls } from './page-frame.js'
import { renderPageFrame } from './page-layout.js'
import { getTextPart } from './part-names.js'
import { getStorefrontTexts } from './language-texts.js'

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
${lead}<${name} language="${shop.language}" api="${addresses.runtimeApi}" pages="${base}"${own}${demo}${documents}${token === null ? null : markup` token="${token}"`}></${name}>
<noscript><p>${texts.pageNeedsScript}</p></noscript>`
  const frame = { ...createPageFrame(shop, () => path, title, ''), isPrivate: true, currencies: [] }
  const orderTexts = element === 'account' || element === 'order' ? [getTextPart('order', shop.language)] : []
  const designTexts = element === 'designs' ? [getTextPart('designs', shop.language)] : []
  const preloads = ['shop-ground', getTextPart('shop', shop.language), ...orderTexts, ...designTexts].map((part) =>
    addresses.file(`${part}.js`),
  )
  return renderPageFrame(frame, addresses, main, [addresses.file(`${element}.js`)], preloads)
}
