// Opens connections to a server of several hosts: the one that answered last first, then the others in their order.
import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { ServiceError } from '../../../foundation/errors.js'
import { isAway } from './away.js'
import { send } from './send.js'
import type { ServerAddress, ServerHost } from './address.js'

/** Seconds that a statement waits for another unit's row lock before the unit is run again. */
const lockWait = 10
const modes = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

interface Variable {
  readonly Variable_name: string
  readonly Value: string
}

/** What marks the configuration of the connections on which units run. */
export const forUnits: object = { commits: 'by units' }

/**
 * Every new connection of the pools: one isolation level, strict values, and on a cluster statements that see every commit before them. Throws where
 * the host is a cluster's node that may not answer at the moment.
 */
async function prepareConnection(connection: Connection, commits: boolean): Promise<void> {
  const [cluster] = (await send(connection, "SHOW VARIABLES LIKE 'wsrep_on'")) as readonly Variable[]
  if (cluster?.Value === 'ON') {
    const [ready] = (await send(connection, "SHOW STATUS LIKE 'wsrep_ready'")) as readonly Variable[]
    if (ready?.Value !== 'ON') throw Object.assign(new Error('The node is not part of its cluster.'), { errno: 1047 })
    // Before reads, changes and inserts alike: a unit may begin with any of them.
    await send(connection, 'SET SESSION wsrep_sync_wait = 7')
  }
  await send(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  const session = `sql_mode = '${modes}', innodb_lock_wait_timeout = ${lockWait}, autocommit = ${commits ? 1 : 0}`
  await send(connection, `SET SESSION ${session}`)
}

type Connect = (config: object) => Promise<Connection>
type Manager = Sequelize['connectionManager']

/**
 * Milliseconds for which a connection is handed out, and for which it may lie idle, so that it is never older than it may be. One differs from
 * the next: connections that were opened together are not renewed together.
 */
const used = (age: number): number => (age / 2) * (0.8 + 0.2 * Math.random())
export const idle = (age: number): number => Math.min(60_000, age / 2)

/** What the driver takes its connections from. */
export interface Connections {
  /**
   * Waits for the server where the last attempt found nobody: all who ask meanwhile share one attempt, so that neither they nor the server
   * suffer from hundreds. Throws what the attempt failed with.
   */
  reach(): Promise<void>
  /** To be told of each connection that could not be had. */
  missed(error: unknown): void
}

/**
 * Lets the pool's connections go to the first host that answers.
 * @param age milliseconds after which none of them is used any more: so a node from which new ones are kept away is left by all
 */
export function connectInTurn(manager: Manager, { hosts }: ServerAddress, age: number): Connections {
  const own = manager as unknown as { connect: Connect; validate(connection: Connection): boolean; readonly config: object }
  const connect: Connect = own.connect.bind(own)
  const validate = own.validate.bind(own)
  /** Until when a connection is handed out. */
  const ends = new WeakMap<Connection, number>()
  own.validate = (connection) => validate(connection) && performance.now() < (ends.get(connection) ?? Infinity)
  let last = 0
  /** Counts connections that were opened: a failed attempt that is older than the newest of them says nothing any more. */
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
          ends.set(connection, performance.now() + used(age))
          last = turn
          opened++
          away = false
          return connection
        } catch (error) {
          failure = error
          if (!isAway(error)) break
        }
      }
      if (opened === before || !isAway(failure)) throw failure
    }
  }

  const tryOnce = async (): Promise<void> => {
    const connection = await own.connect(own.config)
    connection.end(() => {})
  }
  return {
    async reach() {
      if (away) await (attempt ??= tryOnce().finally(() => (attempt = null)))
    },
    missed(error) {
      if (isAway(error)) away = true
    },
  }
}

/** One sentence for whoever starts the service: what was tried, what was answered, what to check. */
export function unreachable({ hosts, database }: ServerAddress, error: unknown): ServiceError {
  const parent = error instanceof Error && 'parent' in error ? error.parent : error
  const code = typeof parent === 'object' && parent !== null && 'code' in parent ? String(parent.code) : 'no answer'
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  const where = `The database '${database}' on ${names} cannot be used`
  const said: Partial<Record<string, string>> = {
    ER_ACCESS_DENIED_ERROR: `the server refused the user or the password (${code}). Check both in the database URL.`,
    ER_BAD_DB_ERROR: `the server has no such database (${code}). Create it, or name another in the database URL.`,
  }
  const nobody = `${hosts.length > 1 ? 'none of them answers' : 'the server does not answer'} (${code}). `
  const check = 'Check that it runs and that the database URL names its host and port.'
  return new ServiceError('NOT_READY', `${where}: ${said[code] ?? nobody + check}`, { cause: error })
}
