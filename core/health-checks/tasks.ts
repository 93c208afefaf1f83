// Checks that each scheduled task runs as often as it should.
import { defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'
import { listLastRuns } from '../tasks/run-history.js'

/** Accepted delay: this many intervals, but at least a quarter of an hour. */
const acceptedIntervals = 3
const minimumDelay = 15 * 60_000

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
