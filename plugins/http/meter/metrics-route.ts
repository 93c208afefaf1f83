// `GET /metrics` for tokens with the scope `system:read`.
import { requireScopes } from '#core/surface.js'
import type { Route } from '../mount.js'
import { createReply } from '../reply.js'
import type { MetricsCollector } from './metric-sources.js'

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
