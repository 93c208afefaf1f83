// Notifies watchers (access log, metrics, traces) when a request is finished, and traces requests. No cost without watchers.
import type { ServerResponse } from 'node:http'
import { type IncomingRequest, maskPath } from '../incoming-request.js'
import type { Log } from '#core/surface.js'
import type { Span } from '@opentelemetry/api'

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

const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** The trace id of the request: 32 hexadecimal digits; null if the header is missing, malformed or repeated. */
export function parseTraceId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && header.length < 200 ? (traceparentPattern.exec(header)?.[1] ?? null) : null
}

/** Global symbol under which every copy of the OpenTelemetry API stores a registered SDK. */
const openTelemetrySymbol = Symbol.for('opentelemetry.js.api.1')

/** Creates a server span for each request. Returns null, and loads nothing, if no SDK is registered. */
export async function createTracingWatcher(version: string): Promise<RequestWatcher | null> {
  if (!(openTelemetrySymbol in globalThis)) return null
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const tracer = trace.getTracer('product-configurator-service', version)
  const spans = new WeakMap<IncomingRequest, { readonly span: Span; readonly own: boolean }>()

  function describe(span: Span, { requestId, method, route, status }: FinishedRequest): void {
    span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status, 'svc.request_id': requestId })
    if (route !== '') {
      span.setAttribute('http.route', route)
      span.updateName(`${method} ${route}`)
    }
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  }

  return {
    wrapRequest(raw, go) {
      // If Node's HTTP server is instrumented, a span exists already and only lacks the route.
      const there = trace.getActiveSpan()
      const parent = propagation.extract(context.active(), raw.headers)
      const span = there ?? tracer.startSpan(raw.routeMethod, { kind: SpanKind.SERVER }, parent)
      spans.set(raw, { span, own: !there })
      context.with(there ? context.active() : trace.setSpan(parent, span), go)
    },
    finishRequest(answered, raw) {
      const { span, own } = spans.get(raw) ?? {}
      if (!span) return
      describe(span, answered)
      if (own) span.end()
    },
  }
}
