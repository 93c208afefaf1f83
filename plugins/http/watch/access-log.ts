// One line of the log for each request. Routes are named by their patterns, because keys stand in addresses that open what they name.
import type { Log } from '#core/foundation/log.js'
import type { Watcher } from './watch.js'

/** Asked every few seconds by whoever keeps the service running; told only where something is wrong. */
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
