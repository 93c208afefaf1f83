// The contract of a model vendor: it takes messages and tools and returns a stream of events. Protocols have their own files.
import type { JsonSchema } from '#core/surface.js'

/** The description of a tool for the model. */
export interface VendorTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
}

/** A tool call requested by the model. */
export interface VendorToolCall {
  /** The vendor's id of the call, sent back with the result. */
  readonly id: string
  readonly name: string
  /** The arguments. null: not a JSON object. */
  readonly input: Readonly<Record<string, unknown>> | null
}

export interface ToolResult {
  /** The id of the call. */
  readonly id: string
  readonly text: string
  readonly failed: boolean
}

export type VendorMessage =
  | { readonly role: 'shopper'; readonly text: string }
  | { readonly role: 'advisor'; readonly text: string; readonly calls: readonly VendorToolCall[] }
  | { readonly role: 'tools'; readonly results: readonly ToolResult[] }

export interface VendorRequest {
  /** The system prompt. */
  readonly system: string
  readonly messages: readonly VendorMessage[]
  readonly tools: readonly VendorTool[]
  /** Maximum tokens of the reply. */
  readonly mostTokens: number
}

/** `usage` occurs once or more, each time with the totals of the call. `end` comes last; without it the stream was cut. */
export type VendorEvent =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'call' } & VendorToolCall)
  | { readonly kind: 'usage'; readonly input: number; readonly output: number }
  | { readonly kind: 'end'; readonly reason: 'said' | 'tools' | 'length' }

export interface Vendor {
  /** The model's name, for logs and statistics. */
  readonly model: string
  /** The address, under which failures are counted. */
  readonly key: string
  /** Throws VendorFailure, or ends with `end`. If the signal is aborted, it throws the signal's reason immediately. */
  stream(request: VendorRequest, signal: AbortSignal): AsyncIterable<VendorEvent>
}

/** Why a vendor gave no complete reply. `again`: a later retry may succeed. */
export class VendorFailure extends Error {
  constructor(
    readonly reason: 'refused' | 'busy' | 'broken' | 'late' | 'cut' | 'resting' | 'unreachable' | 'forbidden',
    message: string,
    readonly again: boolean,
    /** Milliseconds to wait, as requested by the vendor. */
    readonly wait: number | null = null,
  ) {
    super(message)
  }
}
