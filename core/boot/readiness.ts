// The readiness check: the database responds, and all migrations had run when the process started. Cached for one second.
import { createMessage, type MessageText } from '../foundation/message.js'
import { basename } from 'node:path'
import type { ServiceReadiness, ReadinessReader } from '../app.js'
import { inject, injectable } from '../foundation/injection.js'
import type { Context } from '../storage/context.js'
import { createFreezeMessage } from '../storage/migration/bookkeeping.js'
import type { Migrations } from '../storage/migration/migrations.js'
import { listServingProcesses, describeOutages } from '../tasks/heartbeat.js'
import { getBackupStatus } from '../storage/backup-state.js'
import { contextToken, type InstalledState, installationToken, migrationsToken } from './tokens.js'

const cacheMilliseconds = 1000
const ok = 'ok'

@injectable()
export class ReadinessCheck implements ReadinessReader {
  private checkedAt = -Infinity
  private result: Promise<ServiceReadiness> | null = null

  /**
   * @param installation a process that started up to date stays ready even if newer versions add migrations
   */
  constructor(
    @inject(contextToken) private readonly context: Pick<Context, 'database' | 'backups' | 'clock' | 'plugins'>,
    @inject(migrationsToken) private readonly migrations: Migrations,
    @inject(installationToken) private readonly installation: Pick<InstalledState, 'upToDate'>,
  ) {}

  read(): Promise<ServiceReadiness> {
    const now = performance.now()
    if (this.result && now - this.checkedAt < cacheMilliseconds) return this.result
    this.checkedAt = now
    this.result = this.check()
    return this.result
  }

  private async check(): Promise<ServiceReadiness> {
    const { database, clock } = this.context
    try {
      const state = await this.checkMigrations()
      // A shop without backups keeps selling, so this is only reported.
      const backup = await getBackupStatus(this.context)
      const checks: Record<string, MessageText> = { database: ok, migrations: state, ...(backup !== null && { backup }) }
      // The same applies to external services that this process or another cannot use.
      for (const { service, message } of describeOutages(await listServingProcesses(database, clock.now()))) {
        checks[service] = Object.hasOwn(checks, service)
          ? createMessage('errors.sentences', { first: checks[service]!, rest: message })
          : message
      }
      return { ready: this.installation.upToDate || state === ok, checks }
    } catch (error) {
      database.log.error({ err: error }, 'The database does not answer.')
      return { ready: false, checks: { database: createMessage('checks.databaseSilent') } }
    }
  }

  /** `ok`, or a message about blocked or pending migrations, without file paths. */
  private async checkMigrations(): Promise<MessageText> {
    const { failure, tracks } = await this.migrations.state()
    if (failure) return createFreezeMessage(failure, (path) => createMessage('checks.besideIt', { file: basename(path) }))
    const pending = tracks.reduce((count, track) => count + track.pending.length, 0)
    return pending === 0 ? ok : createMessage('checks.pendingMigrate', { count: pending })
  }
}
