// Checks that the database schema matches the program.
import { broken, defineHealthCheck, doubtful, sound } from './define-health-check.js'
import { formatFreezeMessage } from '../storage/migration/bookkeeping.js'

export const migrations = defineHealthCheck({
  name: 'migrations',
  description: 'Whether the database schema matches the program and its customizations.',
  async examine({ app }) {
    const { failure, tracks, empty } = await app.operations.migrations.state()
    if (failure)
      return [
        broken(formatFreezeMessage(failure), 'Mend what it stumbled over, then run svc:migrations:unblock and svc:migrate.'),
      ]
    if (empty) return [broken('The database is empty.', 'Run svc:migrate, or svc:serve, which does it at its start.')]
    const pending = tracks.reduce((sum, track) => sum + track.pending.length, 0)
    if (pending > 0) return [doubtful(`${pending} migrations are pending.`, 'Run svc:migrate, or start the service again.')]
    return [sound(tracks.map(({ owner, version }) => `${owner} ${version ?? 'without scripts'}`).join(', '))]
  },
})
