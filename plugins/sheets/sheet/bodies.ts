// The bodies of calculations in a sheet: a formula as one line, a matrix as a table, code with keys instead of ids.
import { createMessage, type Message, formatValue } from '#core/contract.js'
import { messageFormat, formulaLanguage, longWork, isObject, isSameJson, sheetLines } from '#core/surface.js'
import { toKeyedForm, toKeyedCode, toResolvedForm, toResolvedCode } from './authoring-form.js'
import { groupByRow, parseMatrixTable, formatMatrixTable, type TableCell } from './table-notation.js'
import type { ValueScope } from './values.js'

type Shape = Readonly<Record<string, unknown>>

/** The body of a calculation in authored form. */
export interface TypedBody {
  readonly type: formulaLanguage.BodyType
  readonly body: Shape
}

export const sheetBodyTypes = Object.keys(formulaLanguage.calculationForms) as readonly formulaLanguage.BodyType[]

function formatAxis(axis: formulaLanguage.Axis, names: sheetLines.SheetNames): string | null {
  if (axis === null) return null
  return 'question' in axis
    ? names.nameOf('question', axis.question)
    : `calculation(${names.nameOf('calculation', axis.calculation)})`
}

function parseAxis(axisText: unknown, names: sheetLines.SheetNames, side: string): formulaLanguage.Axis {
  if (axisText === null || axisText === undefined) return null
  if (typeof axisText !== 'string') throw new sheetLines.LineRefusal(createMessage('authoring.axisKey', { side }))
  const tokens = new sheetLines.TokenReader(axisText)
  const name = tokens.name(createMessage('authoring.partAxis'))
  if (name !== 'calculation' || !tokens.isNext('(')) {
    tokens.end()
    return { question: names.idOf('question', name) }
  }
  tokens.expect('(')
  const calculation = names.idOf('calculation', tokens.name(createMessage('authoring.partCalculationKey')))
  tokens.expect(')')
  tokens.end()
  return { calculation }
}

function toAxisShape(axis: formulaLanguage.Axis, names: sheetLines.SheetNames, side: 'rows' | 'columns'): Shape {
  const axisText = formatAxis(axis, names)
  return axisText === null ? {} : { [side]: axisText }
}

/** The sheet notation of an authored body. */
export function formatBody(type: formulaLanguage.BodyType, body: Shape, scope: ValueScope): unknown {
  return longWork.runSteps(formatBodySteps(type, body, scope))
}

/** As `formatBody`, with pauses. */
export const formatBodyInTurns = (type: formulaLanguage.BodyType, body: Shape, scope: ValueScope): Promise<unknown> =>
  longWork.runInTurns(formatBodySteps(type, body, scope))

function* formatBodySteps(
  type: formulaLanguage.BodyType,
  body: Shape,
  { names, registry }: ValueScope,
): Generator<void, unknown> {
  if (type === 'formula') {
    const terms = Array.isArray(body['terms']) ? (body['terms'] as readonly unknown[]) : []
    return sheetLines.formatFormulaLine(terms, names) ?? { terms: (toKeyedForm({ terms }, names, registry) as Shape)['terms'] }
  }
  if (type === 'code') {
    const { code, questions } = body as { readonly code: string; readonly questions: Readonly<Record<string, number>> }
    const codeText = toKeyedCode(code, formulaLanguage.findCodeIds(code, registry.functions), names)
    const placeholders = Object.entries(questions).map(([letter, id]) => [letter, names.nameOf('question', id)])
    return placeholders.length === 0 ? codeText : { code: codeText, questions: Object.fromEntries(placeholders) }
  }
  const { rows, columns, lookup, round, cells } = body as {
    readonly rows: formulaLanguage.Axis
    readonly columns: formulaLanguage.Axis
    readonly lookup: string
    readonly round?: number
    readonly cells: readonly TableCell[]
  }
  const table = formatMatrixTable(cells, rows, columns, names)
  yield
  const tableCells = table === null ? [] : yield* parseMatrixTable(table, rows, columns, names)
  yield
  const isWhole = table !== null && hasSameTableCells(tableCells, cells)
  return {
    ...toAxisShape(rows, names, 'rows'),
    ...toAxisShape(columns, names, 'columns'),
    lookup,
    ...(round !== undefined && { round }),
    ...(isWhole ? { table } : { cells }),
  }
}

