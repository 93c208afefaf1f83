// Checks the serving processes, the scheduled tasks, and the mail queue.
import { getCoreVersion } from '../foundation/version.js'
import { defineHealthCheck, doubtful, sound, type HealthReport } from './define-health-check.js'
import { listServingProcesses, describeOutages } from '../tasks/presence.js'
import { listLastRuns } from '../tasks/run-history.js'
import { countQueuedMails, listQueue } from '../storage/mail-queue.js'

export const processes = defineHealthCheck({
  name: 'processes',
  description: 'The serving processes, their versions, and the external services that they cannot use.',
  async examine({ app: { context } }) {
    const serving = await listServingProcesses(context.database, context.clock.now())
    if (serving.length === 0) return [doubtful('No process serves at the moment.', 'Start svc:serve: recurring work rests too.')]
    const versions = new Set([...serving.map(({ version }) => version), getCoreVersion()])
    const summary = serving.map(({ name, version }) => `${name} (${version})`).join(', ')
    const advice = 'Check that the service can be reached from there and accepts the key. The transfer is retried automatically.'
    const troubles = describeOutages(serving).map(({ sentence }) => doubtful(sentence, advice))
    if (versions.size === 1) return [sound(summary), ...troubles]
    return [
      doubtful(
        `Several versions work on one database: ${summary}; this is ${getCoreVersion()}.`,
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
  async examine({ app: { context }, tasks }) {
    const runs = await listLastRuns(context.database)
    const now = context.clock.now()
    const late = tasks.flatMap(({ item: { name, every } }): readonly HealthReport[] => {
      const last = runs.get(name)
      if (last === undefined || now - last < Math.max(minimumDelay, every * 1000 * acceptedIntervals)) return []
      const summary = `'${name}' ended last at ${new Date(last).toISOString()}, and should run every ${Math.round(every / 60)} minutes.`
      return [doubtful(summary, 'Look whether svc:serve runs, and what its log says about the task.')]
    })
    return late.length > 0 ? late : [sound(`${runs.size} tasks have run, each in time.`)]
  },
})

/** Checks the mail queue for abandoned mails. */
export const mails = defineHealthCheck({
  name: 'mails',
  description: 'The mail queue: whether any mail could not be delivered.',
  async examine({ app: { context } }) {
    const { waiting, givenUp: abandoned } = await countQueuedMails(context.database)
    if (abandoned === 0) return [sound(`${waiting} mails wait to be sent.`)]
    const entries = await listQueue(context, 1_000)
    const last = entries.findLast(({ next_attempt: next }) => next === null)?.failure || 'nothing'
    const advice = 'Repair the cause, then run svc:mail:retry for each mail that svc:mail:queue lists.'
    return [doubtful(`${abandoned} mails could not be sent. Last reply of the mail server: ${last}`, advice)]
  },
})
