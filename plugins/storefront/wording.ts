// Chooses the shop front's texts for a language, and writes amounts, numbers and dates as that language does.
import { texts } from './texts/index.js'
import type { Texts } from './text.js'

/** The texts of the tag, else of a language with the same primary subtag, else the first there are. */
export function textsFor(tag: string): Texts {
  const primary = (other: string): string => other.split('-')[0]!.toLowerCase()
  const near = Object.keys(texts).find((known) => primary(known) === primary(tag))
  return texts[tag] ?? texts[near ?? Object.keys(texts)[0]!]!
}

/** Languages that are written from right to left, by primary subtag. */
const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
}

export class Wording {
  readonly texts: Texts
  /** A comma or a point. */
  readonly decimalMark: string
  private readonly money: Intl.NumberFormat
  private readonly plain: Intl.NumberFormat
  private readonly days: Intl.DateTimeFormat

  constructor(
    readonly language: string,
    currency: { readonly code: string; readonly decimals: number },
  ) {
    this.texts = textsFor(language)
    this.money = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: currency.code,
      minimumFractionDigits: currency.decimals,
      maximumFractionDigits: currency.decimals,
    })
    this.plain = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
    this.decimalMark = this.plain.formatToParts(1.5).find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
    this.days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  }

  amount(value: number): string {
    return this.money.format(value)
  }

  /** With its sign: what an answer adds. */
  difference(value: number): string {
    return `${value < 0 ? '−' : '+'} ${this.money.format(Math.abs(value))}`
  }

  number(value: number): string {
    return this.plain.format(value)
  }

  date(iso: string): string {
    const time = Date.parse(iso)
    return Number.isNaN(time) ? iso : this.days.format(time)
  }
}
