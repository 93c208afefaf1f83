// Measures the service's statements and units against bare drivers: `node dist/bench/database.js [mysql://…]`.
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSyncInstance, SqliteModule } from '@photostructure/sqlite'
import { type Connection, createConnection } from 'mysql2'
import type { Table } from '../core/foundation/table.js'
import { type Database, openDatabase } from '../core/storage/database/connection.js'
import type { SqlParameter } from '../core/storage/database/dialect.js'
import { unit } from '../core/storage/unit-of-work/transaction.js'

/** A bare driver, reduced to the measured calls. */
interface BareDriver {
  query(sql: string, params: readonly SqlParameter[]): unknown
  control(sql: string): unknown
  close(): unknown
}

const benchTable: Table = {
  name: 'svc_bench',
  owner: 'core',
  columns: {
    id: { type: 'bigint', nullable: false },
    parent_id: { type: 'bigint', nullable: true },
    title: { type: 'string', length: 255, nullable: false },
    price: { type: 'bigint', nullable: true },
    revision: { type: 'bigint', nullable: false },
  },
  primaryKey: ['id'],
  autoIncrement: true,
  indexes: [['parent_id']],
}
const rowCount = 10_000
const selectOne = 'SELECT id, parent_id, title, price, revision FROM svc_bench WHERE id = ?'
const selectList = 'SELECT id, parent_id, title, price, revision FROM svc_bench WHERE parent_id = ? ORDER BY id LIMIT 50'
const updateRow = 'UPDATE svc_bench SET price = ?, revision = revision + 1 WHERE id = ?'
const insertRow = 'INSERT INTO svc_bench (parent_id, title, price, revision) VALUES (?, ?, ?, ?)'

function openBareSqlite(path: string): BareDriver {
  const require = createRequire(import.meta.url)
  const [major = 0] = process.versions.node.split('.').map(Number)
  const { DatabaseSync } = require(major > 22 ? 'node:sqlite' : '@photostructure/sqlite') as SqliteModule
  const handle: DatabaseSyncInstance = new DatabaseSync(path)
  handle.exec('PRAGMA journal_mode = WAL')
  handle.exec('PRAGMA synchronous = FULL')
  const statements = new Map([selectOne, selectList, updateRow, insertRow].map((sql) => [sql, handle.prepare(sql)]))
  return {
    query: (sql, params) => {
      const statement = statements.get(sql)!
      return sql.startsWith('SELECT') ? statement.all(...params) : statement.run(...params)
    },
    control: (sql) => handle.exec(sql === 'BEGIN' ? 'BEGIN IMMEDIATE' : sql),
    close: () => handle.close(),
  }
}

function openBareMysql(url: string): BareDriver {
  const connection: Connection = createConnection(url)
  const answer = (send: (done: (error: Error | null, result?: unknown) => void) => void): Promise<unknown> =>
    new Promise((resolve, reject) => send((error, result) => (error ? reject(error) : resolve(result))))
  return {
    query: (sql, params) => answer((callback) => connection.execute(sql, params as SqlParameter[], callback)),
    control: (sql) => answer((callback) => connection.query(sql, callback)),
    close: () => answer((callback) => connection.end(callback)),
  }
}

interface CallCost {
  readonly cpu: number
  readonly wall: number
}

/** CPU and wall-clock microseconds per call: the median of five rounds. */
async function measureCalls(calls: number, work: (call: number) => unknown): Promise<CallCost> {
  const costs: CallCost[] = []
  for (let round = 0; round < 6; round++) {
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    for (let call = 0; call < calls; call++) await work(call)
    const used = process.cpuUsage(cpu)
    costs.push({ cpu: (used.user + used.system) / calls, wall: ((performance.now() - start) * 1000) / calls })
  }
  const median = (of: keyof CallCost): number =>
    costs
      .slice(1)
      .map((cost) => cost[of])
      .sort((a, b) => a - b)[2]!
  return { cpu: median('cpu'), wall: median('wall') }
}

function printCosts(name: string, bare: CallCost, ours: CallCost): void {
  const show = (cost: CallCost): string => `${cost.cpu.toFixed(1).padStart(8)} ${cost.wall.toFixed(1).padStart(8)}`
  const ratio = (of: keyof CallCost): string => `${Math.round((100 * bare[of]) / ours[of])} %`.padStart(7)
  console.log(`  ${name.padEnd(24)}${show(bare)} ${show(ours)}${ratio('cpu')}${ratio('wall')}`)
}

async function compareDrivers(title: string, database: Database, openBare: () => BareDriver, calls: number): Promise<void> {
  await database.execute('DROP TABLE IF EXISTS svc_bench')
  await database.execute(database.dialect.createTable(benchTable))
  await database.execute(database.dialect.createIndex(benchTable.name, ['parent_id'], false, benchTable.columns))
  await unit(database, async (u) => {
    for (let row = 0; row < rowCount; row++) await u.run(insertRow, [row % 100, `Thing number ${row}`, row * 10_000, 1])
  })
  const bare = openBare()
  console.log(`\n${title}, µs per call                bare: CPU    wall    ours: CPU    wall  share: CPU  wall`)
  const id = (call: number): number => 1 + ((call * 7919) % rowCount)
  const read = (sql: string, param: (call: number) => number): Promise<[CallCost, CallCost]> =>
    measureCalls(calls, (call) => bare.query(sql, [param(call)])).then(async (cost) => [
      cost,
      await measureCalls(calls, (call) => database.query(sql, [param(call)])),
    ])
  printCosts('read one row', ...(await read(selectOne, id)))
  printCosts('read 50 rows', ...(await read(selectList, (call) => call % 100)))
  const write = async (sql: string, params: (call: number) => readonly SqlParameter[]): Promise<[CallCost, CallCost]> => [
    await measureCalls(calls / 4, async (call) => {
      await bare.control('BEGIN')
      await bare.query(sql, params(call))
      await bare.control('COMMIT')
    }),
    await measureCalls(calls / 4, (call) => unit(database, (u) => u.run(sql, params(call)))),
  ]
  printCosts('a unit with one change', ...(await write(updateRow, (call) => [call, id(call)])))
  printCosts('a unit with one insert', ...(await write(insertRow, (call) => [1, 'New', call, 1])))
  await bare.close()
  await database.execute('DROP TABLE svc_bench')
  await database.close()
}

async function runBenchmark(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const path = join(folder, 'bench.sqlite')
  await compareDrivers('SQLite file', await openDatabase(`sqlite:${path}`), () => openBareSqlite(path), 4000)
  await rm(folder, { recursive: true })
  const url = process.argv[2]
  if (url !== undefined) await compareDrivers('MySQL or MariaDB', await openDatabase(url), () => openBareMysql(url), 2000)
}

await runBenchmark()
