// Question type: a date, stored as YYYY-MM-DD. calendar_days_min and calendar_days_max limit it, in days from today in the shop's time zone.
import { addDays, createMessage, defineQuestionType, number, Refusal, timestampOf } from 'product-configurator-service'

/** Date formats by language. Creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatDate(date: string, language: string): string {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(language, format)
  return format.format(Date.parse(date))
}

export const calendar = defineQuestionType({
  name: 'Calendar',
  label: 'Calendar',
  properties: {
    calendar_first_day: number('First day of the week', { min: 0, max: 6, help: '0 is Sunday, 1 is Monday.' }),
    calendar_days_min: number('Earliest day, in days from today'),
    calendar_days_max: number('Latest day, in days from today'),
  },
  takesAnswers: false,
  selectedKind: () => 'date',
  checkSettings({ calendar_days_min: first = null, calendar_days_max: last = null }) {
    if (first === null || last === null || first <= last) return []
    const message = createMessage('fields.latestDayBeforeEarliest', { first })
    return [{ field: 'calendar_days_max', refusal: new Refusal(message, 'OUT_OF_RANGE') }]
  },
  validate(value, question, context) {
    const date = value.trim()
    const refuse = (messageKey: string, values: Readonly<Record<string, string>> = {}): Refusal =>
      new Refusal(context.translate(messageKey, { question: question.title, ...values }))
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || timestampOf(date) === null) return refuse('stock.dateInvalid')
    const { calendar_days_min: earliest = null, calendar_days_max: latest = null } = question.settings
    const first = earliest === null ? null : addDays(context.today, earliest)
    const last = latest === null ? null : addDays(context.today, latest)
    if (first !== null && date < first) return refuse('stock.dateTooEarly', { first: formatDate(first, context.language) })
    if (last !== null && date > last) return refuse('stock.dateTooLate', { last: formatDate(last, context.language) })
    return { value: date }
  },
})
