// Parses JSON from strangers: bounded depth and width, no prototype, no value that JavaScript would change silently.
import { isUtf8 } from 'node:buffer'
import { ValidationError } from '#core/ground/errors.js'

/** Objects and arrays inside each other, the outermost counted. */
const maxDepth = 64
/** Keys of one object. The body limit bounds the whole. */
export const maxKeys = 10_000

const loneSurrogate = /\p{Surrogate}/u

function refuse(field: string, message: string): never {
  throw ValidationError.of(field, message)
}

/** Any JSON value, its objects without prototype. Throws ValidationError naming the place. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) refuse('body', 'The body is not valid UTF-8.')
  let text = bytes.toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (text.trim() === '') refuse('body', 'The body is empty. Send a JSON object of field names and values.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    refuse('body', `The body is not valid JSON: ${jsonComplaint(error, text)}`)
  }
  // Raw control characters and broken UTF-8 have been refused by now, so only an escape can bring a bad character.
  return new Admission(text.includes('\\u')).admit(value, 0)
}

/** A JSON object, as every write takes it. */
export function parseJsonFields(bytes: Buffer): Readonly<Record<string, unknown>> {
  const value = parseJson(bytes)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    refuse('body', 'The body must be a JSON object of field names and values.')
  }
  return value as Readonly<Record<string, unknown>>
}

/** Says where, and never quotes the body: V8's own message repeats a part of it, which may be a secret. */
function jsonComplaint(error: unknown, text: string): string {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (position === undefined) return 'it ends too early or holds a character that JSON does not allow.'
  const before = text.slice(0, Number(position))
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return `there is a mistake at line ${line}, column ${column}.`
}

/** One walk over a parsed value; `place` is the path of the node that is looked at. */
class Admission {
  private readonly place: (string | number)[] = []

  constructor(private readonly checkTexts: boolean) {}

  admit(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.checkTexts ? this.text(value) : value
    if (typeof value === 'number') return this.number(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= maxDepth) refuse(this.field(), `The body is nested deeper than ${maxDepth} levels.`)
    return Array.isArray(value) ? this.list(value, depth + 1) : this.object(value as Record<string, unknown>, depth + 1)
  }

  private object(source: Record<string, unknown>, depth: number): unknown {
    const names = Object.keys(source)
    if (names.length > maxKeys) refuse(this.field(), `An object in the body has more than ${maxKeys} keys.`)
    const result = Object.create(null) as Record<string, unknown>
    for (const name of names) {
      if (this.checkTexts) this.text(name)
      this.place.push(name)
      result[name] = this.admit(source[name], depth)
      this.place.pop()
    }
    return result
  }

  private list(source: unknown[], depth: number): unknown {
    for (let i = 0; i < source.length; i++) {
      this.place.push(i)
      source[i] = this.admit(source[i], depth)
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
