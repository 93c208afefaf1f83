// Checks the database: availability, version, settings, durability, its schema, and the index for substring search.
import { broken, defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'
import type { Queryable } from '../storage/database/dialect.js'
import { formatFreezeMessage } from '../storage/migration/bookkeeping.js'
import { countUnindexedRecords, minimumIndexedRecords, maximumUnindexedRecords } from '../storage/trigram-index.js'

/** Maximum size in bytes for the integrity check. It takes too long for larger files. */
const maximumCheckedSize = 4 * 2 ** 30

async function queryValue(on: Queryable, sql: string): Promise<unknown> {
  const [row] = await on.query(sql)
  return row === undefined ? null : Object.values(row)[0]
}

async function checkSqliteDatabase(on: Queryable & { readonly maskedUrl: string }): Promise<readonly HealthReport[]> {
  const opinions = [sound(`SQLite ${String(await queryValue(on, 'SELECT sqlite_version()'))}, ${on.maskedUrl}.`)]
  const journal = String(await queryValue(on, 'PRAGMA journal_mode'))
  if (journal !== 'wal' && journal !== 'memory') {
    const advice = 'Put the file on a local disk: a network share knows no journal that several processes can use.'
    opinions.push(doubtful(`The journal is '${journal}', not 'wal'.`, advice))
  }
  const bytes = Number(await queryValue(on, 'PRAGMA page_count')) * Number(await queryValue(on, 'PRAGMA page_size'))
  if (bytes > maximumCheckedSize)
    opinions.push(sound(`The file has ${Math.round(bytes / 2 ** 20)} MB, too many to look at each page.`))
  else {
    const result = String(await queryValue(on, 'PRAGMA quick_check(1)'))
    if (result !== 'ok') {
      const advice = 'Stop the service, keep a copy of the file, and restore the last backup with svc:restore.'
      opinions.push(broken(`The file is damaged: ${result}.`, advice))
    }
  }
  return opinions
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
  const opinions = [sound(`${/maria/i.test(version) ? 'MariaDB' : 'MySQL'} ${version}, ${on.maskedUrl}.`)]
  if (!collation.startsWith('utf8mb4')) {
    const advice =
      'Convert it: ALTER DATABASE … CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; tables of the service have their own.'
    opinions.push(doubtful(`The database's collation is ${collation}, which does not hold every letter.`, advice))
  }
  const difference = Math.abs(Number(serverTime) - now)
  if (difference > tolerance) {
    const advice = 'Let both machines follow a time server: tokens, carts and leases end by the clock.'
    opinions.push(doubtful(`The clocks of this process and of the server differ by ${Math.round(difference / 1000)} s.`, advice))
  }
  return [...opinions, ...durability(await readVariables(on, 'SHOW VARIABLES')), ...(await cluster(on))]
}

function durability(variables: ReadonlyMap<string, string>): readonly HealthReport[] {
  const opinions: HealthReport[] = []
  if (variables.get('innodb_flush_log_at_trx_commit') !== '1' && variables.get('wsrep_on') !== 'ON') {
    const advice = "Set 'innodb_flush_log_at_trx_commit = 1', unless losing the last second of orders is no harm."
    opinions.push(doubtful('The server does not write to the disk before it says that something is stored.', advice))
  }
  const maximumConnections = Number(variables.get('max_connections'))
  if (maximumConnections < 2 * poolSize) {
    const advice = `Set 'max_connections' to ${poolSize} for each process of the service, and some for people.`
    opinions.push(doubtful(`The server takes ${maximumConnections} connections, and one process may open ${poolSize}.`, advice))
  }
  return opinions
}

async function cluster(on: Queryable): Promise<readonly HealthReport[]> {
  const status = await readVariables(on, "SHOW STATUS LIKE 'wsrep%'")
  const size = Number(status.get('wsrep_cluster_size') ?? 0)
  if (size === 0) return []
  if (status.get('wsrep_ready') !== 'ON') {
    return [broken('The node is not part of its cluster at the moment.', 'Look at its log; it comes back when it has caught up.')]
  }
  const opinion =
    size < 3
      ? doubtful(`The cluster has ${size} nodes: one that is lost takes the other with it.`, 'Add a third, or an arbitrator.')
      : sound(`A cluster of ${size} nodes, this one is ${status.get('wsrep_local_state_comment')?.toLowerCase() ?? 'there'}.`)
  return [opinion]
}

export const database = defineHealthCheck({
  name: 'database',
  description: 'The database: its version, settings and durability.',
  async examine({ app: { context } }): Promise<readonly HealthReport[]> {
    const { database: opened } = context
    return opened.dialect.name === 'sqlite' ? checkSqliteDatabase(opened) : checkDatabaseServer(opened, context.clock.now())
  },
})

/** Checks that the database schema matches the program. */
export const migrations = defineHealthCheck({
  name: 'migrations',
  description: 'Whether the database schema matches the program and its customizations.',
  async examine({ app }) {
    const { failure, tracks, empty } = await app.operations.migrations.state()
    if (failure)
      return [broken(formatFreezeMessage(failure), 'Repair the cause, then run svc:migrations:unblock and svc:migrate.')]
    if (empty) return [broken('The database is empty.', 'Run svc:migrate, or svc:serve, which does it at its start.')]
    const pending = tracks.reduce((sum, track) => sum + track.pending.length, 0)
    if (pending > 0) return [doubtful(`${pending} migrations are pending.`, 'Run svc:migrate, or start the service again.')]
    return [sound(tracks.map(({ owner, version }) => `${owner} ${version ?? 'without scripts'}`).join(', '))]
  },
})

/** Checks that the index for substring search is up to date. */
export const searches = defineHealthCheck({
  name: 'searches',
  description: 'Substring search: whether the index is up to date.',
  async examine({ app: { context } }) {
    const counts = await countUnindexedRecords(context)
    const outdated = [...counts].filter(([, count]) => count > Math.max(maximumUnindexedRecords, minimumIndexedRecords))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (outdated.length === 0) return [sound(`${total} records wait until their texts are indexed.`)]
    return outdated.map(
      ([entity, count]): HealthReport =>
        doubtful(
          `${count} records of '${entity}' wait until their texts are indexed; a search reads all of them until then.`,
          "Wait some minutes after an import; else look whether svc:serve runs, and what its log says about the task 'index-texts'.",
        ),
    )
  },
})
