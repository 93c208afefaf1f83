// Builds and runs the HTTP server. Fastify routes and listens; the service itself handles bodies, errors and replies.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { NotFoundError } from '#core/foundation/errors.js'
import { getCoreVersion } from '#core/foundation/version.js'
import { answerMalformedRequest, rejectConnect } from './malformed-request.js'
import { createPreflightReply } from './cors.js'
import { createRequestListener } from './request-listener.js'
import { sendReply, sendProblem, createRouteHandler, type HandlerContext } from './route-handler.js'
import { createHealthRoutes } from './health-routes.js'
import { IncomingRequest } from './incoming-request.js'
import { createMetricsCollector } from './meter/metrics-collector.js'
import { createMetricsRoute } from './meter/metrics-route.js'
import { createEventCounter, type EventCounter } from './meter/event-counter.js'
import type { Mount, Route, ServerInfo } from './mount.js'
import { RequestCounter } from './request-counter.js'
import { closePort, drainConnections, endConnections } from './shutdown.js'
import { type OverloadDetector, createOverloadDetector } from './overload-detector.js'
import { HttpError } from './problem-reply.js'
import { createFailureLog } from './failure-log.js'
import { createProblemPageRoutes } from './problem-pages.js'
import { removeQuery } from './framework-request.js'
import { RouteTable } from './route-table.js'
import type { Service } from './service.js'
import { accessLog } from './watch/access-log.js'
import { createTracingWatcher } from './watch/trace.js'
import { RequestWatch } from './watch/request-watch.js'

export interface ServerOptions {
  readonly mounts: readonly Mount[]
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** The public base URL. Null: the listening address. */
  readonly baseUrl: string | null
  readonly errorTypeBase: string | null
  /** Trusted proxies for X-Forwarded-* headers: true, a hop count, or addresses. */
  readonly trustProxy: boolean | number | string | readonly string[]
  readonly languageFilter: boolean
  /** Origins whose pages may call `embedded` routes. Default: none. */
  readonly embedOrigins?: readonly string[]
  /** Log each request. Default false. */
  readonly accessLog?: boolean
  /** Separate port for metrics and health without authentication. Default null. */
  readonly metricsPort?: number | null
  /** Counter of shop events. Default: nothing is counted. */
  readonly tally?: EventCounter
  /** Detects overload. Default: timers and memory of this process. */
  readonly overload?: OverloadDetector
  /** Milliseconds for the headers and for the whole request. Default 10 and 30 seconds. */
  readonly timeouts?: {
    readonly headersTimeout: number
    readonly requestTimeout: number
    readonly connectionsCheckingInterval: number
  }
  /** Milliseconds that a client may stop reading a long reply. Default one minute. */
  readonly stalled?: number
}

export interface RunningServer {
  /** The public base URL, without a trailing slash. */
  readonly baseUrl: string
  /** The listening address of this process, ignoring proxies. */
  readonly socket: string
  readonly port: number
  /**
   * Stops accepting requests and lets running ones finish for at most `graceMilliseconds`. Behind a proxy it first accepts requests a
   * little longer, until the proxy has noticed.
   */
  stop(graceMilliseconds: number): Promise<void>
}

const defaultTimeouts = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
} as const
/** Maximum bytes of the request headers. Set explicitly so a URL longer than fastify's own limit still ends as 404. */
const maxHeaderSize = 65_536

/**
 * Maximum milliseconds of service to proxies while stopping. Longer than the idle timeout of the shipped nginx: nginx closes each
 * connection itself, or learns it from a reply.
 */
const drainMilliseconds = 3_000

