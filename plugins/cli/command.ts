// The command interface for built-in commands, plugin commands, and actions that are exposed as commands.
import type { Action, App, Command, InputOf, NoOptions, PropertyMap, MessageText, MessageWriter } from '#core/contract.js'
import {
  type ActionNamer,
  type Assembly,
  type LoadedConfig,
  type BootOptions,
  type Registry,
  replaceActionNames,
  type SettingName,
  accessRules,
} from '#core/surface.js'
import { formatResult } from './result-format.js'

export interface CliCommand<P extends PropertyMap = PropertyMap, Result = unknown> {
  /** Including the prefix: `svc:serve`. */
  readonly name: string
  readonly description: string
  readonly options?: P
  readonly positional?: readonly string[]
  readonly examples: readonly string[]
  /** Formats the result without --json, with messages in the language of the terminal. Default: generic readable lines. */
  text?(result: Result, write: MessageWriter): string
  /** True makes the program exit with 1 although it prints the result. Default: never. */
  failed?(result: Result): boolean
  /** Maps the command's options to settings: --port sets listenPort. */
  settings?(options: InputOf<P>): Readonly<Partial<Record<SettingName, unknown>>>
  /** Returns the result to print; undefined prints nothing. */
  run(invocation: Invocation<InputOf<P>>): Promise<Result | undefined>
}

/** Declares a command. Its properties type the options, and the return value of `run` types the argument of `text`. */
export function defineCliCommand<const P extends PropertyMap = NoOptions, Result = unknown>(
  command: CliCommand<P, Result>,
): CliCommand<P, Result> {
  return Object.freeze(command)
}

/** One call of a command: its options, and functions that open the installation. */
export interface Invocation<Options = Readonly<Record<string, unknown>>> {
  readonly options: Options
  /** True if a program reads the result. */
  readonly json: boolean
  /** Loads the configuration file and the effective settings. */
  load(): Promise<LoadedConfig>
  /** Builds everything that needs no database. Throws BootError that lists every fault. */
  assemble(): Promise<Assembly>
  /** Opens the app. The program stops it at the end. */
  open(options?: BootOptions): Promise<App>
  /** The language of the terminal, for calls of actions. */
  readonly language: string
  /** Writes a message in the language of the terminal. */
  readonly write: MessageWriter
  /** Reports progress on stderr. */
  progress(message: MessageText): void
  /** Writes a line for a person to stdout immediately. */
  say(line: string): void
}

/** For commands that only need an open database: reports pending migrations and initializes an empty database. */
export const withoutStarts: BootOptions = { migrations: 'install', starts: false }

/** The caller of all commands. A user who can start the program has all permissions. */
const caller = Object.freeze({ grant: accessRules.fullGrant, name: 'cli', id: null })

export function toCliCommand(command: Command): CliCommand {
  return {
    ...command,
    text: (result, write) => command.text?.(result, write) ?? formatResult(result),
    async run({ open, json, options, language, progress }) {
      const migrations = command.database === 'migrate' ? 'run' : 'install'
      const app = await open({ migrations, starts: command.starts ?? false })
      return command.run({ app, caller, json, options, language, progress })
    },
  }
}

/** Names actions by their commands in messages. */
export function createCommandNamer(registry: Registry): ActionNamer {
  return (action) => registry.actions.get(action)?.command ?? null
}

/** Creates a command from an action. Required arguments are positional: `svc:product:prove 1`. */
export function createActionCommand(action: Action<never>, command: string, formatActionName: ActionNamer): CliCommand {
  const positional = Object.entries(action.input).flatMap(([name, property]) => (property.required ? [name] : []))
  return {
    name: command,
    description: replaceActionNames(action.description, formatActionName),
    options: replaceNamesInHelp(action.input, formatActionName),
    positional,
    examples: [[command, ...positional.map((name) => quoteArgument(action.example?.[name]))].join(' ')],
    async run({ open, options, language, progress }) {
      const app = await open(withoutStarts)
      return app.act(action.name, options, { caller, progress, language, formatActionName })
    },
  }
}

function replaceNamesInHelp(input: PropertyMap, formatActionName: ActionNamer): PropertyMap {
  const entries = Object.entries(input).map(([name, property]) => {
    const { help } = property
    return [name, help === undefined ? property : { ...property, help: replaceActionNames(help, formatActionName) }] as const
  })
  return Object.fromEntries(entries)
}

/** Quotes an example argument for the shell. */
function quoteArgument(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? 1)
  return /^[\w.,:@/-]+$/.test(text) ? text : `'${text}'`
}
