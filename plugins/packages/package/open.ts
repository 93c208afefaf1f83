// Opens a package: validates its manifest, verifies the checksum of every file, and reads products one at a time.
import { isObject, zipFiles } from '#core/surface.js'
import { createMessage, type Message } from '#core/contract.js'
import { type Manifest, manifestName, packageFormat, packageLimits, packageVersion, packageZip, toRecordsPath } from './format.js'
import type { PackageLocation } from './package-location.js'
import type { PackageRecord } from './rows.js'

type Shape = Readonly<Record<string, unknown>>

const refuseManifest: (reason: Message) => never = (reason) => zipFiles.throwManifestFault(manifestName, reason)
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(value)
const isTag = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,4}){0,2}$/.test(value)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
async function readPackageManifest(bytes: Uint8Array): Promise<Manifest> {
  const manifest = await zipFiles.parseManifest(manifestName, bytes, {
    bytes: packageLimits.manifest,
    keys: packageLimits.entries,
  })
  const { format, version, service, languages, products, outside, files, pictures = {} } = manifest
  if (format !== packageFormat) refuseManifest(createMessage('transfer.manifestFormat', { format: packageFormat }))
  if (!zipFiles.isCount(version) || version < 1) refuseManifest(createMessage('transfer.manifestVersion'))
  if (version !== packageVersion) {
    const message = createMessage('transfer.formatVersion', { version, own: packageVersion })
    throw new zipFiles.PackageFault('format-version', message)
  }
  if (!zipFiles.isText(service, 100)) refuseManifest(createMessage('transfer.manifestService'))
  if (!Array.isArray(languages) || languages.length === 0 || languages.length > 200 || !languages.every(isTag))
    refuseManifest(createMessage('transfer.manifestLanguages'))
  if (!Array.isArray(products) || products.length === 0 || products.length > packageLimits.products || !products.every(isProduct))
    refuseManifest(createMessage('transfer.manifestProducts'))
  if (new Set(products.map(({ id }) => id)).size < products.length) refuseManifest(createMessage('transfer.manifestProductTwice'))
  if (!Array.isArray(outside) || outside.length > packageLimits.outside || !outside.every(isOutsideRecord))
    refuseManifest(createMessage('transfer.manifestOutside'))
  if (!isObject(pictures) || !Object.values(pictures).every((name) => zipFiles.isText(name, 200)))
    refuseManifest(createMessage('transfer.manifestPictures'))
  if (!isObject(files) || !Object.values(files).every(isChecksum)) refuseManifest(createMessage('transfer.manifestFiles'))
  return manifest as unknown as Manifest
}

function isProduct(value: unknown): value is Shape {
  if (!isObject(value)) return false
  const { id, title, records, files } = value
  if (!zipFiles.isCount(id) || id < 1 || !zipFiles.isText(title, 10_000) || !zipFiles.isCount(files) || !isObject(records))
    return false
  const counts = Object.entries(records)
  return counts.length <= 500 && counts.every(([name, count]) => isWord(name) && zipFiles.isCount(count))
}

function isOutsideRecord(value: unknown): boolean {
  if (!isObject(value)) return false
  const { entity, id, names } = value
  return (
    isWord(entity) &&
    zipFiles.isCount(id) &&
    isObject(names) &&
    Object.values(names).every((name) => zipFiles.isText(name, 1_000))
  )
}

function isChecksum(value: unknown): boolean {
  if (!isObject(value)) return false
  const { sha256, size } = value
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && zipFiles.isCount(size)
}

export interface Package {
  readonly manifest: Manifest
  /** The records of a product by entity, in manifest order. Iterate each list once; rows are parsed on demand. */
  records(product: number): Promise<ReadonlyMap<string, AsyncIterable<PackageRecord>>>
  /** A picture or file; null if the package has none by that name. */
  file(path: string): Promise<Uint8Array | null>
  /** Reads every file once; throws for the first file that differs from the manifest. */
  verify(): Promise<void>
  close(): void
}

const recordsPattern = /^[^/]*\/[^/]*\.jsonl$/

/** Maximum bytes cached between verifying and reading. */
const maxCachedBytes = 16_777_216

