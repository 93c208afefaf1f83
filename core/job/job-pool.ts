// Runs worker jobs: one at a time per caller, each with a deadline. Uses threads in a serving process, otherwise runs them in place.
import { createMessage } from '../foundation/message.js'
import { availableParallelism } from 'node:os'
import type { EngineTypes } from '../engine/program/engine-types.js'
import type { Caller } from '../foundation/access/caller.js'
import { minute } from '../foundation/clock.js'
import { ServiceError } from '../foundation/errors.js'
import type { Log } from '../foundation/log.js'
import type { WorkerJob } from './define.js'
import { createJobScope } from './job-scope.js'
import { JobThread, ThreadUnavailable } from './job-thread.js'

export interface JobCall {
  readonly caller: Caller
  /** Time limit of the job. It returns the result that it has by then. */
  readonly seconds: number
  progress(sentence: string): void
}

export interface JobPool {
  /**
   * Throws TOO_MANY_REQUESTS if another job of the caller is running or all processors are busy; VALIDATION_FAILED on `seconds` if
   * the job exceeds its time or memory limit.
   */
  run<Input, Output>(job: WorkerJob<Input, Output>, input: Input, call: JobCall): Promise<Output>
  /** Ends all running jobs. */
  stop(): Promise<void>
}

export interface JobPoolOptions {
  readonly types: EngineTypes
  readonly log: Log
  /** The configuration file for worker threads. Null: run jobs in place, because there is no file or the process does not serve. */
  readonly file: string | null
  readonly atOnce?: number
  /** Additional milliseconds after the time limit before a job is aborted. */
  readonly grace?: number
}

/** Milliseconds that an idle thread is kept for the next job. */
const idleTimeout = minute

export function createJobPool({
  types,
  log,
  file,
  atOnce: concurrency = Math.max(1, availableParallelism()),
  grace = 10_000,
}: JobPoolOptions): JobPool {
  const running = new Set<string>()
  const threads = new Set<JobThread>()
  let idleThread: { readonly thread: JobThread; readonly timer: NodeJS.Timeout } | null = null
  let usesThreads = file !== null

  function acquireThread(): JobThread {
    if (idleThread) {
      clearTimeout(idleThread.timer)
      const { thread } = idleThread
      idleThread = null
      return thread
    }
    const thread = new JobThread({ file: file! }, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  function releaseThread(thread: JobThread): void {
    if (idleThread || !thread.isUsable) void thread.end()
    else idleThread = { thread, timer: setTimeout(() => void endIdleThread(), idleTimeout).unref() }
  }

  async function endIdleThread(): Promise<void> {
    const ending = idleThread
    idleThread = null
    if (ending) clearTimeout(ending.timer)
    await ending?.thread.end()
  }

  async function runInThread<Output>(name: string, input: unknown, call: JobCall): Promise<Output> {
    const thread = acquireThread()
    try {
      return (await thread.run(name, input, { ...call, milliseconds: call.seconds * 1_000, grace })) as Output
    } finally {
      releaseThread(thread)
    }
  }

  function registerCaller({ id, name }: Caller): string {
    const key = id === null ? name : String(id)
    if (running.has(key)) {
      const message = createMessage('errors.ownJobRunning')
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    if (running.size >= concurrency) {
      const message = createMessage('errors.tooManyJobs', { count: running.size })
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    running.add(key)
    return key
  }

  return {
    async run(job, input, call) {
      const key = registerCaller(call.caller)
      try {
        if (usesThreads) {
          try {
            return await runInThread(job.name, input, call)
          } catch (error) {
            if (!(error instanceof ThreadUnavailable)) throw error
            usesThreads = false
            log.warn(
              { reason: error.message },
              'Long work runs beside requests: its thread could not assemble the configuration.',
            )
          }
        }
        return await job.run(createJobScope(types, call.seconds * 1_000, call.progress), input)
      } finally {
        running.delete(key)
      }
    },
    async stop() {
      await endIdleThread()
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
