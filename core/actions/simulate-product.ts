// Simulates a product: the number of valid configurations, the share of each answer, the price range, and where shoppers get stuck.
import { defineAction } from '../action/define.js'
import { simulateJob } from '../jobs/simulate.js'
import type { SimulationReport } from '../engine/proof/simulation.js'
import { dropdown } from '../model/properties/dropdown.js'
import { join } from '../model/properties/join.js'
import { number } from '../model/properties/number.js'

export const simulateProduct = defineAction({
  name: 'simulate-product',
  description:
    'Counts the valid configurations of a product and walks through it at random. Reports shares per answer, cheapest and dearest, dead and forced answers, dead ends; exact where rules can be decided.',
  input: {
    product_id: join('Product', 'product', { required: true, help: 'The id of the product.' }),
    scope: dropdown('Scope', {
      choices: { required: 'Required questions', all: 'All questions' },
      help: 'Only required questions (if left out), or optional ones too.',
    }),
    walks: number('Walks', { scale: 0, min: 0, max: 1_000_000, help: 'Random shoppers; 2,000 if left out.' }),
    seed: number('Seed', {
      scale: 0,
      min: 0,
      max: 4_294_967_295,
      help: 'Repeats the same choices; 1 if left out.',
    }),
    seconds: number('Seconds', { scale: 0, min: 1, max: 600, help: '30 if left out.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:product:simulate',
  async run(
    { context, caller, jobs, progress },
    { product_id, scope = 'required', walks = 2_000, seed = 1, seconds = 30 },
  ): Promise<SimulationReport & { readonly product_id: number; readonly seed: number }> {
    const source = await (await import('../product/load.js')).loadSource(context, product_id)
    const input = { source, scope, walks, seed, now: context.clock.now() }
    return { product_id, seed, ...(await jobs.run(simulateJob, input, { caller, seconds, progress })) }
  },
})
