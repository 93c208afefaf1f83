// Messages between the stdio server and its worker processes.
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import type { Scope } from '#core/contract.js'
import type { ToolCall } from '../tool/tool-provider.js'

/** The start options of a worker, one JSON argument. */
export interface WorkerStart {
  readonly config: string | null
  readonly logLevel: string | null
  readonly scopes: readonly Scope[]
  /** Fills an empty database. Only the first worker does. */
  readonly installs: boolean
}

/** The app is open, and the worker accepts its call. */
export interface WorkerReady {
  readonly kind: 'ready'
  /** True if no other process can see the database. */
  readonly isPrivateDatabase: boolean
  /** Names the database. Null if the log is silent. */
  readonly database: string | null
  readonly tools: ListToolsResult
}

export type WorkerMessage =
  | WorkerReady
  /** `outdatesWorkers`: the data of other waiting workers may be stale. */
  | { readonly kind: 'result'; readonly result: CallToolResult; readonly outdatesWorkers: boolean }
  | { readonly kind: 'unknown-tool'; readonly message: string }
  /** The app could not be opened. */
  | { readonly kind: 'failed'; readonly message: string }

export interface CallMessage {
  readonly kind: 'call'
  readonly call: ToolCall
}

/** Name of the caller in logs. */
export const stdioCaller = 'stdio'
