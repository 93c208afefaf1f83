// The tools of an app for one caller: lists what the grant reaches, runs calls, writes the audit line.
import { randomUUID } from 'node:crypto'
import { requireAccess } from '#core/action/access.js'
import { spellActions } from '#core/action/spelling.js'
import type { App } from '#core/app.js'
import type { Caller } from '#core/ground/access/caller.js'
import { didYouMean } from '#core/ground/nearest.js'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { escapeSeparators, invalidParams } from '../protocol/message.js'
import { isTooDeep, tooDeep } from './depth.js'
import { actionOf, toolName, toolNames, toolsOf } from './project.js'
import { failureProse, isRefusal, refusalProse } from './refusal.js'
import { refusalText, successText } from './result.js'

/** Lists of different grants that are kept. */
const keptLists = 64

export interface Tools {
  for(caller: Caller): ToolServer
}

export function createTools(app: App): Tools {
  const { registry } = app
  const audit = app.context.log.child({ category: 'authorization' })
  const spell = toolNames(registry)
  const lists = new Map<string, string>()

  function list(caller: Caller): string {
    const key = caller.grant.scopes.join()
    const known = lists.get(key)
    if (known !== undefined) return known
    const text = escapeSeparators(JSON.stringify({ tools: toolsOf(registry, caller.grant) }))
    if (lists.size === keptLists) lists.delete(lists.keys().next().value!)
    lists.set(key, text)
    return text
  }

  function log(caller: Caller, tool: string, outcome: string): void {
    const who = { caller: caller.name, ...(caller.id !== null && { tokenId: caller.id }) }
    audit.info({ tool: tool.slice(0, 100), ...who, scopes: caller.grant.scopes, outcome }, 'tools/call')
  }

  async function call(caller: Caller, { name, arguments: input }: ToolCall): Promise<string> {
    const action = actionOf(registry, name)
    if (!action) {
      log(caller, name, 'unknown')
      const names = toolsOf(registry, caller.grant).map((tool) => tool.name)
      throw invalidParams(`There is no tool '${name.slice(0, 100)}'.${didYouMean(name, names)}`)
    }
    try {
      requireAccess(registry, action, caller.grant, input)
      if (isTooDeep(input)) {
        log(caller, name, 'refused')
        return refusalText(tooDeep)
      }
      const result = await app.act(action.name, input, { caller, spell })
      log(caller, name, 'done')
      return successText(result, action.rest && spellActions(action.rest, spell))
    } catch (error) {
      if (isRefusal(error)) {
        log(caller, name, 'refused')
        return refusalText(refusalProse(error, { registry, action, grant: caller.grant, input }))
      }
      const id = randomUUID()
      log(caller, name, 'failed')
      app.context.log.error({ err: error, errorId: id, tool: toolName(action.name) }, 'A tool call failed')
      return refusalText(failureProse(id))
    }
  }

  return {
    for: (caller) => ({ list: () => list(caller), call: (toolCall) => call(caller, toolCall) }),
  }
}
