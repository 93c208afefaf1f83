// A table of any size as a grid. Renders only visible cells; navigate, select, fill, copy and paste as in a spreadsheet.
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  memo,
} from 'react'
import {
  type CellDisplay,
  gridSize,
  toCellBlock,
  selectCell,
  type CellPosition,
  type CellSelection,
  getNavigationTarget,
  toColumnKey,
} from './cell-selection.js'
import type { MatrixTable } from './matrix-table.js'
import { type EditorTextKey, tEditor } from '../editor-text.js'

/** Extra rows and columns rendered outside of the visible area. */
const overscanCells = 4

interface MatrixGridProps {
  readonly id?: string
  readonly label: string
  readonly describedBy?: string | undefined
  readonly table: MatrixTable
  readonly selection: CellSelection
  readonly onSelect: (selection: CellSelection) => void
  /** The content of a cell or an edge. */
  readonly shown: (place: CellPosition) => CellDisplay
  readonly corner: string
  /** Writes the typed text into the active cell. */
  readonly onWrite: (place: CellPosition, text: string) => void
  /** Texts for the completion of a cell. */
  readonly suggestions?: (place: CellPosition) => readonly string[]
  /** Opens a cell that is no text, such as a picture. Returns false for a text. */
  readonly onOpen?: (place: CellPosition) => boolean
  /** In pixels. */
  readonly columnWidth?: number
  readonly edgeWidth?: number
  readonly onClear: () => void
  readonly onCopy: () => string
  readonly onPaste: (text: string) => void
  /** Returns true if it handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly disabled: boolean
}

interface VisibleArea {
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

interface MatrixGridCellProps {
  readonly id: string
  readonly row: number
  readonly column: number
  readonly shown: CellDisplay
  readonly columnWidth: number
  readonly edgeWidth: number
  readonly suggestions: readonly string[]
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
  suggestions,
  onTyped,
  onEnd,
}: { readonly typed: string; readonly label: string } & Pick<
  MatrixGridCellProps,
  'suggestions' | 'onTyped' | 'onEnd'
>): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
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
  const field = (
    <input
      ref={input}
      list={suggestions.length > 0 ? list : undefined}
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
  if (suggestions.length === 0) return field
  return (
    <>
      {field}
      <datalist id={list}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}

function DisplayCell({
  id,
  row,
  column,
  shown: display,
  columnWidth,
  edgeWidth,
  suggestions,
  isActive,
  isMarked: isSelected,
  typed,
  onTyped,
  onEnd,
}: MatrixGridCellProps): ReactNode {
  const isEdge = row < 0 || column < 0
  const { text, marks, heat, picture } = display
  const place = column < 0 ? { width: edgeWidth } : { insetInlineStart: edgeWidth + column * columnWidth, width: columnWidth }
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
      {typed === null ? (
        picture === undefined ? (
          text
        ) : (
          <img src={picture} alt={text} />
        )
      ) : (
        <CellField typed={typed} label={text === '' ? '–' : text} suggestions={suggestions} onTyped={onTyped} onEnd={onEnd} />
      )}
    </div>
  )
}

/** Renders again only if its props change: moving the active cell affects two cells. */
const MatrixGridCell = memo(
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
    before.shown.picture === after.shown.picture &&
    before.shown.heat === after.shown.heat,
)

export function MatrixGrid(props: MatrixGridProps): ReactNode {
  const {
    table,
    selection,
    onSelect,
    shown: getDisplay,
    disabled,
    columnWidth = gridSize.column,
    edgeWidth = gridSize.edge,
  } = props
  const { active } = selection
  const box = useRef<HTMLDivElement>(null)
  const name = useId()
  const [view, setView] = useState<VisibleArea>({ top: 0, left: 0, height: 480, width: 900 })
  const [typed, setTyped] = useState<string | null>(null)
  const [rows, columns] = [table.rows.length, table.columns.length]
  const look = (): void => {
    const { current } = box
    if (!current) return
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = current
    // In right-to-left layouts scrollLeft is negative.
    setView({ top: scrollTop, left: Math.abs(scrollLeft), height: clientHeight, width: clientWidth })
  }
  useLayoutEffect(look, [rows, columns])
  useEffect(() => {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [])
  // Scrolls the active cell into view.
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const y = active.row * gridSize.row
    if (active.row >= 0 && y < current.scrollTop) current.scrollTop = y
    else if (active.row >= 0 && y + 2 * gridSize.row > current.scrollTop + current.clientHeight)
      current.scrollTop = y + 2 * gridSize.row - current.clientHeight
    const sign = getComputedStyle(current).direction === 'rtl' ? -1 : 1
    const x = active.column * columnWidth
    const start = Math.abs(current.scrollLeft)
    if (active.column >= 0 && x < start) current.scrollLeft = sign * x
    else if (active.column >= 0 && x + columnWidth + edgeWidth > start + current.clientWidth)
      current.scrollLeft = sign * (x + columnWidth + edgeWidth - current.clientWidth)
  }, [active])

