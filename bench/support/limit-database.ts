// Database access of the bare servers: prepared statements on the SQLite or MySQL driver, without code of the service.
import { createRequire } from 'node:module'
import type { SqliteModule, StatementSyncInstance } from '@photostructure/sqlite'
import { createPool, type PoolConnection, type Pool } from 'mysql2'

export type LimitRow = Readonly<Record<string, unknown>>
export type LimitValue = string | number | null

export interface LimitConnection {
  all(sql: string, params: readonly LimitValue[]): LimitRow[] | Promise<LimitRow[]>
  /** Returns the id of an INSERT. */
  run(sql: string, params: readonly LimitValue[]): number | Promise<number>
}

export interface LimitDatabase extends LimitConnection {
  /** Increments the version that caches compare. */
  readonly raise: string
  transaction<T>(work: (on: LimitConnection) => Promise<T>): Promise<T>
}

function openSqlite(path: string): LimitDatabase {
  const require = createRequire(import.meta.url)
  const builtIn = Number(process.versions.node.split('.')[0]) > 22
  const { DatabaseSync } = require(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as SqliteModule
  const database = new DatabaseSync(path)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000']) database.exec(`PRAGMA ${pragma}`)
  const statements = new Map<string, StatementSyncInstance>()
  const prepared = (sql: string): StatementSyncInstance => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const on: LimitConnection = {
    all: (sql, params) => prepared(sql).all(...params) as LimitRow[],
    run: (sql, params) => Number(prepared(sql).run(...params).lastInsertRowid),
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...on,
    raise: "UPDATE svc_versions SET version = version + 1 WHERE topic = 'store'",
    transaction(work) {
      const mine = last.then(async () => {
        database.exec('BEGIN IMMEDIATE')
        const result = await work(on)
        database.exec('COMMIT')
        return result
      })
      last = mine.catch(() => {})
      return mine
    },
  }
}

function createConnection(on: Pool | PoolConnection): LimitConnection {
  return {
    all: (sql, params) =>
      new Promise((resolve, reject) => {
        on.execute(sql, [...params], (error, rows) => (error ? reject(error) : resolve(rows as LimitRow[])))
      }),
    run: (sql, params) =>
      new Promise((resolve, reject) => {
        on.execute(sql, [...params], (error, result) =>
          error ? reject(error) : resolve((result as { insertId: number }).insertId),
        )
      }),
  }
}

function openMysql(url: string): LimitDatabase {
  const pool = createPool({ uri: url, connectionLimit: 10, dateStrings: true })
  // The same isolation as the service's units: wait for row locks, without gap locks.
  pool.on('connection', (newConnection) => newConnection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'))
  const control = (on: PoolConnection, sql: string): Promise<void> =>
    new Promise((resolve, reject) => {
      on.query(sql, (error) => (error ? reject(error) : resolve()))
    })
  return {
    ...createConnection(pool),
    raise: "UPDATE svc_versions SET version = version + 1 WHERE topic = 'store'",
    async transaction(work) {
      const connection = await new Promise<PoolConnection>((resolve, reject) => {
        pool.getConnection((error, client) => (error ? reject(error) : resolve(client)))
      })
      try {
        await control(connection, 'BEGIN')
        const result = await work(createConnection(connection))
        await control(connection, 'COMMIT')
        return result
      } finally {
        connection.release()
      }
    },
  }
}

/** Opens `mysql://…`, or the SQLite file at the path. */
export function openLimitDatabase(url: string): LimitDatabase {
  return url.startsWith('mysql://') ? openMysql(url) : openSqlite(url.replace(/^sqlite:/, ''))
}
