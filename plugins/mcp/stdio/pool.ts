// Workers that wait, started and opened, each for one call: as many in flight as there are processors, the rest queue.
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { shapeRefusal } from '../tool/arguments-shape.js'
import { refusalText } from '../tool/result.js'
import type { WorkerStart } from './exchange.js'
import { type CallOptions, callWorker, notStarted, startWorker, type StartOptions, type Worker } from './worker-process.js'

export interface PoolOptions extends CallOptions, Omit<StartOptions, 'start'> {
  readonly start: Omit<WorkerStart, 'installs'>
  /** Whether the first worker may fill an empty database. */
  readonly installs: boolean
  readonly spares: number
}

const processors = availableParallelism()
const mostInFlight = Math.min(processors, 4)
/** Milliseconds after which a spare is replaced: the code and the settings that it loaded may have changed. */
const longestWait = 600_000
/** Milliseconds that workers have after their answers once the input has ended. */
const farewell = 5_000
/** Milliseconds after the last answer before the next spare starts: it would take the processor from the caller. */
const pause = 15

/** No worker can help: this database exists in one process only. */
export class Alone extends Error {}

export class WorkerPool implements ToolServer {
  private readonly spares: Worker[] = []
  private readonly busy = new Set<ChildProcess>()
  private readonly waiting: (() => void)[] = []
  private inFlight = 0
  private first: Worker | null = null
  private tools: string | null = null
  private closed = false

  constructor(private readonly options: PoolOptions) {}

  /** Starts the first spare, which prepares the database; more follow once it is open. */
  begin(): void {
    if (this.closed || this.first) return
    const first = this.spawn(this.options.installs)
    this.first = first
    this.spares.push(first)
    void this.prepared(first).catch((error: unknown) => {
      if (error instanceof Alone) return
      this.options.tell(error instanceof Error ? error.message : String(error))
      this.first = null
    })
  }

  async list(): Promise<string> {
    this.begin()
    return this.tools ?? this.prepared(this.first!)
  }

  /** The list of tools, once the first worker has opened the app; what it opens only for itself is no use to the others. */
  private async prepared({ ready }: Worker): Promise<string> {
    const { tools, alone, database } = await ready
    if (alone) throw new Alone('The database lives in one process.')
    if (this.tools === null) {
      this.tools = tools
      if (database !== null) this.options.tell(database)
      this.refill()
    }
    return tools
  }

  async call(call: ToolCall, signal: AbortSignal): Promise<string> {
    const misshapen = shapeRefusal(call.arguments)
    if (misshapen !== null) return refusalText(misshapen)
    this.begin()
    try {
      if (this.tools === null) await this.list()
    } catch (error) {
      if (error instanceof Alone) throw error
      return notStarted(call.name, this.options).result
    }
    await this.turn()
    try {
      if (signal.aborted) return refusalText('The call was cancelled before it began.')
      return await this.run(this.take(), call, signal)
    } finally {
      this.inFlight--
      this.waiting.shift()?.()
      setTimeout(() => this.refill(), pause).unref()
    }
  }

  /** Ends the spares at once, and those that have answered once their observers have run. */
  async close(): Promise<void> {
    this.closed = true
    this.drop()
    const ended = [...this.busy].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, farewell).unref())])
    for (const child of this.busy) child.kill('SIGKILL')
  }

  private turn(): Promise<void> {
    if (this.inFlight < mostInFlight) {
      this.inFlight++
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      this.waiting.push(() => {
        this.inFlight++
        resolve()
      })
    })
  }

  /** A spare that is ready, else one that is about to be. */
  private take(): Worker {
    const at = this.spares.findIndex(({ isReady }) => isReady)
    return this.spares.splice(Math.max(at, 0), 1)[0] ?? this.spawn(false)
  }

  /** Starts spares up to their number; no more at once than there are processors, because they would only slow each other. */
  private refill(): void {
    if (this.closed || this.tools === null) return
    while (this.spares.length < this.options.spares && this.spares.filter(({ isReady }) => !isReady).length < processors) {
      this.spares.push(this.spawn(false))
    }
  }

  private spawn(installs: boolean): Worker {
    const { start, program, longestStart } = this.options
    const worker = startWorker({ start: { ...start, installs }, program, longestStart })
    const age = setTimeout(() => this.replace(worker), longestWait).unref()
    worker.ready.then(
      () => this.refill(),
      () => this.forget(worker),
    )
    worker.process.once('exit', () => {
      clearTimeout(age)
      this.forget(worker)
    })
    return worker
  }

  private forget(worker: Worker): void {
    const at = this.spares.indexOf(worker)
    if (at >= 0) this.spares.splice(at, 1)
  }

  /** One that waits already: a call that runs is left alone. */
  private replace(worker: Worker): void {
    if (!this.spares.includes(worker)) return
    this.discard(worker)
    this.refill()
  }

  private discard(worker: Worker): void {
    this.forget(worker)
    worker.process.kill('SIGKILL')
  }

  private async run(worker: Worker, call: ToolCall, signal: AbortSignal): Promise<string> {
    const { process: child } = worker
    this.busy.add(child)
    // It ends by itself once it has answered and its observers have run.
    child.once('exit', () => this.busy.delete(child))
    const { result, stale } = await callWorker(worker, call, signal, this.options)
    if (stale) this.drop()
    return result
  }

  /** Spares that wait now hold what is out of date. */
  private drop(): void {
    for (const spare of this.spares.splice(0)) this.discard(spare)
  }
}
