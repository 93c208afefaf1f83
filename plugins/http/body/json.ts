// Parses JSON from strangers: bounded depth and width, no prototype, no value that JavaScript would change silently.
import { isUtf8 } from 'node:buffer'
import { ValidationError } from '#core/foundation/errors.js'
import { readLargeJson } from './large-json.js'

/** Objects and arrays inside each other, the outermost counted. */
const maxDepth = 64
/** Bytes of a body for each of its objects and arrays, at least: to parse one takes a microsecond. */
const bytesPerContainer = 32
/** Objects and arrays that any body may have. */
const fewContainers = 1_000
/** Keys of one object. The body limit bounds the whole. */
export const maxKeys = 10_000

type Fields = Readonly<Record<string, unknown>>

const loneSurrogate = /\p{Surrogate}/u

function refuse(field: string, message: string): never {
  throw ValidationError.of(field, message)
}

const codes = { quote: 0x22, backslash: 0x5c, list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d } as const

/** The place of the quotation mark that ends a text; the end of the bytes where there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === codes.backslash) at++
    else if (bytes[at] === codes.quote) return at
  }
  return bytes.length
}

/**
 * Why JSON is not parsed, found by a linear scan; null for what takes little time.
 * @param limit bytes that a body of the route may have: more of them allow more objects and arrays
 * @param deepest levels from which the scan refuses; a surface that refuses levels beyond 64 itself, in its own words, allows more here
 */
export function jsonOverload(bytes: Uint8Array, limit: number, deepest = maxDepth): string | null {
  const most = Math.max(fewContainers, Math.floor(limit / bytesPerContainer))
  let [depth, containers] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]!
    if (code === codes.quote) at = endOfText(bytes, at + 1)
    else if (code === codes.list || code === codes.object) {
      if (++depth > deepest) return `The body is nested deeper than ${maxDepth} levels.`
      if (++containers > most) return `The body has more than ${most} objects and lists.`
    } else if (code === codes.listEnd || code === codes.objectEnd) depth--
  }
  return null
}

/** Bytes up to which a body is parsed at once. */
const smallBody = 1_048_576

/** Any JSON value, its objects without prototype. Throws ValidationError naming the place. */
function parseJson(bytes: Buffer, limit: number): unknown {
  if (!isUtf8(bytes)) refuse('body', 'The body is not valid UTF-8.')
  const overload = jsonOverload(bytes, limit)
  if (overload !== null) refuse('body', overload)
  let text = bytes.toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (text.trim() === '') refuse('body', 'The body is empty. Send a JSON object of field names and values.')
  const parse = (piece: string, offset: number): unknown => {
    try {
      return JSON.parse(piece)
    } catch (error) {
      return fail(mistakeIn(error, offset))
    }
  }
  const fail = (position: number | null): never => refuse('body', `The body is not valid JSON: ${jsonComplaint(text, position)}`)
  // Raw control characters and broken UTF-8 have been refused by now, so only an escape can bring a bad character.
  const admission = new Admission(text.includes('\\u'))
  if (bytes.length <= smallBody) return admission.admit(parse(text, 0))
  return readLargeJson(text, {
    parse,
    fail,
    accept: (value, place) => admission.admitAt(value, place),
    checkKeys: (count, place) => admission.checkKeys(count, place),
  })
}

/** A JSON object, as every write takes it. Large ones are parsed in pieces. */
export function parseJsonFields(bytes: Buffer, limit: number): Fields | Promise<Fields> {
  const value = parseJson(bytes, limit)
  return value instanceof Promise ? value.then(requireObject) : requireObject(value)
}

function requireObject(value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    refuse('body', 'The body must be a JSON object of field names and values.')
  }
  return value as Fields
}

/** The position that the parser reports, in the whole text; null if it reports none. */
function mistakeIn(error: unknown, offset: number): number | null {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return position === undefined ? null : offset + Number(position)
}

/** Says where, and never quotes the body: V8's own message repeats a part of it, which may be a secret. */
function jsonComplaint(text: string, position: number | null): string {
  if (position === null || position >= text.length) return 'it ends too early or holds a character that JSON does not allow.'
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return `there is a mistake at line ${line}, column ${column}.`
}

/** One walk over a parsed value; `place` is the path of the node that is looked at. */
class Admission {
  private readonly place: (string | number)[] = []

  constructor(private readonly checkTexts: boolean) {}

  admit(value: unknown): unknown {
    if (typeof value === 'string') return this.checkTexts ? this.text(value) : value
    if (typeof value === 'number') return this.number(value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? this.list(value) : this.object(value as Record<string, unknown>)
  }

  /** Admits a value whose place in the body is known. */
  admitAt(value: unknown, place: readonly (string | number)[]): unknown {
    this.place.splice(0, this.place.length, ...place)
    return this.admit(value)
  }

  checkKeys(count: number, place: readonly (string | number)[]): void {
    this.place.splice(0, this.place.length, ...place)
    if (count > maxKeys) refuse(this.field(), `An object in the body has more than ${maxKeys} keys.`)
  }

  private object(source: Record<string, unknown>): unknown {
    const names = Object.keys(source)
    if (names.length > maxKeys) refuse(this.field(), `An object in the body has more than ${maxKeys} keys.`)
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
      refuse(field, `The number in '${field}' is beyond 2^53, where JSON numbers are no longer exact.`)
    }
    return value
  }

  private text(value: string): string {
    if (value.includes('\0') || loneSurrogate.test(value)) {
      const field = this.field()
      refuse(field, `The text in '${field}' contains the character NUL or half of a surrogate pair, which is not accepted.`)
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
