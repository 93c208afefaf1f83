// Reads an untrusted zip file: validates its list of files before unpacking, and counts the bytes while unpacking.
import { createMessage } from '../../foundation/message.js'
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { MissingZipError, type OpenZipFile, type ZipLocation } from '../../storage/files/zip-store.js'
import { PackageFault, packageZip, type ZipRules } from './format.js'

/** Bytes of one read for a large entry. */
const streamPiece = 524_288
/** Bytes of one read for headers, the central directory and small entries, which are mostly adjacent. */
const readAhead = 65_536

type ReadCallback = (error: Error | null, bytesRead?: number) => void

class ZipSource extends RandomAccessReader {
  private bufferStart = 0
  private buffer: Buffer = Buffer.alloc(0)

  /** The caller closes the file. */
  constructor(private readonly file: OpenZipFile) {
    super()
  }

  override read(target: Buffer, offset: number, length: number, position: number, onRead: ReadCallback): void {
    this.bytesAt(position, length).then(
      (bytes) => onRead(null, bytes.copy(target, offset)),
      (error: Error) => onRead(error),
    )
  }

  /** Returns fewer bytes at the end of the file. */
  private async bytesAt(position: number, length: number): Promise<Buffer> {
    const start = position - this.bufferStart
    if (start >= 0 && start + length <= this.buffer.length) return this.buffer.subarray(start, start + length)
    const size = Math.max(length, readAhead)
    const buffer = Buffer.allocUnsafe(size)
    this.buffer = buffer.subarray(0, await this.file.read(buffer, 0, size, position))
    this.bufferStart = position
    return this.buffer.subarray(0, length)
  }

  /** `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false })
  }

  /** A stream of the file itself would close the file at its end. */
  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const length = Math.min(streamPiece, end - position)
      const bytes = await this.bytesAt(position, length)
      if (bytes.length === 0) return
      yield bytes
      position += bytes.length
    }
  }
}

const formatMebibytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`

/** An open package. */
export interface ZipReader {
  /** Unpacked sizes by name, without folders. */
  readonly sizes: ReadonlyMap<string, number>
  /** The unpacked bytes; PackageFault beyond `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array>
  /** Streams the unpacked bytes; PackageFault if their number differs from the list of files. */
  stream(name: string): AsyncIterable<Uint8Array>
  close(): void
}

/** Formats a name for error messages. */
const formatEntryName = (name: string): string => JSON.stringify(name.slice(0, 100))

/** Streams the unpacked bytes. PackageFault if the entry is missing, or its size differs from the list of files. */
async function* streamEntry(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Uint8Array> {
  if (!entry)
    throw new PackageFault('missing-file', createMessage('transfer.entryMissing', { noun: 'file', name: formatEntryName(name) }))
  let size = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Uint8Array
      size += bytes.length
      if (size > entry.uncompressedSize) break
      yield bytes
    }
  } catch (error) {
    throw new PackageFault('truncated', createMessage('transfer.cannotUnpack', { name: formatEntryName(name) }), { cause: error })
  }
  if (size !== entry.uncompressedSize) {
    throw new PackageFault('truncated', createMessage('transfer.wrongLength', { name: formatEntryName(name), noun: 'file' }))
  }
}

/** The unpacked bytes as a whole; PackageFault beyond `limit` bytes. */
async function readWholeEntry(zip: ZipFile, entry: Entry | undefined, name: string, limit: number): Promise<Uint8Array> {
  if (entry && entry.uncompressedSize > limit) {
    const maximumText = `${Math.round(limit / 1_048_576)} MiB`
    throw new PackageFault(
      'too-large',
      createMessage('transfer.fileTooLarge', { name: formatEntryName(name), size: maximumText }),
    )
  }
  // Copying all chunks at the end would block the event loop.
  const whole = Buffer.alloc(entry?.uncompressedSize ?? 0)
  let size = 0
  for await (const chunk of streamEntry(zip, entry, name)) {
    whole.set(chunk, size)
    size += chunk.length
  }
  return whole
}

