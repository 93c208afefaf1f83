// Shared code of both vendor protocols: server-sent events with JSON data, and tool arguments that arrive in pieces.
import { VendorFailure, type VendorToolCall, type VendorEvent } from './define.js'
import { isObject } from '#core/surface.js'

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
