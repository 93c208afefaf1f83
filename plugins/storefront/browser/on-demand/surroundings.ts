// The content around the questions: the composed picture, saved examples, and panes with product details.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ExampleView, ProductReply } from '#core/surface.js'
import { css } from '../base-element.js'
import type { TextFormatter } from '../../text-formatter.js'

/** The members of the gallery that this module uses. */
export interface GalleryView {
  readonly label: string
  readonly handleKey: (event: KeyboardEvent) => void
  readonly handleScroll: () => void
  slides(): TemplateResult
  thumbs(): TemplateResult
}

/** The members of the session that this module uses. */
export interface ExampleSession {
  readonly isBusy: boolean
  startFromExample(title: string, selections: ExampleView['selections']): Promise<void>
}

export const hasPicture = ({ product }: ProductReply): boolean =>
  (product.visualization_image ?? product.image) !== null || product.gallery.length > 0

/**
 * Reserves the space of the pictures until they have loaded. A page can put its own viewer into the slot.
 * @param gallery draws the further pictures; null until its module has loaded, undefined if there are none
 */
export function pictureFrame(
  catalogue: ProductReply,
  renderPicture: () => TemplateResult | undefined,
  gallery: GalleryView | null | undefined,
): TemplateResult | typeof nothing {
  const { image, visualization_image } = catalogue.product
  if (!hasPicture(catalogue)) return nothing
  return html`
    <div class="picture-area">
      <div class="slides" tabindex=${gallery ? '0' : nothing} role=${gallery ? 'group' : nothing} aria-label=${gallery?.label ?? nothing}
        @keydown=${gallery?.handleKey} @scroll=${gallery?.handleScroll}>
        ${
          (visualization_image ?? image) === null
            ? nothing
            : html`<div class="visualization"><slot name="viewer">${renderPicture()}</slot></div>`
        }
        ${gallery?.slides()}
      </div>
      ${gallery === undefined ? nothing : html`<div class="thumbs">${gallery?.thumbs()}</div>`}
    </div>
  `
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
  .picture-area {
    grid-area: picture;
    min-width: 0;
  }
  .slides {
    display: flex;
    overflow: auto hidden;
    scroll-snap-type: x mandatory;
    scrollbar-width: none;
  }
  .visualization,
  .slide {
    flex: 0 0 100%;
    /* Known before the pictures are, so that nothing moves when they come. */
    aspect-ratio: 16 / 9;
    max-height: 27rem;
    min-width: 0;
    scroll-snap-align: center;
  }
  .thumbs {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    min-height: 4rem;
    margin-top: 0.75rem;
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
