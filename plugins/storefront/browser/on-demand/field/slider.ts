// Renderer of the question type Slider: a number between two limits, dragged or typed.
import { html, nothing } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { checkNumberReadiness } from '../../entry.js'
import { type QuestionControl, getNumberSetting, type QuestionRenderer } from '../../question.js'
import { unlessFocused } from '../../unless-focused.js'

/** Both fields return plain numbers, independent of the language. */
const readText = (event: Event): string => (event.target as HTMLInputElement).value

export const sliderRenderer: QuestionRenderer = {
  type: 'Slider',
  grouped: false,
  render(control: QuestionControl) {
    const { question, state } = control
    const min = state.min ?? 0
    const max = state.max ?? Math.max(min + 100, Number(control.value) || 0)
    const step = getNumberSetting(question, 'slider_steps') ?? 1
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
          @input=${(event: Event) => control.type(readText(event), readText(event), 'try')}
          @change=${(event: Event) => control.enter(readText(event))}
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
            @input=${(event: Event) => control.type(readText(event), readText(event), checkNumberReadiness(readText(event), 'en', false, state))}
            @change=${(event: Event) => control.enter(readText(event), readText(event))}
            @blur=${() => control.leave()}
            ${unlessFocused(control.value, control.generation)}
          />
          ${question.unit ? html`<span class="unit">${question.unit}</span>` : nothing}
        </span>
      </span>
    `
  },
}
