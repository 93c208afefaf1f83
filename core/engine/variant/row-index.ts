// Looks a variant table's rows up by what is selected: one bit per row and value, so that thousands of rows cost a few words each.
import type { TableColumn } from './columns.js'
import { type CellPart, partsOf, type TableSource, takesNumber } from './define.js'

/** One bit per row. */
type RowSet = Uint32Array

/** Reads what is selected for a question, by its id; null for nothing. */
export type ReadSelection = (questionId: number) => string | null

/** Entries of a question whose rows are remembered at a time. */
const mostEntries = 200

interface Beside {
  readonly selections: readonly (string | null)[]
  /** The rows that fit what is selected in all other columns; null where none can. */
  readonly rows: RowSet | null
}

class IndexedColumn {
  readonly question: number
  private readonly answers: boolean
  private readonly multiple: boolean
  /** Rows that fit whatever is selected. */
  private readonly any: RowSet
  private readonly byAnswer = new Map<number, RowSet>()
  private readonly byEntry = new Map<string, RowSet>()
  private readonly parts: readonly (readonly CellPart[])[]

  constructor({ question, answers, multiple, place }: TableColumn, { rows }: TableSource, words: number) {
    this.question = question.id
    this.answers = answers
    this.multiple = multiple
    this.any = new Uint32Array(words)
    this.parts = rows.map((row) => partsOf(row[place] ?? []))
    for (const [row, cells] of rows.entries()) if (cells[place] === '*') put(this.any, row)
    if (!answers) return
    for (const [row, parts] of this.parts.entries()) for (const part of parts) if (typeof part === 'number') this.note(part, row)
  }

  private note(answer: number, row: number): void {
    let rows = this.byAnswer.get(answer)
    if (!rows) {
      rows = this.any.slice()
      this.byAnswer.set(answer, rows)
    }
    put(rows, row)
  }

  /** The rows whose cell fits a selection. */
  fitting(selection: string): RowSet {
    if (this.answers && !this.multiple) return this.byAnswer.get(Number(selection)) ?? this.any
    const known = this.byEntry.get(selection)
    if (known) return known
    const found = this.answers ? this.several(selection) : this.entered(Number(selection))
    if (this.byEntry.size >= mostEntries) this.byEntry.clear()
    this.byEntry.set(selection, found)
    return found
  }

  private several(selection: string): RowSet {
    const found = this.any.slice()
    for (const id of selection.split(','))
      for (const [word, bits] of this.byAnswer.get(Number(id))?.entries() ?? []) found[word]! |= bits
    return found
  }

  private entered(value: number): RowSet {
    const found = this.any.slice()
    for (const [row, parts] of this.parts.entries()) if (parts.some((part) => takesNumber(part, value))) put(found, row)
    return found
  }

  /** What the cells of the rows list; null where one of them takes everything. */
  listed(rows: RowSet): readonly CellPart[] | null {
    const found: CellPart[] = []
    for (const [row, parts] of this.parts.entries()) {
      if (!has(rows, row)) continue
      if (has(this.any, row)) return null
      found.push(...parts)
    }
    return found
  }
}

function put(rows: RowSet, row: number): void {
  rows[row >>> 5]! |= 1 << (row & 31)
}

function has(rows: RowSet, row: number): boolean {
  return ((rows[row >>> 5]! >>> (row & 31)) & 1) === 1
}

export class RowIndex {
  readonly columns: readonly IndexedColumn[]
  private readonly all: RowSet
  /** By column: what was worked out last. A change makes all answers of a column ask for the same. */
  private readonly beside: (Beside | null)[]

  constructor(
    readonly table: TableSource,
    columns: readonly TableColumn[],
  ) {
    const words = (table.rows.length + 31) >>> 5
    this.columns = columns.map((column) => new IndexedColumn(column, table, words))
    this.beside = columns.map(() => null)
    this.all = new Uint32Array(words)
    for (let row = 0; row < table.rows.length; row++) put(this.all, row)
  }

  /** Whether a selection of a column's question goes with what is selected in the others. */
  admits(column: number, selection: string, read: ReadSelection): boolean {
    const rows = this.rowsBeside(column, read)
    const own = this.columns[column]!.fitting(selection)
    const found = rows !== null && own.some((bits, word) => (bits & rows[word]!) !== 0)
    return found === (this.table.mode === 'allow')
  }

  /** What the rows list in a column that fit what is selected in the others; null where it is everything. */
  listed(column: number, read: ReadSelection): readonly CellPart[] | null {
    const rows = this.rowsBeside(column, read)
    return rows === null ? [] : this.columns[column]!.listed(rows)
  }

  private rowsBeside(column: number, read: ReadSelection): RowSet | null {
    const known = this.beside[column]
    const { columns } = this
    if (known) {
      let at = columns.length - 1
      while (at >= 0 && (at === column || read(columns[at]!.question) === known.selections[at])) at--
      if (at < 0) return known.rows
    }
    const selections = columns.map(({ question }, at) => (at === column ? null : read(question)))
    const rows = this.find(column, selections)
    this.beside[column] = { selections, rows }
    return rows
  }

  /** An allowing table does not mind what is not selected; a forbidding one has nothing to say before all others are. */
  private find(column: number, selections: readonly (string | null)[]): RowSet | null {
    const rows = this.all.slice()
    for (const [at, selection] of selections.entries()) {
      if (at === column) continue
      if (selection === null) {
        if (this.table.mode === 'forbid') return null
        continue
      }
      const fitting = this.columns[at]!.fitting(selection)
      for (let word = 0; word < rows.length; word++) rows[word]! &= fitting[word]!
    }
    return rows
  }
}
