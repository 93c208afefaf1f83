// Answers POST /svc-api/mcp: one JSON-RPC message in, bare JSON-RPC out, for the token's grant (spec 4.2).
import { isUtf8 } from 'node:buffer'
import type { App } from '#core/app.js'
import { ServiceError } from '#core/ground/errors.js'
import { keyOf, replayed } from '../http/answer-once.js'
import { jsonOverload } from '../http/body/json.js'
import { defaultBodyLimit } from '../http/body/read.js'
import { authenticationRequired } from '../http/bearer.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { content, empty, mediaTypes, type Reply } from '../http/reply.js'
import { eraOf } from './protocol/era.js'
import { admit, answer, malformed } from './protocol/dispatch.js'
import { errorCodes, errorText, ProtocolError } from './protocol/message.js'
import { createToolService } from './tool/tool-service.js'
import { assertRoutingHeaders, assertVersionHeader } from './http/headers.js'

/** Statuses of refusals before a method ran; whatever a method answers is 200. */
const gateStatus = 400

function assertJson(request: ServiceRequest): void {
  const type = request.headers['content-type'] ?? ''
  if (/^application\/json\s*(;|$)/i.test(type.trim())) return
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the message as application/json.')
}

/** Levels of nesting that are parsed. The arguments of a tool may have 64, and its refusal says so. */
const deepestMessage = 5_000

function parse(bytes: Uint8Array): { readonly value: unknown } | null {
  if (!isUtf8(bytes)) return null
  try {
    return { value: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as unknown }
  } catch {
    return null
  }
}

const reply = (text: string, status = 200): Reply => content(text, mediaTypes.json, undefined, status)

/** -32601 is 404 for a request that stands alone, and for nobody else: an older client would take 404 for a session's end. */
function statusOf(era: 'session' | 'stateless', error: number | null): number {
  if (error === errorCodes.unsupportedVersion) return gateStatus
  return era === 'stateless' && error === errorCodes.methodNotFound ? 404 : 200
}

/**
 * Answers one request of the mount's only route.
 * @param timeout milliseconds that a call of a tool may take
 */
export function createHttpHandler(app: App, timeout: number): Route['handle'] {
  const tools = createToolService(app, { timeout })
  const { log } = app.context

  return async (request) => {
    const { caller } = request
    if (caller === null) throw authenticationRequired()
    assertJson(request)
    const overload = jsonOverload(request.bytes, defaultBodyLimit, deepestMessage)
    if (overload !== null) return reply(errorText(null, new ProtocolError(errorCodes.invalidRequest, overload)), gateStatus)
    const parsed = parse(request.bytes)
    if (!parsed) return reply(malformed(), gateStatus)
    const message = admit(parsed.value)
    if (message.kind === 'refused') return reply(message.text, gateStatus)
    if (message.kind !== 'request') return empty(202)
    try {
      assertVersionHeader(request.headers, message.method, message.params)
      const era = eraOf(message.method, message.params)
      if (era === 'stateless') assertRoutingHeaders(request.headers, message.method, message.params)
    } catch (error) {
      if (error instanceof ProtocolError) return reply(errorText(message.id, error), gateStatus)
      throw error
    }
    const never = new AbortController()
    const key = keyOf(request)
    let headers: Reply['headers']
    const once = key === null ? undefined : { key, onReplay: () => (headers = replayed) }
    const { text, era, error } = await answer(message, tools.forCaller(caller, once), never.signal, (cause) =>
      log.error({ err: cause, requestId: request.id, method: message.method }, 'An MCP request failed'),
    )
    return { ...reply(text, statusOf(era, error)), headers }
  }
}
