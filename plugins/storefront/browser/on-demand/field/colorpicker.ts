// Renderer of the question type Colorpicker: a color from the browser's picker or as a hex code.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { QuestionControl, QuestionRenderer } from '../../question.js'
import { unlessFocused } from '../../unless-focused.js'

const readText = (event: Event): string => (event.target as HTMLInputElement).value.trim()
const colourPattern = /^#[0-9a-f]{6}$/i

export const colorpickerRenderer: QuestionRenderer = {
  type: 'Colorpicker',
  grouped: false,
  render: (control: QuestionControl) => html`
    <span class="entry colour">
      <input
        type="color"
        aria-labelledby=${control.labelId}
        ?disabled=${control.disabled}
        .value=${live(colourPattern.test(control.value) ? control.value.toLowerCase() : '#ffffff')}
        @change=${(event: Event) => control.select(readText(event))}
      />
      <input
        id=${control.id}
        type="text"
        maxlength="32"
        spellcheck="false"
        placeholder="#1e90ff"
        ?required=${control.state.required}
        ?disabled=${control.disabled}
        aria-invalid=${control.invalid ? 'true' : 'false'}
        aria-describedby=${control.describedBy}
        @input=${(event: Event) => control.type(readText(event), readText(event), 'wait')}
        @change=${(event: Event) => control.enter(readText(event), readText(event))}
        @blur=${() => control.leave()}
        ${unlessFocused(control.value, control.generation)}
      />
    </span>
  `,
}
