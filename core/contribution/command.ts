// Defines commands of the `svc` program that are not actions, and generators that write files for developers.
import type { MessageText, MessageWriter } from '../foundation/message.js'
import type { App } from '../app.js'
import type { Caller } from '../foundation/access.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { InputOf, NoOptions } from '../foundation/property/typing.js'
import type { Registry } from '../model/registry.js'

/** A command of the program `svc` that is not an action: it may need a database that does not exist yet, or run for hours. */
export interface Command<P extends PropertyMap = PropertyMap, Result = unknown> {
  /** With the prefix, for example `svc:demo:seed`. */
  readonly name: string
  /** One sentence, shown first in the help. */
  readonly description: string
  /** Options by property definition: `expires` becomes `--expires`. */
  readonly options?: P
  /** Names of positional arguments, in order, each one of `options`. The last accepts several values if its kind holds a list. */
  readonly positional?: readonly string[]
  /** Complete command lines without the program name, shown in the help. */
  readonly examples: readonly string[]
  /**
   * Preparation of the database: `migrate` runs all pending migrations; `install`, the default, installs an empty database and
   * otherwise only reports pending migrations.
   */
  readonly database?: 'migrate' | 'install'
  /** True: host and plugins are started, too. */
  readonly starts?: boolean
  /** Formats the result without --json, with messages in the language of the terminal. null, the default: readable lines. */
  text?(result: Result, write: MessageWriter): string | null
  /** The result is printed as readable lines, or as JSON with --json. Throws a ServiceError to refuse. */
  run(scope: CommandScope<InputOf<P>>): Promise<Result>
}

export interface CommandScope<Options = Readonly<Record<string, unknown>>> {
  readonly app: App
  /** Prepared and validated by the property definitions. */
  readonly options: Options
  /** The person at the terminal, for calls of actions. They have all scopes. */
  readonly caller: Caller
  /** True if the result is printed as JSON. */
  readonly json: boolean
  /** The language of the terminal, for calls of actions. */
  readonly language: string
  /** Reports progress on stderr. */
  progress(message: MessageText): void
}

/** Declares a command. Its option types are inferred from the properties. */
export function defineCommand<const P extends PropertyMap = NoOptions, Result = unknown>(
  command: Command<P, Result>,
): Command<P, Result> {
  return Object.freeze(command)
}

/** Defines generators: plugins that write files for developers, in addition to the types of entities. */
export interface Generator {
  /** Kebab-case, for example `rest-client`. */
  readonly name: string
  /** One sentence about the files. */
  readonly description: string
  /**
   * Maps each path below the output folder to its content; `svc:types:generate` writes them. Must be deterministic for the same
   * registry and languages. Import slow modules here.
   */
  files(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>
}
