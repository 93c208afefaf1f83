// Checks the serving processes, the scheduled tasks, and the mail queue.
import { defineHealthCheck, createWarning, createSuccess, type HealthReport, listQueue } from '#core/contract.js'
import { getCoreVersion, listServingProcesses, describeOutages, listLastRuns, countQueuedMails } from '#core/surface.js'

export const processes = defineHealthCheck({
  name: 'processes',
  description: 'The serving processes, their versions, and the external services that they cannot use.',
  async run({ app: { context } }) {
    const serving = await listServingProcesses(context.database, context.clock.now())
    if (serving.length === 0)
      return [createWarning('No process is serving.', 'Start svc:serve. Scheduled tasks do not run without it.')]
    const versions = new Set([...serving.map(({ version }) => version), getCoreVersion()])
    const summary = serving.map(({ name, version }) => `${name} (${version})`).join(', ')
    const advice = 'Check that the service can be reached from there and accepts the key. The transfer is retried automatically.'
    const troubles = describeOutages(serving).map(({ sentence }) => createWarning(sentence, advice))
    if (versions.size === 1) return [createSuccess(summary), ...troubles]
    return [
      createWarning(
        `Processes of different versions use this database: ${summary}. This process: ${getCoreVersion()}.`,
        'Continue the upgrade until all processes have the same version.',
      ),
      ...troubles,
    ]
  },
})

/** Accepted delay: this many intervals, but at least a quarter of an hour. */
const acceptedIntervals = 3
const minimumDelay = 15 * 60_000

/** Checks that each scheduled task runs as often as it should. */
export const recurring = defineHealthCheck({
  name: 'tasks',
  description: 'Scheduled tasks: whether each runs as often as it should.',
  async run({ app: { context }, tasks }) {
    const runs = await listLastRuns(context.database)
    const now = context.clock.now()
    const late = tasks.flatMap(({ item: { name, every } }): readonly HealthReport[] => {
      const last = runs.get(name)
      if (last === undefined || now - last < Math.max(minimumDelay, every * 1000 * acceptedIntervals)) return []
      const summary = `'${name}' last ended at ${new Date(last).toISOString()}. It should run every ${Math.round(every / 60)} minutes.`
      return [createWarning(summary, 'Check that svc:serve runs, and read its log for the task.')]
    })
    return late.length > 0 ? late : [createSuccess(`${runs.size} tasks have run on schedule.`)]
  },
})

/** Checks the mail queue for abandoned mails. */
export const mails = defineHealthCheck({
  name: 'mails',
  description: 'The mail queue: whether any mail could not be delivered.',
  async run({ app: { context } }) {
    const { waiting, givenUp: abandoned } = await countQueuedMails(context.database)
    if (abandoned === 0) return [createSuccess(`${waiting} mails are queued.`)]
    const entries = await listQueue(context, 1_000)
    const last = entries.findLast(({ next_attempt: next }) => next === null)?.failure || 'nothing'
    const advice = 'Fix the cause, then run svc:mail:retry for each mail that svc:mail:queue lists.'
    return [createWarning(`${abandoned} mails could not be sent. Last reply of the mail server: ${last}`, advice)]
  },
})
