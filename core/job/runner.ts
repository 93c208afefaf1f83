// Runs jobs: one at a time per caller, each with a deadline, in threads while the service serves, else where they are called.
import { availableParallelism } from 'node:os'
import type { EngineTypes } from '../engine/program/types.js'
import type { Caller } from '../ground/access/caller.js'
import { minute } from '../ground/clock.js'
import { ServiceError } from '../ground/errors.js'
import type { Log } from '../ground/log.js'
import type { Job } from './define.js'
import { jobScope } from './scope.js'
import { JobThread, Unavailable } from './thread.js'

export interface JobCall {
  readonly caller: Caller
  /** The time that the job has; it reports what it has found by then. */
  readonly seconds: number
  progress(sentence: string): void
}

export interface Jobs {
  /**
   * TOO_MANY_REQUESTS while another job of the same caller runs, or as many as there are processors; VALIDATION_FAILED on
   * `seconds` where the job does not end in time, or needs more memory than it may have.
   */
  run<Input, Output>(job: Job<Input, Output>, input: Input, call: JobCall): Promise<Output>
  /** Ends what runs. */
  stop(): Promise<void>
}

export interface JobsOptions {
  readonly types: EngineTypes
  readonly log: Log
  /** The configuration file that threads assemble; null where there is none, or nobody is served: jobs then run where they are called. */
  readonly file: string | null
  readonly atOnce?: number
  /** Milliseconds that a job has beyond its time to come to its end. */
  readonly grace?: number
}

/** Milliseconds that a thread waits for the next job. */
const idle = minute

export function createJobs({
  types,
  log,
  file,
  atOnce = Math.max(1, availableParallelism()),
  grace = 10_000,
}: JobsOptions): Jobs {
  const running = new Set<string>()
  const threads = new Set<JobThread>()
  let spare: { readonly thread: JobThread; readonly timer: NodeJS.Timeout } | null = null
  let threaded = file !== null

  function take(): JobThread {
    if (spare) {
      clearTimeout(spare.timer)
      const { thread } = spare
      spare = null
      return thread
    }
    const thread = new JobThread({ file: file! }, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  function keep(thread: JobThread): void {
    if (spare || !thread.isUsable) void thread.end()
    else spare = { thread, timer: setTimeout(() => void endSpare(), idle).unref() }
  }

  async function endSpare(): Promise<void> {
    const ending = spare
    spare = null
    if (ending) clearTimeout(ending.timer)
    await ending?.thread.end()
  }

  async function inThread<Output>(name: string, input: unknown, call: JobCall): Promise<Output> {
    const thread = take()
    try {
      return (await thread.run(name, input, { ...call, milliseconds: call.seconds * 1_000, grace })) as Output
    } finally {
      keep(thread)
    }
  }

  function admit({ id, name }: Caller): string {
    const key = id === null ? name : String(id)
    if (running.has(key)) {
      const message = 'Another proof or simulation of yours is still running. Wait until it has ended, then call again.'
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    if (running.size >= atOnce) {
      const message = `The service runs ${running.size} proofs and simulations at the moment, which is as many as it may. Call again in a minute.`
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    running.add(key)
    return key
  }

  return {
    async run(job, input, call) {
      const key = admit(call.caller)
      try {
        if (threaded) {
          try {
            return await inThread(job.name, input, call)
          } catch (error) {
            if (!(error instanceof Unavailable)) throw error
            threaded = false
            log.warn(
              { reason: error.message },
              'Long work runs beside requests: its thread could not assemble the configuration.',
            )
          }
        }
        return await job.run(jobScope(types, call.seconds * 1_000, call.progress), input)
      } finally {
        running.delete(key)
      }
    },
    async stop() {
      await endSpare()
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
