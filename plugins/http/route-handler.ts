// Handles one routed request: origin, token, rate limit, body, handler, reply. Errors become problem details.
import type { ServerResponse } from 'node:http'
import { runAsActor } from '#core/foundation/access/actor.js'
import { ServiceError } from '#core/foundation/errors.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAuthenticationFailedError, createAuthenticationRequiredError, findBearerToken } from './bearer-token.js'
import { parseBodyFields, rejectMultipart } from './body/body-fields.js'
import { defaultBodyLimit, ClientDisconnectedError, hasNoBody, readBody, streamBody } from './body/body-reader.js'
import { createBodyBudget } from './body/body-budget.js'
import { compressReply } from './compression.js'
import { addCorsHeaders } from './cors.js'
import type { IncomingRequest } from './incoming-request.js'
import type { RequestCounter } from './request-counter.js'
import type { FailureLog } from './failure-log.js'
import { enableLingeringClose } from './lingering-close.js'
import type { Route } from './mount.js'
import { assertOwnOrigin, assertTrustedOrigin, type TrustedOrigins } from './origin-check.js'
import { canBeRejected, createOverloadError } from './overload-detector.js'
import { isInternalError, createProblemReply } from './problem-reply.js'
import { createRejectedFormPage, copyProblemStatus } from './problem-pages.js'
import { isLongLived, type Reply } from './reply.js'
import { FrameworkRequest, isPageForm, maskPath } from './framework-request.js'
import { writeHttpReply } from './reply-writer.js'
import type { Service } from './service.js'
import type { RequestWatch } from './watch/request-watch.js'

export interface HandlerContext extends TrustedOrigins {
  readonly service: Service
  readonly errorTypeBase: () => string
  readonly isStopping: () => boolean
  /** Stores internal errors for the administrators. */
  readonly recordFailure: FailureLog['add']
  readonly watch: RequestWatch
  /** End functions of the open lasting replies (event streams). */
  readonly openReplies: Set<() => void>
  readonly requestCounter: RequestCounter
  /** True if the process is overloaded by requests from the network of this address. */
  readonly isOverloadedBy: (address: string) => boolean
  /** Milliseconds that a client may stop reading a long reply before it is disconnected. */
  readonly stalledMilliseconds: number
}

/** Sends a reply. While the service stops, it also closes the connection. */
export function sendReply(
  answering: HandlerContext,
  raw: IncomingRequest,
  response: ServerResponse<IncomingRequest>,
  reply: Reply,
): void {
  const leavesBody = hasUndrainableBody(raw)
  if (answering.isStopping() || leavesBody) response.setHeader('connection', 'close')
  if (leavesBody) enableLingeringClose(raw)
  if (isLongLived(reply)) {
    answering.openReplies.add(reply.end)
    response.once('close', () => answering.openReplies.delete(reply.end))
  }
  const whole = addCorsHeaders(raw, reply, answering.embedOrigins)
  const ready = compressReply(raw, whole)
  if (ready instanceof Promise) {
    ready.then(
      (packed) => writeHttpReply(raw, response, packed, answering.stalledMilliseconds),
      () => writeHttpReply(raw, response, whole, answering.stalledMilliseconds),
    )
  } else writeHttpReply(raw, response, ready, answering.stalledMilliseconds)
  // Drain the unread rest of the body, so the client can read the reply.
  if (!raw.readableEnded && !hasNoBody(raw)) raw.on('error', () => {}).resume()
}

/** True if an unread body is too long to drain, or of unknown length. The connection is closed instead. */
function hasUndrainableBody(raw: IncomingRequest): boolean {
  if (raw.readableEnded || hasNoBody(raw)) return false
  const length = raw.headers['content-length']
  return !raw.complete && (length === undefined || Number(length) > raw.bodyLimit)
}

/** Sends problem details, and logs internal errors whose cause the client does not see. */
export function sendProblem(
  answering: HandlerContext,
  raw: IncomingRequest,
  response: ServerResponse<IncomingRequest>,
  error: unknown,
): void {
  if (error instanceof ClientDisconnectedError) return
  if (isInternalError(error)) {
    const { requestId, traceId, method } = raw
    const fields = { requestId, ...(traceId !== null && { traceId }), method, path: maskPath(raw.url ?? ''), err: error }
    answering.service.log.error(fields, 'A request failed')
    answering.recordFailure({ id: requestId, method: method ?? '', path: maskPath(raw.url ?? '') }, error)
  }
  const problem = createProblemReply(error, answering.errorTypeBase(), raw.requestId)
  sendReply(answering, raw, response, isPageForm(raw) ? createRejectedFormPage(problem) : problem)
}

