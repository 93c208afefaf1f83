// The editor of a table of prices or numbers: axes, detected problems, and the grid.
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type ControlProps, FormContext, type FormAccess } from '../../control/control-props.js'
import { JsonControl } from '../../control/text-controls.js'
import { currentLanguage } from '../../wording/text.js'
import { type EditorProduct, WithProduct } from '../editor-product.js'
import { tEditor } from '../editor-text.js'
import {
  analyzeTable,
  type TableAnalysis,
  createCellDisplay,
  toAxisFields,
  type AxisName,
  createAxisSource,
  type LookupMethod,
  calculateAxisReach,
  AxisPicker,
} from './axis-source.js'
import { MatrixGrid, type ToolbarButton, MatrixToolbar } from './matrix-grid.js'
import {
  detectDecimalSeparator,
  parseCellNumber,
  formatCellNumber,
  toCellBlock,
  selectCell,
  type CellPosition,
  type CellSelection,
} from './cell-selection.js'
import { pasteBlock, parsePastedBlock, formatCopiedBlock, fillBlockWithText, useTableEdit } from './table-paste.js'
import { adoptMatrixStyle } from '../../style/editor.js'
import {
  type MatrixTableCell,
  clearBlock,
  deleteTableColumns,
  deleteTableRows,
  fillBlock,
  insertTableColumns,
  insertTableRows,
  isSparseTable,
  changeAxes,
  hasSameCells,
  setColumnCoordinate,
  setRowCoordinate,
  setTableValues,
  sortMatrixTable,
  type MatrixTable,
  toMatrixTable,
} from './matrix-table.js'

const watchedFields = [
  'row_question_id',
  'row_calculation_id',
  'column_question_id',
  'column_calculation_id',
  'lookup',
  'round',
] as const
const lookupMethods: ReadonlySet<unknown> = new Set<LookupMethod>(['exact', 'nextHigher', 'nextLower'])

type MatrixFieldProps = ControlProps & { readonly product: EditorProduct; readonly fields: FormAccess }

interface TableProblemsProps {
  readonly analysis: TableAnalysis
  readonly warm: boolean
  readonly onWarm: (warm: boolean) => void
  readonly onGo: (place: readonly [number, number] | null) => void
}

/** Describes the problems of a table in words, each with a link to its cell. */
function TableProblems({ analysis, warm, onWarm, onGo }: TableProblemsProps): ReactNode {
  const { cells, holes, decreases, wrong, firstHole, firstFall, duplicateRows, duplicateColumns } = analysis
  const twice = duplicateRows.size + duplicateColumns.size
  return (
    <div className="matrix-remarks">
      <span className="quiet-text">{tEditor('cells', { count: cells })}</span>
      {holes > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstHole)}>
          {tEditor('holes', { count: holes })}
        </button>
      )}
      {decreases > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstFall)}>
          {tEditor('falls', { count: decreases })}
        </button>
      )}
      {wrong > 0 && <span className="wrong">{tEditor('noNumbers', { count: wrong })}</span>}
      {twice > 0 && <span className="wrong">{tEditor('standTwice', { count: twice })}</span>}
      <label className="matrix-warm">
        <input type="checkbox" checked={warm} onChange={(event) => onWarm(event.target.checked)} /> {tEditor('heatMap')}
      </label>
    </div>
  )
}

