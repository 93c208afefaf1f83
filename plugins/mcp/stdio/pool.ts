// Workers that wait, started and opened, each for one call: as many in flight as there are processors, the rest queue.
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { ProtocolError } from '../protocol/message.js'
import { isTooDeep, tooDeep } from '../tool/depth.js'
import { refusalText } from '../tool/result.js'
import type { FromWorker, ToWorker, WorkerStart } from './exchange.js'

export interface PoolOptions {
  readonly start: Omit<WorkerStart, 'installs'>
  /** Whether the first worker may fill an empty database. */
  readonly installs: boolean
  readonly spares: number
  /** Milliseconds. */
  readonly timeout: number
  /** The program that a worker runs; the package's own if left out. */
  readonly program?: string
  /** A line for whoever watches. */
  tell(line: string): void
  /** Told of a call whose worker ended without an answer. */
  lost(tool: string, reason: string): void
}

const mostInFlight = Math.min(availableParallelism(), 4)
/** Milliseconds after which a spare is replaced: the code and the settings that it loaded may have changed. */
const longestWait = 600_000
/** Milliseconds that workers have after their answers once the input has ended. */
const farewell = 5_000
/** Milliseconds that a worker may take to open the app. */
const longestStart = 60_000
/** Megabytes of heap; a call that needs more ends alone. */
const heap = 1_024
/** Milliseconds after the last answer before the next spare starts: it would take the processor from the caller. */
const pause = 15
const workerProgram = fileURLToPath(new URL('../../../bin/mcp-worker.js', import.meta.url))

/** No worker can help: this database exists in one process only. */
export class Alone extends Error {}

interface Worker {
  readonly process: ChildProcess
  /** Resolves once it waits for its call. */
  readonly ready: Promise<Extract<FromWorker, { kind: 'ready' }>>
  readonly age: NodeJS.Timeout
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'it was aborted, most likely because it ran out of memory'
  return signal === null ? `it ended with the exit code ${code}` : `it was ended by ${signal}`
}

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
    const { tools, alone } = await ready
    if (alone) throw new Alone('The database lives in one process.')
    if (this.tools === null) {
      this.tools = tools
      this.refill()
    }
    return tools
  }

  async call(call: ToolCall, signal: AbortSignal): Promise<string> {
    if (isTooDeep(call.arguments)) return refusalText(tooDeep)
    this.begin()
    if (this.tools === null) await this.list()
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

  private take(): Worker {
    const worker = this.spares.shift() ?? this.spawn(false)
    clearTimeout(worker.age)
    return worker
  }

  private refill(): void {
    const wanted = this.closed ? 0 : this.options.spares
    if (this.inFlight > 0 && this.spares.length > 0) return
    while (this.spares.length < wanted) this.spares.push(this.spawn(false))
  }

  private spawn(installs: boolean): Worker {
    const start: WorkerStart = { ...this.options.start, installs }
    const child = fork(this.options.program ?? workerProgram, [JSON.stringify(start)], {
      // What a tool prints must never come between the messages: it goes where the log goes.
      stdio: ['ignore', 2, 2, 'ipc'],
      execArgv: [`--max-old-space-size=${heap}`],
    })
    const ready = new Promise<Extract<FromWorker, { kind: 'ready' }>>((resolve, reject) => {
      child.once('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve(message)
        else reject(new Error(message.kind === 'broken' ? message.message : 'The worker spoke out of turn.'))
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => reject(new Error(`The worker process did not start: ${reasonOf(code, signal)}.`)))
    })
    const worker: Worker = { process: child, ready, age: setTimeout(() => this.replace(worker), longestWait).unref() }
    ready.catch(() => this.forget(worker))
    child.once('exit', () => this.forget(worker))
    return worker
  }

  private forget(worker: Worker): void {
    clearTimeout(worker.age)
    const at = this.spares.indexOf(worker)
    if (at >= 0) this.spares.splice(at, 1)
  }

  private replace(worker: Worker): void {
    this.discard(worker)
    this.refill()
  }

  private discard(worker: Worker): void {
    this.forget(worker)
    worker.process.kill('SIGKILL')
  }

  /** The answer of one worker; however it ends, the server goes on. */
  private async run({ process: child, ready }: Worker, call: ToolCall, signal: AbortSignal): Promise<string> {
    this.busy.add(child)
    const { timeout, lost } = this.options
    try {
      return await new Promise<string>((resolve, reject) => {
        const fail = (reason: string): void => {
          lost(call.name, reason)
          resolve(refusalText(lostProse(reason)))
        }
        let timer: NodeJS.Timeout | undefined
        const limit = (milliseconds: number): void => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            child.kill('SIGKILL')
            fail(`it took longer than ${milliseconds / 1_000} seconds`)
          }, milliseconds)
        }
        limit(longestStart)
        child.once('exit', (code, ended) => {
          clearTimeout(timer)
          fail(reasonOf(code, ended))
        })
        signal.addEventListener('abort', () => {
          child.kill('SIGKILL')
          clearTimeout(timer)
          resolve(refusalText('The call was cancelled.'))
        })
        const take = (message: FromWorker): void => {
          clearTimeout(timer)
          if (message.kind === 'done') {
            if (message.stale) this.drop()
            resolve(message.result)
          } else if (message.kind === 'refused') reject(new ProtocolError(message.code, message.message))
        }
        child.on('message', take)
        child.send({ kind: 'call', call } satisfies ToWorker)
        ready.then(
          () => limit(timeout),
          (error: unknown) => {
            clearTimeout(timer)
            this.options.tell(error instanceof Error ? error.message : String(error))
            fail('it could not open the service')
          },
        )
      })
    } finally {
      // It ends by itself once its observers have run; the exit of one that has answered is nobody's loss.
      child.removeAllListeners('exit')
      child.once('exit', () => this.busy.delete(child))
      if (child.exitCode !== null || child.signalCode !== null) this.busy.delete(child)
    }
  }

  /** Spares that wait now hold what is out of date. */
  private drop(): void {
    for (const spare of this.spares.splice(0)) this.discard(spare)
  }
}

function lostProse(reason: string): string {
  return `The call ended without an answer: its worker process stopped, because ${reason}. Other calls are not affected. What it was to change was either stored whole or not at all: read before you repeat it.`
}
