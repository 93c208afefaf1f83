// The tools of an app for one caller: lists what the grant reaches, runs calls, writes the audit line.
import { randomUUID } from 'node:crypto'
import { requireAccess } from '#core/action/access.js'
import { spellActions } from '#core/action/spelling.js'
import type { App } from '#core/app.js'
import type { Caller } from '#core/ground/access/caller.js'
import { didYouMean } from '#core/ground/nearest.js'
import { createRecent } from '#core/ground/recent.js'
import type { ActionDeclaration, ActionInput } from '#core/model/action/declaration.js'
import type { Unit } from '#core/storage/database/unit.js'
import { digestOfValues, onceOutside, onceSettled } from '#core/storage/idempotency.js'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { escapeSeparators, invalidParams } from '../protocol/message.js'
import { shapeRefusal } from './arguments-shape.js'
import { actionOf, toolName, toolNames, toolsOf } from './project.js'
import { failureProse, isRefusal, lateProse, refusalProse } from './refusal.js'
import { refusalText, successText } from './result.js'

/** Lists of different grants that are kept. */
const keptLists = 64

export interface ToolsOptions {
  /** Milliseconds after which a call is answered without its result; as long as it takes if left out. */
  readonly timeout?: number
}

/** The key under which a caller may send a call again that he knows no answer of. */
export interface OnceCall {
  readonly key: string
  /** Told where the answer is that of an earlier call. */
  onReplay(): void
}

export interface Tools {
  /** @param once a call that changes something is made once under its key */
  for(caller: Caller, once?: OnceCall): ToolServer
}

/** The outcome, or null once the time is over. */
async function within<T>(work: Promise<T>, timeout: number | undefined): Promise<{ readonly value: T } | null> {
  const done = work.then((value) => ({ value }))
  if (timeout === undefined) return done
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeout)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

export function createTools(app: App, { timeout }: ToolsOptions = {}): Tools {
  const { registry } = app
  const audit = app.context.log.child({ category: 'authorization' })
  const spell = toolNames(registry)
  const lists = createRecent<string, string>(keptLists)

  function list(caller: Caller): string {
    const key = caller.grant.scopes.join()
    const known = lists.get(key)
    if (known !== undefined) return known
    const text = escapeSeparators(JSON.stringify({ tools: toolsOf(registry, caller.grant) }))
    lists.set(key, text)
    return text
  }

  function log(caller: Caller, tool: string, outcome: string): void {
    const who = { caller: caller.name, ...(caller.id !== null && { tokenId: caller.id }) }
    audit.info({ tool: tool.slice(0, 100), ...who, scopes: caller.grant.scopes, outcome }, 'tools/call')
  }

  /** Writes an unforeseen failure to the log; the identifier under which it stands there. */
  function note(error: unknown, action: string): string {
    const id = randomUUID()
    app.context.log.error({ err: error, errorId: id, tool: toolName(action) }, 'A tool call failed')
    return id
  }

  /** The text of what the action gives; under a key that of the first call with it. */
  async function run(action: ActionDeclaration, caller: Caller, input: ActionInput, once: OnceCall | undefined): Promise<string> {
    const textOf = (value: unknown): string => successText(value, action.rest && spellActions(action.rest, spell))
    if (once === undefined || action.hints.readOnly) return textOf(await app.act(action.name, input, { caller, spell }))
    const place = { actor: `token:${caller.id}`, route: 'tools/call', key: once.key }
    const key = { ...place, digest: digestOfValues([action.name, input]) }
    const answerOf = (value: unknown) => ({ status: 200, body: textOf(value) })
    const { body, replayed } = action.repeatable
      ? await onceSettled(app.context, key, async (keep) => {
          const settle = (u: Unit, value: unknown): Promise<void> => keep(u, answerOf(value))
          return answerOf(await app.act(action.name, input, { caller, spell, settle }))
        })
      : await onceOutside(app.context, key, async () => answerOf(await app.act(action.name, input, { caller, spell })))
    if (replayed) once.onReplay()
    return body
  }

  async function call(caller: Caller, { name, arguments: input }: ToolCall, once: OnceCall | undefined): Promise<string> {
    const action = actionOf(registry, name)
    if (!action) {
      log(caller, name, 'unknown')
      const names = toolsOf(registry, caller.grant).map((tool) => tool.name)
      throw invalidParams(`There is no tool '${name.slice(0, 100)}'.${didYouMean(name, names)}`)
    }
    try {
      requireAccess(registry, action, caller.grant, input)
      const misshapen = shapeRefusal(input)
      if (misshapen !== null) {
        log(caller, name, 'refused')
        return refusalText(misshapen)
      }
      const work = run(action, caller, input, once)
      const done = await within(work, timeout)
      if (done) {
        log(caller, name, 'done')
        return done.value
      }
      log(caller, name, 'late')
      work.catch((error: unknown) => isRefusal(error) || note(error, action.name))
      return refusalText(lateProse(timeout! / 1_000))
    } catch (error) {
      if (isRefusal(error)) {
        log(caller, name, 'refused')
        return refusalText(refusalProse(error, { registry, action, grant: caller.grant, input }))
      }
      log(caller, name, 'failed')
      return refusalText(failureProse(note(error, action.name)))
    }
  }

  return {
    for: (caller, once) => ({ list: () => list(caller), call: (toolCall) => call(caller, toolCall, once) }),
  }
}
