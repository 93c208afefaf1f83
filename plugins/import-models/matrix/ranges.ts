// Checks a price table: reports overlaps, gaps, missing and falling prices, and builds a variant table of the covered ranges.
import { createMessage, type FileFindings, formatValue, type MessageValue } from 'product-configurator-service'
import { alignColumns } from '../../sheets/surface.js'
import { listTexts, listFirst } from '../define.js'
import { type LookupChoice, type NumberRange, openUpperBound, type PriceAxis, type PriceCell, type PriceTable } from './define.js'

/** Maximum number of ranges listed in one message. */
const maxListedRanges = 10
/** Maximum number of rows of a variant table. */
const maxTableRows = 20_000

type Ranges = readonly NumberRange[]

/** The distance of `200` and `201`, or of `1.9` and `2.0`: ranges this close have no gap between them. */
export function computeStep(bounds: readonly number[]): number {
  const decimals = bounds.map((bound) => String(bound).split('.')[1]?.length ?? 0)
  return 10 ** -decimals.reduce((maximum, count) => Math.max(maximum, count), 0)
}

const listBounds = (ranges: Ranges): readonly number[] => ranges.flatMap(({ lower, upper }) => [lower, upper])

/** Allows for rounding errors in differences of decimals. */
export const isWithinStep = (distance: number, step: number): boolean => distance <= step * 1.000_001

const listRanges = (texts: ReadonlySet<string>): MessageValue => listTexts([...texts].slice(0, maxListedRanges), texts.size)

function listAxisRanges(cells: readonly PriceCell[], axis: number): Ranges {
  return [...new Set(cells.map(({ ranges }) => ranges[axis] ?? null))].filter((range) => range !== null)
}

function checkAxisRanges(
  axis: number,
  title: string,
  cells: readonly PriceCell[],
  lookup: LookupChoice | undefined,
  findings: FileFindings,
): void {
  const step = computeStep(listBounds(listAxisRanges(cells, axis)))
  const lines = new Map<string, PriceCell[]>()
  for (const cell of cells) {
    const key = cell.at.map((coordinate, index) => (index === axis ? '' : coordinate)).join(' ')
    const line = lines.get(key) ?? []
    lines.set(key, line)
    line.push(cell)
  }
  const [gaps, overlaps, shared] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const line of lines.values()) {
    const sorted = line.map((cell) => ({ price: cell.price, ...cell.ranges[axis]! }))
    sorted.sort((a, b) => a.lower - b.lower || a.upper - b.upper)
    for (const [index, next] of sorted.entries()) {
      const before = sorted[index - 1]
      if (!before) continue
      const distance = next.lower - before.upper
      const both = `${formatValue(before.text)} / ${formatValue(next.text)}`
      if (distance > 0 && !isWithinStep(distance, step)) gaps.add(`${before.upper} … ${next.lower}`)
      else if (distance < 0) overlaps.add(both)
      else if (distance === 0 && before.price !== next.price) shared.add(both)
    }
  }
  const name = formatValue(title)
  if (overlaps.size > 0)
    findings.blocker('overlap', createMessage('models.rangesOverlap', { title: name, ranges: listRanges(overlaps) }))
  if (gaps.size > 0) findings.warning('gap', createMessage('models.rangeGaps', { title: name, ranges: listRanges(gaps) }))
  if (shared.size > 0) {
    const used = lookup === 'nextLower' ? 'higher' : 'lower'
    findings.notice('shared-bound', createMessage('models.sharedLimits', { title: name, ranges: listRanges(shared), used }))
  }
}

/** Overlapping ranges are blockers, gaps are warnings. */
export function checkRanges(
  axes: readonly Pick<PriceAxis, 'title' | 'hasRanges'>[],
  cells: readonly PriceCell[],
  lookup: LookupChoice | undefined,
  findings: FileFindings,
): void {
  for (const [axis, { title, hasRanges }] of axes.entries()) if (hasRanges) checkAxisRanges(axis, title, cells, lookup, findings)
}

/** Merges ranges that are at most one step apart, in ascending order. */
function uniteRanges(ranges: Ranges, step: number): Ranges {
  const united: NumberRange[] = []
  for (const range of [...ranges].sort((a, b) => a.lower - b.lower)) {
    const last = united.at(-1)
    if (last && isWithinStep(range.lower - last.upper, step))
      united[united.length - 1] = { ...last, upper: Math.max(last.upper, range.upper) }
    else united.push(range)
  }
  return united
}

