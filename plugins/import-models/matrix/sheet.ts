// Converts a price table to a product sheet: each axis becomes a question, the prices become a matrix.
import { createMessage, createTitleKeys, type FileFindings, formatValue, matrixLimits } from 'product-configurator-service'
import { alignColumns, sheetFormat } from '../../sheets/surface.js'
import { type SheetDraft, type ModelFormat, type ModelOptions, type ModelWord, toProductKey, translateWord } from '../define.js'
import type { LookupChoice, PriceAxis, PriceCell, PriceTable } from './define.js'
import { createCoverageTable, computeEntryLimits, checkPriceTable } from './ranges.js'

/** Maximum number of answers shown as radio buttons; more become a dropdown. */
const maxRadioButtons = 6

/** Maximum number of coordinates of a table, including those without a price: the sheet contains each of them. */
const maxCoordinates = 500_000

/** Names for axes that have no title in the file. */
const isWord = (title: string): title is ModelWord => title === 'rows' || title === 'columns' || title === 'group'

interface KeyedAxis extends PriceAxis {
  /** Index in the file's table. */
  readonly index: number
  readonly key: string
  /** Keys of answers; for numbers the numbers themselves. */
  readonly coordinates: readonly string[]
}

/** An answer without a price would be free, so it is not published. */
const unpublishedAnswer = { published: false }

/**
 * True if one matrix of names and numbers would fall back from a missing price to the price of another name: the engine finds the next
 * coordinate by number, and names are numbers to it, too.
 */
function hasUnevenPrices({ axes, cells }: PriceTable, lookup: LookupChoice): boolean {
  const kinds = new Set(axes.map(({ kind }) => kind))
  const places = axes.reduce((count, { labels }) => count * labels.length, 1)
  return lookup !== 'exact' && kinds.size > 1 && cells.length < places
}

class MatrixSheetWriter {
  readonly axes: readonly KeyedAxis[]

  constructor(
    private readonly table: PriceTable,
    private readonly lookup: LookupChoice,
    private readonly options: ModelOptions,
  ) {
    const words = table.axes.length > 1 ? (['rows', 'columns'] as const) : (['columns'] as const)
    let unnamed = 0
    const titled = table.axes.map((axis) => {
      const title = axis.title || (table.axes.length > 2 ? 'group' : words[unnamed++ % words.length]!)
      return { axis, title }
    })
    const keys = createTitleKeys(
      titled.map(({ title }) => title),
      'question',
    )
    this.axes = titled.map(({ axis, title }, index) => {
      const isAnswers = axis.kind === 'choice' || lookup === 'exact'
      const labels = axis.kind === 'choice' ? axis.labels : [...axis.labels].sort((a, b) => Number(a) - Number(b))
      const axisLabels =
        axis.kind === 'number' && isAnswers ? labels.map((label) => (axis.unit === '' ? label : `${label} ${axis.unit}`)) : labels
      const own = isAnswers ? createTitleKeys(axisLabels, 'answer') : labels
      // Cells use the indexes of the file.
      const coordinates = axis.labels.map((label) => own[labels.indexOf(label)]!)
      return { ...axis, index, title, key: keys[index]!, kind: isAnswers ? 'choice' : 'number', labels: axisLabels, coordinates }
    })
  }

  question(axis: KeyedAxis, more: object, prices?: readonly (object | string)[]): Record<string, unknown> {
    const { title, kind, labels, unit } = axis
    const baseFields = { title: isWord(title) ? translateWord(title, this.options.languages) : title }
    if (kind === 'choice')
      return {
        ...baseFields,
        question_type: labels.length > maxRadioButtons ? 'Dropdown' : 'Radiobuttons',
        required: true,
        ...more,
        answers: prices ?? labels,
      }
    const { lower, upper } = this.limits(axis)
    const bounds = {
      set_min_value: 'static',
      minval: lower,
      ...(upper !== null && { set_max_value: 'static', maxval: upper }),
    }
    const entry = { validate: true, input_restriction: 'decimal' }
    return { ...baseFields, required: true, ...(unit !== '' && { unit }), ...entry, ...bounds, ...more }
  }

