// A price matrix as an immutable table with coordinates at its edges and texts in its cells. Unchanged rows are shared.

export interface MatrixTableCell {
  readonly row: number | null
  readonly column: number | null
  readonly value: string
}

/** null is a coordinate without a value yet. */
export type AxisCoordinate = number | null

export interface MatrixTable {
  readonly rows: readonly AxisCoordinate[]
  readonly columns: readonly AxisCoordinate[]
  /** One list of texts per row. '' for a missing cell. */
  readonly values: readonly (readonly string[])[]
}

/** The source of an axis' coordinates: answers in order, numbers, or nothing. Without a source the only coordinate is 0. */
export type AxisDomain =
  | { readonly kind: 'answers'; readonly ids: readonly number[] }
  | { readonly kind: 'numbers' }
  | { readonly kind: 'none' }

const createBlankRow = (length: number): string[] => Array.from({ length }, () => '')

function sortCoordinates(coordinates: Iterable<AxisCoordinate>, axis: AxisDomain): AxisCoordinate[] {
  const unique = [...new Set(coordinates)]
  if (axis.kind === 'none') return unique.length === 0 ? [0] : unique
  const rank = new Map(axis.kind === 'answers' ? axis.ids.map((id, index) => [id, index]) : [])
  const place = (at: AxisCoordinate): number => (at === null ? Number.POSITIVE_INFINITY : (rank.get(at) ?? rank.size + at))
  return unique.sort((a, b) => place(a) - place(b) || 0)
}

/** Maximum rows × columns of a grid: four times the maximum number of cells of a matrix. */
export const maxTableCells = 1_000_000

/** True if rows × columns exceeds the grid's maximum, because the cells are far apart. */
export function isSparseTable(cells: readonly MatrixTableCell[]): boolean {
  const rows = new Set(cells.map(({ row }) => row))
  const columns = new Set(cells.map(({ column }) => column))
  return rows.size * columns.size > maxTableCells
}

/** The table of the stored cells: numbers ascending, answers in their order. */
export function toMatrixTable(cells: readonly MatrixTableCell[], rowAxis: AxisDomain, columnAxis: AxisDomain): MatrixTable {
  const rows = sortCoordinates(
    cells.map(({ row }) => row),
    rowAxis,
  )
  const columns = sortCoordinates(
    cells.map(({ column }) => column),
    columnAxis,
  )
  const rowAt = new Map(rows.map((row, index) => [row, index]))
  const columnAt = new Map(columns.map((column, index) => [column, index]))
  const values = rows.map(() => createBlankRow(columns.length))
  for (const { row, column, value } of cells) values[rowAt.get(row)!]![columnAt.get(column)!] = value
  return { rows, columns, values }
}

/** The cells of a table, row by row. */
export function toTableCells({ rows, columns, values }: MatrixTable): MatrixTableCell[] {
  const cells: MatrixTableCell[] = []
  for (const [r, row] of rows.entries()) {
    for (const [c, value] of values[r]!.entries()) if (value !== '') cells.push({ row, column: columns[c]!, value })
  }
  return cells
}

/** True if both lists contain the same cells in the same order. Forms return copies of their values, so identity is not enough. */
export function hasSameCells(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b)) return (a ?? null) === (b ?? null)
  const [cells, other] = [a as readonly MatrixTableCell[], b as readonly MatrixTableCell[]]
  return (
    cells.length === other.length &&
    cells.every(
      ({ row, column, value }, at) => row === other[at]!.row && column === other[at]!.column && value === other[at]!.value,
    )
  )
}

