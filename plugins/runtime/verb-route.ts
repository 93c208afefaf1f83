// Creates an HTTP route from a verb: identifies the shopper, checks scopes and rate limits, reads arguments, formats the reply.
import {
  type App,
  createLabel,
  createMessage,
  getVersionedSnapshot,
  type Issue,
  type Message,
  NotFoundError,
  type ReplyFile,
  ServiceError,
  sha256,
  type ShopperContext,
  ValidationError,
  type VerbDeclaration,
} from '#core/contract.js'
import {
  booleanTexts,
  listQuoted,
  type Registry,
  type ReplyStream,
  type Unit,
  messageFormat,
  shopperCalls,
  entityModel,
} from '#core/surface.js'
import { runIdempotently, runIdempotentlyOutside } from '../http/idempotent-reply.js'
import { createAuthenticationRequiredError } from '../http/bearer-token.js'
import { findErrorLanguage, translateError } from '../http/error-language.js'
import { type RateLimit, toNetwork } from '../http/rate-limit.js'
import type { BodyRule, Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createDownload, createEmptyReply, createEventStream, createJsonReply, type Reply } from '../http/reply.js'
import { createTaggedReply } from '../http/entity-tag.js'

export const runtimeBase = '/svc-api/runtime/v1'

type VerbArguments = Readonly<Record<string, unknown>>

/** Rate limits by the names that verbs use. */
export type AddressLimits = Readonly<Record<NonNullable<VerbDeclaration['access']['limit']>, RateLimit>>

const languageParameter = 'language'
/** Prevents caching of replies that contain a secret. */
const noStoreHeaders = { 'cache-control': 'no-store' }

const queryArgumentCache = new WeakMap<VerbDeclaration, readonly string[]>()

/** Names of the arguments in the query. Computed once per verb. */
export function listQueryArguments(verb: VerbDeclaration): readonly string[] {
  const cachedNames = queryArgumentCache.get(verb)
  if (cachedNames) return cachedNames
  const inPath = shopperCalls.getPathArguments(verb)
  const rest = Object.keys(verb.input).filter((name) => !inPath.includes(name))
  const names = hasBody(verb) ? (verb.query ?? []) : rest
  queryArgumentCache.set(verb, names)
  return names
}

/** Names of the arguments in the body. */
export function listBodyArguments(verb: VerbDeclaration): readonly string[] {
  const elsewhere = [...shopperCalls.getPathArguments(verb), ...listQueryArguments(verb)]
  return Object.keys(verb.input).filter((name) => !elsewhere.includes(name))
}

function hasBody({ method }: VerbDeclaration): boolean {
  return method === 'POST' || method === 'PATCH'
}

function getBodyRule(verb: VerbDeclaration): BodyRule {
  if (!hasBody(verb)) return 'none'
  if (verb.contentLimit !== undefined) return 'stream'
  const needed = listBodyArguments(verb).some((name) => verb.input[name]?.required) || verb.method === 'PATCH' || verb.fieldsOf
  return needed ? 'fields' : 'fields-or-none'
}

/** Merges argument objects. Returns the only non-empty one without copying, which is the usual case. */
function mergeArguments(...parts: readonly VerbArguments[]): VerbArguments {
  const filledParts = parts.filter((part) => Object.keys(part).length > 0)
  return filledParts.length <= 1 ? (filledParts[0] ?? {}) : (Object.assign({}, ...filledParts) as VerbArguments)
}

/** Parses the path arguments by their kinds. An invalid value ends as NOT_FOUND. */
function parsePathArguments(verb: VerbDeclaration, request: ServiceRequest): VerbArguments {
  const names = shopperCalls.getPathArguments(verb)
  if (names.length === 0) return {}
  const properties = entityModel.nameProperties(verb.input)
  const pathArguments: Record<string, unknown> = {}
  for (const name of names) {
    const property = properties[name]!
    const value = property.kind.prepare(request.params[name] ?? '', property)
    if (property.kind.validate(value, property).length > 0)
      throw new NotFoundError(
        createMessage('errors.noSuchRecordHere', { entity: createLabel('field', property.label.toLowerCase()) }),
      )
    pathArguments[name] = value
  }
  return pathArguments
}

