// Serves yauzl from a local file or a bucket: combines its many short reads, and reads large entries in pieces.
import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import type { OpenZipFile } from '../../storage/files/zip-store.js'

/** Bytes of one read for a large entry. */
const streamPiece = 524_288
/** Bytes of one read for headers, the central directory and small entries, which are mostly adjacent. */
const readAhead = 65_536

type ReadCallback = (error: Error | null, bytesRead?: number) => void

export class ZipSource extends RandomAccessReader {
  private bufferStart = 0
  private buffer: Buffer = Buffer.alloc(0)

  /** The caller closes the file. */
  constructor(private readonly file: OpenZipFile) {
    super()
  }

  override read(target: Buffer, offset: number, length: number, position: number, onRead: ReadCallback): void {
    this.bytesAt(position, length).then(
      (bytes) => onRead(null, bytes.copy(target, offset)),
      (error: Error) => onRead(error),
    )
  }

  /** Returns fewer bytes at the end of the file. */
  private async bytesAt(position: number, length: number): Promise<Buffer> {
    const start = position - this.bufferStart
    if (start >= 0 && start + length <= this.buffer.length) return this.buffer.subarray(start, start + length)
    const size = Math.max(length, readAhead)
    const buffer = Buffer.allocUnsafe(size)
    this.buffer = buffer.subarray(0, await this.file.read(buffer, 0, size, position))
    this.bufferStart = position
    return this.buffer.subarray(0, length)
  }

  /** `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false })
  }

  /** A stream of the file itself would close the file at its end. */
  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const length = Math.min(streamPiece, end - position)
      const bytes = await this.bytesAt(position, length)
      if (bytes.length === 0) return
      yield bytes
      position += bytes.length
    }
  }
}
