// Writes a zip file entry by entry: the same entries always give the same bytes, and the file is whole or absent.
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { ZipFile } from 'yazl'
import type { ZipPlace } from '../../storage/files/zip-store.js'
import { packageLimits } from './format.js'

const deflate = promisify(deflateRaw)

/** The first moment that a zip file can name, read by the clock on the wall: the same bytes in every time zone. */
const someDay = new Date(1980, 0, 1)
const plain = { mtime: someDay, mode: 0o100644, forceDosTimestamp: true }

/** Bytes of entries that are not worth a stream of their own, and of all of them: the library keeps them until the end of the file. */
const [small, mostKept] = [65_536, 16_777_216]
/** Entries that are packed at the same time. */
const mostPacking = 16
const nothing = Buffer.alloc(0)

export interface ZipWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Takes the bytes as they come, and leaves them as they are: pictures and documents are packed already. */
  addStream(name: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Gives the file its name; its size in bytes. */
  finish(): Promise<number>
  /** Gives up: nothing is left. */
  drop(): Promise<void>
}

/** The library keeps this function until the end of the file: it must not keep the bytes too, nor share a scope with what does. */
function handedOver(stream: Readable): (give: (error: null, stream: Readable) => void) => void {
  let pending: Readable | null = stream
  return (give) => {
    const taken = pending!
    pending = null
    give(null, taken)
  }
}

/** Begins a file beside its place, so that what stands there stays until the new one is whole. The folder is made where it is missing. */
export async function createZip(place: ZipPlace): Promise<ZipWriter> {
  const sink = await place.create()
  const zip = new ZipFile()
  let room = mostKept
  let packing = 0
  const done = sink.take(zip.outputStream as Readable)
  const drop = async (): Promise<void> => {
    zip.outputStream.unpipe()
    await sink.drop()
  }
  // A failure is told by whoever waits for it.
  done.catch(() => undefined)
  const enter = async (name: string, stream: Readable, size: number, compress: boolean): Promise<void> => {
    const read = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
    zip.addReadStreamLazy(name, { ...plain, compress, size }, handedOver(stream))
    await Promise.race([read, done])
  }
  return {
    drop,
    async add(name, bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const compress = await isWorthPacking(name, bytes)
      if (buffer.length > small || buffer.length > room)
        return enter(name, Readable.from([buffer], { objectMode: false }), bytes.length, compress)
      room -= buffer.length
      zip.addBuffer(buffer, name, { ...plain, compress })
      // The library packs without being waited for, and each packing takes a quarter of a megabyte: those before this one are done with it.
      if (compress && ++packing % mostPacking === 0) await deflate(nothing)
    },
    addStream: (name, bytes, size) => enter(name, Readable.from(bytes, { objectMode: false }), size, false),
    async finish() {
      zip.end()
      await done
      return sink.finish()
    },
  }
}

/** Bytes below which packing costs more than it saves: a thousand small products have thousands of such entries, of 100 bytes mostly. */
const tiny = 1_024

/**
 * What packs so well that a reader would take it for a bomb stays as it is, like what does not get smaller. Records always get
 * smaller; of little of them nobody thinks that it is a bomb.
 */
async function isWorthPacking(name: string, bytes: Uint8Array): Promise<boolean> {
  if (bytes.length < tiny) return false
  if (bytes.length < packageLimits.small && /\.jsonl?$/.test(name)) return true
  const packed = (await deflate(bytes)).length
  return packed < bytes.length && (bytes.length < packageLimits.small || packed * packageLimits.ratio * 0.8 > bytes.length)
}
