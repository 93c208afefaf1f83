// Checks the database: availability, version, settings, durability, its schema, and the index for substring search.
import {
  createFault,
  defineHealthCheck,
  createWarning,
  type HealthReport,
  createSuccess,
  type Queryable,
} from '#core/contract.js'
import { formatFreezeMessage, countUnindexedRecords, minimumIndexedRecords, maximumUnindexedRecords } from '#core/surface.js'

/** Maximum size in bytes for the integrity check. It takes too long for larger files. */
const maximumCheckedSize = 4 * 2 ** 30

async function queryValue(on: Queryable, sql: string): Promise<unknown> {
  const [row] = await on.query(sql)
  return row === undefined ? null : Object.values(row)[0]
}

async function checkSqliteDatabase(on: Queryable & { readonly maskedUrl: string }): Promise<readonly HealthReport[]> {
  const reports = [createSuccess(`SQLite ${String(await queryValue(on, 'SELECT sqlite_version()'))}, ${on.maskedUrl}.`)]
  const journal = String(await queryValue(on, 'PRAGMA journal_mode'))
  if (journal !== 'wal' && journal !== 'memory') {
    const advice = 'Move the file to a local disk. Network shares do not support a journal that several processes can use.'
    reports.push(createWarning(`The journal is '${journal}', not 'wal'.`, advice))
  }
  const bytes = Number(await queryValue(on, 'PRAGMA page_count')) * Number(await queryValue(on, 'PRAGMA page_size'))
  if (bytes > maximumCheckedSize)
    reports.push(createSuccess(`The file has ${Math.round(bytes / 2 ** 20)} MB. It is too large to check every page.`))
  else {
    const result = String(await queryValue(on, 'PRAGMA quick_check(1)'))
    if (result !== 'ok') {
      const advice = 'Stop the service, keep a copy of the file, and restore the last backup with svc:restore.'
      reports.push(createFault(`The file is damaged: ${result}.`, advice))
    }
  }
  return reports
}

/** Maximum number of connections in the pool of one process. */
const poolSize = 12
/** Accepted clock difference in milliseconds. */
const tolerance = 2_000

interface VariableRow {
  readonly Variable_name: string
  readonly Value: string
}

async function readVariables(on: Queryable, sql: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await on.query<VariableRow>(sql)).map((row) => [row.Variable_name.toLowerCase(), row.Value]))
}

/** @param now the clock of this process in milliseconds since the epoch */
async function checkDatabaseServer(
  on: Queryable & { readonly maskedUrl: string },
  now: number,
): Promise<readonly HealthReport[]> {
  const [info] = await on.query<{ version: string; moment: string; collation_name: string }>(
    'SELECT VERSION() AS version, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED) AS moment, @@collation_database AS collation_name',
  )
  const { version, moment: serverTime, collation_name: collation } = info!
  const reports = [createSuccess(`${/maria/i.test(version) ? 'MariaDB' : 'MySQL'} ${version}, ${on.maskedUrl}.`)]
  if (!collation.startsWith('utf8mb4')) {
    const advice =
      'Run ALTER DATABASE … CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci. The tables of the service have their own collation.'
    reports.push(createWarning(`The collation of the database is ${collation}, which cannot store every character.`, advice))
  }
  const difference = Math.abs(Number(serverTime) - now)
  if (difference > tolerance) {
    const advice = 'Synchronize both machines with NTP. Tokens, carts and leases expire by the clock.'
    reports.push(
      createWarning(`The clocks of this process and of the server differ by ${Math.round(difference / 1000)} s.`, advice),
    )
  }
  return [...reports, ...durability(await readVariables(on, 'SHOW VARIABLES')), ...(await cluster(on))]
}

function durability(variables: ReadonlyMap<string, string>): readonly HealthReport[] {
  const reports: HealthReport[] = []
  if (variables.get('innodb_flush_log_at_trx_commit') !== '1' && variables.get('wsrep_on') !== 'ON') {
    const advice =
      "Set 'innodb_flush_log_at_trx_commit = 1'. Otherwise a crash of the server can lose the orders of the last second."
    reports.push(createWarning('The server confirms a commit before the data is on disk.', advice))
  }
  const maximumConnections = Number(variables.get('max_connections'))
  if (maximumConnections < 2 * poolSize) {
    const advice = `Set 'max_connections' to at least ${poolSize} per process of the service, plus some for administrators.`
    reports.push(
      createWarning(`The server allows ${maximumConnections} connections, and one process opens up to ${poolSize}.`, advice),
    )
  }
  return reports
}

async function cluster(on: Queryable): Promise<readonly HealthReport[]> {
  const status = await readVariables(on, "SHOW STATUS LIKE 'wsrep%'")
  const size = Number(status.get('wsrep_cluster_size') ?? 0)
  if (size === 0) return []
  if (status.get('wsrep_ready') !== 'ON') {
    return [
      createFault(
        'The node is currently not part of its cluster.',
        'Read the log of the node. It rejoins the cluster after it has caught up.',
      ),
    ]
  }
  const opinion =
    size < 3
      ? createWarning(
          `The cluster has ${size} nodes. If one fails, the other stops as well.`,
          'Add a third node or an arbitrator.',
        )
      : createSuccess(
          `Cluster of ${size} nodes. State of this node: ${status.get('wsrep_local_state_comment')?.toLowerCase() ?? 'unknown'}.`,
        )
  return [opinion]
}

export const database = defineHealthCheck({
  name: 'database',
  description: 'The database: its version, settings and durability.',
  async run({ app: { context } }): Promise<readonly HealthReport[]> {
    const { database: opened } = context
    return opened.dialect.name === 'sqlite' ? checkSqliteDatabase(opened) : checkDatabaseServer(opened, context.clock.now())
  },
})

/** Checks that the database schema matches the program. */
export const migrations = defineHealthCheck({
  name: 'migrations',
  description: 'Whether the database schema matches the program and its customizations.',
  async run({ app }) {
    const { failure, tracks, empty } = await app.operations.migrations.state()
    if (failure)
      return [createFault(formatFreezeMessage(failure), 'Fix the cause, then run svc:migrations:unblock and svc:migrate.')]
    if (empty) return [createFault('The database is empty.', 'Run svc:migrate, or start svc:serve, which also migrates.')]
    const pending = tracks.reduce((sum, track) => sum + track.pending.length, 0)
    if (pending > 0) return [createWarning(`${pending} migrations are pending.`, 'Run svc:migrate, or start the service again.')]
    return [createSuccess(tracks.map(({ owner, version }) => `${owner} ${version ?? 'without migrations'}`).join(', '))]
  },
})

/** Checks that the index for substring search is up to date. */
export const searches = defineHealthCheck({
  name: 'searches',
  description: 'Substring search: whether the index is up to date.',
  async run({ app: { context } }) {
    const counts = await countUnindexedRecords(context)
    const outdated = [...counts].filter(([, count]) => count > Math.max(maximumUnindexedRecords, minimumIndexedRecords))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (outdated.length === 0) return [createSuccess(`${total} records are not indexed yet.`)]
    return outdated.map(
      ([entity, count]): HealthReport =>
        createWarning(
          `${count} records of '${entity}' are not indexed yet. Until then, each search reads all of them.`,
          "After an import, wait some minutes. Otherwise check that svc:serve runs, and read its log for the task 'index-texts'.",
        ),
    )
  },
})
