// The records that a stored rule references: questions, answers, calculations.
import type { Reference } from '../../foundation/property/kind.js'
import { argumentReferences, operandReferences } from '../question/references.js'
import type { ConditionType } from './condition-type.js'
import { walkConditions, Malformed, parseRule } from './stored.js'

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
