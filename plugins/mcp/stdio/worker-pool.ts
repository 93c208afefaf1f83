// A pool of worker processes with the service opened. Each runs one call; calls beyond the number of processors wait in a queue.
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { checkArguments } from '../tool/argument-limits.js'
import { errorResult } from '../tool/result.js'
import type { ToolCall, ToolProvider } from '../tool/tool-provider.js'
import type { WorkerStart } from './worker-messages.js'
import {
  type CallOptions,
  callWorker,
  startFailureResult,
  type StartOptions,
  startWorker,
  type Worker,
} from './worker-process.js'

export interface PoolOptions extends CallOptions, Omit<StartOptions, 'start'> {
  readonly start: Omit<WorkerStart, 'installs'>
  /** Whether the first worker may fill an empty database. */
  readonly installs: boolean
  /** Number of idle workers. */
  readonly size: number
}

const processors = availableParallelism()
const maxRunning = Math.min(processors, 4)
/** Milliseconds after which an idle worker is replaced: its code and settings may be stale. */
const maxIdleTime = 600_000
/** Milliseconds that workers have to exit after the input has ended. */
const exitTime = 5_000
/** Milliseconds between a result and the start of the next worker, which competes with the caller for the processor. */
const refillDelay = 15

/** Workers are no use: no other process can see the database. */
export class PrivateDatabaseError extends Error {}

export class WorkerPool implements ToolProvider {
  private readonly idle: Worker[] = []
  private readonly busy = new Set<ChildProcess>()
  private readonly queue: (() => void)[] = []
  private running = 0
  private first: Worker | null = null
  private tools: ListToolsResult | null = null
  private isClosed = false

  constructor(private readonly options: PoolOptions) {}

  /** Starts the first worker, which prepares the database. The others start when it is ready. */
  start(): void {
    if (this.isClosed || this.first) return
    const first = this.startWorker(this.options.installs)
    this.first = first
    this.idle.push(first)
    void this.loadTools(first).catch((error: unknown) => {
      if (error instanceof PrivateDatabaseError) return
      this.options.report(error instanceof Error ? error.message : String(error))
      this.first = null
    })
  }

  async listTools(): Promise<ListToolsResult> {
    this.start()
    return this.tools ?? this.loadTools(this.first!)
  }

  private async loadTools({ ready }: Worker): Promise<ListToolsResult> {
    const { tools, isPrivateDatabase, database } = await ready
    if (isPrivateDatabase) throw new PrivateDatabaseError('No other process can see the database.')
    if (this.tools === null) {
      this.tools = tools
      if (database !== null) this.options.report(database)
      this.refill()
    }
    return tools
  }

  async callTool(call: ToolCall, signal: AbortSignal): Promise<CallToolResult> {
    const refusal = checkArguments(call.arguments)
    if (refusal !== null) return errorResult(refusal)
    this.start()
    try {
      if (this.tools === null) await this.listTools()
    } catch (error) {
      if (error instanceof PrivateDatabaseError) throw error
      return startFailureResult(call.name, this.options)
    }
    await this.waitForTurn()
    try {
      if (signal.aborted) return errorResult('The call was cancelled before it started.')
      return await this.run(this.takeWorker(), call, signal)
    } finally {
      this.running--
      this.queue.shift()?.()
      setTimeout(() => this.refill(), refillDelay).unref()
    }
  }

  /** Ends idle workers immediately, and busy ones when their observers have run. */
  async close(): Promise<void> {
    this.isClosed = true
    this.discardIdle()
    const exits = [...this.busy].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    await Promise.race([Promise.all(exits), new Promise((resolve) => setTimeout(resolve, exitTime).unref())])
    for (const child of this.busy) child.kill('SIGKILL')
  }

  private waitForTurn(): Promise<void> {
    if (this.running < maxRunning) {
      this.running++
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      this.queue.push(() => {
        this.running++
        resolve()
      })
    })
  }

  /** Prefers a worker that is ready to one that is starting. */
  private takeWorker(): Worker {
    const index = this.idle.findIndex(({ isReady }) => isReady)
    return this.idle.splice(Math.max(index, 0), 1)[0] ?? this.startWorker(false)
  }

  /** At most one worker per processor starts at a time; more would only slow each other down. */
  private refill(): void {
    if (this.isClosed || this.tools === null) return
    while (this.idle.length < this.options.size && this.idle.filter(({ isReady }) => !isReady).length < processors) {
      this.idle.push(this.startWorker(false))
    }
  }

  private startWorker(installs: boolean): Worker {
    const { start, program, startTimeout } = this.options
    const worker = startWorker({ start: { ...start, installs }, program, startTimeout })
    const timer = setTimeout(() => this.replaceIdle(worker), maxIdleTime).unref()
    worker.ready.then(
      () => this.refill(),
      () => this.removeIdle(worker),
    )
    worker.process.once('exit', () => {
      clearTimeout(timer)
      this.removeIdle(worker)
    })
    return worker
  }

  private removeIdle(worker: Worker): void {
    const index = this.idle.indexOf(worker)
    if (index >= 0) this.idle.splice(index, 1)
  }

  /** Does nothing if the worker is running a call. */
  private replaceIdle(worker: Worker): void {
    if (!this.idle.includes(worker)) return
    this.removeIdle(worker)
    worker.process.kill('SIGKILL')
    this.refill()
  }

  private async run(worker: Worker, call: ToolCall, signal: AbortSignal): Promise<CallToolResult> {
    const { process: child } = worker
    this.busy.add(child)
    // The worker exits on its own after its observers have run.
    child.once('exit', () => this.busy.delete(child))
    const { result, outdatesWorkers } = await callWorker(worker, call, signal, this.options)
    if (outdatesWorkers) this.discardIdle()
    return result
  }

  private discardIdle(): void {
    for (const worker of this.idle.splice(0)) worker.process.kill('SIGKILL')
  }
}
