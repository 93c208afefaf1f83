// Writes a zip file entry by entry, and explains failed writes: equal entries give equal bytes, and the file is complete or absent.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { ZipLocation } from '../files/zip-store.js'
import { zipLimits } from './zip-rules.js'
import { createMessage, type Message } from '../../foundation/message.js'

const deflate = promisify(deflateRaw)

/** Maximum bytes that are packed synchronously: a worker thread would cost more than it saves. */
const maxSyncBytes = 65_536
/** Bytes per write. */
const chunkBytes = 262_144

export interface ZipWriter {
  /** Adds one entry. Await each call before the next. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Streams the bytes and stores them unpacked: pictures and documents are already compressed. */
  addStream(name: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Renames the complete file to its final name; returns its size in bytes. */
  finish(): Promise<number>
  /** Aborts and removes the unfinished file. */
  drop(): Promise<void>
}

/** Buffers small writes to the output stream. */
class Output {
  private waiting: Uint8Array[] = []
  private length = 0
  /** Offset of the next byte. */
  at = 0

  /** `done` rejects when the sink fails. */
  constructor(
    private readonly stream: PassThrough,
    private readonly completion: Promise<void>,
  ) {}

  async put(bytes: Uint8Array): Promise<void> {
    this.waiting.push(bytes)
    this.length += bytes.length
    this.at += bytes.length
    if (this.length >= chunkBytes) await this.flush()
  }

