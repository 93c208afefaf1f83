// Prometheus metrics: access, counters, caches, timings, and no personal data.
import { expect } from 'chai'
import { rest } from '../../../plugins/rest/index.js'
import { http } from '../../../plugins/http/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { findFreePort } from '../../support/free-port.js'

/** The values of all samples by name and labels. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

describe('metrics', () => {
  let app: ListeningApp
  let token: string
  before(async () => {
    app = await listenTestApp([rest()])
    token = (await app.access.tokens.mint({ name: 'prometheus', scopes: ['system:read', 'catalog:write'] })).token
  })
  after(() => app?.stop())

  const read = async (bearer = token): Promise<{ status: number; type: string | null; text: string }> => {
    const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${bearer}` } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  it('require a token with system:read', async () => {
    expect((await fetch(`${app.url}/metrics`)).status).to.equal(401)
    const author = await app.access.tokens.mint({ name: 'author', presets: ['author'] })
    expect((await read(author.token)).status).to.equal(403)
    const { status, type } = await read()
    expect([status, type]).to.deep.equal([200, 'text/plain; version=0.0.4; charset=utf-8'])
  })

  it('count requests by route and status, and contain no path parameters and no token', async () => {
    await read()
    const headers = { authorization: `Bearer ${token}` }
    for (let n = 0; n < 3; n++) await (await fetch(`${app.url}/svc-api/v1/product/99999`, { headers })).text()
    await (await fetch(`${app.url}/nowhere/${'k'.repeat(40)}`)).text()
    const { text } = await read()
    const metrics = samples(text)
    const product = [...metrics].filter(
      ([name]) => name.startsWith('svc_http_request_duration_seconds_count') && name.includes('404'),
    )
    expect(product.map(([, count]) => count).toSorted((a, b) => a - b)).to.deep.equal([1, 3])
    expect(text).to.include('route="none"').and.not.include('kkkk').and.not.include('product/99999').and.not.include(token)
    expect(metrics.get('svc_http_requests_in_flight')).to.equal(1)
  })

  it('count statements, connections and shop events', async () => {
    await read()
    const product = await app.records.write('product', {
      title_en_GB: 'Desk',
      title_de_DE: 'Tisch',
      tax_class_id: 1,
      published: true,
    })
    await app.shop.configurations.start({ product_id: product.id })
    const metrics = samples((await read()).text)
    expect(metrics.get('svc_database_statements_total{verb="insert"}')).to.be.above(0)
    expect(metrics.get('svc_database_connections{state="open"}')).to.be.above(0)
    expect(metrics.get('svc_database_connections{state="waiting"}')).to.equal(0)
    expect(metrics.get('svc_events_total{event="onSvcStartConfiguration"}')).to.equal(1)
    expect(metrics.get('svc_events_total{event="onSvcPlaceOrder"}')).to.equal(0)
    expect(metrics.get('svc_database_up')).to.equal(1)
    expect(metrics.get('svc_mails{state="given_up"}')).to.equal(0)
    expect(metrics.get('svc_migrations_pending')).to.equal(0)
    expect(metrics.get('svc_migrations_frozen')).to.equal(0)
    expect([...metrics.keys()].filter((name) => name.startsWith('svc_info'))).to.have.length(1)
    expect([...metrics.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).to.equal(true)
  })

  it('count the entries, hits and misses of caches', async () => {
    const product = await app.records.write('product', {
      title_en_GB: 'Shelf',
      title_de_DE: 'Regal',
      tax_class_id: 1,
      published: true,
    })
    const readCacheMetrics = async () => {
      const metrics = samples((await read()).text)
      const count = (outcome: string): number =>
        metrics.get(`svc_cache_requests_total{cache="programs",outcome="${outcome}"}`) ?? 0
      return { found: count('found'), made: count('made'), values: metrics.get('svc_cache_values{cache="programs"}') }
    }
    await app.shop.configurations.start({ product_id: product.id })
    const before = await readCacheMetrics()
    await app.shop.configurations.start({ product_id: product.id })
    const after = await readCacheMetrics()
    expect(before.values).to.be.above(0)
    expect(after.found).to.be.above(before.found)
    expect(after.made).to.equal(before.made)
  })

  it('time statements, commits, evaluations, tasks, mails and advisor calls', async () => {
    await read()
    const product = await app.records.write('product', {
      title_en_GB: 'Chair',
      title_de_DE: 'Stuhl',
      tax_class_id: 1,
      published: true,
    })
    await app.shop.configurations.start({ product_id: product.id })
    const { context } = app
    await context.timings.measure('task', 'sweep-files', async () => undefined)
    await context.timings.measure('task', 'sweep-files', () => Promise.reject(new Error('full'))).catch(() => undefined)
    await context.timings.measure('mail', 'mail', async () => undefined)
    context.timings.start('vendor', 'a-model')(false)
    const metrics = samples((await read()).text)
    const count = (name: string, labels: string): number | undefined =>
      metrics.get(`svc_${name}_duration_seconds_count{${labels}}`)
    for (const verb of ['select', 'insert', 'commit']) expect(count('database_statement', `verb="${verb}"`), verb).to.be.above(0)
    for (const work of ['compile', 'start']) expect(count('engine', `work="${work}"`), work).to.be.above(0)
    expect(count('task', 'task="sweep-files",outcome="succeeded"')).to.equal(1)
    expect(count('task', 'task="sweep-files",outcome="failed"')).to.equal(1)
    expect(count('mail', 'outcome="succeeded"')).to.equal(1)
    expect(count('advisor_call', 'model="a-model",outcome="failed"')).to.equal(1)
    expect(metrics.get('svc_mail_oldest_seconds')).to.equal(0)
    expect(metrics.get('svc_database_units_repeated_total')).to.equal(0)
  })

  it('have descriptions, and every series appears once', async () => {
    const { text } = await read()
    const names = [...samples(text).keys()]
    expect(new Set(names).size).to.equal(names.length)
    for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) expect(text).to.match(new RegExp(`^# HELP ${name} \\S`, 'm'))
  })

  it('are served on a separate port if configured, with health checks and nothing else', async () => {
    const port = await findFreePort()
    const other = await bootTestApp({ plugins: [stock, http({ mounts: [rest()] })], metricsPort: port })
    try {
      const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
      expect(samples(await (await at('/metrics')).text()).get('svc_database_up')).to.equal(1)
      expect(await (await at('/health/live')).json()).to.deep.equal({ status: 'live' })
      expect(await (await at('/health/ready')).json()).to.have.nested.property('checks.database', 'ok')
      expect((await at('/svc-api/v1/')).status).to.equal(404)
      expect((await at('/metrics', 'POST')).status).to.equal(405)
    } finally {
      await other.stop()
    }
    const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null)
    expect(response).to.equal(null)
  })
})
