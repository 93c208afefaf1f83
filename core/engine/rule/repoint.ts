// Replaces the record ids in a stored rule when a product is copied, so the copy references its own records.
import type { Repoint } from '../../foundation/property/kind.js'
import { repointArguments } from '../question/references.js'
import type { ConditionType } from './condition-type.js'
import { Malformed, parseRule, type RuleNode, serializeRule, type StoredCondition } from './stored.js'

function repointCondition(
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

function repointNode(original: RuleNode, types: ReadonlyMap<string, ConditionType>, to: Repoint): RuleNode {
  return original.kind === 'condition'
    ? { kind: 'condition', condition: repointCondition(original.condition, types, to) }
    : { ...original, parts: original.parts.map((part) => repointNode(part, types, to)) }
}

/** Replaces the ids. Malformed rules and conditions of unregistered types stay unchanged. */
export function repointRule(stored: string, types: ReadonlyMap<string, ConditionType>, to: Repoint): string {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return stored
  return serializeRule({ ...parsed, root: repointNode(parsed.root, types, to) })
}
