// Reads parts of a zip file that lies in memory, such as a workbook: judged by its list first, and counted while it is unpacked.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { PackageFault } from './faults.js'
import { shown, unpackWhole } from './unpack.js'

const limits = {
  entries: 2_000,
  /** Bytes of all that is unpacked, as the list of files says. */
  total: 256 * 1_048_576,
  /** How many times larger a part may become; small ones may do as they like. */
  ratio: 200,
  small: 262_144,
} as const

export interface ZipParts {
  has(name: string): boolean
  /** The unpacked bytes; PackageFault beyond `limit` of them. */
  read(name: string, limit: number): Promise<Uint8Array>
  close(): void
}

/** PackageFault for what is no sound zip file. */
export async function openZipBytes(bytes: Uint8Array): Promise<ZipParts> {
  const zip = await opened(bytes)
  const entries = new Map<string, Entry>()
  let [unpacked, packed] = [0, 0]
  if (zip.entryCount > limits.entries)
    throw new PackageFault('too-many-entries', `The file has ${zip.entryCount} parts; at most ${limits.entries} are taken.`)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry
      if (entry.isEncrypted()) throw new PackageFault('encrypted', `${shown(name)} is locked with a password.`)
      if (entries.has(name)) throw new PackageFault('duplicate-entry', `The file has two parts named ${shown(name)}.`)
      if (uncompressedSize > limits.small && uncompressedSize > compressedSize * limits.ratio)
        throw new PackageFault('bomb', `${shown(name)} becomes more than ${limits.ratio} times larger when it is unpacked.`)
      unpacked += uncompressedSize
      packed += compressedSize
      if (unpacked > limits.total)
        throw new PackageFault('too-large', `Unpacked, the file has more than ${limits.total / 1_048_576} MiB.`)
      if (packed > bytes.length)
        throw new PackageFault('bomb', 'Parts of the file lie over each other, as only a zip bomb has them.')
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof PackageFault) throw error
    throw new PackageFault(
      'truncated',
      `The list of parts cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return {
    has: (name) => entries.has(name),
    read: (name, limit) => unpackWhole(zip, entries.get(name), name, limit, 'part'),
    close: () => zip.close(),
  }
}

async function opened(bytes: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PackageFault('not-a-package', `This is no whole zip file: ${reason}. Send it once more.`)
  }
}
