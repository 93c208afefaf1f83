// Removes uploaded transfer packages that lie in the transfer folder still.
import { day, hour } from '../ground/clock.js'
import { defineTask } from '../task/define.js'

/** Milliseconds for which an upload may be checked, compared and imported. */
const kept = 7 * day

export const sweepPackages = defineTask({
  name: 'sweep-packages',
  description: 'Removes transfer packages that were uploaded more than a week ago; packages that an export wrote stay.',
  every: 3_600,
  async run({ context }) {
    // Files carry the time of the disk they lie on, which no clock of ours sets.
    const now = Date.now()
    await context.packages.forgetUnfinished({ arriving: now - hour, writing: now - day })
    const swept = await context.packages.sweepReceived(now - kept)
    if (swept > 0) context.log.info({ swept }, 'Uploaded packages that lay in the transfer folder for a week were removed.')
  },
})
