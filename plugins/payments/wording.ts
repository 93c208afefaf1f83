// Days and amounts as a shopper reads them in the instructions of a payment.
import { addDays, dayOf } from 'product-configurator-service'

/** The day that many days after a moment in the shop's time zone, written as the language writes dates. */
export function dueDate(from: number, days: number, language: string, timeZone: string): string {
  const due = addDays(dayOf(from, timeZone || 'UTC'), days)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(due))
}

/** By language and decimals, of which a shop has few: making a format takes longer than a thousand amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** An amount of money as the language writes it, with as many decimals as the shop counts. */
export function moneyText(amount: number, currency: string, decimals: number, language: string): string {
  const key = `${language} ${decimals}`
  const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, style)
  formats.set(key, format)
  return `${format.format(amount)} ${currency}`
}
