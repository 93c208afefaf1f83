// Checks price tables: entries and answers without a row or column, missing cells, and decreasing values.
import { createMessage, type Message } from '../../foundation/message.js'
import { calculationBodies } from '../calculation/bodies.js'
import { type Axis, axisOperand, roundToStep } from '../calculation/matrix.js'
import type { CalculationSource, MatrixSource, ProductSource, QuestionSource, EngineTypes } from '../program/source.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import type { ProductLookup } from './product-lookup.js'

/** Maximum number of entries that are checked one by one. Questions with more entries are skipped. */
const maxEntries = 10_000
/** Maximum number of entries listed in a message. */
const maxListed = 5

/** The entries of a question that a table may miss. */
interface Entries {
  /** All entries with their display names. Null if there are too many. */
  readonly each: readonly { readonly at: number; readonly name: string }[] | null
  /** The minimum and maximum of a numeric question. Null for other questions. */
  readonly range: { readonly min: number | null; readonly max: number | null } | null
}

/** The calculations of prices, including calculations that they read. */
function priceCalculations(
  { questions, answers, calculations }: ProductSource,
  types: EngineTypes,
): readonly CalculationSource[] {
  const byId = new Map(calculations.map((calculation) => [calculation.id, calculation]))
  const included = new Set<CalculationSource>()
  const addCalculation = (id: number | null): void => {
    const calculation = id === null ? undefined : byId.get(id)
    if (!calculation || included.has(calculation)) return
    included.add(calculation)
    for (const operand of calculationBodies[calculation.type].operands(calculation, types))
      if ('calculation' in operand) addCalculation(operand.calculation)
  }
  for (const { calcmodel, calcmodel_recurring } of [...questions, ...answers])
    for (const id of [calcmodel, calcmodel_recurring]) addCalculation(id)
  for (const { price_calculation_overrides } of answers)
    for (const { calculation_id } of price_calculation_overrides) addCalculation(calculation_id)
  return calculations.filter((calculation) => included.has(calculation))
}

function entriesOf(question: QuestionSource, locator: ProductLookup): Entries | null {
  if (locator.takesAnswers(question)) {
    const selectableAnswers = locator.answersOf(question).filter((answer) => answer.available || !answer.disable_non_available)
    const each = selectableAnswers.map(({ id, title }) => ({ at: id, name: title ?? String(id) }))
    return { each, range: null }
  }
  const type = locator.typeOf(question)
  if (!type || locator.kindOf(question) !== 'number') return null
  const settings = locator.settingsOf(question)
  const limits = {
    min: type.limited && question.set_min_value === 'static' ? question.minval : null,
    max: type.limited && question.set_max_value === 'static' ? question.maxval : null,
  }
  const isAccepted = (value: number): boolean => locator.acceptsEntry(question, String(value), limits)
  const toEntries = (values: readonly number[]) => values.filter(isAccepted).map((at) => ({ at, name: String(at) }))
  const { listed: listedEntries, whole = false, step = 1 } = type.entries?.(settings) ?? {}
  if (listedEntries) return { each: toEntries(listedEntries.map(Number).filter(Number.isFinite)), range: null }
  // A limit counts only if the type rejects values far beyond it. A text box without validation has no limits.
  const min = limits.min !== null && !isAccepted(limits.min - Math.abs(limits.min) - 1) ? limits.min : null
  const max = limits.max !== null && !isAccepted(limits.max + Math.abs(limits.max) + 1) ? limits.max : null
  const isEnumerable = min !== null && max !== null && (whole || step !== 1) && (max - min) / step < maxEntries
  const each = isEnumerable
    ? toEntries(Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step))
    : null
  return { each, range: { min: each?.[0]?.at ?? min, max: each?.at(-1)?.at ?? max } }
}

/** The entries without a coordinate on one axis, as text for a message. Null if none are known to be missing. */
function missingEntries(
  coordinates: readonly number[],
  { lookup, round }: MatrixSource,
  entries: Entries,
  isRounded: boolean,
): Message | string | null {
  const [first, last] = [coordinates[0]!, coordinates.at(-1)!]
  const { each, range } = entries
  if (range && lookup === 'nextHigher')
    return range.max === null || range.max > last ? createMessage('findings.above', { value: last }) : null
  if (range && lookup === 'nextLower')
    return range.min === null || range.min < first ? createMessage('findings.below', { value: first }) : null
  if (each === null) return null
  const coordinateSet = new Set(coordinates)
  const isCovered = (at: number): boolean => {
    if (lookup === 'nextHigher') return at <= last
    if (lookup === 'nextLower') return at >= first
    return coordinateSet.has(isRounded && round !== null && round > 0 ? roundToStep(at, round) : at)
  }
  const missing = each.filter(({ at }) => !isCovered(at)).map(({ name }) => `'${name}'`)
  if (missing.length === 0) return null
  const names = missing.slice(0, maxListed).join(', ')
  return missing.length > maxListed ? createMessage('findings.more', { names, count: missing.length - maxListed }) : names
}

