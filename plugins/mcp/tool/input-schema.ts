// A tool's input schema from its action's property map, held to what hosts really accept: no unions, no references, arrays with items.
import { type SpellAction, spellActions } from '#core/action/spelling.js'
import { type JsonSchema, nameProperties, type Property, type PropertyMap } from '#core/ground/property/kind.js'

/** The values that an argument accepts beyond its own schema: names of entities. */
type Choices = readonly string[]

/** Bounds of a column say nothing to a caller; a refusal says what was too long. */
const widest = 1e12
const columnBounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'])

/** A property's schema without null, as hosts take it. */
function argumentSchema(property: Property, choices: Choices | undefined, spell: SpellAction): JsonSchema {
  const { type, enum: values, minimum, maximum, description, ...shape } = property.kind.schema(property, 'write') ?? {}
  const single = [type].flat().find((name) => name !== 'null')
  const known = Array.isArray(values) ? values.filter((value) => value !== null && value !== '') : undefined
  const allowed = choices ?? known
  const told = property.help ?? (typeof description === 'string' ? description : `${property.label}.`)
  const members = Object.entries(choices ? {} : shape).filter(([name]) => !columnBounds.has(name))
  return {
    type: single ?? 'object',
    ...Object.fromEntries(members),
    ...(allowed && { enum: allowed }),
    ...(typeof minimum === 'number' && ![0, 1].includes(minimum) && Math.abs(minimum) < widest && { minimum }),
    ...(typeof maximum === 'number' && Math.abs(maximum) < widest && { maximum }),
    description: spellActions(told, spell),
  }
}

/** @param choices by the name of the argument */
export function inputSchema(input: PropertyMap, choices: Readonly<Record<string, Choices>>, spell: SpellAction): JsonSchema {
  const properties = Object.values(nameProperties(input))
  const members = properties.map((property) => [property.name, argumentSchema(property, choices[property.name], spell)] as const)
  const required = properties.filter((property) => property.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
