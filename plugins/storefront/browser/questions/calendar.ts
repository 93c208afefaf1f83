// A day, within the days that the question allows.
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { type Control, numberIn, type QuestionRenderer } from '../question.js'

const dayLength = 86_400_000

/** Today plus so many days, as the browser's date field writes it; nothing where there is no limit. */
function dayFromNow(days: number | null): string | typeof nothing {
  return days === null ? nothing : new Date(Date.now() + days * dayLength).toISOString().slice(0, 10)
}

export const calendar: QuestionRenderer = {
  type: 'Calendar',
  grouped: false,
  render: (control: Control) => html`
    <input
      id=${control.id}
      type="date"
      min=${dayFromNow(numberIn(control.question, 'calendar_days_min'))}
      max=${dayFromNow(numberIn(control.question, 'calendar_days_max'))}
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid ? 'true' : 'false'}
      aria-describedby=${control.describedBy}
      .value=${live(control.value.slice(0, 10))}
      @change=${(event: Event) => control.select((event.target as HTMLInputElement).value)}
    />
  `,
}
