// An index of a variant table's rows by selection: one bit per row and value, so thousands of rows need little memory.
import { type CellPart, cellParts, type TableSource, matchesNumber } from './variant-table.js'
import type { ProductLookup } from '../proof/product-lookup.js'
import type { QuestionSource } from '../program/source.js'

// Selects the applicable columns of a variant table: published questions with answers or numbers.

export interface TableColumn {
  /** The index in the rows. */
  readonly place: number
  readonly question: QuestionSource
  /** True if the question takes answers, false if it takes numbers. */
  readonly answers: boolean
  /** True for a multi-select question. */
  readonly multiple: boolean
}

/** Whether a question can be a column: its selections must be answers or numbers. */
function canBeColumn(locator: Pick<ProductLookup, 'takesAnswers' | 'kindOf'>, question: QuestionSource): boolean {
  return locator.takesAnswers(question) || locator.kindOf(question) === 'number'
}

/**
 * The applicable columns. A missing question or one of another type never has a matching selection. In a table with mode
 * `allow` its column restricts nothing; a table with mode `forbid`, which needs a selection in all columns, then forbids
 * nothing, and the result is null.
 */
export function applicableColumns(table: TableSource, locator: ProductLookup): readonly TableColumn[] | null {
  const columns: TableColumn[] = []
  for (const [place, id] of table.question_ids.entries()) {
    const question = locator.questions.get(id)
    if (question && canBeColumn(locator, question)) {
      const answers = locator.takesAnswers(question)
      columns.push({ place, question, answers, multiple: answers && locator.typeOf(question)?.multiple === true })
    } else if (table.mode === 'forbid') return null
  }
  return columns
}

/** One bit per row. */
type RowSet = Uint32Array

/** Reads the selection of a question by id. Null = nothing selected. */
export type SelectionReader = (questionId: number) => string | null

/** Maximum number of cached entries per question. */
const maxEntries = 200

interface MatchingRows {
  readonly selections: readonly (string | null)[]
  /** The rows that match the selections of all other columns. Null if the table does not apply yet. */
  readonly rows: RowSet | null
}

class IndexedColumn {
  readonly question: number
  private readonly answers: boolean
  private readonly multiple: boolean
  /** Rows that match every selection (`*`). */
  private readonly wildcardRows: RowSet
  private readonly byAnswer = new Map<number, RowSet>()
  private readonly byEntry = new Map<string, RowSet>()
  private readonly parts: readonly (readonly CellPart[])[]

  constructor({ question, answers, multiple, place }: TableColumn, { rows }: TableSource, words: number) {
    this.question = question.id
    this.answers = answers
    this.multiple = multiple
    this.wildcardRows = new Uint32Array(words)
    this.parts = rows.map((row) => cellParts(row[place] ?? []))
    for (const [row, cells] of rows.entries()) if (cells[place] === '*') setBit(this.wildcardRows, row)
    if (!answers) return
    for (const [row, parts] of this.parts.entries())
      for (const part of parts) if (typeof part === 'number') this.addRow(part, row)
  }

  private addRow(answer: number, row: number): void {
    let rows = this.byAnswer.get(answer)
    if (!rows) {
      rows = this.wildcardRows.slice()
      this.byAnswer.set(answer, rows)
    }
    setBit(rows, row)
  }

  /** The rows whose cell matches a selection. */
  fitting(selection: string): RowSet {
    if (this.answers && !this.multiple) return this.byAnswer.get(Number(selection)) ?? this.wildcardRows
    const cached = this.byEntry.get(selection)
    if (cached) return cached
    const rows = this.answers ? this.rowsOfAnswers(selection) : this.rowsOfNumber(Number(selection))
    if (this.byEntry.size >= maxEntries) this.byEntry.clear()
    this.byEntry.set(selection, rows)
    return rows
  }

  private rowsOfAnswers(selection: string): RowSet {
    const result = this.wildcardRows.slice()
    for (const id of selection.split(','))
      for (const [word, bits] of this.byAnswer.get(Number(id))?.entries() ?? []) result[word]! |= bits
    return result
  }

  private rowsOfNumber(value: number): RowSet {
    const result = this.wildcardRows.slice()
    for (const [row, parts] of this.parts.entries()) if (parts.some((part) => matchesNumber(part, value))) setBit(result, row)
    return result
  }

  /** The parts of the cells in these rows. Null if a cell is `*`. */
  listed(rows: RowSet): readonly CellPart[] | null {
    const listedParts: CellPart[] = []
    for (const [row, parts] of this.parts.entries()) {
      if (!hasBit(rows, row)) continue
      if (hasBit(this.wildcardRows, row)) return null
      listedParts.push(...parts)
    }
    return listedParts
  }
}

function setBit(rows: RowSet, row: number): void {
  rows[row >>> 5]! |= 1 << (row & 31)
}

function hasBit(rows: RowSet, row: number): boolean {
  return ((rows[row >>> 5]! >>> (row & 31)) & 1) === 1
}

export class RowIndex {
  readonly columns: readonly IndexedColumn[]
  private readonly all: RowSet
  /** By column: the last result. After a change all answers of a column need the same result. */
  private readonly cache: (MatchingRows | null)[]

  constructor(
    readonly table: TableSource,
    columns: readonly TableColumn[],
  ) {
    const words = (table.rows.length + 31) >>> 5
    this.columns = columns.map((column) => new IndexedColumn(column, table, words))
    this.cache = columns.map(() => null)
    this.all = new Uint32Array(words)
    for (let row = 0; row < table.rows.length; row++) setBit(this.all, row)
  }

  /** Whether a selection in a column is possible with the selections in the other columns. */
  admits(column: number, selection: string, read: SelectionReader): boolean {
    const rows = this.matchingRows(column, read)
    const matching = this.columns[column]!.fitting(selection)
    const hasMatch = rows !== null && matching.some((bits, word) => (bits & rows[word]!) !== 0)
    return hasMatch === (this.table.mode === 'allow')
  }

  /** The values of a column in the rows that match the other selections. Null = all values. */
  listParts(column: number, read: SelectionReader): readonly CellPart[] | null {
    const rows = this.matchingRows(column, read)
    return rows === null ? [] : this.columns[column]!.listed(rows)
  }

  private matchingRows(column: number, read: SelectionReader): RowSet | null {
    const cached = this.cache[column]
    const { columns } = this
    if (cached) {
      let columnIndex = columns.length - 1
      while (
        columnIndex >= 0 &&
        (columnIndex === column || read(columns[columnIndex]!.question) === cached.selections[columnIndex])
      )
        columnIndex--
      if (columnIndex < 0) return cached.rows
    }
    const selections = columns.map(({ question }, columnIndex) => (columnIndex === column ? null : read(question)))
    const rows = this.computeRows(column, selections)
    this.cache[column] = { selections, rows }
    return rows
  }

  /**
   * In a table with mode `allow`, empty selections match every row. A table with mode `forbid` applies only after all other
   * columns have a selection.
   */
  private computeRows(column: number, selections: readonly (string | null)[]): RowSet | null {
    const rows = this.all.slice()
    for (const [columnIndex, selection] of selections.entries()) {
      if (columnIndex === column) continue
      if (selection === null) {
        if (this.table.mode === 'forbid') return null
        continue
      }
      const matching = this.columns[columnIndex]!.fitting(selection)
      for (let word = 0; word < rows.length; word++) rows[word]! &= matching[word]!
    }
    return rows
  }
}