const formatRanges = (ranges: Ranges): string => ranges.map(({ lower, upper }) => `${lower}..${upper}`).join(',')

/** Extends the range down to its predecessor, if that is one step away: `200.5` belongs to `201–300`. */
function extendRange(range: NumberRange, all: Ranges, step: number): NumberRange {
  const before = all
    .filter(({ upper }) => upper < range.lower && isWithinStep(range.lower - upper, step))
    .map(({ upper }) => upper)
  return { ...range, lower: Math.max(...before, before.length > 0 ? 0 : range.lower) }
}

/** Table rows of the axes with ranges, for one combination of names. */
function createTableRows(cells: readonly PriceCell[], ranged: readonly number[]): readonly (readonly string[])[] {
  const [first, second] = ranged as readonly [number, number?]
  const all = listAxisRanges(cells, first)
  const step = computeStep(listBounds(all))
  if (second === undefined) return [[formatRanges(uniteRanges(all, step))]]
  const secondStep = computeStep(listBounds(listAxisRanges(cells, second)))
  // Ranges of the first axis with equal ranges of the second axis share a row.
  const rows = new Map<string, NumberRange[]>()
  for (const range of all) {
    const secondRanges = listAxisRanges(
      cells.filter(({ ranges }) => ranges[first] === range),
      second,
    )
    const key = formatRanges(uniteRanges(secondRanges, secondStep))
    rows.set(key, [...(rows.get(key) ?? []), extendRange(range, all, step)])
  }
  return [...rows].map(([key, own]) => [formatRanges(uniteRanges(own, step)), key])
}

/** An axis with its keys in the sheet. */
interface AxisKeys {
  readonly key: string
  readonly coordinates: readonly string[]
}

/** The table of covered ranges in sheet notation; null without gaps. The bounds of a whole axis are limits of the question. */
export function createCoverageTable(
  { axes, cells }: PriceTable,
  axisKeys: readonly AxisKeys[],
  findings: FileFindings,
): string | null {
  const ranged = [...axes.keys()].filter((index) => axes[index]!.hasRanges)
  if (ranged.length === 0) return null
  const choices = [...axes.keys()].filter((index) => axes[index]!.kind === 'choice')
  const byChoice = new Map<string, PriceCell[]>()
  for (const cell of cells) {
    const key = choices.map((index) => axisKeys[index]!.coordinates[cell.at[index]!]!).join(' ')
    const own = byChoice.get(key) ?? []
    byChoice.set(key, own)
    own.push(cell)
  }
  const rows = new Map([...byChoice].map(([key, own]) => [key, createTableRows(own, ranged)]))
  const different = new Set([...rows.values()].map((own) => JSON.stringify(own)))
  const [[only] = []] = rows.values()
  const isWhole = different.size === 1 && only!.every((cell) => !cell.includes(',')) && [...rows.values()][0]!.length === 1
  if (isWhole) return null
  const heads = ranged.map((index) => axisKeys[index]!.key)
  const table =
    different.size === 1
      ? [heads, ...[...rows.values()][0]!]
      : [
          [...choices.map((index) => axisKeys[index]!.key), ...heads],
          ...[...rows].flatMap(([key, own]) => own.map((row) => [...key.split(' '), ...row])),
        ]
  if (table.length - 1 > maxTableRows)
    findings.blocker('too-large', createMessage('models.tooManyGaps', { count: table.length - 1, most: maxTableRows }))
  return alignColumns(table, 'left')
}

/** Entry limits: the bounds of all ranges; `upper` is null for an open range. */
export function computeEntryLimits(
  cells: readonly PriceCell[],
  axis: number,
): { readonly lower: number; readonly upper: number | null } {
  const ranges = listAxisRanges(cells, axis)
  const upper = ranges.reduce((maximum, range) => Math.max(maximum, range.upper), 0)
  return {
    lower: ranges.reduce((least, range) => Math.min(least, range.lower), openUpperBound),
    upper: upper === openUpperBound ? null : upper,
  }
}