/** The findings about the price tables of a whole product. */
export function findMissingPrices(locator: ProductLookup, types: EngineTypes): ProofFinding[] {
  const { source } = locator
  const keys =
    source.unpriced === 'free'
      ? ({ row: 'findings.rowFree', column: 'findings.columnFree' } as const)
      : ({ row: 'findings.rowUnpriced', column: 'findings.columnUnpriced' } as const)
  const findings: ProofFinding[] = []
  for (const calculation of priceCalculations(source, types)) {
    const matrix = calculation.type === 'matrix' ? calculation.matrix : null
    if (!matrix || matrix.cells.length === 0) continue
    for (const axis of ['row', 'column'] as const) {
      const operand: Axis = axisOperand(matrix, axis)
      const question = operand && 'question' in operand ? locator.questions.get(operand.question) : undefined
      const entries = question ? entriesOf(question, locator) : null
      if (!question || !entries) continue
      const coordinates = [...new Set(matrix.cells.map((cell) => cell[axis]))].sort((a, b) => a - b)
      const missing = missingEntries(coordinates, matrix, entries, !locator.takesAnswers(question))
      if (missing === null) continue
      const place: FindingTarget = { entity: 'calculation', id: calculation.id }
      const message = createMessage(keys[axis], {
        title: calculation.name ?? calculation.id,
        part: missing,
        question: question.title ?? question.id,
      })
      findings.push(
        createFinding('no-price', place, message, { field: 'cells', at: [place, { entity: 'question', id: question.id }] }),
      )
    }
  }
  return findings
}

// Missing cells and decreasing values.

/** The findings about a matrix. Empty for other calculations. */
export function checkMatrix(calculation: CalculationSource): ProofFinding[] {
  const { matrix, id } = calculation
  if (calculation.type !== 'matrix' || !matrix) return []
  const place: FindingTarget = { entity: 'calculation', id }
  const name = calculation.name ?? String(id)
  const rows = [...new Set(matrix.cells.map((cell) => cell.row))].sort((a, b) => a - b)
  const columns = [...new Set(matrix.cells.map((cell) => cell.column))].sort((a, b) => a - b)
  const columnIndex = new Map(columns.map((column, index) => [column, index]))
  const values = new Map<number, Map<number, number>>(rows.map((row) => [row, new Map()]))
  for (const { row, column, value } of matrix.cells) values.get(row)!.set(column, Number(value))

  // A sparse table can have many more holes than cells. Only the first ones are listed.
  let holeCount = rows.length * columns.length
  for (const rowValues of values.values()) holeCount -= rowValues.size
  const holes: Message[] = []
  for (const [row, rowValues] of values) {
    if (holes.length >= Math.min(holeCount, maxListed)) break
    for (const column of columns) {
      if (holes.length >= maxListed) break
      if (!rowValues.has(column)) holes.push(createMessage('findings.cell', { row, column }))
    }
  }
  const decreases: Message[] = []
  // Answers have no order. Only numeric axes can increase.
  if (matrix.lookup !== 'exact') {
    for (const [index, row] of rows.entries()) {
      const rowValues = values.get(row)!
      const nextRow = values.get(rows[index + 1] ?? Number.NaN)
      for (const [column, value] of [...rowValues].sort(([a], [b]) => a - b)) {
        const right = rowValues.get(columns[columnIndex.get(column)! + 1] ?? Number.NaN)
        const below = nextRow?.get(column)
        if ((right !== undefined && right < value) || (below !== undefined && below < value))
          decreases.push(createMessage('findings.cell', { row, column }))
      }
    }
  }
  const formatPlaces = (places: readonly Message[], count: number): Message => {
    const more = createMessage('findings.moreCells', { count: count - maxListed })
    const listed = [...places.slice(0, maxListed), ...(count > maxListed ? [more] : [])]
    return listed.reduceRight((rest, first) => createMessage('findings.cells', { first, rest }))
  }
  const findings: ProofFinding[] = []
  if (holeCount > 0) {
    findings.push(
      createFinding(
        'matrix-hole',
        place,
        createMessage('findings.matrixHole', { title: name, part: formatPlaces(holes, holeCount) }),
        {
          field: 'cells',
        },
      ),
    )
  }
  if (decreases.length > 0) {
    const message = createMessage('findings.decreasing', { title: name, part: formatPlaces(decreases, decreases.length) })
    findings.push(createFinding('non-monotone', place, message, { field: 'cells' }))
  }
  return findings
}
