// Headers, data descriptors and the central directory of a zip file, as specified in PKWARE's APPNOTE.

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
/** A plain file that its owner may write and everybody may read. */
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
