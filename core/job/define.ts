// A job: work on plain data that takes seconds. It runs in a thread of its own where the service serves, so that nobody waits for it.
import type { EngineTypes } from '../engine/program/types.js'

/** What a job is given beside its input. */
export interface JobScope {
  /** Question types, condition types, term types and functions of the installation. */
  readonly types: EngineTypes
  /** True once so much of its time is gone (1: all of it): the job ends with what it has. */
  spent(share: number): boolean
  /** Tells whoever waits how far it has come, one sentence at a time. */
  progress(sentence: string): void
}

/** Input and output are plain data: they travel between threads. */
export interface Job<Input = unknown, Output = unknown> {
  readonly name: string
  run(scope: JobScope, input: Input): Promise<Output>
}

export function defineJob<Input, Output>(job: Job<Input, Output>): Job<Input, Output> {
  return Object.freeze(job)
}
