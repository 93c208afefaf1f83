// Builds the commander program for a command line and runs its command.
import { Command as Commander, CommanderError } from 'commander'
import { prepareInput } from '#core/action/input.js'
import { ValidationError } from '#core/foundation/errors.js'
import type { Assembly } from '#core/boot/assemble.js'
import { didYouMean } from '#core/foundation/nearest.js'
import { declareArguments, typedInput } from './arguments.js'
import { actionCommand, type CliCommand, commandNames, contributedCommand } from './command.js'
import { ownCommands } from './commands/index.js'
import { failureOf, UsageError } from './failure.js'
import { readable } from './output.js'
import { type GlobalOptions, Session } from './session.js'
import type { Terminal } from './terminal.js'

const prefix = 'svc:'
const prefixed = (name: string): string => (name.startsWith(prefix) ? name : prefix + name)

/** Global options that take a value and may precede the command. */
const valued = ['--config', '--log-level']

/** Index of the command in the command line; -1 if there is none. */
function commandIndex(argv: readonly string[]): number {
  for (let i = 0; i < argv.length; i++) {
    if (!argv[i]!.startsWith('-')) return i
    if (valued.includes(argv[i]!)) i++
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
    const { exitCode, lines, code } = failureOf(error)
    if (json) terminal.tell(JSON.stringify({ error: { code, messages: lines } }))
    else for (const line of lines) terminal.tell(line)
    if (exitCode === 1 && argv.join(' ').includes('--log-level debug') && error instanceof Error) terminal.tell(error.stack ?? '')
    return exitCode
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const at = commandIndex(argv)
  const name = at < 0 ? null : prefixed(argv[at]!)
  const globals = globalOptions(argv)
  const own = ownCommands.find((command) => command.name === name)
  if (own) return execute(own, argv.toSpliced(at, 1), globals, terminal)
  if (name === null && argv.some((word) => word === '--version' || word === '-V')) return sayVersion(terminal)
  const session = new Session(terminal, globals)
  if (name === null || name === 'svc:help') return sayHelp(session, terminal)
  const commands = listCommands(await session.assemble())
  const found = commands.find((command) => command.name === name)
  if (found) return execute(found, argv.toSpliced(at, 1), globals, terminal)
  const names = commands.map((command) => command.name)
  throw new UsageError(`There is no command '${argv[at]!}'.${didYouMean(name, names)}`, null)
}

/** The global options from anywhere in the line. Commander validates them later. */
function globalOptions(argv: readonly string[]): GlobalOptions {
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

/** Built-in commands, then those of plugins and actions. */
export function listCommands({ commands, registry }: Pick<Assembly, 'commands' | 'registry'>): readonly CliCommand[] {
  const spell = commandNames(registry)
  const actions = [...registry.actions.values()].flatMap((action) =>
    action.command === undefined ? [] : [actionCommand(action as Parameters<typeof actionCommand>[0], action.command, spell)],
  )
  return [...ownCommands, ...commands.map(({ item }) => contributedCommand(item)), ...actions]
}

async function execute(
  command: CliCommand,
  words: readonly string[],
  globals: GlobalOptions,
  terminal: Terminal,
): Promise<number> {
  const parsed = parse(command, words, terminal)
  const options = judge(command, typedInput(command, parsed))
  const session = new Session(terminal, globals, command.settings?.(options) ?? {})
  try {
    const result = await command.run({
      options,
      json: globals.json ?? false,
      load: () => session.load(),
      assemble: () => session.assemble(),
      open: (given) => session.open(given),
      progress: (sentence) => terminal.tell(sentence),
      say: (line) => terminal.say(line),
    })
    if (result !== undefined) terminal.say(globals.json ? JSON.stringify(result) : (command.text ?? readable)(result))
    return result !== undefined && command.failed?.(result) === true ? 1 : 0
  } finally {
    await session.close()
  }
}

function parse(command: CliCommand, words: readonly string[], terminal: Terminal): Commander {
  const commander = describe(command, terminal).exitOverride()
  try {
    commander.parse([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error
    throw new UsageError(sentence(error.message) + accepted(commander, error), command.name)
  }
  return commander
}

/** Lists the options after an unknown word for which there is no similar suggestion. */
function accepted(commander: Commander, { code, message }: CommanderError): string {
  const isWord = code === 'commander.unknownOption' || code === 'commander.excessArguments'
  return !isWord || message.includes('\n') ? '' : ` The options are ${commander.options.map(({ long }) => long).join(', ')}.`
}

/** Formats `error: unknown option '--prot'\n(Did you mean --port?)` as one line of full sentences. */
function sentence(message: string): string {
  const text = message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
  const [what, hint] = text.split('\n') as [string, string?]
  return what.replace(/([^.?!])$/, '$1.') + (hint === undefined ? '' : ` ${hint.replace(/^\((.*)\)$/, '$1')}`)
}

function judge(command: CliCommand, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return prepareInput(command.options ?? {}, input, { argument: 'option', owner: `command '${command.name}'` })
  } catch (error) {
    if (error instanceof ValidationError) throw new UsageError(error.message, command.name)
    throw error
  }
}

function describe(command: CliCommand, terminal: Terminal): Commander {
  const commander = new Commander(`svc ${command.name}`)
    .description(command.description)
    .configureOutput({ writeOut: (text) => terminal.say(text.trimEnd()), writeErr: () => undefined })
    .allowExcessArguments(false)
  declareArguments(commander, command)
  return withGlobals(commander).addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  svc ${line}`).join('\n')}`)
}

function withGlobals(commander: Commander): Commander {
  return commander
    .option('--json', 'Print the result as one line of JSON.')
    .option('--config <file>', 'The configuration file; svc.config.ts is searched from the working folder upwards if left out.')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent.')
}

async function sayVersion(terminal: Terminal): Promise<number> {
  const { getCoreVersion } = await import('#core/foundation/version.js')
  terminal.say(getCoreVersion())
  return 0
}

/** Prints every command with its first sentence. With an invalid configuration it prints the built-in commands and the errors. */
async function sayHelp(session: Session, terminal: Terminal): Promise<number> {
  const program = new Commander('svc').description('The product configurator service.').usage('<command> [options]')
  let broken: unknown = null
  const commands = await session
    .assemble()
    .then(listCommands)
    .catch((error: unknown) => {
      broken = error
      return ownCommands
    })
  for (const { name, description } of commands) program.addCommand(new Commander(name).description(firstSentence(description)))
  program.configureHelp({ subcommandTerm: (command) => command.name() })
  const more = "\n\nEach name works without its 'svc:' too. 'svc <command> --help' shows options and examples."
  terminal.say(withGlobals(program).helpCommand(false).helpInformation().trimEnd() + more)
  if (broken === null) return 0
  for (const line of failureOf(broken).lines) terminal.tell(line)
  return 1
}

export const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
