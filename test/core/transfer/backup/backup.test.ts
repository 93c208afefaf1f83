// Backs whole shops up, restores them on every database there is, and sees nothing changed.
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { expect } from 'chai'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import type { RowSelection } from '../../../../core/storage/database/driver.js'
import { createLocalFiles } from '../../../../core/storage/files/local-files.js'
import { createLocalLocation } from '../../../../core/storage/files/local-zips.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  type BackupFolder,
  createBackup,
  backupFolder,
  readComparableEntries,
  describeInstallation,
  restoreBackupFile,
  verifyBackupFile,
} from '../../../support/backups.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../../support/database.js'
import { catchError } from '../../../support/caught-error.js'
import { createMemoryFiles } from '../../../support/memory-files.js'
import { catchValidationError } from '../../../support/validation-error.js'

describe('a backup', function () {
  this.timeout(120_000)
  let folder: BackupFolder
  let app: TestApp
  let empty: EmptyDatabase
  const made: EmptyDatabase[] = []
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
    for (const one of made.splice(0)) await one.drop()
    await folder?.remove()
  })

  async function anotherDatabase(): Promise<string> {
    const one = await createEmptyDatabase()
    made.push(one)
    return one.url
  }

  async function ordersOf(one: Pick<TestApp, 'visit'>): Promise<readonly string[]> {
    return (await one.visit({}).list('sales-order')).map(({ values }) => JSON.stringify(values))
  }

  it('is for its owner alone, and says of what moment it is and what is in it', async () => {
    const from = Date.now()
    const { path, manifest, size } = await createBackup(app.context, folder.file('first.zip'))
    const found = await stat(path)
    expect([found.mode & 0o777, found.size]).to.deep.equal([0o600, size])
    expect(Date.parse(manifest.moment)).to.be.within(from, Date.now())
    expect(manifest.tables['svc_sales_order']).to.include({ owner: 'core', rows: 3 })
    expect(manifest.tracks).to.deep.equal({ core: '0001' })
    expect(Object.keys(manifest.files)).to.have.length.greaterThan(20)
    expect(manifest.lost).to.deep.equal([])
    expect(manifest.tables).not.to.have.any.keys('svc_leases', 'svc_versions')
    expect(await verifyBackupFile(describeInstallation(app), path)).to.deep.equal([])
  })

  it('is the same once more after it was restored, on this database and on SQLite', async () => {
    const installation = describeInstallation(app)
    const original = folder.file('original.zip')
    await createBackup(app.context, original)
    let from = original
    for (const [index, url] of [
      await anotherDatabase(),
      `sqlite:${folder.file('lite.sqlite')}`,
      await anotherDatabase(),
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

  it('gives no id a second time after a restore, and the next number to the next order', async () => {
    const { id: gone } = await app.write('tax-class', { title: 'Short-lived' })
    await app.remove('tax-class', gone)
    const path = folder.file('ids.zip')
    await createBackup(app.context, path)
    const url = await anotherDatabase()
    const files = createMemoryFiles()
    await restoreBackupFile(describeInstallation(app), path, url, { files })
    const again = await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })
    try {
      expect((await again.write('tax-class', { title: 'Next' })).id).to.be.greaterThan(gone)
      const { number } = await placeCheckout(again, await prepareCheckoutForOrder(again, selling))
      expect(number).to.equal(4)
    } finally {
      await again.stop()
    }
  })

  it('shows one moment while others write, and holds the files that it names', async () => {
    const { context } = app
    const name = `kept-${randomBytes(6).toString('hex')}`
    await context.files.put(name, Buffer.from('A file that goes.'))
    const columns = 'name, entity, entity_id, property, original_name, media_type, size, created'
    const row = `INSERT INTO svc_files (${columns}) VALUES (?, 'product', 1, 'image', 'a.txt', 'text/plain', 17, '2026-01-01T00:00:00.000Z')`
    await context.database.run(row, [name])
    const before = (await app.list('tax-class', { limit: 1 })).meta.total
    let disturbed = false
    const disturbing = {
      ...context,
      files: {
        ...context.files,
        async hold() {
          const held = await context.files.retain()
          // After the view was taken and the files are held, and before a single row is read.
          const read = (wanted: string) => {
            expect(disturbed).to.equal(true)
            return held.read(wanted)
          }
          return { ...held, read }
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
              await app.write('tax-class', { title: 'Too late' })
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

  it('names the files that were lost before, and takes a newer view where one went a moment ago', async () => {
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
        // It was named when the view was taken, and its bytes were gone before they could be held.
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

  it('is given up without a trace when the service stops', async () => {
    const { writeBackup } = await import('../../../../core/transfer/backup/write.js')
    const stopped = AbortSignal.abort()
    const path = folder.file('stopped.zip')
    const error = await catchError(
      writeBackup(app.context, createLocalLocation(path), { progress: () => undefined, signal: stopped }),
    )
    expect(error.message).to.contain('given up because the service stops')
    expect((await readdir(folder.path)).filter((name) => name.startsWith('stopped'))).to.deep.equal([])
    expect((await readdir(folder.file('files'), { recursive: true })).filter((name) => name.includes('.held-'))).to.deep.equal([])
  })

  describe('that shall be restored', () => {
    let path: string
    before(async () => {
      path = folder.file('whole.zip')
      await createBackup(app.context, path)
    })

    it('takes the place of what every installation begins with, and of no shop whose name was not typed', async () => {
      const installation = describeInstallation(app)
      const url = await anotherDatabase()
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

    it('leaves a database that every start refuses where it breaks, until it comes to its end', async () => {
      const installation = describeInstallation(app)
      const url = await anotherDatabase()
      const files = createMemoryFiles()
      const broken = { ...files, scoped: () => ({ ...files, receive: () => Promise.reject(new Error('The disk is full.')) }) }
      expect((await catchError(restoreBackupFile(installation, path, url, { files: broken }))).message).to.equal(
        'The disk is full.',
      )
      const start = async () => (await bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })).stop()
      const { message } = await catchError(start())
      expect(message).to.contain("holds only a part of the backup 'whole.zip'")
      expect(message).to.contain('Run svc:restore with that file once more')
      await restoreBackupFile(installation, path, url, { files })
      await start()
    })
  })
})
