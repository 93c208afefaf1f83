// The list of tools: one per action, in registry order, restricted to a grant.
import type { Grant } from '#core/contract.js'
import {
  type ActionDeclaration,
  type ActionNamer,
  isActionPermitted,
  type JsonSchema,
  listPermittedEntities,
  type Registry,
  replaceActionNames,
} from '#core/surface.js'
import { inputSchema } from './input-schema.js'

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
  const entities = listPermittedEntities(registry, action, grant).map(({ name }) => name)
  const spell = spellAsTools(registry)
  return {
    name: toToolName(action.name),
    description: replaceActionNames(action.description, spell),
    inputSchema: inputSchema(action.input, action.entity ? { [action.entity.argument]: entities } : {}, spell),
    outputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  }
}

/** The tools that a grant can call. */
export function listTools(registry: Registry, grant: Grant): readonly ListedTool[] {
  return [...registry.actions.values()]
    .filter((action) => isTool(action) && isActionPermitted(registry, action, grant))
    .map((action) => toTool(registry, action, grant))
}
