// Renderer of the question type Textarea: several lines of text.
import { html } from 'lit/html.js'
import { createTypingListeners } from '../entry.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'
import { unlessFocused } from '../unless-focused.js'

export const textareaRenderer: QuestionRenderer = {
  type: 'Textarea',
  grouped: false,
  render: (control: QuestionControl) => html`
    <textarea
      id=${control.id}
      rows="4"
      maxlength="2000"
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid ? 'true' : 'false'}
      aria-describedby=${control.describedBy}
      @input=${createTypingListeners(control).input}
      @change=${createTypingListeners(control).change}
      @blur=${() => control.leave()}
      ${unlessFocused(control.value, control.generation)}
    ></textarea>
  `,
}
