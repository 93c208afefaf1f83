// A matrix as a table that people edit: coordinates at its edges, a text in each cell; immutable, rows that did not change are shared.

export interface Cell {
  readonly row: number | null
  readonly column: number | null
  readonly value: string
}

/** null is a coordinate that nobody has written yet. */
export type Coordinate = number | null

export interface Table {
  readonly rows: readonly Coordinate[]
  readonly columns: readonly Coordinate[]
  /** A row of texts for each row; '' where there is no cell. */
  readonly values: readonly (readonly string[])[]
}

/** What gives the coordinates of an axis: answers in their order, numbers, or nothing, where the only coordinate is 0. */
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

/** Crossings that a grid holds: four times as many as a matrix may have cells. */
export const mostCrossings = 1_000_000

/** True where rows and columns cross so often that no grid can hold them: cells that lie far apart, each on its own row and column. */
export function isSparse(cells: readonly Cell[]): boolean {
  const rows = new Set(cells.map(({ row }) => row))
  const columns = new Set(cells.map(({ column }) => column))
  return rows.size * columns.size > mostCrossings
}

/** The table of stored cells: numbers ascending, answers in their order. */
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

/** True where both lists of cells say the same in the same order; a form gives back copies of what it was given. */
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

/** A block of cells: from the first row and column to the last, both included. */
export interface Block {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Writes texts into cells; what lies outside of the table is left out. */
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

/** Rows and columns in the order of their axes. */
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

/** Every cell of the block gets what stands in its first row, or in its first column. */
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

/** The same table on other axes: where one is given up, its first coordinate alone stays, as 0. */
export function onAxes(table: Table, rowAxis: Axis, columnAxis: Axis): Table {
  let next = table
  if (rowAxis.kind === 'none' && (next.rows.length !== 1 || next.rows[0] !== 0))
    next = { ...next, rows: [0], values: [next.values[0] ?? blank(next.columns.length)] }
  if (columnAxis.kind === 'none' && (next.columns.length !== 1 || next.columns[0] !== 0))
    next = { ...next, columns: [0], values: next.values.map((row) => [row[0] ?? '']) }
  return next
}
