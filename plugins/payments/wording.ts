// Formats due dates and amounts for payment instructions.
import { addDays, dayOf } from 'product-configurator-service'

/** Formats the day `days` after `from` (milliseconds) in the shop's time zone, as a long date. */
export function formatDueDate(from: number, days: number, language: string, timeZone: string): string {
  const due = addDays(dayOf(from, timeZone || 'UTC'), days)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(due))
}

/** Number formats by language and decimals. Creating one takes longer than formatting a thousand amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount in the language's notation, with the shop's number of decimals and the currency code. */
export function formatMoney(amount: number, currency: string, decimals: number, language: string): string {
  const key = `${language} ${decimals}`
  const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, style)
  formats.set(key, format)
  return `${format.format(amount)} ${currency}`
}
