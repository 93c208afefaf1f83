// The border between the protocol and the tools. The service and the worker pool implement it; both transports call it.
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
