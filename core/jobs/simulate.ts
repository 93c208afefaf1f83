// Simulates shoppers of a product. The same seed gives the same walks.
import { createMessage } from '../foundation/message.js'
import type { CountScope } from '../engine/proof/diagram.js'
import { createRandom, type SimulationReport } from '../engine/proof/simulator.js'
import type { ProductSource } from '../engine/program/source.js'
import { defineWorkerJob } from './define-worker-job.js'

export interface SimulateInput {
  readonly source: ProductSource
  readonly scope: CountScope
  readonly walks: number
  readonly seed: number
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Today's date in the time zone of the shop. */
  readonly today: string
}

/** Shares of the time limit for the exact count and for the random walks, so there is always time to report. */
const countingShare = 0.4
const walkingShare = 0.8

export const simulateJob = defineWorkerJob<SimulateInput, SimulationReport>({
  name: 'simulate',
  async run({ types, spent, progress }, { source, scope, walks, seed, now, today }) {
    const { runSimulation } = await import('../engine/proof/simulator.js')
    return runSimulation(source, types, {
      scope,
      walks,
      random: createRandom(seed),
      context: { customerGroupId: null, customerGroup: {}, now, today },
      expired: () => spent(1),
      countingExpired: () => spent(countingShare),
      walkingExpired: () => spent(walkingShare),
      progress: (stage, completedCount, of) =>
        progress(createMessage(stage === 'walks' ? 'results.walks' : 'results.counting', { done: completedCount, all: of })),
    })
  },
})
