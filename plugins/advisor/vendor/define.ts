// The contract of a model vendor, from messages and tools to a stream of events, and the parsers that both protocols share.
import { type JsonSchema, isObject } from '#core/surface.js'

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

export interface ServerEvent {
  /** '' for an event without a name. */
  readonly event: string
  readonly data: string
}

/** Maximum characters of one line, and maximum bytes of a reply. The longest model replies have a tenth of that. */
const maxLineLength = 1_000_000
const maxReplyBytes = 4_000_000

/** The events in order. VendorFailure `broken` if a limit is exceeded. */
export async function* parseServerEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  let event = ''
  let data: string[] = []
  for await (const chunk of body) {
    bytes += chunk.byteLength
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (bytes > maxReplyBytes || rest.length > maxLineLength)
      throw new VendorFailure('broken', 'The reply of the vendor exceeds the size limit.', false)
    for (const rawLine of lines) {
      const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = ''
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line.startsWith('event:')) event = line.slice(6).trim()
    }
  }
}

export type JsonMap = Readonly<Record<string, unknown>>

/** Limits: characters of a call's arguments, and calls per reply. */
const maxArgumentsLength = 64_000
const maxCalls = 32

export const toJsonMap = (value: unknown): JsonMap => (isObject(value) ? value : {})
export const toJsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const toStringValue = (value: unknown): string => (typeof value === 'string' ? value : '')
export const toTokenCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

/** The parsed data of the events, up to `[DONE]`. VendorFailure `broken` if it is not a JSON object. */
export async function* parseJsonEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<JsonMap> {
  for await (const { data } of parseServerEvents(body)) {
    if (data === '[DONE]') return
    yield parseJsonMap(data)
  }
}

function parseJsonMap(data: string): JsonMap {
  try {
    const value: unknown = JSON.parse(data)
    if (isObject(value)) return value
  } catch {
    // Throw below.
  }
  throw new VendorFailure('broken', 'The vendor sent invalid JSON.', true)
}

/** Collects calls whose arguments arrive in pieces. */
export class ToolCallCollector {
  private readonly begun = new Map<number, { id: string; name: string; text: string }>()

  add(index: number, { id = '', name = '', text = '' }: { id?: string; name?: string; text?: string }): void {
    if (!this.begun.has(index) && this.begun.size >= maxCalls) return
    const call = this.begun.get(index) ?? { id: '', name: '', text: '' }
    call.id ||= id
    call.name ||= name
    if (call.text.length < maxArgumentsLength) call.text += text
    this.begun.set(index, call)
  }

  /** In the order in which they started. */
  *events(): Generator<VendorEvent> {
    for (const [index, { id, name, text }] of this.begun) {
      yield { kind: 'call', id: id || `call-${index}`, name, input: parseToolInput(text) }
    }
  }

  get size(): number {
    return this.begun.size
  }
}

function parseToolInput(text: string): VendorToolCall['input'] {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The failure for a stream that broke off without an end. */
export const createCutFailure = (): VendorFailure => new VendorFailure('cut', 'The vendor ended its reply early.', true)
