// Interprets a spreadsheet's texts as axes and prices; reports duplicate prices and unreadable cells.
import { createMessage, type FileFindings, formatValue } from 'product-configurator-service'
import { type ParsedCoordinate, parseCellCoordinate, detectDecimal, parseCellPrice } from './amounts.js'
import {
  type DecimalChoice,
  type DuplicateChoice,
  type LookupChoice,
  type MatrixOptions,
  type NumberRange,
  openUpperBound,
  type PriceCell,
  type PriceTable,
  type SourceCell,
  type SourceTable,
} from './define.js'
import { isWithinStep, checkRanges, computeStep, formatCoordinates } from './ranges.js'

const noPrice: ReadonlySet<string> = new Set(['', '-', '–', '—', '−', 'x', 'n/a', 'na', 'n.a.', '#n/a'])
const unitSuffixPattern = /^(.*\S)[ \u00a0]+in[ \u00a0]+(mm|cm|m|km|in|inch|ft|kg|g|l|ml|m²|cm²|%)$/iu

/** Splits `Width (mm)` or `Breite in mm` into name and unit. */
function splitUnit(text: string): readonly [name: string, unit: string] {
  const close = text.at(-1) === ')' ? '(' : text.at(-1) === ']' ? '[' : ''
  const at = close === '' ? -1 : text.lastIndexOf(close)
  if (at > 0 && text.length - at <= 14) return [text.slice(0, at).trim(), text.slice(at + 1, -1).trim()]
  const unitMatch = text.length > 200 ? null : unitSuffixPattern.exec(text)
  return unitMatch ? [unitMatch[1]!, unitMatch[2]!] : [text.trim(), '']
}

class AxisBuilder {
  readonly labels: string[] = []
  private readonly indexes = new Map<string, number>()

  constructor(
    readonly title: string,
    readonly unit: string,
    readonly kind: 'number' | 'choice',
    readonly hasRanges = false,
  ) {}

  indexOf(label: string): number {
    const cachedIndex = this.indexes.get(label)
    if (cachedIndex !== undefined) return cachedIndex
    this.indexes.set(label, this.labels.length)
    return this.labels.push(label) - 1
  }
}

type BoundDirection = PriceTable['bound']

interface InterpretedAxis {
  readonly axis: AxisBuilder
  readonly labelOf: (said: SourceCell) => string
  readonly rangeOf: (said: SourceCell) => NumberRange | null
  readonly bound: BoundDirection
}

/**
 * Ranges by coordinate text. `up to 200` begins at the end of the previous coordinate, and an open range comes last; null if the order of
 * the bounds does not allow this.
 */
function toNumberRanges(coordinates: ReadonlyMap<string, ParsedCoordinate>): ReadonlyMap<string, NumberRange> | null {
  const sorted = [...coordinates].sort(([, a], [, b]) => Number(a.upper ?? a.lower) - Number(b.upper ?? b.lower))
  const last = sorted.length - 1
  const ranges = new Map<string, NumberRange>()
  const step = computeStep(sorted.flatMap(([, { lower, upper }]) => [Number(lower), Number(upper)]))
  let previous = 0
  for (const [index, [text, { lower, upper }]] of sorted.entries()) {
    const isOpen = upper === null
    if (isOpen && index < last) return null
    if (isOpen && sorted[index - 1]?.[1].kind === 'upTo' && !isWithinStep(Number(lower) - previous, step)) return null
    const range = { lower: Number(lower ?? previous), upper: isOpen ? openUpperBound : Number(upper), text }
    ranges.set(text, range)
    previous = range.upper
  }
  return ranges
}

