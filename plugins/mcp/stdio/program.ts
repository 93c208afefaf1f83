// The command svc:mcp: serves one client over standard input and output until the input ends.
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createMessage, type Grant, grantOf, isPreset, type Message, presets, type Scope } from '#core/contract.js'
import { accessRules, messageFormat } from '#core/surface.js'
import { type ToolCall, type ToolProvider, UnknownToolError } from '../tool/tool-provider.js'
import { createLocalTools, type LocalTools, stdioCaller, writeForTerminal } from './local-tools.js'
import { PrivateDatabaseError, ToolWorkerPool } from './worker-pool.js'

export interface ProgramStreams {
  readonly input: Readable
  readonly output: Writable
  /** Writes a line to the error stream. */
  report(line: string): void
}

// Command-line options of svc:mcp: the grant, and how calls run. An invalid option ends the program.

interface McpOptions {
  readonly grant: Grant
  readonly readOnly: boolean
  readonly inProcess: boolean
  /** Reads one call from standard input, runs it and ends. */
  readonly call: boolean
  readonly help: boolean
  /** Prints the configuration of this host instead of serving. */
  readonly printConfig: string | null
  readonly config: string | null
  readonly logLevel: string | null
  /** Number of idle workers. 0 starts one with each call. */
  readonly poolSize: number
  /** Milliseconds per call. */
  readonly timeout: number
  /** The options that restrict the grant, as typed. */
  readonly grantOptions: readonly string[]
}

/** An invalid option. The message names the valid ones. */
class OptionError extends Error {
  constructor(readonly refusal: Message) {
    super(refusal.key)
  }
}

const indent = ' '.repeat(25)
const presetLines = Object.entries(presets)
  .map(([name, scopes]) => `${indent}${name.padEnd(12)}${scopes.join(' + ')}`)
  .join('\n')

const examples = ['--read-only', '--preset author --scope code:write', '--print-config claude-desktop']
  .map((line) => `  svc svc:mcp ${line}`)
  .join('\n')

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const
const repeated = { type: 'string', multiple: true } as const
const options = {
  'read-only': flag,
  'in-process': flag,
  call: flag,
  help: flag,
  json: flag,
  scope: repeated,
  preset: repeated,
  'print-config': text,
  spares: text,
  timeout: text,
  config: text,
  'log-level': text,
} as const

/** Not strict: the errors of this module name the valid options. */
const parse = (args: string[]) => parseArgs({ args, options, strict: false, tokens: true })

/** The error message for an invalid word, otherwise null. */
function checkToken(token: ReturnType<typeof parse>['tokens'][number], word: string): Message | null {
  const option = token.kind === 'option' && token.rawName.startsWith('--') ? token : null
  const type = option && Object.hasOwn(options, option.name) ? options[option.name as keyof typeof options].type : null
  if (!option || type === null || (type === 'boolean' && option.value !== undefined)) {
    const names = Object.keys(options).map((name) => `--${name}`)
    const suggestion = messageFormat.suggestName(option?.rawName ?? word, names)
    return createMessage('commands.assistantUnknownOption', { option: word, suggestion, options: names })
  }
  const isMissing = option.value === undefined || (!option.inlineValue && option.value.startsWith('-'))
  return type === 'string' && isMissing ? createMessage('commands.assistantOptionValue', { option: option.rawName }) : null
}

function parseValues(argv: readonly string[]) {
  const args = [...argv]
  for (const token of parse(args).tokens) {
    const message = checkToken(token, args[token.index]!)
    if (message !== null) throw new OptionError(message)
  }
  return parseArgs({ args, options }).values
}

function parseWholeNumber(name: string, text: string | undefined, defaultValue: number, from: number, to: number): number {
  if (text === undefined) return defaultValue
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= from && number <= to))
    throw new OptionError(createMessage('commands.assistantWholeNumber', { option: name, from, to }))
  return number
}

const readScopes: readonly Scope[] = accessRules.areas.map((area): Scope => `${area}:read`).filter(accessRules.isGrantableScope)