export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  let stopping = false
  /** Requests that wait for the port to close; null except during that moment. */
  let queuedRequests: (() => void)[] | null = null
  let baseUrl = options.baseUrl ?? ''
  const basePath = options.baseUrl === null ? '' : new URL(options.baseUrl).pathname.replace(/\/$/, '')
  const failures = createFailureLog()
  const facts: ServerInfo = {
    baseUrl: () => baseUrl,
    pathTo: (address, request) => `${basePath}${request?.prefix ?? ''}${address}`,
    findPage: (mount) => {
      const page = options.mounts.find(({ name }) => name === mount)?.page
      return page ? basePath + page.path : null
    },
    errorTypeBase: () => options.errorTypeBase ?? `${baseUrl}/problems/`,
    failures: () => failures.list(),
  }
  const embedOrigins = new Set(options.embedOrigins)
  const watch = new RequestWatch()
  if (options.accessLog) watch.add(accessLog(service.log))
  const traced = await createTracingWatcher(getCoreVersion())
  if (traced) watch.add(traced)
  const overload = options.overload ?? createOverloadDetector()
  const meter = createMetricsCollector({ service, watch, eventCounter: options.tally ?? createEventCounter() })
  const lasting = new Set<() => void>()
  const inFlight = new RequestCounter()
  const answering: HandlerContext = {
    service,
    ...facts,
    isStopping: () => stopping,
    isBaseUrlSet: options.baseUrl !== null,
    embedOrigins,
    watch,
    recordFailure: failures.add,
    openReplies: lasting,
    requestCounter: inFlight,
    isOverloadedBy: (address) => overload.active && inFlight.hasExcessiveShare(address),
    stalledMilliseconds: options.stalled ?? 60_000,
  }

  const mounted = await Promise.all(options.mounts.map(async (mount) => mount.routes(service.app, facts)))
  const own = [...createHealthRoutes(service, answering.isStopping), createMetricsRoute(meter), ...createProblemPageRoutes(facts)]
  const table = new RouteTable([...own, ...mounted.flat()])
  const methods: ReadonlySet<string> = new Set(table.routes.map((route) => route.method))
  const markEmbedded = (raw: IncomingRequest): IncomingRequest => {
    raw.embedded ||= table.findRoutes(removeQuery(raw.url ?? '/')).some(({ embedded }) => embedded === true)
    return raw
  }
  const refuse = (raw: IncomingRequest, response: ServerResponse<IncomingRequest>): void => {
    try {
      const preflightReply = createPreflightReply(raw, table.findRoutes(removeQuery(raw.url ?? '/')), embedOrigins)
      if (preflightReply !== null) return sendReply(answering, raw, response, preflightReply)
      sendProblem(answering, markEmbedded(raw), response, createNoRouteError(table, raw))
    } catch (error) {
      sendProblem(answering, raw, response, error)
    }
  }

  const page = table.routes.find((route) => route.isNotFoundPage === true)
  const missing: NotFoundPage = {
    isFor: (raw) => page !== undefined && isPageRequest(raw) && table.formatAllowHeader(removeQuery(raw.url ?? '/')) === null,
    handle: page === undefined ? null : createRouteHandler(answering, page),
  }

  const { framework, server } = createFramework(options, facts.errorTypeBase, refuse, missing, (route) => {
    const enter = createRequestListener({
      basePath,
      languageFilter: options.languageFilter,
      loadSnapshot: () => service.moment(),
      isOverloaded: () => overload.active && !inFlight.hasDominantNetwork,
      isServedMethod: (method) => methods.has(method),
      isPrefixed: (url) => table.findRoutes(removeQuery(url)).every((match) => match.prefixed !== false),
      route,
      reject: refuse,
      answer: (raw, response, reply) => sendReply(answering, markEmbedded(raw), response, reply),
      fail: (raw, response, error) => sendProblem(answering, raw, response, error),
    })
    const begin: HttpListener = (raw, response) => watch.begin(raw, response, () => enter(raw, response))
    return (raw, response) => {
      if (queuedRequests === null) begin(raw, response)
      else queuedRequests.push(() => begin(raw, response))
    }
  })
  for (const route of table.routes) addRoute(framework, answering, route)

  await framework.listen({ host: options.host, port: options.port })
  const { port } = server.address() as AddressInfo
  const { metricsPort, host } = options
  // Load the code only if the port is configured.
  const within = metricsPort
    ? await (await import('./meter/metrics-server.js')).startMetricsServer({
        meter,
        service,
        stopping: answering.isStopping,
        host,
        port: metricsPort,
      })
    : null
  const socket = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
  baseUrl ||= formatListeningUrl(options.host, port)
  return {
    baseUrl,
    socket,
    port,
    async stop(graceMilliseconds) {
      stopping = true
      for (const end of lasting) end()
      meter.stop()
      overload.stop()
      await within?.stop()
      const usesProxy = options.trustProxy !== false
      if (usesProxy) {
        await drainConnections(server, drainMilliseconds)
        queuedRequests = []
      }
      const { closed } = await closePort(server, usesProxy)
      const late = queuedRequests ?? []
      queuedRequests = null
      for (const begin of late) begin()
      await endConnections(server, closed, graceMilliseconds)
      await framework.close()
    },
  }
}

