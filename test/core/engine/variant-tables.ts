// Random variant tables for a product, a literal implementation of their definition, and equivalent rules.
import type { ProductSource, QuestionSource } from '../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../core/engine/program/state.js'
import { parseRule, Malformed, type RuleNode, type StoredRule } from '../../../core/engine/rule/stored.js'
import type { Cell, CellPart, TableRow, TableSource } from '../../../core/engine/variant/variant-table.js'
import { stockTypes } from './engine-product.js'

const takesAnswers = (question: QuestionSource): boolean => stockTypes.questionTypes.get(question.question_type)!.takesAnswers

const listAnswerIds = (source: ProductSource, id: number): number[] =>
  source.answers.filter((answer) => answer.question_id === id).map((answer) => answer.id)

/** A random table over some of the product's questions. */
export function createRandomTable(source: ProductSource, id: number, random: () => number, numbers = true): TableSource {
  const below = (limit: number): number => Math.floor(random() * limit)
  const able = source.questions.filter(
    (question) => (numbers && !takesAnswers(question)) || listAnswerIds(source, question.id).length > 1,
  )
  const questions: QuestionSource[] = []
  for (const count = 2 + below(3); questions.length < Math.min(count, able.length); ) {
    const question = able[below(able.length)]!
    if (!questions.includes(question)) questions.push(question)
  }
  const part = (question: QuestionSource): CellPart => {
    if (takesAnswers(question)) return listAnswerIds(source, question.id)[below(listAnswerIds(source, question.id).length)]!
    const low = question.minval ?? 0
    const from = low + below(Math.min(8, (question.maxval ?? 8) - low + 1))
    return random() < 0.4 ? from : { from, to: from + below(5) }
  }
  const cell = (question: QuestionSource): Cell => {
    const kind = random()
    if (kind < 0.15) return '*'
    return kind < 0.5 ? [part(question), part(question), part(question)] : part(question)
  }
  const mode = random() < 0.6 ? 'allow' : 'forbid'
  const rows = Array.from({ length: mode === 'allow' ? 6 + below(20) : 1 + below(8) }, () => questions.map(cell))
  return { id, name: `Table ${id}`, mode, question_ids: questions.map((question) => question.id), rows }
}

/** The product with random tables. */
export function addTables(source: ProductSource, count: number, random: () => number, numbers = true): ProductSource {
  return { ...source, tables: Array.from({ length: count }, (_, i) => createRandomTable(source, i + 1, random, numbers)) }
}

/** A random selection that a question may have. */
export function drawSelection(
  source: ProductSource,
  random: () => number,
): { readonly question_id: number; readonly value: string | null } {
  const question = source.questions[Math.floor(random() * source.questions.length)]!
  const ids = source.answers.filter(({ question_id }) => question_id === question.id).map(({ id }) => id)
  const low = question.minval ?? 0
  const high = Math.min(low + 12, question.maxval ?? 12)
  if (random() < 0.12) return { question_id: question.id, value: null }
  const pick = (): number =>
    ids.length > 0 ? ids[Math.floor(random() * ids.length)]! : low + Math.floor(random() * (high - low + 1))
  const several = question.question_type === 'Multiselect' ? [...new Set([pick(), pick()])].sort((a, b) => a - b) : [pick()]
  return { question_id: question.id, value: several.join(',') }
}

function hasMatchingCell(cell: Cell, selection: string): boolean {
  if (cell === '*') return true
  const parts = (Array.isArray(cell) ? cell : [cell]) as readonly CellPart[]
  const entered = selection.split(',').map(Number)
  return parts.some((part) =>
    typeof part === 'number' ? entered.includes(part) : entered[0]! >= part.from && entered[0]! <= part.to,
  )
}

/** True if a selection of one of the table's questions is compatible with the other selections, by the definition of variant tables. */
export function isAdmitted(
  table: TableSource,
  question: number,
  selection: string,
  readSelection: (id: number) => string | null,
): boolean {
  const isCompatible = (row: TableRow): boolean =>
    table.question_ids.every((id, at) => {
      if (id === question) return hasMatchingCell(row[at]!, selection)
      const other = readSelection(id)
      return other === null ? table.mode === 'allow' : hasMatchingCell(row[at]!, other)
    })
  return table.rows.some(isCompatible) === (table.mode === 'allow')
}

