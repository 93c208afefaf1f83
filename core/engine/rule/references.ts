// The records that a stored rule references, and the replacement of their ids when a product is copied.
import type { Reference, Repoint } from '../../foundation/property/kind.js'
import { argumentReferences, operandReferences, repointArguments } from '../question/references.js'
import type { ConditionType } from './condition-type.js'
import { walkConditions, Malformed, parseRule, type RuleNode, serializeRule, type StoredCondition } from './stored.js'

/** All referenced records without duplicates. Empty for a malformed rule. */
export function ruleReferences(stored: string | null, types: ReadonlyMap<string, ConditionType>): readonly Reference[] {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return []
  const references = new Map<string, Reference>()
  const collect = (reference: Reference): void => {
    references.set(`${reference.entity} ${reference.id}`, reference)
  }
  for (const { type: name, args, value, valueIsAnswer } of walkConditions(parsed.root)) {
    const type = types.get(name)
    if (!type) continue
    const operand = 'operand' in type ? type.operand(args) : null
    for (const reference of 'operand' in type ? (operand ? operandReferences(operand) : []) : argumentReferences(type, args))
      collect(reference)
    if (valueIsAnswer && typeof value === 'number') collect({ entity: 'answer', id: value })
  }
  return [...references.values()]
}

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
