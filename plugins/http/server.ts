// Builds and runs the HTTP server: options of fastify, its hooks, and one plugin per mount.
import type { ServerResponse, Server } from 'node:http'
import { type AddressInfo, Server as Listener } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serviceState } from '#core/surface.js'
import { createFailureLog, answerMalformedRequest, rejectConnect } from './problem-reply.js'
import { createHealthRoutes } from './health-routes.js'
import { IncomingRequest, RoutedRequest, toIncomingRequest } from './incoming-request.js'
import { createEventCounter, type EventCounter } from './meter/metric-sources.js'
import { createMetricsCollector, createMetricsRoute } from './meter/metrics-server.js'
import type { Mount, ServerInfo } from './mount.js'
import { type OverloadDetector, createOverloadDetector } from './overload-detector.js'
import { createProblemPageRoutes } from './problem-pages.js'
import { completeReply, createErrorHandler, createSendHook, prepareProblem } from './reply-sender.js'
import { RequestCounter } from './rate-limit.js'
import { addRequestHooks, createRequestIdGenerator, rewriteRequest } from './request-hooks.js'
import { addBodyParser, createRoutePlugin, handleRequest } from './route-plugin.js'
import { createNoRouteError, RouteTable, type ServerContext, type Service } from './service.js'
import { accessLog, RequestWatch, createTracingWatcher } from './watch/request-watch.js'

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

const defaultTimeouts = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 } as const

const keepAliveTimeout = 5_000

/** Maximum bytes of the request headers. Set explicitly so a URL longer than fastify's own limit still ends as 404. */
const maxHeaderSize = 65_536

/**
 * Maximum milliseconds of service to proxies while stopping. Longer than the idle timeout of the shipped nginx: nginx closes each
 * connection itself, or learns it from a reply.
 */
const drainMilliseconds = 3_000

/** Holds requests back for the moment in which the port closes. */
class Shutdown {
  private waiting: (() => void)[] | null = null

  /** Called by the first hook of each request. */
  admit(go: () => void): void {
    if (this.waiting === null) go()
    else this.waiting.push(go)
  }

  /**
   * Closes the port and lets running requests finish for at most `graceMilliseconds`. Behind a proxy it first accepts requests a little
   * longer, until the proxy has noticed.
   */
  async run(server: Server, usesProxy: boolean, graceMilliseconds: number): Promise<void> {
    if (usesProxy) {
      await drainConnections(server, drainMilliseconds)
      this.waiting = []
    }
    const { closed } = await closePort(server, usesProxy)
    const late = this.waiting ?? []
    this.waiting = null
    for (const go of late) go()
    await endConnections(server, closed, graceMilliseconds)
  }
}

/**
 * Waits for proxies to close their connections, which replies announce. A changing request that is in transit when its connection closes
 * cannot be sent again. Ends when no connection is left, or after `milliseconds`.
 */
async function drainConnections(server: Server, milliseconds: number): Promise<void> {
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
  const deadline = performance.now() + milliseconds
  while (performance.now() < deadline && (await connections()) > 0) await sleep(50)
}

/** Milliseconds: maximum duration of an idle turn of the event loop, and maximum wait for one. */
const [quiet, quietPatience] = [0.02, 500]

/**
 * Closes the port. With `isWaiting` it waits for an idle turn of the event loop, right after connections were accepted: the kernel drops
 * connections that are not accepted yet, together with their requests. `closed` resolves when the last connection has ended.
 */
async function closePort(server: Server, isWaiting: boolean): Promise<{ readonly closed: Promise<void> }> {
  let end = (): void => undefined
  const closed = new Promise<void>((resolve) => (end = resolve))
  if (isWaiting) {
    // Warm up: the first call takes longer than an idle turn.
    new Listener().close(() => undefined)
    const deadline = performance.now() + quietPatience
    for (let before = performance.now(); before < deadline; ) {
      await nextTurn()
      const now = performance.now()
      if (now - before < quiet) break
      before = now
    }
  }
  // The HTTP server's own `close` would first iterate over all connections.
  Listener.prototype.close.call(server, end)
  return { closed }
}

