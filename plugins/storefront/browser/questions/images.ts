// Answers as tiles with their pictures: the question type Images, and other types whose answers are shown as swatches.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choiceNote, choiceTitleId, formatFocalPoint, choiceDescriptionIds } from '../choice-parts.js'
import type { AnswerChoice, QuestionControl, QuestionRenderer } from '../question.js'
import { toListChange } from './multiselect.js'

function createTileRenderer(type: string, style: string, isMultiple = false): QuestionRenderer {
  const isDisabled = (control: QuestionControl, { state, selected }: AnswerChoice): boolean =>
    control.disabled || !(state.selectable || (isMultiple && selected))
  return {
    type,
    grouped: true,
    render: (control: QuestionControl) => html`
    <span class=${style} part=${style}>
      ${control.choices.map(
        (choice) => html`
          <div class="tile-cell"><label class="tile">
            <input
              type=${isMultiple ? 'checkbox' : 'radio'}
              name=${control.id}
              ?disabled=${isDisabled(control, choice)}
              aria-labelledby=${choiceTitleId(control, choice)}
            aria-describedby=${choiceDescriptionIds(control, choice)}
              aria-invalid=${control.invalid ? 'true' : 'false'}
              .checked=${live(choice.selected)}
              @change=${() => control.select(isMultiple ? toListChange(choice) : String(choice.view.id))}
            />
            ${
              (choice.view.picker_image ?? choice.view.image) === null
                ? html`<span class="tile-picture" aria-hidden="true">${choice.view.title.slice(0, 1)}</span>`
                : html`<img class="tile-picture" src=${control.picture((choice.view.picker_image ?? choice.view.image)!)} .style=${formatFocalPoint(choice.view)} alt="" loading="lazy" />`
            }
            <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
            ${choiceNote(control, choice)}
          </label>
          ${choiceDescription(control, choice)}</div>
        `,
      )}
    </span>
  `,
  }
}

export const imagesRenderer = createTileRenderer('Images', 'tiles')
export const swatchRenderer = createTileRenderer('', 'tiles swatches')
export const multipleSwatchRenderer = createTileRenderer('', 'tiles swatches', true)
