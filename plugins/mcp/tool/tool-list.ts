// The list of tools: one per action, restricted to a grant.
import type { Grant, PropertyMap } from '#core/contract.js'
import {
  type ActionDeclaration,
  type ActionNamer,
  type JsonSchema,
  type Registry,
  replaceActionNames,
  type Property,
  accessRules,
  entityModel,
} from '#core/surface.js'

/** Entity names that an argument accepts. They replace the values of its own schema. */
type EntityNames = readonly string[]

/** Larger bounds come from the column type and do not help a caller. */
const largestBound = 1e12
const columnBounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'])

/** The schema of a property without null. */
function argumentSchema(property: Property, entities: EntityNames | undefined, formatActionName: ActionNamer): JsonSchema {
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
    description: replaceActionNames(text, formatActionName),
  }
}

/** @param entities entity names by argument name */
function inputSchema(
  input: PropertyMap,
  entities: Readonly<Record<string, EntityNames>>,
  formatActionName: ActionNamer,
): JsonSchema {
  const properties = Object.values(entityModel.nameProperties(input))
  const members = properties.map(
    (property) => [property.name, argumentSchema(property, entities[property.name], formatActionName)] as const,
  )
  const required = properties.filter((property) => property.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

const prefix = 'svc_'

/** `clear-cache` becomes `svc_clear_cache`. */
export function toToolName(action: string): string {
  return prefix + action.replaceAll('-', '_')
}

const isTool = ({ tool }: ActionDeclaration): boolean => tool !== false

/** Spells actions as tools in texts. An action that is not a tool keeps its neutral name. */
export function spellAsTools(registry: Registry): ActionNamer {
  return (name) => {
    const action = registry.actions.get(name)
    return action && isTool(action) ? toToolName(name) : null
  }
}

/** The action of a tool, undefined if no tool has the name. */
export function findAction(registry: Registry, tool: string): ActionDeclaration | undefined {
  if (!tool.startsWith(prefix)) return undefined
  const action = registry.actions.get(tool.slice(prefix.length).replaceAll('_', '-'))
  return action && isTool(action) ? action : undefined
}

function toTool(registry: Registry, action: ActionDeclaration, grant: Grant): ListedTool {
  const { readOnly, destructive, idempotent, openWorld } = action.hints
  const entities = accessRules.listPermittedEntities(registry, action, grant).map(({ name }) => name)
  const formatActionName = spellAsTools(registry)
  return {
    name: toToolName(action.name),
    description: replaceActionNames(action.description, formatActionName),
    inputSchema: inputSchema(action.input, action.entity ? { [action.entity.argument]: entities } : {}, formatActionName),
    outputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  }
}

/** Reading tools come first, then writing ones, then maintenance. */
const rankTool = ({ hints, maintenance }: ActionDeclaration): number => (maintenance ? 2 : hints.readOnly ? 0 : 1)

/** The tools that a grant can call, in a fixed order. */
export function listTools(registry: Registry, grant: Grant): readonly ListedTool[] {
  return [...registry.actions.values()]
    .filter((action) => isTool(action) && accessRules.isActionPermitted(registry, action, grant))
    .toSorted((a, b) => rankTool(a) - rankTool(b))
    .map((action) => toTool(registry, action, grant))
}
