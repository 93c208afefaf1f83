// Records which processes serve, their version and vendor problems, once a minute, for tools that inspect the installation.
import { onVendorHealthChange, findVendorTrouble } from '../advisor/setup.js'
import type { VendorTrouble } from '../advisor/vendor/health.js'
import { contextToken } from '../boot/tokens.js'
import { day, minute } from '../foundation/clock.js'
import { ValidationError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import { hasProcessEnded, getProcessName, formatProcessName } from '../foundation/process-name.js'
import { getCoreVersion } from '../foundation/version.js'
import type { Context } from '../storage/context.js'
import type { Database } from '../storage/database/connection.js'
import type { Queryable } from '../storage/database/queryable.js'
import type { RecurringWork } from './define.js'

/** A serving process. */
export interface ServingProcess {
  /** Machine and process number. */
  readonly name: string
  readonly version: string
  /** Time of the last heartbeat in milliseconds since the epoch, by the process's own clock. */
  readonly seen: number
  /** Current problem of the advisor's vendor, at most a minute old; null if there is none. */
  readonly vendor: VendorTrouble | null
}

const prefix = 'process '
/** Milliseconds without a heartbeat after which a process counts as ended. */
const heartbeatTimeout = 3 * minute

/** Encodes version and vendor problem into the limited column: `0.1.0`, or `0.1.0 resting 7 unreachable`. */
function encodeHolder(version: string, trouble: VendorTrouble | null): string {
  if (trouble === null) return version
  const { failures, reason, resting } = trouble
  return `${version} ${resting ? 'resting' : 'failing'} ${failures} ${reason}`.slice(0, 64)
}

function decodeHolder(holder: string): Pick<ServingProcess, 'version' | 'vendor'> {
  const [version = '', state, failures, reason = ''] = holder.split(' ')
  return { version, vendor: state === undefined ? null : { failures: Number(failures), reason, resting: state === 'resting' } }
}

/** A sentence for each process whose calls of the advisor's vendor are suspended. */
export function describeVendorTroubles(serving: readonly ServingProcess[]): readonly string[] {
  return serving.flatMap(({ name, vendor }) => {
    if (vendor === null || !vendor.resting) return []
    return `In ${name} the advisor's vendor has failed ${vendor.failures} times in a row, the last time '${vendor.reason}', and is left alone but for a call now and then.`
  })
}

/** Sends heartbeats of this process. */
@injectable()
export class Presence implements RecurringWork {
  private readonly name = `${prefix}${getProcessName()}`
  private readonly version = getCoreVersion()
  private pendingHeartbeat: Promise<unknown> = Promise.resolve()
  private stopWatching: () => void = () => undefined

  constructor(@inject(contextToken) private readonly context: Context) {}

  /** Sends a heartbeat now, each minute, and after each change of the advisor's vendor. */
  start(): void {
    const timer = setInterval(() => this.queueHeartbeat(), minute).unref()
    const unwatch = onVendorHealthChange(this.context, () => this.queueHeartbeat())
    this.stopWatching = () => {
      clearInterval(timer)
      unwatch()
    }
    this.queueHeartbeat()
  }

  async stop(): Promise<void> {
    this.stopWatching()
    await this.pendingHeartbeat
    await this.context.database.run('DELETE FROM svc_leases WHERE name = ?', [this.name]).catch(() => undefined)
  }

  private queueHeartbeat(): void {
    this.pendingHeartbeat = this.pendingHeartbeat
      .then(() => this.sendHeartbeat())
      .catch((error: unknown) => this.context.log.debug({ err: error }, 'This process could not say that it serves.'))
  }

  private async sendHeartbeat(): Promise<void> {
    const { database, clock } = this.context
    const { dialect } = database
    const assignments = ['holder', 'heartbeat'].map((column) => `${column} = ${dialect.incoming(column)}`).join(', ')
    const sql = dialect.upsert('svc_leases', ['name', 'holder', 'heartbeat'], ['name'], assignments)
    await database.run(sql, [this.name, encodeHolder(this.version, findVendorTrouble(this.context)), clock.now()])
    await database.run('DELETE FROM svc_leases WHERE name LIKE ? AND heartbeat < ?', [`${prefix}%`, clock.now() - day])
  }
}

/** The serving processes, by name. */
export async function listServingProcesses(on: Queryable, now: number): Promise<readonly ServingProcess[]> {
  const sql = 'SELECT name, holder, heartbeat FROM svc_leases WHERE name LIKE ? ORDER BY name'
  const rows = await on.query<{ name: string; holder: string; heartbeat: number }>(sql, [`${prefix}%`])
  const processes = rows.map(({ name, holder, heartbeat }) => ({
    ...decodeHolder(holder),
    name: name.slice(prefix.length),
    seen: Number(heartbeat),
  }))
  const serving = processes.filter(
    ({ name, seen: lastHeartbeat }) => now - lastHeartbeat < heartbeatTimeout && !hasProcessEnded(name),
  )
  return serving.map((process) => ({ ...process, name: formatProcessName(process.name) }))
}

/** Throws if a process serves the database. The database may be empty. */
export async function requireNoServingProcess(database: Database, now: number): Promise<void> {
  if (!(await database.dialect.readTables(database)).has('svc_leases')) return
  const serving = await listServingProcesses(database, now)
  if (serving.length === 0) return
  throw ValidationError.of(
    'into',
    `The service is running on '${database.maskedUrl}': ${serving.map(({ name }) => name).join(', ')}. Stop it first. A process of another machine that died counts as running for three minutes.`,
  )
}
