// The input schema of a tool. Hosts reject unions, references, type lists and arrays without `items`, so it has none.
import type { PropertyMap } from '#core/contract.js'
import { type ActionNamer, type JsonSchema, nameProperties, type Property, replaceActionNames } from '#core/surface.js'

/** Entity names that an argument accepts. They replace the values of its own schema. */
type EntityNames = readonly string[]

/** Larger bounds come from the column type and do not help a caller. */
const largestBound = 1e12
const columnBounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'])

/** The schema of a property without null. */
function argumentSchema(property: Property, entities: EntityNames | undefined, spell: ActionNamer): JsonSchema {
  const { type, enum: values, minimum, maximum, description, ...shape } = property.kind.schema(property, 'write') ?? {}
  const nonNullType = [type].flat().find((name) => name !== 'null')
  const nonEmptyValues = Array.isArray(values) ? values.filter((value) => value !== null && value !== '') : undefined
  const allowed = entities ?? nonEmptyValues
  const text = property.help ?? (typeof description === 'string' ? description : `${property.label}.`)
  const members = Object.entries(entities ? {} : shape).filter(([name]) => !columnBounds.has(name))
  return {
    type: nonNullType ?? 'object',
    ...Object.fromEntries(members),
    ...(allowed && { enum: allowed }),
    ...(typeof minimum === 'number' && ![0, 1].includes(minimum) && Math.abs(minimum) < largestBound && { minimum }),
    ...(typeof maximum === 'number' && Math.abs(maximum) < largestBound && { maximum }),
    description: replaceActionNames(text, spell),
  }
}

/** @param entities entity names by argument name */
export function inputSchema(input: PropertyMap, entities: Readonly<Record<string, EntityNames>>, spell: ActionNamer): JsonSchema {
  const properties = Object.values(nameProperties(input))
  const members = properties.map((property) => [property.name, argumentSchema(property, entities[property.name], spell)] as const)
  const required = properties.filter((property) => property.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
