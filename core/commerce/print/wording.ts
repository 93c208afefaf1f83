// Writes sentences, amounts, figures and dates as the language of a document does.
import { translateMessage } from '../../engine/program/evaluation-context.js'
import { type Direction, getTextDirection } from '../../foundation/language/direction.js'
import type { SentenceTranslations } from '../../foundation/language/translations.js'

export interface Wording {
  readonly language: string
  readonly direction: Direction
  /** The sentence in the document's language; English where nobody has translated it. */
  say(sentence: string, values?: Readonly<Record<string, string | number>>): string
  money(amount: number): string
  /** A price of one piece: as many places as it has, up to four. */
  unitMoney(amount: number): string
  number(figure: number): string
  /** Of a figure in per cent. */
  percent(rate: number): string
  days(count: number): string
  /** The day of a moment in the shop's time zone, by the Gregorian calendar; '' for none. */
  date(iso: string | null): string
}

export interface Currency {
  readonly code: string
  readonly decimals: number
}

export function wordingOf(language: string, sentences: SentenceTranslations, currency: Currency, timeZone: string): Wording {
  const texts = { questions: {}, answers: {}, sentences, language }
  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone, calendar: 'gregory' })
  const amounts = moneyFormat(language, currency, currency.decimals)
  const units = moneyFormat(language, currency, Math.max(4, currency.decimals))
  return {
    language,
    direction: getTextDirection(language),
    say: (sentence, values = {}) => translateMessage(texts, sentence, values),
    money: amounts,
    unitMoney: units,
    number: (figure) => figures.format(figure),
    percent: (rate) => percents.format(rate / 100),
    days: (count) => days.format(count),
    date(iso) {
      const time = Date.parse(iso ?? '')
      return Number.isNaN(time) ? '' : dates.format(time)
    },
  }
}

/** A code that is none of ISO's three letters stands behind the figure as it is. */
function moneyFormat(language: string, { code, decimals }: Currency, most: number): (amount: number) => string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: most }
  if (!/^[A-Za-z]{3}$/.test(code)) {
    const plain = new Intl.NumberFormat(language, digits)
    return (amount) => `${plain.format(amount)} ${code}`.trim()
  }
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, ...digits })
  return (amount) => format.format(amount)
}
