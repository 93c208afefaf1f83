// Connections: health checks, language prefixes, redirects, origins, broken HTTP and slow clients.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { errorCodes } from '#core/foundation/errors.js'
import type { Route } from '../../../plugins/http/mount.js'
import { createReply, createJsonReply } from '../../../plugins/http/reply.js'
import { ask, type Running, running, stopAll, talk } from './running.js'

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/svc-api/v1/',
    access: 'public',
    handle: (request) => createJsonReply({ language: request.language, prefix: request.prefix, path: request.path }),
  },
  {
    method: 'POST',
    path: '/svc-api/v1/:entity',
    access: 'public',
    body: 'fields-or-none',
    handle: (request) => createJsonReply({ language: request.language }),
  },
  {
    method: 'PATCH',
    path: '/svc-api/v1/:entity',
    access: 'public',
    body: 'fields-or-none',
    handle: (request) => createJsonReply({ language: request.language }),
  },
  { method: 'POST', path: '/own', access: 'public', ownOrigin: true, handle: () => createJsonReply({}) },
]

describe('health checks', () => {
  afterEach(stopAll)

  it('report liveness without calling the service', async () => {
    const server = await running([], { service: { ready: () => Promise.reject(new Error('asked')) } })
    expect((await ask(server, '/health/live')).body).to.deep.equal({ status: 'live' })
  })

  it('show details only to system:read', async () => {
    const server = await running([])
    const bodies = []
    for (const token of ['', 'Bearer good', 'Bearer bad', 'Bearer reader']) {
      bodies.push((await ask(server, '/health/ready', { headers: token === '' ? {} : { authorization: token } })).body)
    }
    for (const body of bodies.slice(0, 3)) expect(body).to.deep.equal({ status: 'ready' })
    expect(bodies[3]).to.deep.equal({ status: 'ready', checks: { database: 'ok' } })
  })

  it('answer 503 while the service is not ready, with the reason only for system:read', async () => {
    const server = await running([], {
      service: { ready: async () => ({ ready: false, checks: { migrations: 'frozen at 0007' } }) },
    })
    const answer = await ask(server, '/health/ready')
    expect(answer.status).to.equal(503)
    expect(answer.body).to.include({ code: 'NOT_READY' })
    expect(answer.text).not.to.contain('0007')
    expect((await ask(server, '/health/ready', { headers: { authorization: 'Bearer reader' } })).text).to.contain(
      'frozen at 0007',
    )
  })

  it('answer 503 if the readiness check fails', async () => {
    const server = await running([], { service: { ready: () => Promise.reject(new Error('no database')) } })
    expect((await ask(server, '/health/ready')).status).to.equal(503)
  })

  it('answer 503 if a token cannot be looked up', async () => {
    const away = () => Promise.reject(new Error('no database'))
    const server = await running([], { service: { ready: away, versionedSnapshot: away } })
    expect((await ask(server, '/health/ready', { headers: { authorization: 'Bearer reader' } })).status).to.equal(503)
  })
})

