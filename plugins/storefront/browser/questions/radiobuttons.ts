// One answer of several, all of them in sight.
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
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
            aria-invalid=${control.invalid ? 'true' : 'false'}
            .checked=${live(choice.selected)}
            @change=${() => control.select(String(choice.view.id))}
          />
          <span class="choice-title">${choice.view.title}</span>
          ${note === null ? nothing : html`<span class="note">${note}</span>`}
        </label>
      `
    })}
  `,
}
