// What the server and a worker say to each other.
import type { Scope } from '#core/ground/access/areas.js'
import type { ToolCall } from '../protocol/dispatch.js'

/** How a worker is started; one JSON argument. */
export interface WorkerStart {
  readonly config: string | null
  readonly logLevel: string | null
  readonly scopes: readonly Scope[]
  /** Whether it fills an empty database: only the first one does. */
  readonly installs: boolean
}

export type FromWorker =
  /**
   * The app is open; `tools` is the answer to tools/list. `alone`: no other process can see its database, which `database`
   * names in a sentence; null where the log is silent.
   */
  | { readonly kind: 'ready'; readonly alone: boolean; readonly database: string | null; readonly tools: string }
  /** `stale`: what other waiting workers hold may be out of date now. */
  | { readonly kind: 'done'; readonly result: string; readonly stale: boolean }
  /** The protocol refuses: there is no such tool. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  /** The app could not be opened. */
  | { readonly kind: 'broken'; readonly message: string }

export type ToWorker = { readonly kind: 'call'; readonly call: ToolCall }

/** Who calls over stdio, in logs. */
export const stdioCaller = 'stdio'
