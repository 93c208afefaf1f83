// A date, held as YYYY-MM-DD; calendar_days_min and calendar_days_max bound it in days from today (UTC).
import { type QuestionType, Refusal, timestampOf } from 'product-configurator-service'

const day = 86_400_000

function daysFromToday(now: number, days: unknown): string | null {
  if (typeof days !== 'number') return null
  return new Date(Math.floor(now / day) * day + days * day).toISOString().slice(0, 10)
}

export const calendar: QuestionType = {
  name: 'Calendar',
  label: 'Calendar',
  properties: {},
  takesAnswers: false,
  selectedKind: () => 'date',
  validate(value, question, context) {
    const date = value.trim()
    const refuse = (sentence: string, values: Readonly<Record<string, string>> = {}): Refusal =>
      new Refusal(context.say(sentence, { question: question.title, ...values }))
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || timestampOf(date) === null)
      return refuse("'{question}' takes a date such as 2026-11-30.")
    const first = daysFromToday(context.now, question.settings['calendar_days_min'])
    const last = daysFromToday(context.now, question.settings['calendar_days_max'])
    if (first !== null && date < first) return refuse("'{question}' takes {first} or a later date.", { first })
    if (last !== null && date > last) return refuse("'{question}' takes {last} or an earlier date.", { last })
    return { value: date }
  },
}
