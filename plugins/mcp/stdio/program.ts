// The command svc:mcp: serves one client over standard input and output until the input ends.
import type { Readable, Writable } from 'node:stream'
import type { ToolCall, ToolProvider } from '../tool/tool-provider.js'
import { UnknownToolError } from '../tool/tool-provider.js'
import { createLocalTools, type LocalTools } from './local-tools.js'
import { helpText, type McpOptions, OptionError, readOptions } from './options.js'
import { stdioCaller } from './worker-messages.js'
import { PrivateDatabaseError, WorkerPool } from './worker-pool.js'

export interface ProgramStreams {
  readonly input: Readable
  readonly output: Writable
  /** Writes a line to the error stream. */
  report(line: string): void
}

/**
 * Returns the exit code.
 * @param argv the command line after the name of the command
 */
export async function runMcp(argv: readonly string[], streams: ProgramStreams): Promise<number> {
  let options: McpOptions
  try {
    options = readOptions(argv)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    streams.report(error.message)
    return 2
  }
  if (options.help) return print(streams.output, helpText)
  if (options.printConfig !== null) return printConfig(options, options.printConfig, streams)
  if (options.call) return runSingleCall(options, streams)
  return serve(options, streams)
}

function print(output: Writable, text: string): number {
  output.write(`${text}\n`)
  return 0
}

async function printConfig(
  { grantOptions, config }: McpOptions,
  host: string,
  { output, report }: ProgramStreams,
): Promise<number> {
  const { findHostStart, hostConfig, hosts } = await import('../host-config.js')
  const text = hosts.includes(host) ? hostConfig(host, { options: grantOptions, ...(await findHostStart(config)) }) : null
  if (text !== null) return print(output, text)
  report(`There is no host '${host}'. The hosts are ${hosts.join(', ')}.`)
  return 2
}

async function serve(options: McpOptions, { input, output, report }: ProgramStreams): Promise<number> {
  const { serveStreams } = await import('./serve-streams.js')
  const { config, logLevel, grant, readOnly } = options
  const localTools = createLocalTools({ config, logLevel, installs: !readOnly }, grant, report)
  const pool = options.inProcess ? null : createPool(options, report)
  const tools = pool ? fallBackToLocal(pool, localTools, report) : localTools
  await serveStreams({ input, output, tools, report, onFirstMessage: () => pool?.start() })
  await pool?.close()
  await localTools.close()
  return 0
}

function createPool(
  { config, logLevel, grant, readOnly, poolSize, timeout }: McpOptions,
  report: (line: string) => void,
): WorkerPool {
  const { scopes } = grant
  return new WorkerPool({
    size: poolSize,
    timeout,
    report,
    start: { config, logLevel, scopes },
    installs: !readOnly,
    onLostCall: (tool, reason) =>
      report(JSON.stringify({ category: 'authorization', tool, caller: stdioCaller, scopes, outcome: 'lost', reason })),
  })
}

/** Uses the pool until it reports that workers cannot see the database, then the tools in this process. */
function fallBackToLocal(pool: WorkerPool, localTools: LocalTools, report: (line: string) => void): ToolProvider {
  let isLocal = false
  async function run<T>(use: (tools: ToolProvider) => T | Promise<T>): Promise<T> {
    if (isLocal) return use(localTools)
    try {
      return await use(pool)
    } catch (error) {
      if (!(error instanceof PrivateDatabaseError)) throw error
      if (!isLocal) report('The database is in memory, so calls run in this process, without isolation.')
      isLocal = true
      void pool.close()
      return use(localTools)
    }
  }
  return {
    listTools: () => run((tools) => tools.listTools()),
    callTool: (call, signal) => run((tools) => tools.callTool(call, signal)),
  }
}

/** Reads `{"name": …, "arguments": …}` from the input and prints the result. */
async function runSingleCall(
  { config, logLevel, grant, readOnly }: McpOptions,
  { input, output, report }: ProgramStreams,
): Promise<number> {
  const tools = createLocalTools({ config, logLevel, installs: !readOnly }, grant, report)
  try {
    let text = ''
    input.setEncoding('utf8')
    for await (const chunk of input as AsyncIterable<string>) text += chunk
    const { name, arguments: toolInput = {} } = JSON.parse(text) as Partial<ToolCall>
    if (typeof name !== 'string') throw new UnknownToolError('The call has no tool name.')
    const result = await tools.callTool({ name, arguments: toolInput }, new AbortController().signal)
    return print(output, JSON.stringify(result))
  } catch (error) {
    if (error instanceof UnknownToolError || error instanceof SyntaxError) report(error.message)
    else throw error
    return 1
  } finally {
    await tools.close()
  }
}
