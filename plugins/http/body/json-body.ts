// Parses untrusted JSON with limits on depth and width. Objects get no prototype; values that JavaScript would change are rejected.
import { isUtf8 } from 'node:buffer'
import { ValidationError } from '#core/foundation/errors.js'
import { parseLargeJson } from './large-json.js'

/** Maximum nesting of objects and arrays, including the outermost. */
const maxDepth = 64
/** Minimum bytes of the body limit per object or array. Parsing one takes about a microsecond. */
const bytesPerContainer = 32
/** Number of objects and arrays that any body may contain. */
const minContainers = 1_000
/** Maximum number of keys in one object. The body limit bounds the total. */
export const maxKeys = 10_000

type JsonFields = Readonly<Record<string, unknown>>

const loneSurrogatePattern = /\p{Surrogate}/u

function rejectField(field: string, message: string): never {
  throw ValidationError.of(field, message)
}

const characterCodes = { quote: 0x22, backslash: 0x5c, list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d } as const

/** Index of the quotation mark that ends a string, or the length of `bytes` if there is none. */
function findStringEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === characterCodes.backslash) at++
    else if (bytes[at] === characterCodes.quote) return at
  }
  return bytes.length
}

/**
 * Scans the JSON once and returns why it is too expensive to parse, or null.
 * @param limit the route's body limit in bytes; a higher limit allows more objects and arrays
 * @param deepest nesting that the scan accepts; raise it where the caller rejects more than 64 levels with its own message
 */
export function findJsonOverload(bytes: Uint8Array, limit: number, deepest = maxDepth): string | null {
  const maxContainers = Math.max(minContainers, Math.floor(limit / bytesPerContainer))
  let [depth, containers] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]!
    if (code === characterCodes.quote) at = findStringEnd(bytes, at + 1)
    else if (code === characterCodes.list || code === characterCodes.object) {
      if (++depth > deepest) return `The body is nested deeper than ${maxDepth} levels.`
      if (++containers > maxContainers) return `The body has more than ${maxContainers} objects and lists.`
    } else if (code === characterCodes.listEnd || code === characterCodes.objectEnd) depth--
  }
  return null
}

/** Largest body in bytes that is parsed in one piece. */
const maxWholeBody = 1_048_576

/** Parses any JSON value into objects without prototype. Throws ValidationError that names the field. */
function parseJson(bytes: Buffer, limit: number): unknown {
  if (!isUtf8(bytes)) rejectField('body', 'The body is not valid UTF-8.')
  const overload = findJsonOverload(bytes, limit)
  if (overload !== null) rejectField('body', overload)
  let text = bytes.toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (text.trim() === '') rejectField('body', 'The body is empty. Send a JSON object of field names and values.')
  const parse = (piece: string, offset: number): unknown => {
    try {
      return JSON.parse(piece)
    } catch (error) {
      return fail(getErrorPosition(error, offset))
    }
  }
  const fail = (position: number | null): never =>
    rejectField('body', `The body is not valid JSON: ${describeJsonError(text, position)}`)
  // Raw control characters and invalid UTF-8 are already rejected, so only an escape sequence can produce an invalid character.
  const admission = new JsonValidator(text.includes('\\u'))
  if (bytes.length <= maxWholeBody) return admission.admit(parse(text, 0))
  return parseLargeJson(text, {
    parse,
    fail,
    accept: (value, place) => admission.admitAt(value, place),
    checkKeys: (count, place) => admission.checkKeys(count, place),
  })
}

/** Parses a JSON object. Large bodies are parsed in pieces. */
export function parseJsonFields(bytes: Buffer, limit: number): JsonFields | Promise<JsonFields> {
  const value = parseJson(bytes, limit)
  return value instanceof Promise ? value.then(requireObject) : requireObject(value)
}

function requireObject(value: unknown): JsonFields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    rejectField('body', 'The body must be a JSON object of field names and values.')
  }
  return value as JsonFields
}

/** The error position that the parser reports, relative to the whole text; null if it reports none. */
function getErrorPosition(error: unknown, offset: number): number | null {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return position === undefined ? null : offset + Number(position)
}

/** Describes the error position without quoting the body. V8's own message repeats part of the body, which may be a secret. */
function describeJsonError(text: string, position: number | null): string {
  if (position === null || position >= text.length) return 'it ends too early or holds a character that JSON does not allow.'
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return `there is a mistake at line ${line}, column ${column}.`
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
    this.place.splice(0, this.place.length, ...place)
    return this.admit(value)
  }

  checkKeys(count: number, place: readonly (string | number)[]): void {
    this.place.splice(0, this.place.length, ...place)
    if (count > maxKeys) rejectField(this.field(), `An object in the body has more than ${maxKeys} keys.`)
  }

  private object(source: Record<string, unknown>): unknown {
    const names = Object.keys(source)
    if (names.length > maxKeys) rejectField(this.field(), `An object in the body has more than ${maxKeys} keys.`)
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
      rejectField(field, `The number in '${field}' is beyond 2^53, where JSON numbers are no longer exact.`)
    }
    return value
  }

  private text(value: string): string {
    if (value.includes('\0') || loneSurrogatePattern.test(value)) {
      const field = this.field()
      rejectField(field, `The text in '${field}' contains the character NUL or half of a surrogate pair, which is not accepted.`)
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
