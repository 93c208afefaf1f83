// Handles one routed request: origin, token, rate limit, body, handler, reply. Errors become problem details.
import type { ServerResponse } from 'node:http'
import { runAsActor } from '#core/foundation/access/actor.js'
import { ServiceError } from '#core/foundation/errors.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticationFailed, authenticationRequired, bearerToken } from './bearer.js'
import { readFields, refuseMultipart } from './body/fields.js'
import { defaultBodyLimit, Disconnected, hasNoBody, readBody, streamBody } from './body/read.js'
import { createRoom } from './body/room.js'
import { compressed } from './compress.js'
import { shared } from './embedding.js'
import type { Incoming } from './incoming.js'
import type { InFlight } from './in-flight.js'
import type { KeptFailures } from './kept-failures.js'
import { linger } from './linger.js'
import type { Route } from './mount.js'
import { assertOwnOrigin, assertTrustedOrigin, type TrustedAddresses } from './origin.js'
import { mayWait, tooBusy } from './overload.js'
import { isInternal, problemReply } from './problem.js'
import { rejectedFormPage, withStatusOf } from './problem-pages.js'
import { isLasting, type Reply } from './reply.js'
import { HandledRequest, isPageForm, shownPath } from './request.js'
import { send } from './send.js'
import type { Service } from './service.js'
import type { RequestWatch } from './watch/watch.js'

export interface Answering extends TrustedAddresses {
  readonly service: Service
  readonly errorTypeBase: () => string
  readonly stopping: () => boolean
  /** Stores internal errors for the administrators. */
  readonly keep: KeptFailures['keep']
  readonly watch: RequestWatch
  /** End functions of the open lasting replies (event streams). */
  readonly lasting: Set<() => void>
  readonly inFlight: InFlight
  /** True if the process is overloaded by requests from the network of this address. */
  readonly isCrushedBy: (address: string) => boolean
  /** Milliseconds that a client may stop reading a long reply before it is disconnected. */
  readonly stalled: number
}

/** Sends a reply. While the service stops, it also closes the connection. */
export function answer(answering: Answering, raw: Incoming, response: ServerResponse<Incoming>, reply: Reply): void {
  const leavesBody = bodyLeftBehind(raw)
  if (answering.stopping() || leavesBody) response.setHeader('connection', 'close')
  if (leavesBody) linger(raw)
  if (isLasting(reply)) {
    answering.lasting.add(reply.end)
    response.once('close', () => answering.lasting.delete(reply.end))
  }
  const whole = shared(raw, reply, answering.embedOrigins)
  const ready = compressed(raw, whole)
  if (ready instanceof Promise) {
    ready.then(
      (packed) => send(raw, response, packed, answering.stalled),
      () => send(raw, response, whole, answering.stalled),
    )
  } else send(raw, response, ready, answering.stalled)
  // Drain the unread rest of the body, so the client can read the reply.
  if (!raw.readableEnded && !hasNoBody(raw)) raw.on('error', () => {}).resume()
}

/** True if an unread body is too long to drain, or of unknown length. The connection is closed instead. */
function bodyLeftBehind(raw: Incoming): boolean {
  if (raw.readableEnded || hasNoBody(raw)) return false
  const length = raw.headers['content-length']
  return !raw.complete && (length === undefined || Number(length) > raw.bodyLimit)
}

/** Sends problem details, and logs internal errors whose cause the client does not see. */
export function fail(answering: Answering, raw: Incoming, response: ServerResponse<Incoming>, error: unknown): void {
  if (error instanceof Disconnected) return
  if (isInternal(error)) {
    const { requestId, traceId, method } = raw
    const fields = { requestId, ...(traceId !== null && { traceId }), method, path: shownPath(raw.url ?? ''), err: error }
    answering.service.log.error(fields, 'A request failed')
    answering.keep({ id: requestId, method: method ?? '', path: shownPath(raw.url ?? '') }, error)
  }
  const problem = problemReply(error, answering.errorTypeBase(), raw.requestId)
  answer(answering, raw, response, isPageForm(raw) ? rejectedFormPage(problem) : problem)
}

