// JSON values: a type guard for objects, comparison, objects with dynamic keys, and limits for JSON from outside.

/** Type guard for JSON objects: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares JSON values regardless of key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
}

/** Returns an object in V8's fast mode. An object that is built key by key becomes a slow dictionary. */
export function createFastObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>
}

/** Maximum nesting of objects and arrays, including the outermost. */
export const maxJsonDepth = 64

export interface JsonLimits {
  readonly depth: number
  /** Maximum number of objects and arrays. Parsing one takes about a microsecond. */
  readonly containers: number
  /** Maximum number of values. A list of millions of values blocks the event loop while its memory is moved. */
  readonly values: number
}

/** Minimum bytes of the length limit per object or array, and per value. */
const bytesPer = { container: 32, value: 4 } as const
/** Numbers that any JSON may contain. A text of 1 MiB cannot contain more values. */
const minimum = { containers: 1_000, values: 524_288 } as const

/** The limits for JSON of at most as many bytes. */
export const toJsonLimits = (limit: number, depth = maxJsonDepth): JsonLimits => ({
  depth,
  containers: Math.max(minimum.containers, Math.floor(limit / bytesPer.container)),
  values: Math.max(minimum.values, Math.floor(limit / bytesPer.value)),
})

const characterCodes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const

/** Scans JSON once, in one piece or in several. */
export class JsonOverloadScan {
  private depth = 0
  private containers = 0
  private values = 0
  private isText = false
  private isEscaped = false

  constructor(private readonly limits: JsonLimits) {}

  /** Scans the next bytes. Returns the exceeded limit, or null. */
  scan(bytes: Uint8Array): keyof JsonLimits | null {
    const { limits } = this
    for (let at = 0; at < bytes.length; at++) {
      if (this.isText) at = this.skipText(bytes, at)
      const code = bytes[at]
      if (code === characterCodes.quote) this.isText = !this.isText
      else if (code === characterCodes.list || code === characterCodes.object) {
        if (++this.depth > limits.depth) return 'depth'
        if (++this.containers > limits.containers) return 'containers'
      } else if (code === characterCodes.listEnd || code === characterCodes.objectEnd) this.depth--
      else if (code === characterCodes.comma && ++this.values > limits.values) return 'values'
    }
    return null
  }

  /** Index of the quotation mark that ends the text, or the length of `bytes` if it continues in the next piece. */
  private skipText(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (this.isEscaped) this.isEscaped = false
      else if (bytes[at] === characterCodes.backslash) this.isEscaped = true
      else if (bytes[at] === characterCodes.quote) return at
    }
    return bytes.length
  }
}
