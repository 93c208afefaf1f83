// Looks for best configurations as jobs: one after another, whoever waits first, a bounded number of others after him.
import { inProcess } from '../ground/access/caller.js'
import { ServiceError, ValidationError } from '../ground/errors.js'
import type { OptimumReport } from '../engine/optimum/define.js'
import { optimiseJob } from '../jobs/optimise.js'
import type { Optimiser, OptimumTask } from '../product/optimum/define.js'
import type { Jobs } from './runner.js'

export interface OptimiserBounds {
  /** Shoppers that wait for their turn. */
  readonly waiting?: number
  /** Searches that nobody waits for. */
  readonly pondered?: number
  /** Seconds that a shopper's search has. */
  readonly seconds?: number
  /** Seconds that one has which nobody waits for. */
  readonly ponderSeconds?: number
  /** Milliseconds that such a search waits first: whoever's look has set it going gets the processor for his page. */
  readonly patience?: number
}

interface Turn {
  readonly asker: string
  start(): void
}

/** The jobs are the optimiser's own, or let any number of callers in. */
export function createOptimiser(
  jobs: Jobs,
  { waiting = 8, pondered = 200, seconds = 3, ponderSeconds = 10, patience = 3_000 }: OptimiserBounds = {},
): Optimiser {
  const asked: Turn[] = []
  const idle: Turn[] = []
  const askers = new Set<string>()
  let isBusy = false
  let count = 0
  let resting = 0

  function next(): void {
    const turn = asked.shift() ?? idle.shift()
    isBusy = turn !== undefined
    turn?.start()
  }

  async function run<T>(queue: Turn[], asker: string, search: () => Promise<T>): Promise<T> {
    askers.add(asker)
    try {
      if (isBusy) await new Promise<void>((resolve) => queue.push({ asker, start: resolve }))
      isBusy = true
      return await search()
    } catch (error) {
      // What the deadline of jobs says speaks of an argument that nobody sent.
      if (!(error instanceof ValidationError)) throw error
      throw new ServiceError(
        'NOT_READY',
        'The search for a best configuration did not end in time. Ask for less, or again later.',
      )
    } finally {
      askers.delete(asker)
      next()
    }
  }

  function search(task: OptimumTask, time: number): Promise<OptimumReport> {
    const caller = { ...inProcess, name: `optimiser ${++count}` }
    return jobs.run(optimiseJob, task, { caller, seconds: time, progress: () => undefined })
  }

  return {
    async ask(asker, task) {
      if (askers.has(asker)) {
        throw new ServiceError(
          'TOO_MANY_REQUESTS',
          'Another search for this configuration is still running. Ask again when it has ended.',
        )
      }
      if (asked.length >= waiting) {
        throw new ServiceError('NOT_READY', `${asked.length} searches wait already, as many as may. Ask again in a moment.`)
      }
      return run(asked, asker, () => search(task, seconds))
    },
    async ponder(asker, task) {
      if (askers.has(asker) || resting + idle.length >= pondered) return 'later'
      resting++
      await new Promise((resolve) => setTimeout(resolve, patience).unref())
      resting--
      return run(idle, asker, async () => {
        const own = await task()
        return own && search(own, ponderSeconds)
      })
    },
  }
}
