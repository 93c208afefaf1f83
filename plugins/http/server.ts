// Builds and runs the HTTP server: fastify routes and listens, bodies, refusals and replies are the service's own.
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
  /** 0 takes a free one. */
  readonly port: number
  /** As callers reach the service; the listening address if null. */
  readonly baseUrl: string | null
  readonly errorTypeBase: string | null
  /** Proxies whose X-Forwarded-* headers count: true, a hop count, or addresses. */
  readonly trustProxy: boolean | number | string | readonly string[]
  readonly languageFilter: boolean
  /** Origins whose pages may call the routes that are `embedded`; none if left out. */
  readonly embedOrigins?: readonly string[]
  /** Whether each request is logged; false if left out. */
  readonly accessLog?: boolean
  /** A port of its own for metrics and health, open to whoever reaches it; null if left out. */
  readonly metricsPort?: number | null
  /** What counts what happens in the shop; nothing is counted if left out. */
  readonly tally?: Tally
  /** What tells that the process has more to do than it can; its own timers if left out. */
  readonly overload?: Overload
  /** Milliseconds for a request's head and for the whole of it; 10 and 30 seconds if left out. */
  readonly timeouts?: {
    readonly headersTimeout: number
    readonly requestTimeout: number
    readonly connectionsCheckingInterval: number
  }
  /** Milliseconds for which a caller may read nothing of a long reply; a minute if left out. */
  readonly stalled?: number
}

export interface RunningServer {
  /** As callers reach the service, without a slash at the end. */
  readonly baseUrl: string
  /** Where this process listens, whatever proxies stand in front. */
  readonly socket: string
  readonly port: number
  /**
   * Lets running requests finish for at most `graceMilliseconds`, and takes no new ones; behind a proxy it takes them for a moment longer, until
   * the proxy knows.
   */
  stop(graceMilliseconds: number): Promise<void>
}

const defaultTimeouts = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
} as const
/** Bytes of a request's head; a longer address than fastify's own limit must still end as 404. */
const maxHeaderSize = 65_536

/**
 * For which a proxy is answered on while the service stops, at most. Longer than the shipped nginx keeps a quiet connection: it ends each of
 * them itself, or is told by an answer.
 */
const drainMilliseconds = 3_000

export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  let stopping = false
  /** Requests that wait for the port to be closed; null but for that moment. */
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
  /** For answers that no route gives. */
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
  // Most installations have no such port, and load nothing of it.
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

/** The page for people where an address leads nowhere. */
interface Missing {
  answers(raw: Incoming): boolean
  readonly handle: ReturnType<typeof routeHandler> | null
}

/** A browser that opens a page names HTML first; the API's addresses are for programs, whoever asks. */
function wantsPage({ method, url, headers }: Incoming): boolean {
  const forPeople = method === 'GET' && /^\s*text\/html\b/i.test(headers.accept ?? '')
  return forPeople && !pathOf(url ?? '/').startsWith('/svc-api/')
}

type Trust = boolean | string | string[] | ((address: string, hop: number) => boolean)

/** A count becomes a function that takes that many steps back from the connection: given a plain number, the framework trusts nobody. */
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
      // Node would refuse a missing Host header by an answer of its own; the entry does it in the service's words.
      const own = { maxHeaderSize, IncomingMessage: Incoming, requireHostHeader: false }
      made.server = createServer({ ...defaultTimeouts, ...options.timeouts, ...own }, listener)
      // An Expect header that Node does not know is no reason to refuse the request; for one that it knows, reading the body says so.
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
    // No route has a schema of fastify's: without this it loads two schema compilers at every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      refuse(request.raw as Incoming, reply.raw as ServerResponse<Incoming>)
    },
  })
  // Bodies are read by body/read.ts after the token was checked; to the framework no method has one.
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

/** 405 with the methods that the address answers, or 404. */
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
