// Packages and backups in a bucket: two processes without a shared disk exchange exports, imports and backups through it.
import { messageText } from '../../../core/foundation/message-format.js'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { locateBackup, openBackupStore } from '../../../plugins/backup/location.js'
import { findTotalFaults } from '../../../core/commerce/document/sums.js'
import { type Caller, fullGrant } from '../../../core/foundation/access.js'
import { day, hour } from '../../../core/foundation/clock.js'
import { healthChecks } from '../../../plugins/cli/health-checks/index.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { TaskScheduler } from '../../../core/tasks/scheduler.js'
import { backup } from '../../../plugins/backup/index.js'
import { sweepPackages } from '../../../plugins/packages/index.js'
import { makeBackup } from '../../../plugins/backup/make.js'
import { openBackup } from '../../../plugins/backup/open.js'
import { verifyBackup } from '../../../plugins/backup/verify.js'
import { receivePackage, openPackageDownload } from '../../../plugins/packages/package/package-exchange.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { describeInstallation, ignoreProgress } from '../../support/backups.js'
import { createTestClock } from '../../support/clock.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { catchError } from '../../support/caught-error.js'
import { catchValidationError } from '../../support/validation-error.js'
import { s3Account, type S3Server, startS3 } from '../../core/storage/files/s3-server.js'
import { unzipEntries } from './transfer-packages.js'

