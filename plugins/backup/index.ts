// Backups: the scheduled task and its health check. The commands `svc:backup` and `svc:restore` use the same functions.
import {
  createFault,
  createMessage,
  createSuccess,
  createWarning,
  defineHealthCheck,
  defineTask,
  type Plugin,
} from '#core/contract.js'
import { serviceState, readBackupState, loadFileScope } from '#core/surface.js'

const backupTask = defineTask({
  name: 'backup',
  description: 'Creates a backup if the last one is older than the configured interval.',
  every: 900,
  async run({ context, signal }) {
    if (context.backups.store === null) return
    const { backUpIfDue } = await import('./make.js')
    await backUpIfDue(context, signal)
  },
})

/** Checks scheduled backups: whether they are enabled, the age of the last one, and whether the files exist. */
const scheduledBackups = defineHealthCheck({
  name: 'backups',
  description: 'Scheduled backups: whether they are enabled, the age of the last one, and whether the files exist.',
  async run({ app: { context } }) {
    const state = await serviceState.getBackupStatus(context)
    if (state === null) {
      return [createWarning(createMessage('checks.noBackups'), createMessage('checks.noBackupsAdvice'))]
    }
    if (state !== 'ok') return [createFault(state, createMessage('checks.backupFailedAdvice'))]
    const { made: lastBackup } = await readBackupState(context.database)
    if (lastBackup === null) return [createSuccess(createMessage('checks.noBackupDue'))]
    const store = context.backups.store!
    const place = { time: new Date(lastBackup).toISOString(), location: store.path }
    const { listOwnBackups } = await import('./location.js')
    const existing = await listOwnBackups(store, await loadFileScope(context.database))
    return existing.length === 0
      ? [createFault(createMessage('checks.backupMissing', { ...place }), createMessage('checks.backupMissingAdvice'))]
      : [createSuccess(createMessage('checks.backups', { ...place, count: existing.length }))]
  },
})

export const backup: Plugin = {
  name: 'backup',
  core: '^0.1.0',
  contributes: { tasks: [backupTask], healthChecks: [scheduledBackups] },
}
