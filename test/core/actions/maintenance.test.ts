// Maintenance actions: install report, system variables, orphaned texts, charset conversion and migrations.
import { expect } from 'chai'
import { getCoreVersion } from '../../../core/foundation/version.js'
import { updateRollUps } from '../../../plugins/statistics/roll-up.js'
import { signingSecretVariable } from '../../../core/storage/system-variables.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { authorBlind } from './blind.js'

interface Install {
  readonly migrations: {
    readonly core: { readonly version: string; readonly pending: readonly object[] }
    readonly frozenBy: unknown
  }
  readonly charset: { readonly applies: boolean; readonly nonConforming: readonly string[] }
  readonly orphanedStrings: object
  readonly systemVariables: readonly { readonly name: string; readonly value: string }[]
}

describe('maintenance actions', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())
  const install = async (): Promise<Install> => (await app.act('describe-install')) as Install

  it('describe-install: returns version, platform, languages, pending migrations, charset and orphaned texts', async () => {
    const described = await install()
    expect(described).to.deep.include({
      version: getCoreVersion(),
      platform: 'standalone',
      languages: ['en-GB', 'de-DE'],
      customized: false,
      installed_customization_version: null,
      pending_customization: false,
      orphanedStrings: {},
    })
    expect(described.migrations.core.pending).to.deep.equal([])
    expect(described.charset.nonConforming).to.deep.equal([])
  })

  it('system variables: the secret is never returned, and neither the secret nor a migration pointer can be set', async () => {
    expect((await install()).systemVariables.map(({ name }) => name)).not.to.include(signingSecretVariable)
    for (const key of [signingSecretVariable, 'migration_pointer core', 'migration_failure']) {
      expect((await catchValidationError(app.act('set-system-var', { key, value: 'x' }))).issues[0]).to.include({ field: 'key' })
    }
  })

  it('system variables: names that the service uses itself are rejected', async () => {
    await updateRollUps(app.context, new AbortController().signal)
    const used = await app.context.database.query<{ name: string }>('SELECT name FROM svc_system_variables')
    const names = used.map(({ name }) => name).filter((name) => !['note', 'kept'].includes(name))
    const otherUpdates = [
      'admin_account_creation',
      'account_creation',
      'backup_state',
      'task_last_run clean',
      'demo.seed',
      'admin_setup_ended',
      'transfer x',
    ]
    for (const key of [...names, ...otherUpdates]) {
      expect((await catchValidationError(app.act('set-system-var', { key, value: 'x' }))).issues[0], key).to.include({
        field: 'key',
      })
    }
  })

  it('set-system-var: stores a variable and returns its previous value', async () => {
    expect(await app.act('set-system-var', { key: 'note', value: 'a' })).to.deep.equal({ key: 'note', value: 'a', previous: '' })
    expect(await app.act('set-system-var', { key: 'note', value: 'b' })).to.deep.include({ previous: 'a' })
    expect((await install()).systemVariables).to.deep.include({ name: 'note', value: 'b' })
  })

  it('set-system-var: rejects a missing value, and empties a variable only if the value is an empty string', async () => {
    await app.act('set-system-var', { key: 'kept', value: 'a' })
    for (const input of [{ key: 'kept' }, { key: 'kept', value: null }]) {
      expect((await catchValidationError(app.act('set-system-var', input))).issues[0]).to.include({
        field: 'value',
        code: 'REQUIRED',
      })
    }
    expect(await app.act('set-system-var', { key: 'kept', value: '' })).to.include({ value: '', previous: 'a' })
  })

  it('purge-orphaned-strings: deletes the texts of deleted records and no others', async () => {
    const { product } = await authorBlind(app)
    const { database } = app.context
    const count = async (): Promise<number> =>
      Number((await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM svc_texts'))[0]!.count)
    const before = await count()
    const orphan = 'INSERT INTO svc_texts (entity, entity_id, field, language_tag, text) VALUES (?, ?, ?, ?, ?)'
    for (const tag of ['en-GB', 'de-DE']) await database.run(orphan, ['page', 987_654, 'title', tag, 'gone'])
    await database.run(orphan, ['no-such-entity', 1, 'title', 'en-GB', 'gone'])
    expect((await install()).orphanedStrings).to.deep.equal({ page: 2, 'no-such-entity': 1 })
    expect(await app.act('purge-orphaned-strings')).to.deep.equal({ purged: { page: 2, 'no-such-entity': 1 }, total: 3 })
    expect(await app.act('purge-orphaned-strings')).to.deep.equal({ purged: {}, total: 0 })
    expect(await count()).to.equal(before)
    expect((await app.records.read('product', product)).record).to.include({ title: 'Roller blind' })
  })

  it('convert-charset: converts non-conforming tables, or reports that no conversion is needed', async () => {
    const { database } = app.context
    const { charset } = await install()
    if (!charset.applies) {
      const report = (await app.act('convert-charset')) as { readonly note: string; readonly converted: readonly string[] }
      expect(report.note).to.match(/no conversion is needed/)
      return
    }
    await database.execute('ALTER TABLE svc_page CONVERT TO CHARACTER SET latin1')
    expect((await install()).charset.nonConforming).to.deep.equal(['svc_page'])
    expect(await app.act('convert-charset')).to.deep.include({ converted: ['svc_page'], nonConforming: [] })
    expect(await app.act('convert-charset')).to.deep.include({ converted: [] })
  })

  it('apply-migrations: runs nothing if no migration is pending', async () => {
    expect(await app.act('apply-migrations')).to.deep.include({ ran: [], note: 'Nothing was pending.' })
  })

  it('unblock-migrations: moves the pointer back and forward; apply-migrations clears a failed migration', async () => {
    const version = (await install()).migrations.core.version
    await app.act('unblock-migrations', { set_version: '0000' })
    expect((await install()).migrations.core.pending.length).to.be.greaterThan(0)
    await app.act('unblock-migrations', { set_version: version })
    expect((await install()).migrations.core).to.deep.include({ version, pending: [] })
    const failure = { owner: 'core', version: '0002', name: 'broken', message: 'SELECT secret', at: '2030-01-01T00:00:00.000Z' }
    const set = 'INSERT INTO svc_system_variables (name, value) VALUES (?, ?)'
    await app.context.database.run(set, ['migration_failure', JSON.stringify(failure)])
    const frozen = (await install()).migrations.frozenBy
    expect(frozen).to.deep.equal({ owner: 'core', version: '0002', name: 'broken', at: '2030-01-01T00:00:00.000Z' })
    expect(((await app.act('apply-migrations')) as { readonly note: string }).note).to.match(/blocks all migrations/)
    await app.act('apply-migrations', { clear_failed_flag: true })
    expect((await install()).migrations.frozenBy).to.equal(null)
    await catchValidationError(app.act('unblock-migrations', { set_version: '9999' }))
  })

  it('describe-customization: lists the built-in question types without a class', async () => {
    const report = (await app.act('describe-customization')) as { readonly questionTypes: readonly { readonly class: unknown }[] }
    expect(report).to.deep.include({ customized: false, conditionTypes: [], termTypes: [], entities: [] })
    expect(report.questionTypes.length).to.be.greaterThan(10)
    expect(new Set(report.questionTypes.map((type) => type.class))).to.deep.equal(new Set([null]))
  })
})
