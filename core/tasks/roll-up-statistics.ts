// Computes the statistics of completed days for the dashboard.
import { updateRollUps } from '../commerce/reporting/roll-up.js'
import { defineTask } from './define-task.js'

export const rollUpStatistics = defineTask({
  name: 'roll-up-statistics',
  description: 'Stores the sales, ordered answers and configurations of completed days for the dashboard.',
  every: 900,
  async run({ context, signal }) {
    await updateRollUps(context, signal)
  },
})
