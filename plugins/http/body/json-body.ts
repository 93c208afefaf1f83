// Parses untrusted JSON with limits on depth and width. Objects get no prototype; values that JavaScript would change are rejected.
import { createMessage, type Message, ValidationError } from '#core/contract.js'
import { findTextFlaw, type JsonLimits, JsonOverloadScan, maxJsonDepth, parseLargeJson, toJsonLimits } from '#core/surface.js'
import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum number of keys in one object. The body limit bounds the total. */
export const maxKeys = 10_000

type JsonFields = Readonly<Record<string, unknown>>

function rejectField(field: string, message: Message): never {
  throw ValidationError.of(field, message)
}

/** Scans the next bytes. Returns the reason for rejection, or null. */
function scanBytes(scan: JsonOverloadScan, limits: JsonLimits, bytes: Uint8Array): Message | null {
  const exceeded = scan.scan(bytes)
  if (exceeded === null) return null
  if (exceeded === 'depth') return createMessage('errors.bodyTooDeep', { most: maxJsonDepth })
  if (exceeded === 'containers') return createMessage('errors.tooManyContainers', { most: limits.containers })
  return createMessage('errors.tooManyValues', { most: limits.values })
}

/**
 * Scans the JSON once and returns why it is too expensive to parse, or null.
 * @param limit the route's body limit in bytes; a higher limit allows more objects and arrays
 * @param deepest nesting that the scan accepts; raise it where the caller rejects more than 64 levels with its own message
 */
export function findJsonOverload(bytes: Uint8Array, limit: number, deepest = maxJsonDepth): Message | null {
  const limits = toJsonLimits(limit, deepest)
  return scanBytes(new JsonOverloadScan(limits), limits, bytes)
}

/** Largest body in bytes that is parsed in one piece. */
const maxWholeBody = 1_048_576

/** Bytes that are scanned and decoded without yielding to the event loop. */
const sliceLength = 524_288
const visible = /\S/

interface DecodedBody {
  readonly text: string
  /** True if the text has an escape sequence of a character. */
  readonly hasEscapes: boolean
}

function decodeSmall(bytes: Buffer, limit: number): DecodedBody {
  const overload = findJsonOverload(bytes, limit)
  if (overload !== null) rejectField('body', overload)
  const text = bytes.toString('utf8')
  return { text, hasEscapes: text.includes('\\u') }
}

async function decodeLarge(bytes: Buffer, limit: number): Promise<DecodedBody> {
  const limits = toJsonLimits(limit)
  const overload = new JsonOverloadScan(limits)
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  let hasEscapes = false
  for (let from = 0; from < bytes.length; from += sliceLength) {
    const slice = bytes.subarray(from, from + sliceLength)
    const reason = scanBytes(overload, limits, slice)
    if (reason !== null) rejectField('body', reason)
    parts.push(decoder.write(slice))
    // An escape sequence can begin with the last byte of a slice.
    hasEscapes ||= bytes.subarray(from, from + sliceLength + 1).includes('\\u')
    await nextTurn()
  }
  return { text: parts.join(''), hasEscapes }
}

