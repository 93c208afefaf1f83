// What a transfer package looks like: the names inside the zip, its manifest, and how much of it is taken.

export const packageFormat = 'svc-product-package'
/** Rises when older readers would misread what newer writers write. */
export const packageVersion = 1
export const manifestName = 'manifest.json'

/** What a reader takes; a writer writes nothing that a reader would refuse. */
export const packageLimits = {
  entries: 20_000,
  /** Bytes of the manifest, of the records of one entity, and of all that is unpacked. */
  manifest: 16 * 1_048_576,
  records: 128 * 1_048_576,
  total: 1_024 * 1_048_576,
  /** How many times larger a file may become when it is unpacked; small ones may do as they like. */
  ratio: 100,
  small: 65_536,
  products: 1_000,
} as const

/** What is said of a file of the package, so that a damaged one is noticed. */
export interface Checksum {
  readonly sha256: string
  /** Bytes, unpacked. */
  readonly size: number
}

export interface ManifestProduct {
  readonly id: number
  /** In the store default, for people. */
  readonly title: string
  /** How many records of each entity, in the order in which they could be made anew. */
  readonly records: Readonly<Record<string, number>>
  readonly files: number
}

/** A record that products name and that does not travel: how another installation finds its own. */
export interface OutsideRecord {
  readonly entity: string
  readonly id: number
  /** The texts that it is known by, by the keys of its fields. */
  readonly names: Readonly<Record<string, string>>
}

/** What belongs to the products and is not in the package; told, and not written down there: it changes while the product does not. */
export interface LeftOut {
  readonly what: string
  readonly count: number
  readonly why: string
}

export interface Manifest {
  readonly format: string
  readonly version: number
  /** The version of the service that wrote it. */
  readonly service: string
  /** Of the texts, store default first. */
  readonly languages: readonly string[]
  readonly products: readonly ManifestProduct[]
  readonly outside: readonly OutsideRecord[]
  /** Of every other file, by its path. */
  readonly files: Readonly<Record<string, Checksum>>
}

/** A picture or a file as a record of a package names it. */
export interface FilePointer {
  /** The path in the package. */
  readonly file: string
  /** The name that it came with. */
  readonly name: string
}

/** The records of one entity of a product. */
export const recordsPath = (product: number, entity: string): string => `product-${product}/${entity}.jsonl`

/** A file of a record. */
export const filePath = (product: number, name: string): string => `product-${product}/files/${name}`

/** Every name that a package has; `product-12/` and the like stand there once somebody has packed it again. */
export const entryPattern =
  /^(?:manifest\.json|product-[1-9]\d{0,15}\/(?:[a-z][a-z0-9-]{0,63}\.jsonl|files\/(?:[A-Za-z0-9][A-Za-z0-9._-]{0,199})?)?)$/

/** What a zip file must keep to be read: how many files of which names and sizes it has, and what it is called in refusals. */
export interface ZipRules {
  readonly noun: 'package' | 'backup'
  /** The argument that a caller names it by. */
  readonly argument: string
  readonly entries: number
  /** Bytes of all files, and of the one of the name, unpacked. */
  readonly total: number
  limitOf(name: string): number
  /** How many times larger a file may become; those of `small` bytes may do as they like. */
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
