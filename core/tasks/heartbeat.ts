// Records once a minute that this process serves, its version and its outages, and lists the serving processes.
import { contextToken } from '../boot/tokens.js'
import { day, minute } from '../foundation/clock.js'
import { inject, injectable } from '../foundation/injection.js'
import { getProcessName, hasProcessEnded, formatProcessName } from '../foundation/process-name.js'
import { getCoreVersion } from '../foundation/version.js'
import type { Context } from '../storage/context.js'
import type { RecurringWork } from './define-task.js'
import { createMessage, type Message, type MessageKey } from '../foundation/message.js'
import type { Outage } from '../foundation/outages.js'
import { ValidationError } from '../foundation/errors.js'
import type { Database } from '../storage/database/connection.js'
import type { Queryable } from '../storage/database/dialect.js'

/** A serving process. */
export interface ServingProcess {
  /** Machine and process number. */
  readonly name: string
  readonly version: string
  /** Time of the last heartbeat in milliseconds since the epoch, by the process's own clock. */
  readonly seen: number
  /** The external services that it cannot use, at most a minute old. */
  readonly outages: readonly Outage[]
}

/** The start of the lease names of serving processes. */
export const processPrefix = 'process '
/** Milliseconds without a heartbeat after which a process counts as ended. */
const heartbeatTimeout = 3 * minute

/** Encodes version and outages into the limited column: `0.1.0`, or `0.1.0 vendor 7 unreachable advisor.vendor`. */
export function encodeHolder(version: string, outages: readonly Outage[]): string {
  const texts = outages.map(({ service, failures, reason, label }) => `${service} ${failures} ${reason} ${label}`)
  return [version, texts.join(';')].join(' ').trim().slice(0, 64)
}

function decodeHolder(holder: string): Pick<ServingProcess, 'version' | 'outages'> {
  const [version = ''] = holder.split(' ', 1)
  const outages = holder
    .slice(version.length + 1)
    .split(';')
    .flatMap((text): readonly Outage[] => {
      const { service, failures, reason, label } =
        /^(?<service>\S+) (?<failures>\d+) (?<reason>\S+) (?<label>\S+)$/.exec(text)?.groups ?? {}
      return service && reason && label ? [{ service, failures: Number(failures), reason, label }] : []
    })
  return { version, outages }
}

/** A message for each external service that a process cannot use, with the name of the service. */
export function describeOutages(
  serving: readonly ServingProcess[],
): readonly { readonly service: string; readonly message: Message }[] {
  return serving.flatMap(({ name, outages }) =>
    outages.map(({ service, label, failures, reason }) => ({
      service,
      message: createMessage('checks.outage', {
        process: name,
        service: createMessage(label as MessageKey),
        failures,
        reason,
      }),
    })),
  )
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
    createMessage('operations.serviceRunning', { database: database.maskedUrl, processes: serving.map(({ name }) => name) }),
  )
}

@injectable()
export class Heartbeat implements RecurringWork {
  private readonly name = `${processPrefix}${getProcessName()}`
  private readonly version = getCoreVersion()
  private pendingHeartbeat: Promise<unknown> = Promise.resolve()
  private stopWatching: () => void = () => undefined

  constructor(@inject(contextToken) private readonly context: Context) {}

  /** Sends a heartbeat now, each minute, and when an outage begins or ends. */
  start(): void {
    const timer = setInterval(() => this.queueHeartbeat(), minute).unref()
    const unwatch = this.context.outages.onChange(() => this.queueHeartbeat())
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
      .catch((error: unknown) => this.context.log.debug({ err: error }, 'The heartbeat of this process could not be stored.'))
  }

  private async sendHeartbeat(): Promise<void> {
    const { database, clock, outages } = this.context
    const { dialect } = database
    const assignments = ['holder', 'heartbeat'].map((column) => `${column} = ${dialect.incoming(column)}`).join(', ')
    const sql = dialect.upsert('svc_leases', ['name', 'holder', 'heartbeat'], ['name'], assignments)
    await database.run(sql, [this.name, encodeHolder(this.version, outages.list), clock.now()])
    await database.run('DELETE FROM svc_leases WHERE name LIKE ? AND heartbeat < ?', [`${processPrefix}%`, clock.now() - day])
  }
}