/** The 404 page for browsers. */
interface NotFoundPage {
  isFor(raw: IncomingRequest): boolean
  readonly handle: ReturnType<typeof createRouteHandler> | null
}

/** A browser that opens a page lists HTML first. Addresses of the API always return problem details. */
function isPageRequest({ method, url, headers }: IncomingRequest): boolean {
  const forPeople = method === 'GET' && /^\s*text\/html\b/i.test(headers.accept ?? '')
  return forPeople && !removeQuery(url ?? '/').startsWith('/svc-api/')
}

type ProxyTrust = boolean | string | string[] | ((address: string, hop: number) => boolean)

/** Converts a hop count to a function. If fastify received the number itself, it would trust no proxy. */
const toProxyTrust = (trust: ServerOptions['trustProxy']): ProxyTrust => {
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return typeof trust === 'object' ? [...trust] : trust
}

type HttpListener = (raw: IncomingRequest, response: ServerResponse<IncomingRequest>) => void

function createFramework(
  options: ServerOptions,
  errorTypeBase: () => string,
  refuse: HttpListener,
  missing: NotFoundPage,
  entry: (route: HttpListener) => HttpListener,
): { framework: FastifyInstance; server: Server } {
  const serverRef: { server?: Server } = {}
  const framework = fastify({
    serverFactory(route) {
      const listener = entry(route as HttpListener)
      // Node would reject a missing Host header with its own reply. The entry rejects it with problem details.
      const own = { maxHeaderSize, IncomingMessage: IncomingRequest, requireHostHeader: false }
      serverRef.server = createServer({ ...defaultTimeouts, ...options.timeouts, ...own }, listener)
      // An unknown Expect header does not reject the request. For `100-continue`, the continue is sent when the body is read.
      serverRef.server.on('checkExpectation', listener)
      serverRef.server.on('checkContinue', (raw: IncomingRequest, response: ServerResponse<IncomingRequest>) => {
        raw.beforeBody = () => response.writeContinue()
        listener(raw, response)
      })
      serverRef.server.on('connect', (raw: IncomingRequest, socket: Duplex) => rejectConnect(raw, socket, errorTypeBase()))
      return serverRef.server
    },
    trustProxy: toProxyTrust(options.trustProxy),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, errorTypeBase()),
    // No route has a fastify schema. Without this, fastify would load two schema compilers at every start.
    schemaController: { compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas } },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      refuse(request.raw as IncomingRequest, reply.raw as ServerResponse<IncomingRequest>)
    },
  })
  // `body/read.ts` reads bodies after authentication. For the framework, no method has a body.
  for (const method of ['POST', 'PATCH', 'DELETE']) framework.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  framework.setNotFoundHandler((request, reply) => {
    if (missing.handle !== null && missing.isFor(request.raw as IncomingRequest)) return missing.handle(request, reply)
    reply.hijack()
    refuse(request.raw as IncomingRequest, reply.raw as ServerResponse<IncomingRequest>)
  })
  if (serverRef.server === undefined) throw new Error('fastify made no server')
  return { framework, server: serverRef.server }
}

function rejectSchemas(): never {
  throw new Error("Routes are declared by 'Route' and have no fastify schema.")
}

function addRoute(framework: FastifyInstance, answering: HandlerContext, route: Route): void {
  const handler = createRouteHandler(answering, route)
  framework.route({ method: route.method, url: route.path, handler })
}

/** 405 with the allowed methods of the address, or 404. */
function createNoRouteError(table: RouteTable, raw: IncomingRequest): Error {
  const path = removeQuery(raw.url ?? '/')
  const allow = table.formatAllowHeader(path)
  if (allow === null || allow.split(', ').includes(raw.method ?? '')) {
    return new NotFoundError(`There is nothing at '${path.slice(0, 200)}'. The index at '/svc-api/v1/' lists what there is.`)
  }
  return new HttpError('METHOD_NOT_ALLOWED', `This address does not answer ${raw.method}. It answers ${allow}.`, { allow })
}

function formatListeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
