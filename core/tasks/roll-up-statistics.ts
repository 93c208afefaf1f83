// Computes the statistics of completed days for the dashboard.
import { defineTask } from './define-task.js'

export const rollUpStatistics = defineTask({
  name: 'roll-up-statistics',
  description: 'Stores the sales, ordered answers and configurations of completed days for the dashboard.',
  every: 900,
  async run({ context, signal }) {
    await (await import('../commerce/reporting/roll-up.js')).updateRollUps(context, signal)
  },
})
