// Migrations: each script runs once, a failure blocks all tracks, and databases of newer versions are rejected.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import {
  migrate,
  type MigrationReport,
  readMigrationState,
  unblockMigrations,
} from '../../../../core/storage/migration/runner.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { entityTables, type Mishap, testTracks } from '../../../fixtures/migrate-and-report.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../../support/database.js'

const program = fileURLToPath(new URL('../../../fixtures/migrate-and-report.js', import.meta.url))
const run = promisify(execFile)

describe('Migrations', () => {
  let empty: EmptyDatabase
  let database: Database
  beforeEach(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url)
  })
  afterEach(async () => {
    await database.close()
    await empty.drop()
  })

  const migrateHere = (mishap: Mishap = 'none', upTo?: string): Promise<MigrationReport> =>
    migrate({ database, tracks: testTracks(mishap, upTo), entityTables, languages: [] })
  const migrateElsewhere = async (mishap: Mishap = 'none'): Promise<MigrationReport> =>
    JSON.parse((await run(process.execPath, [program, empty.url, mishap])).stdout) as MigrationReport
  const names = (report: MigrationReport): string[] => report.ran.map(({ owner, version }) => `${owner} ${version}`)
  const titles = async (table: string): Promise<unknown[]> =>
    (await database.query<{ title: string }>(`SELECT title FROM ${table} ORDER BY id`)).map(({ title }) => title)

  it('run the core track, then the customizations, and no script the second time', async () => {
    const first = await migrateHere()
    expect(names(first)).to.deep.equal(['core 0001', 'core 0002', 'extra 0001'])
    expect(first.failure).to.equal(null)
    const before = await database.dialect.readTables(database)
    expect(await migrateHere()).to.deep.equal({ ran: [], failure: null, backup: null })
    expect(await database.dialect.readTables(database)).to.deep.equal(before)
    expect([await titles('svc_notes'), await titles('svc_labels'), await titles('svc_extras')]).to.deep.equal([
      ['first'],
      ['before', 'after'],
      ['extra'],
    ])
  })

  it('add a column at its position in the schema, with its default in existing rows', async () => {
    await migrateHere('none', '0001')
    await migrateHere()
    expect(await database.query('SELECT title, colour FROM svc_notes')).to.have.deep.nested.property('[0].colour', '')
  })

  it('report each script before it runs', async () => {
    const steps: string[] = []
    const progress = ({ owner, name, number, total }: { owner: string; name: string; number: number; total: number }): void =>
      void steps.push(`${number}/${total} ${owner} ${name}`)
    await migrate({ database, tracks: testTracks(), entityTables, languages: [], progress })
    expect(steps).to.deep.equal(['1/3 core create-notes', '2/3 core create-labels', '3/3 extra create-extras'])
  })

  it('run once if five processes start at the same time on an empty database', async function () {
    this.timeout(60_000)
    const reports = await Promise.all(Array.from({ length: 5 }, () => migrateElsewhere()))
    expect(reports.flatMap(names).sort()).to.deep.equal(['core 0001', 'core 0002', 'extra 0001'])
    expect(reports.map(({ failure }) => failure)).to.deep.equal([null, null, null, null, null])
    expect([await titles('svc_notes'), await titles('svc_labels')]).to.deep.equal([['first'], ['before', 'after']])
  })

  it('complete a script of a killed process, and insert each row once', async function () {
    this.timeout(60_000)
    const killed = await migrateElsewhere('die').catch((error: { signal?: string }) => error.signal)
    expect(killed).to.equal('SIGKILL')
    expect(names(await migrateHere())).to.deep.equal(['core 0002', 'extra 0001'])
    expect(await titles('svc_labels')).to.deep.equal(['before', 'after'])
  })

  it('change many rows in batches, and continue with the rest after an interruption', async () => {
    await migrateHere()
    for (let turn = 0; turn < 25; turn++) await database.run("INSERT INTO svc_notes (title) VALUES ('old')")
    const batches: number[] = []
    const steps = createMigrationSteps({ owner: 'extra', version: '0002', languages: [], on: database, entityTables: new Map() })
    const fill = (stopAfter: number): Promise<void> =>
      steps.dataInBatches(async (on) => {
        if (batches.length === stopAfter) throw new Error('stopped')
        const rows = await on.query<{ id: number }>("SELECT id FROM svc_notes WHERE title = 'old' ORDER BY id LIMIT 10")
        for (const { id } of rows) await on.run("UPDATE svc_notes SET title = 'new' WHERE id = ?", [id])
        batches.push(rows.length)
        return rows.length
      })
    const stopped = await fill(1).catch((error: Error) => error.message)
    expect([stopped, (await titles('svc_notes')).filter((title) => title === 'new').length]).to.deep.equal(['stopped', 10])
    await fill(Infinity)
    expect([batches, (await titles('svc_notes')).filter((title) => title === 'old')]).to.deep.equal([[10, 10, 5, 0], []])
  })

  it('block all tracks if a script throws, and report the script and the error', async () => {
    const report = await migrateHere('throw')
    expect(names(report)).to.deep.equal(['core 0001'])
    expect(report.failure).to.include({
      owner: 'core',
      version: '0002',
      name: 'create-labels',
      message: 'The second script stumbled.',
    })
    expect(names(await migrateHere())).to.deep.equal([])
    const state = await readMigrationState(database, testTracks())
    expect(state.failure).to.deep.equal(report.failure)
    expect(state.tracks.map(({ owner, version, pending }) => [owner, version, pending.length])).to.deep.equal([
      ['core', '0001', 1],
      ['extra', null, 1],
    ])
  })

  it('continue after they were unblocked', async () => {
    await migrateHere('throw')
    await unblockMigrations(database, testTracks())
    expect(names(await migrateHere())).to.deep.equal(['core 0002', 'extra 0001'])
    expect(await titles('svc_labels')).to.deep.equal(['before', 'after'])
  })

  it('treat scripts as applied up to the version that the unblocking sets', async () => {
    await migrateHere('throw')
    await unblockMigrations(database, testTracks(), { setVersion: '0002' })
    await unblockMigrations(database, testTracks(), { setVersion: 'extra@0001', track: 'customization' })
    expect(await migrateHere()).to.deep.equal({ ran: [], failure: null, backup: null })
  })

  it('reject an invalid version to set', async () => {
    const refusal = async (setVersion: string, track: 'core' | 'customization' = 'core'): Promise<string> =>
      unblockMigrations(database, testTracks(), { setVersion, track }).then(
        () => 'taken',
        (error: unknown) => (error as Error).message,
      )
    expect(await refusal('2')).to.match(/four digits of a script, such as 0003, not '2'/)
    expect(await refusal('0009')).to.match(/is 0009, but the last script of 'core' is 0002/)
    expect(await refusal('other@0001', 'customization')).to.match(/extra@0001/)
  })

  it('reject a database that a newer program has migrated', async () => {
    await migrateHere()
    const error = await migrateHere('none', '0001').catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError)
    expect((error as Error).message).to.match(/its version is 0002, and the last version of this program is 0001/)
  })

  it('back up an SQLite file before the first script, but not an empty one', async function () {
    if (isServerDatabase) this.skip()
    expect((await migrateHere('none', '0001')).backup).to.equal(null)
    const { backup } = await migrateHere()
    expect(backup !== null && existsSync(backup)).to.equal(true)
    const copy = await openDatabase(`sqlite:${backup}`)
    expect((await readMigrationState(copy, testTracks())).tracks.map(({ version }) => version)).to.deep.equal(['0001', '0001'])
    await copy.close()
  })

  it('keep the newest five backups, and delete no other files next to the database', async function () {
    if (isServerDatabase) this.skip()
    await migrateHere('none', '0001')
    const { backup } = await migrateHere()
    const file = backup!.replace(/\.[\dTZ-]+\.backup$/, '')
    const backupName = (day: number): string => `${file}.2020-01-0${day}T00-00-00-000Z.backup`
    const strangers = [
      `${file}.by-hand.backup`,
      `${file}.old-2020-01-01T00-00-00-000Z.backup`,
      `${file}-2020-01-01T00-00-00-000Z.backup`,
    ]
    for (const path of [...[1, 2, 3, 4, 5, 6].map(backupName), ...strangers]) await writeFile(path, '')
    const next = await database.backup()
    const lying = (await readdir(dirname(file))).filter((name) => name.endsWith('.backup')).sort()
    const stay = [backupName(4), backupName(5), backupName(6), backup!, next!, ...strangers]
    expect(lying).to.deep.equal(stay.map((path) => basename(path)).sort())
  })
})
