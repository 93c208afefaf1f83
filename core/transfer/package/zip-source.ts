// A zip file as its reader asks for it: the list of files in long pieces, though it is asked for a few bytes at a time; large files as streams.
import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import type { OpenedZip } from '../../storage/files/zip-store.js'
import { Ahead } from './read-small.js'

/** Bytes that a stream reads at once. */
const piece = 524_288

type Told = (error: Error | null, bytes?: number) => void

export class ZipSource extends RandomAccessReader {
  private readonly ahead: Ahead

  /** The file is closed by whoever has opened it. */
  constructor(private readonly file: OpenedZip) {
    super()
    this.ahead = new Ahead(file)
  }

  /** Fills the buffer, and tells how many bytes there were. */
  override read(buffer: Buffer, offset: number, length: number, position: number, told: Told): void {
    const held = this.ahead.held(position, length)
    if (held) return told(null, held.copy(buffer, offset))
    this.ahead.read(position, length).then(
      (bytes) => told(null, bytes.copy(buffer, offset)),
      (error: Error) => told(error),
    )
  }

  /** `end` is the first byte that is not read. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false })
  }

  /** A stream of the file itself would close it when it is done. */
  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const wanted = Math.min(piece, end - at)
      const buffer = Buffer.allocUnsafe(wanted)
      const read = await this.file.read(buffer, 0, wanted, at)
      if (read === 0) return
      yield buffer.subarray(0, read)
      at += read
    }
  }
}
