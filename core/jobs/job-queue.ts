// A queue of worker jobs of the service itself: one at a time, with a bound on the number of waiting jobs.
import { createMessage, type Message } from '../foundation/message.js'
import { inProcess } from '../foundation/access.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import type { JobQueue } from '../storage/context.js'
import type { WorkerJob, JobPool } from './define-worker-job.js'

export interface JobQueueOptions {
  /** Maximum number of waiting jobs. */
  readonly waiting?: number
  /** Maximum duration of a job in seconds. */
  readonly seconds?: number
}

export function createJobQueue(jobs: JobPool, { waiting = 50, seconds = 10 }: JobQueueOptions = {}): JobQueue {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  let unfinished = 0

  async function runJob<Input, Output>(
    job: WorkerJob<Input, Output>,
    source: Input | (() => Promise<Input>),
    tooSlow: Message,
  ): Promise<Output> {
    const input = typeof source === 'function' ? await (source as () => Promise<Input>)() : source
    try {
      const caller = { ...inProcess, name: `${job.name} ${++count}` }
      return await jobs.run(job, input, { caller, seconds, progress: () => undefined })
    } catch (error) {
      // The message of a job's deadline names an argument that the caller did not send.
      if (!(error instanceof ValidationError)) throw error
      throw new ServiceError('NOT_READY', tooSlow)
    }
  }

  return {
    async run(job, input, tooSlow) {
      if (unfinished > waiting) {
        throw new ServiceError('NOT_READY', createMessage('errors.tooManyTexts', { count: unfinished }))
      }
      unfinished++
      const result = last.then(() => runJob(job, input, tooSlow))
      last = result.catch(() => undefined)
      try {
        return await result
      } finally {
        unfinished--
      }
    },
  }
}
