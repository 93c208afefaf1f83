// Draws the product's pages as consecutive steps, with the current step and the number of missing entries of each.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { keyed } from 'lit/directives/keyed.js'
import type { MissingEntry, PageView, ProductReply } from '#core/surface.js'
import type { TextFormatter } from '../../text-formatter.js'
import { css } from '../base-element.js'
import type { PageNavigation } from './page-tabs.js'

export function renderPages(
  missing: readonly MissingEntry[],
  { product }: ProductReply,
  wording: TextFormatter,
  navigation: PageNavigation,
  body: (page: PageView) => TemplateResult,
): TemplateResult {
  const { pages } = product
  const { texts } = wording
  const at = Math.max(
    0,
    pages.findIndex(({ id }) => id === navigation.open),
  )
  const page = pages[at]!
  /** The first missing entry that blocks a step. */
  const holding = (index: number): MissingEntry | undefined =>
    pages.slice(0, index).flatMap(({ id }) => missing.filter(({ page_id }) => page_id === id))[0]
  /** Opens the step, or moves to the entry that blocks it. */
  const go = (index: number): void => {
    const blockingProblem = index > at ? holding(index) : undefined
    if (blockingProblem === undefined) navigation.go(pages[index]!.id)
    else void navigation.host.goTo(blockingProblem.question_id)
  }
  const step = (pageView: PageView, index: number): TemplateResult => {
    const missingCount = missing.filter(({ page_id }) => page_id === pageView.id).length
    const isBlocked = index > at && holding(index) !== undefined
    return html`
      <li>
        <button
          type="button"
          class="step"
          aria-current=${pageView === page ? 'step' : nothing}
          aria-disabled=${isBlocked ? 'true' : nothing}
          @click=${() => go(index)}
        >
          <span class="step-number">${missingCount === 0 && index < at ? '✓' : index + 1}</span>
          <span class="step-title">${pageView.title}</span>
          <small class="step-missing">${texts.stepMissing({ count: missingCount })}</small>
        </button>
      </li>
    `
  }
  const isLast = at === pages.length - 1
  const isNextBlocked = !isLast && holding(at + 1) !== undefined
  return html`
    <nav class="steps" aria-label=${texts.pages}>
      <ol>${pages.map(step)}</ol>
    </nav>
    <section class=${`page ${page.css_classes}`} part=${`page ${page.css_classes}`} aria-labelledby="page">
      <h2 id="page" tabindex="-1"><small class="step-of">${texts.stepOf({ step: at + 1, steps: pages.length })}</small> ${page.title}</h2>
      ${keyed(page.id, body(page))}
    </section>
    <p class="actions">
      ${at === 0 ? nothing : html`<button type="button" @click=${() => go(at - 1)}>${texts.back}</button>`}
      ${
        isLast
          ? nothing
          : html`<button
              type="button"
              class="primary"
              aria-describedby=${isNextBlocked ? 'held' : nothing}
              @click=${() => go(at + 1)}
            >${texts.next}</button>`
      }
      ${isNextBlocked ? html`<span class="hint" id="held">${texts.finishPageFirst}</span>` : nothing}
    </p>
  `
}

export const style = css`
  .steps ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    list-style: none;
    margin: 0 0 1.5rem;
    padding: 0;
  }
  .step {
    display: grid;
    grid-template-columns: auto 1fr;
    column-gap: 0.6rem;
    align-items: center;
    height: 100%;
    border: 0;
    border-bottom: 3px solid var(--svc-line);
    border-radius: 0;
    padding-block: 0.35rem;
    padding-inline: 0 0.6rem;
    background: none;
    text-align: start;
  }
  .step[aria-current] {
    border-color: var(--svc-accent);
    font-weight: 600;
  }
  .step[aria-disabled] {
    color: var(--svc-muted);
    cursor: default;
  }
  .step-number {
    grid-row: span 2;
    min-width: 1.8rem;
    line-height: 1.6rem;
    border: 1px solid;
    border-radius: 1rem;
    text-align: center;
  }
  .step[aria-current] .step-number {
    background: var(--svc-accent);
    border-color: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .step-missing,
  .step-of {
    color: var(--svc-muted);
    font-size: 0.85rem;
    font-weight: 400;
  }
  .step-of {
    display: block;
  }
  #page {
    scroll-margin-top: 1rem;
  }
  /* The small picture must not cover it. */
  @media (max-width: 71.99rem) {
    #page {
      scroll-margin-top: 8rem;
    }
  }
  @media (min-width: 40.01rem) {
    .steps ol {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
    }
    .step {
      width: 100%;
    }
  }
  /* Of many steps only the numbers, and where one is. */
  @media (max-width: 40rem) {
    .step:not([aria-current]) .step-title,
    .step:not([aria-current]) .step-missing {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .step {
      column-gap: 0.4rem;
      padding-inline-end: 0;
    }
  }
`
