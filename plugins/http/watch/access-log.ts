// Logs one line per request. Uses route patterns instead of URLs, because some URLs contain keys that grant access.
import type { Log } from '#core/surface.js'
import type { RequestWatcher } from './request-watch.js'

/** Frequent monitoring requests, logged only if they fail. */
const monitoringRoutes = /^\/(?:health\/|metrics$)/

export function accessLog(log: Log): RequestWatcher {
  return {
    finishRequest({ requestId, traceId, method, route, path, status, seconds, bytes, address }) {
      if (monitoringRoutes.test(route) && status < 400) return
      const milliseconds = Math.round(seconds * 10_000) / 10
      const fields = {
        requestId,
        ...(traceId !== null && { traceId }),
        method,
        path: route || path,
        status,
        milliseconds,
        bytes,
        address,
      }
      log.info(fields, 'Answered')
    },
  }
}
