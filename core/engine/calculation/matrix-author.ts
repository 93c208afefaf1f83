// Between the form in which authors write a matrix and its stored columns; refuses what spec 2.5 and domain §5 refuse.
import type { Refusal } from '../../ground/property/kind.js'
import { didYouMean } from '../../ground/nearest.js'
import { checkOperand, join, Judge } from '../question/check.js'
import { numberOf } from '../question/value.js'
import type { Vocabulary } from '../question/vocabulary.js'
import type { MatrixSource } from '../program/source.js'
import { type MatrixCell, matrixLimits, type MatrixLookup, matrixLookups } from './matrix.js'

type Shape = Readonly<Record<string, unknown>>

/** A matrix as authors read and write it (spec 2.5). */
export interface AuthoredMatrix {
  readonly rows: Axis
  readonly columns: Axis
  readonly lookup: MatrixLookup
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string }[]
  readonly round?: number
}

export type Axis = { readonly question: number } | { readonly calculation: number } | null

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readAxis(value: unknown, key: 'rows' | 'columns', vocabulary: Vocabulary, judge: Judge): Axis {
  if (value === null || value === undefined) return null
  const form = `'${key}' takes {"question": <id>}, {"calculation": <id>} or null.`
  const entries = isShape(value) ? Object.entries(value) : []
  const [subject, id] = entries[0] ?? []
  if (
    entries.length !== 1 ||
    (subject !== 'question' && subject !== 'calculation') ||
    typeof id !== 'number' ||
    !Number.isSafeInteger(id)
  ) {
    judge.refuse(form, key)
    return null
  }
  const axis = subject === 'question' ? { question: id } : { calculation: id }
  const path = join(key, subject)
  const operand = subject === 'question' ? { question: id, field: 'selected' } : { calculation: id }
  checkOperand(operand, vocabulary, 'inRules', judge, { subject: path, field: path, answerId: path })
  return axis
}

function readCells(value: unknown, axes: { readonly row: Axis; readonly column: Axis }, judge: Judge): readonly MatrixCell[] {
  if (!Array.isArray(value)) {
    judge.refuse('\'cells\' takes a list of cells, for example [{"row": 600, "column": 610, "value": "55"}].', 'cells')
    return []
  }
  if (value.length > matrixLimits.cells) {
    judge.refuse(`A matrix has at most ${matrixLimits.cells} cells.`, 'cells')
    return []
  }
  const seen = new Set<string>()
  const cells: MatrixCell[] = []
  for (const [i, cell] of value.entries()) {
    const read = readCell(cell, axes, judge, `cells[${i}]`)
    if (!read) {
      if (judge.refusals.length >= 20) break
      continue
    }
    const place = `${read.row} ${read.column}`
    if (seen.has(place))
      judge.refuse(
        `There are two cells at row ${read.row}, column ${read.column}; a matrix has one value at a coordinate.`,
        `cells[${i}]`,
      )
    seen.add(place)
    cells.push(read)
    if (judge.refusals.length >= 20) break
  }
  return cells
}

function readCell(
  cell: unknown,
  axes: { readonly row: Axis; readonly column: Axis },
  judge: Judge,
  path: string,
): MatrixCell | null {
  if (!isShape(cell)) {
    judge.refuse('A cell is an object {"row": …, "column": …, "value": "…"}.', path)
    return null
  }
  const before = judge.refusals.length
  for (const key of Object.keys(cell)) {
    if (!['row', 'column', 'value'].includes(key))
      judge.refuse(`Unknown key '${key.slice(0, 60)}' in a cell. It takes row, column and value.`, path)
  }
  const coordinate = (key: 'row' | 'column'): number => {
    const value = cell[key] ?? (axes[key] === null ? 0 : undefined)
    if (typeof value !== 'number' || !Number.isFinite(value)) judge.refuse(`'${key}' takes a number.`, join(path, key))
    else if (axes[key] === null && value !== 0)
      judge.refuse(`'${key}' is 0 in every cell, because the matrix has no such axis.`, join(path, key))
    else return value
    return 0
  }
  const row = coordinate('row')
  const column = coordinate('column')
  const { value } = cell
  const figure = typeof value === 'string' ? numberOf(value) : value
  if (typeof figure !== 'number' || !Number.isFinite(figure))
    judge.refuse('\'value\' takes a decimal number as text, for example "149.90".', join(path, 'value'))
  return judge.refusals.length > before ? null : { row, column, value: String(value) }
}

const keys = ['rows', 'columns', 'lookup', 'cells', 'round'] as const

/** Converts an authored matrix into its stored columns; refusals name the place. */
export function storeMatrix(
  authored: unknown,
  vocabulary: Vocabulary,
): { readonly matrix: MatrixSource } | { readonly refusals: readonly Refusal[] } {
  const judge = new Judge()
  if (!isShape(authored)) {
    judge.refuse('A matrix is an object with rows, columns, lookup and cells.', '')
    return { refusals: judge.refusals }
  }
  for (const key of Object.keys(authored)) {
    if (!(keys as readonly string[]).includes(key))
      judge.refuse(
        `Unknown key '${key.slice(0, 60)}' in a matrix.${didYouMean(key, keys)} It takes ${keys.join(', ')}.`,
        key.slice(0, 60),
      )
  }
  const rows = readAxis(authored['rows'], 'rows', vocabulary, judge)
  const columns = readAxis(authored['columns'], 'columns', vocabulary, judge)
  const lookup = matrixLookups.find((name) => name === authored['lookup'])
  if (!lookup) judge.refuse(`'lookup' takes one of ${matrixLookups.join(', ')}.`, 'lookup')
  const round = authored['round'] ?? null
  if (round !== null && (typeof round !== 'number' || !Number.isFinite(round) || round <= 0))
    judge.refuse("'round' takes a number above 0, or null.", 'round')
  const cells = readCells(authored['cells'], { row: rows, column: columns }, judge)
  if (judge.refusals.length > 0 || !lookup) return { refusals: judge.refusals }
  return {
    matrix: {
      row_question_id: rows && 'question' in rows ? rows.question : null,
      row_calculation_id: rows && 'calculation' in rows ? rows.calculation : null,
      column_question_id: columns && 'question' in columns ? columns.question : null,
      column_calculation_id: columns && 'calculation' in columns ? columns.calculation : null,
      lookup,
      round: round as number | null,
      cells,
    },
  }
}

/** The authored form of a stored matrix. */
export function readMatrix(source: MatrixSource): AuthoredMatrix {
  const axis = (question: number | null, calculation: number | null): Axis =>
    question !== null ? { question } : calculation !== null ? { calculation } : null
  return {
    rows: axis(source.row_question_id, source.row_calculation_id),
    columns: axis(source.column_question_id, source.column_calculation_id),
    lookup: source.lookup,
    cells: source.cells.map(({ row, column, value }) => ({ row: Number(row), column: Number(column), value: String(value) })),
    ...(source.round === null ? {} : { round: source.round }),
  }
}