/** PackageFault for faults of the package as a whole; VALIDATION_FAILED on `path` if there is no file. */
export async function openPackage({ file, shown: displayPath }: Pick<PackageLocation, 'file' | 'shown'>): Promise<Package> {
  const zip = await zipFiles.openZip(file, displayPath, packageZip)
  try {
    if (!zip.sizes.has(manifestName)) {
      throw new zipFiles.PackageFault('not-a-package', createMessage('transfer.notAPackage', { name: manifestName }))
    }
    const manifest = await readPackageManifest(await zip.read(manifestName, packageLimits.manifest))
    validateFileList(manifest, zip.sizes)
    const products = new Map(manifest.products.map((product) => [product.id, product]))
    /** Verified files that have not been read yet. */
    const whole = new Map<string, Uint8Array>()
    const checked = async (name: string): Promise<Uint8Array> => {
      const cachedContent = whole.get(name)
      whole.delete(name)
      if (cachedContent) return cachedContent
      const bytes = await zip.read(name, packageLimits.records)
      if ((await zipFiles.digestInPieces(bytes)) === manifest.files[name]!.sha256) return bytes
      throw new zipFiles.PackageFault('checksum', createMessage('transfer.checksum', { name }))
    }
    return {
      manifest,
      async records(product) {
        const { records } = products.get(product)!
        const recordsByEntity = new Map<string, AsyncIterable<PackageRecord>>()
        for (const [entity, count] of Object.entries(records)) {
          const name = toRecordsPath(product, entity)
          recordsByEntity.set(entity, parseRecords(name, await checked(name), count))
        }
        return recordsByEntity
      },
      file: async (name) => (Object.hasOwn(manifest.files, name) ? checked(name) : null),
      async verify() {
        let room = maxCachedBytes
        for (const name of Object.keys(manifest.files)) {
          const bytes = await checked(name)
          room -= bytes.length
          if (room > 0) whole.set(name, bytes)
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Checks that the zip and the manifest list the same files. */
function validateFileList({ files, products }: Manifest, sizes: ReadonlyMap<string, number>): void {
  for (const name of sizes.keys()) {
    if (name === manifestName || Object.hasOwn(files, name)) continue
    throw new zipFiles.PackageFault('unlisted-file', createMessage('transfer.unlisted', { name }))
  }
  for (const [name, { size }] of Object.entries(files)) {
    const storedSize = sizes.get(name)
    if (storedSize === undefined)
      throw new zipFiles.PackageFault('missing-file', createMessage('transfer.listedMissing', { name }))
    if (storedSize !== size)
      throw new zipFiles.PackageFault('checksum', createMessage('transfer.wrongSize', { name, size: storedSize, listed: size }))
  }
  const counted = new Set<string>()
  for (const { id, records } of products) {
    for (const entity of Object.keys(records)) {
      const name = toRecordsPath(id, entity)
      counted.add(name)
      if (!Object.hasOwn(files, name))
        throw new zipFiles.PackageFault('missing-file', createMessage('transfer.countedMissing', { name }))
    }
  }
  for (const name of Object.keys(files)) {
    if (counted.has(name) || !recordsPattern.test(name)) continue
    throw new zipFiles.PackageFault('manifest', createMessage('transfer.uncounted', { name }))
  }
}

/** Bytes of consecutive records that are decoded together. Longer records are scanned and parsed in pieces. */
const blockBytes = 65_536

/** Yields rows one by one: thousands of rows at once would stay in memory longer than needed. */
async function* parseRecords(name: string, bytes: Uint8Array, count: number): AsyncGenerator<PackageRecord> {
  const ids = new Set<number>()
  let index = 0
  for (const block of splitBlocks(name, bytes, () => index)) {
    const rows = block.length > blockBytes ? [await parseLongRow(name, block, index)] : parseRows(name, block, index)
    for (const row of rows) {
      const { id } = requireRecord(name, row, index++)
      if (ids.has(id)) throw new zipFiles.PackageFault('malformed-record', createMessage('transfer.idTwice', { name, id }))
      ids.add(id)
      yield row as PackageRecord
    }
  }
  if (index === count) return
  throw new zipFiles.PackageFault('manifest', createMessage('transfer.recordCount', { name, count: index, listed: count }))
}

/** Maximum number of keys of a record: more than the fields of any entity in all languages. */
const maxRowKeys = 10_000

const lineBreak = 0x0a

/** Yields the bytes of consecutive short lines together, and of each long line alone. The last line may end without a line break. */
function* splitBlocks(name: string, bytes: Uint8Array, lineIndex: () => number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const rest = bytes.subarray(from)
    let end = rest.length <= blockBytes ? rest.length : rest.subarray(0, blockBytes).lastIndexOf(lineBreak) + 1
    if (end === 0) {
      const line = rest.subarray(0, packageLimits.row)
      end = line.indexOf(lineBreak) + 1
      if (end === 0 && rest.length > line.length)
        throw new zipFiles.PackageFault('too-large', createMessage('transfer.lineTooLong', { line: lineIndex() + 1, name }))
      if (end === 0) end = line.length
    }
    yield rest.subarray(0, end)
    from += end
  }
}

function* parseRows(name: string, block: Uint8Array, firstIndex: number): Generator {
  const text = decodeUtf8(name, block)
  let index = firstIndex
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    yield parseRow(name, text.slice(from, to), index++)
    from = to + 1
  }
}

function decodeUtf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new zipFiles.PackageFault('malformed-record', createMessage('transfer.notUtf8', { name }))
  }
}

function parseRow(name: string, line: string, index: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new zipFiles.PackageFault('malformed-record', createMessage('transfer.lineNoJson', { line: index + 1, name }))
  }
}

async function parseLongRow(name: string, bytes: Uint8Array, index: number): Promise<unknown> {
  const parsed = await zipFiles.parsePackageJson(bytes, { bytes: packageLimits.row, keys: maxRowKeys })
  if ('value' in parsed) return parsed.value
  const isComplex = parsed.failure === 'too-complex'
  const message = createMessage(isComplex ? 'transfer.lineTooComplex' : 'transfer.lineNoJson', { line: index + 1, name })
  throw new zipFiles.PackageFault('malformed-record', message)
}

function requireRecord(name: string, row: unknown, index: number): { readonly id: number } {
  const id = isObject(row) ? row['id'] : undefined
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return { id }
  throw new zipFiles.PackageFault('malformed-record', createMessage('transfer.lineNoRecord', { line: index + 1, name }))
}
