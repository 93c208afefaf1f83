// Writes far more into a zip file than memory shall ever hold of it.
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createZip } from '../../../../core/transfer/package/write-zip.js'
import { type TransferFolder, transferFolder } from '../../../support/transfer.js'

const mebibyte = 1_048_576
const entries = 240

describe('the writer of zip files', function () {
  this.timeout(60_000)
  let folder: TransferFolder
  before(async () => {
    folder = await transferFolder()
  })
  after(() => folder.remove())

  it('keeps none of the bytes that it has written', async () => {
    const zip = await createZip(folder.file('large.zip'))
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    for (let index = 0; index < entries; index++) {
      const half = randomBytes(mebibyte / 4).toString('hex')
      await zip.add(`tables/x/${index}.jsonl`, Buffer.from(half.padEnd(mebibyte, 'x')))
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    await zip.finish()
    // What is not collected yet counts too; all of it would be 240.
    expect(most / mebibyte).to.be.below(140)
  })
})
