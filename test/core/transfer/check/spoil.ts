// Test helpers that damage packages: zip entries and central directory by hand, records and manifests with valid checksums.
import { expect } from 'chai'
import type { TransferFindingKind } from '../../../../core/transfer/findings.js'
import { type ZipEntries, type TransferRow, readRows, setEntry, setManifest, setRows, zipEntries } from '../transfer-packages.js'

/** The defect, the expected kinds of its finding, and the function that creates the file. */
export type Bad = readonly [what: string, kinds: TransferFindingKind | readonly TransferFindingKind[], zip: Zip]

/** Replaces an entry name by another one of the same length, in the local header and in the central directory. */
export function renamed(bytes: Buffer, from: string, to: string): Buffer {
  expect(to.length).to.equal(from.length)
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Changes the entry of a file in the central directory. */
export function listed(bytes: Buffer, name: string, change: (line: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.lastIndexOf(name) - 46
  expect(copy.readUInt32LE(at)).to.equal(0x02014b50)
  change(copy.subarray(at))
  return copy
}

export const extra = 'product-1/files/extra.bin'
export const withExtra = (entries: ZipEntries, content: Buffer = Buffer.from('x')): ZipEntries =>
  new Map([...entries, [extra, content]])

/** A zip file of empty files, built by hand because zip libraries are slow here. `padding` is the size of the extra field per file. */
export function manyFiles(count: number, padding = 0): Buffer {
  const lines = Array.from({ length: count }, (_, at) => {
    const name = `product-1/files/f${at}`
    const line = Buffer.alloc(46 + name.length + padding)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt16LE(padding, 30)
    line.write(name, 46)
    if (padding > 0) line.writeUInt16LE(padding - 4, 46 + name.length + 2)
    return line
  })
  const list = Buffer.concat(lines)
  const isLong = count > 0xfffe
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLong ? 0xffff : count, 8)
  end.writeUInt16LE(isLong ? 0xffff : count, 10)
  end.writeUInt32LE(list.length, 12)
  return Buffer.concat([list, ...(isLong ? longEnd(count, list.length) : []), end])
}

/** The zip64 end record and its locator, which are needed above 65,534 files. */
function longEnd(count: number, length: number): readonly Buffer[] {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(length), 40)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(length), 8)
  locator.writeUInt32LE(1, 16)
  return [record, locator]
}

export interface Ids {
  readonly product: number
  readonly other: number
  readonly otherQuestion: number
}

export type Zip = (entries: ZipEntries, ids: Ids) => Promise<Buffer> | Buffer

/** Changes the records of an entity. */
export const rows =
  (entity: string, change: (all: TransferRow[], ids: Ids) => readonly unknown[] | void): Zip =>
  (entries, ids) => {
    const all = readRows(entries, `product-${ids.product}/${entity}.jsonl`)
    setRows(entries, ids.product, entity, change(all, ids) ?? all)
    return zipEntries(entries)
  }

export const manifest =
  (change: (value: Record<string, unknown>) => void): Zip =>
  (entries) => {
    setManifest(entries, change)
    return zipEntries(entries)
  }

/** Changes the raw file of an entity. */
export const text =
  (entity: string, change: (content: Buffer) => Buffer | string): Zip =>
  (entries, { product }) => {
    const name = `product-${product}/${entity}.jsonl`
    setEntry(entries, name, change(entries.get(name)!))
    return zipEntries(entries)
  }

export const field = (entity: string, name: string, value: unknown): Zip => rows(entity, (all) => void (all[0]![name] = value))
export const nested = (depth: number): unknown =>
  depth === 0 ? { question: 1, operator: '==', value: 1 } : { all: [nested(depth - 1)] }
