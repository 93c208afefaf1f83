// Renderer of the question type Calendar: a date within the allowed range.
import { html, nothing } from 'lit/html.js'
import { addDays, dayOf } from '#core/contract.js'
import type { EntryReadiness } from '../../drafts.js'
import { type QuestionControl, getNumberSetting, type QuestionRenderer } from '../../question.js'
import { unlessFocused } from '../../unless-focused.js'

/** Today in the shop's time zone plus `days`, as ISO date for the browser's date field; nothing without a limit. */
function addDaysToToday(days: number | null, timeZone = 'UTC'): string | typeof nothing {
  return days === null ? nothing : addDays(dayOf(Date.now(), timeZone), days)
}

const readDate = (event: Event): string => (event.target as HTMLInputElement).value

/** While a year is being typed, the date has a year such as 2 or 20. So before the field is left, only an allowed date is sent. */
function checkReadiness(event: Event): EntryReadiness {
  const { value, validity } = event.target as HTMLInputElement
  return value !== '' && value >= '1000' && validity.valid ? 'send' : 'wait'
}

export const calendarRenderer: QuestionRenderer = {
  type: 'Calendar',
  grouped: false,
  render: (control: QuestionControl) => html`
    <input
      id=${control.id}
      type="date"
      min=${addDaysToToday(getNumberSetting(control.question, 'calendar_days_min'), control.wording.timeZone)}
      max=${addDaysToToday(getNumberSetting(control.question, 'calendar_days_max'), control.wording.timeZone)}
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid ? 'true' : 'false'}
      aria-describedby=${control.describedBy}
      @input=${(event: Event) => control.type(readDate(event), readDate(event), checkReadiness(event))}
      @blur=${() => control.leave()}
      ${unlessFocused(control.value.slice(0, 10), control.generation)}
    />
  `,
}
