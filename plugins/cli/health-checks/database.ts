// Checks the database: availability, version, settings, durability, its schema, and the index for substring search.
import {
  createFault,
  createMessage,
  defineHealthCheck,
  createWarning,
  type HealthReport,
  createSuccess,
  type Queryable,
} from '#core/contract.js'
import { createFreezeMessage, countUnindexedRecords, minimumIndexedRecords, maximumUnindexedRecords } from '#core/surface.js'

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
    reports.push(createWarning(createMessage('checks.journal', { journal }), createMessage('checks.journalAdvice')))
  }
  const bytes = Number(await queryValue(on, 'PRAGMA page_count')) * Number(await queryValue(on, 'PRAGMA page_size'))
  if (bytes > maximumCheckedSize)
    reports.push(createSuccess(createMessage('checks.fileTooLarge', { size: Math.round(bytes / 2 ** 20) })))
  else {
    const result = String(await queryValue(on, 'PRAGMA quick_check(1)'))
    if (result !== 'ok') {
      reports.push(
        createFault(createMessage('checks.fileDamaged', { reason: result }), createMessage('checks.fileDamagedAdvice')),
      )
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
    reports.push(createWarning(createMessage('checks.collation', { collation }), createMessage('checks.collationAdvice')))
  }
  const difference = Math.abs(Number(serverTime) - now)
  if (difference > tolerance) {
    reports.push(
      createWarning(
        createMessage('checks.clocks', { seconds: Math.round(difference / 1000) }),
        createMessage('checks.clocksAdvice'),
      ),
    )
  }
  return [...reports, ...durability(await readVariables(on, 'SHOW VARIABLES')), ...(await cluster(on))]
}

function durability(variables: ReadonlyMap<string, string>): readonly HealthReport[] {
  const reports: HealthReport[] = []
  if (variables.get('innodb_flush_log_at_trx_commit') !== '1' && variables.get('wsrep_on') !== 'ON') {
    reports.push(createWarning(createMessage('checks.unsafeCommits'), createMessage('checks.unsafeCommitsAdvice')))
  }
  const maximumConnections = Number(variables.get('max_connections'))
  if (maximumConnections < 2 * poolSize) {
    reports.push(
      createWarning(
        createMessage('checks.connections', { allowed: maximumConnections, most: poolSize }),
        createMessage('checks.connectionsAdvice', { most: poolSize }),
      ),
    )
  }
  return reports
}

async function cluster(on: Queryable): Promise<readonly HealthReport[]> {
  const status = await readVariables(on, "SHOW STATUS LIKE 'wsrep%'")
  const size = Number(status.get('wsrep_cluster_size') ?? 0)
  if (size === 0) return []
  if (status.get('wsrep_ready') !== 'ON') {
    return [createFault(createMessage('checks.outsideCluster'), createMessage('checks.outsideClusterAdvice'))]
  }
  const opinion =
    size < 3
      ? createWarning(createMessage('checks.smallCluster', { size }), createMessage('checks.smallClusterAdvice'))
      : createSuccess(
          createMessage('checks.cluster', {
            size,
            state: status.get('wsrep_local_state_comment')?.toLowerCase() ?? createMessage('checks.unknownState'),
          }),
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
    if (failure) return [createFault(createFreezeMessage(failure), createMessage('checks.unblockAdvice'))]
    if (empty) return [createFault(createMessage('checks.emptyDatabase'), createMessage('checks.emptyDatabaseAdvice'))]
    const pending = tracks.reduce((sum, track) => sum + track.pending.length, 0)
    if (pending > 0)
      return [createWarning(createMessage('checks.pending', { count: pending }), createMessage('checks.pendingAdvice'))]
    const states = tracks.map(({ owner, version }) =>
      version ? `${owner} ${version}` : createMessage('checks.withoutMigrations', { owner }),
    )
    return [createSuccess(createMessage('checks.tracks', { states }))]
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
    if (outdated.length === 0) return [createSuccess(createMessage('checks.unindexed', { count: total }))]
    return outdated.map(
      ([entity, count]): HealthReport =>
        createWarning(createMessage('checks.unindexedEntity', { count, entity }), createMessage('checks.unindexedEntityAdvice')),
    )
  },
})