/** The coordinates of a cell, such as `Width 1200, Height 800`. */
export const formatCoordinates = (axes: readonly Pick<PriceAxis, 'title' | 'labels'>[], at: readonly number[]): string =>
  axes
    .map(({ title, labels }, index) => `${title === '' ? '' : `${formatValue(title)} `}${formatValue(labels[at[index]!]!)}`)
    .join(', ')

const numberPattern = /^[\d.,]+$/

/** Maximum number of coordinates listed in one message. */
const maxListedCoordinates = 10

function checkMissingPrices({ axes, cells }: PriceTable, lookup: LookupChoice, findings: FileFindings): void {
  const whole = axes.reduce((count, { labels }) => count * labels.length, 1)
  const count = whole - cells.length
  if (count === 0) return
  const pricedPlaces = new Set(cells.map(({ at }) => at.join(' ')))
  const places: string[] = []
  const at = axes.map(() => 0)
  for (let placeIndex = 0; placeIndex < whole && places.length < maxListedCoordinates; placeIndex++) {
    if (!pricedPlaces.has(at.join(' '))) places.push(formatCoordinates(axes, at))
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      at[axis]!++
      if (at[axis]! < axes[axis]!.labels.length) break
      at[axis] = 0
    }
  }
  const isBetween = lookup !== 'exact' && axes.some(({ kind, hasRanges }) => kind === 'number' && !hasRanges)
  const values = { count, total: whole, sizes: listTexts(places, count) }
  if (!isBetween) findings.warning('holes', createMessage('models.pricesMissing', values))
  else if (lookup === 'nextHigher') findings.warning('holes', createMessage('models.pricesMissingHigher', values))
  else findings.warning('holes', createMessage('models.pricesMissingLower', values))
}

/** Reports names without any price, and numbers that were read as names. */
function checkAxisNames({ axes, cells }: PriceTable, findings: FileFindings): void {
  for (const [axis, { title, kind, labels }] of axes.entries()) {
    if (kind !== 'choice') continue
    const priced = new Set(cells.map(({ at }) => at[axis]))
    const list = (names: readonly string[]): MessageValue =>
      listFirst(
        names.map((label) => formatValue(label)),
        maxListedCoordinates,
      )
    const without = labels.filter((_, index) => !priced.has(index))
    if (without.length > 0)
      findings.warning('without-price', createMessage('models.labelsWithoutPrice', { title, labels: list(without) }))
    const words = labels.filter((label) => !numberPattern.test(label))
    if (words.length > 0 && words.length < labels.length)
      findings.warning('mixed-names', createMessage('models.numbersAmongNames', { title, labels: list(words) }))
  }
}

/** Compares neighboring prices along each numeric axis. */
function checkFallingPrices({ axes, cells }: PriceTable, findings: FileFindings): void {
  for (const [axis, { kind, labels }] of axes.entries()) {
    if (kind !== 'number') continue
    const lines = new Map<string, (typeof cells)[number][]>()
    for (const cell of cells) {
      const key = cell.at.map((coordinate, index) => (index === axis ? '' : coordinate)).join(' ')
      const line = lines.get(key) ?? []
      lines.set(key, line)
      line.push(cell)
    }
    const places: string[] = []
    let count = 0
    for (const line of lines.values()) {
      line.sort((a, b) => Number(labels[a.at[axis]!]) - Number(labels[b.at[axis]!]))
      for (const [index, cell] of line.entries()) {
        const before = line[index - 1]
        if (!before || Number(cell.price) >= Number(before.price)) continue
        count++
        if (places.length < maxListedCoordinates)
          places.push(`${formatCoordinates(axes, cell.at)} (${before.price} → ${cell.price})`)
      }
    }
    if (count > 0)
      findings.warning(
        'falling-prices',
        createMessage('models.fallingPrices', { title: axes[axis]!.title, prices: listTexts(places, count) }),
      )
    const numbers = labels.map(Number)
    if (numbers.some((number, index) => index > 0 && number < numbers[index - 1]!))
      findings.notice('order', createMessage('models.sizesSorted', { title: axes[axis]!.title }))
  }
}

/** Reports suspicious price tables: missing prices, prices that fall as sizes rise, unordered coordinates. */
export function checkPriceTable(table: PriceTable, lookup: LookupChoice, findings: FileFindings): void {
  checkMissingPrices(table, lookup, findings)
  checkAxisNames(table, findings)
  checkFallingPrices(table, findings)
}
