// The bodies of calculations in a sheet: a formula as one line, a matrix as a table, code with keys instead of ids.
import { findCodeIds } from '../../engine/calculation/code-parse.js'
import { calculationForms } from '../../engine/calculation/forms/index.js'
import type { Axis } from '../../engine/calculation/matrix.js'
import type { BodyType } from '../../engine/program/source.js'
import { isObject } from '../../foundation/object.js'
import { didYouMean } from '../../foundation/nearest.js'
import { formatValue } from '../../foundation/format-value.js'
import { toKeyedForm, toKeyedCode, toResolvedForm, toResolvedCode } from './authoring-form.js'
import { parseFormulaLine, formatFormulaLine } from './formula-line.js'
import { parseMatrixTable, formatMatrixTable, type TableCell } from './matrix-table.js'
import type { SheetNames } from './sheet-names.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { LineRefusal, TokenReader } from './tokens.js'
import type { ValueScope } from './values.js'

type Shape = Readonly<Record<string, unknown>>

export const sheetBodyTypes = Object.keys(calculationForms) as readonly BodyType[]

function formatAxis(axis: Axis, names: SheetNames): string | null {
  if (axis === null) return null
  return 'question' in axis
    ? names.nameOf('question', axis.question)
    : `calculation(${names.nameOf('calculation', axis.calculation)})`
}

function parseAxis(said: unknown, names: SheetNames, side: string): Axis {
  if (said === null || said === undefined) return null
  if (typeof said !== 'string') throw new LineRefusal(`'${side}' takes the key of a question, or calculation(key).`)
  const tokens = new TokenReader(said)
  const name = tokens.name('The key of a question, or calculation(…),')
  if (name !== 'calculation' || !tokens.isNext('(')) {
    tokens.end()
    return { question: names.idOf('question', name) }
  }
  tokens.expect('(')
  const calculation = names.idOf('calculation', tokens.name('The key of a calculation'))
  tokens.expect(')')
  tokens.end()
  return { calculation }
}

function toAxisShape(axis: Axis, names: SheetNames, side: 'rows' | 'columns'): Shape {
  const said = formatAxis(axis, names)
  return said === null ? {} : { [side]: said }
}

/** The sheet notation of an authored body. */
export function formatBody(type: BodyType, body: Shape, { names, registry }: ValueScope): unknown {
  if (type === 'formula') {
    const terms = Array.isArray(body['terms']) ? (body['terms'] as readonly unknown[]) : []
    return formatFormulaLine(terms, names) ?? { terms: (toKeyedForm({ terms }, names, registry) as Shape)['terms'] }
  }
  if (type === 'code') {
    const { code, questions } = body as { readonly code: string; readonly questions: Readonly<Record<string, number>> }
    const said = toKeyedCode(code, findCodeIds(code, registry.functions), names)
    const placeholders = Object.entries(questions).map(([letter, id]) => [letter, names.nameOf('question', id)])
    return placeholders.length === 0 ? said : { code: said, questions: Object.fromEntries(placeholders) }
  }
  const { rows, columns, lookup, round, cells } = body as {
    readonly rows: Axis
    readonly columns: Axis
    readonly lookup: string
    readonly round?: number
    readonly cells: readonly TableCell[]
  }
  const table = formatMatrixTable(cells, rows, columns, names)
  const isWhole = hasSameTableCells(parseMatrixTable(table, rows, columns, names), cells)
  return {
    ...toAxisShape(rows, names, 'rows'),
    ...toAxisShape(columns, names, 'columns'),
    lookup,
    ...(round !== undefined && { round }),
    ...(isWhole ? { table } : { cells }),
  }
}

function hasSameTableCells(a: readonly TableCell[], b: readonly TableCell[]): boolean {
  const told = (cells: readonly TableCell[]): readonly string[] =>
    cells.map(({ row, column, value }) => `${row} ${column} ${value}`).sort()
  return isSameJson(told(a), told(b))
}

/** True if both bodies are equivalent; the order of matrix cells does not matter. */
export function isSameBody(type: BodyType, a: Shape, b: Shape): boolean {
  if (type !== 'matrix') return isSameJson(a, b)
  const { cells: left, ...one } = a
  const { cells: right, ...other } = b
  return isSameJson(one, other) && hasSameTableCells(left as readonly TableCell[], right as readonly TableCell[])
}

/** Parses the sheet notation of a body. LineRefusal with a message for the author. */
export function parseBody(type: BodyType, said: unknown, { names, registry }: ValueScope): Shape {
  if (type === 'formula') {
    if (typeof said === 'string' || typeof said === 'number') return { terms: parseFormulaLine(String(said), names) }
    if (isObject(said) && Array.isArray(said['terms'])) return toResolvedForm(said, names, registry) as Shape
    throw new LineRefusal("A formula is one line such as 'width * 2 + wood.price', or {terms: [...]} with keys instead of ids.")
  }
  if (type === 'code') return parseCodeBody(said, names)
  if (!isObject(said)) throw new LineRefusal('A matrix takes rows, columns, lookup and a table.')
  requireKeys(said, ['rows', 'columns', 'lookup', 'round', 'table', 'cells'], 'a matrix')
  const { lookup = null, round } = said
  const [rows, columns] = [parseAxis(said['rows'], names, 'rows'), parseAxis(said['columns'], names, 'columns')]
  return {
    rows,
    columns,
    lookup,
    cells: parseBodyCells(said, rows, columns, names),
    ...(round !== undefined && round !== null && { round }),
  }
}

function parseBodyCells(said: Shape, rows: Axis, columns: Axis, names: SheetNames): unknown {
  const { table, cells } = said
  if (cells !== undefined && table === undefined) return cells
  // YAML parses a single amount in a table without axes as a number.
  if (typeof table === 'number') return parseMatrixTable(String(table), rows, columns, names)
  if (typeof table === 'string') return parseMatrixTable(table, rows, columns, names)
  throw new LineRefusal("'table' takes a text of lines, the columns in the first one; write it behind 'table: |'.")
}

function parseCodeBody(said: unknown, names: SheetNames): Shape {
  if (typeof said === 'string' || typeof said === 'number') return { code: toResolvedCode(String(said), names), questions: {} }
  if (!isObject(said) || typeof said['code'] !== 'string')
    throw new LineRefusal("Code is one expression such as 'A * 2', or {code: 'A * 2', questions: {A: width}}.")
  requireKeys(said, ['code', 'questions'], 'code')
  const questions = said['questions'] ?? {}
  if (!isObject(questions))
    throw new LineRefusal("'questions' takes the keys of the questions behind the placeholders, such as {A: width}.")
  requireKeys(questions, ['A', 'B', 'C', 'D'], 'the questions of code')
  const ids = Object.entries(questions).map(([letter, key]) => [letter, names.idOf('question', String(key))])
  return { code: toResolvedCode(said['code'], names), questions: Object.fromEntries(ids) }
}

function requireKeys(said: Shape, known: readonly string[], what: string): void {
  const other = Object.keys(said).find((key) => !known.includes(key))
  if (other === undefined) return
  const hint = other.length > 1 ? didYouMean(other, known) : ''
  throw new LineRefusal(`'${formatValue(other)}' is no part of ${what}.${hint} It takes ${known.join(', ')}.`)
}
