// A variant table as plain data: the allowed or forbidden combinations of selections of several questions.

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
