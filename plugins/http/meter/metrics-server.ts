// A separate port for operators with metrics and health, without a token. Expose it to the internal network only.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { readServiceReadiness } from '../health-routes.js'
import { mediaTypes, createReply } from '../reply.js'
import { removeQuery } from '../incoming-request.js'
import type { Service } from '../service.js'
import type { MetricsCollector, MetricSources } from './metric-sources.js'
import { requireScopes } from '#core/surface.js'
import type { Route } from '../mount.js'

/** The Prometheus text format. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics` for tokens with the scope `system:read`. The metrics collector is loaded at the first scrape. */
export function createMetricsRoute(meter: MetricsCollector): Route {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'bearer',
    prefixed: false,
    async handle({ caller }) {
      requireScopes(caller!.grant, ['system:read'])
      return createReply(await meter.read(), metricsContentType)
    },
  }
}

/** Loads the metrics collector at the first scrape. Request counting starts then. */
export function createMetricsCollector(metered: MetricSources): MetricsCollector {
  let collector: Promise<MetricsCollector> | null = null
  return {
    async read() {
      collector ??= import('./prometheus-collector.js').then(({ createPrometheusCollector }) =>
        createPrometheusCollector(metered),
      )
      return (await collector).read()
    },
    stop() {
      void collector?.then((meter) => meter.stop())
    },
  }
}

export interface MetricsServer {
  stop(): Promise<void>
}

export interface MetricsServerOptions {
  readonly meter: MetricsCollector
  readonly service: Service
  /** True as soon as the shutdown begins. */
  readonly stopping: () => boolean
  readonly host: string
  readonly port: number
}

/** Milliseconds. Requests here consist of a few header lines only. */
const metricsTimeouts = { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 }

/** Serves `/metrics`, `/health/live` and `/health/ready`. Readiness lists every check by name. Throws if the port is in use. */
export async function startMetricsServer({ meter, service, stopping, host, port }: MetricsServerOptions): Promise<MetricsServer> {
  const send = (response: ServerResponse, status: number, type: string, body: string): void => {
    response
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .end(body)
  }
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') send(response, 200, metricsContentType, await meter.read())
    else if (path === '/health/live') send(response, 200, mediaTypes.json, '{"status":"live"}')
    else if (path === '/health/ready') {
      const { ready, checks } = await readServiceReadiness(service, stopping)
      send(response, ready ? 200 : 503, mediaTypes.json, JSON.stringify({ status: ready ? 'ready' : 'not ready', checks }))
    } else send(response, 404, 'text/plain; charset=utf-8', 'Available: /metrics, /health/live and /health/ready.\n')
  }
  const server = createServer(metricsTimeouts, (request, response) => {
    request.resume()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return send(response, 405, 'text/plain; charset=utf-8', 'This address supports GET and HEAD.\n')
    }
    answer(removeQuery(request.url ?? '/'), response).catch((error: unknown) => {
      service.log.error({ err: error }, 'Metrics or health could not be read.')
      send(response, 500, 'text/plain; charset=utf-8', 'This request failed. The log contains the cause.\n')
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
