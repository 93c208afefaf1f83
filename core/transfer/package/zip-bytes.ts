// Reads parts of a zip file in memory, such as a workbook: validates its list of parts first, and counts the unpacked bytes.
import { createMessage } from '../../foundation/message.js'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { PackageFault } from './faults.js'
import { formatEntryName, readWholeEntry } from './read-zip.js'

const limits = {
  entries: 2_000,
  /** Maximum bytes of all unpacked parts, according to the list. */
  total: 256 * 1_048_576,
  /** Maximum ratio of unpacked to packed size; parts of up to `small` bytes are exempt. */
  ratio: 200,
  small: 262_144,
} as const

export interface ZipParts {
  has(name: string): boolean
  /** The unpacked bytes; PackageFault beyond `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array>
  close(): void
}

/** PackageFault for a damaged zip file. */
export async function openZipBytes(bytes: Uint8Array): Promise<ZipParts> {
  const zip = await openZipBuffer(bytes)
  const entries = new Map<string, Entry>()
  let [unpacked, packed] = [0, 0]
  if (zip.entryCount > limits.entries)
    throw new PackageFault(
      'too-many-entries',
      createMessage('transfer.tooManyParts', { count: zip.entryCount, most: limits.entries }),
    )
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry
      if (entry.isEncrypted())
        throw new PackageFault('encrypted', createMessage('transfer.encrypted', { name: formatEntryName(name) }))
      if (entries.has(name))
        throw new PackageFault('duplicate-entry', createMessage('transfer.partTwice', { name: formatEntryName(name) }))
      if (uncompressedSize > limits.small && uncompressedSize > compressedSize * limits.ratio)
        throw new PackageFault('bomb', createMessage('transfer.zipBomb', { name: formatEntryName(name), ratio: limits.ratio }))
      unpacked += uncompressedSize
      packed += compressedSize
      if (unpacked > limits.total)
        throw new PackageFault('too-large', createMessage('transfer.partsTooLarge', { size: limits.total / 1_048_576 }))
      if (packed > bytes.length) throw new PackageFault('bomb', createMessage('transfer.partsOverlapping'))
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof PackageFault) throw error
    throw new PackageFault('truncated', createMessage('transfer.partsUnreadable'), { cause: error })
  }
  return {
    has: (name) => entries.has(name),
    read: (name, limit) => readWholeEntry(zip, entries.get(name), name, limit, 'part'),
    close: () => zip.close(),
  }
}

async function openZipBuffer(bytes: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
    })
  } catch (error) {
    throw new PackageFault('not-a-package', createMessage('transfer.damagedFile'), { cause: error })
  }
}
