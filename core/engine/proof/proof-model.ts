// Builds the proof model of a product: every rule becomes a formula over subjects with finitely many values.
// The model may allow more configurations than the product, never fewer.
import type { ProductSource, QuestionSource, EngineTypes } from '../program/source.js'
import { toComparable, type Operator, type Scalar } from '../question/value.js'
import { Malformed, type ParsedRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import { applicableColumns, type TableColumn } from '../variant/row-index.js'
import { type Cell, cellParts, type TableSource, matchesNumber } from '../variant/variant-table.js'
import { satisfiesComparison, type Span, Subjects, type SubjectValue } from './subjects.js'
import { FALSE, Formulas, TRUE, type FormulaId, type AnswerModel, type ProductModel, type QuestionModel } from './formulas.js'
import { ProductLookup } from './product-lookup.js'

/** A proof model with functions for its selections, rules and parts of rules. */
export interface ProofModel extends ProductModel {
  readonly lookup: ProductLookup
  /** The subject values of a selection. Null if the question does not accept the selection. */
  entryOf(questionId: number, selection: string): readonly SubjectValue[] | null
  /** An example selection for a value of a scalar subject. Null for "nothing" and for texts that no rule names. */
  exampleOf(subject: number, value: number, random: () => number): string | null
  /** The spans that the values of a scalar subject represent, starting with value 1. */
  spansOf(subject: number): readonly Span[]
  /** The formula of a part of a rule. */
  formulaOf(node: RuleNode): FormulaId
  /** The parsed rule. Null = no rule. */
  ruleOf(stored: StoredRule): ParsedRule | Malformed | null
}

/** Converts conditions into formulas. */
class FormulaWriter {
  readonly formulas: Formulas

  constructor(
    private readonly locator: ProductLookup,
    private readonly subjects: Subjects,
  ) {
    this.formulas = new Formulas(subjects.list.map((subject) => subject.names.length))
  }

  rule(stored: StoredRule): FormulaId {
    const rule = this.locator.ruleOf(stored)
    if (rule === null) return TRUE
    if (rule instanceof Malformed) return FALSE
    const root = this.node(rule.root)
    return rule.not ? this.formulas.not(root) : root
  }

  node(node: RuleNode): FormulaId {
    if (node.kind === 'condition') return this.condition(node.condition)
    const parts = node.parts.map((part) => this.node(part))
    return node.kind === 'all' ? this.formulas.and(parts) : this.formulas.or(parts)
  }

  private condition(condition: StoredCondition): FormulaId {
    const { operator, value } = condition
    const conditionSubject = this.locator.subjectOf(condition)
    if (conditionSubject === null) return this.choice(condition)
    const subject = this.subjects.at(conditionSubject.key)
    if (conditionSubject.kind === 'opaque') return this.formulas.in(subject, [0])
    if (value === '') return this.equality(operator, this.formulas.in(subject, [0]))
    const constant = toComparable(value, conditionSubject.kind)
    if (constant === null) return operator === '!=' ? TRUE : FALSE
    const matching: number[] = operator === '!=' ? [0] : []
    for (const [i, span] of this.subjects.spansOf(subject).entries())
      if (satisfiesComparison(span, operator, constant)) matching.push(i + 1)
    return this.formulas.in(subject, matching)
  }

  /** A comparison of the selection of a question with answers. An unpublished question never has a selection. */
  private choice(condition: StoredCondition): FormulaId {
    const operand = this.locator.operandOf(condition)
    const id = operand && 'question' in operand ? operand.question : -1
    const question = this.locator.questions.get(id)
    return this.equality(
      condition.operator,
      question ? this.hasSelection(question, condition.value) : condition.value === '' ? TRUE : FALSE,
    )
  }

  private hasSelection(question: QuestionSource, value: Scalar): FormulaId {
    if (value === '') return this.formulas.and(this.subjects.of(question).map((subject) => this.formulas.in(subject, [0])))
    const isOwn = this.locator.answersOf(question).some((answer) => answer.id === Number(value))
    const answer = isOwn ? this.subjects.answer(Number(value)) : undefined
    return answer ? this.formulas.in(answer.subject, [answer.value]) : FALSE
  }

  private equality(operator: Operator, equal: FormulaId): FormulaId {
    return operator === '==' ? equal : operator === '!=' ? this.formulas.not(equal) : FALSE
  }
}

interface Column extends TableColumn {
  /** Distinct cells: the matching values of the column's subject (answer ids for answers). */
  readonly cells: readonly (ReadonlySet<number> | '*')[]
  /** By row: the index of its cell in `cells`. */
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
    this.columns = columns.map((column) => this.compileColumn(column))
  }

  private compileColumn(column: TableColumn): Column {
    const numbers = new Map<string, number>()
    const cells: (ReadonlySet<number> | '*')[] = []
    const cellOf = Int32Array.from(this.table.rows, (row) => {
      const cell = row[column.place] ?? []
      const key = JSON.stringify(cell)
      const existing = numbers.get(key)
      if (existing !== undefined) return existing
      numbers.set(key, cells.length)
      return cells.push(this.values(column, cell)) - 1
    })
    return { ...column, cells, cellOf }
  }

  /** The values that match a cell: answer ids, or value indexes of numbers. */
  private values({ question, answers }: TableColumn, cell: Cell): ReadonlySet<number> | '*' {
    if (cell === '*') return cell
    const parts = cellParts(cell)
    if (answers) return new Set(parts.filter((part) => typeof part === 'number'))
    const spans = this.subjects.spansOf(this.subjects.at(`question:${question.id}`))
    const isIn = (span: Span): boolean =>
      parts.some((part) =>
        span.kind === 'value'
          ? typeof span.value === 'number' && matchesNumber(part, span.value)
          : span.kind === 'between' && typeof part !== 'number' && span.low >= part.from && span.high <= part.to,
      )
    return new Set([...spans.keys()].filter((index) => isIn(spans[index]!)).map((index) => index + 1))
  }

  /** The formula "the selection matches one of the values". In tables that allow combinations, an empty selection matches too. */
  private fits({ question, answers, multiple }: Column, values: ReadonlySet<number> | '*'): FormulaId {
    const { formulas, subjects } = this
    const allows = this.table.mode === 'allow'
    if (values === '*' && allows) return TRUE
    const places = subjects.of(question)
    const isEmpty = formulas.and(places.map((subject) => formulas.in(subject, [0])))
    if (values === '*') return formulas.not(isEmpty)
    const answerValues = answers ? [...values].flatMap((id) => subjects.answer(id) ?? []) : []
    if (multiple) {
      const selected = answerValues.map(({ subject, value }) => formulas.in(subject, [value]))
      return formulas.or(allows ? [isEmpty, ...selected] : selected)
    }
    const matching = answers ? answerValues.filter(({ subject }) => subject === places[0]).map(({ value }) => value) : [...values]
    return places[0] === undefined ? isEmpty : formulas.in(places[0], allows ? [0, ...matching] : matching)
  }

  /** The formula "one of the rows matches the selections in the columns from `at` on". */
  private someRow(rows: readonly number[], columns: readonly Column[], at: number): FormulaId {
    const column = columns[at]
    if (rows.length === 0) return this.formulas.or([])
    if (column === undefined) return TRUE
    const byCell = new Map<number, number[]>()
    for (const row of rows) {
      const cell = column.cellOf[row]!
      const sameRows = byCell.get(cell)
      if (sameRows) sameRows.push(row)
      else byCell.set(cell, [row])
    }
    const byRest = new Map<FormulaId, ReadonlySet<number> | '*'>()
    for (const [cell, sameRows] of byCell) {
      const rest = this.someRow(sameRows, columns, at + 1)
      const values = column.cells[cell]!
      const existing = byRest.get(rest)
      byRest.set(rest, values === '*' || existing === '*' ? '*' : new Set([...(existing ?? []), ...values]))
    }
    return this.formulas.or([...byRest].map(([rest, values]) => this.formulas.and([this.fits(column, values), rest])))
  }

  private constraintOf(rows: readonly number[], columns: readonly Column[]): FormulaId {
    const matches = this.someRow(rows, columns, 0)
    return this.table.mode === 'allow' ? matches : this.formulas.not(matches)
  }

  /** The constraint that the table puts on the other columns if this column has the value. */
  private constraintForValue(column: Column, value: number): FormulaId {
    const fits = column.cells.map((values) => values === '*' || values.has(value))
    const rows = [...this.table.rows.keys()].filter((row) => fits[column.cellOf[row]!])
    return this.constraintOf(
      rows,
      this.columns.filter((other) => other !== column),
    )
  }

  /** The rule that the table adds to the answers of a question, by answer id. Null if the question is not an answer column. */
  answersOf(questionId: number): ((answerId: number) => FormulaId) | null {
    const column = this.columns.find(({ question, answers }) => answers && question.id === questionId)
    return column ? (id) => this.constraintForValue(column, id) : null
  }

  /**
   * The constraint on all selections together. If a multi-select question is in the table, only the constraints that do not
   * follow from the answers' rules.
   */
  whole(): FormulaId {
    const { formulas, subjects } = this
    if (this.isWhole) return this.constraintOf([...this.table.rows.keys()], this.columns)
    return formulas.and(
      this.columns.flatMap((column) => {
        if (column.answers) return []
        const subject = subjects.at(`question:${column.question.id}`)
        const values = subjects.spansOf(subject).map((_, index) => index + 1)
        return values.map((value) => formulas.implies(formulas.in(subject, [value]), this.constraintForValue(column, value)))
      }),
    )
  }

  /** True if `whole` covers the complete table, so the rules of single answers are redundant. */
  get isWhole(): boolean {
    return this.table.rows.length > 0 && !this.columns.some(({ multiple }) => multiple)
  }

  has(questionId: number): boolean {
    return this.columns.some(({ question }) => question.id === questionId)
  }
}

