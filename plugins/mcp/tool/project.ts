// The tools: one per action, in the order of the registry, as a grant sees them (spec 4.4, 5.3).
import { isOffered, offeredEntities } from '#core/action/access.js'
import { type SpellAction, spellActions } from '#core/action/spelling.js'
import type { Grant } from '#core/ground/access/grant.js'
import type { JsonSchema } from '#core/ground/property/kind.js'
import type { ActionDeclaration } from '#core/model/action/declaration.js'
import type { Registry } from '#core/model/registry.js'
import { type Choices, inputSchema } from './input-schema.js'

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

/** The entities that a tool of the list names, for tools after it that take the same. */
interface Named {
  readonly tool: string
  readonly entities: readonly string[]
}

/** How many entities a tool may take beside those of an earlier one, for its list to be told by that one's name. */
const fewMore = 3

/** The entities that an action takes; what an earlier tool has listed is not listed again, as every byte of the list is read by a model. */
function entityChoices(offered: readonly string[], earlier: readonly Named[]): Choices {
  for (const { tool, entities } of earlier) {
    const more = offered.filter((name) => !entities.includes(name))
    if (offered.length - more.length !== entities.length || more.length > fewMore || entities.length <= fewMore) continue
    return { says: `Takes what ${tool} takes${more.length === 0 ? '' : `, and ${more.join(', ')}`}.` }
  }
  return { values: offered }
}

function toolOf(registry: Registry, action: ActionDeclaration, grant: Grant, earlier: Named[]): Tool {
  const { readOnly, destructive, idempotent, openWorld } = action.hints
  const choices: Record<string, Choices> = {}
  if (action.entity) {
    const offered = offeredEntities(registry, action, grant).map(({ name }) => name)
    const taken = entityChoices(offered, earlier)
    if ('values' in taken) earlier.push({ tool: toolName(action.name), entities: offered })
    choices[action.entity.argument] = taken
  }
  const spell = toolNames(registry)
  return {
    name: toolName(action.name),
    description: spellActions(action.description, spell),
    inputSchema: inputSchema(action.input, choices, spell),
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
  const named: Named[] = []
  return [...registry.actions.values()]
    .filter((action) => isTool(action) && isOffered(registry, action, grant))
    .map((action) => toolOf(registry, action, grant, named))
}
