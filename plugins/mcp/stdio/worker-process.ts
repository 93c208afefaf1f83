// One worker as the server sees it: a process that opens the service, takes one call, answers and ends. However it ends, the server goes on.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { minute } from '#core/ground/clock.js'
import type { ToolCall } from '../protocol/dispatch.js'
import { ProtocolError } from '../protocol/message.js'
import { refusalText } from '../tool/result.js'
import type { FromWorker, ToWorker, WorkerStart } from './exchange.js'

export type Ready = Extract<FromWorker, { kind: 'ready' }>

export interface Worker {
  readonly process: ChildProcess
  /** Resolves once it waits for its call. Rejects where it ended before, or took too long. */
  readonly ready: Promise<Ready>
  isReady: boolean
}

export interface StartOptions {
  readonly start: WorkerStart
  /** The program that it runs; the package's own if left out. */
  readonly program?: string | undefined
  /** Milliseconds that it may take to open the service; a minute if left out. */
  readonly longestStart?: number | undefined
}

export interface CallOptions {
  /** Milliseconds. */
  readonly timeout: number
  tell(line: string): void
  lost(tool: string, reason: string): void
}

/** Megabytes of heap; a call that needs more ends alone. */
const heap = 1_024
/** Milliseconds that the channel of a process that has ended may take to end too. */
const lastWords = 1_000
const ownProgram = fileURLToPath(new URL('../../../bin/mcp-worker.js', import.meta.url))
const notOpened = 'it could not open the service, and the error stream says why'

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'it was aborted, most likely because it ran out of memory'
  return signal === null ? `it ended with the exit code ${code}` : `it was ended by ${signal}`
}

function lostProse(reason: string): string {
  return `The call ended without an answer: its worker process stopped, because ${reason}. Other calls are not affected. What it was to change was either stored whole or not at all: read before you repeat it.`
}

export function startWorker({ start, program = ownProgram, longestStart = minute }: StartOptions): Worker {
  const child = fork(program, [JSON.stringify(start)], {
    // What a tool prints must never come between the messages: it goes where the log goes.
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [`--max-old-space-size=${heap}`],
  })
  const ready = new Promise<Ready>((resolve, reject) => {
    const tooLong = setTimeout(() => {
      reject(new Error(`The worker process did not start within ${longestStart / 1_000} seconds.`))
      child.kill('SIGKILL')
    }, longestStart)
    child.once('message', (message: FromWorker) => {
      clearTimeout(tooLong)
      if (message.kind === 'ready') resolve(message)
      else reject(new Error(message.kind === 'broken' ? message.message : 'The worker spoke out of turn.'))
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(tooLong)
      reject(new Error(`The worker process did not start: ${reasonOf(code, signal)}.`))
    })
  })
  const worker: Worker = { process: child, ready, isReady: false }
  ready.then(
    () => (worker.isReady = true),
    () => undefined,
  )
  return worker
}

export interface Answer {
  /** A call's result as JSON text. */
  readonly result: string
  /** What waiting workers hold may be out of date now. */
  readonly stale: boolean
}

const refused = (prose: string): Answer => ({ result: refusalText(prose), stale: false })

/** The refusal of a call for which no worker could be had. */
export function notStarted(tool: string, { lost }: CallOptions): Answer {
  lost(tool, notOpened)
  return refused(lostProse(notOpened))
}

/** What the worker says, however late. */
function saidBy({ process: child }: Worker): Promise<Answer> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'done') resolve({ result: message.result, stale: message.stale })
      else if (message.kind === 'refused') reject(new ProtocolError(message.code, message.message))
    })
  })
}

/** Why nothing will be said any more, once that is known. */
async function lossOf({ process: child, ready }: Worker, { timeout, tell }: CallOptions, over: AbortSignal): Promise<string> {
  try {
    await ready
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
    return notOpened
  }
  if (over.aborted) return ''
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const ended = (): void => resolve(reasonOf(code, signal))
      // What it said last may still be on its way.
      if (child.connected) child.once('disconnect', () => setImmediate(ended))
      setTimeout(ended, child.connected ? lastWords : 0)
    })
    if (child.exitCode !== null || child.signalCode !== null) resolve(reasonOf(child.exitCode, child.signalCode))
    const timer = setTimeout(() => resolve(`it took longer than ${timeout / 1_000} seconds`), timeout)
    over.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** The answer of a worker to its one call. Throws ProtocolError for a tool that does not exist. */
export async function callWorker(worker: Worker, call: ToolCall, signal: AbortSignal, options: CallOptions): Promise<Answer> {
  const over = new AbortController()
  const lost = lossOf(worker, options, over.signal).then((reason): Answer => {
    if (over.signal.aborted) return refused('')
    worker.process.kill('SIGKILL')
    options.lost(call.name, reason)
    return refused(lostProse(reason))
  })
  const cancelled = new Promise<Answer>((resolve) => {
    signal.addEventListener('abort', () => resolve(refused('The call was cancelled.')), { signal: over.signal })
  })
  try {
    worker.process.send({ kind: 'call', call } satisfies ToWorker)
    return await Promise.race([saidBy(worker), lost, cancelled])
  } finally {
    over.abort()
    if (signal.aborted) worker.process.kill('SIGKILL')
  }
}
