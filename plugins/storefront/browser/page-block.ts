// The product's pages: one below the other, or as tabs of which one is open.
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { PageView, ProductReply } from '#core/shop/catalogue/define.js'
import { questionBlock } from './question-block.js'
import { richText } from './rich-text.js'
import type { Session } from './session.js'
import type { Wording } from '../wording.js'

export interface PageNavigation {
  readonly open: number
  go(pageId: number): void
}

const isTabbed = ({ product }: ProductReply): boolean => product.page_nav_tabs && product.pages.length > 1

/** Whether the question's page is on the screen. */
export function drawsPage(questionId: number, catalogue: ProductReply, navigation: PageNavigation): boolean {
  if (!isTabbed(catalogue)) return true
  const page = catalogue.product.pages.find(({ id }) => id === navigation.open) ?? catalogue.product.pages[0]
  return page?.questions.some(({ id }) => id === questionId) === true
}

function pageBody(page: PageView, session: Session, catalogue: ProductReply, wording: Wording): TemplateResult {
  return html`
    ${page.description ? html`<div class="description">${richText(page.description)}</div>` : nothing}
    ${page.questions.map((question) => questionBlock(question, session, catalogue, wording))}
  `
}

/** A page is blocked where one before it misses an entry and the product says so. */
function isBlocked(index: number, session: Session, catalogue: ProductReply): boolean {
  const { product } = catalogue
  if (!product.page_nav_block_on_missing) return false
  const before = new Set(product.pages.slice(0, index).map((page) => page.id))
  return session.missing.some((one) => before.has(one.page_id))
}

/** Left and right move between tabs, as the pattern of tabs asks. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const tabs = [...(event.currentTarget as Element).querySelectorAll<HTMLButtonElement>('[role=tab]:not([disabled])')]
  const at = tabs.indexOf(event.target as HTMLButtonElement)
  tabs[(at + step + tabs.length) % tabs.length]?.focus()
}

function tabbed(session: Session, catalogue: ProductReply, wording: Wording, navigation: PageNavigation): TemplateResult {
  const { pages } = catalogue.product
  const at = Math.max(
    0,
    pages.findIndex((page) => page.id === navigation.open),
  )
  const page = pages[at]
  if (!page) return html``
  const next = pages[at + 1]
  const before = pages[at - 1]
  const held = next !== undefined && isBlocked(at + 1, session, catalogue)
  return html`
    <div class="tabs" role="tablist" aria-label=${wording.texts.pages} @keydown=${moveFocus}>
      ${pages.map(
        (one, index) => html`
          <button
            type="button"
            role="tab"
            id=${`tab-${one.id}`}
            aria-controls="page"
            aria-selected=${one === page ? 'true' : 'false'}
            tabindex=${one === page ? 0 : -1}
            ?disabled=${isBlocked(index, session, catalogue)}
            @click=${() => navigation.go(one.id)}
          >
            ${one.title}
          </button>
        `,
      )}
    </div>
    <section class=${`page ${page.css_classes}`} id="page" role="tabpanel" tabindex="-1" aria-labelledby=${`tab-${page.id}`}>
      ${keyed(page.id, pageBody(page, session, catalogue, wording))}
    </section>
    <p class="actions">
      ${before ? html`<button type="button" @click=${() => navigation.go(before.id)}>${wording.texts.back}</button>` : nothing}
      ${
        next
          ? html`<button type="button" class="primary" ?disabled=${held} @click=${() => navigation.go(next.id)}>${wording.texts.next}</button>`
          : nothing
      }
      ${held ? html`<span class="hint">${wording.texts.finishPageFirst}</span>` : nothing}
    </p>
  `
}

export function pageBlocks(
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
  navigation: PageNavigation,
): TemplateResult {
  const { product } = catalogue
  if (isTabbed(catalogue)) return tabbed(session, catalogue, wording, navigation)
  return html`${product.pages.map(
    (page) => html`
      <section class=${`page ${page.css_classes}`} aria-labelledby=${`page-${page.id}`}>
        <h2 id=${`page-${page.id}`}>${page.title}</h2>
        ${pageBody(page, session, catalogue, wording)}
      </section>
    `,
  )}`
}
