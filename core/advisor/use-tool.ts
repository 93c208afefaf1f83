// Runs a tool that the model requested and logs it: its changes and the log entry share one transaction.
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { didYouMean } from '../foundation/nearest.js'
import { validateJson } from '../foundation/property/json-text.js'
import type { ShopperContext } from '../commerce/shopper-context.js'
import { removeControlCharacters } from './plain-text.js'
import { storeConversationEvent, type ToolEvent } from './journal.js'
import { type AdvisorTool, type ToolOutcome, ToolRefusal, type ToolScope } from './tool.js'
import { advisorTools, advisorToolsByName } from './tools.js'
import type { VendorToolCall } from './vendor/define.js'

/** Maximum characters of a result for the model. */
const maxResultLength = 24_000

export interface ToolUse {
  readonly turn: number
  readonly round: number
  readonly call: VendorToolCall
  /** Throws if another process has taken over the conversation. */
  requireLease(visit: ShopperContext): Promise<void>
}

/** The reason of a refusal, for the model. Contains nothing that the shopper must not see. */
function toToolRefusal(error: unknown): object | null {
  if (error instanceof ToolRefusal) return { error: error.message }
  if (error instanceof ValidationError)
    return { error: error.message, issues: error.issues.slice(0, 10).map(({ field, message }) => ({ field, message })) }
  if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') return { error: error.message }
  return null
}

function toResultText(result: unknown): string {
  const text = JSON.stringify(result)
  if (text.length <= maxResultLength) return text
  return `${text.slice(0, maxResultLength)}… (cut: ask for less, for one question by its id)`
}

export interface ToolUseResult extends ToolEvent {
  readonly outcome: ToolOutcome | null
}

/** Throws failures of the service itself. Other errors are returned to the model. */
export async function applyTool(scope: ToolScope, { turn, round, call, requireLease }: ToolUse): Promise<ToolUseResult> {
  const { conversation, visit: shopperContext } = scope
  const input = isStorable(call.input) ? call.input : null
  const about = {
    turn,
    round,
    id: removeControlCharacters(call.id).slice(0, 200),
    name: removeControlCharacters(call.name).slice(0, 64),
    input,
  }
  const note = async (on: ShopperContext, outcome: ToolOutcome | null, refusal: object | null): Promise<ToolUseResult> => {
    const event: ToolEvent = {
      ...about,
      failed: refusal !== null,
      result: toResultText(refusal ?? outcome?.result ?? {}),
      recommended: outcome?.recommended ?? null,
      ...(outcome?.barred && outcome.barred.length > 0 && { barred: outcome.barred }),
      ...(outcome?.lacking && { lacking: outcome.lacking }),
    }
    await storeConversationEvent(on, conversation, 'tool', event)
    return { ...event, outcome }
  }
  try {
    const tool = requireTool({ ...call, input })
    const run = async (on: ShopperContext): Promise<ToolUseResult> =>
      note(on, await tool.run({ ...scope, visit: on }, input ?? {}), null)
    if (!tool.changes) return await run(shopperContext)
    return await shopperContext.transact(async (inside) => {
      await requireLease(inside)
      return run(inside)
    })
  } catch (error) {
    const refusal = toToolRefusal(error)
    if (refusal === null) throw error
    return note(shopperContext, null, refusal)
  }
}

/** False for input that cannot be stored: inexact numbers, invalid text, too deep nesting. */
const isStorable = (input: VendorToolCall['input']): boolean => input === null || validateJson('Input', input).length === 0

function requireTool({ name, input }: VendorToolCall): AdvisorTool {
  const tool = advisorToolsByName.get(name)
  if (!tool)
    throw new ToolRefusal(
      `There is no tool '${name.slice(0, 64)}'.${didYouMean(
        name,
        advisorTools.map((entry) => entry.name),
      )}`,
    )
  if (input === null) throw new ToolRefusal(`The arguments of '${name}' are no JSON object that can be kept. Send them again.`)
  return tool
}