/** Fast path for products without tables. */
const unrestricted = { rule: TRUE, standalone: TRUE } as const
const noFormulas: readonly FormulaId[] = []

/** The formulas of all variant tables of a product. */
class TableFormulas {
  private readonly tables: readonly { readonly formula: TableFormula; readonly whole: FormulaId }[]

  constructor(
    locator: ProductLookup,
    private readonly formulas: Formulas,
    subjects: Subjects,
  ) {
    this.tables = (locator.source.tables ?? []).flatMap((table) => {
      const columns = applicableColumns(table, locator)
      const formula = columns && new TableFormula(table, columns, formulas, subjects)
      return formula ? [{ formula, whole: formula.whole() }] : []
    })
  }

  /** The rule that the tables add to an answer, and the part of it that does not follow from the constraints of its question. */
  answer(questionId: number, id: number): { readonly rule: FormulaId; readonly standalone: FormulaId } {
    if (this.tables.length === 0) return unrestricted
    const rules: FormulaId[] = []
    const standalone: FormulaId[] = []
    for (const { formula } of this.tables) {
      const rule = formula.answersOf(questionId)?.(id)
      if (rule === undefined) continue
      rules.push(rule)
      if (!formula.isWhole) standalone.push(rule)
    }
    return { rule: this.formulas.and(rules), standalone: this.formulas.and(standalone) }
  }