describe('language prefixes', () => {
  afterEach(stopAll)

  it('select the language with the language filter on or off', async () => {
    for (const languageFilter of [true, false]) {
      const server = await running(routes, { languageFilter })
      expect((await ask(server, '/de/svc-api/v1/')).body).to.deep.equal({
        language: 'de-DE',
        prefix: '/de',
        path: '/svc-api/v1/',
      })
      expect((await ask(server, '/fr/svc-api/v1/')).status).to.equal(languageFilter ? 301 : 404)
    }
  })

  it('use the full tag in lower case if two languages share the primary subtag', async () => {
    const server = await running(routes, { languages: ['en-GB', 'en-US', 'de-DE'] })
    expect((await ask(server, '/en-us/svc-api/v1/')).body).to.include({ language: 'en-US' })
    expect((await ask(server, '/en/svc-api/v1/')).status).to.equal(404)
  })

  it('are not confused with the first segment of a route, and an inactive language keeps its segment in the address', async () => {
    const short: Route = { method: 'GET', path: '/faq/:topic', access: 'public', handle: ({ params }) => createJsonReply(params) }
    const server = await running([...routes, short])
    expect((await ask(server, '/faq/de')).body).to.deep.equal({ topic: 'de' })
    expect((await ask(server, '/de/faq/size')).body).to.deep.equal({ topic: 'size' })
    for (const path of ['/fr/faq/size', '/fr', '/fr/de/faq/size', '/de/de/faq/size']) {
      const { status, body } = await ask(server, path)
      expect(status, path).to.equal(404)
      expect(body['detail']).to.include(path.replace('/de/de', '/de'))
    }
  })

  it('are added by a redirect for GET, HEAD, PATCH and DELETE with the filter on, before the route is checked', async () => {
    const server = await running(routes, { languageFilter: true })
    for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
      const answer = await ask(server, '/svc-api/v1/nothing/at/all?limit=1', { method })
      expect(answer.status, method).to.equal(301)
      expect(answer.headers['location']).to.equal('/en/svc-api/v1/nothing/at/all?limit=1')
    }
    expect((await ask(server, '/svc-api/v1/product', { method: 'PUT' })).status).to.equal(405)
  })

  it('may be missing on POST, which uses the default language, also with a method override', async () => {
    const server = await running(routes, { languageFilter: true })
    expect((await ask(server, '/svc-api/v1/product', { method: 'POST' })).body).to.deep.equal({ language: null })
    const overridden = await ask(server, '/svc-api/v1/product', {
      method: 'POST',
      headers: { 'x-http-method-override': 'PATCH' },
    })
    expect([overridden.status, overridden.body]).to.deep.equal([200, { language: null }])
  })

  it('are not added to health checks, nor with the filter off', async () => {
    const on = await running(routes, { languageFilter: true })
    expect((await ask(on, '/health/live')).status).to.equal(200)
    expect((await ask(on, '/health/ready')).status).to.equal(200)
    const off = await running(routes)
    expect((await ask(off, '/svc-api/v1/')).body).to.include({ language: null, prefix: '' })
  })

  it('work below the path of the base URL and without it, and redirects contain the full path', async () => {
    const server = await running(routes, { baseUrl: 'https://shop.example/cfg', languageFilter: true })
    expect((await ask(server, '/cfg/de/svc-api/v1/')).body).to.include({ language: 'de-DE' })
    expect((await ask(server, '/de/svc-api/v1/')).body).to.include({ language: 'de-DE' })
    expect((await ask(server, '/cfg/svc-api/v1/')).headers['location']).to.equal('/cfg/en/svc-api/v1/')
    expect((await ask(server, '/cfgx/svc-api/v1/')).headers['location']).to.equal('/cfg/en/cfgx/svc-api/v1/')
    expect((await ask(server, '/de/nothing')).body['type']).to.equal('https://shop.example/cfg/problems/not-found')
  })
})