/** Builds an axis and maps each text to its label; a blocker if units differ. */
function interpretAxis(
  name: string,
  texts: readonly SourceCell[],
  decimal: DecimalChoice,
  lookup: LookupChoice | undefined,
  findings: FileFindings,
): InterpretedAxis {
  const [title, titleUnit] = splitUnit(name)
  const read = new Map<string, ParsedCoordinate>()
  const choices = {
    axis: new AxisBuilder(title, '', 'choice'),
    labelOf: ({ text }: SourceCell) => text,
    rangeOf: () => null,
    bound: null,
  }
  for (const cell of texts) {
    const coordinate = read.get(cell.text) ?? parseCellCoordinate(cell, decimal)
    if (coordinate === null) return choices
    read.set(cell.text, coordinate)
  }
  const all = [...read.values()]
  const units = new Set(all.map(({ unit }) => unit).filter((unit) => unit !== ''))
  if (titleUnit !== '') units.add(titleUnit)
  if (units.size > 1)
    findings.blocker(
      'mixed-units',
      createMessage('models.mixedUnits', {
        title: formatValue(title),
        units: [...units].map((unitName) => formatValue(unitName)),
      }),
      texts[0]?.line,
    )
  const unit = [...units][0] ?? ''
  const kinds = new Set(all.map(({ kind }) => kind))
  const hasRanges = kinds.has('range') || (kinds.has('upTo') && kinds.has('from'))
  if (!hasRanges) {
    const bound = kinds.has('upTo') ? 'nextHigher' : kinds.has('from') ? 'nextLower' : null
    const axis = new AxisBuilder(title, unit, 'number')
    return { axis, labelOf: ({ text }) => (read.get(text)!.upper ?? read.get(text)!.lower)!, rangeOf: () => null, bound }
  }
  // With exact lookup, ranges are separate answers.
  if (lookup === 'exact') return choices
  const ranges = toNumberRanges(read)
  if (ranges === null)
    findings.blocker('mixed-bounds', createMessage('models.mixedLimits', { title: formatValue(title) }), texts[0]?.line)
  const end = lookup === 'nextLower' ? 'lower' : 'upper'
  const axis = new AxisBuilder(title, unit, 'number', true)
  const rangeOf = ({ text }: SourceCell): NumberRange | null => ranges?.get(text) ?? null
  return { axis, labelOf: (cell) => String(rangeOf(cell)?.[end] ?? 0), rangeOf, bound: lookup ?? 'nextHigher' }
}

const hasCellFault = (cell: SourceCell, findings: FileFindings): boolean => {
  if (cell.fault !== null) findings.blocker('unreadable-cell', cell.fault, cell.line)
  return cell.fault !== null
}

/** The cell that counts if one coordinate has two prices; null without a choice. */
function selectDuplicate(a: PriceCell, b: PriceCell, choice: DuplicateChoice | undefined): PriceCell | null {
  if (choice === undefined) return null
  if (choice === 'first') return a
  if (choice === 'last') return b
  const isLower = Number(a.price) <= Number(b.price)
  return (choice === 'lowest') === isLower ? a : b
}

class CellCollector {
  private readonly byPlace = new Map<string, PriceCell>()

  constructor(
    private readonly axes: readonly AxisBuilder[],
    private readonly options: MatrixOptions,
    private readonly findings: FileFindings,
  ) {}

  add(cell: PriceCell): void {
    const key = cell.at.join(' ')
    const other = this.byPlace.get(key)
    if (!other) {
      this.byPlace.set(key, cell)
      return
    }
    const cells = { size: formatCoordinates(this.axes, cell.at), first: other.place, second: cell.place }
    if (Number(other.price) === Number(cell.price)) {
      this.findings.notice('repeated', createMessage('models.priceRepeated', cells), cell.line)
      return
    }
    const prices = { ...cells, firstPrice: Number(other.price), secondPrice: Number(cell.price) }
    const selectedCell = selectDuplicate(other, cell, this.options.duplicates)
    if (selectedCell) {
      this.byPlace.set(key, selectedCell)
      const message = createMessage('models.priceChosen', { ...prices, price: Number(selectedCell.price) })
      this.findings.warning('duplicate', message, cell.line)
    } else this.findings.blocker('duplicate', createMessage('models.priceTwice', prices), cell.line)
  }

  list(): readonly PriceCell[] {
    return [...this.byPlace.values()]
  }
}

