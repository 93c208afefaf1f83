// Statistics of the shop for the dashboard of the admin: sales, ordered answers and configurations by day.
import { defineTask, type Plugin } from '#core/contract.js'

export const statistics: Plugin = {
  name: 'statistics',
  core: '^0.1.0',
  contributes: {
    tasks: [
      defineTask({
        name: 'roll-up-statistics',
        description: 'Stores the sales, ordered answers and configurations of completed days for the dashboard.',
        every: 900,
        run: async ({ context, signal }) => (await import('./roll-up.js')).updateRollUps(context, signal),
      }),
    ],
  },
}
