// Logs one line per request. Uses route patterns instead of URLs, because some URLs contain keys that grant access.
import type { Log } from '#core/foundation/log.js'
import type { Watcher } from './watch.js'

/** Frequent monitoring requests, logged only if they fail. */
const routine = /^\/(?:health\/|metrics$)/

export function accessLog(log: Log): Watcher {
  return {
    over({ requestId, traceId, method, route, path, status, seconds, bytes, address }) {
      if (routine.test(route) && status < 400) return
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
