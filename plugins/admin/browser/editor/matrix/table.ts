// A price matrix as an immutable table with coordinates at its edges and texts in its cells. Unchanged rows are shared.

export interface Cell {
  readonly row: number | null
  readonly column: number | null
  readonly value: string
}

/** null is a coordinate without a value yet. */
export type Coordinate = number | null

export interface Table {
  readonly rows: readonly Coordinate[]
  readonly columns: readonly Coordinate[]
  /** One list of texts per row. '' for a missing cell. */
  readonly values: readonly (readonly string[])[]
}

/** The source of an axis' coordinates: answers in order, numbers, or nothing. Without a source the only coordinate is 0. */
export type Axis =
  | { readonly kind: 'answers'; readonly ids: readonly number[] }
  | { readonly kind: 'numbers' }
  | { readonly kind: 'none' }

const blank = (length: number): string[] => Array.from({ length }, () => '')

function inOrder(found: Iterable<Coordinate>, axis: Axis): Coordinate[] {
  const unique = [...new Set(found)]
  if (axis.kind === 'none') return unique.length === 0 ? [0] : unique
  const rank = new Map(axis.kind === 'answers' ? axis.ids.map((id, index) => [id, index]) : [])
  const place = (at: Coordinate): number => (at === null ? Number.POSITIVE_INFINITY : (rank.get(at) ?? rank.size + at))
  return unique.sort((a, b) => place(a) - place(b) || 0)
}

/** Maximum rows × columns of a grid: four times the maximum number of cells of a matrix. */
export const mostCrossings = 1_000_000

/** True if rows × columns exceeds the grid's maximum, because the cells are far apart. */
export function isSparse(cells: readonly Cell[]): boolean {
  const rows = new Set(cells.map(({ row }) => row))
  const columns = new Set(cells.map(({ column }) => column))
  return rows.size * columns.size > mostCrossings
}

/** The table of the stored cells: numbers ascending, answers in their order. */
export function tableOf(cells: readonly Cell[], rowAxis: Axis, columnAxis: Axis): Table {
  const rows = inOrder(
    cells.map(({ row }) => row),
    rowAxis,
  )
  const columns = inOrder(
    cells.map(({ column }) => column),
    columnAxis,
  )
  const rowAt = new Map(rows.map((row, index) => [row, index]))
  const columnAt = new Map(columns.map((column, index) => [column, index]))
  const values = rows.map(() => blank(columns.length))
  for (const { row, column, value } of cells) values[rowAt.get(row)!]![columnAt.get(column)!] = value
  return { rows, columns, values }
}

/** The cells of a table, row by row. */
export function cellsOf({ rows, columns, values }: Table): Cell[] {
  const cells: Cell[] = []
  for (const [r, row] of rows.entries()) {
    for (const [c, value] of values[r]!.entries()) if (value !== '') cells.push({ row, column: columns[c]!, value })
  }
  return cells
}

/** True if both lists contain the same cells in the same order. Forms return copies of their values, so identity is not enough. */
export function sameCells(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b)) return (a ?? null) === (b ?? null)
  const [one, other] = [a as readonly Cell[], b as readonly Cell[]]
  return (
    one.length === other.length &&
    one.every(
      ({ row, column, value }, at) => row === other[at]!.row && column === other[at]!.column && value === other[at]!.value,
    )
  )
}

/** A block of cells. The last row and column are included. */
export interface Block {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Writes texts into cells. Ignores texts outside of the table. */
export function setValues(table: Table, top: number, left: number, texts: readonly (readonly string[])[]): Table {
  const values = table.values.map((row, r) => {
    const given = texts[r - top]
    if (!given) return row
    const changed = [...row]
    for (const [index, text] of given.entries()) if (left + index < changed.length) changed[left + index] = text
    return changed
  })
  return { ...table, values }
}

export const setRow = (table: Table, at: number, row: Coordinate): Table => ({ ...table, rows: table.rows.with(at, row) })

export const setColumn = (table: Table, at: number, column: Coordinate): Table => ({
  ...table,
  columns: table.columns.with(at, column),
})

export function insertRows(table: Table, at: number, rows: readonly Coordinate[]): Table {
  return {
    ...table,
    rows: table.rows.toSpliced(at, 0, ...rows),
    values: table.values.toSpliced(at, 0, ...rows.map(() => blank(table.columns.length))),
  }
}

export function insertColumns(table: Table, at: number, columns: readonly Coordinate[]): Table {
  const more = blank(columns.length)
  return {
    ...table,
    columns: table.columns.toSpliced(at, 0, ...columns),
    values: table.values.map((row) => row.toSpliced(at, 0, ...more)),
  }
}

export function deleteRows(table: Table, { top, bottom }: Block): Table {
  const count = bottom - top + 1
  return { ...table, rows: table.rows.toSpliced(top, count), values: table.values.toSpliced(top, count) }
}

export function deleteColumns(table: Table, { left, right }: Block): Table {
  const count = right - left + 1
  return {
    ...table,
    columns: table.columns.toSpliced(left, count),
    values: table.values.map((row) => row.toSpliced(left, count)),
  }
}

/** Sorts rows and columns in the order of their axes. */
export function sorted(table: Table, rowAxis: Axis, columnAxis: Axis): Table {
  const order = (held: readonly Coordinate[], axis: Axis): readonly number[] => {
    const places = new Map(inOrder(held, axis).map((at, index) => [at, index]))
    return held.map((_at, index) => index).sort((a, b) => places.get(held[a]!)! - places.get(held[b]!)! || a - b)
  }
  const [rows, columns] = [order(table.rows, rowAxis), order(table.columns, columnAxis)]
  return {
    rows: rows.map((at) => table.rows[at]!),
    columns: columns.map((at) => table.columns[at]!),
    values: rows.map((r) => columns.map((c) => table.values[r]![c]!)),
  }
}

/** Fills the block with its first row, or with its first column. */
export function filled(table: Table, { top, left, bottom, right }: Block, to: 'down' | 'across'): Table {
  const texts = table.values
    .slice(top, bottom + 1)
    .map((row) => (to === 'down' ? table.values[top]!.slice(left, right + 1) : blank(right - left + 1).fill(row[left]!)))
  return setValues(table, top, left, texts)
}

export const cleared = (table: Table, { top, left, bottom, right }: Block): Table =>
  setValues(
    table,
    top,
    left,
    Array.from({ length: bottom - top + 1 }, () => blank(right - left + 1)),
  )

/** The same table on other axes. A removed axis keeps only its first coordinate, as 0. */
export function onAxes(table: Table, rowAxis: Axis, columnAxis: Axis): Table {
  let next = table
  if (rowAxis.kind === 'none' && (next.rows.length !== 1 || next.rows[0] !== 0))
    next = { ...next, rows: [0], values: [next.values[0] ?? blank(next.columns.length)] }
  if (columnAxis.kind === 'none' && (next.columns.length !== 1 || next.columns[0] !== 0))
    next = { ...next, columns: [0], values: next.values.map((row) => [row[0] ?? '']) }
  return next
}