/** Issues for query parameters that the verb does not have. */
function findUnknownParameters(verb: VerbDeclaration, { query }: ServiceRequest): readonly Issue[] {
  if (query.values.size === 0 && query.filters.size === 0) return []
  const allowedNames = [...new Set([...listQueryArguments(verb), languageParameter])]
  const parameterNames = [...query.values.keys(), ...[...query.filters.keys()].map((filter) => `filter[${filter}]`)]
  return parameterNames
    .filter((name) => !allowedNames.includes(name))
    .map((name) => {
      const message = createMessage('errors.unknownVerbParameter', {
        name: name.slice(0, 100),
        hint: messageFormat.suggestName(name, allowedNames),
        names: listQuoted(allowedNames),
      })
      return messageFormat.createIssue(name.slice(0, 100), message, 'UNKNOWN_PARAMETER')
    })
}

/** Browsers send the last event id in a header when they resume a stream. */
function readLastEventId({ reply }: VerbDeclaration, { headers }: ServiceRequest): VerbArguments {
  const last = headers['last-event-id']
  return reply?.streamed && typeof last === 'string' && last !== '' ? { after: last } : {}
}

/** Reads the arguments in the query. Booleans accept the words of `booleanTexts`. */
function parseQueryArguments(verb: VerbDeclaration, { query }: ServiceRequest): VerbArguments {
  if (query.values.size === 0) return {}
  const presentNames = listQueryArguments(verb).filter((name) => query.values.has(name))
  return Object.fromEntries(
    presentNames.map((name) => {
      const value = query.values.get(name) ?? ''
      return [name, verb.input[name]?.kind.filter === 'boolean' ? (booleanTexts.get(value) ?? value) : value]
    }),
  )
}

/** Rejects body fields that belong to the path or the query. */
function requireBodyArguments(verb: VerbDeclaration, fields: VerbArguments): VerbArguments {
  const isPresent = (name: string): boolean => Object.hasOwn(fields, name)
  const elsewhere = [...shopperCalls.getPathArguments(verb).filter(isPresent), ...listQueryArguments(verb).filter(isPresent)]
  if (elsewhere.length === 0) return fields
  const message = (name: string): Message => createMessage('errors.fieldInAddress', { name })
  throw new ValidationError(elsewhere.map((name) => messageFormat.createIssue(name, message(name), 'UNKNOWN_FIELD')))
}

/** Rejects a caller whose token lacks the scope of the verb or of a sent argument. */
function requireVerbScopes({ access, name }: VerbDeclaration, { caller }: ServiceRequest, verbArguments: VerbArguments): void {
  const asking = Object.entries(access.arguments ?? {}).filter(([argument]) => isSwitchedOn(verbArguments[argument]))
  for (const [argument, scope] of asking) {
    if (caller === null) throw createAuthenticationRequiredError()
    if (caller.grant.allows(scope)) continue
    throw new ServiceError('INSUFFICIENT_SCOPE', createMessage('errors.argumentNeedsScope', { argument, scope }))
  }
  const { scope } = access
  if (scope === undefined || caller?.grant.allows(scope)) return
  const code = caller === null ? 'AUTHENTICATION_REQUIRED' : 'INSUFFICIENT_SCOPE'
  throw new ServiceError(code, createMessage('errors.verbForHost', { name, scope }))
}

const isSwitchedOn = (value: unknown): boolean =>
  value !== undefined && value !== '0' && value !== 'false' && value !== '' && value !== false

/**
 * Owner of the Idempotency-Keys: the account, the entity behind the token argument, or a server token. Null for a guest without any of
 * these.
 */
function findKeyOwner(shopperContext: ShopperContext, token: unknown, { caller }: ServiceRequest): string | null {
  const { customerId } = shopperContext.shopper
  if (customerId !== null) return `customer:${customerId}`
  if (typeof token === 'string') return `cart:${sha256(token).slice(0, 40)}`
  return caller === null ? null : `token:${caller.id}`
}