/** Buffered body bytes in memory: 64 times the default body limit. */
const kept = createRoom(67_108_864)
/** Body bytes that are streamed to disk. Memory holds only small pieces of them. */
const passing = createRoom(536_870_912)

function bodyLimitOf({ bodyLimit = defaultBodyLimit }: Route, { params }: FastifyRequest): number {
  return typeof bodyLimit === 'number' ? bodyLimit : bodyLimit(params as Readonly<Record<string, string>>)
}

/** Creates the framework handler of a route. */
export function routeHandler(answering: Answering, route: Route): (request: FastifyRequest, reply: FastifyReply) => void {
  const rule = route.body ?? 'none'

  /** Runs the handler, with the caller as the actor if the service records an audit log. */
  function handled(request: HandledRequest): Reply | Promise<Reply> {
    const { caller } = request
    if (caller === null || !answering.service.audited) return route.handle(request)
    return runAsActor(caller, () => route.handle(request))
  }

  async function run(request: HandledRequest, raw: Incoming): Promise<Reply> {
    if (route.ownOrigin) assertOwnOrigin(raw.headers, request.host, answering.baseUrl())
    else if (route.method !== 'GET') assertTrustedOrigin(raw.headers, request.host, answering)
    if (route.gate) {
      raw.moment ??= await answering.service.moment()
      request.caller = await route.gate(request)
    } else if (route.access !== 'public') {
      const token = bearerToken(raw.headers, raw.rawHeaders)
      if (token !== null) {
        raw.moment ??= await answering.service.moment()
        request.caller = await answering.service.verify(token, raw.moment)
        if (request.caller === null) throw authenticationFailed()
      } else if (route.access === 'bearer') throw authenticationRequired()
    }
    await route.admit?.(request)
    if (rule === 'none') return handled(request)
    const limit = raw.bodyLimit
    if (route.multipart === false && !hasNoBody(raw)) refuseMultipart(raw.headers['content-type'])
    const share = (rule === 'stream' ? passing : kept).share(request.address)
    try {
      if (rule === 'stream') request.body = streamBody(raw, limit, share)
      else {
        const read = readBody(raw, limit, share)
        const bytes = read instanceof Promise ? await read : read
        if (rule === 'bytes') request.bytes = bytes
        else
          request.fields = await readFields(bytes, raw.headers['content-type'], { mayBeEmpty: rule === 'fields-or-none', limit })
      }
      return await handled(request)
    } finally {
      share.free()
    }
  }

  /** Renders the route's own page for a rejected form. Throws the error again if the route has none. */
  async function drawRejection(request: HandledRequest, raw: Incoming, error: unknown): Promise<Reply> {
    if (!route.refused || !(error instanceof ServiceError) || isInternal(error) || !isPageForm(raw)) throw error
    const problem = problemReply(error, answering.errorTypeBase(), raw.requestId)
    return withStatusOf(problem, await route.refused(request, error))
  }

  return (framework, frameworkReply) => {
    frameworkReply.hijack()
    const raw = framework.raw as Incoming
    raw.bodyLimit = bodyLimitOf(route, framework)
    raw.embedded = route.embedded === true
    raw.route = route.path
    if (answering.watch.active) raw.address = framework.ip
    const response = frameworkReply.raw as ServerResponse<Incoming>
    const address = framework.ip
    if (answering.isCrushedBy(address) && mayWait(raw.url ?? '')) return fail(answering, raw, response, tooBusy())
    const leave = answering.inFlight.enter(address)
    const leaving =
      <T>(then: (told: T) => void) =>
      (told: T): void => {
        leave()
        then(told)
      }
    const request = new HandledRequest(framework, raw)
    const replying = run(request, raw)
    const drawn = route.refused ? replying.catch((error: unknown) => drawRejection(request, raw, error)) : replying
    drawn.then(
      leaving((reply) => answer(answering, raw, response, reply)),
      leaving((error: unknown) => fail(answering, raw, response, error)),
    )
  }
}
