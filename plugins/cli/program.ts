// Builds the commander program for a command line and runs its command.
import { createMessage, ValidationError } from '#core/contract.js'
import { type Assembly, didYouMean, prepareInput } from '#core/surface.js'
import { Command as Commander, CommanderError } from 'commander'
import { declareArguments, readCommandInput } from './arguments.js'
import { createActionCommand, type CliCommand, createCommandNamer, toCliCommand } from './command.js'
import { builtInCommands } from './commands/index.js'
import { toCommandFailure, UsageError } from './command-failure.js'
import { formatResult } from './result-format.js'
import { type GlobalOptions, CommandSession } from './command-session.js'
import type { Terminal } from './terminal.js'

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
    const { exitCode, lines, code } = toCommandFailure(error)
    if (json) terminal.printMessage(JSON.stringify({ error: { code, messages: lines } }))
    else for (const line of lines) terminal.printMessage(line)
    if (exitCode === 1 && argv.join(' ').includes('--log-level debug') && error instanceof Error)
      terminal.printMessage(error.stack ?? '')
    return exitCode
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const at = findCommandIndex(argv)
  const name = at < 0 ? null : addPrefix(argv[at]!)
  const globals = parseGlobalOptions(argv)
  const own = builtInCommands.find((command) => command.name === name)
  if (own) return executeCommand(own, argv.toSpliced(at, 1), globals, terminal)
  if (name === null && argv.some((word) => word === '--version' || word === '-V')) return printVersion(terminal)
  const session = new CommandSession(terminal, globals)
  if (name === null || name === 'svc:help') return printHelp(session, terminal)
  const commands = listCommands(await session.assemble())
  const requestedCommand = commands.find((command) => command.name === name)
  if (requestedCommand) return executeCommand(requestedCommand, argv.toSpliced(at, 1), globals, terminal)
  const names = commands.map((command) => command.name)
  throw new UsageError(`There is no command '${argv[at]!}'.${didYouMean(name, names)}`, null)
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
  const spell = createCommandNamer(registry)
  const actions = [...registry.actions.values()].flatMap((action) =>
    action.command === undefined
      ? []
      : [createActionCommand(action as Parameters<typeof createActionCommand>[0], action.command, spell)],
  )
  return [...groupByNoun([...builtInCommands, ...commands.map(({ item }) => toCliCommand(item))]), ...actions]
}

async function executeCommand(
  command: CliCommand,
  words: readonly string[],
  globals: GlobalOptions,
  terminal: Terminal,
): Promise<number> {
  const parsed = parseCommandLine(command, words, terminal)
  const options = validateInput(command, readCommandInput(command, parsed))
  const session = new CommandSession(terminal, globals, command.settings?.(options) ?? {})
  try {
    const result = await command.run({
      options,
      json: globals.json ?? false,
      load: () => session.load(),
      assemble: () => session.assemble(),
      open: (openOptions) => session.open(openOptions),
      progress: (sentence) => terminal.printMessage(sentence),
      say: (line) => terminal.printResult(line),
    })
    if (result !== undefined) terminal.printResult(globals.json ? JSON.stringify(result) : (command.text ?? formatResult)(result))
    return result !== undefined && command.failed?.(result) === true ? 1 : 0
  } finally {
    await session.close()
  }
}

function parseCommandLine(command: CliCommand, words: readonly string[], terminal: Terminal): Commander {
  const commander = createCommander(command, terminal).exitOverride()
  try {
    commander.parse([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error
    throw new UsageError(formatParseError(error.message) + describeOptions(commander, error), command.name)
  }
  return commander
}

/** Lists the options after an unknown word for which there is no similar suggestion. */
function describeOptions(commander: Commander, { code, message }: CommanderError): string {
  const isWord = code === 'commander.unknownOption' || code === 'commander.excessArguments'
  return !isWord || message.includes('\n') ? '' : ` The options are ${commander.options.map(({ long }) => long).join(', ')}.`
}

/** Formats `error: unknown option '--prot'\n(Did you mean --port?)` as one line of full sentences. */
function formatParseError(message: string): string {
  const text = message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
  const [problemText, hint] = text.split('\n') as [string, string?]
  return problemText.replace(/([^.?!])$/, '$1.') + (hint === undefined ? '' : ` ${hint.replace(/^\((.*)\)$/, '$1')}`)
}

function validateInput(command: CliCommand, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return prepareInput(command.options ?? {}, input, {
      argument: 'option',
      owner: createMessage('errors.commandNamed', { name: command.name }),
    })
  } catch (error) {
    if (error instanceof ValidationError) throw new UsageError(error.message, command.name)
    throw error
  }
}

function createCommander(command: CliCommand, terminal: Terminal): Commander {
  const commander = new Commander(`svc ${command.name}`)
    .description(command.description)
    .configureOutput({ writeOut: (text) => terminal.printResult(text.trimEnd()), writeErr: () => undefined })
    .allowExcessArguments(false)
  declareArguments(commander, command)
  return addGlobalOptions(commander).addHelpText(
    'after',
    `\nExamples:\n${command.examples.map((line) => `  svc ${line}`).join('\n')}`,
  )
}

function addGlobalOptions(commander: Commander): Commander {
  return commander
    .option('--json', 'Print the result as one line of JSON.')
    .option('--config <file>', 'The configuration file; svc.config.ts is searched from the working folder upwards if left out.')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent.')
}

async function printVersion(terminal: Terminal): Promise<number> {
  const { getCoreVersion } = await import('#core/surface.js')
  terminal.printResult(getCoreVersion())
  return 0
}

/** Prints every command with its first sentence. With an invalid configuration it prints the built-in commands and the errors. */
async function printHelp(session: CommandSession, terminal: Terminal): Promise<number> {
  const program = new Commander('svc').description('The product configurator service.').usage('<command> [options]')
  let failure: unknown = null
  const commands = await session
    .assemble()
    .then(listCommands)
    .catch((error: unknown) => {
      failure = error
      return builtInCommands
    })
  for (const { name, description } of commands) program.addCommand(new Commander(name).description(getFirstSentence(description)))
  program.configureHelp({ subcommandTerm: (command) => command.name() })
  const more = "\n\nEach name works without its 'svc:' too. 'svc <command> --help' shows options and examples."
  terminal.printResult(addGlobalOptions(program).helpCommand(false).helpInformation().trimEnd() + more)
  if (failure === null) return 0
  for (const line of toCommandFailure(failure).lines) terminal.printMessage(line)
  return 1
}

export const getFirstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
