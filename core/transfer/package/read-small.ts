// Reads an entry of a zip file by one read of the file, where it is not large: streams cost more than what they bring.
import { inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { OpenedZip } from '../../storage/files/zip-store.js'
import { PackageFault } from './faults.js'
import { shown } from './unpack.js'

/** Bytes, unpacked; packed it is little more at most. */
const small = 262_144
/** Bytes, unpacked, that take a hundredth of a second. */
const middling = 8_388_608
/** Bytes of an entry's own header, before its name and what comes with that. */
const header = { size: 30, signature: 0x04034b50, name: 26, extra: 28 }
/** Bytes that the name and what comes with it are expected to have. */
const beside = 512
/** Bytes of a piece. */
const ahead = 65_536

const fits = ({ uncompressedSize, compressedSize }: Entry, most: number): boolean =>
  uncompressedSize <= most && compressedSize <= most + beside

export const isSmall = (entry: Entry): boolean => fits(entry, small)
export const isMiddling = (entry: Entry): boolean => fits(entry, middling)

/** The file, read in long pieces: small entries that are asked for one after the other mostly lie so too. */
export class Ahead {
  private from = 0
  private piece: Buffer = Buffer.alloc(0)

  constructor(private readonly file: OpenedZip) {}

  /** The bytes, if they lie in the piece that was read last; null where the file has to be read. */
  held(at: number, length: number): Buffer | null {
    const start = at - this.from
    return start < 0 || start + length > this.piece.length ? null : this.piece.subarray(start, start + length)
  }

  /** Fewer bytes where the file ends. */
  async read(at: number, length: number): Promise<Buffer> {
    const held = this.held(at, length)
    if (held) return held
    const wanted = Math.max(length, ahead)
    const buffer = Buffer.allocUnsafe(wanted)
    this.piece = buffer.subarray(0, await this.file.read(buffer, 0, wanted, at))
    this.from = at
    return this.piece.subarray(0, length)
  }
}

/** The unpacked bytes; PackageFault where they are not as many as the list says, or cannot be unpacked. */
export async function readSmall(file: Ahead, entry: Entry, name: string): Promise<Uint8Array> {
  const { relativeOffsetOfLocalHeader: at, compressedSize, uncompressedSize, compressionMethod } = entry
  const bytes = await file.read(at, header.size + beside + compressedSize)
  if (bytes.length < header.size || bytes.readUInt32LE(0) !== header.signature)
    throw fault(name, 'it does not begin where the list says')
  const start = header.size + bytes.readUInt16LE(header.name) + bytes.readUInt16LE(header.extra)
  const whole = start + compressedSize <= bytes.length
  const packed = whole ? bytes.subarray(start, start + compressedSize) : await file.read(at + start, compressedSize)
  if (packed.length < compressedSize) throw fault(name, 'the file ends before it')
  // The piece goes when the next one is read.
  const content = compressionMethod === 0 ? Buffer.from(packed) : inflated(packed, name, uncompressedSize)
  if (content.length === uncompressedSize) return content
  throw new PackageFault('truncated', `${shown(name)} is not as long as the list of files says.`)
}

const fault = (name: string, reason: string): PackageFault =>
  new PackageFault('truncated', `${shown(name)} cannot be unpacked: ${reason}.`)

/** Bytes that are unpacked at once at least, as the library wants it. */
const leastPiece = 64

function inflated(packed: Uint8Array, name: string, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: Math.max(leastPiece, size + 1) })
  } catch (error) {
    throw fault(name, error instanceof Error ? error.message : String(error))
  }
}