/** A block of cells. The last row and column are included. */
export interface CellBlock {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Writes texts into cells. Ignores texts outside of the table. */
export function setTableValues(
  table: MatrixTable,
  top: number,
  firstColumn: number,
  texts: readonly (readonly string[])[],
): MatrixTable {
  const values = table.values.map((row, r) => {
    const line = texts[r - top]
    if (!line) return row
    const changed = [...row]
    for (const [index, text] of line.entries()) if (firstColumn + index < changed.length) changed[firstColumn + index] = text
    return changed
  })
  return { ...table, values }
}

export const setRowCoordinate = (table: MatrixTable, at: number, row: AxisCoordinate): MatrixTable => ({
  ...table,
  rows: table.rows.with(at, row),
})

export const setColumnCoordinate = (table: MatrixTable, at: number, column: AxisCoordinate): MatrixTable => ({
  ...table,
  columns: table.columns.with(at, column),
})

export function insertTableRows(table: MatrixTable, at: number, rows: readonly AxisCoordinate[]): MatrixTable {
  return {
    ...table,
    rows: table.rows.toSpliced(at, 0, ...rows),
    values: table.values.toSpliced(at, 0, ...rows.map(() => createBlankRow(table.columns.length))),
  }
}

export function insertTableColumns(table: MatrixTable, at: number, columns: readonly AxisCoordinate[]): MatrixTable {
  const more = createBlankRow(columns.length)
  return {
    ...table,
    columns: table.columns.toSpliced(at, 0, ...columns),
    values: table.values.map((row) => row.toSpliced(at, 0, ...more)),
  }
}

export function deleteTableRows(table: MatrixTable, { top, bottom }: CellBlock): MatrixTable {
  const count = bottom - top + 1
  return { ...table, rows: table.rows.toSpliced(top, count), values: table.values.toSpliced(top, count) }
}

export function deleteTableColumns(table: MatrixTable, { left, right }: CellBlock): MatrixTable {
  const count = right - left + 1
  return {
    ...table,
    columns: table.columns.toSpliced(left, count),
    values: table.values.map((row) => row.toSpliced(left, count)),
  }
}

/** Sorts rows and columns in the order of their axes. */
export function sortMatrixTable(table: MatrixTable, rowAxis: AxisDomain, columnAxis: AxisDomain): MatrixTable {
  const order = (coordinates: readonly AxisCoordinate[], axis: AxisDomain): readonly number[] => {
    const places = new Map(sortCoordinates(coordinates, axis).map((at, index) => [at, index]))
    return coordinates
      .map((_at, index) => index)
      .sort((a, b) => places.get(coordinates[a]!)! - places.get(coordinates[b]!)! || a - b)
  }
  const [rows, columns] = [order(table.rows, rowAxis), order(table.columns, columnAxis)]
  return {
    rows: rows.map((at) => table.rows[at]!),
    columns: columns.map((at) => table.columns[at]!),
    values: rows.map((r) => columns.map((c) => table.values[r]![c]!)),
  }
}

/** Fills the block with its first row, or with its first column. */
export function fillBlock(table: MatrixTable, { top, left, bottom, right }: CellBlock, to: 'down' | 'across'): MatrixTable {
  const texts = table.values
    .slice(top, bottom + 1)
    .map((row) => (to === 'down' ? table.values[top]!.slice(left, right + 1) : createBlankRow(right - left + 1).fill(row[left]!)))
  return setTableValues(table, top, left, texts)
}

export const clearBlock = (table: MatrixTable, { top, left, bottom, right }: CellBlock): MatrixTable =>
  setTableValues(
    table,
    top,
    left,
    Array.from({ length: bottom - top + 1 }, () => createBlankRow(right - left + 1)),
  )

/** The same table on other axes. A removed axis keeps only its first coordinate, as 0. */
export function changeAxes(table: MatrixTable, rowAxis: AxisDomain, columnAxis: AxisDomain): MatrixTable {
  let next = table
  if (rowAxis.kind === 'none' && (next.rows.length !== 1 || next.rows[0] !== 0))
    next = { ...next, rows: [0], values: [next.values[0] ?? createBlankRow(next.columns.length)] }
  if (columnAxis.kind === 'none' && (next.columns.length !== 1 || next.columns[0] !== 0))
    next = { ...next, columns: [0], values: next.values.map((row) => [row[0] ?? '']) }
  return next
}
