// Writes a zip file entry by entry: equal entries give equal bytes, and the file is complete or absent.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { ZipLocation } from '../../storage/files/zip-store.js'
import { packageLimits } from './format.js'
import { createEndRecord, createLocalHeader, createDirectoryEntry, createDataDescriptor, type ZipEntry } from './zip-format.js'

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

/** Begins a temporary file next to the final location, so that an existing file stays until the new one is complete. Creates the folder. */
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
  if (bytes.length < packageLimits.small && /\.jsonl?$/.test(name)) return packed
  const isWorth = packed.length < bytes.length
  return isWorth && (bytes.length < packageLimits.small || packed.length * packageLimits.ratio * 0.8 > bytes.length)
    ? packed
    : null
}
