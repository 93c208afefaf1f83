// Opens connections to a MySQL server with several hosts: tries the last host that answered first, then the others in order.
import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { ServiceError } from '../../../foundation/errors.js'
import { isServerUnreachable } from './unreachable-server.js'
import { sendStatement } from './send.js'
import type { ServerAddress, ServerHost } from './server-address.js'

/** Seconds that a statement waits for another unit's row lock before its unit is retried. */
const lockWaitSeconds = 10
const sqlModes = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

interface ServerVariable {
  readonly Variable_name: string
  readonly Value: string
}

/** Marks the pool configuration of the connections for units, which run without autocommit. */
export const unitPoolConfig: object = { commits: 'by units' }

/**
 * Sets up a new connection: READ COMMITTED, strict mode, and causal reads on a Galera cluster.
 * Throws if the host is a cluster node that is not ready.
 */
async function prepareConnection(connection: Connection, commits: boolean): Promise<void> {
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

type ConnectFunction = (config: object) => Promise<Connection>
type SequelizeManager = Sequelize['connectionManager']

/**
 * Milliseconds for which the pool hands out a connection (`used`) and keeps it open without use (`idle`). Their sum is at most `age`.
 * The random part prevents connections that were opened together from being renewed together.
 */
const pickUsableTime = (age: number): number => (age / 2) * (0.8 + 0.2 * Math.random())
export const toIdleTime = (age: number): number => Math.min(60_000, age / 2)

/** The availability of the server, as seen by connection attempts. */
export interface ServerAvailability {
  /**
   * If the last attempt found no host, tries to connect once more. Concurrent callers share this attempt, so a returning server
   * does not receive hundreds of connections. Throws the error of the attempt.
   */
  requireReachable(): Promise<void>
  /** Reports a failed connection attempt. */
  reportFailedAttempt(error: unknown): void
}

/**
 * Makes the pool connect to the first host that answers.
 * @param age milliseconds after which a connection is no longer used. All connections then leave a node that accepts no new ones.
 */
export function connectHostsInOrder(manager: SequelizeManager, { hosts }: ServerAddress, age: number): ServerAvailability {
  const own = manager as unknown as {
    connect: ConnectFunction
    validate(connection: Connection): boolean
    readonly config: object
  }
  const connect: ConnectFunction = own.connect.bind(own)
  const validate = own.validate.bind(own)
  /** The time until which the pool may hand out a connection. */
  const ends = new WeakMap<Connection, number>()
  own.validate = (connection) => validate(connection) && performance.now() < (ends.get(connection) ?? Infinity)
  let last = 0
  /** Counts opened connections. A failed attempt that began before the newest connection is outdated and is repeated. */
  let opened = 0
  let away = false
  let attempt: Promise<void> | null = null

  async function open(config: object, at: ServerHost): Promise<Connection> {
    const connection = await connect({ ...config, ...at })
    try {
      await prepareConnection(connection, !('commits' in config))
    } catch (error) {
      connection.destroy()
      throw error
    }
    return connection
  }

  own.connect = async (config) => {
    for (;;) {
      const [first, before] = [last, opened]
      let failure: unknown
      for (let step = 0; step < hosts.length; step++) {
        const turn = (first + step) % hosts.length
        try {
          const connection = await open(config, hosts[turn]!)
          ends.set(connection, performance.now() + pickUsableTime(age))
          last = turn
          opened++
          away = false
          return connection
        } catch (error) {
          failure = error
          if (!isServerUnreachable(error)) break
        }
      }
      if (opened === before || !isServerUnreachable(failure)) throw failure
    }
  }

  const attemptConnection = async (): Promise<void> => {
    const connection = await own.connect(own.config)
    connection.end(() => {})
  }
  return {
    async requireReachable() {
      if (away) await (attempt ??= attemptConnection().finally(() => (attempt = null)))
    },
    reportFailedAttempt(error) {
      if (isServerUnreachable(error)) away = true
    },
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
