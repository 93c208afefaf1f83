// Renderer of the question type Checkbox: selects the question's first answer, or nothing.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choiceNote, choicePicture, choiceTitleId, choiceDescriptionIds } from '../choice-parts.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'

export const checkboxRenderer: QuestionRenderer = {
  type: 'Checkbox',
  grouped: true,
  render(control: QuestionControl) {
    const choice = control.choices[0]
    if (!choice) return html``
    return html`
      <label class="choice">
        <input
          type="checkbox"
          ?disabled=${control.disabled || !(choice.state.selectable || choice.selected)}
          aria-labelledby=${choiceTitleId(control, choice)}
            aria-describedby=${choiceDescriptionIds(control, choice)}
          aria-invalid=${control.invalid ? 'true' : 'false'}
          .checked=${live(choice.selected)}
          @change=${(event: Event) => control.select((event.target as HTMLInputElement).checked ? String(choice.view.id) : null)}
        />
        ${choicePicture(control, choice)}
          <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
        ${choiceNote(control, choice)}
      </label>
        ${choiceDescription(control, choice)}
    `
  },
}
