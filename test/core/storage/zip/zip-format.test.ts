// Zip64: an independent reader parses offsets and sizes above 4 GB, and more than 65,535 entries.
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import {
  createEndRecord,
  createLocalHeader,
  createDirectoryEntry,
  createDataDescriptor,
  type ZipEntry,
} from '../../../../core/storage/zip/write-zip.js'

const gigabyte = 1_073_741_824

const entryOf = (change: Partial<ZipEntry>): ZipEntry => ({
  name: Buffer.from('files/größe.bin'),
  at: 0,
  crc: 0x12345678,
  size: 5,
  packed: 5,
  isPacked: false,
  isStreamed: true,
  ...change,
})

/** A file that contains bytes only at its end. */
class Holes extends RandomAccessReader {
  constructor(
    private readonly from: number,
    private readonly bytes: Buffer,
  ) {
    super()
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    const start = position - this.from
    buffer.fill(0, offset, offset + length)
    this.bytes.copy(buffer, offset + Math.max(0, -start), Math.max(0, start), start + length)
    callback(null)
  }

  override _readStreamForRange(): Readable {
    return Readable.from([])
  }
}

/** The entries of a file whose central directory begins at this offset. */
async function listed(at: number, entries: readonly ZipEntry[]): Promise<readonly Entry[]> {
  const list = Buffer.concat(entries.map(createDirectoryEntry))
  const bytes = Buffer.concat([list, createEndRecord(entries.length, list.length, at)])
  const zip = await fromRandomAccessReaderPromise(new Holes(at, bytes), at + bytes.length, { lazyEntries: true })
  const zipEntries: Entry[] = []
  for await (const entry of zip.eachEntry()) zipEntries.push(entry)
  return zipEntries
}

describe('The zip format', () => {
  it('supports offsets and sizes above 4 GB', async () => {
    const far = entryOf({ at: 5 * gigabyte, size: 6 * gigabyte, packed: 6 * gigabyte })
    const [entry] = await listed(11 * gigabyte, [far])
    expect(entry).to.include({
      fileName: 'files/größe.bin',
      relativeOffsetOfLocalHeader: 5 * gigabyte,
      uncompressedSize: 6 * gigabyte,
      compressedSize: 6 * gigabyte,
      crc32: 0x12345678,
    })
    expect(createDataDescriptor(far).readBigUInt64LE(16)).to.equal(BigInt(6 * gigabyte))
  })

  it('supports more than 65,535 entries', async () => {
    const count = 70_000
    const all = Array.from({ length: count }, (_, index) => entryOf({ at: index }))
    const entries = await listed(count, all)
    expect(entries).to.have.length(count)
    expect(entries.at(-1)).to.include({ relativeOffsetOfLocalHeader: count - 1, uncompressedSize: 5 })
  })

  it('has checksum and sizes in the local header of a short entry, and zeros for a stream', () => {
    const [localHeader, stream] = [createLocalHeader(entryOf({ isStreamed: false })), createLocalHeader(entryOf({}))]
    expect([localHeader.readUInt32LE(14), localHeader.readUInt32LE(18), localHeader.readUInt32LE(22)]).to.deep.equal([
      0x12345678, 5, 5,
    ])
    expect([stream.readUInt32LE(14), stream.readUInt32LE(18), stream.readUInt32LE(22)]).to.deep.equal([0, 0, 0])
    expect(createDataDescriptor(entryOf({}))).to.have.length(16)
  })
})
