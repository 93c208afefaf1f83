// The content around the questions: the composed picture, saved examples, and panes with product details.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ExampleView, ProductReply } from '#core/surface.js'
import { css } from '../base-element.js'
import type { TextFormatter } from '../../text-formatter.js'

/** The members of the session that this module uses. */
export interface ExampleSession {
  readonly isBusy: boolean
  startFromExample(title: string, selections: ExampleView['selections']): Promise<void>
}

/** Reserves the space of the picture until it has loaded. A page can put its own viewer into the slot. */
export function pictureFrame(
  { product }: ProductReply,
  renderPicture: () => TemplateResult | undefined,
): TemplateResult | typeof nothing {
  if ((product.visualization_image ?? product.image) === null) return nothing
  return html`<div class="visualization"><slot name="viewer">${renderPicture()}</slot></div>`
}

/** Buttons that start a new configuration from a saved example. */
export function exampleButtons(
  session: ExampleSession,
  { product }: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  if (product.examples.length === 0) return nothing
  return html`
    <section class="examples" aria-labelledby="examples">
      <h2 id="examples">${wording.texts.examples}</h2>
      <div class="buttons">
        ${product.examples.map(
          (example) => html`
            <button
              type="button"
              title=${example.description || nothing}
              aria-disabled=${session.isBusy ? 'true' : 'false'}
              @click=${() => void session.startFromExample(example.title, example.selections)}
            >
              ${example.title}
            </button>
          `,
        )}
      </div>
    </section>
  `
}

export function detailPanes({ product }: ProductReply, formatted: (text: string) => unknown): TemplateResult | typeof nothing {
  if (product.detail_panes.length === 0 && !product.longdescription) return nothing
  return html`
    <section class="panes">
      ${product.longdescription ? html`<div class="description">${formatted(product.longdescription)}</div>` : nothing}
      ${product.detail_panes.map(
        (pane) => html`
          <details class="pane">
            <summary>${pane.heading}</summary>
            <div class="description">${formatted(pane.content)}</div>
          </details>
        `,
      )}
    </section>
  `
}

export const style = css`
  .examples {
    margin-bottom: 2rem;
  }
  .examples h2 {
    font-size: 1rem;
    color: var(--svc-muted);
  }
  .visualization {
    /* Known before the pictures are, so that nothing moves when they come. */
    aspect-ratio: 16 / 9;
    max-height: 27rem;
    width: 100%;
    margin-bottom: 1.5rem;
  }
  .panes {
    margin-top: 2.5rem;
    max-width: 46rem;
  }
  .pane {
    border-top: 1px solid var(--svc-line);
    padding: 0.75rem 0;
  }
  .pane summary {
    cursor: pointer;
    font-weight: 600;
  }
`
