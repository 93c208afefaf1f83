// One answer of several, all of them in sight.
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choicePicture, describedChoice } from '../choice-parts.js'
import type { Control, QuestionRenderer } from '../question.js'

export const radiobuttons: QuestionRenderer = {
  type: 'Radiobuttons',
  grouped: true,
  render: (control: Control) => html`
    ${control.choices.map((choice) => {
      const note = control.note(choice)
      return html`
        <label class="choice">
          <input
            type="radio"
            name=${control.id}
            ?disabled=${control.disabled || !choice.state.selectable}
            aria-describedby=${describedChoice(control, choice)}
            aria-invalid=${control.invalid ? 'true' : 'false'}
            .checked=${live(choice.selected)}
            @change=${() => control.select(String(choice.view.id))}
          />
          ${choicePicture(control, choice)}
          <span class="choice-title">${choice.view.title}</span>
          ${note === null ? nothing : html`<span class="note">${note}</span>`}
        </label>
        ${choiceDescription(control, choice)}
      `
    })}
  `,
}