function MatrixField({ product, fields, ...props }: MatrixFieldProps): ReactNode {
  const { value, disabled = false, label } = props
  const note = useId()
  const [rowQuestion, rowCalculation, columnQuestion, columnCalculation, lookup, round] = useWatch({
    control: fields.control,
    name: watchedFields,
  })
  const rowOffer = useMemo(() => createAxisSource(product, rowQuestion, rowCalculation), [product, rowQuestion, rowCalculation])
  const columnOffer = useMemo(
    () => createAxisSource(product, columnQuestion, columnCalculation),
    [product, columnQuestion, columnCalculation],
  )
  const [rowAxis, columnAxis] = [rowOffer.axis, columnOffer.axis]
  const lastCells = useRef(value)
  const read = (): MatrixTable =>
    toMatrixTable(Array.isArray(value) ? (value as readonly MatrixTableCell[]) : [], rowAxis, columnAxis)
  const edited = useTableEdit(read, (cells) => {
    lastCells.current = cells
    props.onChange(cells)
  })
  useEffect(() => {
    // Only for a merged or reloaded version, not after typing here.
    if (!hasSameCells(value, lastCells.current)) edited.begin(read())
    lastCells.current = value
  }, [value])
  const { table, change } = edited
  const [selection, setSelection] = useState<CellSelection>(() => selectCell({ row: -1, column: -1 }))
  const [warm, setWarm] = useState(false)
  const [news, setNews] = useState('')
  const block = toCellBlock(selection)
  const hasCells = block.bottom >= block.top && block.right >= block.left
  const language = currentLanguage.get()
  const how = lookupMethods.has(lookup) ? (lookup as LookupMethod) : 'exact'
  const step = typeof round === 'number' ? round : null
  const rowReach = useMemo(
    () => calculateAxisReach(table.rows, rowAxis, rowOffer.limits, how, step),
    [table.rows, rowOffer, how, step],
  )
  const columnReach = useMemo(
    () => calculateAxisReach(table.columns, columnAxis, columnOffer.limits, how, step),
    [table.columns, columnOffer, how, step],
  )
  const analysis = useMemo(() => analyzeTable(table, rowAxis, columnAxis), [table, rowAxis, columnAxis])
  const getDisplay = createCellDisplay({ table, rowOffer, columnOffer, rowReach, columnReach, analysis, warm })

  function pick(name: AxisName, code: string): void {
    for (const [field, id] of Object.entries(toAxisFields(name, code))) fields.setValue(field, id, { shouldDirty: true })
    const [kind, id] = code.split(' ')
    const next = createAxisSource(product, kind === 'question' ? Number(id) : null, kind === 'calculation' ? Number(id) : null)
    // A missing axis has 0 as its only coordinate. The new axis needs new coordinates.
    const before = name === 'row' ? rowAxis : columnAxis
    const start = before.kind === 'none' && table.values.every((row) => row.every((text) => text === ''))
    const emptied = start
      ? name === 'row'
        ? { ...table, rows: [], values: [] }
        : { ...table, columns: [], values: table.values.map(() => []) }
      : table
    change(changeAxes(emptied, name === 'row' ? next.axis : rowAxis, name === 'column' ? next.axis : columnAxis))
  }
  function write({ row, column }: CellPosition, text: string): void {
    if (row < 0 && column < 0) return
    const read = detectDecimalSeparator([text], language)
    if ('refusal' in read) return setNews(read.refusal)
    const { decimal } = read
    if (column < 0) change(setRowCoordinate(table, row, rowOffer.read(text, decimal)))
    else if (row < 0) change(setColumnCoordinate(table, column, columnOffer.read(text, decimal)))
    else change(setTableValues(table, row, column, [[text.trim() === '' ? '' : (parseCellNumber(text, decimal) ?? text.trim())]]))
  }
  function paste(text: string): void {
    const { row, column } = selection.active
    const copied = parsePastedBlock(text)
    const read = detectDecimalSeparator(copied.flat(), language)
    if ('refusal' in read) return setNews(read.refusal)
    const { decimal } = read
    const [single, ...more] = copied
    const isSingle = more.length === 0 && single?.length === 1
    if (isSingle && hasCells && row >= 0 && column >= 0) {
      const cellText = parseCellNumber(single[0]!, decimal) ?? single[0]!
      change(fillBlockWithText(table, cellText, block.bottom - block.top + 1, block.right - block.left + 1, block))
      return
    }
    const result = pasteBlock(table, copied, {
      row: column < 0 || row < 0 ? row : block.top,
      column: column < 0 || row < 0 ? column : block.left,
      decimal,
      readRow: rowOffer.read,
      readColumn: columnOffer.read,
    })
    if (!result) {
      setNews(tEditor('tooLarge'))
      return
    }
    change(result.table)
    const { rows, columns } = result.table
    setNews(
      tEditor(result.left > 0 ? 'pastedWithout' : 'pasted', { rows: rows.length, columns: columns.length, left: result.left }),
    )
  }
  const copy = (): string =>
    formatCopiedBlock(
      table.values.slice(block.top, block.bottom + 1).map((row) => row.slice(block.left, block.right + 1).map(formatCellNumber)),
    )
  const hasRows = rowAxis.kind !== 'none'
  const hasColumns = columnAxis.kind !== 'none'
  const missing = (axis: typeof rowAxis, coordinates: MatrixTable['rows']): number | null =>
    axis.kind === 'answers' ? (axis.ids.find((id) => !coordinates.includes(id)) ?? null) : null
  const addRow = (): void => change(insertTableRows(table, Math.max(0, block.bottom + 1), [missing(rowAxis, table.rows)]))
  const addColumn = (): void =>
    change(insertTableColumns(table, Math.max(0, block.right + 1), [missing(columnAxis, table.columns)]))
  const fill = (to: 'down' | 'across'): void => {
    if (hasCells) change(fillBlock(table, block, to))
  }
  const chosenRows = { ...block, bottom: Math.max(block.top, selection.active.row, selection.end.row) }
  const isEmpty = table.rows.length === 0 || table.columns.length === 0
  const tools: readonly ToolbarButton[] = [
    { name: 'undo', run: edited.undo, disabled: !edited.canUndo, keys: 'Control+Z' },
    { name: 'redo', run: edited.redo, disabled: !edited.canRedo, keys: 'Control+Y' },
    { name: 'addRow', run: addRow, disabled: !hasRows },
    { name: 'addColumn', run: addColumn, disabled: !hasColumns },
    {
      name: 'deleteRows',
      run: () => {
        change(deleteTableRows(table, chosenRows))
        setSelection(selectCell({ row: -1, column: -1 }))
      },
      disabled: !hasRows || selection.active.row < 0 || table.rows.length === 0,
    },
    {
      name: 'deleteColumns',
      run: () => {
        change(deleteTableColumns(table, block))
        setSelection(selectCell({ row: -1, column: -1 }))
      },
      disabled: !hasColumns || selection.active.column < 0 || table.columns.length === 0,
    },
    { name: 'sortTable', run: () => change(sortMatrixTable(table, rowAxis, columnAxis)) },
    { name: 'fillDown', run: () => fill('down'), disabled: !hasCells, keys: 'Control+D' },
    { name: 'fillAcross', run: () => fill('across'), disabled: !hasCells, keys: 'Control+R' },
  ]
  function takeKey(event: KeyboardEvent): boolean {
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return false
    const key = event.key.toLowerCase()
    if (key === 's') edited.flush()
    if (disabled) return false
    if (key === 'z' && event.shiftKey) edited.redo()
    else if (key === 'z') edited.undo()
    else if (key === 'y') edited.redo()
    else if (key === 'd') fill('down')
    else if (key === 'r') fill('across')
    else return false
    return true
  }
  const goTo = (place: readonly [number, number] | null): void => {
    if (!place) return
    setSelection(selectCell({ row: place[0], column: place[1] }))
    document.getElementById(props.id)?.focus()
  }
  const picker = (name: AxisName): ReactNode => (
    <AxisPicker
      name={name}
      offer={name === 'row' ? rowOffer : columnOffer}
      reach={name === 'row' ? rowReach : columnReach}
      product={product}
      disabled={disabled}
      onPick={(code) => pick(name, code)}
    />
  )
  return (
    <div
      className="body-editor matrix-editor"
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
        edited.flush()
        props.onBlur?.()
      }}
    >
      <div className="matrix-axes">
        {picker('row')}
        {picker('column')}
      </div>
      {!disabled && <MatrixToolbar tools={tools} controls={props.id} />}
      <TableProblems analysis={analysis} warm={warm} onWarm={setWarm} onGo={goTo} />
      <MatrixGrid
        id={props.id}
        label={label}
        describedBy={[props.describedBy, note].filter(Boolean).join(' ')}
        table={table}
        selection={selection}
        onSelect={setSelection}
        shown={getDisplay}
        corner={`${rowOffer.title} \\ ${columnOffer.title}`}
        onWrite={write}
        onClear={() => hasCells && change(clearBlock(table, block))}
        onCopy={copy}
        onPaste={paste}
        onKey={takeKey}
        disabled={disabled}
      />
      <p className="help" id={note}>
        {tEditor(isEmpty ? 'emptyTable' : 'tableHelp')}
      </p>
      <p className="quiet-text" role="status">
        {news}
      </p>
    </div>
  )
}

/** The control for a table's cells. JSON text if the record has no product. */
export function MatrixEditor(props: ControlProps): ReactNode {
  adoptMatrixStyle()
  const { fields } = useContext(FormContext)
  const [sparse] = useState(() => Array.isArray(props.value) && isSparseTable(props.value as readonly MatrixTableCell[]))
  const otherwise = <JsonControl {...props} />
  if (!fields || sparse) return otherwise
  return (
    <WithProduct otherwise={otherwise}>{(product) => <MatrixField {...props} fields={fields} product={product} />}</WithProduct>
  )
}