describe('Packages and backups in a bucket', function () {
  this.timeout(60_000)
  const clock = createTestClock()
  const person: Caller = { grant: fullGrant, name: 'ada', id: null, outside: true }
  let server: S3Server
  let database: EmptyDatabase
  let bucketApp: TestApp
  let other: TestApp
  let product: number

  const settings = () => ({
    ...{ filesEndpoint: server.endpoint, filesRegion: s3Account.region, filesKey: s3Account.key, filesSecret: s3Account.secret },
    ...{ transferFolder: 's3://shop/live/packages', backupFolder: 's3://shop/live/backups', backupHours: 6, backupsKept: 2 },
  })
  before(async () => {
    ;[server, database] = [await startS3('shop'), await createEmptyDatabase()]
    bucketApp = await bootTestApp({ clock, database: database.url, ...settings() })
    other = await bootTestApp({ clock, database: database.url, ...settings() })
    const { records } = await bucketApp.records.list('tax-class', { limit: 1 })
    const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift' }
    product = (await bucketApp.records.write('product', { ...texts, tax_class_id: records[0]!['id'] })).id
  })
  after(async () => {
    await bucketApp?.stop()
    await other?.stop()
    await database?.drop()
    await server?.stop()
  })

  const lying = (folder: string): readonly string[] =>
    [...server.objects.keys()].flatMap((key) =>
      key.startsWith(`shop/live/${folder}/`) ? [key.slice(`shop/live/${folder}/`.length)] : [],
    )
  const outside = { caller: person }
  async function bytesOf(app: TestApp, name: string): Promise<Buffer> {
    const { bytes, size } = await openPackageDownload(app.context, person, name)
    const chunks: Buffer[] = []
    for await (const chunk of bytes) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks)).to.have.length(size)
    return Buffer.concat(chunks)
  }

  it('a package that one process exports can be checked, imported and downloaded by the other', async () => {
    expect(await bucketApp.act('export-product', { product_ids: [product], out: 'pen.zip' }, outside)).to.include({
      path: 'pen.zip',
    })
    expect(lying('packages')).to.deep.equal(['pen.zip'])
    const checked = await other.act('check-product-package', { path: 'pen.zip', mode: 'copy' }, outside)
    expect(checked).to.include({ canProceed: true })
    await other.act('import-product-package', { path: 'pen.zip', mode: 'copy' }, outside)
    expect((await bucketApp.records.list('product', { limit: 10 })).records).to.have.length(2)
    expect([...unzipEntries(await bytesOf(other, 'pen.zip')).keys()]).to.include('manifest.json')
  })

  it('an export without a name returns an s3:// path that the other process can open', async () => {
    const { path } = (await bucketApp.act('export-product', { product_ids: [product] })) as { path: string }
    expect(path).to.equal(`s3://shop/live/packages/product-${product}.zip`)
    expect(await other.act('check-product-package', { path, mode: 'copy' })).to.include({ canProceed: true })
    for (const wrong of [
      's3://shop/live/x.zip',
      's3://other/live/packages/pen.zip',
      's3://shop/live/packages/../backups/x.zip',
    ]) {
      const refused = await catchValidationError(other.act('check-product-package', { path: wrong, mode: 'copy' }))
      expect(JSON.stringify(refused), wrong).to.match(
        /is not in the bucket of transfer packages\. Specify a file, or an address such as 's3:\/\/shop\/live\/packages\/blind\.zip'/,
      )
    }
  })

  it('outside callers can use plain file names only', async () => {
    for (const path of ['../backups/x.zip', 's3://shop/live/packages/pen.zip', '/etc/passwd', '.arriving-x']) {
      const refused = await catchValidationError(other.act('check-product-package', { path, mode: 'copy' }, outside))
      expect(JSON.stringify(refused), path).to.match(/is not a valid package name/)
    }
  })

  it('a package uploaded to one process gets a free name, is available to the other, and is deleted after a week', async () => {
    const bytes = await bytesOf(bucketApp, 'pen.zip')
    const receive = (app: TestApp, name: string) => receivePackage(app.context, person, name, Readable.from([bytes]))
    expect(await receive(bucketApp, 'pen.zip')).to.deep.equal({ path: 'pen-2.zip', size: bytes.length })
    // Concurrent uploads get different names.
    const both = await Promise.all([receive(bucketApp, 'brought.zip'), receive(other, 'brought.zip')])
    expect(both.map(({ path }) => path).sort()).to.deep.equal(['brought-2.zip', 'brought.zip'])
    expect(await bytesOf(other, 'pen-2.zip')).to.deep.equal(bytes)
    const refused = await catchValidationError(
      receivePackage(bucketApp.context, person, 'x.zip', Readable.from([Buffer.from('no zip')])),
    )
    expect(JSON.stringify(refused)).to.match(/zip file is incomplete or damaged/)
    for (const object of server.objects.values()) object.changed = Date.now() - 8 * day
    await sweepPackages.run({
      context: other.context,
      records: new PipelineRecords(other.context),
      signal: new AbortController().signal,
    })
    expect(lying('packages')).to.have.members(['pen.zip', `product-${product}.zip`])
  })

  it('recurring backups of both processes form one series, and the oldest are deleted', async () => {
    const turn = (app: TestApp): Promise<void> =>
      new TaskScheduler(app.context, new PipelineRecords(app.context), []).runIfDue({
        owner: 'backup',
        item: backup.contributes!.tasks![0]!,
      })
    for (const app of [bucketApp, other, bucketApp, other]) {
      await turn(app)
      await turn(bucketApp)
      clock.time += 6 * hour
    }
    expect(lying('backups')).to.have.length(2)
    expect(server.uploads.size).to.equal(0)
    const path = `s3://shop/live/backups/${lying('backups')[1]!}`
    const opened = await openBackup(locateBackup(other.config, 'file', path))
    try {
      expect(await verifyBackup(describeInstallation(other), opened, [findTotalFaults], ignoreProgress)).to.deep.equal([])
    } finally {
      opened.close()
    }
  })

  it('svc:doctor checks both locations and reports missing backups', async () => {
    const ask = async (name: string) =>
      [...healthChecks, ...backup.contributes!.healthChecks!]
        .find((check) => check.name === name)!
        .run({ app: bucketApp, tasks: [] })
    const places = (await ask('disk')).map(({ finding }) => messageText(finding))
    expect(places).to.include('s3://shop/live/packages (transfer packages): files can be stored and read.')
    expect(places).to.include('s3://shop/live/backups (backups): files can be stored and read.')
    await bucketApp.context.backups.store!.ready()
    clock.time -= 6 * hour
    expect(await ask('backups')).to.have.nested.property('[0].health', 'ok')
    for (const name of lying('backups')) server.objects.delete(`shop/live/backups/${name}`)
    const [report] = await ask('backups')
    expect(report!.health).to.equal('error')
    expect(messageText(report!.finding)).to.match(/but s3:\/\/shop\/live\/backups contains no backup\.$/)
  })

  it('a backup is written to the given location, and an aborted one leaves no file', async () => {
    const store = openBackupStore(bucketApp.config, 'to', 's3://shop/by-hand', (act) => act())
    const { path } = await makeBackup(bucketApp.context, store, { progress: ignoreProgress })
    expect(path).to.match(/^s3:\/\/shop\/by-hand\/backup-/)
    const stopped = AbortSignal.abort()
    expect(await catchError(makeBackup(bucketApp.context, store, { progress: ignoreProgress, signal: stopped }))).to.include({
      code: 'NOT_READY',
    })
    expect([...server.objects.keys()].filter((key) => key.startsWith('shop/by-hand/'))).to.have.length(1)
    const closed = { ...bucketApp.config, filesKey: null }
    expect(() => openBackupStore(closed, 'to', 's3://shop/x', (act) => act())).to.throw(/Set 'SVC_FILES_KEY'/)
    for (const wrong of ['s3://', 's3://x.zip', 's3://shop/../x.zip'])
      expect(() => locateBackup(bucketApp.config, 'file', wrong), wrong).to.throw(/is not the address of a bucket/)
  })

  it('the service does not start without access to packages, and only logs an error without access to backups', async () => {
    const messages: string[] = []
    const log = { ...bucketApp.context.log, error: (_: unknown, sentence?: string) => void messages.push(sentence ?? '') }
    const begin = (rest: Readonly<Record<string, unknown>>) => bootTestApp({ log, ...settings(), ...rest })
    const refused = await catchError(begin({ transferFolder: 's3://elsewhere' }))
    expect(refused).to.include({ code: 'NOT_READY' })
    expect(refused.message).to.match(
      /The bucket 'elsewhere' at .* for transfer packages cannot be used: it answers 404 NoSuchBucket/,
    )
    expect((await catchError(begin({ transferFolder: '/dev/null/packages' }))).message).to.match(
      /Files cannot be written to '\/dev\/null\/packages': .* set SVC_TRANSFER_FOLDER to another location\.$/,
    )
    await (await begin({ backupFolder: 's3://elsewhere' })).stop()
    expect(messages.join()).to.match(/Scheduled backups cannot be made\. The bucket 'elsewhere'/)
  })

  it('the settings are rejected if credentials are missing or the bucket URL is invalid', async () => {
    for (const name of ['transferFolder', 'backupFolder'] as const) {
      const variable = name === 'transferFolder' ? 'SVC_TRANSFER_FOLDER' : 'SVC_BACKUP_FOLDER'
      expect((await catchError(bootTestApp({ [name]: 's3://shop' }))).message).to.include(
        `'${variable}' is the bucket 's3://shop', but its access keys are missing.`,
      )
      expect((await catchError(bootTestApp({ [name]: 's3:shop' }))).message).to.match(/Use the path of a folder.* or a bucket/)
    }
  })
})
