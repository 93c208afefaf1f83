// A failing migration of a customization: it freezes core and customization migrations until it is unblocked, while the service runs.
import { messageText } from '../../core/foundation/message-format.js'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect } from 'chai'
import { boot } from '../../core/boot/boot.js'
import type { App } from '../../core/app.js'
import type { Customization } from '../../core/contract.js'
import { standalone } from '../../hosts/standalone/index.js'
import { stock } from '../../plugins/stock/index.js'
import { withFailingMigration } from '../fixtures/customizations/with-failing-migration.js'
import { withProperty } from '../fixtures/customizations/with-property.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../support/database.js'
import { catchError } from '../support/caught-error.js'

describe('failing migration of a customization', () => {
  let empty: EmptyDatabase
  beforeEach(async () => {
    empty = await createEmptyDatabase()
  })
  afterEach(() => empty.drop())

  const open = (...customizations: readonly Customization[]): Promise<App> =>
    boot({
      ...{ languages: ['en-GB', 'de-DE'], host: standalone(), plugins: [stock], logLevel: 'silent' },
      database: empty.url,
      customizations,
    })

  /** The migration version of each owner, null before its first script. */
  async function versions(app: App): Promise<Readonly<Record<string, string | null>>> {
    return Object.fromEntries((await app.operations.migrations.state()).tracks.map(({ owner, version }) => [owner, version]))
  }

  it('stops all later scripts of every owner, while the service still responds', async () => {
    const app = await open(withFailingMigration(), withProperty)
    const { failure, tracks } = await app.operations.migrations.state()
    expect(failure).to.include({ owner: 'with-failing-migration', version: '0002', message: 'The ink has run out.' })
    expect(tracks.map(({ owner, pending }) => [owner, pending.map(({ version }) => version)])).to.deep.equal([
      ['core', []],
      ['with-failing-migration', ['0002']],
      ['with-property', ['0001']],
    ])
    expect((await app.operations.ready()).ready).to.equal(false)
    expect((await app.records.list('country', { limit: 1 })).meta.total).to.be.greaterThan(200)
    expect(await app.records.write('swatch', { title: 'Moss' })).to.include({ inserted: true })
    await app.stop()
  })

  it('keeps a running process ready, and names the failed script in the readiness details', async () => {
    const before = await open()
    const after = await open(withFailingMigration())
    const { ready, checks } = await before.operations.ready()
    expect(ready).to.equal(true)
    expect(checks).to.include({ database: 'ok' })
    expect(messageText(checks['migrations']!)).to.match(
      /^The script 0002 of 'with-failing-migration' failed, and all migrations are locked\. /,
    )
    expect(messageText(checks['migrations']!)).to.match(/svc:migrations:unblock, then run svc:migrate\.$/)
    expect((await after.operations.ready()).ready).to.equal(false)
    await before.stop()
    await after.stop()
  })

  it('names the copy of the SQLite file that was made before the first script', async function () {
    if (isServerDatabase) this.skip()
    await (await open()).stop()
    const app = await open(withFailingMigration())
    const { failure } = await app.operations.migrations.state()
    expect(existsSync(failure!.backup!)).to.equal(true)
    const message = messageText((await app.operations.ready()).checks['migrations']!)
    expect(message).to.include(`The previous database was saved to '${basename(failure!.backup!)}' beside it.`)
    expect(message).to.not.include(dirname(failure!.backup!))
    await app.stop()
  })

  it('stays frozen after a restart, also with a fixed script, until it is unblocked', async () => {
    await (await open(withFailingMigration())).stop()
    const app = await open(withFailingMigration(() => Promise.resolve()))
    expect((await app.operations.migrations.state()).failure).to.include({ version: '0002' })
    await app.act('unblock-migrations')
    await app.act('apply-migrations')
    expect((await app.operations.migrations.state()).failure).to.equal(null)
    expect((await versions(app))['with-failing-migration']).to.equal('0002')
    await app.stop()
    const again = await open(withFailingMigration(() => Promise.resolve()))
    expect((await again.operations.ready()).ready).to.equal(true)
    await again.stop()
  })

  it('rejects a customization older than the database', async () => {
    await (await open(withFailingMigration(() => Promise.resolve()))).stop()
    const newest = withFailingMigration()
    const older: Customization = { ...newest, migrations: newest.migrations.slice(0, 1) }
    expect((await catchError(open(older))).message).to.match(
      /^The database is newer than the customization 'with-failing-migration': its version is 0002, /,
    )
  })

  it('is skipped by an unblock that moves the pointer, and the other scripts run', async () => {
    const app = await open(withFailingMigration(), withProperty)
    await app.act('unblock-migrations', { set_version: 'with-failing-migration@0002', track: 'customization' })
    await app.act('apply-migrations')
    const { core, ...own } = await versions(app)
    expect(own).to.deep.equal({ 'with-failing-migration': '0002', 'with-property': '0001' })
    expect(core).to.match(/^\d{4}$/)
    expect((await app.operations.migrations.state()).failure).to.equal(null)
    await app.stop()
  })
})