  const page = Math.max(1, Math.floor(view.height / gridSize.row) - 2)
  const move = (place: CellPosition, extend: boolean): void =>
    onSelect(extend ? { active: selection.active, end: place } : selectCell(place))
  const step = (key: string): void => {
    const place = getNavigationTarget(key, false, active, { rows, columns, page })
    if (place) move(place, false)
  }
  const open = (): void => {
    if (!disabled && props.onOpen?.(active) !== true) setTyped(getDisplay(active).text)
  }
  function end(text: string | null, how: string): void {
    setTyped(null)
    if (text !== null && text !== getDisplay(active).text) props.onWrite(active, text)
    if (how !== 'left') box.current?.focus()
    step(how)
  }
  function press(event: KeyboardEvent): void {
    if (typed !== null) return
    const ctrl = event.ctrlKey || event.metaKey
    const key = toColumnKey(event.key, getComputedStyle(event.currentTarget).direction)
    const place = event.altKey
      ? null
      : getNavigationTarget(key, ctrl, event.shiftKey ? selection.end : active, { rows, columns, page })
    if (place) move(place, event.shiftKey)
    else if (ctrl && event.key === 'a') onSelect({ active: { row: 0, column: 0 }, end: { row: rows - 1, column: columns - 1 } })
    else if (props.onKey(event)) {
      // Shortcuts of the editor, such as undo and fill.
    } else if (disabled) return
    else if (event.key === 'Delete' || event.key === 'Backspace') props.onClear()
    else if (event.key === 'Enter' || event.key === 'F2') open()
    else if (event.key === ' ' && props.onOpen) open()
    else if (event.key.length === 1 && !ctrl && !event.altKey) setTyped(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function paste(event: ClipboardEvent): void {
    if (typed !== null || disabled) return
    event.preventDefault()
    props.onPaste(event.clipboardData.getData('text/plain'))
  }
  const block = toCellBlock(selection)
  const isSelected = (row: number, column: number): boolean =>
    row >= block.top && row <= block.bottom && column >= block.left && column <= block.right
  const from = Math.max(0, Math.floor(view.top / gridSize.row) - overscanCells)
  const to = Math.min(rows, Math.ceil((view.top + view.height) / gridSize.row) + overscanCells)
  const fromColumn = Math.max(0, Math.floor(view.left / columnWidth) - overscanCells)
  const toColumn = Math.min(columns, Math.ceil((view.left + view.width) / columnWidth) + overscanCells)
  const span = (start: number, stop: number, always: number): readonly number[] => {
    const indexes = Array.from({ length: Math.max(0, stop - start) }, (_, index) => start + index)
    return always >= 0 && (always < start || always >= stop) ? [...indexes, always] : indexes
  }
  const visibleColumns = [-1, ...span(fromColumn, toColumn, active.column)]
  const visibleRows = span(from, to, active.row)
  const draw = (row: number, column: number): ReactNode => (
    <MatrixGridCell
      key={column}
      id={`${name}-${row}-${column}`}
      row={row}
      column={column}
      shown={row < 0 && column < 0 ? { text: props.corner, marks: '', heat: null } : getDisplay({ row, column })}
      columnWidth={columnWidth}
      edgeWidth={edgeWidth}
      suggestions={
        typed !== null && active.row === row && active.column === column ? (props.suggestions?.({ row, column }) ?? []) : []
      }
      isActive={active.row === row && active.column === column}
      isMarked={isSelected(row, column)}
      typed={active.row === row && active.column === column ? typed : null}
      onTyped={setTyped}
      onEnd={end}
    />
  )
  const placeOf = (target: EventTarget): CellPosition | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
  }
  const width = edgeWidth + columns * columnWidth
  return (
    <div
      ref={box}
      id={props.id}
      className="matrix-grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-rowcount={rows + 1}
      aria-colcount={columns + 1}
      aria-readonly={disabled || undefined}
      aria-multiselectable="true"
      aria-activedescendant={typed === null ? `${name}-${active.row}-${active.column}` : undefined}
      onScroll={look}
      onKeyDown={press}
      onPaste={paste}
      onCopy={(event) => {
        if (typed !== null) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', props.onCopy())
      }}
      onCut={(event) => {
        if (typed !== null || disabled) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', props.onCopy())
        props.onClear()
      }}
      onPointerDown={(event) => {
        const place = placeOf(event.target)
        if (place && !(event.target instanceof HTMLInputElement)) move(place, event.shiftKey)
      }}
      onPointerMove={(event) => {
        const place = event.buttons === 1 && typed === null ? placeOf(event.target) : null
        if (place && (place.row !== selection.end.row || place.column !== selection.end.column)) move(place, true)
      }}
      onDoubleClick={open}
    >
      <div role="row" aria-rowindex={1} className="matrix-head" style={{ width }}>
        {visibleColumns.map((column) => draw(-1, column))}
      </div>
      <div className="matrix-body" role="presentation" style={{ height: rows * gridSize.row, width }}>
        {visibleRows.map((row) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 2}
            className="matrix-row"
            style={{ insetBlockStart: row * gridSize.row, width }}
          >
            {visibleColumns.map((column) => draw(row, column))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Buttons for the selected part of a table. Each has a keyboard shortcut too. */
export interface ToolbarButton {
  readonly name: EditorTextKey
  readonly run: () => void
  readonly disabled?: boolean
  readonly pressed?: boolean
  readonly keys?: string
}

export function MatrixToolbar({
  tools,
  controls,
}: {
  readonly tools: readonly ToolbarButton[]
  readonly controls: string
}): ReactNode {
  return (
    <div className="matrix-tools" role="group" aria-label={tEditor('tableTools')}>
      {tools.map(({ name, run, disabled, pressed, keys }) => (
        <button
          key={name}
          type="button"
          aria-pressed={pressed}
          aria-controls={controls}
          aria-keyshortcuts={keys}
          title={keys}
          disabled={disabled}
          onClick={run}
        >
          {tEditor(name)}
        </button>
      ))}
    </div>
  )
}
