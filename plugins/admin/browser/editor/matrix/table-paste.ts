// Changes of a table: pasted cells, and undo.
import { type DecimalSeparator, parseCellNumber } from './cell-selection.js'
import {
  type AxisCoordinate,
  type MatrixTable,
  insertTableColumns,
  insertTableRows,
  maxTableCells,
  setTableValues,
  toTableCells,
} from './matrix-table.js'
import { useEffect, useRef, useState } from 'react'

/** Parses a copied block. Cells with a tab, line break or quote are quoted. */
export function parsePastedBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  const end = text.endsWith('\n') ? text.length - (text.endsWith('\r\n') ? 2 : 1) : text.length
  while (at <= end) {
    let cell = ''
    if (text[at] === '"') {
      // Up to a quote that is not doubled.
      for (at++; at < end; at++) {
        if (text[at] === '"') {
          if (text[at + 1] !== '"') break
          at++
        }
        cell += text[at]!
      }
      at++
    } else {
      let stop = at
      while (stop < end && text[stop] !== '\t' && text[stop] !== '\n' && text[stop] !== '\r') stop++
      cell = text.slice(at, stop)
      at = stop
    }
    rows.at(-1)!.push(cell.trim())
    const sign = at < end ? text[at] : undefined
    if (sign === '\r') at += text[at + 1] === '\n' ? 2 : 1
    else at++
    if (sign === '\r' || sign === '\n') rows.push([])
    else if (sign !== '\t') break
  }
  return rows
}

/** Formats cells for pasting into a spreadsheet. */
export const formatCopiedBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')

interface TablePaste {
  /** -1 for the edge. */
  readonly row: number
  readonly column: number
  /** The decimal separator of the block. */
  readonly decimal: DecimalSeparator
  /** The coordinate for an edge text. null if it is invalid. */
  readonly readRow: (text: string, decimal: DecimalSeparator) => AxisCoordinate
  readonly readColumn: (text: string, decimal: DecimalSeparator) => AxisCoordinate
}

interface TablePasteResult {
  readonly table: MatrixTable
  /** Number of texts that are not numbers or are outside of the table. */
  readonly left: number
}

/** The indexes of coordinates in a table. New coordinates are added at the end. */
function findCoordinateIndexes(
  existing: readonly AxisCoordinate[],
  required: readonly AxisCoordinate[],
): { readonly places: readonly number[]; readonly added: readonly AxisCoordinate[] } {
  const indexes = new Map(existing.map((at, index) => [at, index]))
  const added: AxisCoordinate[] = []
  const places = required.map((at) => {
    const place = at === null ? undefined : indexes.get(at)
    if (place !== undefined) return place
    const newIndex = existing.length + added.length
    added.push(at)
    if (at !== null) indexes.set(at, newIndex)
    return newIndex
  })
  return { places, added }
}

/**
 * Pastes a block: onto the corner with both edges, onto an edge with its coordinates, otherwise only cells. null if the grid would become
 * too large.
 */
