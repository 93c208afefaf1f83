// State of an edited table: current content, undo history, and delayed updates of the form.
import { useEffect, useRef, useState } from 'react'
import { toTableCells, type MatrixTable } from './matrix-table.js'

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

export interface TableEditState {
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
