// Renderer of the question type Textbox: one line of text or a number, with its unit.
import { html, nothing } from 'lit/html.js'
import { formatTypedField, isNumericQuestion, createTypingListeners } from '../entry.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'
import { unlessFocused } from '../unless-focused.js'

export const textboxRenderer: QuestionRenderer = {
  type: 'Textbox',
  grouped: false,
  render: (control: QuestionControl) => html`
    <span class="entry">
      <input
        id=${control.id}
        type="text"
        autocomplete="off"
        inputmode=${isNumericQuestion(control) ? (control.question.input_restriction === 'integer' ? 'numeric' : 'decimal') : 'text'}
        maxlength="2000"
        ?required=${control.state.required}
        ?disabled=${control.disabled}
        aria-invalid=${control.invalid ? 'true' : 'false'}
        aria-describedby=${control.describedBy}
        @input=${createTypingListeners(control).input}
        @change=${createTypingListeners(control).change}
        @blur=${() => control.leave()}
        ${unlessFocused(formatTypedField(control), control.generation)}
      />
      ${control.question.unit ? html`<span class="unit">${control.question.unit}</span>` : nothing}
    </span>
  `,
}
