// Creates scheduled backups if a backup folder is configured.
import { backUpIfDue } from '../transfer/backup/make.js'
import { defineTask } from './define-task.js'

export const backup = defineTask({
  name: 'backup',
  description: 'Creates a backup if the last one is older than the configured interval.',
  every: 900,
  async run({ context, signal }) {
    if (context.backups.store === null) return
    await backUpIfDue(context, signal)
  },
})
