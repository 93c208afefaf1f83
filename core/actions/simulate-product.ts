// Simulates a product: number of valid configurations, share of each answer, price range, and dead ends.
import { loadProductSource } from '../product/source.js'
import { defineAction } from './define-action.js'
import { simulateJob } from '../jobs/simulate.js'
import { dayOf } from '../foundation/clock.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { readTimeZone } from '../storage/record/snapshot.js'
import type { SimulationReport } from '../engine/proof/simulator.js'
import { dropdown } from '../model/properties/dropdown.js'
import { join } from '../model/properties/join.js'
import { number } from '../model/properties/number.js'

export const simulateProduct = defineAction({
  name: 'simulate-product',
  description:
    'Counts the valid configurations of a product and simulates random shoppers. Reports the share of each answer, price range, dead and forced answers, and dead ends. Exact if the rules are decidable.',
  input: {
    product_id: join('Product', 'product', { required: true, help: 'The id of the product.' }),
    scope: dropdown('Scope', {
      choices: { required: 'Required questions', all: 'All questions' },
      help: 'Only required questions (default), or also optional ones.',
    }),
    walks: number('Walks', { scale: 0, min: 0, max: 1_000_000, help: 'Number of random shoppers. Default 2,000.' }),
    seed: number('Seed', {
      scale: 0,
      min: 0,
      max: 4_294_967_295,
      help: 'Seed of the random choices. Default 1.',
    }),
    seconds: number('Seconds', { scale: 0, min: 1, max: 600, help: 'Default 30.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:product:simulate',
  async run(
    { context, caller, jobs, progress },
    { product_id, scope = 'required', walks = 2_000, seed = 1, seconds = 30 },
  ): Promise<SimulationReport & { readonly product_id: number; readonly seed: number }> {
    const source = await loadProductSource(context, product_id)
    const now = context.clock.now()
    const today = dayOf(now, await readTimeZone((await getVersionedSnapshot(context)).snapshot, context.database))
    const input = { source, scope, walks, seed, now, today }
    return { product_id, seed, ...(await jobs.run(simulateJob, input, { caller, seconds, progress })) }
  },
})
