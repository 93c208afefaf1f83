// The HTTP server plugin: `http({mounts: [rest(), runtime()]})` in svc.config.ts. The server code is loaded at start.
import {
  type App,
  type Plugin,
  defineHealthCheck,
  createWarning,
  type HealthCheck,
  type HealthReport,
  runUntilAborted,
  createSuccess,
  createMessage,
} from '#core/contract.js'
import { createEventCounter } from './meter/metric-sources.js'
import type { Mount } from './mount.js'
import type { OverloadDetector } from './overload-detector.js'
import type { RunningServer } from './server.js'
import { randomBytes } from 'node:crypto'

/** Milliseconds. */
const probeTimeout = 5_000

async function probeAddress(baseUrl: string): Promise<HealthReport> {
  const requestId = `doctor-${randomBytes(8).toString('hex')}`
  const address = `${baseUrl}/health/live`
  try {
    const end = AbortSignal.timeout(probeTimeout)
    const response = await runUntilAborted(end, async () => {
      const answer = await fetch(address, { headers: { 'x-request-id': requestId }, redirect: 'manual', signal: end })
      await answer.arrayBuffer()
      return answer
    })
    if (response.status !== 200) {
      return createWarning(
        createMessage('checks.proxyStatus', { address, status: String(response.status) }),
        createMessage('checks.proxyStatusAdvice'),
      )
    }
    if (response.headers.get('x-request-id') === requestId) return createSuccess(createMessage('checks.proxyWorks', { address }))
    return createWarning(createMessage('checks.proxyForeign', { address }), createMessage('checks.proxyForeignAdvice'))
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return createWarning(
      createMessage('checks.proxyUnreachable', { address, reason }),
      createMessage('checks.proxyUnreachableAdvice'),
    )
  }
}

/**
 * Checks whether the public address reaches this service, and whether the reverse proxy passes on client addresses.
 * @param own proxies from the options of `http()`; default is the setting
 */
export function createProxyHealthCheck(own?: boolean | number | string | readonly string[]): HealthCheck {
  return defineHealthCheck({
    name: 'proxy',
    description: 'The base URL: whether it reaches the service, and whether the addresses of clients are forwarded.',
    async run({ app: { config } }) {
      if (config.baseUrl === null) return [createSuccess(createMessage('checks.noProxy'))]
      const untrusted = createWarning(createMessage('checks.untrustedProxy'), createMessage('checks.untrustedProxyAdvice'))
      return [await probeAddress(config.baseUrl), ...((own ?? config.trustProxy ?? false) === false ? [untrusted] : [])]
    },
  })
}

export interface HttpOptions {
  readonly mounts: readonly Mount[]
  /** Trusted proxies for X-Forwarded-* headers: true for any, a hop count, or addresses. Default: the setting `trustProxy`. */
  readonly trustProxy?: boolean | number | string | readonly string[]
  /** Detects overload. Default: timers and memory of this process. */
  readonly overload?: OverloadDetector
}

export interface HttpPlugin extends Plugin {
  /** The public base URL, without a trailing slash; null while the server does not listen. */
  address(): string | null
  /** The listening address, such as `http://127.0.0.1:3000`; null while the server does not listen. */
  socket(): string | null
  /** Pages and endpoints of the mounts, shown at the start of the service. */
  pages(): readonly { readonly label: string; readonly url: string }[]
  /** Messages of the mounts, shown at the start of the service. */
  welcome(app: App): Promise<readonly { readonly label: string; readonly text: string }[]>
}

const graceMilliseconds = 10_000

/** Listens on `listenHost` and `listenPort` from `start` to `stop`. */
export function http(options: HttpOptions): HttpPlugin {
  let server: RunningServer | null = null
  const tally = createEventCounter()
  return {
    name: 'http',
    core: '^0.1.0',
    contributes: {
      generators: options.mounts.flatMap(({ generators = [] }) => generators),
      observers: tally.observers,
      healthChecks: [createProxyHealthCheck(options.trustProxy)],
    },
    address: () => server?.baseUrl ?? null,
    socket: () => server?.socket ?? null,
    pages: () =>
      options.mounts.flatMap((mount) =>
        mount.page && server ? [{ label: mount.page.label, url: server.baseUrl + mount.page.path }] : [],
      ),
    async welcome(app) {
      const baseUrl = server?.baseUrl ?? ''
      const welcomeTexts = await Promise.all(options.mounts.map(async (mount) => mount.welcome?.(app, baseUrl) ?? null))
      return welcomeTexts.filter((text) => text !== null)
    },
    async start(app: App) {
      const [{ startServer }, { createService }] = await Promise.all([import('./server.js'), import('./service.js')])
      server = await startServer(createService(app), {
        mounts: options.mounts,
        host: app.config.listenHost,
        port: app.config.listenPort,
        baseUrl: app.config.baseUrl,
        errorTypeBase: app.config.errorTypeBase,
        trustProxy: options.trustProxy ?? app.config.trustProxy ?? false,
        embedOrigins: app.config.embedOrigins,
        accessLog: app.config.accessLog,
        metricsPort: app.config.metricsPort,
        tally,
        ...(options.overload && { overload: options.overload }),
        languageFilter: app.host.adapters.urls.languageFilter,
      })
      for (const mount of options.mounts) mount.prepare?.(app)
    },
    async stop() {
      const running = server
      server = null
      await running?.stop(graceMilliseconds)
    },
  }
}
