// Formats sentences, amounts, numbers and dates in the language of a document.
import { type Direction, getTextDirection, type SentenceTranslations, translateMessage } from 'product-configurator-service'

export interface PrintFormats {
  readonly language: string
  readonly direction: Direction
  /** The sentence in the document's language; English if it is not translated. */
  say(sentence: string, values?: Readonly<Record<string, string | number>>): string
  money(amount: number): string
  /** A unit price: up to four decimal places, or more if the currency has more. */
  unitMoney(amount: number): string
  number(figure: number): string
  /** `rate` is in percent. */
  percent(rate: number): string
  days(count: number): string
  /** The date in the shop's time zone, in the Gregorian calendar; '' for null. */
  date(iso: string | null): string
}

export interface PrintCurrency {
  readonly code: string
  readonly decimals: number
}

export function createPrintFormats(
  language: string,
  sentences: SentenceTranslations,
  currency: PrintCurrency,
  timeZone: string,
): PrintFormats {
  const texts = { questions: {}, answers: {}, sentences, language }
  const numberFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone, calendar: 'gregory' })
  const amounts = createMoneyFormat(language, currency, currency.decimals)
  const units = createMoneyFormat(language, currency, Math.max(4, currency.decimals))
  return {
    language,
    direction: getTextDirection(language),
    say: (sentence, values = {}) => translateMessage(texts, sentence, values),
    money: amounts,
    unitMoney: units,
    number: (figure) => numberFormat.format(figure),
    percent: (rate) => percents.format(rate / 100),
    days: (count) => days.format(count),
    date(iso) {
      const time = Date.parse(iso ?? '')
      return Number.isNaN(time) ? '' : dates.format(time)
    },
  }
}

/** A code that is not three letters (ISO 4217) is printed after the number. */
function createMoneyFormat(language: string, { code, decimals }: PrintCurrency, maxDigits: number): (amount: number) => string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: maxDigits }
  if (!/^[A-Za-z]{3}$/.test(code)) {
    const plain = new Intl.NumberFormat(language, digits)
    return (amount) => `${plain.format(amount)} ${code}`.trim()
  }
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, ...digits })
  return (amount) => format.format(amount)
}
