// The legal texts next to the order button: links to the legal pages, or the terms of the store if there are no pages.
import { html } from 'lit/html.js'
import { renderRichText } from '../rich-text.js'
import type { ShopElement } from './shop-element.js'

export const renderLegalTexts = ({ texts, front }: ShopElement): unknown =>
  front?.legal_pages[0]
    ? front.legal_pages.map(({ title, url }) => html`<a href=${url} target="_blank">${title}</a> `)
    : front?.terms &&
      html`<details><summary>${texts.terms}</summary><div class="terms">${renderRichText(front.terms)}</div></details>`
