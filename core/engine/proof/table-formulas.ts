// Says in formulas what variant tables say: rows that share what is left of them are written once, so that thousands stay few.
import { columnsOf, type TableColumn } from '../variant/columns.js'
import { type Cell, partsOf, type TableSource, takesNumber } from '../variant/define.js'
import { type FormulaId, type Formulas, TRUE } from './formulas.js'
import type { Locator } from './locate.js'
import type { Span } from './spans.js'
import type { Subjects } from './subjects.js'

interface Column extends TableColumn {
  /** By what is selected (the value of its subject, or of a question with several answers the subject of one): cells by their number. */
  readonly cells: readonly (ReadonlySet<number> | '*')[]
  /** By row: the number of its cell. */
  readonly cellOf: Int32Array
}

class TableFormula {
  private readonly columns: readonly Column[]

  constructor(
    private readonly table: TableSource,
    columns: readonly TableColumn[],
    private readonly formulas: Formulas,
    private readonly subjects: Subjects,
  ) {
    this.columns = columns.map((column) => this.laidOut(column))
  }

  private laidOut(column: TableColumn): Column {
    const numbers = new Map<string, number>()
    const cells: (ReadonlySet<number> | '*')[] = []
    const cellOf = Int32Array.from(this.table.rows, (row) => {
      const cell = row[column.place] ?? []
      const key = JSON.stringify(cell)
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, cells.length)
      return cells.push(this.values(column, cell)) - 1
    })
    return { ...column, cells, cellOf }
  }

  /** What a cell fits: of answers their ids, of numbers the values of their subject. */
  private values({ question, answers }: TableColumn, cell: Cell): ReadonlySet<number> | '*' {
    if (cell === '*') return cell
    const parts = partsOf(cell)
    if (answers) return new Set(parts.filter((part) => typeof part === 'number'))
    const spans = this.subjects.spansOf(this.subjects.at(`question:${question.id}`))
    const isIn = (span: Span): boolean =>
      parts.some((part) =>
        span.kind === 'value'
          ? typeof span.value === 'number' && takesNumber(part, span.value)
          : span.kind === 'between' && typeof part !== 'number' && span.low >= part.from && span.high <= part.to,
      )
    return new Set([...spans.keys()].filter((at) => isIn(spans[at]!)).map((at) => at + 1))
  }

  /** What is selected there fits one of the cells; or nothing is, where the table allows. */
  private fits({ question, answers, multiple }: Column, values: ReadonlySet<number> | '*'): FormulaId {
    const { formulas, subjects } = this
    const allows = this.table.mode === 'allow'
    if (values === '*' && allows) return TRUE
    const places = subjects.of(question)
    const nothing = formulas.and(places.map((subject) => formulas.in(subject, [0])))
    if (values === '*') return formulas.not(nothing)
    const own = answers ? [...values].flatMap((id) => subjects.answer(id) ?? []) : []
    if (multiple) {
      const chosen = own.map(({ subject, value }) => formulas.in(subject, [value]))
      return formulas.or(allows ? [nothing, ...chosen] : chosen)
    }
    const among = answers ? own.filter(({ subject }) => subject === places[0]).map(({ value }) => value) : [...values]
    return places[0] === undefined ? nothing : formulas.in(places[0], allows ? [0, ...among] : among)
  }

  /** Some of the rows fits what is selected in the columns from `at` on. */
  private some(rows: readonly number[], columns: readonly Column[], at: number): FormulaId {
    const column = columns[at]
    if (rows.length === 0) return this.formulas.or([])
    if (column === undefined) return TRUE
    const byCell = new Map<number, number[]>()
    for (const row of rows) {
      const cell = column.cellOf[row]!
      const same = byCell.get(cell)
      if (same) same.push(row)
      else byCell.set(cell, [row])
    }
    const byRest = new Map<FormulaId, ReadonlySet<number> | '*'>()
    for (const [cell, same] of byCell) {
      const rest = this.some(same, columns, at + 1)
      const values = column.cells[cell]!
      const known = byRest.get(rest)
      byRest.set(rest, values === '*' || known === '*' ? '*' : new Set([...(known ?? []), ...values]))
    }
    return this.formulas.or([...byRest].map(([rest, values]) => this.formulas.and([this.fits(column, values), rest])))
  }

  private judged(rows: readonly number[], columns: readonly Column[]): FormulaId {
    const fitting = this.some(rows, columns, 0)
    return this.table.mode === 'allow' ? fitting : this.formulas.not(fitting)
  }

  /** The rows whose cell in a column fits a value, with what they ask of the other columns. */
  private beside(column: Column, value: number): FormulaId {
    const fits = column.cells.map((values) => values === '*' || values.has(value))
    const rows = [...this.table.rows.keys()].filter((row) => fits[column.cellOf[row]!])
    return this.judged(
      rows,
      this.columns.filter((other) => other !== column),
    )
  }

  /** When an answer of a question applies, as far as the table has a say; by its id. */
  answersOf(questionId: number): ((answerId: number) => FormulaId) | null {
    const column = this.columns.find(({ question, answers }) => answers && question.id === questionId)
    return column ? (id) => this.beside(column, id) : null
  }

  /** What holds of all selections that are held: one formula, or where a question takes several answers nothing beyond its answers' rules. */
  whole(): FormulaId {
    const { formulas, subjects } = this
    if (this.isWhole) return this.judged([...this.table.rows.keys()], this.columns)
    return formulas.and(
      this.columns.flatMap((column) => {
        if (column.answers) return []
        const subject = subjects.at(`question:${column.question.id}`)
        const values = subjects.spansOf(subject).map((_, at) => at + 1)
        return values.map((value) => formulas.implies(formulas.in(subject, [value]), this.beside(column, value)))
      }),
    )
  }

  /** True where `whole` says all that the table does, so that what is held need not be asked answer by answer. */
  get isWhole(): boolean {
    return this.table.rows.length > 0 && !this.columns.some(({ multiple }) => multiple)
  }

  has(questionId: number): boolean {
    return this.columns.some(({ question }) => question.id === questionId)
  }
}

/** Of products without tables, and that is most. */
const unbound = { rule: TRUE, alone: TRUE } as const
const nowhere: readonly FormulaId[] = []

/** What the tables of a product say. */
export class TableFormulas {
  private readonly tables: readonly { readonly formula: TableFormula; readonly whole: FormulaId }[]

  constructor(
    locator: Locator,
    private readonly formulas: Formulas,
    subjects: Subjects,
  ) {
    this.tables = (locator.source.tables ?? []).flatMap((table) => {
      const columns = columnsOf(table, locator)
      const formula = columns && new TableFormula(table, columns, formulas, subjects)
      return formula ? [{ formula, whole: formula.whole() }] : []
    })
  }

  /** When an answer applies, and what of that its being held does not follow from `held` of its question. */
  answer(questionId: number, id: number): { readonly rule: FormulaId; readonly alone: FormulaId } {
    if (this.tables.length === 0) return unbound
    const rules: FormulaId[] = []
    const alone: FormulaId[] = []
    for (const { formula } of this.tables) {
      const rule = formula.answersOf(questionId)?.(id)
      if (rule === undefined) continue
      rules.push(rule)
      if (!formula.isWhole) alone.push(rule)
    }
    return { rule: this.formulas.and(rules), alone: this.formulas.and(alone) }
  }

  /** What settling guarantees of the selections of the tables that a question is in. */
  held(questionId: number): readonly FormulaId[] {
    if (this.tables.length === 0) return nowhere
    return this.tables.filter(({ formula }) => formula.has(questionId)).map(({ whole }) => whole)
  }
}
