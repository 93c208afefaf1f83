// The restriction of an answer by a variant table, as a condition that is added to the answer's rule.
// Evaluation and explanations treat it like any other condition.
import type { PropertyKind, UnnamedProperty } from '../../foundation/property/kind.js'
import { isObject } from '../../foundation/json.js'
import type { ConditionType } from '../rule/condition-type.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import type { RowIndex } from './row-index.js'

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