function parseScope(text: string): readonly Scope[] {
  if (text === accessRules.baseScope) return []
  if (accessRules.isGrantableScope(text)) return [text]
  const scopes = accessRules.grantableScopes
  const suggestion = messageFormat.suggestName(text, scopes)
  throw new OptionError(createMessage('commands.assistantUnknownScope', { scope: text, suggestion, scopes }))
}

function parsePreset(text: string): readonly Scope[] {
  if (isPreset(text)) return presets[text]
  const suggestion = messageFormat.suggestName(text, Object.keys(presets))
  const values = { preset: text, suggestion, presets: accessRules.presetsWithScopes }
  throw new OptionError(createMessage('commands.assistantUnknownPreset', values))
}

function createGrant(readOnly: boolean, scopes: readonly string[], presetNames: readonly string[]): Grant {
  const options = [
    ...scopes.map((scope) => ({ text: `--scope ${scope}`, scopes: parseScope(scope) })),
    ...presetNames.map((preset) => ({ text: `--preset ${preset}`, scopes: parsePreset(preset) })),
  ]
  const granted = options.flatMap((option) => option.scopes)
  if (!readOnly) return options.length === 0 ? accessRules.fullGrant : grantOf(granted)
  const writing = options.find((option) => option.scopes.some((scope) => scope.endsWith(':write')))
  if (writing) throw new OptionError(createMessage('commands.assistantReadOnly', { option: writing.text }))
  return grantOf([...readScopes, ...granted])
}

/** Throws OptionError for an invalid option. */
export function readOptions(argv: readonly string[]): McpOptions {
  const values = parseValues(argv)
  const { scope: scopes = [], preset: presetNames = [], 'read-only': readOnly = false } = values
  return {
    grant: createGrant(readOnly, scopes, presetNames),
    readOnly,
    inProcess: values['in-process'] ?? false,
    call: values.call ?? false,
    help: values.help ?? false,
    printConfig: values['print-config'] ?? null,
    config: values.config ?? null,
    logLevel: values['log-level'] ?? null,
    poolSize: parseWholeNumber('--spares', values.spares, 4, 0, 8),
    timeout: parseWholeNumber('--timeout', values.timeout, 120, 1, 3_600) * 1_000,
    grantOptions: [
      ...(readOnly ? ['--read-only'] : []),
      ...scopes.flatMap((scope) => ['--scope', scope]),
      ...presetNames.flatMap((preset) => ['--preset', preset]),
    ],
  }
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
    streams.report(await writeForTerminal(error.refusal))
    return 2
  }
  if (options.help) return printHelp(streams)
  if (options.printConfig !== null) return printConfig(options, options.printConfig, streams)
  if (options.call) return runSingleCall(options, streams)
  return serve(options, streams)
}

async function printHelp({ output }: ProgramStreams): Promise<number> {
  const { hosts } = await import('../host-config.js')
  const values = { presets: presetLines, hosts, examples }
  return print(output, await writeForTerminal(createMessage('commands.assistantHelp', values)))
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
  report(await writeForTerminal(createMessage('commands.assistantUnknownHost', { host, hosts })))
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
): ToolWorkerPool {
  const { scopes } = grant
  return new ToolWorkerPool({
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
function fallBackToLocal(pool: ToolWorkerPool, localTools: LocalTools, report: (line: string) => void): ToolProvider {
  let isLocal = false
  async function run<T>(use: (tools: ToolProvider) => T | Promise<T>): Promise<T> {
    if (isLocal) return use(localTools)
    try {
      return await use(pool)
    } catch (error) {
      if (!(error instanceof PrivateDatabaseError)) throw error
      if (!isLocal) {
        isLocal = true
        report(await writeForTerminal(createMessage('commands.assistantInProcess')))
      }
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
    if (typeof name !== 'string')
      throw new UnknownToolError(await writeForTerminal(createMessage('commands.assistantCallWithoutTool')))
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