/** Opens the file; errors call it `displayPath`. VALIDATION_FAILED if there is no file, PackageFault for a damaged zip file. */
export async function openZip(place: ZipLocation, displayPath: string, rules: ZipRules = packageZip): Promise<ZipReader> {
  const file = await place.open().catch((error: unknown) => throwOpenError(error, displayPath.slice(0, 200), rules))
  const close = (): void => void file.close()
  try {
    const zip = await openZipFile(file, rules)
    const entries = await validateEntries(zip, file.size, rules)
    return {
      sizes: new Map([...entries].map(([name, entry]) => [name, entry.uncompressedSize])),
      read: (name, limit) => readWholeEntry(zip, entries.get(name), name, limit),
      stream: (name) => streamEntry(zip, entries.get(name), name),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function throwOpenError(error: unknown, displayPath: string, rules: ZipRules): never {
  if (error instanceof ServiceError) throw error
  if (!(error instanceof MissingZipError)) return throwDamagedZip(error, rules)
  const message =
    error.found === null
      ? createMessage('transfer.fileNotThere', { path: displayPath })
      : createMessage('transfer.notAFile', { path: displayPath, found: error.found, noun: rules.noun })
  throw ValidationError.of(rules.argument, message)
}

async function openZipFile(file: OpenZipFile, rules: ZipRules): Promise<ZipFile> {
  try {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
    return await fromRandomAccessReaderPromise(new ZipSource(file), file.size, options)
  } catch (error) {
    return throwDamagedZip(error, rules)
  }
}

function throwDamagedZip(error: unknown, { noun }: ZipRules): never {
  if (error instanceof ServiceError) throw error
  throw new PackageFault('not-a-package', createMessage('transfer.damagedZip', { noun }), { cause: error })
}

/** Validates the entries and returns them by name. */
async function validateEntries(zip: ZipFile, size: number, rules: ZipRules): Promise<ReadonlyMap<string, Entry>> {
  const { entries: maximumEntries, total, noun } = rules
  if (zip.entryCount > maximumEntries) {
    throw new PackageFault(
      'too-many-entries',
      createMessage('transfer.tooManyFiles', { noun, count: zip.entryCount, most: maximumEntries }),
    )
  }
  const entries = new Map<string, Entry>()
  const folded = new Set<string>()
  let [unpacked, packed] = [0, 0]
  for (let index = 0; index < zip.entryCount; index++) {
    const entry = await readNextEntry(zip)
    const name = entry.fileName
    validateZipEntry(entry, rules)
    const key = name.normalize('NFC').toLowerCase()
    if (folded.has(key))
      throw new PackageFault('duplicate-entry', createMessage('transfer.fileTwice', { noun, name: formatEntryName(name) }))
    folded.add(key)
    unpacked += entry.uncompressedSize
    packed += entry.compressedSize
    if (unpacked > total)
      throw new PackageFault('too-large', createMessage('transfer.unpackedTooLarge', { noun, size: formatMebibytes(total) }))
    if (packed > size) throw new PackageFault('bomb', createMessage('transfer.overlapping'))
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  return entries
}

function readNextEntry(zip: ZipFile): Promise<Entry> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      zip.off('entry', onEntry).off('error', onError).off('end', onEnd)
      act()
    }
    const onEntry = (entry: Entry): void => settle(() => resolve(entry))
    const onError = (error: Error): void => settle(() => reject(toListFault(error)))
    const onEnd = (): void => settle(() => reject(toListFault(new Error('its list of files ends early'))))
    zip.on('entry', onEntry).on('error', onError).on('end', onEnd)
    zip.readEntry()
  })
}

function toListFault(error: Error): PackageFault {
  const [, name] = /(?:fileName|relative path|absolute path): (.*)$/s.exec(error.message) ?? []
  return name === undefined
    ? new PackageFault('truncated', createMessage('transfer.listUnreadable'), { cause: error })
    : new PackageFault('unsafe-entry', createMessage('transfer.fileOutside', { name: formatEntryName(name) }))
}

/** Maximum bytes of extra field and comment of an entry. */
const maxExtraBytes = 1_024

/** Unix file types in the upper half of the attributes; 0 if the packer sets none. */
const unixFileTypes = { mask: 0o170000, plain: 0o100000, folder: 0o040000 }

function validateZipEntry(entry: Entry, rules: ZipRules): void {
  const { fileName: name, compressedSize, uncompressedSize, compressionMethod } = entry
  const kind = (entry.externalFileAttributes >>> 16) & unixFileTypes.mask
  if (kind !== 0 && kind !== unixFileTypes.plain && !(kind === unixFileTypes.folder && name.endsWith('/'))) {
    throw new PackageFault('unsafe-entry', createMessage('transfer.noPlainFile', { name: formatEntryName(name) }))
  }
  if (!rules.names.test(name)) {
    throw new PackageFault(
      'unexpected-entry',
      createMessage('transfer.unexpectedFile', { name: formatEntryName(name), noun: rules.noun }),
    )
  }
  // The list of all entries is in memory.
  if (entry.extraFieldLength + entry.fileCommentLength > maxExtraBytes) {
    throw new PackageFault(
      'unexpected-entry',
      createMessage('transfer.extraContent', { name: formatEntryName(name), noun: rules.noun }),
    )
  }
  if (entry.isEncrypted())
    throw new PackageFault('encrypted', createMessage('transfer.encrypted', { name: formatEntryName(name) }))
  if (compressionMethod !== 0 && compressionMethod !== 8) {
    throw new PackageFault('not-a-package', createMessage('transfer.packedUnusually', { name: formatEntryName(name) }))
  }
  const { ratio, small } = rules
  if (uncompressedSize > small && uncompressedSize > compressedSize * ratio) {
    throw new PackageFault('bomb', createMessage('transfer.zipBomb', { name: formatEntryName(name), ratio }))
  }
  const limit = rules.limitOf(name)
  if (uncompressedSize > limit) {
    throw new PackageFault(
      'too-large',
      createMessage('transfer.fileTooLarge', { name: formatEntryName(name), size: formatMebibytes(limit) }),
    )
  }
}