/** `admits` for the selections of a state. */
export function isAdmittedByTable(state: ConfigurationState, table: TableSource, question: number, selection: string): boolean {
  return isAdmitted(table, question, selection, (id) => state.text[state.program.questionIndex.get(id)!]!)
}

type Operator = '==' | '!=' | '>=' | '<=' | '>' | '<'

const compareField = (questionId: number, operator: Operator, value: number | string): RuleNode => ({
  kind: 'condition',
  condition: { type: 'QuestionProperty', args: { questionId, field: 'selected' }, operator, value },
})
const anyOf = (parts: readonly RuleNode[]): RuleNode => ({ kind: 'any', parts })
const allOf = (parts: readonly RuleNode[]): RuleNode => ({ kind: 'all', parts })
const alwaysTrue = (id: number): RuleNode => anyOf([compareField(id, '==', ''), compareField(id, '!=', '')])
const alwaysFalse = (id: number): RuleNode => allOf([compareField(id, '==', ''), compareField(id, '!=', '')])

function createCellRule(id: number, cell: Cell, allows: boolean): RuleNode {
  if (cell === '*') return allows ? alwaysTrue(id) : compareField(id, '!=', '')
  const parts = ((Array.isArray(cell) ? cell : [cell]) as readonly CellPart[]).map((part) =>
    typeof part === 'number'
      ? compareField(id, '==', part)
      : allOf([compareField(id, '>=', part.from), compareField(id, '<=', part.to)]),
  )
  return anyOf(allows ? [compareField(id, '==', ''), ...parts] : parts)
}

/** The negation of a rule. */
function negateRule(node: RuleNode): RuleNode {
  if (node.kind !== 'condition') return { kind: node.kind === 'all' ? 'any' : 'all', parts: node.parts.map(negateRule) }
  const { condition } = node
  const other = { '==': '!=', '!=': '==', '>=': '<', '<=': '>', '>': '<=', '<': '>=' } as const
  const opposite: RuleNode = { kind: 'condition', condition: { ...condition, operator: other[condition.operator] } }
  // Ordered comparisons fail if nothing is selected.
  return condition.operator === '==' || condition.operator === '!='
    ? opposite
    : anyOf([opposite, compareField(Number(condition.args['questionId']), '==', '')])
}

function createAnswerRule(table: TableSource, question: number, answer: number): RuleNode {
  const column = table.question_ids.indexOf(question)
  const rows = table.rows.filter((row) => hasMatchingCell(row[column]!, String(answer)))
  const allows = table.mode === 'allow'
  const rules = rows.map((row) =>
    allOf(table.question_ids.flatMap((id, at) => (at === column ? [] : [createCellRule(id, row[at]!, allows)]))),
  )
  const rule = rules.length === 0 ? alwaysFalse(question) : anyOf(rules)
  return allows ? rule : negateRule(rule)
}

function addTableRule(own: StoredRule, table: RuleNode): StoredRule {
  const parsed = parseRule(own)
  if (parsed instanceof Malformed) return own
  if (!parsed) return { not: false, root: table }
  return parsed.not
    ? { not: true, root: anyOf([parsed.root, negateRule(table)]) }
    : { not: false, root: allOf([parsed.root, table]) }
}

/** The product without its tables. Rules of the answers express the same, for selected and unselected questions. */
export function rewriteTablesAsRules(source: ProductSource): ProductSource {
  const answers = source.answers.map((answer) => {
    const tables = (source.tables ?? []).filter(({ question_ids }) => question_ids.includes(answer.question_id))
    const rules = tables.reduce(
      (own: StoredRule, table) => addTableRule(own, createAnswerRule(table, answer.question_id, answer.id)),
      answer.rules,
    )
    return { ...answer, rules }
  })
  return { ...source, tables: [], answers }
}
