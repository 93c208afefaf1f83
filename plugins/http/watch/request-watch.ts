// Notifies watchers (access log, metrics, traces) when a request is finished. No cost without watchers.
import type { ServerResponse } from 'node:http'
import { type IncomingRequest, maskPath } from '../incoming-request.js'
import type { Log } from '#core/surface.js'

/** A finished request. */
export interface FinishedRequest {
  readonly requestId: string
  /** Trace id from `traceparent`; null if there was none. */
  readonly traceId: string | null
  /** The method after the override; GET for HEAD. */
  readonly method: string
  /** Route pattern, such as `/svc-api/v1/question/:id`; '' if no route matched. */
  readonly route: string
  /** Without query and masked where it could contain a token. */
  readonly path: string
  /** 499 if the client disconnected before the reply. */
  readonly status: number
  /** From the request's headers to the last byte of the reply. */
  readonly seconds: number
  /** Bytes written, including headers. */
  readonly bytes: number
  /** The client's address behind trusted proxies. */
  readonly address: string
}

export interface RequestWatcher {
  /** Called when the request starts. Must call `go` exactly once and synchronously; all work of the request runs inside it. */
  wrapRequest?(raw: IncomingRequest, go: () => void): void
  finishRequest(answered: FinishedRequest, raw: IncomingRequest): void
}

const clientDisconnectedStatus = 499

export class RequestWatch {
  private readonly watchers = new Set<RequestWatcher>()
  private open = 0

  get active(): boolean {
    return this.watchers.size > 0
  }

  /** Running requests that started while a watcher was active. */
  get inFlight(): number {
    return this.open
  }

  /** Returns a function that removes the watcher. */
  add(watcher: RequestWatcher): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  /** Called by the first hook of each request. `go` does all further work. */
  begin(raw: IncomingRequest, response: ServerResponse, go: () => void): void {
    if (!this.active) return go()
    const { socket } = raw
    const [began, initialBytes] = [performance.now(), socket.bytesWritten]
    const address = socket.remoteAddress ?? ''
    this.open++
    response.once('close', () => {
      this.open--
      const answered: FinishedRequest = {
        requestId: raw.requestId,
        traceId: raw.traceId,
        method: raw.routeMethod,
        route: raw.route,
        path: maskPath(raw.url ?? ''),
        status: response.headersSent ? response.statusCode : clientDisconnectedStatus,
        seconds: (performance.now() - began) / 1000,
        bytes: socket.bytesWritten - initialBytes,
        address: raw.address || address,
      }
      for (const watcher of this.watchers) watcher.finishRequest(answered, raw)
    })
    let start = go
    for (const { wrapRequest } of this.watchers) {
      const inner = start
      if (wrapRequest) start = () => wrapRequest(raw, inner)
    }
    start()
  }
}

/** Frequent monitoring requests, logged only if they fail. */
const monitoringRoutes = /^\/(?:health\/|metrics$)/

/** Logs one line per request. Uses route patterns instead of URLs, because some URLs contain keys that grant access. */
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
