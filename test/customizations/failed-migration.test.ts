// A customization whose migration fails: both tracks freeze, everything else goes on, and unblocking lifts the freeze.
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

describe('a customization whose migration fails', () => {
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

  /** Owner to version, null before the first script. */
  async function versions(app: App): Promise<Readonly<Record<string, string | null>>> {
    return Object.fromEntries((await app.migrations.state()).tracks.map(({ owner, version }) => [owner, version]))
  }

  it('stops all scripts behind it, those of others too, and the service answers all the same', async () => {
    const app = await open(withFailingMigration(), withProperty)
    const { failure, tracks } = await app.migrations.state()
    expect(failure).to.include({ owner: 'with-failing-migration', version: '0002', message: 'The ink has run out.' })
    expect(tracks.map(({ owner, pending }) => [owner, pending.map(({ version }) => version)])).to.deep.equal([
      ['core', []],
      ['with-failing-migration', ['0002']],
      ['with-property', ['0001']],
    ])
    expect((await app.ready()).ready).to.equal(false)
    expect((await app.list('country', { limit: 1 })).meta.total).to.be.greaterThan(200)
    expect(await app.write('swatch', { title: 'Moss' })).to.include({ inserted: true })
    await app.stop()
  })

  it('leaves a process ready that was serving before it, and tells in the details what is frozen', async () => {
    const before = await open()
    const after = await open(withFailingMigration())
    const { ready, checks } = await before.ready()
    expect(ready).to.equal(true)
    expect(checks).to.include({ database: 'ok' })
    expect(checks['migrations']).to.match(/^The script 0002 of 'with-failing-migration' failed, and all migrations are frozen\. /)
    expect(checks['migrations']).to.match(/svc:migrations:unblock, then run svc:migrate\.$/)
    expect((await after.ready()).ready).to.equal(false)
    await before.stop()
    await after.stop()
  })

  it('names the copy of an SQLite file that was made before the first of the scripts', async function () {
    if (isServerDatabase) this.skip()
    await (await open()).stop()
    const app = await open(withFailingMigration())
    const { failure } = await app.migrations.state()
    expect(existsSync(failure!.backup!)).to.equal(true)
    const told = (await app.ready()).checks['migrations']!
    expect(told).to.include(`The database as it was before lies in '${basename(failure!.backup!)}' beside it.`)
    expect(told).to.not.include(dirname(failure!.backup!))
    await app.stop()
  })

  it('stays frozen at the next start, mended or not, until it is unblocked', async () => {
    await (await open(withFailingMigration())).stop()
    const app = await open(withFailingMigration(() => Promise.resolve()))
    expect((await app.migrations.state()).failure).to.include({ version: '0002' })
    await app.act('unblock-migrations')
    await app.act('apply-migrations')
    expect((await app.migrations.state()).failure).to.equal(null)
    expect((await versions(app))['with-failing-migration']).to.equal('0002')
    await app.stop()
    const again = await open(withFailingMigration(() => Promise.resolve()))
    expect((await again.ready()).ready).to.equal(true)
    await again.stop()
  })

  it('is refused in an older version than the one that migrated the database', async () => {
    await (await open(withFailingMigration(() => Promise.resolve()))).stop()
    const newest = withFailingMigration()
    const older: Customization = { ...newest, migrations: newest.migrations.slice(0, 1) }
    expect((await catchError(open(older))).message).to.match(
      /^The database is newer than the customization 'with-failing-migration': it stands at version 0002, /,
    )
  })

  it('is passed over where unblocking moves its pointer, and the others run', async () => {
    const app = await open(withFailingMigration(), withProperty)
    await app.act('unblock-migrations', { set_version: 'with-failing-migration@0002', track: 'customization' })
    await app.act('apply-migrations')
    const { core, ...own } = await versions(app)
    expect(own).to.deep.equal({ 'with-failing-migration': '0002', 'with-property': '0001' })
    expect(core).to.match(/^\d{4}$/)
    expect((await app.migrations.state()).failure).to.equal(null)
    await app.stop()
  })
})
