// Draws the product's pages: all in one column, or one at a time as tabs or steps.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PageView, ProductReply } from '#core/surface.js'
import { findPagingPart } from '../part-names.js'
import { lostPartBlock } from './failure-block.js'
import { renderFormattedText } from './formatted-text.js'
import type { PageNavigation } from './on-demand/page-tabs.js'
import { questionBlock } from './question-block.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { TextFormatter } from '../text-formatter.js'

/** Whether the question's page is on the screen. */
export function isPageVisible(questionId: number, catalogue: ProductReply, navigation: PageNavigation): boolean {
  if (findPagingPart(catalogue.product) === null) return true
  const page = catalogue.product.pages.find(({ id }) => id === navigation.open) ?? catalogue.product.pages[0]
  return page?.questions.some(({ id }) => id === questionId) === true
}

function pageBody(page: PageView, session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): TemplateResult {
  return html`
    ${page.description ? html`<div class="description">${renderFormattedText(page.description, session.parts)}</div>` : nothing}
    ${page.questions.map((question) => questionBlock(question, session, catalogue, wording))}
  `
}

export function pageBlocks(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
  navigation: PageNavigation,
): TemplateResult {
  const { product } = catalogue
  const paging = findPagingPart(product)
  if (paging !== null) {
    const { missing, parts } = session
    if (parts.isLost(paging)) return lostPartBlock(session, wording.texts)
    const body = (page: PageView): TemplateResult => pageBody(page, session, catalogue, wording)
    return html`${parts.get(paging)?.renderPages(missing, catalogue, wording, navigation, body)}`
  }
  return html`${product.pages.map(
    (page) => html`
      <section class=${`page ${page.css_classes}`} part=${`page ${page.css_classes}`} aria-labelledby=${`page-${page.id}`}>
        <h2 id=${`page-${page.id}`}>${page.title}</h2>
        ${pageBody(page, session, catalogue, wording)}
      </section>
    `,
  )}`
}
