// Backups of whole shops, restored on every available database without a change of the data.
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { expect } from 'chai'
import { coreMigrations } from '../../../migrations/index.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import type { RowSelection } from '../../../core/storage/database/dialect.js'
import { createLocalFiles } from '../../../core/storage/files/file-store.js'
import { createLocalLocation } from '../../../core/storage/files/zip-store.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  type BackupFolder,
  createBackup,
  backupFolder,
  readComparableEntries,
  describeInstallation,
  restoreBackupFile,
  verifyBackupFile,
} from '../../support/backups.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { catchError } from '../../support/caught-error.js'
import { createMemoryFiles } from '../../support/memory-files.js'
import { catchValidationError } from '../../support/validation-error.js'

describe('A backup', function () {
  this.timeout(120_000)
  let folder: BackupFolder
  let app: TestApp
  let empty: EmptyDatabase
  const databases: EmptyDatabase[] = []
  let orders: readonly string[]
  let selling: SellingShop

  before(async () => {
    folder = await backupFolder()
    empty = await createEmptyDatabase()
    const files = createLocalFiles(folder.file('files'))
    app = await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins, files })
    await seedDemo(app, () => undefined)
    selling = await openSellingShop(app)
    for (let count = 0; count < 3; count++) await placeCheckout(app, await prepareCheckoutForOrder(app, selling))
    orders = await ordersOf(app)
  })
  after(async () => {
    await app?.stop()
    await empty?.drop()
    for (const database of databases.splice(0)) await database.drop()
    await folder?.remove()
  })

  async function createDatabaseUrl(): Promise<string> {
    const database = await createEmptyDatabase()
    databases.push(database)
    return database.url
  }

  async function ordersOf(testApp: Pick<TestApp, 'shop'>): Promise<readonly string[]> {
    return (await testApp.shop.createContext({}).list('sales-order')).map(({ values }) => JSON.stringify(values))
  }

  it('is readable by its owner only, and its manifest contains the time, the tables, the files and the migrations', async () => {
    const from = Date.now()
    const { path, manifest, size } = await createBackup(app.context, folder.file('first.zip'))
    const file = await stat(path)
    expect([file.mode & 0o777, file.size]).to.deep.equal([0o600, size])
    expect(Date.parse(manifest.moment)).to.be.within(from, Date.now())
    expect(manifest.tables['svc_sales_order']).to.include({ owner: 'core', rows: 3 })
    expect(manifest.tracks).to.deep.equal({ core: coreMigrations.at(-1)!.version })
    expect(Object.keys(manifest.files)).to.have.length.greaterThan(20)
    expect(manifest.lost).to.deep.equal([])
    expect(manifest.tables).not.to.have.any.keys('svc_leases', 'svc_versions')
    expect(await verifyBackupFile(describeInstallation(app), path)).to.deep.equal([])
  })

  it('is identical after it was restored and backed up again, on this database and on SQLite', async () => {
    const installation = describeInstallation(app)
    const original = folder.file('original.zip')
    await createBackup(app.context, original)
    let from = original
    for (const [index, url] of [
      await createDatabaseUrl(),
      `sqlite:${folder.file('lite.sqlite')}`,
      await createDatabaseUrl(),
    ].entries()) {
      const files = createMemoryFiles()
      const report = await restoreBackupFile(installation, from, url, { files })
      expect(report).to.deep.include({ findings: [], before: null })
      const again = await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })
      try {
        from = folder.file(`again-${index}.zip`)
        await createBackup(again.context, from)
        expect(await readComparableEntries(from)).to.deep.equal(await readComparableEntries(original))
        expect(await ordersOf(again)).to.deep.equal(orders)
      } finally {
        await again.stop()
      }
    }
  })

  it('keeps id and number sequences: after a restore no id is reused and orders are numbered consecutively', async () => {
    const { id: taxClass } = await app.records.write('tax-class', { title: 'Short-lived' })
    await app.records.remove('tax-class', taxClass)
    const path = folder.file('ids.zip')
    await createBackup(app.context, path)
    const url = await createDatabaseUrl()
    const files = createMemoryFiles()
    await restoreBackupFile(describeInstallation(app), path, url, { files })
    const again = await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })
    try {
      expect((await again.records.write('tax-class', { title: 'Next' })).id).to.be.greaterThan(taxClass)
      const { number } = await placeCheckout(again, await prepareCheckoutForOrder(again, selling))
      expect(number).to.equal(4)
    } finally {
      await again.stop()
    }
  })

  it('is a consistent snapshot during writes, and contains files that are removed during the backup', async () => {
    const { context } = app
    const name = `kept-${randomBytes(6).toString('hex')}`
    await context.files.put(name, Buffer.from('A file that goes.'))
    const columns = 'name, entity, entity_id, property, original_name, media_type, size, created'
    const row = `INSERT INTO svc_files (${columns}) VALUES (?, 'product', 1, 'image', 'a.txt', 'text/plain', 17, '2026-01-01T00:00:00.000Z')`
    await context.database.run(row, [name])
    const before = (await app.records.list('tax-class', { limit: 1 })).meta.total
    let disturbed = false
    const disturbing = {
      ...context,
      files: {
        ...context.files,
        async hold() {
          const retained = await context.files.retain()
          // After the view is opened and the files are held, and before the first row is read.
          const read = (fileName: string) => {
            expect(disturbed).to.equal(true)
            return retained.read(fileName)
          }
          return { ...retained, read }
        },
      },
      database: {
        ...context.database,
        async view() {
          const view = await context.database.view()
          const rows = async function* (selection: RowSelection) {
            if (!disturbed) {
              disturbed = true
              await context.files.remove(name)
              await context.database.run('DELETE FROM svc_files WHERE name = ?', [name])
              await app.records.write('tax-class', { title: 'Too late' })
            }
            yield* view.rows(selection)
          }
          return { ...view, rows }
        },
      },
    }
    const { manifest, path } = await createBackup(disturbing, folder.file('busy.zip'))
    expect(disturbed).to.equal(true)
    expect(manifest.tables['svc_tax_class']!.rows).to.equal(before)
    expect(manifest.files[name]).to.include({ size: 17 })
    expect((await readComparableEntries(path)).get(`files/${name}`)!.toString()).to.equal('A file that goes.')
    expect(await context.files.get(name)).to.equal(null)
  })

  it('lists missing files, and opens a new view if a file was removed before it could be held', async () => {
    const { context } = app
    const [lost, fleeting] = ['lost-file', 'fleeting-file']
    const insert = `INSERT INTO svc_files (name, entity, entity_id, property, original_name, media_type, size, created)
 VALUES (?, 'product', 1, 'image', 'a.txt', 'text/plain', 17, '2026-01-01T00:00:00.000Z')`
    for (const name of [lost, fleeting]) await context.database.run(insert, [name])
    let views = 0
    const database = {
      ...context.database,
      async view() {
        const view = await context.database.view()
        // The file is referenced when the view is opened, and removed before it can be held.
        if (++views === 1) await context.database.run('DELETE FROM svc_files WHERE name = ?', [fleeting])
        return view
      },
    }
    try {
      const { manifest } = await createBackup({ ...context, database }, folder.file('lost.zip'))
      expect(views).to.equal(2)
      expect(manifest.lost).to.deep.equal([lost])
    } finally {
      await context.database.run('DELETE FROM svc_files WHERE name IN (?, ?)', [lost, fleeting])
    }
  })

  it('is aborted without a file if the service stops', async () => {
    const { writeBackup } = await import('../../../plugins/backup/make.js')
    const stopped = AbortSignal.abort()
    const path = folder.file('stopped.zip')
    const error = await catchError(
      writeBackup(app.context, createLocalLocation(path), { progress: () => undefined, signal: stopped }),
    )
    expect(error.message).to.contain('cancelled because the service is stopping')
    expect((await readdir(folder.path)).filter((name) => name.startsWith('stopped'))).to.deep.equal([])
    expect((await readdir(folder.file('files'), { recursive: true })).filter((name) => name.includes('.held-'))).to.deep.equal([])
  })

  describe('that is restored', () => {
    let path: string
    before(async () => {
      path = folder.file('whole.zip')
      await createBackup(app.context, path)
    })

    it('replaces a new installation, and replaces an existing shop only with the name of its database', async () => {
      const installation = describeInstallation(app)
      const url = await createDatabaseUrl()
      await (await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins })).stop()
      await restoreBackupFile(installation, path, url)
      const refusal = await catchValidationError(restoreBackupFile(installation, path, url))
      expect(refusal.issues[0]).to.include({ field: 'replace' })
      const name = /--replace ([\w.]+),/.exec(refusal.message)![1]!
      expect(url.endsWith(name)).to.equal(true)
      expect((await catchValidationError(restoreBackupFile(installation, path, url, { replace: 'shop' }))).message).to.equal(
        refusal.message,
      )
      const database = await openDatabase(url)
      try {
        await database.run("UPDATE svc_sales_order SET status = 'lost'")
        const { before } = await restoreBackupFile(installation, path, database, { replace: name })
        expect(before === null).to.equal(database.dialect.name === 'mysql')
        expect(await database.query("SELECT id FROM svc_sales_order WHERE status = 'lost'")).to.deep.equal([])
      } finally {
        await database.close()
      }
    })

    it('leaves a database that each start rejects if the restore fails, until a restore completes', async () => {
      const installation = describeInstallation(app)
      const url = await createDatabaseUrl()
      const files = createMemoryFiles()
      const failing = { ...files, scoped: () => ({ ...files, receive: () => Promise.reject(new Error('The disk is full.')) }) }
      expect((await catchError(restoreBackupFile(installation, path, url, { files: failing }))).message).to.equal(
        'The disk is full.',
      )
      const start = async () => (await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })).stop()
      const { message } = await catchError(start())
      expect(message).to.contain("contains only a part of the backup 'whole.zip'")
      expect(message).to.contain('Run svc:restore with the same file again.')
      await restoreBackupFile(installation, path, url, { files })
      await start()
    })
  })
})