/** Closes idle connections at once and busy ones after their reply. Destroys the rest after the grace period. */
async function endConnections(server: Server, closed: Promise<void>, graceMilliseconds: number): Promise<void> {
  // Also stops the check for connections that time out.
  server.close(() => undefined)
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  let stopping = false
  let grace = 0
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
  const watch = new RequestWatch()
  if (options.accessLog) watch.add(accessLog(service.log))
  const traced = await createTracingWatcher(serviceState.getCoreVersion())
  if (traced) watch.add(traced)
  const overload = options.overload ?? createOverloadDetector()
  const meter = createMetricsCollector({ service, watch, eventCounter: options.tally ?? createEventCounter() })
  const openReplies = new Set<() => void>()
  const requestCounter = new RequestCounter()
  const isStopping = (): boolean => stopping

  const mounted = await Promise.all(options.mounts.map(async (mount) => mount.routes(service.app, facts)))
  const surfaces = [
    [...createHealthRoutes(service, isStopping), createMetricsRoute(meter)],
    createProblemPageRoutes(facts, service.app.context.registry),
    ...mounted,
  ]
  const routes = surfaces.flat()
  const context: ServerContext = {
    service,
    table: new RouteTable(routes),
    notFoundPage: routes.find((route) => route.isNotFoundPage === true),
    basePath,
    languageFilter: options.languageFilter,
    baseUrl: facts.baseUrl,
    errorTypeBase: facts.errorTypeBase,
    isStopping,
    isBaseUrlSet: options.baseUrl !== null,
    embedOrigins: new Set(options.embedOrigins),
    watch,
    recordFailure: failures.add,
    openReplies,
    requestCounter,
    isOverloaded: () => overload.active && !requestCounter.hasDominantNetwork,
    isOverloadedBy: (address) => overload.active && requestCounter.hasExcessiveShare(address),
    stalledMilliseconds: options.stalled ?? 60_000,
  }

  const framework = createFramework(options, context)
  const { server } = framework
  const shutdown = new Shutdown()
  framework.addHook('preClose', () => shutdown.run(server, options.trustProxy !== false, grace))
  framework.addHook('onRequest', (_request, _reply, done) => shutdown.admit(done))
  addRequestHooks(framework, context)
  framework.addHook('onSend', createSendHook(context))
  framework.setErrorHandler(createErrorHandler(context))
  framework.setNotFoundHandler((request, reply) => {
    const raw = toIncomingRequest(request)
    const { notFoundPage } = context
    if (notFoundPage === undefined) throw createNoRouteError([], raw)
    raw.route = notFoundPage.path
    request.serviceRequest = new RoutedRequest(request, raw, notFoundPage)
    return handleRequest(context, request.serviceRequest, reply)
  })
  addBodyParser(framework)
  for (const surface of surfaces) framework.register(createRoutePlugin(context, surface))

  await framework.listen({ host: options.host, port: options.port })
  const { port } = server.address() as AddressInfo
  const { metricsPort, host } = options
  // Load the code only if the port is configured.
  const within = metricsPort
    ? await (await import('./meter/metrics-server.js')).startMetricsServer({
        meter,
        service,
        stopping: isStopping,
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
      grace = graceMilliseconds
      for (const end of openReplies) end()
      meter.stop()
      overload.stop()
      await within?.stop()
      await framework.close()
    },
  }
}

type ProxyTrust = boolean | string | string[] | ((address: string, hop: number) => boolean)

/** Converts a hop count to a function. If fastify received the number itself, it would trust no proxy. */
const toProxyTrust = (trust: ServerOptions['trustProxy']): ProxyTrust => {
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return typeof trust === 'object' ? [...trust] : trust
}

function createFramework(options: ServerOptions, context: ServerContext): FastifyInstance {
  const { requestTimeout, ...timeouts } = { ...defaultTimeouts, ...options.timeouts }
  const createRequestId = createRequestIdGenerator()
  const framework = fastify({
    // Node would reject a missing Host header with its own reply. A hook rejects it with problem details.
    http: { ...timeouts, maxHeaderSize, IncomingMessage: IncomingRequest, requireHostHeader: false },
    requestTimeout,
    keepAliveTimeout,
    trustProxy: toProxyTrust(options.trustProxy),
    genReqId: (raw) => createRequestId(raw as IncomingRequest),
    rewriteUrl: (raw) => rewriteRequest(raw as unknown as IncomingRequest, context),
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: maxHeaderSize,
      querystringParser: () => ({}),
    },
    // No route has a fastify schema. Without this, fastify would load two schema compilers at every start.
    schemaController: { compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas } },
    // A stopping server still answers the requests that arrive.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, context.errorTypeBase()),
    // The address is badly escaped. No hook runs for such a request.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      const raw = toIncomingRequest(request)
      context.watch.begin(raw, reply.raw, () => {
        const payload = prepareProblem(context, request, reply, createNoRouteError([], raw))
        completeReply(context, request, reply)
        reply.send(payload)
      })
    },
  })
  framework.decorateRequest('serviceRequest', null)
  const { server } = framework
  // An unknown Expect header does not reject the request. For `100-continue`, the continue is sent when the body is read.
  server.on('checkExpectation', framework.routing)
  server.on('checkContinue', (raw: IncomingRequest, response: ServerResponse) => {
    raw.beforeBody = () => response.writeContinue()
    framework.routing(raw, response)
  })
  server.on('connect', (raw: IncomingRequest, socket: Duplex) => rejectConnect(raw, socket, context.errorTypeBase()))
  return framework
}

function rejectSchemas(): never {
  throw new Error("Routes are declared by 'Route' and have no fastify schema.")
}

function formatListeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