export function pasteBlock(
  table: MatrixTable,
  block: readonly (readonly string[])[],
  { row, column, decimal, readRow, readColumn }: TablePaste,
): TablePasteResult | null {
  const [onRows, onColumns] = [column < 0, row < 0]
  const widest = block.reduce((width, line) => Math.max(width, line.length), 0)
  const rowsThen = table.rows.length + (onRows ? block.length : 0)
  const columnsThen = table.columns.length + (onColumns ? widest : 0)
  if (rowsThen * columnsThen > maxTableCells || block.length * widest > maxTableCells) return null
  const body = block.slice(onColumns ? 1 : 0).map((line) => line.slice(onRows ? 1 : 0))
  let skipped = 0
  const read = (cellText: string): string => {
    if (cellText === '' || cellText === '-' || cellText === '–') return ''
    const value = parseCellNumber(cellText, decimal)
    if (value === null) skipped++
    return value ?? cellText
  }
  const texts = body.map((line) => line.map(read))
  let next = table
  let rows = texts.map((_line, index) => row + index)
  let columns = (texts[0] ?? []).map((_text, index) => column + index)
  if (onRows) {
    const edge = block.slice(onColumns ? 1 : 0).map((line) => readRow(line[0] ?? '', decimal))
    const { places, added } = findCoordinateIndexes(next.rows, edge)
    next = insertTableRows(next, next.rows.length, added)
    rows = [...places]
  }
  if (onColumns) {
    const edge = (block[0] ?? []).slice(onRows ? 1 : 0).map((cellText) => readColumn(cellText, decimal))
    const { places, added } = findCoordinateIndexes(next.columns, edge)
    next = insertTableColumns(next, next.columns.length, added)
    columns = [...places]
  }
  if (onRows && !onColumns) columns = columns.map((_column, index) => index)
  if (onColumns && !onRows) rows = rows.map((_row, index) => index)
  const values = [...next.values.map((line) => line)] as (readonly string[])[]
  for (const [r, line] of texts.entries()) {
    const existingLine = values[rows[r]!]
    if (!existingLine) {
      skipped += line.length
      continue
    }
    const changed = [...existingLine]
    for (const [c, cellText] of line.entries()) {
      const at = columns[c]
      if (at !== undefined && at < changed.length) changed[at] = cellText
      else skipped++
    }
    values[rows[r]!] = changed
  }
  return { table: { ...next, values }, left: skipped }
}

/** Pastes one text into every cell of a block. */
export function fillBlockWithText(
  table: MatrixTable,
  text: string,
  rows: number,
  columns: number,
  at: { readonly top: number; readonly left: number },
): MatrixTable {
  return setTableValues(
    table,
    at.top,
    at.left,
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => text)),
  )
}

/** Maximum undo steps. Tables share unchanged rows. */
const maxUndoSteps = 200
/** Above this number of cells, updating the form with every key would be too slow. */
const largeTableSize = 5_000
const formUpdateDelay = 600

interface UndoHistory {
  readonly past: readonly MatrixTable[]
  readonly table: MatrixTable
  readonly future: readonly MatrixTable[]
}

interface TableEditState {
  readonly table: MatrixTable
  readonly canUndo: boolean
  readonly canRedo: boolean
  change(table: MatrixTable): void
  undo(): void
  redo(): void
  /** Starts with a newly loaded table and an empty history. */
  begin(table: MatrixTable): void
  /** Updates the form immediately. */
  flush(): void
}

/** @param onCells receives the cells: immediately, or after a pause or when the focus leaves a large table */
export function useTableEdit(first: () => MatrixTable, onCells: (cells: unknown) => void): TableEditState {
  const [history, setHistory] = useState<UndoHistory>(() => ({ past: [], table: first(), future: [] }))
  const waiting = useRef<{ readonly table: MatrixTable; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const hear = useRef(onCells)
  hear.current = onCells
  function flush(): void {
    const { current } = waiting
    if (!current) return
    clearTimeout(current.timer)
    waiting.current = null
    hear.current(toTableCells(current.table))
  }
  useEffect(() => flush, [])
  function put(next: UndoHistory): void {
    setHistory(next)
    const { table } = next
    if (waiting.current) clearTimeout(waiting.current.timer)
    const isLarge = table.rows.length * table.columns.length > largeTableSize
    waiting.current = { table, timer: setTimeout(flush, isLarge ? formUpdateDelay : 0) }
    if (!isLarge) flush()
  }
  const { past, table, future } = history
  return {
    table,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next) => {
      if (next !== table) put({ past: [...past.slice(-maxUndoSteps), table], table: next, future: [] })
    },
    undo: () => {
      const before = past.at(-1)
      if (before) put({ past: past.slice(0, -1), table: before, future: [table, ...future] })
    },
    redo: () => {
      const [after, ...rest] = future
      if (after) put({ past: [...past, table], table: after, future: rest })
    },
    begin: (next) => setHistory({ past: [], table: next, future: [] }),
    flush,
  }
}
