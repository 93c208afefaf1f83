// Writes a zip file entry by entry: the same entries always give the same bytes, and the file is whole or absent.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { ZipPlace } from '../../storage/files/zip-store.js'
import { packageLimits } from './format.js'
import { endOf, headerOf, listedOf, sumsOf, type ZipEntry } from './zip-format.js'

const deflate = promisify(deflateRaw)

/** Bytes that are packed where they are asked for: a thread beside costs more than it spares. */
const small = 65_536
/** Bytes that are written at once. */
const piece = 262_144

export interface ZipWriter {
  /** One at a time: await each call. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Takes the bytes as they come, and leaves them as they are: pictures and documents are packed already. */
  addStream(name: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Gives the file its name; its size in bytes. */
  finish(): Promise<number>
  /** Gives up: nothing is left. */
  drop(): Promise<void>
}

/** What has been written, and a few bytes that wait for more. */
class Output {
  private waiting: Uint8Array[] = []
  private length = 0
  /** Where the next byte comes to lie. */
  at = 0

  /** `done` ends where nothing more is taken, and says why. */
  constructor(
    private readonly stream: PassThrough,
    private readonly done: Promise<void>,
  ) {}

  async put(bytes: Uint8Array): Promise<void> {
    this.waiting.push(bytes)
    this.length += bytes.length
    this.at += bytes.length
    if (this.length >= piece) await this.flush()
  }

  async flush(): Promise<void> {
    const some = this.waiting
    this.waiting = []
    this.length = 0
    for (const bytes of joined(some)) {
      if (this.stream.write(bytes)) continue
      await Promise.race([once(this.stream, 'drain'), this.done])
    }
  }
}

/** Long ones by themselves: they need not be copied. */
function joined(some: readonly Uint8Array[]): readonly Uint8Array[] {
  const last = some.at(-1)
  if (last === undefined || last.length < piece) return [Buffer.concat(some)]
  return [Buffer.concat(some.slice(0, -1)), last]
}

/** Begins a file beside its place, so that what stands there stays until the new one is whole. The folder is made where it is missing. */
export async function createZip(place: ZipPlace): Promise<ZipWriter> {
  const sink = await place.create()
  const stream = new PassThrough({ highWaterMark: piece })
  const done = sink.take(stream)
  // A failure is told by whoever waits for it.
  done.catch(() => undefined)
  stream.on('error', () => undefined)
  const output = new Output(stream, done)
  const entries: ZipEntry[] = []
  return {
    async add(name, bytes) {
      const packed = await packedOf(name, bytes)
      const [kept, isPacked] = packed === null ? [bytes, false] : [packed, true]
      const entry: ZipEntry = {
        name: Buffer.from(name),
        at: output.at,
        crc: crc32(bytes),
        size: bytes.length,
        packed: kept.length,
        isPacked,
        isStreamed: false,
      }
      entries.push(entry)
      await output.put(headerOf(entry))
      await output.put(kept)
    },
    async addStream(name, bytes, size) {
      const begun = { name: Buffer.from(name), at: output.at, isPacked: false, isStreamed: true }
      await output.put(headerOf({ ...begun, crc: 0, size, packed: size }))
      let [crc, count] = [0, 0]
      for await (const chunk of bytes) {
        crc = crc32(chunk, crc)
        count += chunk.length
        await output.put(chunk)
      }
      if (count !== size) throw new Error(`'${name}' was to have ${size} bytes and has ${count}.`)
      const entry: ZipEntry = { ...begun, crc, size, packed: size }
      entries.push(entry)
      await output.put(sumsOf(entry))
    },
    async finish() {
      const { at } = output
      for (const entry of entries) await output.put(listedOf(entry))
      await output.put(endOf(entries.length, output.at - at, at))
      await output.flush()
      stream.end()
      await done
      return sink.finish()
    },
    async drop() {
      stream.destroy()
      await sink.drop()
    },
  }
}

/** Bytes below which packing costs more than it saves: a thousand small products have thousands of such entries, of 100 bytes mostly. */
const tiny = 1_024

/**
 * The packed bytes; null for what stays as it is, because it does not get smaller, or packs so well that a reader would take it for a
 * bomb. Records always get smaller; of little of them nobody thinks that it is a bomb.
 */
async function packedOf(name: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.length < tiny) return null
  // The packer would take sixteen kilobytes for what it gives, however little that is.
  const packed =
    bytes.length <= small ? deflateRawSync(bytes, { chunkSize: Math.min(16_384, bytes.length) }) : await deflate(bytes)
  if (bytes.length < packageLimits.small && /\.jsonl?$/.test(name)) return packed
  const isWorth = packed.length < bytes.length
  return isWorth && (bytes.length < packageLimits.small || packed.length * packageLimits.ratio * 0.8 > bytes.length)
    ? packed
    : null
}
