// One cell of a grid, or its input during editing.
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { gridSize, type CellDisplay } from './grid-size.js'

interface MatrixGridCellProps {
  readonly id: string
  readonly row: number
  readonly column: number
  readonly shown: CellDisplay
  readonly isActive: boolean
  readonly isMarked: boolean
  /** The typed text. null unless the cell is edited. */
  readonly typed: string | null
  readonly onTyped: (text: string) => void
  /** Ends editing with the text, or null if cancelled. `how`: the key that decides the next cell, staying, or losing the focus. */
  readonly onEnd: (text: string | null, how: string) => void
}

const editEndKeys: Readonly<Record<string, string>> = { Enter: 'ArrowDown', Tab: 'ArrowRight' }

function CellField({
  typed,
  label,
  onTyped,
  onEnd,
}: { readonly typed: string; readonly label: string } & Pick<MatrixGridCellProps, 'onTyped' | 'onEnd'>): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  // Ending by key also blurs the input. That must not end editing twice.
  const hasClosed = useRef(false)
  const end: MatrixGridCellProps['onEnd'] = (text, how) => {
    if (hasClosed.current) return
    hasClosed.current = true
    onEnd(text, how)
  }
  useLayoutEffect(() => {
    input.current?.focus()
    const { length } = input.current?.value ?? ''
    input.current?.setSelectionRange(length, length)
  }, [])
  return (
    <input
      ref={input}
      aria-label={label}
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape' && !Object.hasOwn(editEndKeys, event.key)) return
        event.preventDefault()
        end(event.key === 'Escape' ? null : typed, editEndKeys[event.key] ?? 'stay')
      }}
      onBlur={(event) => end(event.currentTarget.value, 'left')}
    />
  )
}

function DisplayCell({
  id,
  row,
  column,
  shown: display,
  isActive,
  isMarked: isSelected,
  typed,
  onTyped,
  onEnd,
}: MatrixGridCellProps): ReactNode {
  const isEdge = row < 0 || column < 0
  const { text, marks, heat } = display
  const place = column < 0 ? {} : { insetInlineStart: gridSize.edge + column * gridSize.column }
  const warmth = heat === null ? {} : { '--heat': `${Math.round(heat * 32)}%` }
  return (
    <div
      id={id}
      role={row < 0 ? 'columnheader' : column < 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={column + 2}
      aria-selected={isSelected || undefined}
      data-row={row}
      data-column={column}
      className={`matrix-cell${isEdge ? ' edge' : ''}${column < 0 ? ' first' : ''}${isActive ? ' active' : ''}${isSelected ? ' marked' : ''} ${marks}`}
      style={{ ...place, ...warmth }}
    >
      {typed === null ? text : <CellField typed={typed} label={text === '' ? '–' : text} onTyped={onTyped} onEnd={onEnd} />}
    </div>
  )
}

/** Renders again only if its props change: moving the active cell affects two cells. */
export const MatrixGridCell = memo(
  DisplayCell,
  (before, after) =>
    before.isActive === after.isActive &&
    before.isMarked === after.isMarked &&
    before.typed === after.typed &&
    after.typed === null &&
    before.row === after.row &&
    before.column === after.column &&
    before.shown.text === after.shown.text &&
    before.shown.marks === after.shown.marks &&
    before.shown.heat === after.shown.heat,
)
