// One worker from the server's side: a child process that opens the service, runs one call and exits. The server survives its crash.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { minute } from '#core/contract.js'
import { errorResult } from '../tool/result.js'
import { type ToolCall, UnknownToolError } from '../tool/tool-provider.js'
import type { CallMessage, WorkerMessage, WorkerReady, WorkerStart } from './worker-messages.js'

export interface Worker {
  readonly process: ChildProcess
  /** Resolves when the worker accepts its call. Rejects if it exits or takes too long. */
  readonly ready: Promise<WorkerReady>
  isReady: boolean
}

export interface StartOptions {
  readonly start: WorkerStart
  /** Path of the worker program. Default: bin/mcp-worker.js of this package. */
  readonly program?: string | undefined
  /** Milliseconds to open the service. Default: one minute. */
  readonly startTimeout?: number | undefined
}

export interface CallOptions {
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
const startFailure = 'it could not open the service (see the error stream)'

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'it was aborted, most likely because it ran out of memory'
  return signal === null ? `it ended with the exit code ${code}` : `it was ended by ${signal}`
}

function lostCallText(reason: string): string {
  return `The call has no result: its worker process stopped, because ${reason}. Other calls are not affected. Its change was either stored completely or not at all: read before you repeat it.`
}

export function startWorker({ start, program = defaultProgram, startTimeout = minute }: StartOptions): Worker {
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
      reject(new Error(`The worker process did not start: ${exitReason(code, signal)}.`))
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

const failedAnswer = (text: string): WorkerAnswer => ({ result: errorResult(text), outdatesWorkers: false })

/** The result of a call if no worker could be started. */
export function startFailureResult(tool: string, { onLostCall }: CallOptions): CallToolResult {
  onLostCall(tool, startFailure)
  return errorResult(lostCallText(startFailure))
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
): Promise<string> {
  try {
    await ready
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    return startFailure
  }
  if (finished.aborted) return ''
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const reportExit = (): void => resolve(exitReason(code, signal))
      // The last message may arrive after the exit.
      if (child.connected) child.once('disconnect', () => setImmediate(reportExit))
      setTimeout(reportExit, child.connected ? channelTime : 0)
    })
    if (child.exitCode !== null || child.signalCode !== null) resolve(exitReason(child.exitCode, child.signalCode))
    const timer = setTimeout(() => resolve(`it took longer than ${timeout / 1_000} seconds`), timeout)
    finished.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** Runs the one call of a worker. Throws UnknownToolError if no tool has the name. */
export async function callWorker(
  worker: Worker,
  call: ToolCall,
  signal: AbortSignal,
  options: CallOptions,
): Promise<WorkerAnswer> {
  const finished = new AbortController()
  const loss = waitForLoss(worker, options, finished.signal).then((reason): WorkerAnswer => {
    if (finished.signal.aborted) return failedAnswer('')
    worker.process.kill('SIGKILL')
    options.onLostCall(call.name, reason)
    return failedAnswer(lostCallText(reason))
  })
  const cancellation = new Promise<WorkerAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve(failedAnswer('The call was cancelled.')), { signal: finished.signal })
  })
  try {
    worker.process.send({ kind: 'call', call } satisfies CallMessage)
    return await Promise.race([receiveAnswer(worker), loss, cancellation])
  } finally {
    finished.abort()
    if (signal.aborted) worker.process.kill('SIGKILL')
  }
}
