// An effect: what follows a change of state inside its transaction, so that it is stored with it or not at all.
import type { EffectDeclaration, Stateful, States } from '../../model/state/declaration.js'
import type { InUnit, Work } from '../../storage/work.js'

/** Those that are made in their first status, which effects follow as well; an order begins as a draft, a payment by its provider. */
export type Begun = 'quote'

/** A record that has come to another state; the unit in which it did is still open. */
export interface StateChange<Name extends Stateful = Stateful> {
  readonly entity: Name
  readonly id: number
  /** null where it is the first one of a new record. */
  readonly from: States[Name] | (Name extends Begun ? null : never)
  readonly to: States[Name]
}

export interface Effect<Name extends Stateful = Stateful> extends EffectDeclaration {
  readonly on: Name
  readonly to?: readonly States[Name][]
  /** May write and may fail: then nothing of the change is stored. It may run again, so it does no I/O but SQL. */
  run(work: Work & InUnit, change: StateChange<Name>): Promise<void>
}

/** Declares an effect. */
export function defineEffect<Name extends Stateful>(effect: Effect<Name>): Effect<Name> {
  return Object.freeze(effect)
}
