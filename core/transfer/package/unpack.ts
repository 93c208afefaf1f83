// Unpacks an entry of an untrusted zip file and counts the unpacked bytes.
import { createMessage } from '../../foundation/message.js'
import type { Entry, ZipFile } from 'yauzl'
import { PackageFault } from './faults.js'

/** Formats a name for error messages. */
export const formatEntryName = (name: string): string => JSON.stringify(name.slice(0, 100))

/**
 * Streams the unpacked bytes. PackageFault if the entry is missing, or its size differs from the list of files.
 * @param noun the word for an entry in error messages: file, part
 */
export async function* streamEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  noun = 'file',
): AsyncGenerator<Uint8Array> {
  if (!entry)
    throw new PackageFault('missing-file', createMessage('transfer.entryMissing', { noun, name: formatEntryName(name) }))
  let size = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Uint8Array
      size += bytes.length
      if (size > entry.uncompressedSize) break
      yield bytes
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PackageFault('truncated', createMessage('transfer.cannotUnpack', { name: formatEntryName(name), reason }))
  }
  if (size !== entry.uncompressedSize) {
    throw new PackageFault('truncated', createMessage('transfer.wrongLength', { name: formatEntryName(name), noun }))
  }
}

/** The unpacked bytes as a whole; PackageFault beyond `limit` bytes. */
export async function readWholeEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  limit: number,
  noun?: string,
): Promise<Uint8Array> {
  if (entry && entry.uncompressedSize > limit) {
    const maximumText = `${Math.round(limit / 1_048_576)} MiB`
    throw new PackageFault(
      'too-large',
      createMessage('transfer.fileTooLarge', { name: formatEntryName(name), size: maximumText }),
    )
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of streamEntry(zip, entry, name, noun)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
