// A running svc:mcp process for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readReplies } from './json-lines.js'
import type { Assistant, Content, ListedTool } from './service.js'

export const program = fileURLToPath(new URL('../../../../bin/svc', import.meta.url))
export const hostileConfig = fileURLToPath(new URL('../../fixtures/hostile/svc.config.js', import.meta.url))

export interface Reply {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export interface StdioServer extends Assistant {
  readonly child: ChildProcess
  /** Everything on the error stream so far. */
  errorOutput(): string
  /** Every line on the output stream so far, parsed. */
  readonly replies: readonly Reply[]
  send(line: string): void
  ask(method: string, params?: object): Promise<Reply>
  /** The next reply with that id. */
  reply(id: unknown): Promise<Reply>
  /** Ends the input and waits for the exit code. */
  end(): Promise<number | null>
}

/** Starts the server on a database with a minimal environment, as hosts do. */
export function startStdio(options: readonly string[], environment: Readonly<Record<string, string>>): StdioServer {
  const child = spawn(process.execPath, [program, 'svc:mcp', ...options], {
    env: { PATH: process.env['PATH'] ?? '', SVC_DEMO: 'off', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const { replies, reply } = readReplies(createInterface({ input: child.stdout }))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let count = 0
  const ask = (method: string, params: object = {}): Promise<Reply> => {
    const id = `r${++count}`
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return reply(id)
  }
  const result = async (method: string, params: object): Promise<unknown> => {
    const { result: value, error } = await ask(method, params)
    if (value === undefined) throw new Error(error?.message ?? 'no answer')
    return value
  }
  return {
    child,
    replies,
    reply,
    ask,
    errorOutput: () => errorOutput,
    send: (line) => void child.stdin.write(`${line}\n`),
    tools: async () => ((await result('tools/list', {})) as { readonly tools: readonly ListedTool[] }).tools,
    call: async (name, input = {}) => (await result('tools/call', { name, arguments: input })) as Content,
    end() {
      child.stdin.end()
      return exit
    },
    async close() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
