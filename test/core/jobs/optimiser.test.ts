// Limits on searches for the best configuration: one at a time, one per shopper, a short queue, background searches last.
import { expect } from 'chai'
import type { OptimumReport } from '../../../core/engine/optimum/optimum-request.js'
import { createOptimiser } from '../../../core/jobs/optimise.js'
import type { JobPool } from '../../../core/jobs/define-worker-job.js'
import type { OptimumTask } from '../../../core/product/optimiser.js'
import { anonymousContext, createProductSource } from '../engine/engine-product.js'

const report: OptimumReport = { configurations: [], impossible: true, bound: null }
const task: OptimumTask = {
  source: createProductSource({}),
  context: anonymousContext,
  request: {
    ...{ aim: 'cheapest', from: null, wishes: [], mostChanges: null, alternatives: 0, ties: false },
    ceilings: { net: null, recurring: null, weight: null },
  },
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('search queue of the optimizer', () => {
  it('runs one search at a time, shoppers before background searches, and rejects what exceeds its limits', async () => {
    const running: (() => void)[] = []
    const order: string[] = []
    const jobs = {
      run: () => new Promise((resolve) => running.push(() => resolve(report))),
    } as unknown as JobPool
    const optimiser = createOptimiser(jobs, { waiting: 1, computedSeconds: 1, patience: 0 })
    const note = (name: string) => (): void => void order.push(name)
    const all = [
      optimiser.ask('a', task).then(note('a')),
      optimiser.searchInBackground('product', () => Promise.resolve(task)).then(note('product')),
      optimiser.ask('b', task).then(note('b')),
    ]
    // Until the background search is in its queue.
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(running).to.have.length(1)
    const refusalOf = (pending: Promise<unknown>): Promise<string> =>
      pending.then(
        () => 'none',
        ({ code }: { code: string }) => code,
      )
    expect(await refusalOf(optimiser.ask('a', task))).to.equal('TOO_MANY_REQUESTS')
    expect(await refusalOf(optimiser.ask('c', task))).to.equal('NOT_READY')
    expect(await optimiser.searchInBackground('other', () => Promise.resolve(task))).to.equal('later')
    for (let index = 0; index < 3; index++) {
      running[index]!()
      await turn()
    }
    await Promise.all(all)
    expect(order).to.deep.equal(['a', 'b', 'product'])
    const again = optimiser.ask('a', task)
    await turn()
    running[3]!()
    expect(await again).to.equal(report)
  })
})
