// Renderer of the question type Slider: a number between two limits, dragged or typed.
import { html, nothing } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { numberReadiness } from '../../entry.js'
import { type Control, numberIn, type QuestionRenderer } from '../../question.js'
import { unlessFocused } from '../../unless-focused.js'

/** Both fields return plain numbers, independent of the language. */
const text = (event: Event): string => (event.target as HTMLInputElement).value

export const slider: QuestionRenderer = {
  type: 'Slider',
  grouped: false,
  render(control: Control) {
    const { question, state } = control
    const min = state.min ?? 0
    const max = state.max ?? Math.max(min + 100, Number(control.value) || 0)
    const step = numberIn(question, 'slider_steps') ?? 1
    return html`
      <span class="slider">
        <input
          type="range"
          tabindex="-1"
          aria-hidden="true"
          min=${min}
          max=${max}
          step=${step}
          ?disabled=${control.disabled}
          .value=${live(control.value === '' ? String(min) : control.value)}
          @input=${(event: Event) => control.type(text(event), text(event), 'try')}
          @change=${(event: Event) => control.enter(text(event))}
        />
        <span class="entry">
          <input
            id=${control.id}
            type="number"
            min=${min}
            max=${max}
            step=${step}
            ?required=${state.required}
            ?disabled=${control.disabled}
            aria-invalid=${control.invalid ? 'true' : 'false'}
            aria-describedby=${control.describedBy}
            @input=${(event: Event) => control.type(text(event), text(event), numberReadiness(text(event), 'en', false, state))}
            @change=${(event: Event) => control.enter(text(event), text(event))}
            @blur=${() => control.leave()}
            ${unlessFocused(control.value, control.generation)}
          />
          ${question.unit ? html`<span class="unit">${question.unit}</span>` : nothing}
        </span>
      </span>
    `
  },
}
