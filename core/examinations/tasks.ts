// Recurring work: whether each task runs as often as it should.
import { defineExamination, doubtful, type Opinion, sound } from '../examination/define.js'
import { listLastRuns } from '../task/last-run.js'

/** So many intervals, and a quarter of an hour, may pass without a run. */
const patience = 3
const atLeast = 15 * 60_000

export const recurring = defineExamination({
  name: 'tasks',
  description: 'Recurring work: whether each task runs as often as it should.',
  async examine({ app: { context }, tasks }) {
    const runs = await listLastRuns(context.database)
    const now = context.clock.now()
    const late = tasks.flatMap(({ item: { name, every } }): readonly Opinion[] => {
      const last = runs.get(name)
      if (last === undefined || now - last < Math.max(atLeast, every * 1000 * patience)) return []
      const found = `'${name}' ended last at ${new Date(last).toISOString()}, and should run every ${Math.round(every / 60)} minutes.`
      return [doubtful(found, 'Look whether svc:serve runs, and what its log says about the task.')]
    })
    return late.length > 0 ? late : [sound(`${runs.size} tasks have run, each in time.`)]
  },
})
