// Prepares each request for routing: request id, method override, base path, language prefix and redirect.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ValidationError } from '#core/foundation/errors.js'
import { urlSegments } from '#core/foundation/language/tags.js'
import type { VersionedSnapshot } from '#core/storage/context.js'
import type { IncomingRequest } from './incoming-request.js'
import { canHavePrefix, findRedirectTarget, splitLanguagePrefix } from './language-prefix.js'
import { canBeRejected, createOverloadError } from './overload-detector.js'
import { createRedirect, type Reply } from './reply.js'
import { parseTraceId } from './watch/trace.js'

export interface RequestListenerOptions {
  readonly basePath: string
  /** Redirect unprefixed addresses to the prefixed ones. */
  readonly languageFilter: boolean
  loadSnapshot(): Promise<VersionedSnapshot>
  /** True while the process is overloaded and no single network causes it. */
  isOverloaded(): boolean
  /** False for methods that no route uses. Such requests skip the framework, which would inspect their bodies. */
  isServedMethod(method: string): boolean
  /** False for addresses without a language prefix. They are never redirected. */
  isPrefixed(url: string): boolean
  route(raw: IncomingRequest, response: ServerResponse<IncomingRequest>): void
  /** Replies with 404 or 405. */
  reject(raw: IncomingRequest, response: ServerResponse<IncomingRequest>): void
  answer(raw: IncomingRequest, response: ServerResponse<IncomingRequest>, reply: Reply): void
  fail(raw: IncomingRequest, response: ServerResponse<IncomingRequest>, error: unknown): void
}

const requestIdPattern = /^[\w.-]{8,64}$/
const absoluteUrlPattern = /^https?:\/\/[^/?]*/i

/** The methods that an override may name (spec 4.1). Any other name ends as 405. */
const methodOverrides = new Map([
  ['PATCH', 'PATCH'],
  ['DELETE', 'DELETE'],
  ['POST', 'POST'],
])
/** No route uses it, so the request ends as 405 with an Allow header. */
const unservedMethod = 'PUT'

/** HTTP/1.1 requires the Host header. */
function createMissingHostError(): ValidationError {
  return ValidationError.of('Host', "The request has no header 'Host'. Send the host's name as the address has it.")
}

/** Creates the request listener of the HTTP server. */
export function createRequestListener(
  options: RequestListenerOptions,
): (raw: IncomingRequest, response: ServerResponse<IncomingRequest>) => void {
  const series = randomBytes(6).toString('hex')
  let count = 0

  async function routeWithLanguage(
    raw: IncomingRequest,
    response: ServerResponse<IncomingRequest>,
    originalMethod: string,
  ): Promise<void> {
    raw.moment = await options.loadSnapshot()
    const tags = raw.moment.snapshot.languages
    const segments = urlSegments(tags)
    const addressed = splitLanguagePrefix(raw.url ?? '/', segments)
    if (options.languageFilter && addressed.language === null && options.isPrefixed(addressed.url)) {
      const target = findRedirectTarget(originalMethod, addressed.url, segments, tags[0] ?? '')
      if (target !== null) return options.answer(raw, response, createRedirect(options.basePath + target, 301))
    }
    raw.url = addressed.url
    raw.prefix = addressed.prefix
    raw.language = addressed.language
    pass(raw, response)
  }

  function pass(raw: IncomingRequest, response: ServerResponse<IncomingRequest>): void {
    if (options.isServedMethod(raw.method ?? '')) options.route(raw, response)
    else options.reject(raw, response)
  }

  return (raw, response) => {
    const clientRequestId = raw.headers['x-request-id']
    raw.traceId = parseTraceId(raw.headers['traceparent'])
    // Reuse the trace id as request id, so errors and log lines carry it too.
    raw.requestId =
      typeof clientRequestId === 'string' && requestIdPattern.test(clientRequestId)
        ? clientRequestId
        : (raw.traceId ?? `${series}-${(++count).toString(36)}`)
    const originalMethod = raw.method ?? 'GET'
    if (originalMethod === 'HEAD') {
      raw.isHead = true
      raw.method = 'GET'
    } else if (originalMethod === 'POST') {
      const override = raw.headers['x-http-method-override']
      if (typeof override === 'string') raw.method = methodOverrides.get(override.trim().toUpperCase()) ?? unservedMethod
    }
    raw.url = toServiceUrl(raw.url ?? '/', options.basePath)
    if (options.isOverloaded() && canBeRejected(raw.url)) return options.fail(raw, response, createOverloadError())
    if (raw.headers.host === undefined && raw.httpVersionMinor > 0) return options.fail(raw, response, createMissingHostError())
    if (!options.languageFilter && !canHavePrefix(raw.url)) return pass(raw, response)
    routeWithLanguage(raw, response, originalMethod).catch((error: unknown) => options.fail(raw, response, error))
  }
}

/** The URL below the base path. A proxy may already have removed the base path. */
function toServiceUrl(rawUrl: string, basePath: string): string {
  let url = rawUrl.charCodeAt(0) === 47 ? rawUrl : rawUrl.replace(absoluteUrlPattern, '')
  if (basePath !== '' && url.startsWith(basePath) && /^[/?]|^$/.test(url.slice(basePath.length))) url = url.slice(basePath.length)
  return url.startsWith('/') ? url : `/${url}`
}