describe('request origins', () => {
  afterEach(stopAll)

  it('are rejected with 403 if Origin or Host is foreign and the route requires its own', async () => {
    const server = await running(routes, { baseUrl: 'https://shop.example' })
    const status = async (headers: Record<string, string>) => (await ask(server, '/own', { method: 'POST', headers })).status
    expect(await status({ host: 'shop.example' })).to.equal(200)
    expect(await status({ host: 'localhost:1' })).to.equal(200)
    expect(await status({ host: 'shop.example', origin: 'https://shop.example' })).to.equal(200)
    expect(await status({ host: 'shop.example', origin: 'http://localhost:5173' })).to.equal(200)
    expect(await status({ host: 'shop.example', origin: 'http://shop.example' })).to.equal(403)
    expect(await status({ host: 'shop.example', origin: 'https://shop.example.evil.example' })).to.equal(403)
    expect(await status({ host: 'shop.example', origin: 'null' })).to.equal(403)
    expect(await status({ host: 'evil.example' })).to.equal(403)
    expect(await status({ host: 'evil.example', 'x-forwarded-host': 'shop.example' })).to.equal(403)
    expect(await status({ host: 'shop.example', 'sec-fetch-site': 'cross-site' })).to.equal(403)
  })

  /** The status and code of an unsafe request to a route without `ownOrigin`. */
  const change = async (server: Running, headers: Record<string, string>, method = 'POST', path = '/svc-api/v1/page') => {
    const { status, body } = await ask(server, path, { method, headers: { host: 'shop.example', ...headers } })
    return status === 200 ? '200' : `${status} ${String(body['code'])}`
  }

  it('of unsafe requests must be the base URL or in embedOrigins', async () => {
    const server = await running(routes, { baseUrl: 'https://shop.example/cfg', embedOrigins: ['https://cms.example'] })
    const refused = '403 ORIGIN_NOT_ALLOWED'
    for (const method of ['POST', 'PATCH']) {
      for (const origin of ['https://shop.example', 'https://cms.example']) {
        expect(await change(server, { origin, 'sec-fetch-site': 'cross-site' }, method), origin).to.equal('200')
      }
      for (const origin of [
        'null',
        '',
        'https://evil.example',
        'http://shop.example',
        'https://shop.example:8443',
        'https://shop.example.evil.example',
        'http://localhost:5173',
        'https://shop.example/cfg',
      ]) {
        expect(await change(server, { origin }, method), origin).to.equal(refused)
      }
    }
    const overridden = { origin: 'https://evil.example', 'x-http-method-override': 'PATCH' }
    expect(await change(server, overridden)).to.equal(refused)
    expect((await ask(server, '/svc-api/v1/', { headers: { origin: 'https://evil.example' } })).status).to.equal(200)
  })

  it('may be missing unless a browser marks the request as cross-site', async () => {
    const server = await running(routes, { baseUrl: 'https://shop.example' })
    expect(await change(server, { 'sec-fetch-site': 'cross-site' })).to.equal('403 ORIGIN_NOT_ALLOWED')
    for (const site of ['same-origin', 'none']) expect(await change(server, { 'sec-fetch-site': site }), site).to.equal('200')
    expect(await change(server, {})).to.equal('200')
    expect(await change(server, { host: 'inner:3000', authorization: 'Bearer good' })).to.equal('200')
  })

  it('may equal the called address on this machine, or on any host while no base URL is set', async () => {
    const set = await running(routes, { baseUrl: 'https://shop.example' })
    expect(await change(set, { host: 'localhost:3000', origin: 'http://localhost:3000' })).to.equal('200')
    expect(await change(set, { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' })).to.equal('403 ORIGIN_NOT_ALLOWED')
    const unset = await running(routes)
    expect(await change(unset, { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' })).to.equal('200')
    expect(await change(unset, { host: '192.168.1.5:3000', origin: 'http://evil.example' })).to.equal('403 ORIGIN_NOT_ALLOWED')
  })

  it('are compared with the forwarded host of trusted proxies', async () => {
    const server = await running(routes, { baseUrl: 'https://shop.example', trustProxy: true })
    const answer = await ask(server, '/own', { method: 'POST', headers: { host: 'inner', 'x-forwarded-host': 'shop.example' } })
    expect(answer.status).to.equal(200)
  })
})

describe('problem pages', () => {
  afterEach(stopAll)

  it('exist for every problem type under the URL in its responses', async () => {
    const server = await running([])
    for (const code of errorCodes) {
      const page = await ask(server, `/problems/${code.toLowerCase().replaceAll('_', '-')}`)
      expect(page.status).to.equal(200)
      expect(page.headers['content-type']).to.match(/^text\/html/)
      expect(page.text).to.contain(code)
    }
    const failure = await ask(server, '/nothing')
    expect((await ask(server, new URL(String(failure.body['type'])).pathname)).text).to.contain('NOT_FOUND')
    expect((await ask(server, '/problems/unheard-of')).status).to.equal(404)
    expect((await ask(server, '/problems/')).text).to.contain('href="/problems/not-found"')
  })

  it('are in the language that the client prefers', async () => {
    const server = await running([])
    const pages = [
      ['de', 'ltr', 'Diesen Datentyp, Eintrag oder Endpunkt gibt es nicht.', 'Alle Fehlerarten'],
      ['he', 'rtl', 'אין ישות, רשומה או נקודת קצה כזאת.', 'כל סוגי השגיאות'],
      ['en', 'ltr', 'There is no such entity, record or endpoint.', 'All problem types'],
    ] as const
    for (const [language, direction, ...texts] of pages) {
      const { text } = await ask(server, '/problems/not-found', { headers: { 'accept-language': language } })
      expect(text).to.contain(`<html lang="${language}" dir="${direction}">`)
      for (const sentence of texts) expect(text).to.contain(sentence)
    }
    const index = await ask(server, '/problems/', { headers: { 'accept-language': 'de' } })
    expect(index.text).to.contain('<h1>Fehlerarten</h1>').and.to.contain('Die Daten oder die Anfrage wurden abgelehnt.')
  })
})

describe('broken HTTP', () => {
  afterEach(stopAll)

  it('gets problem details for a malformed request and for headers that are too long', async () => {
    const server = await running([])
    const nonsense = await talk(server, 'nonsense\r\n\r\n')
    expect(nonsense)
      .to.match(/^HTTP\/1\.1 422/)
      .and.to.contain('application/problem+json')
      .and.to.contain('VALIDATION_FAILED')
    const long = await talk(server, `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(long)
      .to.match(/^HTTP\/1\.1 413/)
      .and.to.contain('PAYLOAD_TOO_LARGE')
  })
})

describe('slow clients', () => {
  afterEach(stopAll)

  const timeouts = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

  it('get 408 REQUEST_TIMEOUT for an incomplete request, and their connection is closed', async () => {
    const server = await running(routes, { timeouts })
    const head = await talk(server, 'GET /own HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(head)
      .to.match(/^HTTP\/1\.1 408/)
      .and.to.contain('"REQUEST_TIMEOUT"')
    const body = await talk(server, 'POST /svc-api/v1/thing HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    expect(body)
      .to.match(/^HTTP\/1\.1 408/)
      .and.to.match(/connection: close/i)
  })

  it('are disconnected without a response if no byte arrived', async () => {
    const server = await running(routes, { timeouts })
    expect(await talk(server, '')).to.equal('')
  })
})

describe('clients that send too much', () => {
  afterEach(stopAll)

  it('receive the rejection while they still send, and are disconnected some seconds later', async function () {
    this.timeout(20_000)
    const server = await running(routes)
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined)
    socket.write('POST /svc-api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n')
    const sending = setInterval(() => socket.write('a'.repeat(200_000)), 10)
    // Not `once`, which also rejects on an error after the last write.
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    try {
      await new Promise<void>((resolve) => socket.on('end', () => resolve()))
      const answered = performance.now()
      expect(heard).to.match(/^HTTP\/1\.1 413[^]*connection: close[^]*"PAYLOAD_TOO_LARGE"/i)
      await closed
      expect(performance.now() - answered).to.be.within(2_500, 8_000)
    } finally {
      clearInterval(sending)
      socket.destroy()
    }
  })
})

describe('clients that do not read', () => {
  afterEach(stopAll)
  const size = 50_000_000
  const long: readonly Route[] = [
    { method: 'GET', path: '/long', access: 'public', handle: () => createReply(Buffer.alloc(size), 'application/octet-stream') },
    {
      method: 'GET',
      path: '/stream',
      access: 'public',
      handle: () => createReply(Readable.from([Buffer.alloc(size)], { objectMode: false }), 'application/octet-stream'),
    },
  ]

  for (const path of ['/long', '/stream']) {
    it(`are disconnected when they stall, while slow ones receive the full response (${path})`, async function () {
      this.timeout(60_000)
      const server = await running(long, { stalled: 2_000 })
      const caller = (): Socket => {
        const socket = connect(server.port, '127.0.0.1', () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        )
        return socket.pause()
      }
      const idle = caller()
      await sleep(5_000)
      let got = 0
      idle.on('data', (chunk: Buffer) => (got += chunk.length)).on('error', () => undefined)
      idle.resume()
      await once(idle, 'close')
      expect(got).to.be.below(size)

      const slow = caller()
      let read = 0
      let pauses = 0
      slow.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read < pauses * 5_000_000) return
        pauses++
        slow.pause()
        setTimeout(() => slow.resume(), 100)
      })
      slow.resume()
      await once(slow, 'close')
      expect(read).to.be.at.least(size)
      slow.destroy()
    })
  }
})
