// Request logs: the access log, the trace id, and OpenTelemetry spans if an SDK is installed.
import { context, propagation, type Span, SpanKind, trace, type TracerProvider } from '@opentelemetry/api'
import { expect } from 'chai'
import type { Log } from '../../../core/foundation/log.js'
import { http } from '../../../plugins/http/index.js'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { parseTraceId } from '../../../plugins/http/watch/request-watch.js'
import { rest } from '../../../plugins/rest/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, listenTestApp } from '../../support/test-app.js'
import { ask, running, type Running, stopAll, talk } from './running.js'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

const routes: readonly Route[] = [
  { method: 'GET', path: '/things/:key', access: 'public', handle: () => createJsonReply({ name: 'thing' }) },
  { method: 'POST', path: '/broken', access: 'public', handle: () => Promise.reject(new Error('It broke.')) },
  { method: 'GET', path: '/slow', access: 'public', handle: () => new Promise(() => undefined) },
]

/** The fields of the access log lines, once `count` lines exist. */
async function lines(server: Running, count: number): Promise<Record<string, unknown>[]> {
  for (let turn = 0; turn < 200; turn++) {
    const answered = server.logged.filter(({ message }) => message === 'Answered')
    if (answered.length >= count) return answered.map(({ fields }) => fields as Record<string, unknown>)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`There are fewer than ${count} lines.`)
}

