// What the program runs: its own commands, those that plugins contribute, and the actions that are commands, in one shape.
import type { Action } from '#core/action/define.js'
import { type ActionNamer, replaceActionNames, replaceActionNamesInError } from '#core/action/action-names.js'
import type { App } from '#core/app.js'
import type { Assembly } from '#core/boot/assemble.js'
import type { OpenOptions } from '#core/boot/boot.js'
import type { LoadedConfig } from '#core/config.js'
import type { Command } from '#core/contract.js'
import type { SettingName } from '#core/settings.js'
import { fullGrant } from '#core/foundation/access/grant.js'
import type { PropertyMap } from '#core/foundation/property/kind.js'
import type { InputOf, NoOptions } from '#core/foundation/property/typing.js'
import type { Registry } from '#core/model/registry.js'

export interface CliCommand<P extends PropertyMap = PropertyMap, Result = unknown> {
  /** With the prefix: `svc:serve`. */
  readonly name: string
  readonly description: string
  readonly options?: P
  readonly positional?: readonly string[]
  readonly examples: readonly string[]
  /** What is printed for the result without --json; readable lines if left out. */
  text?(result: Result): string
  /** True where the result, which is printed, means that the program ends with 1; never if left out. */
  failed?(result: Result): boolean
  /** Settings that the command's options stand for: --port is the setting listenPort. */
  settings?(options: InputOf<P>): Readonly<Partial<Record<SettingName, unknown>>>
  /** The result is printed; undefined prints nothing. */
  run(invocation: Invocation<InputOf<P>>): Promise<Result | undefined>
}

/** Declares a command; its options are typed by their properties, and what `text` is given by what `run` returns. */
export function defineCliCommand<const P extends PropertyMap = NoOptions, Result = unknown>(
  command: CliCommand<P, Result>,
): CliCommand<P, Result> {
  return Object.freeze(command)
}

/** One call of a command: its options, and what it may open. */
export interface Invocation<Options = Readonly<Record<string, unknown>>> {
  readonly options: Options
  /** True where a program reads the result. */
  readonly json: boolean
  /** The configuration file and the settings in force. */
  load(): Promise<LoadedConfig>
  /** Everything that needs no database; throws BootError with every fault. */
  assemble(): Promise<Assembly>
  /** Opens the app, which the program stops at the end. */
  open(options?: OpenOptions): Promise<App>
  /** Tells how far long work has come, on the error stream. */
  progress(sentence: string): void
  /** Writes a line for people to the output stream at once. */
  say(line: string): void
}

/** Commands that only need the database open: pending migrations are reported, an empty database is filled. */
export const openOnly: OpenOptions = { migrations: 'install', starts: false }

export function contributedCommand(command: Command): CliCommand {
  return {
    ...command,
    async run({ open, options, progress }) {
      const migrations = command.database === 'migrate' ? 'run' : 'install'
      const app = await open({ migrations, starts: command.starts ?? false })
      return command.run({ app, options, progress })
    },
  }
}

/** Who calls from the command line: whoever can start the program may do everything. */
const caller = Object.freeze({ grant: fullGrant, name: 'cli', id: null })

/** Actions are commands here, where they have one. */
export function commandNames(registry: Registry): ActionNamer {
  return (action) => registry.actions.get(action)?.command ?? null
}

/** Arguments that an action cannot do without stand in the line without their names: `svc:product:prove 1`. */
export function actionCommand(action: Action<never>, command: string, spell: ActionNamer): CliCommand {
  const positional = Object.entries(action.input).flatMap(([name, property]) => (property.required ? [name] : []))
  return {
    name: command,
    description: replaceActionNames(action.description, spell),
    options: spelledHelp(action.input, spell),
    positional,
    examples: [[command, ...positional.map((name) => shownArgument(action.example?.[name]))].join(' ')],
    async run({ open, options, progress }) {
      const app = await open(openOnly)
      try {
        return await app.act(action.name, options, { caller, progress, spell })
      } catch (error) {
        throw replaceActionNamesInError(error, spell)
      }
    },
  }
}

function spelledHelp(input: PropertyMap, spell: ActionNamer): PropertyMap {
  const entries = Object.entries(input).map(([name, property]) => {
    const { help } = property
    return [name, help === undefined ? property : { ...property, help: replaceActionNames(help, spell) }] as const
  })
  return Object.fromEntries(entries)
}

/** An argument of an example as it is typed. */
function shownArgument(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? 1)
  return /^[\w.,:@/-]+$/.test(text) ? text : `'${text}'`
}
