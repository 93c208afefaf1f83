// Records once a minute that this process serves, its version and its outages.
import { contextToken } from '../boot/tokens.js'
import { day, minute } from '../foundation/clock.js'
import { inject, injectable } from '../foundation/injection.js'
import { getProcessName } from '../foundation/process-name.js'
import { getCoreVersion } from '../foundation/version.js'
import type { Context } from '../storage/context.js'
import type { RecurringWork } from './define-task.js'
import { encodeHolder, processPrefix } from './presence.js'

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
