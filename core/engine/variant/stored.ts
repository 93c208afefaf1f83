// Variant tables as they are stored: answers stand as `{answer}`, so that an id is never taken for a number; authors write plain ids.
import { isObject } from '../../ground/object.js'
import { Refusal, type Reference, type Repoint } from '../../ground/property/kind.js'
import type { Cell, CellPart, TableRow } from './define.js'

export const tableLimits = { questions: 20, rows: 20_000, parts: 500 } as const

const shape =
  'one list per row with a cell for each question: an answer id, a number, {"from": 1, "to": 5}, a list of these, or "*" for any'

const isPlain = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function isPart(part: unknown): part is CellPart {
  if (isPlain(part)) return true
  if (!isObject(part) || Object.keys(part).length !== 2) return false
  const { from, to } = part
  return isPlain(from) && isPlain(to) && from <= to
}

function isCell(cell: unknown): cell is Cell {
  if (cell === '*' || isPart(cell)) return true
  return Array.isArray(cell) && cell.length > 0 && cell.length <= tableLimits.parts && cell.every(isPart)
}

/** What is wrong with the shape of rows as authors write them; the first such thing. */
export function judgeRows(label: string, rows: unknown): readonly Refusal[] {
  const refused = (message: string, path?: string): readonly Refusal[] => [new Refusal(message, 'WRONG_TYPE', path)]
  if (!Array.isArray(rows)) return refused(`Field ${label} takes ${shape}.`)
  if (rows.length > tableLimits.rows)
    return [new Refusal(`Field ${label} takes at most ${tableLimits.rows} rows; there are ${rows.length}.`, 'TOO_LONG')]
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row)) return refused(`Row ${at + 1} of field ${label} is no list; it takes ${shape}.`, `[${at}]`)
    const wrong = row.findIndex((cell: unknown) => !isCell(cell))
    if (wrong >= 0)
      return refused(`Row ${at + 1} of field ${label} has a cell that cannot be read; it takes ${shape}.`, `[${at}][${wrong}]`)
  }
  return []
}

type Stored = unknown

function eachPart(cell: Stored, change: (part: Stored) => Stored): Stored {
  if (cell === '*') return cell
  return Array.isArray(cell) ? cell.map(change) : change(cell)
}

function eachCell(rows: Stored, change: (part: Stored, column: number) => Stored): Stored {
  if (!Array.isArray(rows)) return rows
  return rows.map((row: Stored) =>
    Array.isArray(row) ? row.map((cell: Stored, column) => eachPart(cell, (part) => change(part, column))) : row,
  )
}

const answerIn = (part: Stored): number | null => (isObject(part) && typeof part['answer'] === 'number' ? part['answer'] : null)

/** From the authored form; `answers` says by column whether a plain number is the id of an answer. */
export function storedRows(rows: unknown, answers: readonly boolean[]): unknown {
  return eachCell(rows, (part, column) => (typeof part === 'number' && answers[column] === true ? { answer: part } : part))
}

/** The authored form, which is what the engine takes, too. */
export function plainRows(rows: unknown): unknown {
  return eachCell(rows, (part) => answerIn(part) ?? part)
}

/** What was stored, as the engine takes it: what cannot be read fits nothing. */
export function readRows(rows: unknown): readonly TableRow[] {
  const plain = plainRows(rows)
  if (!Array.isArray(plain)) return []
  return plain.flatMap((row: unknown): TableRow[] =>
    Array.isArray(row) ? [row.map((cell: unknown): Cell => (isCell(cell) ? cell : []))] : [],
  )
}

/** The answers that rows name, each once. */
export function rowReferences(rows: unknown): readonly Reference[] {
  const ids = new Set<number>()
  eachCell(rows, (part) => {
    const id = answerIn(part)
    if (id !== null) ids.add(id)
    return part
  })
  return [...ids].map((id) => ({ entity: 'answer', id }))
}

export function repointRows(rows: unknown, to: Repoint): unknown {
  return eachCell(rows, (part) => {
    const id = answerIn(part)
    return id === null ? part : { answer: to.idOf('answer', id) }
  })
}
