// Several lines of text.
import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Control, QuestionRenderer } from '../question.js'

const text = (event: Event): string => (event.target as HTMLTextAreaElement).value

export const textarea: QuestionRenderer = {
  type: 'Textarea',
  grouped: false,
  render: (control: Control) => html`
    <textarea
      id=${control.id}
      rows="4"
      maxlength="2000"
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid ? 'true' : 'false'}
      aria-describedby=${control.describedBy}
      .value=${live(control.value)}
      @input=${(event: Event) => control.type(text(event))}
      @change=${(event: Event) => control.select(text(event))}
    ></textarea>
  `,
}
