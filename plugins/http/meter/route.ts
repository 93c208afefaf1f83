// `GET /metrics` for tokens with the scope `system:read`.
import { requireScopes } from '#core/foundation/access/require.js'
import type { Route } from '../mount.js'
import { content } from '../reply.js'
import type { Meter } from './define.js'

/** The Prometheus text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

export function metricsRoute(meter: Meter): Route {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'bearer',
    prefixed: false,
    async handle({ caller }) {
      requireScopes(caller!.grant, ['system:read'])
      return content(await meter.read(), metricsType)
    },
  }
}
