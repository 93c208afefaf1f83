// Whether the service can answer: the database responds and no migration is pending or frozen; asked at most once a second.
import type { Readiness } from '../app.js'
import type { Database } from '../storage/database/connection.js'
import type { Migrations } from '../storage/migration/migrations.js'

const keptMilliseconds = 1000

/** A function that asks, or repeats what it heard within the last second. */
export function createReadiness(database: Database, migrations: Migrations): () => Promise<Readiness> {
  let asked = -Infinity
  let answer: Promise<Readiness> | null = null
  return () => {
    const now = performance.now()
    if (answer && now - asked < keptMilliseconds) return answer
    asked = now
    answer = ask(database, migrations)
    return answer
  }
}

async function ask(database: Database, migrations: Migrations): Promise<Readiness> {
  const checks: Record<string, string> = {}
  try {
    const state = await migrations.state()
    checks['database'] = 'ok'
    const pending = state.tracks.reduce((count, track) => count + track.pending.length, 0)
    const frozen =
      state.failure &&
      `The script ${state.failure.version} of '${state.failure.owner}' failed; migrations are frozen until they are unblocked.`
    checks['migrations'] = frozen ?? (pending === 0 ? 'ok' : `${pending} migrations are pending; svc:migrate runs them.`)
  } catch (error) {
    database.log.error({ err: error }, 'The database does not answer.')
    checks['database'] = 'The database does not answer.'
  }
  return { ready: Object.values(checks).every((check) => check === 'ok'), checks }
}
