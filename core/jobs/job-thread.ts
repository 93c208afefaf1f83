// A worker thread as seen by the main thread: start, deadline, memory limit, and abnormal ends.
import { createMessage, type MessageText } from '../foundation/message.js'
import { Worker } from 'node:worker_threads'
import { minute } from '../foundation/clock.js'
import { ServiceError, SystemError, ValidationError } from '../foundation/errors.js'
import type { EngineTypes } from '../engine/program/source.js'
import type { JobScope } from './define-worker-job.js'

/** The start data of a worker thread. */
export interface ThreadStart {
  /** The configuration file from which the thread assembles the same types. */
  readonly file: string
}

export interface ToThread {
  readonly job: string
  readonly input: unknown
  readonly milliseconds: number
}

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly text: MessageText }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thread cannot assemble the configuration. */
  | { readonly kind: 'broken'; readonly reason: string }

interface ThreadCall {
  readonly milliseconds: number
  readonly grace: number
  progress(text: MessageText): void
}

/** The thread cannot run any jobs. */
export class ThreadUnavailable extends Error {}

/** Heap limit in megabytes. */
const heapLimit = 1_024
/** Milliseconds allowed for assembling the configuration. */
const startTimeout = minute
/** The thread's program. It assembles the configuration, so it belongs to a higher layer. */
const program = new URL('../boot/job-thread.js', import.meta.url)

export class JobThread {
  private readonly worker: Worker
  private readonly ready: Promise<void>
  private hasEnded = false

  constructor(start: ThreadStart, onExit: () => void) {
    this.worker = new Worker(program, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: heapLimit },
    })
    this.worker.unref()
    this.worker.once('exit', () => {
      this.hasEnded = true
      onExit()
    })
    this.ready = new Promise((resolve, reject) => {
      this.worker.once('message', (message: FromThread) => {
        if (message.kind === 'ready') resolve()
        else reject(new ThreadUnavailable(message.kind === 'broken' ? message.reason : 'The thread sent an unexpected message.'))
      })
      this.worker.once('error', (error: Error) => reject(new ThreadUnavailable(error.message)))
      this.worker.once('exit', () => reject(new ThreadUnavailable('The thread ended before it was ready.')))
      setTimeout(() => reject(new ThreadUnavailable('The thread was not ready in time.')), startTimeout).unref()
    })
    this.ready.catch(() => undefined)
  }

  get isUsable(): boolean {
    return !this.hasEnded
  }

  async end(): Promise<void> {
    this.hasEnded = true
    await this.worker.terminate()
  }

  async run(job: string, input: unknown, { milliseconds, grace, progress }: ThreadCall): Promise<unknown> {
    // The process must not exit while a job is running.
    this.worker.ref()
    try {
      await this.ready
      return await new Promise<unknown>((resolve, reject) => {
        const deadline = setTimeout(() => {
          reject(timeoutError(milliseconds))
          void this.end()
        }, milliseconds + grace)
        const finish = (end: () => void): void => {
          clearTimeout(deadline)
          this.worker.removeAllListeners('message')
          this.worker.removeAllListeners('error')
          this.worker.off('exit', onExit)
          end()
        }
        const onExit = (): void => finish(() => reject(new ServiceError('NOT_READY', createMessage('errors.jobEndedByStop'))))
        this.worker.on('message', (message: FromThread) => {
          if (message.kind === 'progress') progress(message.text)
          else if (message.kind === 'done') finish(() => resolve(message.output))
          else if (message.kind === 'failed') finish(() => reject(new SystemError(message.reason)))
        })
        this.worker.on('error', (error: Error & { code?: string }) => finish(() => reject(toServiceError(error))))
        this.worker.once('exit', onExit)
        this.worker.postMessage({ job, input, milliseconds } satisfies ToThread, [])
      })
    } finally {
      if (!this.hasEnded) this.worker.unref()
    }
  }
}

function timeoutError(milliseconds: number): ValidationError {
  const message = createMessage('errors.jobTooSlow', { seconds: milliseconds / 1_000 })
  return ValidationError.of('seconds', message)
}

function toServiceError(error: Error & { readonly code?: string }): ServiceError {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return new SystemError(error.stack ?? error.message)
  const message = createMessage('errors.jobTooLarge', { limit: heapLimit })
  return ValidationError.of('seconds', message)
}

/** Minimum milliseconds between progress messages, also before the first: short jobs report none. */
const progressInterval = 200

/** Creates the scope of a job run, with its time limit and progress reporting. */
export function createJobScope(types: EngineTypes, milliseconds: number, report: (text: MessageText) => void): JobScope {
  const startTime = performance.now()
  let lastReport = startTime
  return {
    types,
    spent: (share) => performance.now() - startTime > share * milliseconds,
    progress(text) {
      if (performance.now() - lastReport < progressInterval) return
      lastReport = performance.now()
      report(text)
    },
  }
}
