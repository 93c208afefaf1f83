// Cross-origin requests: only the configured origins may use the runtime API and the storefront components.
import { expect } from 'chai'
import { mcp } from '../../../plugins/mcp/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const cms = 'https://cms.example'
const shop = 'http://shop.example:8080'
const stranger = 'https://stranger.example'
const base = '/svc-api/runtime/v1'

const open = (answer: JsonReply): unknown => answer.headers['access-control-allow-origin']
const crossing = (answer: JsonReply): readonly string[] =>
  Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
const varies = (answer: JsonReply): boolean => /(^|, )origin($|,)/i.test(String(answer.headers.vary))

describe('cross-origin requests', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    const mounts = [rest(), mcp(), runtime(), storefront()]
    app = await listenTestApp(mounts, { embedOrigins: [cms, shop] })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const ask = (method: string, path: string, origin: string, body?: unknown): Promise<JsonReply> =>
    client.send(method, path, body, { origin })
  const preflight = (path: string, origin: string, method = 'PATCH'): Promise<JsonReply> =>
    client.send('OPTIONS', path, undefined, { origin, 'access-control-request-method': method })

  it('from configured origins get CORS headers on the preflight and on every response, without credentials', async () => {
    for (const origin of [cms, shop]) {
      const started = await ask('POST', `${base}/configurations`, origin, { product_id: lamp.product })
      expect([started.status, open(started), varies(started)]).to.deep.equal([201, origin, true])
      const { configuration } = (started.body as { readonly data: { readonly configuration: string } }).data
      const path = `${base}/configurations/${configuration}`
      const preflightReply = await preflight(path, origin)
      expect([preflightReply.status, open(preflightReply), varies(preflightReply)]).to.deep.equal([204, origin, true])
      expect(preflightReply.headers['access-control-allow-methods']).to.equal('GET, HEAD, PATCH')
      expect(preflightReply.headers['access-control-allow-headers'])
        .to.contain('X-Svc-Shopper')
        .and.not.to.contain('Authorization')
      const refused = await ask('PATCH', path, origin, {})
      expect([refused.status, open(refused)]).to.deep.equal([422, origin])
      for (const answer of [started, preflightReply, refused])
        expect(crossing(answer)).not.to.include('access-control-allow-credentials')
    }
    const prefixed = await preflight(`/de${base}/configurations`, cms, 'POST')
    expect([prefixed.status, open(prefixed)]).to.deep.equal([204, cms])
  })

  it('from configured origins may load scripts, pictures and the OpenAPI document, and get CORS headers on errors', async () => {
    const gate = await ask('GET', '/storefront/configurator.js', cms)
    const [, target = ''] = /^import '(\.\/[^']+)'\n$/.exec(String(gate.body)) ?? []
    const script = await ask('GET', new URL(target, `${app.url}/storefront/configurator.js`).pathname, cms)
    expect([script.status, open(script), varies(script)]).to.deep.equal([200, cms, true])
    expect(script.headers['cache-control']).to.contain('immutable')
    const headers = { origin: cms, 'if-none-match': String(gate.headers.etag) }
    const again = await client.send('GET', '/storefront/configurator.js', undefined, headers)
    expect([again.status, open(again)]).to.deep.equal([304, cms])
    for (const path of [`${base}/openapi.json`, `${base}/products/${lamp.product}/pictures/none.png`, `${base}/products`])
      expect(open(await ask('GET', path, cms)), path).to.equal(cms)
    expect(open(await ask('DELETE', `${base}/products`, cms))).to.equal(cms)
  })

  it('from other origins get 403 on the preflight and no CORS headers on any response', async () => {
    for (const origin of [stranger, 'null', `${cms}.evil.example`, 'http://cms.example', `${cms}:444`]) {
      const preflightReply = await preflight(`${base}/configurations`, origin, 'POST')
      expect([preflightReply.status, (preflightReply.body as { readonly code: string }).code]).to.deep.equal([
        403,
        'ORIGIN_NOT_ALLOWED',
      ])
      for (const answer of [
        preflightReply,
        await ask('GET', `${base}/products`, origin),
        await ask('GET', '/storefront/cart.js', origin),
      ]) {
        expect(crossing(answer), origin).to.deep.equal([])
      }
    }
    // Without Vary a cache could send this response to a page of another origin.
    expect(varies(await client.send('GET', `${base}/products`))).to.equal(true)
  })

  it('get no CORS headers from the entity API, MCP, health checks and pages', async () => {
    const paths = [
      '/svc-api/v1/',
      '/svc-api/v1/product',
      '/svc-api/mcp',
      '/health/live',
      '/',
      `/product/${lamp.product}`,
      '/nothing',
    ]
    for (const path of paths) {
      for (const origin of [cms, stranger]) {
        expect(crossing(await ask('GET', path, origin)), path).to.deep.equal([])
        const preflightReply = await preflight(path, origin, 'GET')
        expect([path, preflightReply.status, crossing(preflightReply)]).to.deep.equal([path, path === '/nothing' ? 404 : 405, []])
      }
    }
    const hook = `${base}/webhooks/stripe`
    expect(crossing(await ask('POST', hook, cms, {}))).to.deep.equal([])
    // Operations with a scope are for the host's server only.
    const scoped = [...app.context.registry.verbs.values()].filter(({ access }) => access.scope !== undefined)
    for (const { method, path } of scoped)
      expect(crossing(await preflight(`${base}/${path}`, cms, method)), path).to.deep.equal([])
  })

  it('get no CORS headers while no origin is configured', async () => {
    const closed = await listenTestApp([runtime()])
    const own = createJsonClient(closed.url)
    const answer = await own.send('GET', `${base}/products`, undefined, { origin: cms })
    const preflightReply = await own.send('OPTIONS', `${base}/products`, undefined, {
      origin: cms,
      'access-control-request-method': 'GET',
    })
    expect([crossing(answer), varies(answer), preflightReply.status, crossing(preflightReply)]).to.deep.equal([
      [],
      false,
      405,
      [],
    ])
    own.close()
    await closed.stop()
  })
})
