// What a vendor of language models is to the advisor: it takes messages and tools, and gives a stream of events. Protocols are files beside.
import type { JsonSchema } from '../../foundation/property/kind.js'

/** A tool as the vendor is told of it. */
export interface VendorTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
}

/** A tool that the model asks for. */
export interface ToolCall {
  /** The vendor's, by which the result is told to it. */
  readonly id: string
  readonly name: string
  /** The arguments; null where they are no JSON object. */
  readonly input: Readonly<Record<string, unknown>> | null
}

export interface ToolResult {
  /** Of the call. */
  readonly id: string
  readonly text: string
  readonly failed: boolean
}

export type VendorMessage =
  | { readonly role: 'shopper'; readonly text: string }
  | { readonly role: 'advisor'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tools'; readonly results: readonly ToolResult[] }

export interface VendorRequest {
  /** What the model is to be and to do. */
  readonly system: string
  readonly messages: readonly VendorMessage[]
  readonly tools: readonly VendorTool[]
  /** Tokens of its reply at most. */
  readonly mostTokens: number
}

/** `usage` is told once or more, each time for the whole call; `end` comes last, or the stream was cut. */
export type VendorEvent =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'call' } & ToolCall)
  | { readonly kind: 'usage'; readonly input: number; readonly output: number }
  | { readonly kind: 'end'; readonly reason: 'said' | 'tools' | 'length' }

export interface Vendor {
  /** The model's name, for records. */
  readonly model: string
  /** Under which its failures are counted: the address. */
  readonly key: string
  /** Throws VendorFailure; ends with `end` or throws. Ends at once where the signal is aborted, with the signal's reason. */
  stream(request: VendorRequest, signal: AbortSignal): AsyncIterable<VendorEvent>
}

/** Why a vendor gave no whole reply. `again`: the same request may succeed in a while. */
export class VendorFailure extends Error {
  constructor(
    readonly reason: 'refused' | 'busy' | 'broken' | 'late' | 'cut' | 'resting' | 'unreachable' | 'forbidden',
    message: string,
    readonly again: boolean,
    /** Milliseconds that the vendor asks to wait. */
    readonly wait: number | null = null,
  ) {
    super(message)
  }
}
