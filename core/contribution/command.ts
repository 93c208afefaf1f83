// A command of the program that is no action: what a plugin says of it, and what it is given when it runs.
import type { App } from '../app.js'
import type { PropertyMap } from '../ground/property/kind.js'
import type { InputOf, NoOptions } from '../ground/property/typing.js'

/** A command of the program `svc` that is no action: it may open a database that does not exist yet, or serve for hours. */
export interface Command<P extends PropertyMap = PropertyMap> {
  /** With the prefix: `svc:demo:seed`. */
  readonly name: string
  /** One sentence, first in the help. */
  readonly description: string
  /** Options by property definitions: `expires` is `--expires`. */
  readonly options?: P
  /** Positional arguments, in order; each is one of `options`. The last may take several values where its kind holds a list. */
  readonly positional?: readonly string[]
  /** Whole command lines, without the program's name, shown in the help. */
  readonly examples: readonly string[]
  /**
   * What happens to the database first: `migrate` runs all that is pending; `install`, the default, fills an empty database and
   * otherwise only reports what is pending.
   */
  readonly database?: 'migrate' | 'install'
  /** True where host and plugins are started too. */
  readonly starts?: boolean
  /** What it returns is printed: an object as readable lines, or as JSON with --json. Throws ServiceErrors for refusals. */
  run(scope: CommandScope<InputOf<P>>): Promise<unknown>
}

export interface CommandScope<Options = Readonly<Record<string, unknown>>> {
  readonly app: App
  /** Prepared and validated by the property map. */
  readonly options: Options
  /** Tells how far long work has come, on the error stream. */
  progress(sentence: string): void
}

/** Declares a command; its options are typed by their properties. */
export function defineCommand<const P extends PropertyMap = NoOptions>(command: Command<P>): Command<P> {
  return Object.freeze(command)
}