function requireText({ text }: DecodedBody): string {
  if (!visible.test(text)) rejectField('body', createMessage('errors.bodyEmpty'))
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function createReader(text: string, hasEscapes: boolean) {
  // Raw control characters and invalid UTF-8 are already rejected, so only an escape sequence can produce an invalid character.
  const admission = new JsonValidator(hasEscapes)
  const fail = (position: number | null): never =>
    rejectField('body', createMessage('errors.bodyNotJson', { reason: describeJsonError(text, position) }))
  const parse = (piece: string, offset: number): unknown => {
    try {
      return JSON.parse(piece)
    } catch (error) {
      return fail(getErrorPosition(error, offset))
    }
  }
  return { admission, fail, parse }
}

/** Parses any JSON value into objects without prototype. Throws ValidationError that names the field. */
function parseSmall(bytes: Buffer, limit: number): unknown {
  const decoded = decodeSmall(bytes, limit)
  const text = requireText(decoded)
  const { admission, parse } = createReader(text, decoded.hasEscapes)
  return admission.admit(parse(text, 0))
}

async function parseLarge(bytes: Buffer, limit: number): Promise<unknown> {
  const decoded = await decodeLarge(bytes, limit)
  const text = requireText(decoded)
  const { admission, fail, parse } = createReader(text, decoded.hasEscapes)
  await nextTurn()
  return parseLargeJson(text, {
    parse,
    fail,
    accept: (value, place) => admission.admitAt(value, place),
    checkKeys: (count, place) => admission.checkKeys(count, place),
  })
}

/** Parses a JSON object. Large bodies are parsed in pieces. */
export function parseJsonFields(bytes: Buffer, limit: number): JsonFields | Promise<JsonFields> {
  if (!isUtf8(bytes)) rejectField('body', createMessage('errors.bodyNotUtf8'))
  return bytes.length <= maxWholeBody ? requireObject(parseSmall(bytes, limit)) : parseLarge(bytes, limit).then(requireObject)
}

function requireObject(value: unknown): JsonFields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    rejectField('body', createMessage('errors.bodyNotObject'))
  }
  return value as JsonFields
}

/** The error position that the parser reports, relative to the whole text; null if it reports none. */
function getErrorPosition(error: unknown, offset: number): number | null {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return position === undefined ? null : offset + Number(position)
}

/** Describes the error position without quoting the body. V8's own message repeats part of the body, which may be a secret. */
function describeJsonError(text: string, position: number | null): Message {
  if (position === null || position >= text.length) return createMessage('errors.jsonEndsEarly')
  let line = 1
  for (let at = 0; at < position; at++) if (text.charCodeAt(at) === 0x0a) line++
  const column = position - (position === 0 ? -1 : text.lastIndexOf('\n', position - 1))
  return createMessage('errors.jsonMistake', { line, column })
}

/** Validates a parsed value recursively. `place` is the path of the current node. */
class JsonValidator {
  private readonly place: (string | number)[] = []

  constructor(private readonly checkTexts: boolean) {}

  admit(value: unknown): unknown {
    if (typeof value === 'string') return this.checkTexts ? this.text(value) : value
    if (typeof value === 'number') return this.number(value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? this.list(value) : this.object(value as Record<string, unknown>)
  }

  /** Validates a value at a known path in the body. */
  admitAt(value: unknown, place: readonly (string | number)[]): unknown {
    if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value)) return value
    this.place.splice(0, this.place.length, ...place)
    return this.admit(value)
  }

  checkKeys(count: number, place: readonly (string | number)[]): void {
    this.place.splice(0, this.place.length, ...place)
    if (count > maxKeys) rejectField(this.field(), createMessage('errors.tooManyKeys', { most: maxKeys }))
  }

  private object(source: Record<string, unknown>): unknown {
    const names = Object.keys(source)
    if (names.length > maxKeys) rejectField(this.field(), createMessage('errors.tooManyKeys', { most: maxKeys }))
    const result = Object.create(null) as Record<string, unknown>
    for (const name of names) {
      if (this.checkTexts) this.text(name)
      this.place.push(name)
      result[name] = this.admit(source[name])
      this.place.pop()
    }
    return result
  }

  private list(source: unknown[]): unknown {
    for (let i = 0; i < source.length; i++) {
      this.place.push(i)
      source[i] = this.admit(source[i])
      this.place.pop()
    }
    return source
  }

  private number(value: number): number {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      const field = this.field()
      rejectField(field, createMessage('errors.numberNotExact', { field }))
    }
    return value
  }

  private text(value: string): string {
    if (findTextFlaw(value) !== null) {
      const field = this.field()
      rejectField(field, createMessage('errors.characterRefused', { field }))
    }
    return value
  }

  /** `terms[2].number` */
  private field(): string {
    let path = ''
    for (const step of this.place) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`
    const sound = path.replaceAll('\0', '')
    return sound === '' ? 'body' : sound.slice(0, 200)
  }
}
