// A stored rule that names other records: the rule of a copy names the copies of what the original names.
import type { Repoint } from '../../ground/property/kind.js'
import { repointArguments } from '../question/references.js'
import type { ConditionType } from './define.js'
import { Malformed, parseRule, type RuleNode, spellRule, type StoredCondition } from './stored.js'

function condition(
  { type: name, args, value, ...rest }: StoredCondition,
  types: ReadonlyMap<string, ConditionType>,
  to: Repoint,
): StoredCondition {
  const type = types.get(name)
  if (!type) return { type: name, args, value, ...rest }
  const operand = 'operand' in type ? type.operand(args) : null
  const isAnswer =
    typeof value === 'number' &&
    (rest.valueIsAnswer === true || (operand !== null && 'question' in operand && to.isOf('answer', value, operand.question)))
  return {
    ...rest,
    type: name,
    args: repointArguments(type, args, to),
    value: isAnswer ? to.idOf('answer', value) : value,
  }
}

function node(held: RuleNode, types: ReadonlyMap<string, ConditionType>, to: Repoint): RuleNode {
  return held.kind === 'condition'
    ? { kind: 'condition', condition: condition(held.condition, types, to) }
    : { ...held, parts: held.parts.map((part) => node(part, types, to)) }
}

/** As it is stored again. One that cannot be read names nothing and stays as it is, as do conditions of types that nobody brings. */
export function repointRule(stored: string, types: ReadonlyMap<string, ConditionType>, to: Repoint): string {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return stored
  return spellRule({ ...parsed, root: node(parsed.root, types, to) })
}
