// The definition of a worker job: a long computation on plain data that runs in a worker thread of a serving process.
import type { EngineTypes } from '../engine/program/source.js'
import type { Caller } from '../foundation/access.js'
import type { MessageText } from '../foundation/message.js'

/** The services that a job receives in addition to its input. */
export interface JobScope {
  /** The question types, condition types, term types and functions of the installation. */
  readonly types: EngineTypes
  /** True after this share of its time has passed (1: all of it). The job must then end with its current result. */
  spent(share: number): boolean
  /** Reports progress, one message at a time. */
  progress(message: MessageText): void
}

/** Input and output must be plain data, because they are passed between threads. */
export interface WorkerJob<Input = unknown, Output = unknown> {
  readonly name: string
  run(scope: JobScope, input: Input): Promise<Output>
}

export function defineWorkerJob<Input, Output>(job: WorkerJob<Input, Output>): WorkerJob<Input, Output> {
  return Object.freeze(job)
}

export interface JobCall {
  readonly caller: Caller
  /** Time limit of the job. It returns the result that it has by then. */
  readonly seconds: number
  progress(message: MessageText): void
}

export interface JobPool {
  /**
   * Throws TOO_MANY_REQUESTS if another job of the caller is running or all processors are busy. Throws VALIDATION_FAILED on `seconds`
   * if the job exceeds its time or memory limit.
   */
  run<Input, Output>(job: WorkerJob<Input, Output>, input: Input, call: JobCall): Promise<Output>
}
