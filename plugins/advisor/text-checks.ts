// Checks texts: masks personal data, removes control characters, and marks facts of a model that are not in the service's data.
import { isObject } from '#core/surface.js'
import type { TextMark } from './define.js'

/** Each pattern runs in linear time: repetitions are bounded, or start where no similar character precedes. */
const maskPatterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<![\p{L}\d._%+'-])[\p{L}\d._%+'-]+(?:@| ?\(at\) ?)[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/giu, '[e-mail]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g, '[account]'],
  [/\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}\b/g, '[account]'],
  [/(?<![\d.,])(?:\+\d|00[1-9]|0[1-9])[\d ()/.-]{5,20}\d(?!\d)/g, '[phone]'],
  [/(?<!\d)(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-. ]\d{4}(?!\d)/g, '[phone]'],
  [
    /(?<!\p{L})\p{L}{0,30}[ -]?(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm)\s{1,3}\d{1,4} ?[a-z]?(?!\p{L})(?:,?\s{1,3}(?:[A-Z]{1,2}-)?\d{4,5}\s{1,3}\p{L}{2,40})?/giu,
    '[address]',
  ],
  [
    /(?<!\p{L}|\d)\d{1,5}[a-z]? (?:\p{L}{1,20} ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd|court|square|terrace)(?!\p{L})(?:,? [\p{L}]{2,30}){0,2}/giu,
    '[address]',
  ],
  [/(?<!\p{L})(?:רחוב|רח'|שדרות) [\p{L}"']{1,30}(?: [\p{L}"']{1,30})? \d{1,4}/gu, '[address]'],
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g, '[postcode]'],
]

/** The text without personal data. */
export function maskPersonalData(text: string): string {
  return maskPatterns.reduce((maskedText, [pattern, replacement]) => maskedText.replace(pattern, replacement), text)
}

/** Control characters except tab and line ends, and lone surrogates. */
const unprintablePattern = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/gu

export const removeControlCharacters = (text: string): string => text.replace(unprintablePattern, '')

/** The numbers in the data of a turn. */
export interface SupportedNumbers {
  readonly money: ReadonlySet<number>
  readonly numbers: ReadonlySet<number>
  readonly ids: ReadonlySet<number>
}

const moneyKeys = new Set(['net', 'tax', 'gross', 'price', 'amount', 'recurring'])
const idKeys = new Set(['id', 'product_id', 'question_id', 'answer_id', 'answer_ids', 'extendable', 'dead_ends'])
/** Numbers in a text of any length. */
const numberPattern = /[\d\p{Nd}]+(?:[.,'’\u00a0\u202f][\d\p{Nd}]+)*/gu

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** The possible values of a number: a comma or a dot may be a thousands or a decimal separator. */
export function parseReadings(text: string): readonly number[] {
  const plain = text.replace(/['’\u00a0\u202f]/g, '')
  if (!/^[\d.,]+$/.test(plain)) return []
  const digits = plain.replace(/[.,]/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return [Number(digits)]
  const decimals = plain.length - last - 1
  const asDecimal = Number(`${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`)
  const same = plain.indexOf(plain[last]!) !== last
  if (same) return [Number(digits)]
  return decimals === 3 ? [Number(digits), asDecimal] : [asDecimal]
}

export class DataNumbers implements SupportedNumbers {
  readonly money = new Set<number>()
  readonly numbers = new Set<number>()
  readonly ids = new Set<number>()

  /** Adds all numbers of a JSON value, including those within its texts. */
  add(value: unknown, key = '', isMoney = false): void {
    if (typeof value === 'number') {
      this.numbers.add(rounded(Math.abs(value)))
      if (isMoney || moneyKeys.has(key)) this.money.add(rounded(Math.abs(value)))
      if (idKeys.has(key)) this.ids.add(value)
    } else if (typeof value === 'string') {
      for (const [numeral] of value.matchAll(numberPattern))
        for (const reading of parseReadings(numeral)) this.numbers.add(rounded(reading))
    } else if (Array.isArray(value)) {
      this.numbers.add(value.length)
      for (const element of value) this.add(element, key, isMoney)
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) this.add(member, name, isMoney || moneyKeys.has(name))
    }
  }
}

const moneyPrefixPattern = /(?:\p{Sc}|(?<![A-Z])[A-Z]{3}) ?$/u
const moneySuffixPattern =
  /^[ \u00a0]?(?:\p{Sc}|[A-Z]{3}(?![A-Z])|[Ee]uros?(?!\p{L})|[Dd]ollars?(?!\p{L})|[Pp]ounds?(?!\p{L})|[Ff]ranken|[Cc]ents?(?!\p{L})|שקל|,-)/u
const moneyContextPattern = /(?:cost|price|total|kostet|kosten|preis|gesamt|מחיר|עולה|עלות)\P{Nd}{0,20}$/iu
const idPrefixPattern = /(?:#|(?<!\p{L})ID:? ?|\[\[(?:product|question|answer):)$/iu
const ordinalPattern = /(?:^|\n)[ \t]*$/
const linkPattern = /(?:https?:\/\/|www\.)[^\s)\]]{1,500}/giu

/** Characters of context around a number that determine its kind. */
const contextLength = 40

function checkNumber(
  text: string,
  start: number,
  end: number,
  numeral: string,
  supportedNumbers: SupportedNumbers,
  shopperNumbers: SupportedNumbers,
): TextMark | null {
  const before = text.slice(Math.max(0, start - contextLength), start)
  const after = text.slice(end, end + contextLength)
  if (ordinalPattern.test(before) && /^[.)] /.test(after)) return null
  const isMoney = moneyPrefixPattern.test(before) || moneySuffixPattern.test(after) || moneyContextPattern.test(before)
  const kind = isMoney ? 'money' : idPrefixPattern.test(before) ? 'id' : 'figure'
  const of = ({ money, numbers, ids }: SupportedNumbers) => ({ money, id: ids, figure: numbers })[kind]
  const readings = parseReadings(numeral).map(rounded)
  if (readings.some((reading) => of(supportedNumbers).has(reading))) return null
  return { start, end, kind, status: readings.some((reading) => shopperNumbers.numbers.has(reading)) ? 'shopper' : 'unverified' }
}

/** The unsupported ranges of the text, in order. @param shopperNumbers the numbers in the shopper's own messages */
export function findUnsupportedMarks(
  text: string,
  supportedNumbers: SupportedNumbers,
  shopperNumbers: SupportedNumbers,
): readonly TextMark[] {
  const marks: TextMark[] = []
  for (const { 0: link, index } of text.matchAll(linkPattern))
    marks.push({ start: index, end: index + link.length, kind: 'link', status: 'unverified' })
  const linked = (place: number): boolean =>
    marks.some(({ kind, start, end }) => kind === 'link' && place >= start && place < end)
  for (const { 0: numeral, index } of text.matchAll(numberPattern)) {
    if (linked(index)) continue
    const mark = checkNumber(text, index, index + numeral.length, numeral, supportedNumbers, shopperNumbers)
    if (mark) marks.push(mark)
  }
  return marks.sort((a, b) => a.start - b.start)
}
