// Turns the routes of a mount into a fastify plugin: hooks for origin, caller and rate limit, the body parser, and the handler.
import type {
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { Caller } from '#core/contract.js'
import { accessRules } from '#core/surface.js'
import { createAuthenticationFailedError, createAuthenticationRequiredError, findBearerToken } from './bearer-token.js'
import { createBodyBudget, defaultBodyLimit, hasNoBody, readBody, streamBody } from './body/body-reader.js'
import { parseBodyFields, rejectMultipart } from './body/body-fields.js'
import { RoutedRequest, toIncomingRequest } from './incoming-request.js'
import type { Route } from './mount.js'
import { assertOwnOrigin, assertTrustedOrigin } from './origins.js'
import { canBeRejected, createOverloadError } from './overload-detector.js'
import type { Payload } from './reply.js'
import { prepareReply } from './reply-sender.js'
import { rejectMissingRoute } from './request-hooks.js'
import type { ServerContext } from './service.js'

/** Creates the plugin of one mount. */
export function createRoutePlugin(context: ServerContext, routes: readonly Route[]): FastifyPluginCallback {
  return (scope, _options, done) => {
    for (const route of routes) {
      const onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[] = [
        createEntryHook(context, route),
        createOriginHook(context, route),
      ]
      if (route.authenticate !== undefined || route.access !== 'public') onRequest.push(createAuthenticationHook(context, route))
      const { checkLimits } = route
      if (checkLimits !== undefined) onRequest.push(createLimitsHook(checkLimits))
      scope.route({
        method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
        url: route.path,
        onRequest,
        handler: (request, reply) => handleRequest(context, getServiceRequest(request), reply),
      })
    }
    done()
  }
}

/** The request of a route. The entry hook has set it. */
function getServiceRequest({ serviceRequest }: FastifyRequest): RoutedRequest {
  if (serviceRequest === null) throw new Error('The request has no route.')
  return serviceRequest
}

function getBodyLimit({ bodyLimit = defaultBodyLimit }: Route, { params }: FastifyRequest): number {
  return typeof bodyLimit === 'number' ? bodyLimit : bodyLimit(params as Readonly<Record<string, string>>)
}

/** Counts the request, and rejects it if its network overloads the process. */
function createEntryHook(context: ServerContext, route: Route): onRequestHookHandler {
  return (request, reply, done) => {
    const raw = toIncomingRequest(request)
    // The router ignores any segment that looks like a language.
    if (raw.languageSegment !== null && raw.language === null) {
      return rejectMissingRoute(context, request, reply, () => reply.callNotFound())
    }
    raw.bodyLimit = getBodyLimit(route, request)
    raw.embedded = route.embedded === true
    raw.route = route.path
    const address = request.ip
    if (context.watch.active) raw.address = address
    if (context.isOverloadedBy(address) && canBeRejected(raw.url ?? '')) throw createOverloadError()
    const serviceRequest = new RoutedRequest(request, raw, route)
    const leave = context.requestCounter.startRequest(address)
    serviceRequest.release = () => {
      serviceRequest.release = () => undefined
      leave()
    }
    request.serviceRequest = serviceRequest
    done()
  }
}

function createOriginHook(context: ServerContext, { ownOrigin, method }: Route): onRequestHookHandler {
  return (request, _reply, done) => {
    if (ownOrigin) assertOwnOrigin(request.headers, request.host, context.baseUrl())
    else if (method !== 'GET') assertTrustedOrigin(request.headers, request.host, context)
    done()
  }
}

function createAuthenticationHook(context: ServerContext, route: Route): onRequestAsyncHookHandler {
  const { service } = context

  async function verifyBearer({ raw }: RoutedRequest): Promise<Caller | null> {
    const token = findBearerToken(raw.headers, raw.rawHeaders)
    if (token === null) {
      if (route.access === 'bearer') throw createAuthenticationRequiredError()
      return null
    }
    raw.versionedSnapshot ??= await service.versionedSnapshot()
    const caller = await service.verify(token, raw.versionedSnapshot)
    if (caller === null) throw createAuthenticationFailedError()
    return caller
  }

  return async (request) => {
    const serviceRequest = getServiceRequest(request)
    if (route.authenticate) {
      serviceRequest.raw.versionedSnapshot ??= await service.versionedSnapshot()
      serviceRequest.caller = await route.authenticate(serviceRequest)
    } else serviceRequest.caller = await verifyBearer(serviceRequest)
  }
}

function createLimitsHook(checkLimits: NonNullable<Route['checkLimits']>): onRequestAsyncHookHandler {
  return (request) => checkLimits(getServiceRequest(request))
}

/** Buffered body bytes in memory: 64 times the default body limit. */
const bufferedBodies = createBodyBudget(67_108_864)
/** Body bytes that are streamed to disk. Memory holds only small pieces of them. */
const streamedBodies = createBodyBudget(536_870_912)
const noBytes = Buffer.alloc(0)

/** Replaces the framework's parsers by one that reads each body as its route declares. */
export function addBodyParser(framework: FastifyInstance): void {
  framework.removeAllContentTypeParsers()
  framework.addContentTypeParser('*', (request: FastifyRequest) => parseBody(getServiceRequest(request)))
}

async function parseBody(request: RoutedRequest): Promise<unknown> {
  const { raw, route, release } = request
  const { body: rule = 'none' } = route
  if (rule === 'none') return null
  if (route.multipart === false && !hasNoBody(raw)) rejectMultipart(raw.headers['content-type'])
  const share = (rule === 'stream' ? streamedBodies : bufferedBodies).openReservation(request.address)
  request.release = () => {
    share.release()
    release()
  }
  if (rule === 'stream') return (request.body = streamBody(raw, raw.bodyLimit, share))
  const bytes = await readBody(raw, raw.bodyLimit, share)
  if (rule === 'bytes') return (request.bytes = bytes)
  return (request.fields = await parseFields(request, bytes))
}

const parseFields = ({ raw, route }: RoutedRequest, bytes: Buffer): ReturnType<typeof parseBodyFields> =>
  parseBodyFields(bytes, raw.headers['content-type'], { mayBeEmpty: route.body === 'fields-or-none', limit: raw.bodyLimit })

/** Runs the route's handler and returns the body of its reply. */
export async function handleRequest(context: ServerContext, request: RoutedRequest, reply: FastifyReply): Promise<Payload> {
  const { caller, raw, route } = request
  try {
    // The framework runs no parser for a request without content type and body.
    if (route.body === 'fields' && reply.request.body === undefined) request.fields = await parseFields(request, noBytes)
    const answer =
      caller === null || !context.service.audited
        ? await route.handle(request)
        : await accessRules.runAsActor(caller, () => route.handle(request))
    return prepareReply(context, raw, reply, answer)
  } finally {
    request.release()
  }
}
