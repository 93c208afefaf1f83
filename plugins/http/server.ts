// Builds and runs the HTTP server. Fastify routes and listens; the service itself handles bodies, errors and replies.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { NotFoundError } from '#core/foundation/errors.js'
import { getCoreVersion } from '#core/foundation/version.js'
import { answerBrokenRequest, answerTunnel } from './broken-request.js'
import { preflight } from './embedding.js'
import { createEntry } from './entry.js'
import { answer, fail, routeHandler, type Answering } from './handle.js'
import { healthRoutes } from './health.js'
import { Incoming } from './incoming.js'
import { createMeter } from './meter/meter.js'
import { metricsRoute } from './meter/route.js'
import { createTally, type Tally } from './meter/tally.js'
import type { Mount, Route, ServerFacts } from './mount.js'
import { InFlight } from './in-flight.js'
import { closePort, drain, endConnections } from './leave.js'
import { type Overload, watchOverload } from './overload.js'
import { HttpRefusal } from './problem.js'
import { createKeptFailures } from './kept-failures.js'
import { problemPageRoutes } from './problem-pages.js'
import { pathOf } from './request.js'
import { RouteTable } from './route-table.js'
import type { Service } from './service.js'
import { accessLog } from './watch/access-log.js'
import { tracing } from './watch/trace.js'
import { RequestWatch } from './watch/watch.js'

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
  readonly tally?: Tally
  /** Detects overload. Default: timers and memory of this process. */
  readonly overload?: Overload
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
  let held: (() => void)[] | null = null
  let baseUrl = options.baseUrl ?? ''
  const basePath = options.baseUrl === null ? '' : new URL(options.baseUrl).pathname.replace(/\/$/, '')
  const failures = createKeptFailures()
  const facts: ServerFacts = {
    baseUrl: () => baseUrl,
    pathTo: (address, request) => `${basePath}${request?.prefix ?? ''}${address}`,
    pageOf: (mount) => {
      const page = options.mounts.find(({ name }) => name === mount)?.page
      return page ? basePath + page.path : null
    },
    errorTypeBase: () => options.errorTypeBase ?? `${baseUrl}/problems/`,
    failures: () => failures.list(),
  }
  const embedOrigins = new Set(options.embedOrigins)
  const watch = new RequestWatch()
  if (options.accessLog) watch.add(accessLog(service.log))
  const traced = await tracing(getCoreVersion())
  if (traced) watch.add(traced)
  const overload = options.overload ?? watchOverload()
  const meter = createMeter({ service, watch, tally: options.tally ?? createTally() })
  const lasting = new Set<() => void>()
  const inFlight = new InFlight()
  const answering: Answering = {
    service,
    ...facts,
    stopping: () => stopping,
    isBaseUrlSet: options.baseUrl !== null,
    embedOrigins,
    watch,
    keep: failures.keep,
    lasting,
    inFlight,
    isCrushedBy: (address) => overload.active && inFlight.takesTooMuch(address),
    stalled: options.stalled ?? 60_000,
  }

  const mounted = await Promise.all(options.mounts.map(async (mount) => mount.routes(service.app, facts)))
  const own = [...healthRoutes(service, answering.stopping), metricsRoute(meter), ...problemPageRoutes(facts)]
  const table = new RouteTable([...own, ...mounted.flat()])
  const methods: ReadonlySet<string> = new Set(table.routes.map((route) => route.method))
  const marked = (raw: Incoming): Incoming => {
    raw.embedded ||= table.at(pathOf(raw.url ?? '/')).some(({ embedded }) => embedded === true)
    return raw
  }
  const refuse = (raw: Incoming, response: ServerResponse<Incoming>): void => {
    try {
      const told = preflight(raw, table.at(pathOf(raw.url ?? '/')), embedOrigins)
      if (told !== null) return answer(answering, raw, response, told)
      fail(answering, marked(raw), response, noSuchRoute(table, raw))
    } catch (error) {
      fail(answering, raw, response, error)
    }
  }

  const page = table.routes.find((route) => route.missing === true)
  const missing: Missing = {
    answers: (raw) => page !== undefined && wantsPage(raw) && table.allow(pathOf(raw.url ?? '/')) === null,
    handle: page === undefined ? null : routeHandler(answering, page),
  }

  const { framework, server } = createFramework(options, facts.errorTypeBase, refuse, missing, (route) => {
    const enter = createEntry({
      basePath,
      languageFilter: options.languageFilter,
      moment: () => service.moment(),
      overloaded: () => overload.active && !inFlight.isUneven,
      served: (method) => methods.has(method),
      isPrefixed: (url) => table.at(pathOf(url)).every((match) => match.prefixed !== false),
      route,
      refuse,
      answer: (raw, response, reply) => answer(answering, marked(raw), response, reply),
      fail: (raw, response, error) => fail(answering, raw, response, error),
    })
    const begin: Listener = (raw, response) => watch.begin(raw, response, () => enter(raw, response))
    return (raw, response) => {
      if (held === null) begin(raw, response)
      else held.push(() => begin(raw, response))
    }
  })
  for (const route of table.routes) addRoute(framework, answering, route)

  await framework.listen({ host: options.host, port: options.port })
  const { port } = server.address() as AddressInfo
  const { metricsPort, host } = options
  // Load the code only if the port is configured.
  const within = metricsPort
    ? await (await import('./meter/listen.js')).listenWithin({
        meter,
        service,
        stopping: answering.stopping,
        host,
        port: metricsPort,
      })
    : null
  const socket = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
  baseUrl ||= listeningUrl(options.host, port)
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
      const isBehindProxy = options.trustProxy !== false
      if (isBehindProxy) {
        await drain(server, drainMilliseconds)
        held = []
      }
      const { closed } = await closePort(server, isBehindProxy)
      const late = held ?? []
      held = null
      for (const begin of late) begin()
      await endConnections(server, closed, graceMilliseconds)
      await framework.close()
    },
  }
}

