// Declares a verb of the shop API as data: path, input, access and reply. The behaviour is added in core/verbs.
import type { Scope } from '../../foundation/access.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Shape } from './shape.js'

export interface VerbAccess {
  /** The area that the host must leave to the service. Otherwise the verb fails with NOT_FOUND and an explanation. */
  readonly where?: 'commerce' | 'accounts' | 'line-items'
  /** The scope that the bearer token of the host's server must have. Default: shoppers call the verb. */
  readonly scope?: Scope
  /** Arguments that expose data hidden from shoppers, each with the scope that the bearer token must have. */
  readonly arguments?: Readonly<Record<string, Scope>>
  /** True: the verb is anonymous. No caller is passed to the handler and no assertion is read. */
  readonly unnamed?: true
  /** The rate limit per network address that counts the call. */
  readonly limit?: 'sign-ins' | 'changes' | 'starts' | 'orders' | 'conversations' | 'messages'
}

export interface VerbDeclaration {
  /** Kebab-case, for example `add-position`. Also the operation in the OpenAPI document and the function of the typed client. */
  readonly name: string
  /** One sentence about its effect. */
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the base path of the API. `:argument` is one segment: `carts/:token/positions`. */
  readonly path: string
  /** The arguments. Those outside the path are sent in the query of GET and DELETE and in the body of other methods. */
  readonly input: PropertyMap
  /** Arguments sent in the query of a request with a body. */
  readonly query?: readonly string[]
  /** Text arguments that null and '' clear; the handler receives ''. Other empty arguments count as absent. */
  readonly emptied?: readonly string[]
  /** The body is a record of this entity; the handler receives it as `fields`. Properties in `without` identify its owner and are refused. */
  readonly fieldsOf?: { readonly entity: string; readonly without: readonly string[] }
  /** Maximum size in bytes of a file body; the handler receives it as `shopperContext.content`. */
  readonly contentLimit?: number
  readonly access: VerbAccess
  /** Default: 200. */
  readonly status?: 201 | 202
  /** null for 204. */
  readonly reply: Shape | null
  /** URL of the created resource, relative to the base path of the API. */
  location?(reply: never): string
  /**
   * Supports an Idempotency-Key. True: the handler runs in the transaction that stores its reply. `outside`: the handler calls other
   * systems between transactions of its own, and resumes its previous work when it runs again after a crash.
   */
  readonly repeatable?: true | 'outside'
  /** True: the reply contains a secret and must not be cached. */
  readonly secret?: true
  /** True: the reply has an ETag and supports conditional requests. */
  readonly tagged?: true
}