  async flush(): Promise<void> {
    const buffers = this.waiting
    this.waiting = []
    this.length = 0
    for (const bytes of joinBuffers(buffers)) {
      if (this.stream.write(bytes)) continue
      await Promise.race([once(this.stream, 'drain'), this.completion])
    }
  }
}

/** Joins small buffers; a long last buffer is not copied. */
function joinBuffers(buffers: readonly Uint8Array[]): readonly Uint8Array[] {
  const last = buffers.at(-1)
  if (last === undefined || last.length < chunkBytes) return [Buffer.concat(buffers)]
  return [Buffer.concat(buffers.slice(0, -1)), last]
}

/** A written entry. */
export interface ZipEntry {
  readonly name: Buffer
  /** Offset of its header. */
  readonly at: number
  readonly crc: number
  /** Unpacked size in bytes; `packed`: size in the file. */
  readonly size: number
  readonly packed: number
  readonly isPacked: boolean
  /** True if checksum and sizes follow the bytes, because they were unknown before. */
  readonly isStreamed: boolean
}

/** Maximum of a 4-byte field. A larger number is stored in 8 bytes elsewhere, with this mark in its place. */
const overflowMark = 0xffffffff
const [plainVersion, longVersion] = [20, 45]
/** Unix, version 6.3 of the format. */
const creatorVersion = (3 << 8) | 63
/** A plain file: writable by its owner, readable by all users. */
const attributes = (0o100644 << 16) >>> 0
/** The earliest date of a zip file, in any time zone: January 1, 1980. */
const earliestDate = 0x21
const [sumsFollow, isUtf8] = [1 << 3, 1 << 11]

const isLong = ({ at, size, packed }: Pick<ZipEntry, 'at' | 'size' | 'packed'>): boolean =>
  at >= overflowMark || size >= overflowMark || packed >= overflowMark

/** The fields shared by local header and central directory, from `version needed` to the length of the name. */
function writeCommon(
  to: Buffer,
  from: number,
  entry: ZipEntry,
  sums: readonly [crc: number, packed: number, size: number],
): void {
  to.writeUInt16LE(entry.isStreamed ? isUtf8 | sumsFollow : isUtf8, from + 2)
  to.writeUInt16LE(entry.isPacked ? 8 : 0, from + 4)
  to.writeUInt16LE(earliestDate, from + 8)
  to.writeUInt32LE(sums[0], from + 10)
  to.writeUInt32LE(sums[1], from + 14)
  to.writeUInt32LE(sums[2], from + 18)
  to.writeUInt16LE(entry.name.length, from + 22)
}

/** The local header before the bytes. */
export function createLocalHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(30 + entry.name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(plainVersion, 4)
  writeCommon(header, 4, entry, entry.isStreamed ? [0, 0, 0] : [entry.crc, entry.packed, entry.size])
  entry.name.copy(header, 30)
  return header
}

/** The data descriptor after the bytes of a stream. */
export function createDataDescriptor(entry: ZipEntry): Buffer {
  const long = isLong(entry)
  const sums = Buffer.alloc(long ? 24 : 16)
  sums.writeUInt32LE(0x08074b50, 0)
  sums.writeUInt32LE(entry.crc, 4)
  if (long) {
    sums.writeBigUInt64LE(BigInt(entry.packed), 8)
    sums.writeBigUInt64LE(BigInt(entry.size), 16)
  } else {
    sums.writeUInt32LE(entry.packed, 8)
    sums.writeUInt32LE(entry.size, 12)
  }
  return sums
}

/** The entry in the central directory. */
export function createDirectoryEntry(entry: ZipEntry): Buffer {
  const { name, at, crc, size, packed } = entry
  const long = isLong(entry)
  const listed = Buffer.alloc(46 + name.length + (long ? 28 : 0))
  listed.writeUInt32LE(0x02014b50, 0)
  listed.writeUInt16LE(creatorVersion, 4)
  listed.writeUInt16LE(long ? longVersion : plainVersion, 6)
  writeCommon(listed, 6, entry, long ? [crc, overflowMark, overflowMark] : [crc, packed, size])
  listed.writeUInt16LE(long ? 28 : 0, 30)
  listed.writeUInt32LE(attributes, 38)
  listed.writeUInt32LE(long ? overflowMark : at, 42)
  name.copy(listed, 46)
  if (long) {
    const extra = 46 + name.length
    listed.writeUInt16LE(1, extra)
    listed.writeUInt16LE(24, extra + 2)
    for (const [index, value] of [size, packed, at].entries()) listed.writeBigUInt64LE(BigInt(value), extra + 4 + 8 * index)
  }
  return listed
}

/** The end of the file: number of entries, length and offset of the central directory. */
export function createEndRecord(entries: number, length: number, at: number): Buffer {
  const long = entries >= 0xffff || length >= overflowMark || at >= overflowMark
  const end = Buffer.alloc(long ? 56 + 20 + 22 : 22)
  const last = end.length - 22
  end.writeUInt32LE(0x06054b50, last)
  const count = long ? 0xffff : entries
  end.writeUInt16LE(count, last + 8)
  end.writeUInt16LE(count, last + 10)
  end.writeUInt32LE(long ? overflowMark : length, last + 12)
  end.writeUInt32LE(long ? overflowMark : at, last + 16)
  if (!long) return end
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(creatorVersion, 12)
  end.writeUInt16LE(longVersion, 14)
  for (const [index, value] of [entries, entries, length, at].entries()) end.writeBigUInt64LE(BigInt(value), 24 + 8 * index)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/** Begins a temporary file next to the final location, so an existing file stays until the new one is complete. Creates the folder. */
export async function createZip(place: ZipLocation): Promise<ZipWriter> {
  const sink = await place.create()
  const stream = new PassThrough({ highWaterMark: chunkBytes })
  const completion = sink.take(stream)
  // The caller that awaits `done` handles the failure.
  completion.catch(() => undefined)
  stream.on('error', () => undefined)
  const output = new Output(stream, completion)
  const entries: ZipEntry[] = []
  return {
    async add(name, bytes) {
      const packed = await packBytes(name, bytes)
      const [content, isPacked] = packed === null ? [bytes, false] : [packed, true]
      const entry: ZipEntry = {
        name: Buffer.from(name),
        at: output.at,
        crc: crc32(bytes),
        size: bytes.length,
        packed: content.length,
        isPacked,
        isStreamed: false,
      }
      entries.push(entry)
      await output.put(createLocalHeader(entry))
      await output.put(content)
    },
    async addStream(name, bytes, size) {
      const entryHeader = { name: Buffer.from(name), at: output.at, isPacked: false, isStreamed: true }
      await output.put(createLocalHeader({ ...entryHeader, crc: 0, size, packed: size }))
      let [crc, count] = [0, 0]
      for await (const chunk of bytes) {
        crc = crc32(chunk, crc)
        count += chunk.length
        await output.put(chunk)
      }
      if (count !== size) throw new Error(`'${name}' was to have ${size} bytes and has ${count}.`)
      const entry: ZipEntry = { ...entryHeader, crc, size, packed: size }
      entries.push(entry)
      await output.put(createDataDescriptor(entry))
    },
    async finish() {
      const { at } = output
      for (const entry of entries) await output.put(createDirectoryEntry(entry))
      await output.put(createEndRecord(entries.length, output.at - at, at))
      await output.flush()
      stream.end()
      await completion
      return sink.finish()
    },
    async drop() {
      stream.destroy()
      await sink.drop()
    },
  }
}

/** Bytes below which packing costs more than it saves: a thousand small products have thousands of entries of about 100 bytes. */
const minPackedBytes = 1_024

/**
 * The packed bytes; null if the entry stays unpacked, because it does not shrink, or because it packs so well that a reader would take it
 * for a zip bomb. Records always shrink, and small ones are exempt from that check.
 */
async function packBytes(name: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.length < minPackedBytes) return null
  // The packer allocates 16 KiB for its output by default, however small the input is.
  const packed =
    bytes.length <= maxSyncBytes ? deflateRawSync(bytes, { chunkSize: Math.min(16_384, bytes.length) }) : await deflate(bytes)
  if (bytes.length < zipLimits.small && /\.jsonl?$/.test(name)) return packed
  const isWorth = packed.length < bytes.length
  return isWorth && (bytes.length < zipLimits.small || packed.length * zipLimits.ratio * 0.8 > bytes.length) ? packed : null
}

const reasonsByCode: Readonly<Record<string, Message>> = {
  EISDIR: createMessage('transfer.pathIsFolder'),
  ENOTDIR: createMessage('transfer.pathThroughFile'),
  ENOENT: createMessage('transfer.folderMissing'),
  EACCES: createMessage('transfer.accessDenied'),
  EPERM: createMessage('transfer.accessDenied'),
  EROFS: createMessage('transfer.readOnly'),
  ENOSPC: createMessage('transfer.diskFull'),
  ENAMETOOLONG: createMessage('transfer.nameTooLong'),
  EEXIST: createMessage('transfer.pathThroughFile'),
  ENOTEMPTY: createMessage('transfer.pathIsFolder'),
}

/** The second half of a sentence; null for errors that the caller cannot fix. */
export function explainWriteError(error: unknown): Message | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasonsByCode, code) ? reasonsByCode[code]! : null
}
