// Converts variant tables into rules of answers, for engines that only know rules: the client engine in the browser.
import type { AnswerSource, ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { ProductLookup } from '../proof/product-lookup.js'
import { Malformed, parseRule, type ParsedRule, type RuleNode, type StoredRule } from '../rule/stored.js'
import { applicableColumns, type TableColumn } from './row-index.js'
import { type Cell, cellParts, type TableRow, type TableSource } from './variant-table.js'

/** Maximum number of conditions. Larger products are not converted. */
const maxConditions = 10_000

class TooLong extends Error {}

class TableRuleWriter {
  private conditions = 0

  /** The condition "this value is selected" (or not). NOT is allowed only at the top of a rule, so negations are written out. */
  private selected({ question }: TableColumn, isEqual: boolean, value: number | ''): RuleNode {
    if (++this.conditions > maxConditions) throw new TooLong()
    const operator = isEqual ? '==' : '!='
    const args = { questionId: question.id, field: 'selected' }
    return { kind: 'condition', condition: { type: 'QuestionProperty', args, operator, value } }
  }

  /**
   * The condition "the selection matches the cell". In a table that allows combinations, an empty selection matches too. Null =
   * always true.
   */
  private cellCondition(column: TableColumn, cell: Cell, mode: TableSource['mode'], negated: boolean): RuleNode | null {
    if (cell === '*') return mode === 'allow' ? null : this.selected(column, negated, '')
    const values: (number | '')[] = cellParts(cell).filter((part) => typeof part === 'number')
    if (mode === 'allow') values.unshift('')
    // No answer has the id 0.
    if (values.length === 0) values.push(0)
    return group(
      negated ? 'all' : 'any',
      values.map((value) => this.selected(column, !negated, value)),
    )
  }

  /** The condition "the row matches the selections in the other columns". Null = always true. */
  private row(row: TableRow, otherColumns: readonly TableColumn[], mode: TableSource['mode'], negated: boolean): RuleNode | null {
    const parts = otherColumns
      .map((column) => this.cellCondition(column, row[column.place] ?? [], mode, negated))
      .filter((part) => part !== null)
    return parts.length === 0 ? null : group(negated ? 'any' : 'all', parts)
  }

  /** The rule that the table adds to an answer. True = always applies, false = never applies. */
  answer(
    table: TableSource,
    columns: readonly TableColumn[],
    column: TableColumn,
    id: number,
    negated: boolean,
  ): RuleNode | boolean {
    const { mode } = table
    const otherColumns = columns.filter((other) => other !== column)
    const matchesAnswer = (cell: Cell): boolean => cell === '*' || cellParts(cell).includes(id)
    const rows = table.rows.filter((row) => matchesAnswer(row[column.place] ?? []))
    const isNegated = negated === (mode === 'allow')
    const parts = rows.map((row) => this.row(row, otherColumns, mode, isNegated))
    if (parts.includes(null)) return mode === 'allow'
    if (parts.length === 0) return mode === 'forbid'
    return group(
      isNegated ? 'all' : 'any',
      parts.filter((part) => part !== null),
    )
  }
}

function group(kind: 'all' | 'any', parts: readonly RuleNode[]): RuleNode {
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

/** A malformed rule never holds. */
const malformedRule = 'never'

function joinRules(ownRule: ParsedRule | null, tables: readonly RuleNode[]): StoredRule {
  const not = ownRule?.not ?? false
  const parts = [...(ownRule ? [ownRule.root] : []), ...tables]
  return parts.length === 0 ? null : { not, root: group(not ? 'any' : 'all', parts) }
}

/**
 * Returns the product without tables, with the tables as rules. Null if the rules would be too long or a table has a numeric
 * column, because rules cannot restrict numbers. The result contains new answers.
 */
export function convertTablesToRules(source: ProductSource, types: EngineTypes): ProductSource | null {
  const locator = new ProductLookup(source, types)
  const writer = new TableRuleWriter()
  const applicable = (source.tables ?? []).flatMap((table) => {
    const columns = applicableColumns(table, locator)
    return columns ? [{ table, columns }] : []
  })
  if (applicable.some(({ columns }) => columns.some(({ answers }) => !answers))) return null
  const answerRule = (answer: AnswerSource): StoredRule => {
    const ownRule = parseRule(answer.rules)
    if (ownRule instanceof Malformed) return answer.rules
    const parts: RuleNode[] = []
    for (const { table, columns } of applicable) {
      const column = columns.find(({ question }) => question.id === answer.question_id)
      if (!column) continue
      const rule = writer.answer(table, columns, column, answer.id, ownRule?.not ?? false)
      if (rule === false) return malformedRule
      if (rule !== true) parts.push(rule)
    }
    return joinRules(ownRule, parts)
  }
  try {
    return { ...source, tables: [], answers: source.answers.map((answer) => ({ ...answer, rules: answerRule(answer) })) }
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}
