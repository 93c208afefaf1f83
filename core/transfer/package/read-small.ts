// Reads a small entry of a zip file by one read of the file: streams cost more than what they bring where there are thousands of entries.
import type { FileHandle } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import { PackageFault } from './faults.js'
import { shown } from './unpack.js'

/** Bytes, unpacked; packed it is little more at most. */
const small = 262_144
/** Bytes of an entry's own header, before its name and what comes with that. */
const header = { size: 30, signature: 0x04034b50, name: 26, extra: 28 }
/** Bytes that the name and what comes with it are expected to have. */
const beside = 512

export const isSmall = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize <= small && compressedSize <= small + beside

/** The unpacked bytes; PackageFault where they are not as many as the list says, or cannot be unpacked. */
export async function readSmall(file: FileHandle, entry: Entry, name: string): Promise<Uint8Array> {
  const { relativeOffsetOfLocalHeader: at, compressedSize, uncompressedSize, compressionMethod } = entry
  const bytes = await read(file, at, header.size + beside + compressedSize)
  if (bytes.length < header.size || bytes.readUInt32LE(0) !== header.signature)
    throw fault(name, 'it does not begin where the list says')
  const start = header.size + bytes.readUInt16LE(header.name) + bytes.readUInt16LE(header.extra)
  const whole = start + compressedSize <= bytes.length
  const packed = whole ? bytes.subarray(start, start + compressedSize) : await read(file, at + start, compressedSize)
  if (packed.length < compressedSize) throw fault(name, 'the file ends before it')
  const content = compressionMethod === 0 ? packed : inflated(packed, name, uncompressedSize)
  if (content.length === uncompressedSize) return content
  throw new PackageFault('truncated', `${shown(name)} is not as long as the list of files says.`)
}

const fault = (name: string, reason: string): PackageFault =>
  new PackageFault('truncated', `${shown(name)} cannot be unpacked: ${reason}.`)

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function inflated(packed: Uint8Array, name: string, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: size + 1 })
  } catch (error) {
    throw fault(name, error instanceof Error ? error.message : String(error))
  }
}
