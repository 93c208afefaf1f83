// The definition of a verb: an operation of the shop API. Route, document and typed client are derived from it.
import type { ShopperContext } from '../commerce/shopper-context.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { InputOf } from '../foundation/property/typing.js'
import type { VerbDeclaration } from '../model/verb/declaration.js'
import type { Shape } from '../model/verb/shape.js'

export interface Verb<Input = never, Output = unknown> extends VerbDeclaration {
  /** Handles a call. The input is prepared and validated by the property map. Missing optional arguments are absent. */
  handler(shopperContext: ShopperContext, input: Input): Promise<Output>
}

/** The record fields of a request body (`listFields`). */
interface WithFields {
  readonly fields: Readonly<Record<string, unknown>>
}

/** A verb as its author writes it. The types of the handler follow from `input` and `reply`. */
export interface VerbDefinition<P extends PropertyMap, Output> extends Verb<InputOf<P> & WithFields, Output> {
  readonly input: P
  readonly reply: Shape<Output> | null
  location?(reply: Output): string
}

/** Declares a verb. */
export function defineVerb<const P extends PropertyMap, Output>(verb: VerbDefinition<P, Output>): Verb<never, Output> {
  return Object.freeze(verb)
}
