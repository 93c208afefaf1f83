// Lists the serving processes with their version and vendor problems, from their heartbeats.
import type { VendorTrouble } from '../advisor/vendor/health.js'
import { minute } from '../foundation/clock.js'
import { ValidationError } from '../foundation/errors.js'
import { hasProcessEnded, formatProcessName } from '../foundation/process-name.js'
import type { Database } from '../storage/database/connection.js'
import type { Queryable } from '../storage/database/queryable.js'

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

/** The start of the lease names of serving processes. */
export const processPrefix = 'process '
/** Milliseconds without a heartbeat after which a process counts as ended. */
const heartbeatTimeout = 3 * minute

/** Encodes version and vendor problem into the limited column: `0.1.0`, or `0.1.0 resting 7 unreachable`. */
export function encodeHolder(version: string, trouble: VendorTrouble | null): string {
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

/** The serving processes, by name. */
export async function listServingProcesses(on: Queryable, now: number): Promise<readonly ServingProcess[]> {
  const sql = 'SELECT name, holder, heartbeat FROM svc_leases WHERE name LIKE ? ORDER BY name'
  const rows = await on.query<{ name: string; holder: string; heartbeat: number }>(sql, [`${processPrefix}%`])
  const processes = rows.map(({ name, holder, heartbeat }) => ({
    ...decodeHolder(holder),
    name: name.slice(processPrefix.length),
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
