// Splits the values of a number, date or text into finitely many cells that no rule can tell apart.
import { compareNumbers } from '../question/compare.js'
import type { Operator, Scalar } from '../question/value.js'

/** A single value, or all numbers strictly between two (ends may be infinite), or every text that no rule names. */
export type Cell =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'other' }

export interface NumberLimits {
  readonly min: number | null
  readonly max: number | null
  /** Whole numbers only. */
  readonly integer: boolean
}

/** How many whole numbers lie strictly between. */
function wholeBetween(low: number, high: number): number {
  return Math.max(0, Math.ceil(high) - Math.floor(low) - 1)
}

/** Points at the constants and limits, open intervals between them; only what the limits leave. `takes` judges a single point. */
export function numberCells(constants: Iterable<number>, limits: NumberLimits, takes: (point: number) => boolean): Cell[] {
  const points = new Set(constants)
  const low = limits.min ?? Number.NEGATIVE_INFINITY
  const high = limits.max ?? Number.POSITIVE_INFINITY
  if (limits.min !== null) points.add(limits.min)
  if (limits.max !== null) points.add(limits.max)
  const sorted = [...points].filter((point) => point >= low && point <= high).sort((a, b) => a - b)
  const cells: Cell[] = []
  const interval = (from: number, to: number): void => {
    if (from < to && (!limits.integer || wholeBetween(from, to) > 0)) cells.push({ kind: 'between', low: from, high: to })
  }
  let before = low
  for (const point of sorted) {
    interval(before, point)
    if ((!limits.integer || Number.isInteger(point)) && takes(point)) cells.push({ kind: 'value', value: point })
    before = point
  }
  interval(before, high)
  return cells
}

/** One cell for each constant that can be entered, and one for everything else. */
export function textCells(constants: Iterable<Scalar>, takes: (value: string) => boolean): Cell[] {
  const named = [...new Set([...constants].map(String))].filter(takes)
  return [...named.map((value): Cell => ({ kind: 'value', value })), { kind: 'other' }]
}

/** How many entries a cell stands for; null where they cannot be counted. */
export function weightOf(cell: Cell, integer: boolean): bigint | null {
  if (cell.kind === 'value') return 1n
  if (cell.kind === 'other' || !integer || !Number.isFinite(cell.low) || !Number.isFinite(cell.high)) return null
  return BigInt(wholeBetween(cell.low, cell.high))
}

/** The cell in words. */
export function nameOf(cell: Cell): string {
  if (cell.kind === 'value') return String(cell.value)
  if (cell.kind === 'other') return 'any other entry'
  if (!Number.isFinite(cell.low)) return Number.isFinite(cell.high) ? `below ${cell.high}` : 'any number'
  return Number.isFinite(cell.high) ? `between ${cell.low} and ${cell.high}` : `above ${cell.low}`
}

/** Whether every entry of the cell compares so with the constant, which is one of those that made the cells. */
export function compares(cell: Cell, operator: Operator, constant: Scalar): boolean {
  if (cell.kind === 'between') {
    if (operator === '!=') return true
    if (typeof constant !== 'number' || operator === '==') return false
    return operator[0] === '<' ? cell.high <= constant : cell.low >= constant
  }
  if (cell.kind === 'other') return operator === '!='
  const { value } = cell
  if (typeof constant === 'number' && typeof value === 'number') return compareNumbers(value, operator, constant)
  const equal = String(value) === String(constant)
  return operator === '==' ? equal : operator === '!=' ? !equal : false
}

/** Whether the entry falls into the cell; `all` are the cells of its place. */
export function contains(cell: Cell, entry: number | string, all: readonly Cell[]): boolean {
  if (cell.kind === 'value') return String(cell.value) === String(entry)
  if (cell.kind === 'between') return typeof entry === 'number' && entry > cell.low && entry < cell.high
  return !all.some((other) => other.kind === 'value' && String(other.value) === String(entry))
}

/** An entry of the cell; null for texts that no rule names. */
export function exampleIn(cell: Cell, integer: boolean, random: () => number): string | number | null {
  if (cell.kind === 'value') return typeof cell.value === 'boolean' ? String(cell.value) : cell.value
  if (cell.kind === 'other') return null
  const low = Number.isFinite(cell.low) ? cell.low : Number.isFinite(cell.high) ? cell.high - 1_000 : 0
  const high = Number.isFinite(cell.high) ? cell.high : low + 1_000
  if (!integer) return Number((low + (0.01 + 0.98 * random()) * (high - low)).toPrecision(6))
  return Math.floor(low) + 1 + Math.floor(random() * wholeBetween(low, high))
}
