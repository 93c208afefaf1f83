// Renderer of the question type Textbox: one line of text or a number, with its unit.
import { html, nothing } from 'lit/html.js'
import { fieldText, isNumeric, typing } from '../entry.js'
import type { Control, QuestionRenderer } from '../question.js'
import { unlessFocused } from '../unless-focused.js'

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
        @input=${typing(control).input}
        @change=${typing(control).change}
        @blur=${() => control.leave()}
        ${unlessFocused(fieldText(control), control.generation)}
      />
      ${control.question.unit ? html`<span class="unit">${control.question.unit}</span>` : nothing}
    </span>
  `,
}