  /** The constraints of all tables that contain the question. */
  listFormulas(questionId: number): readonly FormulaId[] {
    if (this.tables.length === 0) return noFormulas
    return this.tables.filter(({ formula }) => formula.has(questionId)).map(({ whole }) => whole)
  }
}

/** Builds the proof model of a product. */
export function createProofModel(source: ProductSource, types: EngineTypes): ProofModel {
  const locator = new ProductLookup(source, types)
  const subjects = new Subjects(locator, locator.constants())
  const writer = new FormulaWriter(locator, subjects)
  const { formulas } = writer
  const tables = new TableFormulas(locator, formulas, subjects)
  const questions = source.questions.map((question): QuestionModel => {
    const hasAnswers = locator.takesAnswers(question)
    const answers = hasAnswers ? locator.answersOf(question) : []
    return {
      id: question.id,
      title: question.title ?? String(question.id),
      required: question.required,
      takesAnswers: hasAnswers,
      subjects: subjects.of(question),
      rule: writer.rule(question.rules),
      tables: tables.listFormulas(question.id),
      answers: answers.map((answer): AnswerModel => {
        const ownRule = writer.rule(answer.rules)
        const { rule, standalone } = tables.answer(question.id, answer.id)
        const { subject, value } = subjects.answer(answer.id)!
        return {
          id: answer.id,
          title: answer.title ?? String(answer.id),
          subject,
          value,
          rule: formulas.and([ownRule, rule]),
          own: formulas.and([ownRule, standalone]),
          selectable: answer.available || !answer.disable_non_available,
        }
      }),
    }
  })
  return {
    lookup: locator,
    formulas,
    subjects: subjects.list,
    sizes: subjects.list.map((subject) => subject.names.length),
    questions,
    questionOf: new Map(questions.map((question) => [question.id, question])),
    answerOf: new Map(questions.flatMap((question) => question.answers.map((answer) => [answer.id, answer] as const))),
    entryOf: (questionId, selection) => subjects.entry(questionId, selection),
    exampleOf: (subject, value, random) => subjects.example(subject, value, random),
    spansOf: (subject) => subjects.spansOf(subject),
    formulaOf: (node) => writer.node(node),
    ruleOf: (stored) => locator.ruleOf(stored),
  }
}
