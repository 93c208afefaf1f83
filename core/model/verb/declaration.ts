// What a verb of the shop says of itself as data: its address, its input, who may call it, its reply. Behaviour joins in core/verb.
import type { Scope } from '../../ground/access/areas.js'
import type { PropertyMap } from '../../ground/property/kind.js'
import type { Shape } from './shape.js'

export interface VerbAccess {
  /** What the host must leave to the service; where it does not, the verb is NOT_FOUND with a sentence that says so. */
  readonly where?: 'commerce' | 'accounts' | 'line-items'
  /** A bearer token with this scope, for the host's server; left out, shoppers call it. */
  readonly scope?: Scope
  /** Arguments that show what shoppers do not see, each with the scope of the bearer token that it asks for. */
  readonly arguments?: Readonly<Record<string, Scope>>
  /** True: it does not matter who calls; nobody is named to the handler, and no assertion is read. */
  readonly unnamed?: true
  /** On which count of the caller's address a call goes. */
  readonly limit?: 'sign-ins' | 'changes' | 'starts' | 'orders' | 'conversations' | 'messages'
}

export interface VerbDeclaration {
  /** Kebab-case: `add-position`; operation of the OpenAPI document, function of the typed client. */
  readonly name: string
  /** One sentence: what it does. */
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API's address, `:argument` is one segment: `carts/:token/positions`. */
  readonly path: string
  /** The arguments: those in the path, the rest in the query of GET and DELETE, in the body of the others. */
  readonly input: PropertyMap
  /** Arguments that stand in the query although there is a body. */
  readonly query?: readonly string[]
  /** Texts that null and '' empty: they arrive as ''; any other argument that is empty is absent. */
  readonly emptied?: readonly string[]
  /** The body is a record of this entity, and arrives as `fields`; the properties named say whose it is, and are refused. */
  readonly fieldsOf?: { readonly entity: string; readonly without: readonly string[] }
  /** The body is a file, and arrives as `visit.content`: so many bytes at most. */
  readonly contentLimit?: number
  readonly access: VerbAccess
  /** 200 if left out. */
  readonly status?: 201 | 202
  /** null for 204. */
  readonly reply: Shape | null
  /** Of what was made: its address below the API's. */
  location?(reply: never): string
  /**
   * An Idempotency-Key makes one call of a repeated one. True: the handler runs in the transaction that keeps its answer. `outside`:
   * it calls other systems between transactions of its own, and finds what it has begun when it is called again after a crash.
   */
  readonly repeatable?: true | 'outside'
  /** True: the reply holds a secret, and nobody may keep it. */
  readonly secret?: true
  /** True: the reply has an ETag, and is not sent again to who holds it. */
  readonly tagged?: true
}
