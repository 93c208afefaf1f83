// Splits the values of a number, date or text into finitely many spans that no rule can distinguish.
import { compareNumbers } from '../question/compare.js'
import type { Operator, Scalar } from '../question/value.js'

/** A single value, an open interval of numbers (limits may be infinite), or all texts that no rule names. */
export type Span =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'other' }

export interface NumberLimits {
  readonly min: number | null
  readonly max: number | null
  /** Integers only. */
  readonly integer: boolean
}

/** The number of integers in an open interval. */
function integersBetween(low: number, high: number): number {
  return Math.max(0, Math.ceil(high) - Math.floor(low) - 1)
}

/**
 * Creates a span for each constant and limit, and for the open intervals between them, within the limits. `takes` returns
 * whether a single value is accepted.
 */
export function numberSpans(constants: Iterable<number>, limits: NumberLimits, accepts: (point: number) => boolean): Span[] {
  const points = new Set(constants)
  const low = limits.min ?? Number.NEGATIVE_INFINITY
  const high = limits.max ?? Number.POSITIVE_INFINITY
  if (limits.min !== null) points.add(limits.min)
  if (limits.max !== null) points.add(limits.max)
  const sorted = [...points].filter((point) => point >= low && point <= high).sort((a, b) => a - b)
  const spans: Span[] = []
  const interval = (from: number, to: number): void => {
    if (from < to && (!limits.integer || integersBetween(from, to) > 0)) spans.push({ kind: 'between', low: from, high: to })
  }
  let previous = low
  for (const point of sorted) {
    interval(previous, point)
    if ((!limits.integer || Number.isInteger(point)) && accepts(point)) spans.push({ kind: 'value', value: point })
    previous = point
  }
  interval(previous, high)
  return spans
}

/** Creates a span for each accepted constant, and one for all other texts. */
export function textSpans(constants: Iterable<Scalar>, accepts: (value: string) => boolean): Span[] {
  const texts = [...new Set([...constants].map(String))].filter(accepts)
  return [...texts.map((value): Span => ({ kind: 'value', value })), { kind: 'other' }]
}

/** The number of entries in a span. Null if they cannot be counted. */
export function spanWeight(span: Span, integer: boolean): bigint | null {
  if (span.kind === 'value') return 1n
  if (span.kind === 'other' || !integer || !Number.isFinite(span.low) || !Number.isFinite(span.high)) return null
  return BigInt(integersBetween(span.low, span.high))
}

/** The display name of a span. */
export function formatSpan(span: Span): string {
  if (span.kind === 'value') return String(span.value)
  if (span.kind === 'other') return 'any other entry'
  if (!Number.isFinite(span.low)) return Number.isFinite(span.high) ? `below ${span.high}` : 'any number'
  return Number.isFinite(span.high) ? `between ${span.low} and ${span.high}` : `above ${span.low}`
}

/**
 * Whether all entries of the span satisfy the comparison. The spans must have been created from a list with this constant.
 */
export function satisfiesComparison(span: Span, operator: Operator, constant: Scalar): boolean {
  if (span.kind === 'between') {
    if (operator === '!=') return true
    if (typeof constant !== 'number' || operator === '==') return false
    return operator[0] === '<' ? span.high <= constant : span.low >= constant
  }
  if (span.kind === 'other') return operator === '!='
  const { value } = span
  if (typeof constant === 'number' && typeof value === 'number') return compareNumbers(value, operator, constant)
  const equal = String(value) === String(constant)
  return operator === '==' ? equal : operator === '!=' ? !equal : false
}

/** Whether the span contains the entry. `all` are the spans of the same subject. */
export function spanContains(span: Span, entry: number | string, all: readonly Span[]): boolean {
  if (span.kind === 'value') return String(span.value) === String(entry)
  if (span.kind === 'between') return typeof entry === 'number' && entry > span.low && entry < span.high
  return !all.some((other) => other.kind === 'value' && String(other.value) === String(entry))
}

/** An example entry of a span. Null for texts that no rule names. */
export function createExampleEntry(span: Span, integer: boolean, random: () => number): string | number | null {
  if (span.kind === 'value') return typeof span.value === 'boolean' ? String(span.value) : span.value
  if (span.kind === 'other') return null
  const low = Number.isFinite(span.low) ? span.low : Number.isFinite(span.high) ? span.high - 1_000 : 0
  const high = Number.isFinite(span.high) ? span.high : low + 1_000
  if (!integer) return Number((low + (0.01 + 0.98 * random()) * (high - low)).toPrecision(6))
  return Math.floor(low) + 1 + Math.floor(random() * integersBetween(low, high))
}
