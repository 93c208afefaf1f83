// Selects the nearest available language, and formats amounts, numbers and dates in it.
import type { ConfiguratorTexts } from './text/types.js'

/** The language that equals the tag, or else one with the same primary subtag, or else the first. */
export function findNearestLanguage(tag: string, languages: readonly string[]): string {
  const primary = (other: string): string => other.split('-')[0]!.toLowerCase()
  return (
    languages.find((language) => language === tag) ??
    languages.find((language) => primary(language) === primary(tag)) ??
    languages[0]!
  )
}

/** Languages that are written from right to left, by primary subtag. */
const rtlLanguages = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function toTextDirection(tag: string): 'ltr' | 'rtl' {
  return rtlLanguages.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
}

export class TextFormatter<Words = ConfiguratorTexts> {
  private readonly money: Intl.NumberFormat
  private readonly plain: Intl.NumberFormat
  private readonly days: Intl.DateTimeFormat

  constructor(
    readonly language: string,
    currency: { readonly code: string; readonly decimals: number },
    readonly texts: Words,
    /** The time zone of dates; the reader's if left out. */
    readonly timeZone?: string,
  ) {
    this.money = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: currency.code,
      minimumFractionDigits: currency.decimals,
      maximumFractionDigits: currency.decimals,
    })
    this.plain = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
    this.days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  }

  amount(value: number): string {
    return this.money.format(value)
  }

  /** A price difference with its sign. */
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
