// What a type's arguments are and which ids they hold: by the operand that it resolves to, or by its properties.
import type { Reference, Repoint } from '../../ground/property/kind.js'
import { nameProperties } from '../../ground/property/kind.js'
import type { Arguments, Operand, OperandType } from './operand.js'
import { idFrom } from './selection.js'

/** The records that an operand names. */
export function operandReferences(operand: Operand): readonly Reference[] {
  if ('calculation' in operand) return [{ entity: 'calculation', id: operand.calculation }]
  if ('customerGroup' in operand) return []
  const question = { entity: 'question', id: operand.question }
  return operand.answerId === undefined ? [question] : [question, { entity: 'answer', id: operand.answerId }]
}

/**
 * Stored arguments as a type's own code reads them: prepared and judged by its properties, defaults filled in; null where one is
 * missing or wrong.
 */
export function preparedArguments(type: Pick<OperandType<never>, 'properties'>, args: Arguments): Arguments | null {
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

/** The records that the arguments of a type with code of its own name, as its properties say. */
export function argumentReferences(type: Pick<OperandType<never>, 'properties'>, args: Arguments): readonly Reference[] {
  return Object.values(nameProperties(type.properties)).flatMap((property) => {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    return value === null || value === undefined ? [] : (property.kind.references?.(value, property) ?? [])
  })
}

/** Stored arguments that name other records: ids in the keys of the short form that take one, and in properties whose kind holds some. */
export function repointArguments(
  { properties, authoring }: Pick<OperandType<never>, 'authoring' | 'properties'>,
  args: Arguments,
  to: Repoint,
): Arguments {
  const other: Record<string, unknown> = { ...args }
  for (const { stored, entity } of Object.values(authoring?.keys ?? {})) {
    const id = idFrom(String(args[stored] ?? ''))
    if (entity !== undefined && id > 0) other[stored] = to.idOf(entity, id)
  }
  for (const property of Object.values(nameProperties(properties))) {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value !== null && value !== undefined && property.kind.repoint) {
      other[property.name] = property.kind.repoint(value, property, to)
    }
  }
  return other
}
