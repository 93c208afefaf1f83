// Finds the best complete configurations of a product in worker jobs: first for waiting shoppers, then in the background.
import type { OptimumReport, OptimumRequest } from '../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../engine/program/program.js'
import type { ProductSource } from '../engine/program/source.js'
import { defineWorkerJob, type JobPool } from './define-worker-job.js'
import { createMessage } from '../foundation/message.js'
import { inProcess } from '../foundation/access.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import type { Optimiser, OptimumTask } from '../product/optimiser.js'

interface OptimiseInput {
  readonly source: ProductSource
  readonly context: EvaluationContext
  readonly request: OptimumRequest
}

export const optimiseJob = defineWorkerJob<OptimiseInput, OptimumReport>({
  name: 'optimise',
  async run({ types, spent }, { source, context, request }) {
    const { optimizeConfiguration } = await import('../engine/optimum/optimizer.js')
    return optimizeConfiguration(source, types, context, request, spent)
  },
})

interface OptimiserOptions {
  /** Maximum number of waiting shoppers. */
  readonly waiting?: number
  /** Maximum number of background searches. */
  readonly computedSeconds?: number
  /** Maximum duration of a shopper's search in seconds. */
  readonly seconds?: number
  /** Maximum duration of a background search in seconds. */
  readonly computeSeconds?: number
  /** Delay of a background search in milliseconds, so the page that triggered it loads first. */
  readonly patience?: number
}

interface Turn {
  readonly asker: string
  start(): void
}

/** `jobs` must be a pool of the optimiser's own, or accept any number of callers. */
export function createOptimiser(
  jobs: JobPool,
  { waiting = 8, computedSeconds = 200, seconds = 3, computeSeconds = 10, patience = 3_000 }: OptimiserOptions = {},
): Optimiser {
  const foreground: Turn[] = []
  const background: Turn[] = []
  const activeRequesters = new Set<string>()
  let isBusy = false
  let count = 0
  let delayed = 0

  function startNext(): void {
    const turn = foreground.shift() ?? background.shift()
    isBusy = turn !== undefined
    turn?.start()
  }

  async function run<T>(queue: Turn[], asker: string, search: () => Promise<T>): Promise<T> {
    activeRequesters.add(asker)
    try {
      if (isBusy) await new Promise<void>((resolve) => queue.push({ asker, start: resolve }))
      isBusy = true
      return await search()
    } catch (error) {
      // The message of a job's deadline names an argument that the caller did not send.
      if (!(error instanceof ValidationError)) throw error
      throw new ServiceError('NOT_READY', createMessage('errors.searchTooSlow'))
    } finally {
      activeRequesters.delete(asker)
      startNext()
    }
  }

  function search(task: OptimumTask, time: number): Promise<OptimumReport> {
    const caller = { ...inProcess, name: `optimiser ${++count}` }
    return jobs.run(optimiseJob, task, { caller, seconds: time, progress: () => undefined })
  }

  return {
    async ask(asker, task) {
      if (activeRequesters.has(asker)) {
        throw new ServiceError('TOO_MANY_REQUESTS', createMessage('errors.searchRunning'))
      }
      if (foreground.length >= waiting) {
        throw new ServiceError('NOT_READY', createMessage('errors.tooManySearches', { count: foreground.length }))
      }
      return run(foreground, asker, () => search(task, seconds))
    },
    async searchInBackground(asker, task) {
      if (activeRequesters.has(asker) || delayed + background.length >= computedSeconds) return 'later'
      delayed++
      await new Promise((resolve) => setTimeout(resolve, patience).unref())
      delayed--
      return run(background, asker, async () => {
        const preparedTask = await task()
        return preparedTask && search(preparedTask, computeSeconds)
      })
    },
  }
}