/** The 404 page for browsers. */
interface Missing {
  answers(raw: Incoming): boolean
  readonly handle: ReturnType<typeof routeHandler> | null
}

/** A browser that opens a page lists HTML first. Addresses of the API always return problem details. */
function wantsPage({ method, url, headers }: Incoming): boolean {
  const forPeople = method === 'GET' && /^\s*text\/html\b/i.test(headers.accept ?? '')
  return forPeople && !pathOf(url ?? '/').startsWith('/svc-api/')
}

type Trust = boolean | string | string[] | ((address: string, hop: number) => boolean)

/** Converts a hop count to a function. If fastify received the number itself, it would trust no proxy. */
const trustIn = (told: ServerOptions['trustProxy']): Trust => {
  if (typeof told === 'number') return (_address, hop) => hop < told
  return typeof told === 'object' ? [...told] : told
}

type Listener = (raw: Incoming, response: ServerResponse<Incoming>) => void

function createFramework(
  options: ServerOptions,
  errorTypeBase: () => string,
  refuse: Listener,
  missing: Missing,
  entry: (route: Listener) => Listener,
): { framework: FastifyInstance; server: Server } {
  const made: { server?: Server } = {}
  const framework = fastify({
    serverFactory(route) {
      const listener = entry(route as Listener)
      // Node would reject a missing Host header with its own reply. The entry rejects it with problem details.
      const own = { maxHeaderSize, IncomingMessage: Incoming, requireHostHeader: false }
      made.server = createServer({ ...defaultTimeouts, ...options.timeouts, ...own }, listener)
      // An unknown Expect header does not reject the request. For `100-continue`, the continue is sent when the body is read.
      made.server.on('checkExpectation', listener)
      made.server.on('checkContinue', (raw: Incoming, response: ServerResponse<Incoming>) => {
        raw.beforeBody = () => response.writeContinue()
        listener(raw, response)
      })
      made.server.on('connect', (raw: Incoming, socket: Duplex) => answerTunnel(raw, socket, errorTypeBase()))
      return made.server
    },
    trustProxy: trustIn(options.trustProxy),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, errorTypeBase()),
    // No route has a fastify schema. Without this, fastify would load two schema compilers at every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      refuse(request.raw as Incoming, reply.raw as ServerResponse<Incoming>)
    },
  })
  // `body/read.ts` reads bodies after authentication. For the framework, no method has a body.
  for (const method of ['POST', 'PATCH', 'DELETE']) framework.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  framework.setNotFoundHandler((request, reply) => {
    if (missing.handle !== null && missing.answers(request.raw as Incoming)) return missing.handle(request, reply)
    reply.hijack()
    refuse(request.raw as Incoming, reply.raw as ServerResponse<Incoming>)
  })
  if (made.server === undefined) throw new Error('fastify made no server')
  return { framework, server: made.server }
}

function noSchemas(): never {
  throw new Error("Routes are declared by 'Route' and have no fastify schema.")
}

function addRoute(framework: FastifyInstance, answering: Answering, route: Route): void {
  const handler = routeHandler(answering, route)
  framework.route({ method: route.method, url: route.path, handler })
}

/** 405 with the allowed methods of the address, or 404. */
function noSuchRoute(table: RouteTable, raw: Incoming): Error {
  const path = pathOf(raw.url ?? '/')
  const allow = table.allow(path)
  if (allow === null || allow.split(', ').includes(raw.method ?? '')) {
    return new NotFoundError(`There is nothing at '${path.slice(0, 200)}'. The index at '/svc-api/v1/' lists what there is.`)
  }
  return new HttpRefusal('METHOD_NOT_ALLOWED', `This address does not answer ${raw.method}. It answers ${allow}.`, { allow })
}

function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
