// Tracing: parses W3C `traceparent`, and creates spans if the process has an OpenTelemetry SDK.
import type { Span } from '@opentelemetry/api'
import type { IncomingRequest } from '../incoming-request.js'
import type { FinishedRequest, RequestWatcher } from './request-watch.js'

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
