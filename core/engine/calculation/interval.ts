// What a value can come to while some questions are free: the numbers between two ends, nothing, or both.
import { settleFigure } from '../money/amount.js'

export interface Interval {
  /** Above `high` where it can be no number at all. */
  readonly low: number
  readonly high: number
  /** True where it can come to nothing. */
  readonly nothing: boolean
  /**
   * The free questions that it adds up, each by a summand of its own, so that its ends are reached; null where it is not known to
   * be such a sum.
   */
  readonly adds: ReadonlySet<number> | null
}

const nobody: ReadonlySet<number> = new Set()

export const anything: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, nothing: true, adds: null }

const absent: Interval = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, nothing: true, adds: nobody }

/** One value; NaN for nothing. */
export function exactly(value: number): Interval {
  return Number.isNaN(value) ? absent : { low: value, high: value, nothing: false, adds: nobody }
}

/** The values of one question's selections, or of several that are free together. */
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

const fixed = (interval: Interval): boolean => interval.low === interval.high && !interval.nothing

/** Another value in place of nothing. Only of one question's summand the ends are still reached then. */
export function instead(interval: Interval, fallback: Interval): Interval {
  if (!interval.nothing) return interval
  const adds = interval.adds !== null && interval.adds.size <= 1 ? interval.adds : null
  return { ...either(interval, fallback), nothing: fallback.nothing, adds }
}

/** One of several. */
export function either(...intervals: readonly Interval[]): Interval {
  if (intervals.length === 1) return intervals[0]!
  return {
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
    nothing: intervals.some(({ nothing }) => nothing),
    adds: null,
  }
}

function together(a: Interval, b: Interval): Interval['adds'] {
  if (a.adds === null || b.adds === null) return null
  if (a.adds.size === 0 || b.adds.size === 0) return a.adds.size === 0 ? b.adds : a.adds
  const both = new Set([...a.adds, ...b.adds])
  return both.size === a.adds.size + b.adds.size ? both : null
}

/** Ends that are computed by the same operators in the same order as the values themselves bound these, rounding included. */
export function plus(a: Interval, b: Interval): Interval {
  if (!isNumber(a) || !isNumber(b)) return absent
  return { low: a.low + b.low, high: a.high + b.high, nothing: a.nothing || b.nothing, adds: together(a, b) }
}

export function negated({ low, high, nothing, adds }: Interval): Interval {
  return { low: -high, high: -low, nothing, adds }
}

function byEnds(a: Interval, b: Interval, run: (x: number, y: number) => number): Interval {
  if (!isNumber(a) || !isNumber(b)) return absent
  // Nothing times anything that has no end is nothing, for every number has one.
  const ends = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => run(x, y))).map((end) => (Number.isNaN(end) ? 0 : end))
  const adds = fixed(b) ? a.adds : fixed(a) ? b.adds : null
  return { low: Math.min(...ends), high: Math.max(...ends), nothing: a.nothing || b.nothing, adds }
}

export const times = (a: Interval, b: Interval): Interval => byEnds(a, b, (x, y) => x * y)

export function over(a: Interval, b: Interval): Interval {
  if (b.low === 0 && b.high === 0) return absent
  if (b.low <= 0 && b.high >= 0) return anything
  return { ...byEnds(a, b, (x, y) => x / y), ...(fixed(b) ? {} : { adds: null }) }
}

/** A function that never falls, applied to every number. */
export function rising(interval: Interval, run: (x: number) => number): Interval {
  if (!isNumber(interval)) return interval
  const [low, high] = [run(interval.low), run(interval.high)]
  return Number.isNaN(low) || Number.isNaN(high) ? anything : { ...interval, low, high }
}

/** As the result of a calculation counts: rounded, and nothing where it is endless. */
export function settled(interval: Interval): Interval {
  const endless = isNumber(interval) && !(Number.isFinite(interval.low) && Number.isFinite(interval.high))
  const own = rising(interval, (x) => (Number.isFinite(x) ? settleFigure(x) : x))
  return endless ? { ...own, nothing: true } : own
}