/** Adds blockers for unreadable content. Several spreadsheets become one more axis of their names. */
export function interpretTables(
  tables: readonly SourceTable[],
  group: string,
  options: MatrixOptions,
  findings: FileFindings,
): PriceTable | null {
  const [first] = tables
  if (!first) return null
  const entries = tables.flatMap(({ entries }) => entries)
  const width = first.axes.length
  if (tables.some(({ axes }) => axes.length !== width))
    findings.blocker('worksheets-differ', createMessage('models.worksheetsDiffer'))
  for (const { at, price } of entries) for (const cell of [...at, price]) hasCellFault(cell, findings)
  if (findings.isBlocked) return null
  const cellsByText = new Map<string, SourceCell>()
  for (const { at, price } of entries)
    for (const cell of [...at, price]) if (!cellsByText.has(cell.text)) cellsByText.set(cell.text, cell)
  const decimal = detectDecimal(cellsByText.values(), options, findings)
  if (findings.isBlocked) return null
  const read = Array.from({ length: width }, (_, index) =>
    interpretAxis(
      first.axes[index] ?? '',
      entries.map(({ at }) => at[index]!),
      decimal,
      options.lookup,
      findings,
    ),
  )
  const groups = tables.length > 1 ? new AxisBuilder(group, '', 'choice') : null
  const axes = [...(groups ? [groups] : []), ...read.map(({ axis }) => axis)]
  const cells = new CellCollector(axes, options, findings)
  const currencies = new Map<string, SourceCell>()
  for (const { name, entries: own } of tables)
    for (const { at, price } of own) {
      const empty = at.find(({ text }) => text === '')
      if (empty) {
        if (!noPrice.has(price.text.toLowerCase()))
          findings.blocker('no-coordinate', createMessage('models.sizeMissing', { cell: empty.place }), empty.line)
        continue
      }
      // The coordinate exists even without a price.
      const place = [
        ...(groups ? [groups.indexOf(name)] : []),
        ...read.map(({ axis, labelOf }, index) => axis.indexOf(labelOf(at[index]!))),
      ]
      if (noPrice.has(price.text.toLowerCase())) continue
      const parsedPrice = parseCellPrice(price, decimal)
      if (parsedPrice === null) {
        const values = { cell: price.place, value: formatValue(price.text) }
        const message = price.text.startsWith('=')
          ? createMessage('models.formulaText', values)
          : createMessage('models.notPrice', values)
        findings.blocker('not-a-price', message, price.line)
        continue
      }
      if (parsedPrice.currency !== '') currencies.set(parsedPrice.currency, currencies.get(parsedPrice.currency) ?? price)
      if (parsedPrice.text.startsWith('-'))
        findings.warning(
          'negative-price',
          createMessage('models.priceNegative', { price: Number(parsedPrice.text), cell: price.place }),
          price.line,
        )
      if (!/^-?\d{1,11}(\.\d{1,4})?$/.test(parsedPrice.text))
        findings.blocker(
          'not-a-price',
          createMessage('models.priceDigits', { price: parsedPrice.text, cell: price.place }),
          price.line,
        )
      const ranges = [...(groups ? [null] : []), ...read.map(({ rangeOf }, index) => rangeOf(at[index]!))]
      cells.add({ at: place, ranges, price: parsedPrice.text, line: price.line, place: price.place })
    }
  if (currencies.size > 1)
    findings.blocker(
      'mixed-currencies',
      createMessage('models.mixedCurrencies', { currencies: [...currencies.keys()].map((code) => formatValue(code)) }),
    )
  const [currency] = currencies.keys()
  if (currency !== undefined && currencies.size === 1)
    findings.notice('currency', createMessage('models.currency', { currency: formatValue(currency) }))
  const list = cells.list()
  if (list.length === 0) findings.blocker('no-prices', createMessage('models.noPrices'))
  checkRanges(axes, list, options.lookup, findings)
  if (findings.isBlocked) return null
  const bounds = new Set(read.map(({ bound }) => bound).filter((bound) => bound !== null))
  if (bounds.size > 1) findings.blocker('mixed-bounds', createMessage('models.mixedLimitsOfAxes'))
  return { title: first.title, axes, cells: list, bound: [...bounds][0] ?? null }
}
