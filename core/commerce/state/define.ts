// The contract of an effect: code that runs inside the transaction of a state change, and is committed or rolled back with it.
import type { EffectDeclaration, Stateful, States } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'

/** The entities created in their first status, which also runs effects. An order begins as a draft, a payment at its provider. */
export type InitialStateEntity = 'quote'

/** A completed state change. Its unit is still open. */
export interface StateChange<Name extends Stateful = Stateful> {
  readonly entity: Name
  readonly id: number
  /** null for the first state of a new record. */
  readonly from: States[Name] | (Name extends InitialStateEntity ? null : never)
  readonly to: States[Name]
}

export interface Effect<Name extends Stateful = Stateful> extends EffectDeclaration {
  readonly on: Name
  readonly to?: readonly States[Name][]
  /** May write and may fail; a failure rolls back the change. It may run again, so SQL is its only I/O. */
  run(work: ServiceContext & TransactionContext, change: StateChange<Name>): Promise<void>
}

export function defineEffect<Name extends Stateful>(effect: Effect<Name>): Effect<Name> {
  return Object.freeze(effect)
}