/** The error in the language that the request names or accepts, otherwise in that of the shop. */
async function translateVerbError({ context }: App, request: ServiceRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') return error
  const { path, language, headers, versionedSnapshot } = request
  const named = request.query.values.get(languageParameter) ?? language
  const wanted = findErrorLanguage({ url: path, language: named, headers }, context.registry)
  // A database that cannot be reached is the error itself.
  const snapshot = wanted !== null ? null : (versionedSnapshot ?? (await getVersionedSnapshot(context).catch(() => null)))
  return translateError(error, context.registry, wanted ?? snapshot?.snapshot.defaultLanguage ?? null)
}

export function createVerbRoute(app: App, server: ServerInfo, declaration: VerbDeclaration, limits: AddressLimits): Route {
  const verb = shopperCalls.requireVerb(app.context.registry, declaration.name)
  const link = (path: string): string => `${server.baseUrl()}${path}`
  const { identity } = app.host.adapters
  const withToken = verb.access.scope !== undefined || verb.access.arguments !== undefined

  async function createShopperContext(request: ServiceRequest): Promise<ShopperContext> {
    const session = request.headers['x-svc-shopper']
    return app.shop.createContext({
      shopper: verb.access.unnamed ? undefined : await identity.shopper(app, request.headers),
      language: request.query.values.get(languageParameter) ?? request.language ?? undefined,
      session: typeof session === 'string' ? session : undefined,
      network: toNetwork(request.address),
      content: verb.contentLimit === undefined ? undefined : request.body,
      link,
    })
  }

  async function answer(request: ServiceRequest, shopperContext: ShopperContext, verbArguments: VerbArguments): Promise<Reply> {
    const data = await shopperCalls.runVerb(verb, shopperContext, verbArguments, findUnknownParameters(verb, request))
    if (verb.reply === null) return createEmptyReply(204)
    if (verb.reply.streamed) return createEventStream(data as ReplyStream, verb.reply.media ?? '')
    if (verb.reply.media !== undefined) return createDownload(data as ReplyFile, verb.reply.media)
    if (verb.tagged) return createTaggedReply(createJsonReply({ data }), request)
    const headers: Record<string, string> = verb.secret ? { ...noStoreHeaders } : {}
    const location = verb.location?.(data as never)
    if (location !== undefined) headers['location'] = server.pathTo(`${runtimeBase}/${location}`, request)
    return createJsonReply({ data }, verb.status ?? 200, headers)
  }

  async function handleCall(request: ServiceRequest): Promise<Reply> {
    const queryArguments = mergeArguments(readLastEventId(verb, request), parseQueryArguments(verb, request))
    requireVerbScopes(verb, request, queryArguments)
    const verbArguments = mergeArguments(
      queryArguments,
      parsePathArguments(verb, request),
      requireBodyArguments(verb, request.fields),
    )
    const shopperContext = await createShopperContext(request)
    const actor = verb.repeatable ? findKeyOwner(shopperContext, verbArguments['token'], request) : null
    if (actor === null) return answer(request, shopperContext, verbArguments)
    if (verb.repeatable === 'outside')
      return runIdempotentlyOutside(app, request, actor, () => answer(request, shopperContext, verbArguments))
    return runIdempotently(app, request, actor, (unit?: Unit) =>
      answer(request, unit ? shopperContext.within(unit) : shopperContext, verbArguments),
    )
  }

  return {
    method: verb.method,
    path: `${runtimeBase}/${verb.path}`,
    access: withToken ? 'optional' : 'public',
    // Verbs that require a token are for servers, not for embedded pages.
    embedded: verb.access.scope === undefined,
    body: getBodyRule(verb),
    ...(verb.contentLimit !== undefined && { bodyLimit: verb.contentLimit }),
    multipart: false,
    async checkLimits({ caller, address }) {
      shopperCalls.requireServiceOwnership(verb.access, app.shop.createContext({}))
      // A caller with a token is the host's own server, which acts for many shoppers.
      if (verb.access.limit !== undefined && verb.method !== 'GET' && caller === null)
        await limits[verb.access.limit].countRequest(address)
    },
    async handle(request) {
      try {
        return await handleCall(request)
      } catch (error) {
        throw await translateVerbError(app, request, error)
      }
    },
  }
}

/** The verbs of core and plugins, so generated files do not depend on which package declares a verb. */
export const listVerbsByName = ({ verbs }: Registry): readonly VerbDeclaration[] =>
  [...verbs.values()].toSorted((first, second) => (first.name < second.name ? -1 : 1))
