// A tool's input schema from its action's property map, held to what hosts really accept: no unions, no references, arrays with items.
import { type SpellAction, spellActions } from '#core/action/spelling.js'
import { type JsonSchema, nameProperties, type Property, type PropertyMap } from '#core/ground/property/kind.js'

/** Bounds of a column say nothing to a caller. */
const widest = 1e12

/** A property's schema without null, as hosts take it. */
function argumentSchema(property: Property, choices: readonly string[] | undefined, spell: SpellAction): JsonSchema {
  const { type, enum: values, minimum, maximum, description, ...shape } = property.kind.schema(property, 'write') ?? {}
  const single = [type].flat().find((name) => name !== 'null')
  const allowed = choices ?? (Array.isArray(values) ? values.filter((value) => value !== null && value !== '') : undefined)
  const told = property.help ?? (typeof description === 'string' ? description : `${property.label}.`)
  return {
    type: single ?? 'object',
    ...(choices ? {} : shape),
    ...(allowed && { enum: allowed }),
    ...(typeof minimum === 'number' && Math.abs(minimum) < widest && { minimum }),
    ...(typeof maximum === 'number' && Math.abs(maximum) < widest && { maximum }),
    description: spellActions(told, spell),
  }
}

/** `choices` fill the enum of the arguments that they name. */
export function inputSchema(
  input: PropertyMap,
  choices: Readonly<Record<string, readonly string[]>>,
  spell: SpellAction,
): JsonSchema {
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
