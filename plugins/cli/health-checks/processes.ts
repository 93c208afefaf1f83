// Checks the serving processes, the scheduled tasks, and the mail queue.
import { defineHealthCheck, createMessage, createWarning, createSuccess, type HealthReport, listQueue } from '#core/contract.js'
import { listServingProcesses, describeOutages, listLastRuns, serviceState } from '#core/surface.js'

export const processes = defineHealthCheck({
  name: 'processes',
  description: 'The serving processes, their versions, and the external services that they cannot use.',
  async run({ app: { context } }) {
    const serving = await listServingProcesses(context.database, context.clock.now())
    if (serving.length === 0) return [createWarning(createMessage('checks.notServing'), createMessage('checks.notServingAdvice'))]
    const versions = new Set([...serving.map(({ version }) => version), serviceState.getCoreVersion()])
    const summary = serving.map(({ name, version }) => `${name} (${version})`).join(', ')
    const troubles = describeOutages(serving).map(({ message }) => createWarning(message, createMessage('checks.outageAdvice')))
    if (versions.size === 1) return [createSuccess(summary), ...troubles]
    return [
      createWarning(
        createMessage('checks.mixedVersions', { processes: summary, own: serviceState.getCoreVersion() }),
        createMessage('checks.mixedVersionsAdvice'),
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
      const summary = createMessage('checks.lateTask', {
        task: name,
        time: new Date(last).toISOString(),
        minutes: Math.round(every / 60),
      })
      return [createWarning(summary, createMessage('checks.lateTaskAdvice'))]
    })
    return late.length > 0 ? late : [createSuccess(createMessage('checks.tasksRun', { count: runs.size }))]
  },
})

/** Checks the mail queue for abandoned mails. */
export const mails = defineHealthCheck({
  name: 'mails',
  description: 'The mail queue: whether any mail could not be delivered.',
  async run({ app: { context } }) {
    const { waiting, givenUp: abandoned } = await serviceState.countQueuedMails(context.database)
    if (abandoned === 0) return [createSuccess(createMessage('checks.mailsQueued', { count: waiting }))]
    const entries = await listQueue(context, 1_000)
    const last = entries.findLast(({ next_attempt: next }) => next === null)?.failure || createMessage('checks.noReply')
    return [
      createWarning(
        createMessage('checks.mailsFailed', { count: abandoned, reply: last }),
        createMessage('checks.mailsFailedAdvice'),
      ),
    ]
  },
})
