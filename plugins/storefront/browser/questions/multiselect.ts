// Any number of the answers; the entry is their ids, ascending, joined by commas.
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Choice, Control, QuestionRenderer } from '../question.js'

function toggled(control: Control, choice: Choice): string | null {
  const chosen = control.choices.filter((other) => (other === choice ? !other.selected : other.selected))
  return chosen.length === 0
    ? null
    : chosen
        .map((other) => other.view.id)
        .sort((a, b) => a - b)
        .join(',')
}

export const multiselect: QuestionRenderer = {
  type: 'Multiselect',
  grouped: true,
  render: (control: Control) => html`
    ${control.choices.map((choice) => {
      const note = control.note(choice)
      return html`
        <label class="choice">
          <input
            type="checkbox"
            ?disabled=${control.disabled || !(choice.state.selectable || choice.selected)}
            aria-invalid=${control.invalid ? 'true' : 'false'}
            .checked=${live(choice.selected)}
            @change=${() => control.select(toggled(control, choice))}
          />
          <span class="choice-title">${choice.view.title}</span>
          ${note === null ? nothing : html`<span class="note">${note}</span>`}
        </label>
      `
    })}
  `,
}
