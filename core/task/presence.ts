// Which processes serve, and in which version: each says so once a minute, for those who look at the installation as a whole.
import { day, minute } from '../ground/clock.js'
import { isGone, processName, shownProcess } from '../ground/this-process.js'
import { coreVersion } from '../ground/version.js'
import type { Context } from '../storage/context.js'
import type { Queryable } from '../storage/database/queryable.js'

/** A serving process. */
export interface ServingProcess {
  /** Machine and process number. */
  readonly name: string
  readonly version: string
  /** Milliseconds since the epoch, by its own clock. */
  readonly seen: number
}

const prefix = 'process '
/** Milliseconds without a sign after which a process counts as gone. */
const gone = 3 * minute

/** Says that this process serves until the returned function is called. */
export function startPresence({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): () => Promise<void> {
  const name = `${prefix}${processName()}`
  const version = coreVersion()
  const say = async (): Promise<void> => {
    const { dialect } = database
    const assignments = ['holder', 'heartbeat'].map((column) => `${column} = ${dialect.incoming(column)}`).join(', ')
    const sql = dialect.upsert('svc_leases', ['name', 'holder', 'heartbeat'], ['name'], assignments)
    await database.run(sql, [name, version, clock.now()])
    await database.run('DELETE FROM svc_leases WHERE name LIKE ? AND heartbeat < ?', [`${prefix}%`, clock.now() - day])
  }
  let saying: Promise<unknown> = Promise.resolve()
  const sayInTurn = (): void => {
    saying = saying.then(say).catch((error: unknown) => log.debug({ err: error }, 'This process could not say that it serves.'))
  }
  const timer = setInterval(sayInTurn, minute).unref()
  sayInTurn()
  return async () => {
    clearInterval(timer)
    await saying
    await database.run('DELETE FROM svc_leases WHERE name = ?', [name]).catch(() => undefined)
  }
}

/** The processes that serve at a moment, by name. */
export async function listServing(on: Queryable, now: number): Promise<readonly ServingProcess[]> {
  const sql = 'SELECT name, holder, heartbeat FROM svc_leases WHERE name LIKE ? ORDER BY name'
  const rows = await on.query<{ name: string; holder: string; heartbeat: number }>(sql, [`${prefix}%`])
  const all = rows.map((row) => ({ name: row.name.slice(prefix.length), version: row.holder, seen: Number(row.heartbeat) }))
  const serving = all.filter(({ name, seen }) => now - seen < gone && !isGone(name))
  return serving.map((one) => ({ ...one, name: shownProcess(one.name) }))
}
