// The ids that a type's arguments hold: from the operand it resolves to, or from its properties.
import type { Reference } from '../../ground/property/kind.js'
import { nameProperties } from '../../ground/property/kind.js'
import type { Arguments, Operand, OperandType } from './operand.js'

/** The records that an operand names. */
export function operandReferences(operand: Operand): readonly Reference[] {
  if ('calculation' in operand) return [{ entity: 'calculation', id: operand.calculation }]
  if ('customerGroup' in operand) return []
  const question = { entity: 'question', id: operand.question }
  return operand.answerId === undefined ? [question] : [question, { entity: 'answer', id: operand.answerId }]
}

/** The records that the arguments of a type with code of its own name, as its properties say. */
export function argumentReferences(type: Pick<OperandType<never>, 'properties'>, args: Arguments): readonly Reference[] {
  return Object.values(nameProperties(type.properties)).flatMap((property) => {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    return value === null || value === undefined ? [] : (property.kind.references?.(value, property) ?? [])
  })
}
