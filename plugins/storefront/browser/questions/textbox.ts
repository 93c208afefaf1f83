// A line of text or a number, with its unit.
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { entryOf, isNumeric } from '../entry.js'
import type { Control, QuestionRenderer } from '../question.js'

const text = (event: Event): string => (event.target as HTMLInputElement).value

export const textbox: QuestionRenderer = {
  type: 'Textbox',
  grouped: false,
  render: (control: Control) => html`
    <span class="entry">
      <input
        id=${control.id}
        type="text"
        autocomplete="off"
        inputmode=${isNumeric(control) ? (control.question.input_restriction === 'integer' ? 'numeric' : 'decimal') : 'text'}
        maxlength="2000"
        ?required=${control.state.required}
        ?disabled=${control.disabled}
        aria-invalid=${control.invalid ? 'true' : 'false'}
        aria-describedby=${control.describedBy}
        .value=${live(control.value)}
        @input=${(event: Event) => control.type(entryOf(control, text(event)))}
        @change=${(event: Event) => control.select(entryOf(control, text(event)))}
      />
      ${control.question.unit ? html`<span class="unit">${control.question.unit}</span>` : nothing}
    </span>
  `,
}
