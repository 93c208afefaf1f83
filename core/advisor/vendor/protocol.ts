// Shared code of both vendor protocols: events with JSON data, and tool arguments that arrive in pieces.
import { isObject } from '../../foundation/object.js'
import { type ToolCall, type VendorEvent, VendorFailure } from './define.js'
import { serverEvents } from './event-stream.js'

export type Json = Readonly<Record<string, unknown>>

/** Limits: characters of a call's arguments, and calls per reply. */
const longestArguments = 64_000
const maxCalls = 32

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

/** The parsed data of the events, up to `[DONE]`. VendorFailure `broken` if it is not a JSON object. */
export async function* parsedEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Json> {
  for await (const { data } of serverEvents(body)) {
    if (data === '[DONE]') return
    yield parsed(data)
  }
}

function parsed(data: string): Json {
  try {
    const value: unknown = JSON.parse(data)
    if (isObject(value)) return value
  } catch {
    // Throw below.
  }
  throw new VendorFailure('broken', 'The vendor sent what is no JSON.', true)
}

/** Collects calls whose arguments arrive in pieces. */
export class Calls {
  private readonly begun = new Map<number, { id: string; name: string; text: string }>()

  add(index: number, { id = '', name = '', text = '' }: { id?: string; name?: string; text?: string }): void {
    if (!this.begun.has(index) && this.begun.size >= maxCalls) return
    const call = this.begun.get(index) ?? { id: '', name: '', text: '' }
    call.id ||= id
    call.name ||= name
    if (call.text.length < longestArguments) call.text += text
    this.begun.set(index, call)
  }

  /** In the order in which they started. */
  *events(): Generator<VendorEvent> {
    for (const [index, { id, name, text }] of this.begun) {
      yield { kind: 'call', id: id || `call-${index}`, name, input: inputOf(text) }
    }
  }

  get size(): number {
    return this.begun.size
  }
}

function inputOf(text: string): ToolCall['input'] {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The failure for a stream that broke off without an end. */
export const cut = (): VendorFailure => new VendorFailure('cut', 'The vendor broke off in the middle.', true)
