// Backups while fifty shoppers configure, fill carts and order: each is a consistent snapshot at its stated time.
import { expect } from 'chai'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type BackupFolder, createBackup, backupFolder, describeInstallation, restoreBackupFile } from '../../support/backups.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'

const shoppers = 50
const backups = 2
/** The minimum number of orders between two backups. */
const between = 60

/** Columns with times before the backup. */
const past = new Set(['created', 'changed', 'placed', 'opened', 'last_used'])

describe('A backup under load', function () {
  this.timeout(300_000)
  let folder: BackupFolder
  let empty: EmptyDatabase
  let app: TestApp
  let shop: SellingShop
  const databases: EmptyDatabase[] = []

  before(async () => {
    folder = await backupFolder()
    empty = await createEmptyDatabase()
    app = await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(async () => {
    await app?.stop()
    await empty?.drop()
    for (const database of databases.splice(0)) await database.drop()
    await folder?.remove()
  })

  it('contains every order that was confirmed before its start, no later order, and no dangling reference', async () => {
    /** Order numbers with the time of their confirmation. */
    const answered: { readonly number: number; readonly at: number }[] = []
    const closing = new AbortController()
    const shopper = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        const { number } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
        answered.push({ number: Number(number), at: performance.now() })
      }
    }
    const lanes = Array.from({ length: shoppers }, shopper)
    const backupFiles: { readonly path: string; readonly moment: string; readonly from: number; readonly most: number }[] = []
    try {
      for (let index = 0; index < backups; index++) {
        const enough = answered.length + between
        while (answered.length < enough) await new Promise((resolve) => setTimeout(resolve, 20))
        const from = performance.now()
        const { path, manifest } = await createBackup(app.context, folder.file(`${index}.zip`))
        expect(answered.at(-1)!.at, 'orders are confirmed during the backup').to.be.greaterThan(from)
        const [row] = await app.context.database.query<{ last: number }>('SELECT MAX(number) AS last FROM svc_sales_order')
        backupFiles.push({ path, moment: manifest.moment, from, most: Number(row!.last) })
      }
    } finally {
      closing.abort()
      await Promise.all(lanes)
    }
    for (const { path, moment: snapshotTime, from, most: last } of backupFiles) {
      const emptyDatabase = await createEmptyDatabase()
      databases.push(emptyDatabase)
      const report = await restoreBackupFile(describeInstallation(app), path, emptyDatabase.url)
      expect(report.findings).to.deep.equal([])
      const database = await openDatabase(emptyDatabase.url)
      try {
        const rows = await database.query<{ number: number | null }>('SELECT number FROM svc_sales_order')
        const numbers = new Set(rows.flatMap(({ number }) => (number === null ? [] : [Number(number)])))
        const missing = answered.filter(({ number, at }) => at < from && !numbers.has(number))
        expect(missing).to.deep.equal([])
        expect(Math.max(...numbers)).to.be.at.most(last)
        expect(numbers.size, 'order numbers have no gaps').to.equal(Math.max(...numbers))
        for (const [table, { columns }] of await database.dialect.readTables(database)) {
          for (const column of columns.keys()) {
            if (!past.has(column)) continue
            const [latest] = await database.query<{ last: string | null }>(
              `SELECT MAX(${quoteName(column)}) AS last FROM ${quoteName(table)}`,
            )
            expect((latest!.last ?? '') <= snapshotTime, `${table}.${column}: ${latest!.last} after ${snapshotTime}`).to.equal(
              true,
            )
          }
        }
      } finally {
        await database.close()
      }
    }
  })
})
