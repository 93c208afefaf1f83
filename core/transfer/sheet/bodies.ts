// The bodies of calculations in a sheet: a formula as one line, a matrix as a table, code with keys instead of ids.
import { findCodeIds } from '../../engine/calculation/code-parse.js'
import { calculationForms } from '../../engine/calculation/forms/index.js'
import type { Axis } from '../../engine/calculation/matrix.js'
import type { BodyType } from '../../engine/program/source.js'
import { isObject } from '../../foundation/object.js'
import { didYouMean } from '../../foundation/nearest.js'
import { formatValue } from '../../foundation/format-value.js'
import { keyed, keyedCode, resolved, resolvedCode } from './authored.js'
import { readFormulaLine, spellFormulaLine } from './formula-line.js'
import { readTable, spellTable, type TableCell } from './matrix-table.js'
import type { SheetNames } from './names.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { LineRefusal, TokenReader } from './tokens.js'
import type { ValueScope } from './values.js'

type Shape = Readonly<Record<string, unknown>>

export const bodyTypes = Object.keys(calculationForms) as readonly BodyType[]

function spellAxis(axis: Axis, names: SheetNames): string | null {
  if (axis === null) return null
  return 'question' in axis
    ? names.nameOf('question', axis.question)
    : `calculation(${names.nameOf('calculation', axis.calculation)})`
}

function readAxis(said: unknown, names: SheetNames, side: string): Axis {
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

function axisShape(axis: Axis, names: SheetNames, side: 'rows' | 'columns'): Shape {
  const said = spellAxis(axis, names)
  return said === null ? {} : { [side]: said }
}

/** The sheet notation of an authored body. */
export function sheetBody(type: BodyType, body: Shape, { names, registry }: ValueScope): unknown {
  if (type === 'formula') {
    const terms = Array.isArray(body['terms']) ? (body['terms'] as readonly unknown[]) : []
    return spellFormulaLine(terms, names) ?? { terms: (keyed({ terms }, names, registry) as Shape)['terms'] }
  }
  if (type === 'code') {
    const { code, questions } = body as { readonly code: string; readonly questions: Readonly<Record<string, number>> }
    const said = keyedCode(code, findCodeIds(code, registry.functions), names)
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
  const table = spellTable(cells, rows, columns, names)
  const isWhole = sameCells(readTable(table, rows, columns, names), cells)
  return {
    ...axisShape(rows, names, 'rows'),
    ...axisShape(columns, names, 'columns'),
    lookup,
    ...(round !== undefined && { round }),
    ...(isWhole ? { table } : { cells }),
  }
}

function sameCells(a: readonly TableCell[], b: readonly TableCell[]): boolean {
  const told = (cells: readonly TableCell[]): readonly string[] =>
    cells.map(({ row, column, value }) => `${row} ${column} ${value}`).sort()
  return isSameJson(told(a), told(b))
}

/** True if both bodies are equivalent; the order of matrix cells does not matter. */
export function sameBody(type: BodyType, a: Shape, b: Shape): boolean {
  if (type !== 'matrix') return isSameJson(a, b)
  const { cells: left, ...one } = a
  const { cells: right, ...other } = b
  return isSameJson(one, other) && sameCells(left as readonly TableCell[], right as readonly TableCell[])
}

/** Parses the sheet notation of a body. LineRefusal with a message for the author. */
export function meantBody(type: BodyType, said: unknown, { names, registry }: ValueScope): Shape {
  if (type === 'formula') {
    if (typeof said === 'string' || typeof said === 'number') return { terms: readFormulaLine(String(said), names) }
    if (isObject(said) && Array.isArray(said['terms'])) return resolved(said, names, registry) as Shape
    throw new LineRefusal("A formula is one line such as 'width * 2 + wood.price', or {terms: [...]} with keys instead of ids.")
  }
  if (type === 'code') return meantCode(said, names)
  if (!isObject(said)) throw new LineRefusal('A matrix takes rows, columns, lookup and a table.')
  only(said, ['rows', 'columns', 'lookup', 'round', 'table', 'cells'], 'a matrix')
  const { lookup = null, round } = said
  const [rows, columns] = [readAxis(said['rows'], names, 'rows'), readAxis(said['columns'], names, 'columns')]
  return {
    rows,
    columns,
    lookup,
    cells: meantCells(said, rows, columns, names),
    ...(round !== undefined && round !== null && { round }),
  }
}

function meantCells(said: Shape, rows: Axis, columns: Axis, names: SheetNames): unknown {
  const { table, cells } = said
  if (cells !== undefined && table === undefined) return cells
  // YAML parses a single amount in a table without axes as a number.
  if (typeof table === 'number') return readTable(String(table), rows, columns, names)
  if (typeof table === 'string') return readTable(table, rows, columns, names)
  throw new LineRefusal("'table' takes a text of lines, the columns in the first one; write it behind 'table: |'.")
}

function meantCode(said: unknown, names: SheetNames): Shape {
  if (typeof said === 'string' || typeof said === 'number') return { code: resolvedCode(String(said), names), questions: {} }
  if (!isObject(said) || typeof said['code'] !== 'string')
    throw new LineRefusal("Code is one expression such as 'A * 2', or {code: 'A * 2', questions: {A: width}}.")
  only(said, ['code', 'questions'], 'code')
  const questions = said['questions'] ?? {}
  if (!isObject(questions))
    throw new LineRefusal("'questions' takes the keys of the questions behind the placeholders, such as {A: width}.")
  only(questions, ['A', 'B', 'C', 'D'], 'the questions of code')
  const ids = Object.entries(questions).map(([letter, key]) => [letter, names.idOf('question', String(key))])
  return { code: resolvedCode(said['code'], names), questions: Object.fromEntries(ids) }
}

function only(said: Shape, known: readonly string[], what: string): void {
  const other = Object.keys(said).find((key) => !known.includes(key))
  if (other === undefined) return
  const hint = other.length > 1 ? didYouMean(other, known) : ''
  throw new LineRefusal(`'${formatValue(other)}' is no part of ${what}.${hint} It takes ${known.join(', ')}.`)
}
