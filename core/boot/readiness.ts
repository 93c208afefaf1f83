// The readiness check: the database responds, and all migrations had run when the process started. Cached for one second.
import { basename } from 'node:path'
import type { Readiness } from '../app.js'
import type { Context } from '../storage/context.js'
import { formatFreezeMessage } from '../storage/migration/bookkeeping.js'
import type { Migrations } from '../storage/migration/migrations.js'
import { listServingProcesses, describeOutages } from '../task/presence.js'
import { getBackupStatus } from '../transfer/backup/state.js'

const cacheMilliseconds = 1000
const ok = 'ok'

/**
 * Returns a function that runs the check or returns the result of the last second.
 *
 * @param began true if all migrations had run at process start. The process then stays ready even if newer versions add migrations.
 */
export function createReadiness(
  context: Pick<Context, 'database' | 'backups' | 'clock'>,
  migrations: Migrations,
  wasMigrated: boolean,
): () => Promise<Readiness> {
  let checkedAt = -Infinity
  let result: Promise<Readiness> | null = null
  return () => {
    const now = performance.now()
    if (result && now - checkedAt < cacheMilliseconds) return result
    checkedAt = now
    result = checkReadiness(context, migrations, wasMigrated)
    return result
  }
}

async function checkReadiness(
  { database, backups, clock }: Pick<Context, 'database' | 'backups' | 'clock'>,
  migrations: Migrations,
  wasMigrated: boolean,
): Promise<Readiness> {
  try {
    const state = await migrationCheck(migrations)
    // A shop without backups keeps selling, so this is only reported.
    const backup = await getBackupStatus(database, backups, clock.now())
    const checks: Record<string, string> = { database: ok, migrations: state, ...(backup !== null && { backup }) }
    // The same applies to external services that this process or another cannot use.
    for (const { service, sentence } of describeOutages(await listServingProcesses(database, clock.now())))
      checks[service] = Object.hasOwn(checks, service) ? `${checks[service]} ${sentence}` : sentence
    return { ready: wasMigrated || state === ok, checks }
  } catch (error) {
    database.log.error({ err: error }, 'The database does not answer.')
    return { ready: false, checks: { database: 'The database does not answer.' } }
  }
}

/** `ok`, or a sentence about blocked or pending migrations, without file paths. */
async function migrationCheck(migrations: Migrations): Promise<string> {
  const { failure, tracks } = await migrations.state()
  if (failure) return formatFreezeMessage(failure, (path) => `'${basename(path)}' beside it`)
  const pending = tracks.reduce((count, track) => count + track.pending.length, 0)
  return pending === 0 ? ok : `${pending} migrations are pending; svc:migrate runs them.`
}