  private limits({ index, hasRanges, coordinates }: KeyedAxis): { readonly lower: number; readonly upper: number | null } {
    if (hasRanges) return computeEntryLimits(this.table.cells, index)
    const numbers = coordinates.map(Number)
    return this.lookup === 'nextHigher' ? { lower: 0, upper: Math.max(...numbers) } : { lower: Math.min(...numbers), upper: null }
  }

  /** Reports entry limits that the file does not state. */
  reportLimits(findings: FileFindings): void {
    for (const axis of this.axes) {
      if (axis.kind !== 'number') continue
      const { lower, upper } = this.limits(axis)
      const { languages } = this.options
      const title = isWord(axis.title) ? String(translateWord(axis.title, languages.slice(0, 1))) : formatValue(axis.title)
      const isWhole = axis.coordinates.every((coordinate) => Number.isInteger(Number(coordinate)))
      const isLowerAssumed = this.lookup === 'nextHigher' && !axis.hasRanges
      if (!isWhole && !isLowerAssumed) continue
      const limits = upper === null ? createMessage('models.fromOn', { lower }) : createMessage('models.fromTo', { lower, upper })
      const reason = isWhole ? createMessage('models.wholeNumbers') : createMessage('models.noLowerLimit')
      findings.notice('entry-limits', createMessage('models.entryLimits', { title, limits, reason }))
    }
  }

  /** Builds the matrix of one or two axes. */
  matrix(axes: readonly number[], cells: readonly PriceCell[]): Record<string, unknown> {
    const [rows, columns] = axes.map((index) => this.axes[index]!)
    const coordinate = (index: number, cell: PriceCell): string => this.axes[axes[index]!]!.coordinates[cell.at[axes[index]!]!]!
    const ordered = (index: number): readonly string[] => {
      const used = [...new Set(cells.map((cell) => coordinate(index, cell)))]
      return this.axes[axes[index]!]!.kind === 'number' ? used.sort((a, b) => Number(a) - Number(b)) : used
    }
    const values = new Map(cells.map((cell) => [axes.map((_, index) => coordinate(index, cell)).join(' '), cell.price]))
    const matrixFields = { rows: rows!.key, ...(columns && { columns: columns.key }), lookup: this.lookup }
    if (!columns) return { ...matrixFields, table: alignColumns(ordered(0).map((row) => [row, values.get(row) ?? '-'])) }
    const across = ordered(1)
    const line = (row: string): readonly string[] => [row, ...across.map((column) => values.get(`${row} ${column}`) ?? '-')]
    return { ...matrixFields, table: alignColumns([['*', ...across], ...ordered(0).map(line)]) }
  }

  parts(): { readonly questions: Record<string, unknown>; readonly calculations: Record<string, unknown> } {
    const { cells } = this.table
    const questions: Record<string, unknown> = {}
    const { length } = this.axes
    if (length === 1 && this.axes[0]!.kind === 'choice') {
      const [axis] = this.axes
      const prices = new Map(cells.map(({ at, price }) => [at[0]!, Number(price)]))
      const answers = this.table.axes[0]!.labels.map((_, index) => {
        const price = prices.get(index)
        return { title: axis!.labels[this.place(0, index)]!, ...(price === undefined ? unpublishedAnswer : { price }) }
      })
      questions[axis!.key] = this.question(axis!, {}, answers)
      return { questions, calculations: {} }
    }
    const group =
      length === 3 || (length === 2 && hasUnevenPrices(this.table, this.lookup))
        ? this.table.axes.findIndex(({ kind }) => kind === 'choice')
        : -1
    const otherAxes = [...this.axes.keys()].filter((index) => index !== group)
    if (group === -1) {
      for (const [index, axis] of this.axes.entries())
        questions[axis.key] = this.question(axis, index === length - 1 ? { calcmodel: 'price' } : {})
      return { questions, calculations: { price: { matrix: this.matrix(otherAxes, cells) } } }
    }
    const calculations: Record<string, unknown> = {}
    const axis = this.axes[group]!
    const answers = axis.labels.map((title, index) => {
      const key = `price_${axis.coordinates[index]!}`
      const own = cells.filter(({ at }) => at[group] === index)
      if (own.length > 0) calculations[key] = { matrix: this.matrix(otherAxes, own) }
      return { title, ...(own.length > 0 ? { calcmodel: key } : unpublishedAnswer) }
    })
    for (const [index, keyedAxis] of this.axes.entries())
      questions[keyedAxis.key] = index === group ? this.question(keyedAxis, {}, answers) : this.question(keyedAxis, {})
    return { questions, calculations }
  }

