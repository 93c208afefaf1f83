// Makes recurring backups, where a folder is set for them.
import { defineTask } from '../task/define.js'

export const backup = defineTask({
  name: 'backup',
  description: 'Writes a backup into the folder of the setting backupFolder when the last one is older than backupHours.',
  every: 900,
  async run({ context, signal }) {
    if (context.backups.store === null) return
    const { backUpWhereDue } = await import('../transfer/backup/recurring.js')
    await backUpWhereDue(context, signal)
  },
})
