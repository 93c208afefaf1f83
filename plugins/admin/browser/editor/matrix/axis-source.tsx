// The axes of a table, the picker of a source, and the display of the cells between them.
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../editor-text.js'
import {
  type DecimalSeparator,
  parseCellNumber,
  formatCellNumber,
  type CellDisplay,
  type CellPosition,
} from './cell-selection.js'
import type { AxisDomain, AxisCoordinate, MatrixTable } from './matrix-table.js'
import type { ReactNode } from 'react'
import { formatNumber } from '../../wording/text.js'

export type AxisName = 'row' | 'column'

export type LookupMethod = 'exact' | 'nextHigher' | 'nextLower'

interface AxisLimits {
  readonly min: number | null
  readonly max: number | null
}

interface AxisReach {
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
function isLowerThanPrevious(textAt: (at: number) => string, coordinates: readonly AxisCoordinate[], at: number): boolean {
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

interface AxisSource {
  readonly axis: AxisDomain
  /** Its value in the list of choices: `question 12`. */
  readonly code: string
  readonly title: string
  readonly unit: string
  readonly limits: AxisLimits
  read(text: string, decimal: DecimalSeparator): AxisCoordinate
  formatCoordinate(at: AxisCoordinate): string
}

const noLimits: AxisLimits = { min: null, max: null }

const parseNumberCoordinate = (text: string, decimal: DecimalSeparator): AxisCoordinate => {
  const plain = parseCellNumber(text, decimal)
  return plain === null ? null : Number(plain)
}

export function createAxisSource(product: EditorProduct, question: unknown, calculation: unknown): AxisSource {
  const spellNumber = (at: AxisCoordinate): string => (at === null ? '' : formatCellNumber(String(at)))
  const record = typeof question === 'number' ? product.questions.get(question) : undefined
  const numbers = {
    axis: { kind: 'numbers' },
    limits: noLimits,
    unit: '',
    read: parseNumberCoordinate,
    formatCoordinate: spellNumber,
  } as const
  if (typeof calculation === 'number') {
    const name = product.vocabulary.calculations.find(({ id }) => id === calculation)?.name ?? tEditor('deletedCalculation')
    return { ...numbers, code: `calculation ${calculation}`, title: name }
  }
  if (typeof question !== 'number') {
    return { ...numbers, axis: { kind: 'none' }, code: '', title: tEditor('noAxis'), read: () => 0, formatCoordinate: () => '–' }
  }
  if (!record) return { ...numbers, code: `question ${question}`, title: tEditor('deletedQuestion') }
  const { id, title, answers, min, max, unit } = record
  if (answers.length === 0) return { ...numbers, code: `question ${id}`, title, unit, limits: { min, max } }
  const titles = new Map(answers.map((answer) => [answer.id, answer.title]))
  const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()
  const byText = new Map(
    answers.flatMap((answer) => [String(answer.id), answer.key, answer.title].map((spelling) => [fold(spelling), answer.id])),
  )
  return {
    code: `question ${id}`,
    title,
    unit: '',
    limits: noLimits,
    axis: { kind: 'answers', ids: answers.map((answer) => answer.id) },
    read: (text, decimal) => byText.get(fold(text)) ?? parseNumberCoordinate(text, decimal),
    formatCoordinate: (at) => (at === null ? '' : (titles.get(at) ?? tEditor('deletedAnswer'))),
  }
}

/** The record's axis fields: the chosen one is set, the other one is cleared. */
export function toAxisFields(name: AxisName, code: string): Readonly<Record<string, number | null>> {
  const [kind, id] = code.split(' ')
  return {
    [`${name}_question_id`]: kind === 'question' ? Number(id) : null,
    [`${name}_calculation_id`]: kind === 'calculation' ? Number(id) : null,
  }
}

interface AxisPickerProps {
  readonly name: AxisName
  readonly offer: AxisSource
  readonly reach: AxisReach
  readonly product: EditorProduct
  readonly onPick: (code: string) => void
  readonly disabled: boolean
}

function describeLimits({ limits: { min, max }, unit }: AxisSource): string {
  const formatCoordinate = (value: number): string => (unit === '' ? formatNumber(value) : `${formatNumber(value)} ${unit}`)
  if (min !== null && max !== null) return tEditor('takesBetween', { min: formatCoordinate(min), max: formatCoordinate(max) })
  if (min !== null) return tEditor('takesFrom', { min: formatCoordinate(min) })
  return max === null ? '' : tEditor('takesTo', { max: formatCoordinate(max) })
}

/** Selects the question or calculation of a table's axis, and shows its limits. */
export function AxisPicker({ name, offer, reach, product, onPick, disabled }: AxisPickerProps): ReactNode {
  const { questions, calculations } = product.vocabulary
  const own = product.place.owner
  const choices = [
    ...questions.map(({ id, title }) => ({ code: `question ${id}`, title })),
    ...calculations
      .filter(({ id }) => id !== own)
      .map((calculation) => ({ code: `calculation ${calculation.id}`, title: calculation.name })),
  ]
  const outside = reach.shares?.filter((share) => share === 0).length ?? 0
  const gaps = reach.gaps.map(([from, to]) => tEditor('gap', { from, to }))
  return (
    <div className="matrix-axis">
      <label>
        <span>{tEditor(name === 'row' ? 'rowsBy' : 'columnsBy')}</span>
        <select value={offer.code} disabled={disabled} onChange={(event) => onPick(event.target.value)}>
          <option value="">{tEditor('noAxis')}</option>
          {!choices.some(({ code }) => code === offer.code) && offer.code !== '' && (
            <option value={offer.code}>{offer.title}</option>
          )}
          {choices.map(({ code, title }) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p className="quiet-text">
        {[describeLimits(offer), ...gaps, outside > 0 ? tEditor('unreachable', { count: outside }) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** The display of a table's cells, and the values that the table lacks. */
export interface TableAnalysis {
  readonly cells: number
  readonly holes: number
  readonly wrong: number
  /** Position of the first missing cell. null if there is none. */
  readonly firstHole: readonly [number, number] | null
  readonly firstFall: readonly [number, number] | null
  readonly decreases: number
  readonly isDecreasing: (row: number, column: number) => boolean
  /** Duplicate coordinates. */
  readonly duplicateRows: ReadonlySet<number>
  readonly duplicateColumns: ReadonlySet<number>
}

/** Format of a cell: a decimal number with at most 15 digits on each side. */
const isValidAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text)

function findDuplicates(coordinates: readonly AxisCoordinate[]): ReadonlySet<number> {
  const coordinateSet = new Set<number>()
  return new Set(coordinates.filter((at): at is number => at !== null && coordinateSet.size === coordinateSet.add(at).size))
}

export function analyzeTable(table: MatrixTable, rowAxis: AxisDomain, columnAxis: AxisDomain): TableAnalysis {
  const { rows, columns, values } = table
  const isDecreasing = (r: number, c: number): boolean =>
    (rowAxis.kind === 'numbers' && isLowerThanPrevious((at) => values[at]![c]!, rows, r)) ||
    (columnAxis.kind === 'numbers' && isLowerThanPrevious((at) => values[r]![at]!, columns, c))
  let [cells, holes, wrong, decreases] = [0, 0, 0, 0]
  let firstHole: TableAnalysis['firstHole'] = null
  let firstFall: TableAnalysis['firstFall'] = null
  for (const [r, row] of values.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === '') {
        holes++
        firstHole ??= [r, c]
        continue
      }
      cells++
      if (!isValidAmount(value)) wrong++
      else if (isDecreasing(r, c)) {
        decreases++
        firstFall ??= [r, c]
      }
    }
  }
  return {
    cells,
    holes,
    wrong,
    decreases,
    firstHole,
    firstFall,
    isDecreasing,
    duplicateRows: findDuplicates(rows),
    duplicateColumns: findDuplicates(columns),
  }
}

interface CellDisplayInput {
  readonly table: MatrixTable
  readonly rowOffer: AxisSource
  readonly columnOffer: AxisSource
  readonly rowReach: AxisReach
  readonly columnReach: AxisReach
  readonly analysis: TableAnalysis
  /** True while the heat map is on. */
  readonly warm: boolean
}

export function createCellDisplay({
  table,
  rowOffer,
  columnOffer,
  rowReach,
  columnReach,
  analysis,
  warm,
}: CellDisplayInput): (place: CellPosition) => CellDisplay {
  const maximum = (shares: readonly number[] | null): number => (shares ? shares.reduce((a, b) => Math.max(a, b), 0) : 1)
  const [maxRow, maxColumn] = [maximum(rowReach.shares), maximum(columnReach.shares)]
  const edge = (text: string, at: number | null | undefined, isTwice: boolean, isMet: boolean): CellDisplay => ({
    text,
    marks: `${at === null || isTwice ? 'wrong' : ''}${isMet ? '' : ' unmet'}`,
    heat: null,
  })
  return ({ row, column }) => {
    if (column < 0) {
      const at = table.rows[row]
      const isTwice = at !== null && at !== undefined && analysis.duplicateRows.has(at)
      return edge(rowOffer.formatCoordinate(at ?? null), at, isTwice, rowReach.shares?.[row] !== 0)
    }
    if (row < 0) {
      const at = table.columns[column]
      const isTwice = at !== null && at !== undefined && analysis.duplicateColumns.has(at)
      return edge(columnOffer.formatCoordinate(at ?? null), at, isTwice, columnReach.shares?.[column] !== 0)
    }
    const text = table.values[row]?.[column] ?? ''
    const share = (rowReach.shares?.[row] ?? maxRow) * (columnReach.shares?.[column] ?? maxColumn)
    const isWrong = text !== '' && !isValidAmount(text)
    const marks = [
      text === '' ? 'hole' : '',
      isWrong ? 'wrong' : '',
      text !== '' && analysis.isDecreasing(row, column) ? 'falls' : '',
      share === 0 ? 'unmet' : '',
    ]
    // Square root, because areas of large tables differ by powers of ten.
    const heat =
      warm && share > 0 && text !== '' && !isWrong ? Math.sqrt(share / Math.max(maxRow * maxColumn, Number.MIN_VALUE)) : null
    return { text: formatCellNumber(text), marks: marks.filter(Boolean).join(' '), heat }
  }
}
