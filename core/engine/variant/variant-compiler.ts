// Compiles a product with its variant tables. They become rules of the answers in their columns and limits for entered numbers.
import { Refusal, type PropertyKind, type UnnamedProperty } from '../../foundation/property/kind.js'
import { compileProgram } from '../program/compiler.js'
import { formatTypedNumber } from '../../foundation/parse-number.js'
import { callerLanguage, translateMessage, type EvaluationTexts, type StateView, type Program } from '../program/program.js'
import type { ProductSource, EngineTypes } from '../program/source.js'
import { ProductLookup } from '../proof/product-lookup.js'
import { applicableColumns, type SelectionReader, RowIndex } from './row-index.js'
import type { CellPart } from './variant-table.js'
import { isObject } from '../../foundation/json.js'
import type { ConditionType } from '../question/operand.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'

// The restriction of an answer by a table, as a condition that is added to the answer's rule. Evaluation and explanations treat it like any
// other condition.

/** Authors cannot write this name: they can only use types from plugins, whose names contain no space. */
export const guardName = 'variant table'

/** A table, a column, an answer in it, and the questions of the other columns. */
export interface TableGuard {
  readonly table: number
  readonly column: number
  readonly selection: string
  readonly questions: readonly number[]
}

const isGuard = (value: unknown): value is TableGuard => isObject(value) && Array.isArray(value['questions'])

/** The guard of a condition. Null for other conditions. */
export function findGuard({ type, args }: StoredCondition): TableGuard | null {
  const { guard } = args
  return type === guardName && isGuard(guard) ? guard : null
}

/** Never stored, read or written. It only declares the questions on which a guard depends. */
const guardKind: PropertyKind = {
  name: 'guard',
  control: 'none',
  column: () => null,
  schema: () => null,
  typeText: () => 'never',
  prepare: (value) => value,
  validate: () => [],
  references: (value) => (isGuard(value) ? value.questions.map((id) => ({ entity: 'question', id })) : []),
}

const guardProperty: UnnamedProperty = { kind: guardKind, label: 'Guard', required: true, options: {} }

/** The condition type that evaluates these tables. */
export function guardType(tables: readonly RowIndex[]): ConditionType {
  return {
    name: guardName,
    label: 'Variant table',
    properties: { guard: guardProperty },
    kind: 'boolean',
    evaluate({ guard }, reader) {
      return isGuard(guard) && tables[guard.table]!.admits(guard.column, guard.selection, reader.selection)
    },
  }
}

const guardCondition = (guard: TableGuard, value: boolean): RuleNode => {
  const stored: StoredCondition = { type: guardName, args: { guard }, operator: '==', value }
  return { kind: 'condition', condition: stored }
}

/** Combines an answer's rule with its table conditions. A malformed rule stays malformed, so the answer never applies. */
export function addGuards(ownRule: StoredRule, guards: readonly TableGuard[]): StoredRule {
  const parsed = parseRule(ownRule)
  if (parsed instanceof Malformed) return ownRule
  // NOT is allowed only at the top. In a negated rule the parts are combined with `any` and the table conditions are negated.
  const not = parsed?.not ?? false
  const parts = [...(parsed ? [parsed.root] : []), ...guards.map((guard) => guardCondition(guard, !not))]
  return { not, root: parts.length === 1 ? parts[0]! : { kind: not ? 'any' : 'all', parts } }
}

// Limits for entered numbers, and the program.

/** Maximum number of values or ranges in a message. */
const maxListed = 12

interface ColumnPosition {
  readonly index: RowIndex
  readonly column: number
}

function formatParts(parts: readonly CellPart[], texts: EvaluationTexts | undefined): string {
  const lowerLimit = (part: CellPart): number => (typeof part === 'number' ? part : part.from)
  const labels = parts
    .toSorted((a, b) => lowerLimit(a) - lowerLimit(b))
    .map((part) =>
      typeof part === 'number'
        ? formatTypedNumber(part, callerLanguage(texts))
        : translateMessage(texts, 'shop.valueRange', { from: part.from, to: part.to }),
    )
  const distinct = [...new Set(labels)]
  return distinct.slice(0, maxListed).join(', ') + (distinct.length > maxListed ? ', …' : '')
}

/** The refusal for a number, with the numbers that are possible for the other selections. */
function refuseNumber(
  { index, column }: ColumnPosition,
  question: string,
  read: SelectionReader,
  texts: EvaluationTexts | undefined,
): Refusal {
  const possibleParts = index.listParts(column, read) ?? []
  const values = { question, values: formatParts(possibleParts, texts) }
  if (index.table.mode === 'forbid') return new Refusal(translateMessage(texts, 'shop.valuesImpossible', values))
  if (possibleParts.length > 0) return new Refusal(translateMessage(texts, 'shop.onlyValuesPossible', values))
  return new Refusal(translateMessage(texts, 'shop.nothingPossible', values))
}

/** Compiles a product including its variant tables. Without tables the same as `compile`. */
export function compileWithTables(source: ProductSource, types: EngineTypes): Program {
  const { tables = [] } = source
  if (tables.length === 0) return compileProgram(source, types)
  const locator = new ProductLookup(source, types)
  const indexes: RowIndex[] = []
  const guards = new Map<number, TableGuard[]>()
  const numberColumns = new Map<number, ColumnPosition[]>()
  for (const table of tables) {
    const columns = applicableColumns(table, locator)
    if (!columns) continue
    const index = new RowIndex(table, columns)
    indexes.push(index)
    for (const [column, { question, answers }] of columns.entries()) {
      if (!answers) {
        numberColumns.set(question.id, [...(numberColumns.get(question.id) ?? []), { index, column }])
        continue
      }
      const questions = columns.flatMap((other, at) => (at === column ? [] : [other.question.id]))
      for (const { id } of locator.answersOf(question)) {
        const guard = { table: indexes.length - 1, column, selection: String(id), questions }
        guards.set(id, [...(guards.get(id) ?? []), guard])
      }
    }
  }
  const answers = source.answers.map((answer) => {
    const answerGuards = guards.get(answer.id)
    return answerGuards ? { ...answer, rules: addGuards(answer.rules, answerGuards) } : answer
  })
  const conditionTypes = new Map([...types.conditionTypes, [guardName, guardType(indexes)]])
  const program = compileProgram({ ...source, answers }, { ...types, conditionTypes })
  const selectionReader =
    ({ text }: StateView): SelectionReader =>
    (other) =>
      text[program.questionIndex.get(other)!]!
  return {
    ...program,
    // The original source: proofs and guidance read the tables themselves.
    source,
    findBlockingTables(state, question, value) {
      const { id, type } = program.questions[question]!
      const read = selectionReader(state)
      const answerGuards = guards.get(Number(value)) ?? []
      const positions = type.takesAnswers
        ? answerGuards.map(({ table, column }): ColumnPosition => ({ index: indexes[table]!, column }))
        : (numberColumns.get(id) ?? [])
      return positions.filter(({ index, column }) => !index.admits(column, value, read)).map(({ index }) => index.table.id)
    },
    refuseNumber(state, question, value) {
      const { id, settings } = program.questions[question]!
      const { texts } = state.context
      const read = selectionReader(state)
      const position = numberColumns.get(id)?.find(({ index, column }) => !index.admits(column, value, read))
      return position && refuseNumber(position, texts?.questions[id] ?? settings.title, read, texts)
    },
  }
}