async function until(isReached: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isReached(); turn++) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('the access log', () => {
  afterEach(stopAll)

  it('has a line for each request, with the route instead of tokens and keys', async () => {
    const server = await running(routes, { accessLog: true })
    const key = 'a'.repeat(43)
    const answer = await ask(server, `/things/${key}?token=secret`)
    await ask(server, `/nowhere/${key}`)
    const [thing, nowhere] = await lines(server, 2)
    expect(thing).to.include({ method: 'GET', path: '/things/:key', status: 200, address: '127.0.0.1' })
    expect(thing!['requestId']).to.equal(answer.headers['x-request-id'])
    expect(thing!['milliseconds']).to.be.a('number').within(0, 10_000)
    expect(thing!['bytes']).to.be.a('number').above(answer.text.length)
    expect(nowhere).to.include({ path: '/nowhere/aaaa…', status: 404 })
    expect(JSON.stringify(server.logged)).to.not.include('secret').and.not.include(key)
  })

  it('contains the client address that a trusted proxy forwards', async () => {
    const server = await running(routes, { accessLog: true, trustProxy: true })
    await ask(server, '/things/1', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect((await lines(server, 1))[0]).to.include({ address: '192.0.2.7' })
  })

  it('trusts the configured number of proxies, unless the server has its own setting', async () => {
    const logEntries: unknown[] = []
    const note = (fields: object, message: string): void => void (message === 'Answered' && logEntries.push(fields))
    const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
    const app = await listenTestApp([rest()], { log, accessLog: true, trustProxy: 1 })
    try {
      await fetch(`${app.url}/svc-api/v1/product`, { headers: { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' } })
      await until(() => logEntries.length > 0)
      // The client sent the first address. The one trusted proxy added only the last.
      expect(JSON.stringify(logEntries)).to.include('192.0.2.7').and.not.include('198.51.100.1')
    } finally {
      await app.stop()
    }
    const bare = http({ mounts: [rest()], trustProxy: false })
    const other = await bootTestApp({ log, accessLog: true, trustProxy: 1, plugins: [stock, bare] })
    try {
      logEntries.length = 0
      await fetch(`${bare.address()}/svc-api/v1/product`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
      await until(() => logEntries.length > 0)
      expect(JSON.stringify(logEntries)).to.include('127.0.0.1').and.not.include('192.0.2.7')
    } finally {
      await other.stop()
    }
  })

  it('records 499 if the client disconnects before the response', async () => {
    const server = await running(routes, { accessLog: true })
    const controller = new AbortController()
    const call = fetch(`${server.baseUrl}/slow`, { signal: controller.signal }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 50))
    controller.abort()
    await call
    expect((await lines(server, 1))[0]).to.include({ path: '/slow', status: 499 })
  })

  it('omits health checks unless they fail', async () => {
    const states = [true, false]
    const service = { ready: async () => ({ ready: states.shift() ?? true, checks: {} }) }
    const server = await running(routes, { accessLog: true, service })
    await ask(server, '/health/ready')
    await ask(server, '/health/ready')
    expect(await lines(server, 1)).to.have.length(1)
    expect((await lines(server, 1))[0]).to.include({ path: '/health/ready', status: 503 })
  })

  it('is off by default', async () => {
    const server = await running(routes)
    await ask(server, '/things/1')
    expect(server.logged).to.deep.equal([])
  })

  it('survives malformed requests', async () => {
    const server = await running(routes, { accessLog: true })
    expect(await talk(server, 'nonsense\r\n\r\n')).to.match(/^HTTP\/1\.1 422/)
    expect((await ask(server, '/things/1')).status).to.equal(200)
  })
})

describe('the trace of a request', () => {
  afterEach(stopAll)

  it('is its request id in the response, the error and the log', async () => {
    const server = await running(routes, { accessLog: true })
    const answer = await ask(server, '/broken', { method: 'POST', headers: { traceparent } })
    expect(answer.status).to.equal(500)
    expect(answer.headers['x-request-id']).to.equal(traceId)
    expect(JSON.stringify(answer.body)).to.include(traceId)
    await lines(server, 1)
    for (const { fields } of server.logged) expect(fields).to.include({ requestId: traceId, traceId })
  })

  it('is logged in addition to the request id that the client sends', async () => {
    const server = await running(routes, { accessLog: true })
    const answer = await ask(server, '/things/1', { headers: { traceparent, 'x-request-id': 'caller-00001' } })
    expect(answer.headers['x-request-id']).to.equal('caller-00001')
    expect((await lines(server, 1))[0]).to.include({ requestId: 'caller-00001', traceId })
  })

  const malformed = {
    'of version ff': `ff-${traceId}-b7ad6b7169203331-01`,
    'of zeros': `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    'with a parent of zeros': `00-${traceId}-${'0'.repeat(16)}-01`,
    'in capitals': traceparent.toUpperCase(),
    'cut short': traceparent.slice(0, 40),
    'followed by another character': `${traceparent}x`,
    'very long': `${traceparent}-${'a'.repeat(100_000)}`,
  }
  for (const [name, header] of Object.entries(malformed)) {
    it(`is ignored if the header is ${name}`, () => {
      expect(parseTraceId(header)).to.equal(null)
    })
  }

  it('is read from a header of a later version', () => {
    expect(parseTraceId(`01-${traceId}-b7ad6b7169203331-01-more`)).to.equal(traceId)
  })
})

describe('spans', () => {
  interface Seen {
    name: string
    kind: SpanKind | undefined
    ended: boolean
    readonly attributes: Record<string, unknown>
    status: unknown
  }
  const spans: Seen[] = []
  const provider: TracerProvider = {
    getTracer: () => ({
      startSpan(name, options) {
        const newSpan: Seen = { name, kind: options?.kind, ended: false, attributes: {}, status: null }
        spans.push(newSpan)
        const span = {
          setAttributes: (attributes: object) => Object.assign(newSpan.attributes, attributes),
          setAttribute: (key: string, value: unknown) => (newSpan.attributes[key] = value),
          updateName: (newName: string) => (newSpan.name = newName),
          setStatus: (status: unknown) => (newSpan.status = status),
          end: () => (newSpan.ended = true),
        }
        return span as unknown as Span
      },
      startActiveSpan: () => {
        throw new Error('not used')
      },
    }),
  }
  before(() => trace.setGlobalTracerProvider(provider))
  after(() => {
    for (const api of [trace, context, propagation]) api.disable()
  })
  afterEach(stopAll)

  it('are created for each request with route and end if an SDK is installed', async () => {
    const server = await running(routes)
    await ask(server, '/things/1')
    await ask(server, '/broken', { method: 'POST' })
    await ask(server, '/nowhere')
    for (let turn = 0; turn < 100 && !spans.every(({ ended: isClosed }) => isClosed); turn++)
      await new Promise((r) => setTimeout(r, 5))
    expect(spans.map(({ name, ended: isClosed, kind }) => [name, isClosed, kind])).to.deep.equal([
      ['GET /things/:key', true, SpanKind.SERVER],
      ['POST /broken', true, SpanKind.SERVER],
      ['GET', true, SpanKind.SERVER],
    ])
    expect(spans[0]!.attributes).to.include({ 'http.route': '/things/:key', 'http.response.status_code': 200 })
    expect(spans[0]!.status).to.equal(null)
    expect(spans[1]!.status).to.not.equal(null)
  })
})
