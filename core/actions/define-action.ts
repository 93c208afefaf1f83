// The definition of an action: one declaration becomes an MCP tool, a command and an in-process call.
import type { Caller } from '../foundation/access.js'
import type { MessageText } from '../foundation/message.js'
import type { JobPool } from '../jobs/define-worker-job.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { InputOf } from '../foundation/property/typing.js'
import type { ActionDeclaration } from '../model/action/declaration.js'
import type { Unit } from '../storage/unit-of-work/transaction.js'
import type { Context } from '../storage/context.js'
import type { Migrations } from '../storage/migration/migrations.js'
import type { Records } from '../storage/records.js'

/** The services that an action receives in addition to its input. */
export interface ActionScope {
  readonly context: Context
  readonly records: Records
  readonly migrations: Migrations
  /** Runs long computations in worker threads. */
  readonly jobs: JobPool
  readonly caller: Caller
  /** Reports the progress of long operations, one message at a time. */
  progress(message: MessageText): void
  /**
   * Called inside the transaction with the result, except for parts that are known only after the commit. A surface with repeatable
   * calls stores the result in the same transaction.
   */
  settle(u: Unit, result: unknown): Promise<void>
}

export interface Action<Input = unknown, Output = unknown> extends ActionDeclaration {
  /** Runs the action. The input is prepared and validated by the property map. Missing optional arguments are absent. */
  run(scope: ActionScope, input: Input): Promise<Output>
}

/** An action as its author writes it. The input type follows from `input`. */
export interface ActionDefinition<P extends PropertyMap, Output> extends Action<InputOf<P>, Output> {
  readonly input: P
}

/** Declares an action. */
export function defineAction<const P extends PropertyMap, Output>(
  action: ActionDefinition<P, Output>,
): Action<InputOf<P>, Output> {
  return Object.freeze(action)
}
