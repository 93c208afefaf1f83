// The interface of a pool of worker jobs.
import type { Caller } from '../foundation/access.js'
import type { WorkerJob } from './define-worker-job.js'

export interface JobCall {
  readonly caller: Caller
  /** Time limit of the job. It returns the result that it has by then. */
  readonly seconds: number
  progress(sentence: string): void
}

export interface JobPool {
  /**
   * Throws TOO_MANY_REQUESTS if another job of the caller is running or all processors are busy. Throws VALIDATION_FAILED on `seconds`
   * if the job exceeds its time or memory limit.
   */
  run<Input, Output>(job: WorkerJob<Input, Output>, input: Input, call: JobCall): Promise<Output>
}
