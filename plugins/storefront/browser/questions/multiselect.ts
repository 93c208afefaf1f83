// Renderer of the question type Multiselect: any number of answers. The entry is their ids, ascending, joined by commas.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { ListChange } from '#core/surface.js'
import { choiceDescription, choiceNote, choicePicture, choiceTitleId, choiceDescriptionIds } from '../choice-parts.js'
import type { AnswerChoice, QuestionControl, QuestionRenderer } from '../question.js'

/** Sends only the shopper's change, because another tab may have changed other answers in the meantime. */
export const toListChange = ({ selected, view }: AnswerChoice): ListChange =>
  selected ? { remove: [view.id] } : { add: [view.id] }

export const multiselect: QuestionRenderer = {
  type: 'Multiselect',
  grouped: true,
  render: (control: QuestionControl) => html`
    ${control.choices.map(
      (choice) => html`
        <label class="choice">
          <input
            type="checkbox"
            ?disabled=${control.disabled || !(choice.state.selectable || choice.selected)}
            aria-labelledby=${choiceTitleId(control, choice)}
            aria-describedby=${choiceDescriptionIds(control, choice)}
            aria-invalid=${control.invalid ? 'true' : 'false'}
            .checked=${live(choice.selected)}
            @change=${() => control.select(toListChange(choice))}
          />
          ${choicePicture(control, choice)}
          <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
          ${choiceNote(control, choice)}
        </label>
        ${choiceDescription(control, choice)}
      `,
    )}
  `,
}
