// The contract between the server and the surfaces that it carries: a mount lists its routes, a route says who may call it and answers.
import type { KeptFailure } from './kept-failures.js'
import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '#core/app.js'
import type { Generator } from '#core/contribution/generator.js'
import type { Caller } from '#core/foundation/access/caller.js'
import type { ServiceError } from '#core/foundation/errors.js'
import type { Moment } from '#core/storage/context.js'
import type { Query } from './query.js'
import type { Reply } from './reply.js'

/** A surface: data until the server starts; `routes` is called once, then, and imports what is heavy. */
export interface Mount {
  readonly name: string
  /** What the start of the service tells a person: `{label: 'Storefront', path: '/'}`. */
  readonly page?: { readonly label: string; readonly path: string }
  /** A line that a person needs at the start, `{label: 'First account', text: 'https://…'}`; null where there is nothing to say. */
  welcome?(app: App, baseUrl: string): Promise<{ readonly label: string; readonly text: string } | null>
  /** Written by svc:types:generate: the client of an API comes with the API. */
  readonly generators?: readonly Generator[]
  routes(app: App, server: ServerFacts): readonly Route[] | Promise<readonly Route[]>
}

/** What the server knows of itself when it builds the routes. */
export interface ServerFacts {
  /** Without a slash at the end, as callers reach the service: `https://shop.example/configurator`. */
  readonly baseUrl: () => string
  /**
   * The path by which callers reach an address of the service, below the path of the base URL; in the language of the URL
   * that a request came by where one is given. Links that the service writes are made by it.
   */
  readonly pathTo: (address: string, request?: Pick<ServiceRequest, 'prefix'>) => string
  /** The path of another mount's page as callers reach it, `/` for the storefront; null where nothing of that name is mounted. */
  readonly pageOf: (mount: string) => string | null
  /** The URL under which problem types live, with a slash at the end. */
  readonly errorTypeBase: () => string
  /** The last requests that broke in this process, the last one first. */
  readonly failures: () => readonly KeptFailure[]
}

/**
 * Who may call: `public` reads no token; `optional` takes one where it is sent, and refuses a bad one; `bearer` demands one.
 * What the caller may do is the handler's question to `caller.grant`.
 */
export type Access = 'public' | 'optional' | 'bearer'

/**
 * What the server does with the body before the handler runs. `fields`: a JSON object (or none content type with one),
 * urlencoded or multipart fields become `request.fields`; `fields-or-none` takes no body too. `bytes`: left as it came.
 * `stream`: not read at all; the handler reads it from `request.body` once it knows that the caller may send it and what it is for.
 */
export type BodyRule = 'none' | 'fields' | 'fields-or-none' | 'bytes' | 'stream'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Begins with '/', without language prefix; `:name` is one segment, a final `*` the rest. GET answers HEAD too. */
  readonly path: string
  readonly access: Access
  /** `none` if left out. */
  readonly body?: BodyRule
  /** Bytes; 1 MiB if left out. */
  readonly bodyLimit?: number
  /** False where multipart bodies are refused unread. */
  readonly multipart?: boolean
  /** Checks rate limits, once the caller is known and before the body is read; throws the refusal. */
  readonly admit?: (request: ServiceRequest) => Promise<void>
  /**
   * Reject another Origin or Host than the service's own with 403 ORIGIN_NOT_ALLOWED, `embedOrigins` included. Without it, unsafe
   * methods accept the base URL and `embedOrigins`. A missing Origin passes unless the browser marks the request as cross-site.
   */
  readonly ownOrigin?: boolean
  /** True: pages of the origins that the installation names may call it (`embedOrigins`). */
  readonly embedded?: boolean
  /** False where the address stays the same in every language: no redirect to the prefixed URL (health). */
  readonly prefixed?: boolean
  /** True for the one page that people see where a browser asks for an address that nothing answers; programs get the problem. */
  readonly missing?: boolean
  /**
   * Lets the caller in by other means than a bearer token, before the body is read; throws the refusal. It takes the place of
   * `access`, which is `public` then.
   */
  readonly gate?: (request: ServiceRequest) => Promise<Caller | null>
  /** Draws the page for a form that this route rejects; a plain English page if left out. Programs get problem details. */
  readonly refused?: (request: ServiceRequest, error: ServiceError) => Promise<Reply>
  /** Throws ServiceErrors for refusals; the server makes problem details of them. */
  handle(request: ServiceRequest): Reply | Promise<Reply>
}

export type Fields = Readonly<Record<string, unknown>>

export interface ServiceRequest {
  /** Names this request in the log and in the X-Request-Id header. */
  readonly id: string
  /** After the method override; GET for HEAD too. */
  readonly method: string
  /** As sent, without language prefix, base path and query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Parsed at the first use; a malformed query is refused then. */
  readonly query: Query
  readonly headers: IncomingHttpHeaders
  /** The language of the URL prefix, or null. */
  readonly language: string | null
  /** The prefix itself, '' or '/de'. */
  readonly prefix: string
  /** Null on public routes, and on optional ones without a token. */
  readonly caller: Caller | null
  /** What this request sees of the shop, read with the token; null where neither token nor language had to be looked up. */
  readonly moment: Moment | null
  /** The body's fields without prototype; empty where the route takes none. */
  readonly fields: Fields
  /** The body as it came, where the route asks for `bytes`. */
  readonly bytes: Uint8Array
  /** The body as it arrives, where the route asks for `stream`; read once. PAYLOAD_TOO_LARGE beyond the route's limit. */
  readonly body: AsyncIterable<Uint8Array>
  /** The caller's network address, through the proxies that `trustProxy` names. */
  readonly address: string
}
