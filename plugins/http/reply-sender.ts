// Sends replies and errors through the framework: status, headers, compression, and connections with an unread body.
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { ServiceError } from '#core/contract.js'
import { createContentTypeError } from './body/body-fields.js'
import { ClientDisconnectedError, hasNoBody } from './body/body-reader.js'
import { type CompressedPayload, compressPayload } from './compression.js'
import { addCorsHeaders } from './origins.js'
import { type IncomingRequest, isPageForm, isPageRequest, maskPath, toIncomingRequest } from './incoming-request.js'
import { copyProblemStatus, createPageWriter, createRejectionPage } from './problem-pages.js'
import { findErrorLanguage, translateError, writeMessage } from './error-language.js'
import { createProblemReply, isInternalError } from './problem-reply.js'
import { isLongLived, type Payload, type Reply } from './reply.js'
import type { ServerContext } from './service.js'

/** Bytes that a connection buffers even if the client does not read. */
const socketBufferSize = 65_536

const isLongBody = (body: Reply['body']): boolean =>
  body !== null && (typeof body === 'string' || body instanceof Uint8Array ? body.length >= socketBufferSize : true)

/** Sets the status and the headers of the reply, and returns its body for `reply.send`. */
export function prepareReply(context: ServerContext, raw: IncomingRequest, reply: FastifyReply, answer: Reply): Payload {
  const { status, type, body, headers } = answer
  reply.code(status)
  if (type !== null) reply.header('content-type', type)
  if (headers !== undefined) reply.headers(headers)
  const response = reply.raw
  if (isLongLived(answer)) {
    context.openReplies.add(answer.end)
    response.once('close', () => context.openReplies.delete(answer.end))
  } else if (isLongBody(body)) {
    // Disconnect a client that reads nothing, because memory holds the reply until then.
    response.setTimeout(context.stalledMilliseconds, () => response.destroy())
  }
  if (raw.method === 'HEAD' && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    body.destroy()
    return undefined
  }
  return body ?? undefined
}

/** Creates the `setErrorHandler` of the server: problem details, or a page for a form or address that it rejects. */
export function createErrorHandler(
  context: ServerContext,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => Payload | Promise<Payload> {
  return (error, request, reply) => {
    const raw = toIncomingRequest(request)
    const { serviceRequest } = request
    serviceRequest?.release()
    // The connection is closed.
    if (error instanceof ClientDisconnectedError) return undefined
    const cause = toServiceError(error, raw)
    const renderRejection = serviceRequest?.route.renderRejection
    const isPage = isPageForm(raw) || isPageRequest(raw)
    if (!renderRejection || !(cause instanceof ServiceError) || isInternalError(cause) || !isPage) {
      return prepareProblem(context, request, reply, cause)
    }
    // The route's own page for a rejected form or address.
    return renderRejection(serviceRequest, cause).then(
      (page) => prepareReply(context, raw, reply, copyProblemStatus(createProblem(context, request, cause), page)),
      (failure: unknown) => prepareProblem(context, request, reply, failure),
    )
  }
}

/** The service's error for an error of the framework. */
function toServiceError(error: unknown, raw: IncomingRequest): unknown {
  const isMediaType = (error as { readonly code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  return isMediaType ? createContentTypeError(raw.headers['content-type'] ?? '') : error
}

function findRequestLanguage(context: ServerContext, request: FastifyRequest): string | null {
  const { serviceRequest } = request
  const named = serviceRequest?.route.findErrorLanguage?.(serviceRequest)
  return named ?? findErrorLanguage(toIncomingRequest(request), context.service.app.context.registry)
}

/** The problem details of an error, in the language of the request. */
function createProblem(context: ServerContext, request: FastifyRequest, error: unknown): Reply & { readonly body: string } {
  const raw = toIncomingRequest(request)
  const { registry } = context.service.app.context
  const language = findRequestLanguage(context, request)
  return createProblemReply(translateError(error, registry, language), context.errorTypeBase(), raw.requestId, (message) =>
    writeMessage(message, registry, language),
  )
}

/** Prepares the reply of an error, and logs internal errors whose cause the client does not see. */
export function prepareProblem(context: ServerContext, request: FastifyRequest, reply: FastifyReply, error: unknown): Payload {
  const raw = toIncomingRequest(request)
  if (isInternalError(error)) {
    const { requestId, traceId, routeMethod: method } = raw
    const path = maskPath(raw.url ?? '')
    context.service.log.error({ requestId, ...(traceId !== null && { traceId }), method, path, err: error }, 'A request failed')
    context.recordFailure({ id: requestId, method, path }, error)
  }
  const problem = createProblem(context, request, error)
  const isForm = isPageForm(raw)
  const isPage = isForm || (isPageRequest(raw) && request.serviceRequest?.route.renderRejection !== undefined)
  if (!isPage) return prepareReply(context, raw, reply, problem)
  const writer = createPageWriter(context.service.app.context.registry, findRequestLanguage(context, request))
  return prepareReply(context, raw, reply, createRejectionPage(problem, writer, { isForm }))
}

/** Creates the `onSend` hook of the server: constant headers, compression, and connections with an unread body. */
export function createSendHook(context: ServerContext): onSendHookHandler<Payload> {
  return (request, reply, payload, done) => {
    completeReply(context, request, reply)
    const packing = compressPayload(request, reply, payload)
    if (packing === null) done(null, payload)
    else void sendCompressed(packing, reply, payload, done)
  }
}

async function sendCompressed(
  packing: Promise<CompressedPayload>,
  reply: FastifyReply,
  payload: Payload,
  done: DoneFuncWithErrOrRes,
): Promise<void> {
  const compressed = await packing.catch(() => null)
  if (compressed === null) return done(null, payload)
  reply.header('content-encoding', compressed.coding)
  done(null, compressed.bytes)
}

/** Adds the constant headers. Closes or drains a connection whose body was not read. */
export function completeReply(context: ServerContext, request: FastifyRequest, reply: FastifyReply): void {
  const raw = toIncomingRequest(request)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('x-request-id', raw.requestId)
  // Pages set their own policy: without a referrer, forms send the origin `null`.
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  addCorsHeaders(raw, reply, context.embedOrigins)
  const hasUnreadBody = !raw.readableEnded && !hasNoBody(raw)
  const isUndrainable = hasUnreadBody && hasUndrainableBody(raw)
  if (context.isStopping() || isUndrainable) reply.header('connection', 'close')
  if (isUndrainable) enableLingeringClose(raw)
  // Drain the rest of the body, so the client can read the reply.
  if (hasUnreadBody) raw.on('error', () => {}).resume()
}

/** True if an unread body is too long to drain, or of unknown length. The connection is closed instead. */
function hasUndrainableBody(raw: IncomingRequest): boolean {
  const length = raw.headers['content-length']
  return !raw.complete && (length === undefined || Number(length) > raw.bodyLimit)
}

/** Milliseconds for which the server discards incoming bytes before it destroys the connection. */
const lingerMilliseconds = 3_000

/**
 * Ends the connection after the reply and discards incoming bytes for a while, until the client closes it. A TCP reset would discard the
 * reply, above all behind proxies.
 */
function enableLingeringClose({ socket }: IncomingRequest): void {
  socket.destroySoon = () => {
    socket.end()
    const over = setTimeout(() => socket.destroy(), lingerMilliseconds)
    socket.once('close', () => clearTimeout(over))
  }
}
