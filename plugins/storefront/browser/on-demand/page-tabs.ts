// Draws the product's pages as tabs. One tab is open.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { keyed } from 'lit/directives/keyed.js'
import type { MissingEntry, PageView, ProductReply } from '#core/surface.js'
import { css } from '../base-element.js'
import type { TextFormatter } from '../../text-formatter.js'

export interface PageNavigation {
  readonly open: number
  go(pageId: number): void
  /** Opens the page of a question and moves the focus there. */
  readonly host: { goTo(questionId: number): Promise<void> }
}

/** A page is blocked if an earlier page has missing entries and the product requires them first. */
function isBlocked(index: number, missing: readonly MissingEntry[], catalogue: ProductReply): boolean {
  const { product } = catalogue
  if (!product.page_nav_block_on_missing) return false
  const before = new Set(product.pages.slice(0, index).map((page) => page.id))
  return missing.some((problem) => before.has(problem.page_id))
}

/** Left and right arrow keys move between tabs, as the ARIA tabs pattern requires. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const tabs = [...(event.currentTarget as Element).querySelectorAll<HTMLButtonElement>('[role=tab]:not([disabled])')]
  const at = tabs.indexOf(event.target as HTMLButtonElement)
  tabs[(at + step + tabs.length) % tabs.length]?.focus()
}

export function renderPages(
  missing: readonly MissingEntry[],
  catalogue: ProductReply,
  wording: TextFormatter,
  navigation: PageNavigation,
  body: (page: PageView) => TemplateResult,
): TemplateResult {
  const { pages } = catalogue.product
  const at = Math.max(
    0,
    pages.findIndex((page) => page.id === navigation.open),
  )
  const page = pages[at]
  if (!page) return html``
  const next = pages[at + 1]
  const before = pages[at - 1]
  const isNextBlocked = next !== undefined && isBlocked(at + 1, missing, catalogue)
  return html`
    <div class="tabs" role="tablist" aria-label=${wording.texts.pages} @keydown=${moveFocus}>
      ${pages.map(
        (pageView, index) => html`
          <button
            type="button"
            role="tab"
            id=${`tab-${pageView.id}`}
            aria-controls="page"
            aria-selected=${pageView === page ? 'true' : 'false'}
            tabindex=${pageView === page ? 0 : -1}
            ?disabled=${isBlocked(index, missing, catalogue)}
            @click=${() => navigation.go(pageView.id)}
          >
            ${pageView.title}
          </button>
        `,
      )}
    </div>
    <section
      class=${`page ${page.css_classes}`}
      part=${`page ${page.css_classes}`}
      id="page"
      role="tabpanel"
      tabindex="-1"
      aria-labelledby=${`tab-${page.id}`}
    >
      ${keyed(page.id, body(page))}
    </section>
    <p class="actions">
      ${before ? html`<button type="button" @click=${() => navigation.go(before.id)}>${wording.texts.back}</button>` : nothing}
      ${
        next
          ? html`<button type="button" class="primary" ?disabled=${isNextBlocked} @click=${() => navigation.go(next.id)}>${wording.texts.next}</button>`
          : nothing
      }
      ${isNextBlocked ? html`<span class="hint">${wording.texts.finishPageFirst}</span>` : nothing}
    </p>
  `
}

export const style = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    border-bottom: 1px solid var(--svc-line);
    margin-bottom: 0.5rem;
  }
  .tabs button {
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 0;
    background: none;
  }
  .tabs [aria-selected='true'] {
    border-color: var(--svc-accent);
    font-weight: 600;
  }
  [role='tabpanel'] .question:first-of-type {
    border-top: 0;
  }
`
