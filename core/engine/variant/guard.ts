// What a variant table says of one answer, as a condition beside the answer's own rule: whatever evaluates or explains rules sees it.
import type { PropertyKind, UnnamedProperty } from '../../ground/property/kind.js'
import { isObject } from '../../ground/object.js'
import type { ConditionType } from '../rule/define.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import type { RowIndex } from './row-index.js'

/** No author can write it: the types that can be written are those that plugins bring, and none of them has a blank in its name. */
export const guardName = 'variant table'

/** Which answer in which column of which table, and the questions of the other columns. */
export interface Guard {
  readonly table: number
  readonly column: number
  readonly selection: string
  readonly questions: readonly number[]
}

const isGuard = (value: unknown): value is Guard => isObject(value) && Array.isArray(value['questions'])

/** The guard that a condition asks for; null for any other condition. */
export function guardOf({ type, args }: StoredCondition): Guard | null {
  const { guard } = args
  return type === guardName && isGuard(guard) ? guard : null
}

/** Never stored, read or written: it only says which questions a guard depends on. */
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

/** The type of the conditions that ask these tables. */
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

const condition = (guard: Guard, value: boolean): RuleNode => {
  const stored: StoredCondition = { type: guardName, args: { guard }, operator: '==', value }
  return { kind: 'condition', condition: stored }
}

/** An answer's own rule and its tables together. A rule that cannot be read stays so: its answer never applies. */
export function guarded(own: StoredRule, guards: readonly Guard[]): StoredRule {
  const parsed = parseRule(own)
  if (parsed instanceof Malformed) return own
  // NOT stands only at the top: what is turned round is that the rule holds, or that a table does not.
  const not = parsed?.not ?? false
  const parts = [...(parsed ? [parsed.root] : []), ...guards.map((guard) => condition(guard, !not))]
  return { not, root: parts.length === 1 ? parts[0]! : { kind: not ? 'any' : 'all', parts } }
}
