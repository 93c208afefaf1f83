// Prepares each request for routing: request id, method override, base path, language prefix and redirect.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ValidationError } from '#core/foundation/errors.js'
import { urlSegments } from '#core/foundation/language/tags.js'
import type { Moment } from '#core/storage/context.js'
import type { Incoming } from './incoming.js'
import { mayHavePrefix, redirectTarget, takePrefix } from './language-prefix.js'
import { mayWait, tooBusy } from './overload.js'
import { redirect, type Reply } from './reply.js'
import { traceIdOf } from './watch/trace.js'

export interface EntryOptions {
  readonly basePath: string
  /** Redirect unprefixed addresses to the prefixed ones. */
  readonly languageFilter: boolean
  moment(): Promise<Moment>
  /** True while the process is overloaded and no single network causes it. */
  overloaded(): boolean
  /** False for methods that no route uses. Such requests skip the framework, which would inspect their bodies. */
  served(method: string): boolean
  /** False for addresses without a language prefix. They are never redirected. */
  isPrefixed(url: string): boolean
  route(raw: Incoming, response: ServerResponse<Incoming>): void
  /** Replies with 404 or 405. */
  refuse(raw: Incoming, response: ServerResponse<Incoming>): void
  answer(raw: Incoming, response: ServerResponse<Incoming>, reply: Reply): void
  fail(raw: Incoming, response: ServerResponse<Incoming>, error: unknown): void
}

const soundId = /^[\w.-]{8,64}$/
const absoluteForm = /^https?:\/\/[^/?]*/i

/** The methods that an override may name (spec 4.1). Any other name ends as 405. */
const overrides = new Map([
  ['PATCH', 'PATCH'],
  ['DELETE', 'DELETE'],
  ['POST', 'POST'],
])
/** No route uses it, so the request ends as 405 with an Allow header. */
const unservedMethod = 'PUT'

/** HTTP/1.1 requires the Host header. */
function withoutHost(): ValidationError {
  return ValidationError.of('Host', "The request has no header 'Host'. Send the host's name as the address has it.")
}

/** Creates the request listener of the HTTP server. */
export function createEntry(options: EntryOptions): (raw: Incoming, response: ServerResponse<Incoming>) => void {
  const series = randomBytes(6).toString('hex')
  let count = 0

  async function routeWithLanguage(raw: Incoming, response: ServerResponse<Incoming>, sentMethod: string): Promise<void> {
    raw.moment = await options.moment()
    const tags = raw.moment.snapshot.languages
    const segments = urlSegments(tags)
    const addressed = takePrefix(raw.url ?? '/', segments)
    if (options.languageFilter && addressed.language === null && options.isPrefixed(addressed.url)) {
      const target = redirectTarget(sentMethod, addressed.url, segments, tags[0] ?? '')
      if (target !== null) return options.answer(raw, response, redirect(options.basePath + target, 301))
    }
    raw.url = addressed.url
    raw.prefix = addressed.prefix
    raw.language = addressed.language
    pass(raw, response)
  }

  function pass(raw: Incoming, response: ServerResponse<Incoming>): void {
    if (options.served(raw.method ?? '')) options.route(raw, response)
    else options.refuse(raw, response)
  }

  return (raw, response) => {
    const sentId = raw.headers['x-request-id']
    raw.traceId = traceIdOf(raw.headers['traceparent'])
    // Reuse the trace id as request id, so errors and log lines carry it too.
    raw.requestId =
      typeof sentId === 'string' && soundId.test(sentId) ? sentId : (raw.traceId ?? `${series}-${(++count).toString(36)}`)
    const sentMethod = raw.method ?? 'GET'
    if (sentMethod === 'HEAD') {
      raw.isHead = true
      raw.method = 'GET'
    } else if (sentMethod === 'POST') {
      const override = raw.headers['x-http-method-override']
      if (typeof override === 'string') raw.method = overrides.get(override.trim().toUpperCase()) ?? unservedMethod
    }
    raw.url = serviceUrl(raw.url ?? '/', options.basePath)
    if (options.overloaded() && mayWait(raw.url)) return options.fail(raw, response, tooBusy())
    if (raw.headers.host === undefined && raw.httpVersionMinor > 0) return options.fail(raw, response, withoutHost())
    if (!options.languageFilter && !mayHavePrefix(raw.url)) return pass(raw, response)
    routeWithLanguage(raw, response, sentMethod).catch((error: unknown) => options.fail(raw, response, error))
  }
}

/** The URL below the base path. A proxy may already have removed the base path. */
function serviceUrl(sent: string, basePath: string): string {
  let url = sent.charCodeAt(0) === 47 ? sent : sent.replace(absoluteForm, '')
  if (basePath !== '' && url.startsWith(basePath) && /^[/?]|^$/.test(url.slice(basePath.length))) url = url.slice(basePath.length)
  return url.startsWith('/') ? url : `/${url}`
}
