// Builds the commander program for a command line and runs its command.
import { createMessage, type MessageText, ValidationError, type App, type MessageWriter } from '#core/contract.js'
import {
  type Assembly,
  createMessageCatalogs,
  getMessage,
  joinSentences,
  toMessageFields,
  describeDatabase,
  findUnknownVariables,
  type LoadedConfig,
  type BootOptions,
  type SettingName,
  createMessageWriter,
  type Registry,
  findTerminalLanguage,
  messageFormat,
  inputForms,
} from '#core/surface.js'
import { translateError } from '../http/error-language.js'
import { type Command as Commander, CommanderError } from 'commander'
import { createActionCommand, type CliCommand, createCommandNamer, toCliCommand } from './command.js'
import { builtInCommands } from './commands/index.js'
import { createCommander, formatProgramHelp, HelpWriter, toKebabCase } from './help.js'
import { formatResult, type Terminal, UsageError, toCommandFailure, toParseMessage } from './result-format.js'

const commandPrefix = 'svc:'

const addPrefix = (name: string): string => (name.startsWith(commandPrefix) ? name : commandPrefix + name)

/** Global options that take a value and may precede the command. */
const valueOptions = ['--config', '--log-level']

/** Index of the command in the command line; -1 if there is none. */
function findCommandIndex(argv: readonly string[]): number {
  for (let i = 0; i < argv.length; i++) {
    if (!argv[i]!.startsWith('-')) return i
    if (valueOptions.includes(argv[i]!)) i++
  }
  return -1
}

/** Runs a command line and returns the exit code; never throws. */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  const json = argv.includes('--json')
  try {
    return await runCommand(argv, terminal)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const { exitCode, lines, code } = toCommandFailure(error, terminal.environment)
    if (json) terminal.printMessage(JSON.stringify({ error: { code, messages: lines } }))
    else for (const line of lines) terminal.printMessage(line)
    if (exitCode === 1 && argv.join(' ').includes('--log-level debug') && error instanceof Error)
      terminal.printMessage(error.stack ?? '')
    return exitCode
  }
}

/** Options that every command takes. */
interface GlobalOptions {
  readonly config?: string
  readonly logLevel?: string
  readonly json?: boolean
}

/** One run of the program: loads the configuration on demand, opens at most one app, and stops it at the end. */
class CommandSession {
  private loading: Promise<LoadedConfig> | null = null
  private assembly: Promise<Assembly> | null = null
  private app: Promise<App> | null = null
  private registry: Registry | null = null

  /**
   * @param settings settings from the command's options, by setting name
   */
  constructor(
    readonly terminal: Terminal,
    private readonly globals: GlobalOptions,
    private readonly settings: Readonly<Partial<Record<SettingName, unknown>>> = {},
  ) {}

  load(): Promise<LoadedConfig> {
    this.loading ??= this.loadOnce()
    return this.loading
  }

  private async loadOnce(): Promise<LoadedConfig> {
    const { loadConfig } = await import('#core/surface.js')
    const { environment } = this.terminal
    const { logLevel } = this.globals
    const options = { ...this.settings, ...(logLevel === undefined ? {} : { logLevel }) }
    const loaded = await loadConfig({ file: this.globals.config, folder: this.terminal.folder, environment, options })
    for (const message of findUnknownVariables(loaded.environment)) this.print(message)
    return loaded
  }

  assemble(): Promise<Assembly> {
    this.assembly ??= this.assembleOnce()
    return this.assembly
  }

  private async assembleOnce(): Promise<Assembly> {
    const { assemble } = await import('#core/surface.js')
    const { config, settings } = await this.load()
    const assembly = assemble(config, { settings })
    this.registry = assembly.registry
    return assembly
  }

  open(options: BootOptions = {}): Promise<App> {
    this.app ??= this.openOnce(options)
    return this.app
  }

  private async openOnce(options: BootOptions): Promise<App> {
    const { open } = await import('#core/surface.js')
    const assembly = await this.assemble()
    const { settings } = await this.load()
    if (this.globals.json !== true && settings.logLevel !== 'silent') this.print(describeDatabase(settings))
    return open(assembly, {
      ...options,
      onMigration: ({ owner, version, name, number, total }) =>
        this.print(createMessage('results.migration', { number, all: total, owner, version, name })),
    })
  }

  /** The refusal in the language of the terminal, with the labels and messages of the installation. */
  translate(error: unknown): unknown {
    return this.registry === null || this.language === 'en' ? error : translateError(error, this.registry, this.language)
  }

  private get catalogs(): ReturnType<typeof createMessageCatalogs> {
    return this.registry?.messages ?? createMessageCatalogs()
  }

  get language(): string {
    return findTerminalLanguage(this.terminal.environment, this.catalogs)
  }

  get help(): HelpWriter {
    const { catalogs, language, write } = this
    return new HelpWriter(language, (key, tag) => catalogs.find(key, tag), write)
  }

  /** Writes a message in the language of the terminal, with the labels of the installation if it is assembled. */
  readonly write: MessageWriter = (message) => {
    const { registry, language } = this
    if (registry !== null) return createMessageWriter(registry, language)(message)
    return messageFormat.formatMessageFields(toMessageFields(message), language, { catalogs: createMessageCatalogs() })
  }

  readonly print = (message: MessageText): void => this.terminal.printMessage(this.write(message))

