// Uploaded packages are deleted after a week. All other files in the transfer folder are kept.
import { expect } from 'chai'
import { copyFile, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fullGrant } from '../../../core/foundation/access.js'
import { day, hour } from '../../../core/foundation/clock.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { sweepPackages } from '../../../plugins/packages/index.js'
import { receivePackage } from '../../../plugins/packages/package/package-exchange.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type TransferFolder, transferFolder } from './transfer-packages.js'

describe('The scheduled task sweep-packages', function () {
  this.timeout(30_000)
  let folder: TransferFolder
  let app: TestApp
  let bytes: Buffer

  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path })
    const { records } = await app.records.list('tax-class', { limit: 1 })
    const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift' }
    const { id } = await app.records.write('product', { ...texts, tax_class_id: records[0]!['id'] })
    await app.act('export-product', { product_ids: [id], out: folder.file('exported.zip') })
    bytes = await readFile(folder.file('exported.zip'))
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  const receive = async (name: string): Promise<string> =>
    (await receivePackage(app.context, { grant: fullGrant, name: 'ada', id: null, outside: true }, name, Readable.from([bytes])))
      .path
  const aged = (name: string, ms: number): Promise<void> => utimes(folder.file(name), new Date(), new Date(Date.now() - ms))
  const sweep = (): Promise<void> =>
    sweepPackages.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
  const lying = async (): Promise<readonly string[]> =>
    (await readdir(folder.path)).filter((name) => !name.startsWith('.')).sort()

  it('deletes uploads after a week and old partial uploads', async () => {
    expect([await receive('old.zip'), await receive('old.zip'), await receive('young.zip')]).to.deep.equal([
      'old.zip',
      'old-2.zip',
      'young.zip',
    ])
    const [part, young] = [`${'ab'.repeat(12)}.part`, `${'cd'.repeat(12)}.part`]
    await writeFile(folder.file(part), 'x')
    await writeFile(folder.file(young), 'x')
    await aged(part, 2 * hour)
    for (const name of ['old.zip', 'old-2.zip', 'exported.zip']) await aged(name, 8 * day)
    await aged('young.zip', 6 * day)
    await sweep()
    expect(await lying()).to.deep.equal([young, 'exported.zip', 'young.zip'])
    expect(await readdir(join(folder.path, '.received'))).to.deep.equal(['young.zip'])
  })

  it('keeps a file that replaced an upload', async () => {
    await receive('again.zip')
    await aged('again.zip', 8 * day)
    // An export writes a temporary file and renames it over the old one.
    await copyFile(folder.file('exported.zip'), folder.file('new.part'))
    await rename(folder.file('new.part'), folder.file('again.zip'))
    await aged('again.zip', 8 * day)
    await sweep()
    expect(await lying()).to.include('again.zip')
    expect(await readdir(join(folder.path, '.received'))).not.to.include('again.zip')
  })
})
