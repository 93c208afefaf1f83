// Sets up connections to a MySQL server, and chooses among its hosts: the last host that answered first, then the others in order.
import type { Connection } from 'mysql2'
import { ServiceError } from '../../../foundation/errors.js'
import { isPoolTimeout, isServerUnreachable } from './unreachable-server.js'
import { sendStatement } from './send.js'
import type { ServerAddress, ServerHost } from './server-address.js'

/** Seconds that a statement waits for another unit's row lock before its unit is retried. */
const lockWaitSeconds = 10
const sqlModes = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

interface ServerVariable {
  readonly Variable_name: string
  readonly Value: string
}

/**
 * Sets up a new connection: READ COMMITTED, strict mode, and causal reads on a Galera cluster.
 * Throws if the host is a cluster node that is not ready.
 */
export async function prepareConnection(connection: Connection, commits: boolean): Promise<void> {
  const [cluster] = (await sendStatement(connection, "SHOW VARIABLES LIKE 'wsrep_on'")) as readonly ServerVariable[]
  if (cluster?.Value === 'ON') {
    const [ready] = (await sendStatement(connection, "SHOW STATUS LIKE 'wsrep_ready'")) as readonly ServerVariable[]
    if (ready?.Value !== 'ON') throw Object.assign(new Error('The node is not part of its cluster.'), { errno: 1047 })
    // 7: wait before reads, updates, deletes and inserts. A unit may begin with any statement.
    await sendStatement(connection, 'SET SESSION wsrep_sync_wait = 7')
  }
  await sendStatement(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  const session = `sql_mode = '${sqlModes}', innodb_lock_wait_timeout = ${lockWaitSeconds}, autocommit = ${commits ? 1 : 0}`
  await sendStatement(connection, `SET SESSION ${session}`)
}

/** Chooses the host for new connections: the last host that answered, or after a failure the next one that answers. */
export class HostSelector {
  private current = 0
  /** True until a host has answered, and again after a failed connection attempt. */
  private isAway = true
  /** Counts opened connections. A failed attempt that began before the newest connection is outdated and is repeated. */
  private opened = 0
  private attempt: Promise<void> | null = null

  /** @param probe opens and closes a connection to a host. Throws the error of the host. */
  constructor(
    private readonly hosts: ServerAddress['hosts'],
    private readonly probe: (host: ServerHost) => Promise<void>,
  ) {}

  get host(): ServerHost {
    return this.hosts[this.current]!
  }

  reportConnection(): void {
    this.opened++
    this.isAway = false
  }

  /**
   * After a failure, looks for a host that answers. Concurrent callers share this attempt, so a returning server does not receive
   * hundreds of connections. Throws the error of the last host.
   */
  async requireReachable(): Promise<void> {
    if (this.isAway) await (this.attempt ??= this.findHost().finally(() => (this.attempt = null)))
  }

  /** Takes a connection from the pool with `acquire`, which may open one to `host`. */
  async connect<T>(acquire: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.requireReachable()
      const { opened } = this
      try {
        return await acquire()
      } catch (error) {
        const isOutdated = this.opened > opened && !isPoolTimeout(error)
        if (isServerUnreachable(error) && isOutdated) continue
        if (isServerUnreachable(error)) this.reportFailure(error)
        throw error
      }
    }
  }

  private reportFailure(error: unknown): void {
    if (!this.isAway && !isPoolTimeout(error)) this.current = (this.current + 1) % this.hosts.length
    this.isAway = true
  }

  private async findHost(): Promise<void> {
    const { hosts, current } = this
    let failure: unknown
    for (let step = 0; step < hosts.length; step++) {
      const turn = (current + step) % hosts.length
      try {
        await this.probe(hosts[turn]!)
        this.current = turn
        return this.reportConnection()
      } catch (error) {
        failure = error
        if (!isServerUnreachable(error)) break
      }
    }
    throw failure
  }
}

/** The NOT_READY error at start: the hosts tried, their response, and what to check. */
export function createConnectError({ hosts, database }: ServerAddress, error: unknown): ServiceError {
  const parent = error instanceof Error && 'parent' in error ? error.parent : error
  const code = typeof parent === 'object' && parent !== null && 'code' in parent ? String(parent.code) : 'no answer'
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  const failure = `The database '${database}' on ${names} cannot be used`
  const causes: Partial<Record<string, string>> = {
    ER_ACCESS_DENIED_ERROR: `the server refused the user or the password (${code}). Check both in the database URL.`,
    ER_BAD_DB_ERROR: `the server has no such database (${code}). Create it, or name another in the database URL.`,
  }
  const noAnswerText = `${hosts.length > 1 ? 'none of them answers' : 'the server does not answer'} (${code}). `
  const check = 'Check that it runs and that the database URL names its host and port.'
  return new ServiceError('NOT_READY', `${failure}: ${causes[code] ?? noAnswerText + check}`, { cause: error })
}
