// What stands around the questions: the composed picture, saved examples to begin with, and panes of further details.
import { html, nothing, type TemplateResult } from 'lit'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { richText } from './rich-text.js'
import type { Session } from './session.js'
import type { Wording } from '../wording.js'

/** The product's bottom layer with the layers of the chosen answers above it; the plain image where there are no layers. */
export function picture(session: Session, { product }: ProductReply): TemplateResult | typeof nothing {
  const chosen = new Set([...session.questions.values()].flatMap((question) => question.selection?.split(',') ?? []))
  const layers = product.pages
    .flatMap((page) => page.questions.flatMap((question) => question.answers))
    .filter((answer) => answer.visualization_image !== null && chosen.has(String(answer.id)))
    .toSorted((a, b) => a.visualization_stacking - b.visualization_stacking)
    .map((answer) => answer.visualization_image!)
  const bottom = product.visualization_image ?? product.image
  if (bottom === null) return nothing
  const shown = product.visualization_image === null ? [bottom] : [bottom, ...layers]
  return html`<div class="visualization">${shown.map((name) => html`<img src=${session.picture(name)} alt="" />`)}</div>`
}

/** Buttons that begin anew with a saved configuration. */
export function examples(session: Session, { product }: ProductReply, wording: Wording): TemplateResult | typeof nothing {
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
              aria-disabled=${session.busy ? 'true' : 'false'}
              @click=${() => void session.begin(example.title, example.selections)}
            >
              ${example.title}
            </button>
          `,
        )}
      </div>
      ${
        session.begun === null
          ? nothing
          : html`<p class="begun">
              ${wording.texts.exampleBegun(session.begun)}
              <button type="button" class="plain" @click=${() => void session.undo()}>${wording.texts.undo}</button>
            </p>`
      }
    </section>
  `
}

export function details({ product }: ProductReply): TemplateResult | typeof nothing {
  if (product.detail_panes.length === 0 && !product.longdescription) return nothing
  return html`
    <section class="panes">
      ${product.longdescription ? html`<div class="description">${richText(product.longdescription)}</div>` : nothing}
      ${product.detail_panes.map(
        (pane) => html`
          <details class="pane">
            <summary>${pane.heading}</summary>
            <div class="description">${richText(pane.content)}</div>
          </details>
        `,
      )}
    </section>
  `
}
