// Renderer of the question type Radiobuttons: one of several answers, all visible.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choiceNote, choicePicture, choiceTitleId, choiceDescriptionIds } from '../choice-parts.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'

export const radiobuttonsRenderer: QuestionRenderer = {
  type: 'Radiobuttons',
  grouped: true,
  render: (control: QuestionControl) => html`
    ${control.choices.map(
      (choice) => html`
        <label class="choice">
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
          ${choicePicture(control, choice)}
          <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
          ${choiceNote(control, choice)}
        </label>
        ${choiceDescription(control, choice)}
      `,
    )}
  `,
}
