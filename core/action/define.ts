// An action: a verb that surfaces share. It becomes a tool, a command and an in-process call from one declaration.
import type { Caller } from '../ground/access/caller.js'
import type { Jobs } from '../job/runner.js'
import type { PropertyMap } from '../ground/property/kind.js'
import type { InputOf } from '../ground/property/typing.js'
import type { ActionDeclaration } from '../model/action/declaration.js'
import type { Unit } from '../storage/database/unit.js'
import type { Context } from '../storage/context.js'
import type { Migrations } from '../storage/migration/migrations.js'
import type { Records } from '../storage/records.js'
import type { SpellAction } from './spelling.js'

/** What an action is given beside its input. */
export interface ActionScope {
  readonly context: Context
  readonly records: Records
  readonly migrations: Migrations
  /** Work that takes seconds, away from those who are served. */
  readonly jobs: Jobs
  readonly caller: Caller
  /** Tells whoever waits how far long work has come, one sentence at a time. */
  progress(sentence: string): void
  /**
   * Called inside of the unit that stores, with what the action will answer but for what is only told after the commit: a surface whose caller may
   * repeat the call keeps the two together.
   */
  settle(u: Unit, result: unknown): Promise<void>
  /** How the caller's surface spells the name of an action. */
  readonly spell: SpellAction
}

export interface Action<Input = unknown, Output = unknown> extends ActionDeclaration {
  /** Input is prepared and validated by the property map before it arrives here; arguments that were left out are absent. */
  run(scope: ActionScope, input: Input): Promise<Output>
}

/** An action as its author writes it: `run` is given what `input` declares. */
export interface ActionDefinition<P extends PropertyMap, Output> extends Action<InputOf<P>, Output> {
  readonly input: P
}

/** Declares an action. */
export function defineAction<const P extends PropertyMap, Output>(
  action: ActionDefinition<P, Output>,
): Action<InputOf<P>, Output> {
  return Object.freeze(action)
}
