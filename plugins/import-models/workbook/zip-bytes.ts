// Reads parts of a zip file in memory, such as a workbook: validates its list of parts first, and counts the unpacked bytes.
import { createMessage, FileFault } from 'product-configurator-service'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

const limits = {
  entries: 2_000,
  /** Maximum bytes of all unpacked parts, according to the list. */
  total: 256 * 1_048_576,
  /** Maximum ratio of unpacked to packed size; parts of up to `small` bytes are exempt. */
  ratio: 200,
  small: 262_144,
} as const

const formatPartName = (name: string): string => JSON.stringify(name.slice(0, 100))

export interface ZipParts {
  has(name: string): boolean
  /** The unpacked bytes; FileFault beyond `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array>
  close(): void
}

/** FileFault for a damaged zip file. */
export async function openZipBytes(bytes: Uint8Array): Promise<ZipParts> {
  const zip = await openZipBuffer(bytes)
  const entries = new Map<string, Entry>()
  let [unpacked, packed] = [0, 0]
  if (zip.entryCount > limits.entries)
    throw new FileFault(
      'too-many-entries',
      createMessage('transfer.tooManyParts', { count: zip.entryCount, most: limits.entries }),
    )
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry
      if (entry.isEncrypted())
        throw new FileFault('encrypted', createMessage('transfer.encrypted', { name: formatPartName(name) }))
      if (entries.has(name))
        throw new FileFault('duplicate-entry', createMessage('transfer.partTwice', { name: formatPartName(name) }))
      if (uncompressedSize > limits.small && uncompressedSize > compressedSize * limits.ratio)
        throw new FileFault('bomb', createMessage('transfer.zipBomb', { name: formatPartName(name), ratio: limits.ratio }))
      unpacked += uncompressedSize
      packed += compressedSize
      if (unpacked > limits.total)
        throw new FileFault('too-large', createMessage('transfer.partsTooLarge', { size: limits.total / 1_048_576 }))
      if (packed > bytes.length) throw new FileFault('bomb', createMessage('transfer.partsOverlapping'))
      entries.set(name, entry)
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('truncated', createMessage('transfer.partsUnreadable'))
  }
  return {
    has: (name) => entries.has(name),
    read: (name, limit) => readPart(zip, entries.get(name), name, limit),
    close: () => zip.close(),
  }
}

async function openZipBuffer(bytes: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
    })
  } catch {
    throw new FileFault('not-a-package', createMessage('transfer.damagedFile'))
  }
}

async function readPart(zip: ZipFile, entry: Entry | undefined, name: string, limit: number): Promise<Uint8Array> {
  if (!entry)
    throw new FileFault('missing-file', createMessage('transfer.entryMissing', { noun: 'part', name: formatPartName(name) }))
  if (entry.uncompressedSize > limit) {
    const size = `${Math.round(limit / 1_048_576)} MiB`
    throw new FileFault('too-large', createMessage('transfer.fileTooLarge', { name: formatPartName(name), size }))
  }
  // Copying all chunks at the end would block the event loop.
  const whole = Buffer.alloc(entry.uncompressedSize)
  let size = 0
  try {
    // The reader counts the bytes and fails if the part is longer or shorter than listed.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      whole.set(chunk as Uint8Array, size)
      size += (chunk as Uint8Array).length
    }
  } catch {
    throw new FileFault('truncated', createMessage('transfer.cannotUnpack', { name: formatPartName(name) }))
  }
  return whole
}
