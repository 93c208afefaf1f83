// Interval arithmetic: the possible values of an expression while some questions are undecided.
import { roundResult } from '../money/amount.js'

/** Interval arithmetic: the possible values of an expression while some questions are undecided. */
export interface Interval {
  /** Greater than `high` if the value cannot be a number. */
  readonly low: number
  readonly high: number
  /** True if the value can be null. */
  readonly canBeNull: boolean
  /**
   * The undecided questions that the value adds up, one summand each. The bounds of such a sum are reachable. Null if the
   * value is not known to be such a sum.
   */
  readonly summands: ReadonlySet<number> | null
}

const noQuestions: ReadonlySet<number> = new Set()

export const unboundedInterval: Interval = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  canBeNull: true,
  summands: null,
}

const absent: Interval = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, canBeNull: true, summands: noQuestions }

/** The interval of a single value; NaN for null. */
export function pointInterval(value: number): Interval {
  return Number.isNaN(value) ? absent : { low: value, high: value, canBeNull: false, summands: noQuestions }
}

/** The interval of a list of values. */
export function spanInterval(values: Iterable<number>, adds: ReadonlySet<number> | null): Interval {
  let { low, high, nothing } = { ...absent, nothing: false }
  for (const value of values) {
    if (Number.isNaN(value)) nothing = true
    low = Math.min(low, Number.isNaN(value) ? low : value)
    high = Math.max(high, Number.isNaN(value) ? high : value)
  }
  return { low, high, canBeNull: nothing, summands: adds }
}

export const hasNumbers = ({ low, high }: Interval): boolean => low <= high

const isSingleValue = (interval: Interval): boolean => interval.low === interval.high && !interval.canBeNull

/** Replaces null by a fallback value. Bounds remain reachable only for a single question. */
export function replaceNull(interval: Interval, fallback: Interval): Interval {
  if (!interval.canBeNull) return interval
  const adds = interval.summands !== null && interval.summands.size <= 1 ? interval.summands : null
  return { ...uniteIntervals(interval, fallback), canBeNull: fallback.canBeNull, summands: adds }
}

/** The union of intervals. */
export function uniteIntervals(...intervals: readonly Interval[]): Interval {
  if (intervals.length === 1) return intervals[0]!
  return {
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
    canBeNull: intervals.some(({ canBeNull }) => canBeNull),
    summands: null,
  }
}

function joinSummands(a: Interval, b: Interval): Interval['summands'] {
  if (a.summands === null || b.summands === null) return null
  if (a.summands.size === 0 || b.summands.size === 0) return a.summands.size === 0 ? b.summands : a.summands
  const both = new Set([...a.summands, ...b.summands])
  return both.size === a.summands.size + b.summands.size ? both : null
}

/**
 * Computes the bounds with the same operations in the same order as the values, so rounding cannot move a value out of bounds.
 */
export function addIntervals(a: Interval, b: Interval): Interval {
  if (!hasNumbers(a) || !hasNumbers(b)) return absent
  return { low: a.low + b.low, high: a.high + b.high, canBeNull: a.canBeNull || b.canBeNull, summands: joinSummands(a, b) }
}

export function negateInterval({ low, high, canBeNull, summands }: Interval): Interval {
  return { low: -high, high: -low, canBeNull, summands }
}

function combineBounds(a: Interval, b: Interval, run: (x: number, y: number) => number): Interval {
  if (!hasNumbers(a) || !hasNumbers(b)) return absent
  // 0 times infinity is 0 here, because every actual value is finite.
  const ends = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => run(x, y))).map((end) => (Number.isNaN(end) ? 0 : end))
  const adds = isSingleValue(b) ? a.summands : isSingleValue(a) ? b.summands : null
  return { low: Math.min(...ends), high: Math.max(...ends), canBeNull: a.canBeNull || b.canBeNull, summands: adds }
}

export const multiplyIntervals = (a: Interval, b: Interval): Interval => combineBounds(a, b, (x, y) => x * y)

export function divideIntervals(a: Interval, b: Interval): Interval {
  if (b.low === 0 && b.high === 0) return absent
  if (b.low <= 0 && b.high >= 0) return unboundedInterval
  return { ...combineBounds(a, b, (x, y) => x / y), ...(isSingleValue(b) ? {} : { summands: null }) }
}

/** Applies a non-decreasing function to both bounds. */
export function applyMonotonic(interval: Interval, run: (x: number) => number): Interval {
  if (!hasNumbers(interval)) return interval
  const [low, high] = [run(interval.low), run(interval.high)]
  return Number.isNaN(low) || Number.isNaN(high) ? unboundedInterval : { ...interval, low, high }
}

/** Rounds the interval like the result of a calculation. An infinite result is null. */
export function roundInterval(interval: Interval): Interval {
  const isInfinite = hasNumbers(interval) && !(Number.isFinite(interval.low) && Number.isFinite(interval.high))
  const rounded = applyMonotonic(interval, (x) => (Number.isFinite(x) ? roundResult(x) : x))
  return isInfinite ? { ...rounded, canBeNull: true } : rounded
}
