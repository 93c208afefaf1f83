// A variant table as plain data: which combinations of several questions' selections there are, or which there are not (domain §3).

/** Numbers from one end to the other, both included. */
export interface CellRange {
  readonly from: number
  readonly to: number
}

/** An answer's id in the column of a question with answers, else a number or a range of numbers. */
export type CellPart = number | CellRange

/** `*` fits every selection; a list fits what one of its parts fits. */
export type Cell = '*' | CellPart | readonly CellPart[]

/** One cell per question of the table, in their order. */
export type TableRow = readonly Cell[]

/** `allow`: the rows are all combinations that there are. `forbid`: all others are. */
export type TableMode = 'allow' | 'forbid'

export interface TableSource {
  readonly id: number
  readonly name: string
  readonly mode: TableMode
  readonly question_ids: readonly number[]
  readonly rows: readonly TableRow[]
}

/** What a cell lists; nothing of `*`, which is no list. */
export function partsOf(cell: Cell): readonly CellPart[] {
  return cell === '*' ? [] : Array.isArray(cell) ? cell : [cell as CellPart]
}

/** Whether a number is what the part says, or lies within it. */
export function takesNumber(part: CellPart, value: number): boolean {
  return typeof part === 'number' ? part === value : value >= part.from && value <= part.to
}
