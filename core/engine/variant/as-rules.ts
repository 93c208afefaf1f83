// The same product with its variant tables written into the rules of answers, for engines that know rules alone: a browser's.
import type { AnswerSource, ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { Locator } from '../proof/locate.js'
import { Malformed, parseRule, type ParsedRule, type RuleNode, type StoredRule } from '../rule/stored.js'
import { columnsOf, type TableColumn } from './columns.js'
import { type Cell, partsOf, type TableRow, type TableSource } from './define.js'

/** Conditions beyond which a product is not worth writing so. */
const mostConditions = 10_000

class TooLong extends Error {}

class RuleWriting {
  private conditions = 0

  /** Where `negated`, each is written as what does not hold: NOT stands only at the top of a rule. */
  private selected({ question }: TableColumn, isIt: boolean, value: number | ''): RuleNode {
    if (++this.conditions > mostConditions) throw new TooLong()
    const operator = isIt ? '==' : '!='
    const args = { questionId: question.id, field: 'selected' }
    return { kind: 'condition', condition: { type: 'QuestionProperty', args, operator, value } }
  }

  /** What is selected fits the cell; or nothing is, where the table allows. null = always. */
  private fits(column: TableColumn, cell: Cell, mode: TableSource['mode'], negated: boolean): RuleNode | null {
    if (cell === '*') return mode === 'allow' ? null : this.selected(column, negated, '')
    const values: (number | '')[] = partsOf(cell).filter((part) => typeof part === 'number')
    if (mode === 'allow') values.unshift('')
    // No answer has this id.
    if (values.length === 0) values.push(0)
    return group(
      negated ? 'all' : 'any',
      values.map((value) => this.selected(column, !negated, value)),
    )
  }

  /** The row fits what is selected beside one column. null = always. */
  private row(row: TableRow, others: readonly TableColumn[], mode: TableSource['mode'], negated: boolean): RuleNode | null {
    const parts = others
      .map((column) => this.fits(column, row[column.place] ?? [], mode, negated))
      .filter((part) => part !== null)
    return parts.length === 0 ? null : group(negated ? 'any' : 'all', parts)
  }

  /** When an answer applies, as far as the table has a say: true for always, false for never. */
  answer(
    table: TableSource,
    columns: readonly TableColumn[],
    column: TableColumn,
    id: number,
    negated: boolean,
  ): RuleNode | boolean {
    const { mode } = table
    const others = columns.filter((other) => other !== column)
    const isOf = (cell: Cell): boolean => cell === '*' || partsOf(cell).includes(id)
    const rows = table.rows.filter((row) => isOf(row[column.place] ?? []))
    const turned = negated === (mode === 'allow')
    const parts = rows.map((row) => this.row(row, others, mode, turned))
    if (parts.includes(null)) return mode === 'allow'
    if (parts.length === 0) return mode === 'forbid'
    return group(
      turned ? 'all' : 'any',
      parts.filter((part) => part !== null),
    )
  }
}

function group(kind: 'all' | 'any', parts: readonly RuleNode[]): RuleNode {
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

/** Never holds: it cannot be read. */
const never = 'never'

function joined(own: ParsedRule | null, tables: readonly RuleNode[]): StoredRule {
  const not = own?.not ?? false
  const parts = [...(own ? [own.root] : []), ...tables]
  return parts.length === 0 ? null : { not, root: group(not ? 'any' : 'all', parts) }
}

/**
 * Without tables; null where that would be too long, or where numbers have a column: no rule refuses one. The answers are given in
 * place of the product's own, which may have been made of them.
 */
export function tablesAsRules(source: ProductSource, types: EngineTypes): ProductSource | null {
  const locator = new Locator(source, types)
  const writing = new RuleWriting()
  const counting = (source.tables ?? []).flatMap((table) => {
    const columns = columnsOf(table, locator)
    return columns ? [{ table, columns }] : []
  })
  if (counting.some(({ columns }) => columns.some(({ answers }) => !answers))) return null
  const written = (answer: AnswerSource): StoredRule => {
    const own = parseRule(answer.rules)
    if (own instanceof Malformed) return answer.rules
    const parts: RuleNode[] = []
    for (const { table, columns } of counting) {
      const column = columns.find(({ question }) => question.id === answer.question_id)
      if (!column) continue
      const rule = writing.answer(table, columns, column, answer.id, own?.not ?? false)
      if (rule === false) return never
      if (rule !== true) parts.push(rule)
    }
    return joined(own, parts)
  }
  try {
    return { ...source, tables: [], answers: source.answers.map((answer) => ({ ...answer, rules: written(answer) })) }
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}