function hasSameTableCells(a: readonly TableCell[], b: readonly TableCell[]): boolean {
  if (a.length !== b.length) return false
  const values = groupByRow(a)
  let count = 0
  for (const rowValues of values.values()) count += rowValues.size
  return count === a.length && b.every(({ row, column, value }) => values.get(row)?.get(column) === value)
}

/** True if both bodies are equivalent; the order of matrix cells does not matter. */
export function isSameBody(type: formulaLanguage.BodyType, a: Shape, b: Shape): boolean {
  if (type !== 'matrix') return isSameJson(a, b)
  const { cells: firstCells, ...firstSettings } = a
  const { cells: right, ...other } = b
  return isSameJson(firstSettings, other) && hasSameTableCells(firstCells as readonly TableCell[], right as readonly TableCell[])
}

/** Parses the sheet notation of a body. LineRefusal with a message for the author. */
export function parseBody(type: formulaLanguage.BodyType, notation: unknown, scope: ValueScope): Shape {
  return longWork.runSteps(parseBodySteps(type, notation, scope))
}

/** As `parseBody`, with pauses. */
export const parseBodyInTurns = (type: formulaLanguage.BodyType, notation: unknown, scope: ValueScope): Promise<Shape> =>
  longWork.runInTurns(parseBodySteps(type, notation, scope))

function* parseBodySteps(
  type: formulaLanguage.BodyType,
  notation: unknown,
  { names, registry }: ValueScope,
): Generator<void, Shape> {
  if (type === 'formula') {
    if (typeof notation === 'string' || typeof notation === 'number')
      return { terms: sheetLines.parseFormulaLine(String(notation), names) }
    if (isObject(notation) && Array.isArray(notation['terms'])) return toResolvedForm(notation, names, registry) as Shape
    throw new sheetLines.LineRefusal(createMessage('authoring.formulaLine'))
  }
  if (type === 'code') return parseCodeBody(notation, names)
  if (!isObject(notation)) throw new sheetLines.LineRefusal(createMessage('authoring.matrixParts'))
  requireKeys(notation, ['rows', 'columns', 'lookup', 'round', 'table', 'cells'], createMessage('authoring.subjectMatrix'))
  const { lookup = null, round } = notation
  const [rows, columns] = [parseAxis(notation['rows'], names, 'rows'), parseAxis(notation['columns'], names, 'columns')]
  return {
    rows,
    columns,
    lookup,
    cells: yield* parseBodyCells(notation, rows, columns, names),
    ...(round !== undefined && round !== null && { round }),
  }
}

function* parseBodyCells(
  shape: Shape,
  rows: formulaLanguage.Axis,
  columns: formulaLanguage.Axis,
  names: sheetLines.SheetNames,
): Generator<void, unknown> {
  const { table, cells } = shape
  if (cells !== undefined && table === undefined) return cells
  // YAML parses a single amount in a table without axes as a number.
  if (typeof table === 'number') return yield* parseMatrixTable(String(table), rows, columns, names)
  if (typeof table === 'string') return yield* parseMatrixTable(table, rows, columns, names)
  throw new sheetLines.LineRefusal(createMessage('authoring.tableText'))
}

function parseCodeBody(notation: unknown, names: sheetLines.SheetNames): Shape {
  if (typeof notation === 'string' || typeof notation === 'number')
    return { code: toResolvedCode(String(notation), names), questions: {} }
  if (!isObject(notation) || typeof notation['code'] !== 'string')
    throw new sheetLines.LineRefusal(createMessage('authoring.codeNotation'))
  requireKeys(notation, ['code', 'questions'], createMessage('authoring.subjectCode'))
  const questions = notation['questions'] ?? {}
  if (!isObject(questions)) throw new sheetLines.LineRefusal(createMessage('authoring.codeQuestionKeys'))
  requireKeys(questions, ['A', 'B', 'C', 'D'], createMessage('authoring.subjectCodeQuestions'))
  const ids = Object.entries(questions).map(([letter, key]) => [letter, names.idOf('question', String(key))])
  return { code: toResolvedCode(notation['code'], names), questions: Object.fromEntries(ids) }
}

function requireKeys(shape: Shape, allowedKeys: readonly string[], subject: Message): void {
  const other = Object.keys(shape).find((key) => !allowedKeys.includes(key))
  if (other === undefined) return
  const hint = other.length > 1 ? messageFormat.suggestName(other, allowedKeys) : ''
  throw new sheetLines.LineRefusal(
    createMessage('authoring.noPartOf', { name: formatValue(other), subject, hint, names: allowedKeys.join(', ') }),
  )
}
