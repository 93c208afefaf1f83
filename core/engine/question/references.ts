// The arguments of condition and term types, and the records that they reference.
import { type Reference, type Repoint, nameProperties } from '../../foundation/property/kind.js'
import type { Arguments, Operand, OperandType } from './operand.js'
import { parseId } from './selection.js'

/** The records that an operand references. */
export function operandReferences(operand: Operand): readonly Reference[] {
  if ('calculation' in operand) return [{ entity: 'calculation', id: operand.calculation }]
  if ('customerGroup' in operand) return []
  const question = { entity: 'question', id: operand.question }
  return operand.answerId === undefined ? [question] : [question, { entity: 'answer', id: operand.answerId }]
}

/** The arguments for a computed type: converted, validated and with default values. Null if an argument is missing or invalid. */
export function prepareArguments(type: Pick<OperandType<never>, 'properties'>, args: Arguments): Arguments | null {
  const prepared: Record<string, unknown> = {}
  for (const property of Object.values(nameProperties(type.properties))) {
    const stored = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    const value = stored ?? property.default ?? null
    if (value === null && property.required) return null
    if (value === null) continue
    if (property.kind.validate(value, property).length > 0) return null
    prepared[property.name] = value
  }
  return prepared
}

/** The records that the arguments of a computed type reference. */
export function argumentReferences(type: Pick<OperandType<never>, 'properties'>, args: Arguments): readonly Reference[] {
  return Object.values(nameProperties(type.properties)).flatMap((property) => {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    return value === null || value === undefined ? [] : (property.kind.references?.(value, property) ?? [])
  })
}

/** Replaces the record ids in stored arguments: ids in keys of the short form, and ids in properties. */
export function repointArguments(
  { properties, authoring }: Pick<OperandType<never>, 'authoring' | 'properties'>,
  args: Arguments,
  to: Repoint,
): Arguments {
  const result: Record<string, unknown> = { ...args }
  for (const { stored, entity } of Object.values(authoring?.keys ?? {})) {
    const id = parseId(String(args[stored] ?? ''))
    if (entity !== undefined && id > 0) result[stored] = to.idOf(entity, id)
  }
  for (const property of Object.values(nameProperties(properties))) {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value !== null && value !== undefined && property.kind.repoint) {
      result[property.name] = property.kind.repoint(value, property, to)
    }
  }
  return result
}
