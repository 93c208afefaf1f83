// Creates empty databases for tests on the engine in SVC_TEST_DATABASE_URL; default SQLite.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Table } from '../../core/foundation/table.js'
import { type Database, type DatabaseOptions, openDatabase } from '../../core/storage/database/connection.js'
import { createMigrationSteps } from '../../core/storage/migration/migration-steps.js'

const databaseUrl = process.env.SVC_TEST_DATABASE_URL ?? 'sqlite::memory:'

/** True if the tests run on MySQL or MariaDB. */
export const isServerDatabase = !databaseUrl.startsWith('sqlite:')

export interface EmptyDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** True in a parallel mocha worker process. */
export const isMochaWorker = process.env['MOCHA_WORKER_ID'] !== undefined

/** Name prefix of all databases of a run, shared by its processes. */
const databasePrefix = `svc_test_${isMochaWorker ? process.ppid : process.pid}_`

let databaseCount = 0

async function runOnServer(run: (server: Database) => Promise<void>): Promise<void> {
  const server = await openDatabase(databaseUrl, { poolSize: 1 })
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

/** Creates a database without tables that several processes can open (a file, or a schema of the server), and returns its URL. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  if (!isServerDatabase) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
    return { url: `sqlite:${join(folder, 'svc.sqlite')}`, drop: () => rm(folder, { recursive: true, force: true }) }
  }
  const name = `${databasePrefix}${process.pid}_${++databaseCount}`
  await runOnServer((server) => server.execute(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer((server) => server.execute(`DROP DATABASE ${name}`)) }
}

/** Drops the remaining databases of this run on the server. */
export async function dropDatabases(): Promise<void> {
  if (!isServerDatabase) return
  await runOnServer(async (server) => {
    const schemas = await server.query<{ name: string }>('SELECT schema_name AS name FROM information_schema.schemata')
    for (const { name } of schemas) if (name.startsWith(databasePrefix)) await server.execute(`DROP DATABASE ${name}`)
  })
}

/** Opens a database without tables for one test: in memory on SQLite. */
export async function openEmptyDatabase(options: DatabaseOptions = {}): Promise<Database> {
  if (!isServerDatabase) return openDatabase('sqlite::memory:', options)
  const empty = await createEmptyDatabase()
  const database = await openDatabase(empty.url, options)
  return {
    ...database,
    async close() {
      await database.close()
      await empty.drop()
    },
  }
}

/** Creates the tables with their indexes, as a migration would. */
export async function createTables(database: Database, tables: readonly Table[]): Promise<void> {
  const steps = createMigrationSteps({ owner: 'core', version: '0000', languages: [], on: database, entityTables: new Map() })
  for (const table of tables) await steps.createTable(table)
}
