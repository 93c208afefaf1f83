// The content of a product page without scripts: its questions and answers with their fixed prices.
import type { AnswerView, ProductReply, QuestionView } from '#core/surface.js'
import { formatCardPrice } from './product-cards.js'
import { type Markup, markup, toPlainExcerpt } from '../http/markup.js'
import type { StorefrontPageTexts } from './text/types.js'
import type { TextFormatter } from './text-formatter.js'

function renderAnswer(view: AnswerView, b2b: boolean, wording: TextFormatter): Markup {
  const price = view.price === null ? '' : ` (${wording.difference(b2b ? view.price.net : view.price.gross)})`
  return markup`<li>${view.title}${price}</li>`
}

function renderQuestion(view: QuestionView, b2b: boolean, wording: TextFormatter): Markup {
  const described = view.description ? markup`<p>${toPlainExcerpt(view.description, 300)}</p>` : null
  const answers =
    view.answers.length === 0 ? null : markup`<ul>${view.answers.map((answer) => renderAnswer(answer, b2b, wording))}</ul>`
  return markup`<li><b>${view.title}</b>${described}${answers}</li>`
}

function renderDetails({ product }: ProductReply, texts: StorefrontPageTexts): Markup {
  const long = toPlainExcerpt(product.longdescription, 2_000)
  const panes = product.detail_panes.map((pane) => markup`<h2>${pane.heading}</h2><p>${toPlainExcerpt(pane.content, 2_000)}</p>`)
  const examples = product.examples.map(
    ({ title, description }) => markup`<li>${title}${description ? `: ${toPlainExcerpt(description, 300)}` : ''}</li>`,
  )
  return markup`${long ? markup`<p>${long}</p>` : null}${examples.length > 0 ? markup`<h2>${texts.examples}</h2><ul>${examples}</ul>` : null}${panes}`
}

/** The content of the element. The configurator replaces it when it runs. */
export function renderStaticContent(
  reply: ProductReply,
  wording: TextFormatter,
  texts: StorefrontPageTexts,
  image: string | null,
): Markup {
  const { shop, product } = reply
  const words = formatCardPrice(product, shop, wording, texts)
  const price = words === null ? null : markup`<p class="from">${words}</p>`
  // Lazy loading: with scripts, the configurator normally replaces this content before the picture is visible.
  const picture =
    image === null ? null : markup`<img src="${image}" alt="${product.title}" width="480" height="270" loading="lazy">`
  const pages = product.pages.map(
    (page) =>
      markup`<h2>${page.title}</h2><ul>${page.questions.map((question) => renderQuestion(question, shop.b2b, wording))}</ul>`,
  )
  return markup`<div class="unscripted"><p>${texts.needsScript}</p>${picture}${price}${pages}${renderDetails(reply, texts)}</div>`
}
