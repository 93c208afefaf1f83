// The tools: one per action, in the order of the registry, as a grant sees them (spec 4.4, 5.3).
import { isOffered, offeredEntities } from '#core/action/access.js'
import { type SpellAction, spellActions } from '#core/action/spelling.js'
import type { Grant } from '#core/ground/access/grant.js'
import type { JsonSchema } from '#core/ground/property/kind.js'
import type { ActionDeclaration } from '#core/model/action/declaration.js'
import type { Registry } from '#core/model/registry.js'
import { inputSchema } from './input-schema.js'

export interface Tool {
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

/** `clear-cache` is `svc_clear_cache`. */
export function toolName(action: string): string {
  return prefix + action.replaceAll('-', '_')
}

const isTool = ({ tool }: ActionDeclaration): boolean => tool !== false

/** Actions are tools here, but for those that are declared to be none. */
export function toolNames(registry: Registry): SpellAction {
  return (name) => {
    const action = registry.actions.get(name)
    return action && isTool(action) ? toolName(name) : null
  }
}

/** The action behind a tool's name; undefined where there is none. */
export function actionOf(registry: Registry, tool: string): ActionDeclaration | undefined {
  if (!tool.startsWith(prefix)) return undefined
  const action = registry.actions.get(tool.slice(prefix.length).replaceAll('_', '-'))
  return action && isTool(action) ? action : undefined
}

function toolOf(registry: Registry, action: ActionDeclaration, grant: Grant): Tool {
  const { readOnly, destructive, idempotent, openWorld } = action.hints
  const entities = offeredEntities(registry, action, grant).map(({ name }) => name)
  const spell = toolNames(registry)
  return {
    name: toolName(action.name),
    description: spellActions(action.description, spell),
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

/** What a grant may call, in fixed order. */
export function toolsOf(registry: Registry, grant: Grant): readonly Tool[] {
  return [...registry.actions.values()]
    .filter((action) => isTool(action) && isOffered(registry, action, grant))
    .map((action) => toolOf(registry, action, grant))
}
