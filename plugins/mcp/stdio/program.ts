// The command svc:mcp: serves one assistant over standard input and output until the input ends (spec 4.3).
import type { Readable, Writable } from 'node:stream'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { ProtocolError } from '../protocol/message.js'
import { stdioCaller } from './exchange.js'
import { type InProcessTools, inProcessTools } from './in-process.js'
import { serveLines } from './loop.js'
import { helpText, type McpOptions, OptionError, readOptions } from './options.js'
import { Alone, WorkerPool } from './pool.js'

export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** A line on the error stream. */
  tell(line: string): void
  /** The program that workers run; the package's own if left out. */
  readonly worker?: string
}

/** Runs one command line, without the program's and the command's name; returns the exit code. */
export async function runMcp(argv: readonly string[], streams: Streams): Promise<number> {
  let options: McpOptions
  try {
    options = readOptions(argv)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    streams.tell(error.message)
    return 2
  }
  if (options.help) return print(streams.output, helpText)
  if (options.printConfig !== null) return printConfig(options, options.printConfig, streams)
  if (options.call) return callOnce(options, streams)
  return serve(options, streams)
}

function print(output: Writable, text: string): number {
  output.write(`${text}\n`)
  return 0
}

async function printConfig({ narrowing, config }: McpOptions, host: string, { output, tell }: Streams): Promise<number> {
  const [{ hostConfig, hosts }, { startOf }] = await Promise.all([import('../host-config.js'), import('./host-start.js')])
  const text = hosts.includes(host) ? hostConfig(host, { options: narrowing, ...(await startOf(config)) }) : null
  if (text !== null) return print(output, text)
  tell(`There is no host '${host}'. The hosts are ${hosts.join(', ')}.`)
  return 2
}

async function serve(options: McpOptions, { input, output, tell, worker }: Streams): Promise<number> {
  const { config, logLevel, grant, readOnly } = options
  const opened = inProcessTools({ config, logLevel, installs: !readOnly }, grant, tell)
  const pool = options.inProcess ? null : poolOf(options, tell, worker)
  const tools = pool ? unlessAlone(pool, opened, tell) : opened
  await serveLines({ input, output, tools, tell, begin: () => pool?.begin() })
  await pool?.close()
  await opened.close()
  return 0
}

function poolOf(
  { config, logLevel, grant, readOnly, spares, timeout }: McpOptions,
  tell: (line: string) => void,
  program?: string,
) {
  return new WorkerPool({
    spares,
    timeout,
    tell,
    ...(program !== undefined && { program }),
    start: { config, logLevel, scopes: grant.scopes },
    installs: !readOnly,
    lost: (tool, reason) =>
      tell(
        JSON.stringify({ category: 'authorization', tool, caller: stdioCaller, scopes: grant.scopes, outcome: 'lost', reason }),
      ),
  })
}

/** The pool, or the tools in this process where no other one can see the database. */
function unlessAlone(pool: WorkerPool, own: InProcessTools, tell: (line: string) => void): ToolServer {
  let alone = false
  async function either<T>(run: (tools: ToolServer) => T | Promise<T>): Promise<T> {
    if (alone) return run(own)
    try {
      return await run(pool)
    } catch (error) {
      if (!(error instanceof Alone)) throw error
      if (!alone) tell('The database lives in memory, so calls run in this process, without isolation.')
      alone = true
      void pool.close()
      return run(own)
    }
  }
  return {
    list: () => either((tools) => tools.list()),
    call: (call, signal) => either((tools) => tools.call(call, signal)),
  }
}

/** `{"name": …, "arguments": …}` in, the result out, as one line each. */
async function callOnce({ config, logLevel, grant, readOnly }: McpOptions, { input, output, tell }: Streams): Promise<number> {
  const tools = inProcessTools({ config, logLevel, installs: !readOnly }, grant, tell)
  try {
    let text = ''
    input.setEncoding('utf8')
    for await (const chunk of input as AsyncIterable<string>) text += chunk
    const { name, arguments: given = {} } = JSON.parse(text) as Partial<ToolCall>
    if (typeof name !== 'string') throw new ProtocolError(0, 'The call names no tool.')
    return print(output, await tools.call({ name, arguments: given }, new AbortController().signal))
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof SyntaxError) tell(error.message)
    else throw error
    return 1
  } finally {
    await tools.close()
  }
}
