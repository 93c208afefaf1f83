// The legal texts next to the order button: links to the legal pages, or the terms of the store if there are no pages.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { renderRichText } from '../rich-text.js'
import type { ShopElement } from './shop-element.js'

export function renderLegalTexts({ texts, front }: ShopElement): TemplateResult | typeof nothing {
  if (front?.legal_pages[0])
    return html`<p>${front.legal_pages.map(({ title, url }) => html`<a href=${url} target="_blank">${title}</a> `)}</p>`
  return front?.terms
    ? html`<details><summary>${texts.terms}</summary><div class="terms">${renderRichText(front.terms)}</div></details>`
    : nothing
}