  /** Position at which the label with that index of the file is shown. */
  private place(axis: number, index: number): number {
    const { kind, labels } = this.table.axes[axis]!
    if (kind === 'choice') return index
    return [...labels].sort((a, b) => Number(a) - Number(b)).indexOf(labels[index]!)
  }
}

function resolveLookup(table: PriceTable, lookupChoice: LookupChoice | undefined, findings: FileFindings): LookupChoice {
  const numbers = table.axes.filter(({ kind }) => kind === 'number')
  // There are no values between names, so the requested lookup does not matter.
  if (numbers.length === 0) return 'exact'
  if (lookupChoice !== undefined) return lookupChoice
  if (table.bound === null) {
    findings.warning('lookup', createMessage('models.lookupAssumed'))
    return 'nextHigher'
  }
  const isHigher = table.bound === 'nextHigher'
  findings.notice('lookup', isHigher ? createMessage('models.lookupHigher') : createMessage('models.lookupLower'))
  return table.bound
}

/** null if a blocker was found. */
export function createMatrixDraft(
  format: ModelFormat,
  table: PriceTable,
  options: ModelOptions,
  findings: FileFindings,
): SheetDraft | null {
  const { axes, cells } = table
  if (axes.length > 3 || axes.length === 0 || (axes.length === 3 && !axes.some(({ kind }) => kind === 'choice')))
    findings.blocker('axes', createMessage('models.tooManyAxes', { count: axes.length }))
  if (cells.length > matrixLimits.cells)
    findings.blocker('too-large', createMessage('models.tooManyPrices', { count: cells.length, most: matrixLimits.cells }))
  const places = axes.reduce((count, { labels }) => count * labels.length, 1)
  if (places > maxCoordinates)
    findings.blocker('sparse', createMessage('models.sparseTable', { count: cells.length, total: places, most: maxCoordinates }))
  if (findings.isBlocked) return null
  const lookup = resolveLookup(table, options.lookup, findings)
  if (axes.filter(({ kind }) => kind === 'choice').length > 1 && hasUnevenPrices(table, lookup)) {
    checkPriceTable(table, 'exact', findings)
    findings.blocker('holes', createMessage('models.pricesMissingAmongNames'))
    return null
  }
  checkPriceTable(table, lookup, findings)
  const writing = new MatrixSheetWriter(table, lookup, options)
  const { questions, calculations } = writing.parts()
  writing.reportLimits(findings)
  const covered = lookup === 'exact' ? null : createCoverageTable(table, writing.axes, findings)
  if (findings.isBlocked) return null
  const title = options.title ?? (table.title || options.name.replace(/\.[^.]*$/, ''))
  const sheet = {
    sheet: sheetFormat,
    product: toProductKey(title),
    title,
    tax_class_id: options.taxClass,
    pages: [{ title, questions }],
    ...(Object.keys(calculations).length > 0 && { calculations }),
    ...(covered !== null && { variant_tables: [{ name: 'Ranges', table: covered }] }),
  }
  const counts = {
    questions: axes.length,
    answers: writing.axes.reduce((sum, { kind, labels }) => sum + (kind === 'choice' ? labels.length : 0), 0),
    matrices: Object.keys(calculations).length,
    prices: cells.length,
  }
  return { format, product: sheet.product, sheet, counts, findings: findings.list() }
}
