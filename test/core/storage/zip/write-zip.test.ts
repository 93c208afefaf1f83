// The zip writer: bounded memory for large files, and compression only if it makes an entry smaller.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { createLocalLocation } from '../../../../core/storage/files/zip-store.js'
import { createZip } from '../../../../core/storage/zip/write-zip.js'
import { type TransferFolder, transferFolder } from '../../../plugins/packages/transfer-packages.js'

const mebibyte = 1_048_576
const entries = 240

describe('The zip writer', function () {
  this.timeout(180_000)
  let folder: TransferFolder
  before(async () => {
    folder = await transferFolder()
  })
  after(() => folder.remove())

  it('releases the bytes that it has written', async () => {
    const zip = await createZip(createLocalLocation(folder.file('large.zip')))
    const before = process.memoryUsage().arrayBuffers
    let peak = 0
    for (let index = 0; index < entries; index++) {
      const half = randomBytes(mebibyte / 4).toString('hex')
      await zip.add(`tables/x/${index}.jsonl`, Buffer.from(half.padEnd(mebibyte, 'x')))
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
    }
    await zip.finish()
    // Includes bytes that are not garbage-collected yet. All bytes together would be 240 MiB.
    expect(peak / mebibyte).to.be.below(140)
  })

  it('compresses a record of 1,300 bytes and stores one of 200 bytes uncompressed', async () => {
    const zip = await createZip(createLocalLocation(folder.file('small.zip')))
    const sizes = [200, 1_300]
    for (const size of sizes)
      await zip.add(`product-${size}/product.jsonl`, Buffer.from('{"custom":"",'.repeat(size).slice(0, size)))
    await zip.finish()
    const bytes = await readFile(folder.file('small.zip'))
    // The central directory contains the compressed size and then the uncompressed size of each entry.
    const entries = sizes.map((size) => {
      const at = bytes.lastIndexOf(`product-${size}/product.jsonl`) - 46
      return [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    })
    expect(entries[0]).to.deep.equal([200, 200])
    expect(entries[1]![1]).to.equal(1_300)
    expect(entries[1]![0]).to.be.below(400)
  })
})
