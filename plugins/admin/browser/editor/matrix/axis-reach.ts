// Calculates which cells shoppers can reach, and how often, from the limits of the axes and the lookup method.
import type { AxisDomain, AxisCoordinate } from './matrix-table.js'

export type LookupMethod = 'exact' | 'nextHigher' | 'nextLower'

export interface AxisLimits {
  readonly min: number | null
  readonly max: number | null
}

export interface AxisReach {
  /** For each coordinate, the share of entries that lead to it, from 0 to 1. null without limits. */
  readonly shares: readonly number[] | null
  /** Ranges that the question accepts and no coordinate covers: from, to. */
  readonly gaps: readonly (readonly [number, number])[]
}

const unlimitedReach: AxisReach = { shares: null, gaps: [] }

/** The range of entries that a coordinate covers, within the limits. null if empty. */
function getCoveredRange(
  at: number,
  before: number | undefined,
  after: number | undefined,
  lookup: LookupMethod,
  step: number,
): readonly [number, number] {
  if (lookup === 'exact') return [at - step / 2, at + step / 2]
  return lookup === 'nextHigher' ? [before ?? Number.NEGATIVE_INFINITY, at] : [at, after ?? Number.POSITIVE_INFINITY]
}

export function calculateAxisReach(
  coordinates: readonly AxisCoordinate[],
  axis: AxisDomain,
  { min, max }: AxisLimits,
  lookup: LookupMethod,
  round: number | null,
): AxisReach {
  if (axis.kind === 'answers') {
    const answerIds = new Set(axis.ids)
    return { shares: coordinates.map((at) => (at !== null && answerIds.has(at) ? 1 / Math.max(1, answerIds.size) : 0)), gaps: [] }
  }
  if (axis.kind === 'none' || (min === null && max === null)) return unlimitedReach
  const numbers = [...new Set(coordinates.filter((at) => at !== null))].sort((a, b) => a - b)
  const first = numbers[0]
  const last = numbers.at(-1)
  if (first === undefined || last === undefined) return unlimitedReach
  const [low, high] = [min ?? first, max ?? last]
  const step = lookup === 'exact' ? (round ?? 0) : 0
  const places = new Map(numbers.map((at, index) => [at, index]))
  const whole = Math.max(high - low, Number.MIN_VALUE)
  const shares = coordinates.map((at) => {
    if (at === null) return 0
    const index = places.get(at)!
    const [from, to] = getCoveredRange(at, numbers[index - 1], numbers[index + 1], lookup, step)
    const isMet = { exact: to >= low && from <= high, nextHigher: at >= low && from < high, nextLower: at <= high && to > low }
    if (!isMet[lookup]) return 0
    const width = Math.max(0, Math.min(to, high) - Math.max(from, low))
    return Math.max(width / whole, 1 / 1_000)
  })
  const gaps: (readonly [number, number])[] = []
  if (lookup === 'nextHigher' && high > last) gaps.push([last, high])
  if (lookup === 'nextLower' && low < first) gaps.push([low, first])
  return { shares, gaps }
}

/** True if the value is lower than the previous filled cell although its coordinate is higher. */
export function isLowerThanPrevious(textAt: (at: number) => string, coordinates: readonly AxisCoordinate[], at: number): boolean {
  const [here, value] = [coordinates[at] ?? null, Number(textAt(at) || Number.NaN)]
  if (here === null || Number.isNaN(value)) return false
  for (let before = at - 1; before >= 0; before--) {
    const text = textAt(before)
    const there = coordinates[before] ?? null
    if (text === '' || there === null) continue
    return there < here && Number(text) > value
  }
  return false
}
