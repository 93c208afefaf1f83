// The steps of a request before its route: request id, method override, base path, overload, language prefix, 404 and 405.
import { createMessage, urlSegments, ValidationError } from '#core/contract.js'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { createPreflightReply } from './origins.js'
import { type IncomingRequest, isPageRequest, toIncomingRequest } from './incoming-request.js'
import { canBeRejected, createOverloadError } from './overload-detector.js'
import { createRedirect } from './reply.js'
import { prepareReply } from './reply-sender.js'
import { createNoRouteError, type ServerContext } from './service.js'
import { parseTraceId } from './watch/request-watch.js'

const requestIdPattern = /^[\w.-]{8,64}$/

/** Creates fastify's `genReqId`. The id is the client's, the trace id, or a new one. */
export function createRequestIdGenerator(): (raw: IncomingRequest) => string {
  const series = randomBytes(6).toString('hex')
  let count = 0
  return (raw) => {
    const clientRequestId = raw.headers['x-request-id']
    raw.traceId = parseTraceId(raw.headers['traceparent'])
    // Reuse the trace id as request id, so errors and log lines carry it too.
    raw.requestId =
      typeof clientRequestId === 'string' && requestIdPattern.test(clientRequestId)
        ? clientRequestId
        : (raw.traceId ?? `${series}-${(++count).toString(36)}`)
    return raw.requestId
  }
}

/** The methods that an override may name. */
const methodOverrides = new Map(['PATCH', 'DELETE', 'POST'].map((method) => [method, method]))
/** The method of any other override. No route uses it, so the request ends as 405 with an Allow header. */
const unservedMethod = 'PUT'
const absoluteUrlPattern = /^https?:\/\/[^/?]*/i

/**
 * Fastify's `rewriteUrl`: applies the method override, and returns the URL that is routed: below the base path, which a proxy may already
 * have removed, and without a segment that looks like a language.
 */
export function rewriteRequest(raw: IncomingRequest, { basePath, table }: ServerContext): string {
  const override = raw.method === 'POST' ? raw.headers['x-http-method-override'] : undefined
  if (typeof override === 'string') {
    raw.isOverridden = true
    raw.method = methodOverrides.get(override.trim().toUpperCase()) ?? unservedMethod
  }
  let url = raw.url ?? '/'
  if (url.charCodeAt(0) !== 47) url = url.replace(absoluteUrlPattern, '')
  if (basePath !== '' && url.startsWith(basePath) && /^[/?]|^$/.test(url.slice(basePath.length))) url = url.slice(basePath.length)
  if (!url.startsWith('/')) url = `/${url}`
  const segment = languageTagPattern.exec(url)?.[1]
  // `svc-admin`, too, looks like a language but is none.
  if (segment === undefined || table.hasFirstSegment(segment)) return url
  raw.languageSegment = segment
  raw.fullUrl = url
  const rest = url.slice(segment.length + 1)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Adds the hooks that run for each request, before the hooks of its route. */
export function addRequestHooks(framework: FastifyInstance, context: ServerContext): void {
  framework.addHook('onRequest', (request, reply, done) => {
    context.watch.begin(toIncomingRequest(request), reply.raw, done)
  })
  framework.addHook('onRequest', (request, _reply, done) => {
    const raw = toIncomingRequest(request)
    if (context.isOverloaded() && canBeRejected(raw.url ?? '/')) throw createOverloadError()
    // HTTP/1.1 requires the header.
    if (raw.headers.host === undefined && raw.httpVersionMinor > 0) {
      throw ValidationError.of('Host', createMessage('errors.hostHeaderMissing'))
    }
    done()
  })
  framework.addHook('onRequest', (request, reply, done) => {
    const raw = toIncomingRequest(request)
    if (!context.languageFilter && raw.languageSegment === null) return done()
    void redirectToLanguage(context, raw, reply, done)
  })
  framework.addHook('onRequest', (request, reply, done) => {
    if (request.is404) rejectMissingRoute(context, request, reply, done)
    else done()
  })
}

/** Resolves the language prefix, and redirects the request if it lacks one. */
async function redirectToLanguage(
  context: ServerContext,
  raw: IncomingRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): Promise<void> {
  let target: string | null
  try {
    target = await resolveLanguage(context, raw)
  } catch (error) {
    return done(error as Error)
  }
  if (target === null) return done()
  raw.embedded = context.table.findRoutes(raw.url).some(({ embedded }) => embedded === true)
  reply.send(prepareReply(context, raw, reply, createRedirect(context.basePath + target, 301)))
}

/** Answers a preflight, or throws 404 or 405. Calls `openPage` if the request gets the 404 page. */
export function rejectMissingRoute(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  openPage: () => void,
): void {
  const raw = toIncomingRequest(request)
  const routes = context.table.findRoutes(raw.url)
  const preflight = createPreflightReply(raw, routes, context.embedOrigins)
  raw.embedded = preflight === null && routes.some(({ embedded }) => embedded === true)
  if (preflight !== null) reply.send(prepareReply(context, raw, reply, preflight))
  else if (context.notFoundPage !== undefined && routes.length === 0 && isPageRequest(raw)) openPage()
  else throw createNoRouteError(routes, raw)
}

/** A first segment that looks like a language. Excludes the most frequent one, which is none, at once. */
const languageTagPattern = /^\/(?!svc-api[/?])([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/i

/** The methods that the language filter redirects. */
const redirectedMethods = new Set(['GET', 'HEAD', 'PATCH', 'DELETE'])

/**
 * Sets the language if the first segment is that of an active one, else restores the URL. Returns the target of the redirect if the
 * language filter requires a prefix, or null.
 */
async function resolveLanguage(context: ServerContext, raw: IncomingRequest): Promise<string | null> {
  raw.versionedSnapshot = await context.service.versionedSnapshot()
  const tags = raw.versionedSnapshot.snapshot.languages
  const segments = urlSegments(tags)
  if (raw.languageSegment !== null) {
    const language = segments.get(raw.languageSegment)
    if (language !== undefined) {
      raw.prefix = `/${raw.languageSegment}`
      raw.language = language
      return null
    }
    raw.url = raw.fullUrl
  }
  const url = raw.url ?? '/'
  // An overridden POST counts as POST.
  const isRedirected = context.languageFilter && !raw.isOverridden && redirectedMethods.has(raw.method ?? '')
  if (!isRedirected || context.table.findRoutes(url).some(({ prefixed }) => prefixed === false)) return null
  for (const [defaultSegment, tag] of segments) if (tag === tags[0]) return `/${defaultSegment}${url}`
  return null
}