  /** Stops the app if it was opened. */
  async close(): Promise<void> {
    const app = await this.app?.catch(() => null)
    await app?.stop()
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const at = findCommandIndex(argv)
  const name = at < 0 ? null : addPrefix(argv[at]!)
  const globals = parseGlobalOptions(argv)
  const own = builtInCommands.find((command) => command.name === name)
  const session = new CommandSession(terminal, globals)
  if (own) return executeCommand(own, argv.toSpliced(at, 1), globals, session)
  if (name === null && argv.some((word) => word === '--version' || word === '-V')) return printVersion(terminal)
  if (name === null || name === 'svc:help') return printHelp(session, terminal)
  const commands = listCommands(await session.assemble())
  const requestedCommand = commands.find((command) => command.name === name)
  if (requestedCommand) return executeCommand(requestedCommand, argv.toSpliced(at, 1), globals, session)
  const names = commands.map((command) => command.name)
  throw new UsageError(
    createMessage('commands.unknownCommand', { name: argv[at]!, hint: messageFormat.suggestName(name, names) }),
    null,
  )
}

/** The global options from anywhere in the line. Commander validates them later. */
function parseGlobalOptions(argv: readonly string[]): GlobalOptions {
  const valueOf = (flag: string): string | undefined => {
    const joined = argv.find((word) => word.startsWith(`${flag}=`))
    if (joined !== undefined) return joined.slice(flag.length + 1)
    const at = argv.indexOf(flag)
    return at < 0 ? undefined : argv[at + 1]
  }
  const [config, logLevel] = [valueOf('--config'), valueOf('--log-level')]
  return {
    json: argv.includes('--json'),
    ...(config === undefined ? {} : { config }),
    ...(logLevel === undefined ? {} : { logLevel }),
  }
}

/** Sorts commands of one noun together, such as `svc:product:…`, by the first command of each noun. */
function groupByNoun(commands: readonly CliCommand[]): readonly CliCommand[] {
  const getNoun = ({ name }: CliCommand): string => name.split(':', 2).join(':')
  return [...new Set(commands.map(getNoun))].flatMap((noun) => commands.filter((command) => getNoun(command) === noun))
}

/** Built-in commands and commands of plugins, then actions. */
export function listCommands({ commands, registry }: Pick<Assembly, 'commands' | 'registry'>): readonly CliCommand[] {
  const formatActionName = createCommandNamer(registry)
  const actions = [...registry.actions.values()].flatMap((action) =>
    action.command === undefined
      ? []
      : [createActionCommand(action as Parameters<typeof createActionCommand>[0], action.command, formatActionName)],
  )
  return [...groupByNoun([...builtInCommands, ...commands.map(({ item }) => toCliCommand(item))]), ...actions]
}

/** The parsed input by property name. */
function readCommandInput(command: CliCommand, parsed: Commander): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [index, name] of (command.positional ?? []).entries()) {
    const value: unknown = parsed.processedArgs[index]
    if (value !== undefined) input[name] = value
  }
  for (const name of Object.keys(command.options ?? {})) {
    const attribute = toKebabCase(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    const value: unknown = parsed.getOptionValue(attribute)
    if (value !== undefined) input[name] = value
  }
  return input
}

async function executeCommand(
  command: CliCommand,
  words: readonly string[],
  globals: GlobalOptions,
  { help, terminal }: CommandSession,
): Promise<number> {
  const parsed = parseCommandLine(command, words, help, terminal)
  const options = validateInput(command, readCommandInput(command, parsed))
  const session = new CommandSession(terminal, globals, command.settings?.(options) ?? {})
  try {
    const result = await command.run({
      options,
      json: globals.json ?? false,
      load: () => session.load(),
      assemble: () => session.assemble(),
      open: (openOptions) => session.open(openOptions),
      language: session.language,
      write: session.write,
      progress: session.print,
      say: (line) => terminal.printResult(line),
    })
    if (result !== undefined) {
      const written = messageFormat.writeMessages(result, session.write) as typeof result
      const text = globals.json ? JSON.stringify(written) : (command.text ?? formatResult)(written, session.write)
      terminal.printResult(text)
    }
    return result !== undefined && command.failed?.(result) === true ? 1 : 0
  } catch (error) {
    throw session.translate(error)
  } finally {
    await session.close()
  }
}

function parseCommandLine(command: CliCommand, words: readonly string[], help: HelpWriter, terminal: Terminal): Commander {
  const commander = createCommander(command, help, (text) => terminal.printResult(text)).exitOverride()
  try {
    commander.parse([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error
    throw new UsageError(toParseMessage(commander, error), command.name)
  }
  return commander
}

function validateInput(command: CliCommand, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return inputForms.prepareInput(command.options ?? {}, input, {
      argument: 'option',
      owner: createMessage('errors.commandNamed', { name: command.name }),
    })
  } catch (error) {
    if (error instanceof ValidationError) throw new UsageError(joinSentences(error.issues.map(getMessage)), command.name)
    throw error
  }
}

async function printVersion(terminal: Terminal): Promise<number> {
  const { serviceState } = await import('#core/surface.js')
  terminal.printResult(serviceState.getCoreVersion())
  return 0
}

/** Prints every command with its first sentence. With an invalid configuration it prints the built-in commands and the errors. */
async function printHelp(session: CommandSession, terminal: Terminal): Promise<number> {
  let failure: unknown = null
  const commands = await session
    .assemble()
    .then(listCommands)
    .catch((error: unknown) => {
      failure = error
      return builtInCommands
    })
  terminal.printResult(formatProgramHelp(commands, session.help))
  if (failure === null) return 0
  for (const line of toCommandFailure(failure, terminal.environment).lines) terminal.printMessage(line)
  return 1
}
