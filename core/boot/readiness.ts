// Whether this process can answer: the database responds, and it began with all of its migrations run; asked at most once a second.
import { basename } from 'node:path'
import type { Readiness } from '../app.js'
import type { Context } from '../storage/context.js'
import { freezeSentence } from '../storage/migration/bookkeeping.js'
import type { Migrations } from '../storage/migration/migrations.js'
import { listServing, vendorTroubles } from '../task/presence.js'
import { backupCheck } from '../transfer/backup/state.js'

const keptMilliseconds = 1000
const ok = 'ok'

/**
 * A function that asks, or repeats what it heard within the last second.
 *
 * @param began whether everything was run when this process began: from then on it serves, whatever a newer one runs into
 */
export function createReadiness(
  context: Pick<Context, 'database' | 'backups' | 'clock'>,
  migrations: Migrations,
  began: boolean,
): () => Promise<Readiness> {
  let asked = -Infinity
  let answer: Promise<Readiness> | null = null
  return () => {
    const now = performance.now()
    if (answer && now - asked < keptMilliseconds) return answer
    asked = now
    answer = ask(context, migrations, began)
    return answer
  }
}

async function ask(
  { database, backups, clock }: Pick<Context, 'database' | 'backups' | 'clock'>,
  migrations: Migrations,
  began: boolean,
): Promise<Readiness> {
  try {
    const state = await migrationCheck(migrations)
    // A shop without its backup goes on selling: this is told, and nothing more.
    const backup = await backupCheck(database, backups, clock.now())
    // So does one whose advisor is silent, in this process or another.
    const vendor = vendorTroubles(await listServing(database, clock.now())).join(' ')
    const further = { ...(backup !== null && { backup }), ...(vendor !== '' && { vendor }) }
    return { ready: began || state === ok, checks: { database: ok, migrations: state, ...further } }
  } catch (error) {
    database.log.error({ err: error }, 'The database does not answer.')
    return { ready: false, checks: { database: 'The database does not answer.' } }
  }
}

/** `ok`, or what is frozen or pending, as a sentence without the path of any file. */
async function migrationCheck(migrations: Migrations): Promise<string> {
  const { failure, tracks } = await migrations.state()
  if (failure) return freezeSentence(failure, (path) => `'${basename(path)}' beside it`)
  const pending = tracks.reduce((count, track) => count + track.pending.length, 0)
  return pending === 0 ? ok : `${pending} migrations are pending; svc:migrate runs them.`
}
