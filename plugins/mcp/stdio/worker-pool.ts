// A pool of worker processes with the service opened. Each runs one call; calls beyond the number of processors wait in a queue.
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { minute, createMessage, type Message } from '#core/contract.js'
import { checkArgumentBounds, type ToolCall, type ToolProvider, UnknownToolError, errorResult } from '../tool/tool-provider.js'
import { type CallMessage, type WorkerMessage, type WorkerReady, type WorkerStart, writeForTerminal } from './local-tools.js'

// One worker from the server's side: a child process that opens the service, runs one call and exits. The server survives its crash.

interface Worker {
  readonly process: ChildProcess
  /** Resolves when the worker accepts its call. Rejects if it exits or takes too long. */
  readonly ready: Promise<WorkerReady>
  isReady: boolean
}

interface StartOptions {
  readonly start: WorkerStart
  /** Path of the worker program. Default: bin/mcp-worker.js of this package. */
  readonly program?: string | undefined
  /** Milliseconds to open the service. Default: one minute. */
  readonly startTimeout?: number | undefined
}

interface CallOptions {
  /** Milliseconds. */
  readonly timeout: number
  report(line: string): void
  onLostCall(tool: string, reason: string): void
}

/** Megabytes. A call that needs more ends alone. */
const heapSize = 1_024
/** Milliseconds between the exit of a process and the end of its message channel. */
const channelTime = 1_000
const defaultProgram = fileURLToPath(new URL('../../../bin/mcp-worker.js', import.meta.url))
const startFailure = createMessage('steps.workerNotStarted')

function createExitReason(code: number | null, signal: NodeJS.Signals | null): Message {
  if (signal === 'SIGABRT' || code === 134) return createMessage('steps.workerAborted')
  return signal === null
    ? createMessage('steps.workerExited', { code: String(code) })
    : createMessage('steps.workerKilled', { signal })
}

const createErrorResult = async (message: Message): Promise<CallToolResult> => errorResult(await writeForTerminal(message))

function startWorker({ start, program = defaultProgram, startTimeout = minute }: StartOptions): Worker {
  const child = fork(program, [JSON.stringify(start)], {
    // Output of a tool goes to the error stream. On the output stream it would break the protocol.
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [...process.execArgv, `--max-old-space-size=${heapSize}`],
  })
  const ready = new Promise<WorkerReady>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The worker process did not start within ${startTimeout / 1_000} seconds.`))
      child.kill('SIGKILL')
    }, startTimeout)
    child.once('message', (message: WorkerMessage) => {
      clearTimeout(timer)
      if (message.kind === 'ready') resolve(message)
      else reject(new Error(message.kind === 'failed' ? message.message : 'The worker process sent an unexpected message.'))
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`The worker process did not start: ${signal ?? `exit code ${code}`}.`))
    })
  })
  const worker: Worker = { process: child, ready, isReady: false }
  ready.then(
    () => (worker.isReady = true),
    () => undefined,
  )
  return worker
}

export interface WorkerAnswer {
  readonly result: CallToolResult
  /** The data of waiting workers may be stale. */
  readonly outdatesWorkers: boolean
}

/** The result of a call whose worker has ended, or could not be started. */
async function createLostResult(tool: string, reason: Message, { onLostCall }: CallOptions): Promise<CallToolResult> {
  const { messageText } = await import('#core/surface.js')
  onLostCall(tool, messageText(reason))
  return createErrorResult(createMessage('steps.callLost', { reason }))
}

function receiveAnswer({ process: child }: Worker): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'result') resolve(message)
      else if (message.kind === 'unknown-tool') reject(new UnknownToolError(message.message))
    })
  })
}

/** Resolves with the reason if the worker cannot answer any more. */
async function waitForLoss(
  { process: child, ready }: Worker,
  { timeout, report }: CallOptions,
  finished: AbortSignal,
): Promise<Message | null> {
  try {
    await ready
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    return startFailure
  }
  if (finished.aborted) return null
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const reportExit = (): void => resolve(createExitReason(code, signal))
      // The last message may arrive after the exit.
      if (child.connected) child.once('disconnect', () => setImmediate(reportExit))
      setTimeout(reportExit, child.connected ? channelTime : 0)
    })
    if (child.exitCode !== null || child.signalCode !== null) resolve(createExitReason(child.exitCode, child.signalCode))
    const timer = setTimeout(() => resolve(createMessage('steps.workerTooSlow', { seconds: timeout / 1_000 })), timeout)
    finished.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** Runs the one call of a worker. Throws UnknownToolError if no tool has the name. */
async function callWorker(worker: Worker, call: ToolCall, signal: AbortSignal, options: CallOptions): Promise<WorkerAnswer> {
  const finished = new AbortController()
  const loss = waitForLoss(worker, options, finished.signal).then(async (reason): Promise<WorkerAnswer> => {
    // The answer has arrived before.
    if (reason === null || finished.signal.aborted) return new Promise(() => undefined)
    worker.process.kill('SIGKILL')
    return { result: await createLostResult(call.name, reason, options), outdatesWorkers: false }
  })
  const cancellation = new Promise<WorkerAnswer>((resolve) => {
    const cancel = async (): Promise<void> =>
      resolve({ result: await createErrorResult(createMessage('steps.callCancelled')), outdatesWorkers: false })
    signal.addEventListener('abort', () => void cancel(), { signal: finished.signal })
  })
  try {
    worker.process.send({ kind: 'call', call } satisfies CallMessage)
    return await Promise.race([receiveAnswer(worker), loss, cancellation])
  } finally {
    finished.abort()
    if (signal.aborted) worker.process.kill('SIGKILL')
  }
}

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

export class ToolWorkerPool implements ToolProvider {
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
    const refusal = checkArgumentBounds(call.arguments)
    if (refusal !== null) return createErrorResult(refusal)
    this.start()
    try {
      if (this.tools === null) await this.listTools()
    } catch (error) {
      if (error instanceof PrivateDatabaseError) throw error
      return await createLostResult(call.name, startFailure, this.options)
    }
    await this.waitForTurn()
    try {
      if (signal.aborted) return await createErrorResult(createMessage('steps.callCancelledEarly'))
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
