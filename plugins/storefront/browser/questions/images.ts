// Renderer of the question type Images: one of several answers, each shown as a picture.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choiceNote, choiceTitleId, formatFocalPoint, choiceDescriptionIds } from '../choice-parts.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'

export const imagesRenderer: QuestionRenderer = {
  type: 'Images',
  grouped: true,
  render: (control: QuestionControl) => html`
    <span class="tiles">
      ${control.choices.map(
        (choice) => html`
          <div class="tile-cell"><label class="tile">
            <input
              type="radio"
              name=${control.id}
              ?disabled=${control.disabled || !choice.state.selectable}
              aria-labelledby=${choiceTitleId(control, choice)}
            aria-describedby=${choiceDescriptionIds(control, choice)}
              aria-invalid=${control.invalid ? 'true' : 'false'}
              .checked=${live(choice.selected)}
              @change=${() => control.select(String(choice.view.id))}
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
