// The banner for an unfinished configuration and the section of recently viewed products. The browser fills both.
import { getStorefrontTexts } from './language-texts.js'
import { type Markup, markup } from '../http/markup.js'
import type { PageUrls } from './page-frame.js'

/** Hidden until the browser has something to offer; null if no page sells. */
export function renderResumeBanner(language: string, { selling }: PageUrls): Markup | null {
  if (selling === null) return null
  const texts = getStorefrontTexts(language)
  return markup`<aside class="resume" aria-label="${texts.resumeTitle}" data-text="${texts.resumeText({ title: '{title}' })}" hidden><p></p><a class="button">${texts.resume}</a><button type="button">${texts.discardResume}</button></aside>\n`
}

export interface ViewedPage {
  readonly id: number
  readonly title: string
  /** The URL of the picture; null without one. */
  readonly image: string | null
}

/** @param viewed the product of the page; null on pages that show no product */
export function renderRecentlyViewed(language: string, addresses: PageUrls, viewed: ViewedPage | null): Markup | null {
  if (addresses.selling === null) return null
  const own =
    viewed === null ? null : markup` data-product="${viewed.id}" data-title="${viewed.title}" data-image="${viewed.image ?? ''}"`
  return markup`<section class="related recent" data-url="${addresses.page('/product/*', language)}" data-api="${addresses.runtimeApi}"${own} hidden><h2>${getStorefrontTexts(language).recentlyViewed}</h2><ul class="tiles"></ul></section>\n`
}
