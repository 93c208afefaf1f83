// Which processes serve, in which version and with what trouble: each says so once a minute, for those who look at the installation as a whole.
import { onVendorTurn, vendorTrouble } from '../advisor/setup.js'
import type { VendorTrouble } from '../advisor/vendor/health.js'
import { day, minute } from '../ground/clock.js'
import { ValidationError } from '../ground/errors.js'
import { isGone, processName, shownProcess } from '../ground/this-process.js'
import { coreVersion } from '../ground/version.js'
import type { Context } from '../storage/context.js'
import type { Database } from '../storage/database/connection.js'
import type { Queryable } from '../storage/database/queryable.js'

/** A serving process. */
export interface ServingProcess {
  /** Machine and process number. */
  readonly name: string
  readonly version: string
  /** Milliseconds since the epoch, by its own clock. */
  readonly seen: number
  /** What ails the advisor's vendor as it finds it, a minute ago at most; null where nothing does. */
  readonly vendor: VendorTrouble | null
}

const prefix = 'process '
/** Milliseconds without a sign after which a process counts as gone. */
const gone = 3 * minute

/** What a process says of itself in the few characters that the row has: `0.1.0`, or `0.1.0 resting 7 unreachable`. */
function holderOf(version: string, trouble: VendorTrouble | null): string {
  if (trouble === null) return version
  const { failures, reason, resting } = trouble
  return `${version} ${resting ? 'resting' : 'failing'} ${failures} ${reason}`.slice(0, 64)
}

function toldBy(holder: string): Pick<ServingProcess, 'version' | 'vendor'> {
  const [version = '', state, failures, reason = ''] = holder.split(' ')
  return { version, vendor: state === undefined ? null : { failures: Number(failures), reason, resting: state === 'resting' } }
}

/** A sentence on each process that cannot rely on the advisor's vendor. */
export function vendorTroubles(serving: readonly ServingProcess[]): readonly string[] {
  return serving.flatMap(({ name, vendor }) => {
    if (vendor === null || !vendor.resting) return []
    return `In ${name} the advisor's vendor has failed ${vendor.failures} times in a row, the last time '${vendor.reason}', and is left alone but for a call now and then.`
  })
}

/** Says that this process serves until the returned function is called. */
export function startPresence(context: Context): () => Promise<void> {
  const { database, clock, log } = context
  const name = `${prefix}${processName()}`
  const version = coreVersion()
  const say = async (): Promise<void> => {
    const { dialect } = database
    const assignments = ['holder', 'heartbeat'].map((column) => `${column} = ${dialect.incoming(column)}`).join(', ')
    const sql = dialect.upsert('svc_leases', ['name', 'holder', 'heartbeat'], ['name'], assignments)
    await database.run(sql, [name, holderOf(version, vendorTrouble(context)), clock.now()])
    await database.run('DELETE FROM svc_leases WHERE name LIKE ? AND heartbeat < ?', [`${prefix}%`, clock.now() - day])
  }
  let saying: Promise<unknown> = Promise.resolve()
  const sayInTurn = (): void => {
    saying = saying.then(say).catch((error: unknown) => log.debug({ err: error }, 'This process could not say that it serves.'))
  }
  const timer = setInterval(sayInTurn, minute).unref()
  const unwatch = onVendorTurn(context, sayInTurn)
  sayInTurn()
  return async () => {
    clearInterval(timer)
    unwatch()
    await saying
    await database.run('DELETE FROM svc_leases WHERE name = ?', [name]).catch(() => undefined)
  }
}

/** The processes that serve at a moment, by name. */
export async function listServing(on: Queryable, now: number): Promise<readonly ServingProcess[]> {
  const sql = 'SELECT name, holder, heartbeat FROM svc_leases WHERE name LIKE ? ORDER BY name'
  const rows = await on.query<{ name: string; holder: string; heartbeat: number }>(sql, [`${prefix}%`])
  const all = rows.map(({ name, holder, heartbeat }) => ({
    ...toldBy(holder),
    name: name.slice(prefix.length),
    seen: Number(heartbeat),
  }))
  const serving = all.filter(({ name, seen }) => now - seen < gone && !isGone(name))
  return serving.map((one) => ({ ...one, name: shownProcess(one.name) }))
}

/** A refusal where a process serves the database, which may be one without any table. */
export async function requireNobodyServing(database: Database, now: number): Promise<void> {
  if (!(await database.dialect.readTables(database)).has('svc_leases')) return
  const serving = await listServing(database, now)
  if (serving.length === 0) return
  throw ValidationError.of(
    'into',
    `The service is running on '${database.shownUrl}': ${serving.map(({ name }) => name).join(', ')}. Stop it first. A process of another machine that died counts as running for three minutes.`,
  )
}
