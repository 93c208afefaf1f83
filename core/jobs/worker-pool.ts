// Runs worker jobs: one at a time per caller, each with a deadline. Uses threads in a serving process, otherwise runs them in place.
import { createMessage } from '../foundation/message.js'
import { availableParallelism } from 'node:os'
import { logToken, registryToken, workerFileToken } from '../boot/tokens.js'
import type { EngineTypes } from '../engine/program/source.js'
import type { Caller } from '../foundation/access.js'
import { minute } from '../foundation/clock.js'
import { ServiceError } from '../foundation/errors.js'
import { type Disposable, inject, injectable } from '../foundation/injection.js'
import type { Log } from '../foundation/log.js'
import type { WorkerJob, JobCall, JobPool } from './define-worker-job.js'
import { createJobScope, JobThread, ThreadUnavailable } from './job-thread.js'

export interface WorkerPoolLimits {
  /** Maximum number of jobs that run at the same time. Default: the number of processors. */
  readonly atOnce?: number
  /** Additional milliseconds after the time limit before a job is aborted. */
  readonly grace?: number
}

/** Milliseconds before an idle thread ends. */
const idleTimeout = minute

@injectable()
export class WorkerPool implements JobPool, Disposable {
  private readonly running = new Set<string>()
  private readonly threads = new Set<JobThread>()
  private readonly concurrency: number
  private readonly grace: number
  private idleThread: { readonly thread: JobThread; readonly timer: NodeJS.Timeout } | null = null
  private usesThreads: boolean

  /** @param file the configuration file for worker threads; null runs jobs in place */
  constructor(
    @inject(registryToken) private readonly types: EngineTypes,
    @inject(logToken) private readonly log: Log,
    @inject(workerFileToken) private readonly file: string | null,
    { atOnce = Math.max(1, availableParallelism()), grace = 10_000 }: WorkerPoolLimits = {},
  ) {
    this.concurrency = atOnce
    this.grace = grace
    this.usesThreads = file !== null
  }

  async run<Input, Output>(job: WorkerJob<Input, Output>, input: Input, call: JobCall): Promise<Output> {
    const key = this.registerCaller(call.caller)
    try {
      if (this.usesThreads) {
        try {
          return await this.runInThread(job.name, input, call)
        } catch (error) {
          if (!(error instanceof ThreadUnavailable)) throw error
          this.usesThreads = false
          this.log.warn(
            { reason: error.message },
            'Long jobs run on the main thread because a worker thread could not load the configuration.',
          )
        }
      }
      return await job.run(createJobScope(this.types, call.seconds * 1_000, call.progress), input)
    } finally {
      this.running.delete(key)
    }
  }

  /** Ends all running jobs. */
  async dispose(): Promise<void> {
    await this.endIdleThread()
    await Promise.all([...this.threads].map((thread) => thread.end()))
  }

  private registerCaller({ id, name }: Caller): string {
    const key = id === null ? name : String(id)
    if (this.running.has(key)) {
      const message = createMessage('errors.ownJobRunning')
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    if (this.running.size >= this.concurrency) {
      const message = createMessage('errors.tooManyJobs', { count: this.running.size })
      throw new ServiceError('TOO_MANY_REQUESTS', message)
    }
    this.running.add(key)
    return key
  }

  private async runInThread<Output>(name: string, input: unknown, call: JobCall): Promise<Output> {
    const thread = this.acquireThread()
    try {
      const milliseconds = call.seconds * 1_000
      return (await thread.run(name, input, { ...call, milliseconds, grace: this.grace })) as Output
    } finally {
      this.releaseThread(thread)
    }
  }

  private acquireThread(): JobThread {
    if (this.idleThread) {
      clearTimeout(this.idleThread.timer)
      const { thread } = this.idleThread
      this.idleThread = null
      return thread
    }
    const thread = new JobThread({ file: this.file! }, () => this.threads.delete(thread))
    this.threads.add(thread)
    return thread
  }

  private releaseThread(thread: JobThread): void {
    if (this.idleThread || !thread.isUsable) void thread.end()
    else this.idleThread = { thread, timer: setTimeout(() => void this.endIdleThread(), idleTimeout).unref() }
  }

  private async endIdleThread(): Promise<void> {
    const ending = this.idleThread
    this.idleThread = null
    if (ending) clearTimeout(ending.timer)
    await ending?.thread.end()
  }
}

/** The pool of the service's own jobs. Its callers limit the number of jobs. */
@injectable()
export class ServiceWorkerPool extends WorkerPool {
  constructor(
    @inject(registryToken) types: EngineTypes,
    @inject(logToken) log: Log,
    @inject(workerFileToken) file: string | null,
  ) {
    super(types, log, file, { atOnce: Infinity })
  }
}
