// What a product page says without the configurator: its questions and answers with their fixed prices, to be read by anybody.
import type { AnswerView, ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import { Markup, markup, plainText } from './markup.js'
import type { PageTexts } from './text.js'
import type { Wording } from './wording.js'

function answer(view: AnswerView, b2b: boolean, wording: Wording): Markup {
  const price = view.price === null ? '' : ` (${wording.difference(b2b ? view.price.net : view.price.gross)})`
  return markup`<li>${view.title}${price}</li>`
}

function question(view: QuestionView, b2b: boolean, wording: Wording): Markup {
  const described = view.description ? markup`<p>${plainText(view.description, 300)}</p>` : null
  const answers = view.answers.length === 0 ? null : markup`<ul>${view.answers.map((one) => answer(one, b2b, wording))}</ul>`
  return markup`<li><b>${view.title}</b>${described}${answers}</li>`
}

/** Stands inside the element: the configurator takes its place as soon as it runs. */
export function unscripted({ shop, product }: ProductReply, wording: Wording, texts: PageTexts): Markup {
  const pages = product.pages.map(
    (page) => markup`<h2>${page.title}</h2><ul>${page.questions.map((one) => question(one, shop.b2b, wording))}</ul>`,
  )
  return markup`<div class="unscripted"><p>${texts.needsScript}</p>${pages}</div>`
}

/** The product for machines that read pages; an offer only where there is nothing to choose, so that the price is one. */
export function structuredData({ shop, product }: ProductReply, url: string): Markup {
  const plain = product.pages.every((page) => page.questions.length === 0)
  const price = product.price === null ? null : shop.b2b ? product.price.net : product.price.gross
  const offer = plain && price !== null && price > 0
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    ...(product.description && { description: plainText(product.description, 5_000) }),
    ...(product.sku !== null && { sku: product.sku }),
    url,
    ...(offer && { offers: { '@type': 'Offer', price, priceCurrency: shop.currency.code, url } }),
  }
  return new Markup(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`)
}
