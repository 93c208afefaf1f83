// Interval arithmetic: the possible values of an expression while some questions are undecided.
import { settleFigure } from '../money/amount.js'

export interface Interval {
  /** Greater than `high` if the value cannot be a number. */
  readonly low: number
  readonly high: number
  /** True if the value can be null. */
  readonly nothing: boolean
  /**
   * The undecided questions that the value adds up, one summand each. The bounds of such a sum are reachable. Null if the
   * value is not known to be such a sum.
   */
  readonly adds: ReadonlySet<number> | null
}

const noQuestions: ReadonlySet<number> = new Set()

export const anything: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, nothing: true, adds: null }

const absent: Interval = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, nothing: true, adds: noQuestions }

/** The interval of a single value; NaN for null. */
export function exactly(value: number): Interval {
  return Number.isNaN(value) ? absent : { low: value, high: value, nothing: false, adds: noQuestions }
}

/** The interval of a list of values. */
export function among(values: Iterable<number>, adds: ReadonlySet<number> | null): Interval {
  let { low, high, nothing } = { ...absent, nothing: false }
  for (const value of values) {
    if (Number.isNaN(value)) nothing = true
    low = Math.min(low, Number.isNaN(value) ? low : value)
    high = Math.max(high, Number.isNaN(value) ? high : value)
  }
  return { low, high, nothing, adds }
}

export const isNumber = ({ low, high }: Interval): boolean => low <= high

const isSingleValue = (interval: Interval): boolean => interval.low === interval.high && !interval.nothing

/** Replaces null by a fallback value. Bounds remain reachable only for a single question. */
export function instead(interval: Interval, fallback: Interval): Interval {
  if (!interval.nothing) return interval
  const adds = interval.adds !== null && interval.adds.size <= 1 ? interval.adds : null
  return { ...either(interval, fallback), nothing: fallback.nothing, adds }
}

/** The union of intervals. */
export function either(...intervals: readonly Interval[]): Interval {
  if (intervals.length === 1) return intervals[0]!
  return {
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
    nothing: intervals.some(({ nothing }) => nothing),
    adds: null,
  }
}

function joinSummands(a: Interval, b: Interval): Interval['adds'] {
  if (a.adds === null || b.adds === null) return null
  if (a.adds.size === 0 || b.adds.size === 0) return a.adds.size === 0 ? b.adds : a.adds
  const both = new Set([...a.adds, ...b.adds])
  return both.size === a.adds.size + b.adds.size ? both : null
}

/**
 * Computes the bounds with the same operations in the same order as the values, so rounding cannot move a value out of bounds.
 */
export function plus(a: Interval, b: Interval): Interval {
  if (!isNumber(a) || !isNumber(b)) return absent
  return { low: a.low + b.low, high: a.high + b.high, nothing: a.nothing || b.nothing, adds: joinSummands(a, b) }
}

export function negated({ low, high, nothing, adds }: Interval): Interval {
  return { low: -high, high: -low, nothing, adds }
}

function combineBounds(a: Interval, b: Interval, run: (x: number, y: number) => number): Interval {
  if (!isNumber(a) || !isNumber(b)) return absent
  // 0 times infinity is 0 here, because every actual value is finite.
  const ends = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => run(x, y))).map((end) => (Number.isNaN(end) ? 0 : end))
  const adds = isSingleValue(b) ? a.adds : isSingleValue(a) ? b.adds : null
  return { low: Math.min(...ends), high: Math.max(...ends), nothing: a.nothing || b.nothing, adds }
}

export const times = (a: Interval, b: Interval): Interval => combineBounds(a, b, (x, y) => x * y)

export function over(a: Interval, b: Interval): Interval {
  if (b.low === 0 && b.high === 0) return absent
  if (b.low <= 0 && b.high >= 0) return anything
  return { ...combineBounds(a, b, (x, y) => x / y), ...(isSingleValue(b) ? {} : { adds: null }) }
}

/** Applies a non-decreasing function to both bounds. */
export function rising(interval: Interval, run: (x: number) => number): Interval {
  if (!isNumber(interval)) return interval
  const [low, high] = [run(interval.low), run(interval.high)]
  return Number.isNaN(low) || Number.isNaN(high) ? anything : { ...interval, low, high }
}

/** Rounds the interval like the result of a calculation. An infinite result is null. */
export function settled(interval: Interval): Interval {
  const isInfinite = isNumber(interval) && !(Number.isFinite(interval.low) && Number.isFinite(interval.high))
  const rounded = rising(interval, (x) => (Number.isFinite(x) ? settleFigure(x) : x))
  return isInfinite ? { ...rounded, nothing: true } : rounded
}
