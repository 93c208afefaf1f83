// The definition of an action: one declaration becomes an MCP tool, a command and an in-process call. Messages name actions neutrally.
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
import { type Issue, ServiceError, ValidationError } from '../foundation/errors.js'

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

// Neutral action names in messages, "the action describe-entity" in each language.

/** Returns the action's name on a surface; null if the surface does not offer it. */
export type ActionNamer = (action: string) => string | null

/** Kebab-case names of two or more words, so "the action is" does not match. */
const actionPattern = /(?:\b[Tt]he action|\b[Dd](?:ie|er) Aktion|הפעולה) ([a-z]+(?:-[a-z]+)+)/g

/** Replaces all action names. Actions that the surface does not offer keep their neutral name. */
export function replaceActionNames(text: string, spell: ActionNamer): string {
  return text.replace(actionPattern, (neutral, action: string) => spell(action) ?? neutral)
}

/** Replaces action names in the messages of a ServiceError. Other errors are returned unchanged. */
export function replaceActionNamesInError(error: unknown, spell: ActionNamer): unknown {
  if (!(error instanceof ServiceError)) return error
  const message = replaceActionNames(error.message, spell)
  if (error instanceof ValidationError) {
    const issues = error.issues.map((issue): Issue => ({ ...issue, message: replaceActionNames(issue.message, spell) }))
    const { key, values, english } = error
    return Object.assign(new ValidationError(issues, message), key !== undefined && { key, values, english })
  }
  error.message = message
  return error
}
