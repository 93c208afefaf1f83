// The content of a product page without scripts: its questions and answers with their fixed prices.
import type { AnswerView, ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import { priceWords } from './cards.js'
import { type Markup, markup, plainText } from './markup.js'
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

function detailsOf({ product }: ProductReply, texts: PageTexts): Markup {
  const long = plainText(product.longdescription, 2_000)
  const panes = product.detail_panes.map((pane) => markup`<h2>${pane.heading}</h2><p>${plainText(pane.content, 2_000)}</p>`)
  const examples = product.examples.map(
    ({ title, description }) => markup`<li>${title}${description ? `: ${plainText(description, 300)}` : ''}</li>`,
  )
  return markup`${long ? markup`<p>${long}</p>` : null}${examples.length > 0 ? markup`<h2>${texts.examples}</h2><ul>${examples}</ul>` : null}${panes}`
}

/** The content of the element. The configurator replaces it when it runs. */
export function unscripted(found: ProductReply, wording: Wording, texts: PageTexts, image: string | null): Markup {
  const { shop, product } = found
  const words = priceWords(product, shop, wording, texts)
  const price = words === null ? null : markup`<p class="from">${words}</p>`
  // Lazy loading: with scripts, the configurator normally replaces this content before the picture is visible.
  const picture =
    image === null ? null : markup`<img src="${image}" alt="${product.title}" width="480" height="270" loading="lazy">`
  const pages = product.pages.map(
    (page) => markup`<h2>${page.title}</h2><ul>${page.questions.map((one) => question(one, shop.b2b, wording))}</ul>`,
  )
  return markup`<div class="unscripted"><p>${texts.needsScript}</p>${picture}${price}${pages}${detailsOf(found, texts)}</div>`
}
