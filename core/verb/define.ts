// A verb of the shop: what shoppers and shop fronts do. Route, document, typed client and refusals follow from one declaration.
import type { Visit } from '../commerce/visit.js'
import type { PropertyMap } from '../ground/property/kind.js'
import type { InputOf } from '../ground/property/typing.js'
import type { VerbDeclaration } from '../model/verb/declaration.js'
import type { Shape } from '../model/verb/shape.js'

export interface Verb<Input = never, Output = unknown> extends VerbDeclaration {
  /** Input is prepared and validated by the property map before it arrives here; arguments that were left out are absent. */
  handler(visit: Visit, input: Input): Promise<Output>
}

/** What a record's own fields arrive as. */
interface WithFields {
  readonly fields: Readonly<Record<string, unknown>>
}

/** A verb as its author writes it: the handler is given what `input` declares, and gives what `reply` says. */
export interface VerbDefinition<P extends PropertyMap, Output> extends Verb<InputOf<P> & WithFields, Output> {
  readonly input: P
  readonly reply: Shape<Output> | null
  location?(reply: Output): string
}

/** Declares a verb. */
export function defineVerb<const P extends PropertyMap, Output>(verb: VerbDefinition<P, Output>): Verb<never, Output> {
  return Object.freeze(verb)
}
