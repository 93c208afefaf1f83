// Creates scheduled backups if a backup folder is configured.
import { defineTask } from './define-task.js'

export const backup = defineTask({
  name: 'backup',
  description: 'Creates a backup if the last one is older than the configured interval.',
  every: 900,
  async run({ context, signal }) {
    if (context.backups.store === null) return
    const { backUpIfDue } = await import('../transfer/backup/make.js')
    await backUpIfDue(context, signal)
  },
})
