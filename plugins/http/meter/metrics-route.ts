// `GET /metrics` for tokens with the scope `system:read`. The metrics collector is loaded at the first scrape.
import { requireScopes } from '#core/surface.js'
import type { Route } from '../mount.js'
import { createReply } from '../reply.js'
import type { MetricsCollector, MetricSources } from './metric-sources.js'

/** The Prometheus text format. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

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
