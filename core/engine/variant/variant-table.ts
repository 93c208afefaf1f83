// Variant tables: the allowed or forbidden combinations of selections of several questions, and their stored form.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { Refusal, type Reference, type Repoint } from '../../foundation/property/kind.js'

/** A range of numbers, both limits included. */
interface CellRange {
  readonly from: number
  readonly to: number
}

/** An answer id (for questions with answers), a number, or a range of numbers. */
export type CellPart = number | CellRange

/** `*` matches every selection. A list matches if one of its parts does. */
export type Cell = '*' | CellPart | readonly CellPart[]

/** One cell per question of the table, in the same order. */
export type TableRow = readonly Cell[]

/** `allow`: only the combinations in the rows are possible. `forbid`: all other combinations are possible. */
type TableMode = 'allow' | 'forbid'

export interface TableSource {
  readonly id: number
  readonly name: string
  readonly mode: TableMode
  readonly question_ids: readonly number[]
  readonly rows: readonly TableRow[]
}

/** The parts of a cell. Empty for `*`. */
export function cellParts(cell: Cell): readonly CellPart[] {
  return cell === '*' ? [] : Array.isArray(cell) ? cell : [cell as CellPart]
}

/** Whether the part equals or contains the number. */
export function matchesNumber(part: CellPart, value: number): boolean {
  return typeof part === 'number' ? part === value : value >= part.from && value <= part.to
}

/**
 * The stored form of variant tables. Answers are stored as `{answer}` to distinguish ids from numbers; authors write plain ids.
 */
export const tableLimits = { questions: 20, rows: 20_000, parts: 500 } as const

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function isPart(part: unknown): part is CellPart {
  if (isFiniteNumber(part)) return true
  if (!isObject(part) || Object.keys(part).length !== 2) return false
  const { from, to } = part
  return isFiniteNumber(from) && isFiniteNumber(to) && from <= to
}

function isCell(cell: unknown): cell is Cell {
  if (cell === '*' || isPart(cell)) return true
  return Array.isArray(cell) && cell.length > 0 && cell.length <= tableLimits.parts && cell.every(isPart)
}

/** The first error in the shape of authored rows. */
export function checkRows(label: string, rows: unknown): readonly Refusal[] {
  const refusal = (message: Message, path?: string): readonly Refusal[] => [new Refusal(message, 'WRONG_TYPE', path)]
  if (!Array.isArray(rows))
    return refusal(
      createMessage('authoring.rowsRequired', {
        field: createLabel('field', label),
        rows: createMessage('authoring.rowsDescription'),
      }),
    )
  if (rows.length > tableLimits.rows)
    return [
      new Refusal(
        createMessage('authoring.tooManyRows', {
          field: createLabel('field', label),
          most: tableLimits.rows,
          count: rows.length,
        }),
        'TOO_LONG',
      ),
    ]
  for (const [rowIndex, row] of rows.entries()) {
    if (!Array.isArray(row))
      return refusal(
        createMessage('authoring.rowNoList', {
          row: rowIndex + 1,
          field: createLabel('field', label),
          rows: createMessage('authoring.rowsDescription'),
        }),
        `[${rowIndex}]`,
      )
    const invalidIndex = row.findIndex((cell: unknown) => !isCell(cell))
    if (invalidIndex >= 0)
      return refusal(
        createMessage('authoring.rowCell', {
          row: rowIndex + 1,
          field: createLabel('field', label),
          rows: createMessage('authoring.rowsDescription'),
        }),
        `[${rowIndex}][${invalidIndex}]`,
      )
  }
  return []
}

type StoredValue = unknown

function mapParts(cell: StoredValue, convert: (part: StoredValue) => StoredValue): StoredValue {
  if (cell === '*') return cell
  return Array.isArray(cell) ? cell.map(convert) : convert(cell)
}

function mapCells(rows: StoredValue, convert: (part: StoredValue, column: number) => StoredValue): StoredValue {
  if (!Array.isArray(rows)) return rows
  return rows.map((row: StoredValue) =>
    Array.isArray(row) ? row.map((cell: StoredValue, column) => mapParts(cell, (part) => convert(part, column))) : row,
  )
}

const answerIdOf = (part: StoredValue): number | null =>
  isObject(part) && typeof part['answer'] === 'number' ? part['answer'] : null

/** Converts authored rows into stored rows. `answers`: by column, whether a plain number is an answer id. */
export function toStoredRows(rows: unknown, answers: readonly boolean[]): unknown {
  return mapCells(rows, (part, column) => (typeof part === 'number' && answers[column] === true ? { answer: part } : part))
}

/** Converts stored rows into the authored form. The engine uses the same form. */
export function toPlainRows(rows: unknown): unknown {
  return mapCells(rows, (part) => answerIdOf(part) ?? part)
}

/** Converts stored rows for the engine. A malformed cell matches nothing. */
export function parseStoredRows(rows: unknown): readonly TableRow[] {
  const plain = toPlainRows(rows)
  if (!Array.isArray(plain)) return []
  return plain.flatMap((row: unknown): TableRow[] =>
    Array.isArray(row) ? [row.map((cell: unknown): Cell => (isCell(cell) ? cell : []))] : [],
  )
}

/** The answers that the rows reference, without duplicates. */
export function rowReferences(rows: unknown): readonly Reference[] {
  const ids = new Set<number>()
  mapCells(rows, (part) => {
    const id = answerIdOf(part)
    if (id !== null) ids.add(id)
    return part
  })
  return [...ids].map((id) => ({ entity: 'answer', id }))
}

export function repointRows(rows: unknown, to: Repoint): unknown {
  return mapCells(rows, (part) => {
    const id = answerIdOf(part)
    return id === null ? part : { answer: to.idOf('answer', id) }
  })
}
