// Recurring backups: whether there are any, and how old the last one is.
import { broken, defineExamination, doubtful, sound } from '../examination/define.js'
import { backupCheck, readBackupState } from '../transfer/backup/state.js'

export const backups = defineExamination({
  name: 'backups',
  description: 'Recurring backups: whether there are any, and how old the last one is.',
  async examine({ app: { context } }) {
    const said = await backupCheck(context.database, context.backups, context.clock.now())
    if (said === null) {
      const advice = "Set 'SVC_BACKUP_FOLDER', or call svc:backup from a scheduler of your own, and try svc:restore --verify."
      return [doubtful('The service makes no backups by itself.', advice)]
    }
    if (said !== 'ok') return [broken(said, 'Look at the log, make room, and call svc:backup by hand.')]
    const { made } = await readBackupState(context.database)
    return [sound(made === null ? 'No backup was due yet.' : `The last one is of ${new Date(made).toISOString()}.`)]
  },
})
