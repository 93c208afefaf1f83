// The ids that a stored rule holds, for "is this still in use" (spec 2.4): questions, answers, calculations.
import type { Reference } from '../../ground/property/kind.js'
import { argumentReferences, operandReferences } from '../question/references.js'
import type { ConditionType } from './define.js'
import { conditionsOf, Malformed, parseRule } from './stored.js'

/** Every record that the rule names, each once. A malformed rule holds none. */
export function ruleReferences(stored: string | null, types: ReadonlyMap<string, ConditionType>): readonly Reference[] {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return []
  const found = new Map<string, Reference>()
  const note = (reference: Reference): void => {
    found.set(`${reference.entity} ${reference.id}`, reference)
  }
  for (const { type: name, args, value, valueIsAnswer } of conditionsOf(parsed.root)) {
    const type = types.get(name)
    if (!type) continue
    const operand = 'operand' in type ? type.operand(args) : null
    for (const reference of 'operand' in type ? (operand ? operandReferences(operand) : []) : argumentReferences(type, args))
      note(reference)
    if (valueIsAnswer && typeof value === 'number') note({ entity: 'answer', id: value })
  }
  return [...found.values()]
}
