// Format of a transfer package: the names inside the zip, the parsing of its manifest, and the limits of a reader.
import { type Message, createMessage, type MessageText } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { PackageFault } from './faults.js'
import { type JsonSize, parsePackageJson } from './parse-json.js'

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
