// Formats sentences, amounts and dates in the language of a document, and shortens notes for paper.
import {
  type Direction,
  getTextDirection,
  type MessageKey,
  type MessageTexts,
  translateMessage,
} from 'product-configurator-service'

export interface PrintFormats {
  readonly language: string
  readonly direction: Direction
  /** The sentence in the document's language; English if it is not translated. */
  translate(messageKey: MessageKey, values?: Readonly<Record<string, string | number>>): string
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
  documentTexts: MessageTexts,
  currency: PrintCurrency,
  timeZone: string,
): PrintFormats {
  const texts = { questions: {}, answers: {}, messages: documentTexts, language }
  const numberFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone, calendar: 'gregory' })
  const amounts = createMoneyFormat(language, currency, currency.decimals)
  const units = createMoneyFormat(language, currency, Math.max(4, currency.decimals))
  return {
    language,
    direction: getTextDirection(language),
    translate: (messageKey, values = {}) => translateMessage(texts, messageKey, values),
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

/** Maximum length of a printed note or text answer, in UTF-16 units. */
const maxPrintedNoteLength = 600
/** Maximum length of a note or text answer after the long ones of a document have reached their total. */
const minPrintedNoteLength = 60
/** Total length of a document's printed notes and text answers. It bounds the time of printing: shorter texts are not counted. */
const maxTotalLength = 120_000

// Created on first use: that takes 8 ms, and every start of the service loads this module.
let graphemeSegmenter: Intl.Segmenter | undefined

/** The cut position: between two graphemes, unless the first one alone is too long. */
function findCutPosition(text: string, maxLength: number): number {
  graphemeSegmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  // Segmenting the whole text would take several times as long.
  const next = graphemeSegmenter.segment(text.slice(0, maxLength + 1)).containing(maxLength)
  return next === undefined || next.index === 0 ? maxLength : next.index
}

export type NoteShortener = (note: string) => string

/** The shortener of one document. */
export function createNoteShortener({ translate, number }: PrintFormats): NoteShortener {
  let total = 0
  return (note) => {
    if (note.length <= minPrintedNoteLength) return note
    const maxLength = total < maxTotalLength ? maxPrintedNoteLength : minPrintedNoteLength
    total += Math.min(note.length, maxLength)
    if (note.length <= maxLength) return note
    const end = findCutPosition(note, maxLength)
    const values = { printed: number(end), all: number(note.length) }
    return `${note.slice(0, end).trimEnd()}… (${translate('documents.shortened', values)})`
  }
}
