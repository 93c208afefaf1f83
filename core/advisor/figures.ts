// Fact-checks a model's text against the service's data: marks unknown amounts, numbers, ids and links.
import { isObject } from '../foundation/object.js'
import type { Mark } from './define.js'

/** The numbers in the data of a turn. */
export interface Known {
  readonly money: ReadonlySet<number>
  readonly figures: ReadonlySet<number>
  readonly ids: ReadonlySet<number>
}

const moneyKeys = new Set(['net', 'tax', 'gross', 'price', 'amount', 'recurring'])
const idKeys = new Set(['id', 'product_id', 'question_id', 'answer_id', 'answer_ids', 'extendable', 'dead_ends'])
/** Numbers in a text of any length. */
const written = /[\d\p{Nd}]+(?:[.,'’\u00a0\u202f][\d\p{Nd}]+)*/gu

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** The possible values of a number: a comma or a dot may be a thousands or a decimal separator. */
export function readingsOf(text: string): readonly number[] {
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

export class Data implements Known {
  readonly money = new Set<number>()
  readonly figures = new Set<number>()
  readonly ids = new Set<number>()

  /** Adds all numbers of a JSON value, including those within its texts. */
  add(value: unknown, key = '', isMoney = false): void {
    if (typeof value === 'number') {
      this.figures.add(rounded(Math.abs(value)))
      if (isMoney || moneyKeys.has(key)) this.money.add(rounded(Math.abs(value)))
      if (idKeys.has(key)) this.ids.add(value)
    } else if (typeof value === 'string') {
      for (const [found] of value.matchAll(written)) for (const one of readingsOf(found)) this.figures.add(rounded(one))
    } else if (Array.isArray(value)) {
      this.figures.add(value.length)
      for (const one of value) this.add(one, key, isMoney)
    } else if (isObject(value)) {
      for (const [name, one] of Object.entries(value)) this.add(one, name, isMoney || moneyKeys.has(name))
    }
  }
}

const beforeMoney = /(?:\p{Sc}|(?<![A-Z])[A-Z]{3}) ?$/u
const afterMoney =
  /^[ \u00a0]?(?:\p{Sc}|[A-Z]{3}(?![A-Z])|[Ee]uros?(?!\p{L})|[Dd]ollars?(?!\p{L})|[Pp]ounds?(?!\p{L})|[Ff]ranken|[Cc]ents?(?!\p{L})|שקל|,-)/u
const aboutMoney = /(?:cost|price|total|kostet|kosten|preis|gesamt|מחיר|עולה|עלות)\P{Nd}{0,20}$/iu
const beforeId = /(?:#|(?<!\p{L})ID:? ?|\[\[(?:product|question|answer):)$/iu
const ordinal = /(?:^|\n)[ \t]*$/
const links = /(?:https?:\/\/|www\.)[^\s)\]]{1,500}/giu

/** Characters of context around a number that determine its kind. */
const around = 40

function judge(text: string, start: number, end: number, found: string, known: Known, said: Known): Mark | null {
  const before = text.slice(Math.max(0, start - around), start)
  const after = text.slice(end, end + around)
  if (ordinal.test(before) && /^[.)] /.test(after)) return null
  const isMoney = beforeMoney.test(before) || afterMoney.test(after) || aboutMoney.test(before)
  const kind = isMoney ? 'money' : beforeId.test(before) ? 'id' : 'figure'
  const of = ({ money, figures, ids }: Known) => ({ money, id: ids, figure: figures })[kind]
  const readings = readingsOf(found).map(rounded)
  if (readings.some((one) => of(known).has(one))) return null
  return { start, end, kind, status: readings.some((one) => said.figures.has(one)) ? 'shopper' : 'unverified' }
}

/** The unsupported ranges of the text, in order. @param said the numbers in the shopper's own messages */
export function marksIn(text: string, known: Known, said: Known): readonly Mark[] {
  const marks: Mark[] = []
  for (const { 0: link, index } of text.matchAll(links))
    marks.push({ start: index, end: index + link.length, kind: 'link', status: 'unverified' })
  const linked = (place: number): boolean =>
    marks.some(({ kind, start, end }) => kind === 'link' && place >= start && place < end)
  for (const { 0: found, index } of text.matchAll(written)) {
    if (linked(index)) continue
    const mark = judge(text, index, index + found.length, found, known, said)
    if (mark) marks.push(mark)
  }
  return marks.sort((a, b) => a.start - b.start)
}
