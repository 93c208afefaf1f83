// Format of a transfer package: its manifest, the names inside the zip, the limits of a reader, and the error of a failed transfer.
import { getErrorTrail, zipFiles } from '#core/surface.js'
import { type Message, createMessage, ServiceError, type Context } from '#core/contract.js'
import { randomUUID } from 'node:crypto'

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
  /** Original file names of the pictures in formatted texts, by path. The texts have the paths as addresses. */
  readonly pictures?: Readonly<Record<string, string>>
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

const picturePathPattern = /^product-[1-9]\d{0,15}\/files\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** True for an address in a text that names a file of the package. */
export const isPicturePath = (address: string): boolean => picturePathPattern.test(address)

/** Every name that a package may contain. Folders such as `product-12/` appear after repacking with another program. */
const entryPattern =
  /^(?:manifest\.json|product-[1-9]\d{0,15}\/(?:[a-z][a-z0-9-]{0,63}\.jsonl|files\/(?:[A-Za-z0-9][A-Za-z0-9._-]{0,199})?)?)$/

export const packageZip: zipFiles.ZipRules = {
  noun: 'package',
  argument: 'path',
  entries: packageLimits.entries,
  total: packageLimits.total,
  limitOf: (name) => (name.endsWith('.jsonl') ? packageLimits.records : packageLimits.manifest * 2),
  ...zipFiles.zipLimits,
  names: entryPattern,
}
