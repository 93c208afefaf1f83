// Products as packages, moved between installations, and variant tables as CSV text.
import { day, defineTask, hour, type Plugin } from '#core/contract.js'
import { packageActions } from './actions.js'
import { parseCsvJob } from './table/parse-csv.js'

/** Milliseconds for which an upload is available for checks and imports. */
const uploadLifetime = 7 * day

export const sweepPackages = defineTask({
  name: 'sweep-packages',
  description: 'Deletes uploaded packages after a week. Exported packages are kept.',
  every: 3_600,
  async run({ context }) {
    // File times come from the storage and not from the injected clock.
    const now = Date.now()
    await context.packages.deleteUnfinished({ arriving: now - hour, writing: now - day })
    const deletedCount = await context.packages.deleteExpired(now - uploadLifetime)
    if (deletedCount > 0) context.log.info({ deletedCount }, 'Uploaded packages older than a week were removed.')
  },
})

export const packages: Plugin = {
  name: 'packages',
  core: '^0.1.0',
  contributes: { actions: packageActions, jobs: [parseCsvJob], tasks: [sweepPackages] },
}
