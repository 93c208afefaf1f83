// Format of a transfer package: the names inside the zip, the parsing of its manifest and JSON, the limits of a reader, and its faults.
import {
  type Message,
  createMessage,
  type MessageText,
  type MessageFields,
  type MessageValues,
} from '../../foundation/message.js'
import { isObject, JsonOverloadScan, toJsonLimits } from '../../foundation/json.js'
import { toMessageFields } from '../../foundation/message-format.js'
import { randomUUID, createHash } from 'node:crypto'
import { getErrorTrail, ServiceError } from '../../foundation/errors.js'
import type { Context } from '../../storage/context.js'
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

// The error of a failed transfer: the place, the products that were stored, and the id of the log entry.

/** Products of a package that were imported before a failure. */
export interface CompletedProduct {
  readonly id: number
  readonly title: string
}

/** Logs the cause and returns the error for the caller; `imported` are the products that were stored completely. */
export function createTransferError(
  { log }: Context,
  transfer: 'export' | 'check' | 'import',
  error: unknown,
  imported: readonly CompletedProduct[] = [],
): ServiceError {
  const errorId = randomUUID()
  log.error({ err: error, errorId, transfer, imported: imported.map(({ id }) => id) }, `The ${transfer} of a package failed.`)
  const steps = getErrorTrail(error) ?? []
  const message = createMessage('transfer.failed', {
    transfer,
    place: steps.length === 0 ? '' : createMessage('transfer.failedAt', { steps: steps.join(' › ') }),
    outcome: describeTransferOutcome(transfer, imported),
    errorId,
  })
  return new ServiceError('TRANSFER_FAILED', message, { cause: error })
}

/** The resulting state: each product is complete or unchanged. */
export function describeTransferOutcome(transfer: 'export' | 'check' | 'import', imported: readonly CompletedProduct[]): Message {
  if (transfer !== 'import') return createMessage('transfer.nothingChanged')
  if (imported.length === 0) return createMessage('transfer.nothingImported')
  return createMessage('transfer.partlyImported', { products: imported.map(({ id, title }) => `${title.slice(0, 60)} (${id})`) })
}

export const packageFormat = 'svc-product-package'
/** Raise it when older readers would misread new packages. */
export const packageVersion = 1
export const manifestName = 'manifest.json'

/** Limits of a reader; a writer never exceeds them. */
export const packageLimits = {
  entries: 20_000,
  /** Maximum bytes of the manifest, of the records of one entity, and of the unpacked package. */
  manifest: 16 * 1_048_576,
  records: 128 * 1_048_576,
  total: 1_024 * 1_048_576,
  /** Maximum bytes of one record: a price table of the maximum size has less than half of them. */
  row: 16 * 1_048_576,
  /** Maximum ratio of unpacked to packed size; files of up to `small` bytes are exempt. */
  ratio: 100,
  small: 65_536,
  products: 1_000,
  /** Maximum number of records of the shop that the products reference. */
  outside: 20_000,
} as const

/** Checksum and size of a file of the package, to detect damage. */
export interface Checksum {
  readonly sha256: string
  /** Unpacked size in bytes. */
  readonly size: number
}

export interface ManifestProduct {
  readonly id: number
  /** In the store default language, for people. */
  readonly title: string
  /** Number of records by entity, in an order in which they can be created. */
  readonly records: Readonly<Record<string, number>>
  readonly files: number
}

/** A record outside the package that products reference, with names by which another installation finds its own record. */
export interface OutsideRecord {
  readonly entity: string
  readonly id: number
  /** Identifying texts by field key. */
  readonly names: Readonly<Record<string, string>>
}

/** Data of the products that is not exported; reported, but not stored in the package, because it changes independently. */
export interface OmittedContent {
  readonly what: Message
  readonly count: number
  readonly why: Message
}

export interface Manifest {
  readonly format: string
  readonly version: number
  /** Version of the service that wrote the package. */
  readonly service: string
  /** Languages of the texts, store default first. */
  readonly languages: readonly string[]
  readonly products: readonly ManifestProduct[]
  readonly outside: readonly OutsideRecord[]
  /** Checksums of all other files, by path. */
  readonly files: Readonly<Record<string, Checksum>>
}

/** A reference to a picture or file of the package, as the value of a record's field. */
export interface FilePointer {
  /** The path in the package. */
  readonly file: string
  /** The original file name. */
  readonly name: string
}

/** Path of the records of one entity of a product. */
export const toRecordsPath = (product: number, entity: string): string => `product-${product}/${entity}.jsonl`

/** Path of a file of a record. */
export const toPackageFilePath = (product: number, name: string): string => `product-${product}/files/${name}`

/** Every name that a package may contain. Folders such as `product-12/` appear after repacking with another program. */
const entryPattern =
  /^(?:manifest\.json|product-[1-9]\d{0,15}\/(?:[a-z][a-z0-9-]{0,63}\.jsonl|files\/(?:[A-Za-z0-9][A-Za-z0-9._-]{0,199})?)?)$/

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

export const packageZip: ZipRules = {
  noun: 'package',
  argument: 'path',
  entries: packageLimits.entries,
  total: packageLimits.total,
  limitOf: (name) => (name.endsWith('.jsonl') ? packageLimits.records : packageLimits.manifest * 2),
  ratio: packageLimits.ratio,
  small: packageLimits.small,
  names: entryPattern,
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
