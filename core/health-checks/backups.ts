// Checks scheduled backups: whether they are enabled, the age of the last one, and whether the files exist.
import { broken, defineHealthCheck, doubtful, sound } from './define-health-check.js'
import { loadFileScope } from '../storage/files/file-store.js'
import { listOwnBackups } from '../transfer/backup/make.js'
import { getBackupStatus, readBackupState } from '../transfer/backup/state.js'

export const backups = defineHealthCheck({
  name: 'backups',
  description: 'Scheduled backups: whether they are enabled, the age of the last one, and whether the files exist.',
  async examine({ app: { context } }) {
    const state = await getBackupStatus(context.database, context.backups, context.clock.now())
    if (state === null) {
      const advice = "Set 'SVC_BACKUP_FOLDER', or call svc:backup from a scheduler of your own, and try svc:restore --verify."
      return [doubtful('The service makes no backups by itself.', advice)]
    }
    if (state !== 'ok') return [broken(state, 'Look at the log, make room, and call svc:backup by hand.')]
    const { made: lastBackup } = await readBackupState(context.database)
    if (lastBackup === null) return [sound('No backup was due yet.')]
    const store = context.backups.store!
    const summary = `The last one is of ${new Date(lastBackup).toISOString()}`
    const existing = await listOwnBackups(store, await loadFileScope(context.database))
    return existing.length === 0
      ? [broken(`${summary}, and none lies in ${store.path}.`, 'Look who has removed them, and call svc:backup by hand.')]
      : [sound(`${summary}; ${existing.length} lie in ${store.path}.`)]
  },
})
