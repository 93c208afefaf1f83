// Rules for reading ZIP files of products and backups: the limits, the faults of a file, and the parsing of its manifest.
import { createMessage, type MessageText, type MessageFields, type MessageValues } from '../../foundation/message.js'
import { isObject, JsonOverloadScan, toJsonLimits } from '../../foundation/json.js'
import { toMessageFields } from '../../foundation/message-format.js'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseLargeJson } from '../../foundation/large-json.js'

/** Bytes that are processed without yielding to the event loop. */
const pieceBytes = 524_288

/** Why bytes were not parsed. */
type JsonFailure = 'invalid' | 'too-complex'

class UnparsedJson extends Error {
  constructor(readonly failure: JsonFailure) {
    super(failure)
  }
}

/** Limits of one JSON text. */
export interface JsonSize {
  /** Maximum length of such a text in bytes; a higher limit allows more objects and arrays. */
  readonly bytes: number
  /** Maximum number of keys of an object. */
  readonly keys: number
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (from > 0) await nextTurn()
    yield bytes.subarray(from, from + pieceBytes)
  }
}

function parsePiece(piece: string): unknown {
  try {
    return JSON.parse(piece)
  } catch {
    throw new UnparsedJson('invalid')
  }
}

/** Parses UTF-8 bytes. Objects of large texts have no prototype. */
export async function parsePackageJson(
  bytes: Uint8Array,
  limits: JsonSize,
): Promise<{ readonly value: unknown } | { readonly failure: JsonFailure }> {
  const scan = new JsonOverloadScan(toJsonLimits(limits.bytes))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for await (const slice of slices(bytes)) {
      if (scan.scan(slice) !== null) throw new UnparsedJson('too-complex')
      parts.push(decoder.decode(slice, { stream: true }))
    }
    parts.push(decoder.decode())
    const value = await parseLargeJson(parts.join(''), {
      parse: parsePiece,
      fail() {
        throw new UnparsedJson('invalid')
      },
      accept: (piece) => piece,
      checkKeys(count) {
        if (count > limits.keys) throw new UnparsedJson('too-complex')
      },
    })
    return { value }
  } catch (error) {
    if (error instanceof UnparsedJson) return { failure: error.failure }
    // The bytes are not UTF-8.
    if (error instanceof TypeError) return { failure: 'invalid' }
    throw error
  }
}

/** The SHA-256 digest in hexadecimal, computed in pieces. */
export async function digestInPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const slice of slices(bytes)) hash.update(slice)
  return hash.digest('hex')
}

/** Stable names of the faults of a package as a whole. */
export type FaultKind =
  | 'not-a-package'
  | 'truncated'
  | 'too-many-entries'
  | 'too-large'
  | 'bomb'
  | 'unsafe-entry'
  | 'duplicate-entry'
  | 'unexpected-entry'
  | 'encrypted'
  | 'manifest'
  | 'format-version'
  | 'missing-file'
  | 'unlisted-file'
  | 'checksum'
  | 'malformed-record'

/** `message` is a full sentence for the sender of the package. */
export class PackageFault extends Error implements MessageFields {
  declare readonly key?: string
  declare readonly values?: MessageValues

  constructor(
    readonly kind: FaultKind,
    text: MessageText,
    options?: ErrorOptions,
  ) {
    const { message, ...source } = toMessageFields(text)
    super(message, options)
    this.name = 'PackageFault'
    Object.assign(this, source)
  }
}

/**
 * Maximum ratio of unpacked to packed size; files of up to `small` bytes are exempt. Readers reject a file above it, so the writer stores
 * such bytes unpacked.
 */
export const zipLimits = { ratio: 100, small: 65_536 } as const

/** The rules for reading a zip file: allowed names, number and sizes of files, and the nouns for error messages. */
export interface ZipRules {
  readonly noun: 'package' | 'backup'
  /** The argument with which a caller names the file. */
  readonly argument: string
  readonly entries: number
  /** Maximum unpacked bytes of all files; `limitOf`: of the named file. */
  readonly total: number
  limitOf(name: string): number
  /** Maximum ratio of unpacked to packed size; files of up to `small` bytes are exempt. */
  readonly ratio: number
  readonly small: number
  readonly names: RegExp
}

export const isText = (value: unknown, longest: number): value is string => typeof value === 'string' && value.length <= longest

export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Throws the fault of the named manifest, with the reason. */
export function throwManifestFault(name: string, reason: MessageText): never {
  throw new PackageFault('manifest', createMessage('transfer.manifestUnusable', { name, reason }))
}

/** Parses the bytes of a manifest into an object; PackageFault if they are no JSON object. */
export async function parseManifest(
  name: string,
  bytes: Uint8Array,
  limits: JsonSize,
): Promise<Readonly<Record<string, unknown>>> {
  const parsed = await parsePackageJson(bytes, limits)
  if ('failure' in parsed) {
    const isComplex = parsed.failure === 'too-complex'
    return throwManifestFault(name, createMessage(isComplex ? 'transfer.manifestTooComplex' : 'transfer.manifestJson'))
  }
  return isObject(parsed.value) ? parsed.value : throwManifestFault(name, createMessage('transfer.manifestObject'))
}