/** Buffered body bytes in memory: 64 times the default body limit. */
const bufferedBodies = createBodyBudget(67_108_864)
/** Body bytes that are streamed to disk. Memory holds only small pieces of them. */
const streamedBodies = createBodyBudget(536_870_912)

function getBodyLimit({ bodyLimit = defaultBodyLimit }: Route, { params }: FastifyRequest): number {
  return typeof bodyLimit === 'number' ? bodyLimit : bodyLimit(params as Readonly<Record<string, string>>)
}

/** Creates the framework handler of a route. */
export function createRouteHandler(
  answering: HandlerContext,
  route: Route,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const rule = route.body ?? 'none'

  /** Runs the handler, with the caller as the actor if the service records an audit log. */
  function handled(request: FrameworkRequest): Reply | Promise<Reply> {
    const { caller } = request
    if (caller === null || !answering.service.audited) return route.handle(request)
    return runAsActor(caller, () => route.handle(request))
  }

  async function run(request: FrameworkRequest, raw: IncomingRequest): Promise<Reply> {
    if (route.ownOrigin) assertOwnOrigin(raw.headers, request.host, answering.baseUrl())
    else if (route.method !== 'GET') assertTrustedOrigin(raw.headers, request.host, answering)
    if (route.authenticate) {
      raw.moment ??= await answering.service.moment()
      request.caller = await route.authenticate(request)
    } else if (route.access !== 'public') {
      const token = findBearerToken(raw.headers, raw.rawHeaders)
      if (token !== null) {
        raw.moment ??= await answering.service.moment()
        request.caller = await answering.service.verify(token, raw.moment)
        if (request.caller === null) throw createAuthenticationFailedError()
      } else if (route.access === 'bearer') throw createAuthenticationRequiredError()
    }
    await route.checkLimits?.(request)
    if (rule === 'none') return handled(request)
    const limit = raw.bodyLimit
    if (route.multipart === false && !hasNoBody(raw)) rejectMultipart(raw.headers['content-type'])
    const share = (rule === 'stream' ? streamedBodies : bufferedBodies).openReservation(request.address)
    try {
      if (rule === 'stream') request.body = streamBody(raw, limit, share)
      else {
        const read = readBody(raw, limit, share)
        const bytes = read instanceof Promise ? await read : read
        if (rule === 'bytes') request.bytes = bytes
        else
          request.fields = await parseBodyFields(bytes, raw.headers['content-type'], {
            mayBeEmpty: rule === 'fields-or-none',
            limit,
          })
      }
      return await handled(request)
    } finally {
      share.release()
    }
  }

  /** Renders the route's own page for a rejected form. Throws the error again if the route has none. */
  async function drawRejection(request: FrameworkRequest, raw: IncomingRequest, error: unknown): Promise<Reply> {
    if (!route.renderRejection || !(error instanceof ServiceError) || isInternalError(error) || !isPageForm(raw)) throw error
    const problem = createProblemReply(error, answering.errorTypeBase(), raw.requestId)
    return copyProblemStatus(problem, await route.renderRejection(request, error))
  }

  return (framework, frameworkReply) => {
    frameworkReply.hijack()
    const raw = framework.raw as IncomingRequest
    raw.bodyLimit = getBodyLimit(route, framework)
    raw.embedded = route.embedded === true
    raw.route = route.path
    if (answering.watch.active) raw.address = framework.ip
    const response = frameworkReply.raw as ServerResponse<IncomingRequest>
    const address = framework.ip
    if (answering.isOverloadedBy(address) && canBeRejected(raw.url ?? ''))
      return sendProblem(answering, raw, response, createOverloadError())
    const leave = answering.requestCounter.startRequest(address)
    const leaving =
      <T>(then: (told: T) => void) =>
      (outcome: T): void => {
        leave()
        then(outcome)
      }
    const request = new FrameworkRequest(framework, raw)
    const replying = run(request, raw)
    const rendering = route.renderRejection ? replying.catch((error: unknown) => drawRejection(request, raw, error)) : replying
    rendering.then(
      leaving((reply) => sendReply(answering, raw, response, reply)),
      leaving((error: unknown) => sendProblem(answering, raw, response, error)),
    )
  }
}
