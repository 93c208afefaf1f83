// The border between the protocol and the tools. The service and the worker pool implement it; both transports call it.
import { type Message, createMessage } from '#core/contract.js'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The tools of one caller. */
export interface ToolProvider {
  listTools(): ListToolsResult | Promise<ListToolsResult>
  /** Throws UnknownToolError if no tool has the name. Every other failure is a result with `isError`. */
  callTool(call: ToolCall, signal: AbortSignal): Promise<CallToolResult>
}

/** The protocol answers it with -32602. */
export class UnknownToolError extends Error {}

const maxDepth = 64
/** Members of one object. No record has as many fields. Lists may be longer. */
const maxMembers = 1_000

/** The error message for arguments outside the bounds, otherwise null. Not recursive. */
export function checkArgumentBounds(value: unknown): Message | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return createMessage('steps.argumentsTooDeep', { most: maxDepth })
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const members: unknown[] = Object.values(item)
      if (!Array.isArray(item) && members.length > maxMembers) {
        return createMessage('steps.tooManyMembers', { count: members.length, most: maxMembers })
      }
      for (const member of members) next.push(member)
    }
    level = next
  }
  return null
}
