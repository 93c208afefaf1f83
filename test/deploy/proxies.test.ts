// The shipped configurations of nginx and HAProxy, run with the real programs in front of two service processes.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { App } from '../../core/app.js'
import type { Log } from '../../core/foundation/log.js'
import { admin } from '../../plugins/admin/index.js'
import { http } from '../../plugins/http/index.js'
import type { Mount } from '../../plugins/http/mount.js'
import { createReply } from '../../plugins/http/reply.js'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { bridgeOf, trust } from '../hosts/host-list.js'
import { bootTestApp } from '../support/test-app.js'
import { findFreePort } from '../support/free-port.js'
import { missing, type Ports, type Proxy, type ProxyName, startProxy, takePorts, through } from './proxy.js'

for (const name of ['nginx', 'haproxy'] as const satisfies readonly ProxyName[]) {
  describe(`${name} in front of the service`, function () {
    this.timeout(60_000)
    let ports: Ports
    let proxy: Proxy | null = null
    let services: readonly [number, number]
    const apps: (App | null)[] = [null, null]
    const addresses: unknown[] = []
    /** Sends the second half of a streamed response. */
    let release: () => void = () => undefined

    const note = (fields: object, message: string): void => {
      if (message === 'Answered') addresses.push((fields as { readonly address: string }).address)
    }
    const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
    const streams: Mount = {
      name: 'streams',
      routes: () => [
        {
          method: 'GET',
          path: '/streamed',
          access: 'public',
          handle() {
            const second = new Promise<void>((resolve) => (release = resolve))
            async function* halves(): AsyncGenerator<string> {
              yield 'first '
              await second
              yield 'second'
            }
            return createReply(Readable.from(halves()), 'text/event-stream')
          },
        },
      ],
    }

    async function start(index: 0 | 1): Promise<App> {
      const mounts = [rest(), runtime(), storefront(), admin(), streams]
      const app = await bootTestApp({
        plugins: [stock, http({ mounts, trustProxy: 1 })],
        listenPort: services[index],
        baseUrl: `https://127.0.0.1:${ports.https}`,
        accessLog: true,
        log,
      })
      apps[index] = app
      return app
    }

    before(async function () {
      const lacking = missing(name)
      if (lacking !== null) {
        console.log(`    No ${name} found: its tests are skipped. Install it with "apt-get install ${lacking}".`)
        return this.skip()
      }
      ports = await takePorts()
      services = [await findFreePort(), await findFreePort()]
      await Promise.all([start(0), start(1)])
      proxy = await startProxy(name, ports, services)
      for (let turn = 0; turn < 100 && (await through(ports, '/health/ready')).status !== 200; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    after(async () => {
      await proxy?.stop()
      for (const app of apps) await app?.stop()
    })

    it('redirects to HTTPS, and passes the public address on for links in pages', async () => {
      const page = await through(ports, '/', { headers: { accept: 'text/html' } })
      expect(page.status).to.equal(200)
      expect(page.text).to.include(`href="https://127.0.0.1:${ports.https}/`)
      expect(page.headers['strict-transport-security']).to.match(/^max-age=\d{7}/)
      const plain = await fetch(`http://127.0.0.1:${ports.http}/svc-admin/?a=b`, { redirect: 'manual' })
      expect(plain.status).to.equal(308)
      expect(plain.headers.get('location')).to.match(/^https:\/\/127\.0\.0\.1(:\d+)?\/svc-admin\/\?a=b$/)
    })

    it('passes on the client address, and discards forged forwarding headers', async () => {
      addresses.length = 0
      const headers = { 'x-forwarded-for': '192.0.2.66', 'x-forwarded-host': 'evil.example' }
      // The request comes from another address than the proxy's, so the two can be distinguished.
      const page = await through(ports, '/', { headers, from: '127.0.0.9' })
      expect(page.text).to.not.include('evil.example')
      for (let turn = 0; turn < 100 && addresses.length === 0; turn++) await new Promise((r) => setTimeout(r, 10))
      expect(addresses).to.deep.equal(['127.0.0.9'])
    })

    it('passes on tokens and request ids, and returns error responses unchanged', async () => {
      const headers = { 'x-request-id': 'caller-00042' }
      const refused = await through(ports, '/svc-api/v1/product', { headers })
      expect(refused.status).to.equal(401)
      expect(refused.headers).to.include({
        'x-request-id': 'caller-00042',
        'content-type': 'application/problem+json; charset=utf-8',
      })
      const tokens = await Promise.all(apps.map((app) => app!.access.tokens.mint({ name: 'proxied', presets: ['insights'] })))
      const answers = await Promise.all(
        tokens.map(({ token }) => through(ports, '/svc-api/v1/product', { headers: { authorization: `Bearer ${token}` } })),
      )
      // Each process has its own database here. Only one of them knows the token.
      for (const { status } of answers) expect(status).to.be.oneOf([200, 401])
    })

    it('returns an error response that was sent before the upload was complete', async () => {
      const tokens = await Promise.all(
        apps.map((app) => app!.access.tokens.mint({ name: 'long-winded', presets: ['everything'] })),
      )
      const body = JSON.stringify({ title: 'a'.repeat(8_000_000) })
      const statuses = new Set<number>()
      // Several requests reach both processes, in any order.
      for (const { token } of [...tokens, ...tokens, ...tokens, ...tokens]) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        for (const path of ['/svc-api/v1/product', '/svc-api/v1/page', '/svc-api/v1/answer']) {
          const { status, headers: answered } = await through(ports, path, { method: 'POST', headers, body })
          expect(answered['content-type'], String(status)).to.equal('application/problem+json; charset=utf-8')
          statuses.add(status)
        }
      }
      // The other process does not know the token, and rejects the request before it checks the length.
      expect(statuses).to.deep.equal(new Set([401, 413]))
    })

    it('streams a response without buffering', async () => {
      let heard = ''
      const answer = await through(ports, '/streamed', {
        onText(text) {
          heard += text
          if (heard === 'first ') release()
        },
      })
      expect(answer.text).to.equal('first second')
    })

    it('accepts a sign-in to the admin pages from its own origin, and rejects other origins', async () => {
      const attempt = (origin: string) =>
        through(ports, '/svc-admin/api/session', {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ann@shop.example', password: 'wrong password' }),
        })
      expect((await attempt(`https://127.0.0.1:${ports.https}`)).status).to.equal(401)
      expect((await attempt('https://evil.example')).status).to.equal(403)
    })

    it('returns 404 for metrics', async () => {
      const answer = await through(ports, '/metrics')
      expect([answer.status, answer.text.includes('svc_')]).to.deep.equal([404, false])
    })

    it('serves every request while the processes are restarted one after the other', async () => {
      const over = new AbortController()
      const statuses: number[] = []
      const callers = Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) statuses.push((await through(ports, '/svc-api/runtime/v1/products')).status)
      })
      try {
        for (const index of [0, 1] as const) {
          await apps[index]!.stop()
          apps[index] = null
          await new Promise((resolve) => setTimeout(resolve, 300))
          await start(index)
          // Clients of this process now use the other one. HAProxy must have detected this process again.
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
      } finally {
        over.abort()
        await Promise.all(callers)
      }
      expect(statuses.length).to.be.above(20)
      expect(statuses.filter((status) => status !== 200)).to.deep.equal([])
    })
  })
  describe(`${name} in front of a process that closes connections`, function () {
    this.timeout(60_000)
    let proxy: Proxy | null = null
    const serverNames: string[] = []

    /** A server that responds with the request body, or closes the connection. */
    const server = (own: string, breaks: boolean) => {
      const answer = (response: ServerResponse, body: string): void => {
        serverNames.push(own)
        if (breaks) response.destroy()
        else response.end(body)
      }
      return createServer((raw, response) => {
        if (raw.url === '/health/ready') response.end('{}')
        else void text(raw).then((body) => answer(response, body))
      })
    }
    const servers = [server('first', true), server('second', false)]
    const own = async (index: number): Promise<number> => {
      servers[index]!.listen(0, '127.0.0.1')
      await once(servers[index]!, 'listening')
      return (servers[index]!.address() as AddressInfo).port
    }

    before(async function () {
      if (missing(name) !== null) return this.skip()
      proxy = await startProxy(name, await takePorts(), [await own(0), await own(1)])
      for (let turn = 0; turn < 100 && (await through(proxy, '/health/ready')).status !== 200; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    after(async () => {
      await proxy?.stop()
      for (const one of servers) one.close().closeAllConnections()
    })

    /** The statuses of several changes. Each successful response must contain the request body. */
    async function changes(headers: Readonly<Record<string, string>>, length = 20): Promise<ReadonlySet<number>> {
      const statuses = new Set<number>()
      const body = 'a'.repeat(length)
      for (let number = 0; number < 8; number++) {
        const answer = await through(proxy!, '/change', { method: 'PATCH', headers: { ...headers }, body })
        if (answer.status === 200) expect(answer.text).to.equal(body)
        statuses.add(answer.status)
      }
      return statuses
    }

    it('retries a request with an idempotency key on the other process, and returns an error for other requests', async () => {
      expect(await changes({ 'idempotency-key': 'one' })).to.deep.equal(new Set([200]))
      expect(serverNames).to.include('first')
      expect(await changes({})).to.deep.equal(new Set([502, 200]))
    })

    it('does not retry a large request, because it buffers little', async () => {
      expect(await changes({ 'idempotency-key': 'two' }, 100_000)).to.deep.equal(new Set([502, 200]))
    })
  })

  describe(`${name}: header X-Svc-Shopper`, function () {
    this.timeout(60_000)
    let proxy: Proxy | null = null
    const echo = createServer((incoming, response) => response.end(String(incoming.headers['x-svc-shopper'] ?? 'none')))

    before(async function () {
      if (missing(name) !== null) return this.skip()
      echo.listen(0, '127.0.0.1')
      await once(echo, 'listening')
      const { port } = echo.address() as AddressInfo
      proxy = await startProxy(name, await takePorts(), [port, port])
      for (let turn = 0; turn < 100 && (await through(proxy, '/health/ready')).status !== 200; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    after(async () => {
      await proxy?.stop()
      echo.close().closeAllConnections()
    })

    it('forwards session tokens, and drops assertions and all other values', async () => {
      const forwarded = async (value: string): Promise<string> =>
        (await through(proxy!, '/', { headers: { 'x-svc-shopper': value } })).text
      const session = randomBytes(24).toString('base64url')
      expect(await forwarded(session)).to.equal(session)
      const { mintAssertion } = await bridgeOf('cms_a')
      const assertion = mintAssertion(trust, { id: 'ann' })
      for (const value of [assertion, `${session}x`, session.slice(1), `${session}, ${assertion}`, `${session.slice(1)}.`, '']) {
        expect(await forwarded(value), value).to.equal('none')
      }
    })
  })
}

describe('nginx: limits per client address', function () {
  this.timeout(60_000)
  let proxy: Proxy | null = null
  const pending: ServerResponse[] = []
  let arrived: () => void = () => undefined
  const server = createServer((incoming, response) => {
    if (incoming.url !== '/slow') return void response.end()
    pending.push(response)
    arrived()
  })

  before(async function () {
    if (missing('nginx') !== null) return this.skip()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    proxy = await startProxy(
      'nginx',
      await takePorts(),
      [port, port],
      [
        ['rate=40r/s', 'rate=1r/m'],
        ['burst=200 ', 'burst=10 '],
        ['svc_connections 100;', 'svc_connections 2;'],
      ],
    )
  })
  after(async () => {
    await proxy?.stop()
    server.close().closeAllConnections()
  })

  const status = async (path: string, from: string): Promise<number> => (await through(proxy!, path, { from })).status

  it('rejects requests above the rate and burst of an address with 429', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 13; number++) statuses.push(await status('/', '127.0.0.21'))
    expect(statuses).to.deep.equal([...Array.from({ length: 11 }, () => 200), 429, 429])
    expect(await status('/', '127.0.0.22'), 'another address').to.equal(200)
  })

  it('rejects more concurrent requests of an address than allowed with 429', async () => {
    const slow: Promise<number>[] = []
    for (let number = 1; number <= 2; number++) {
      const isPending = new Promise<void>((resolve) => (arrived = resolve))
      slow.push(status('/slow', '127.0.0.23'))
      await isPending
    }
    expect(await status('/', '127.0.0.23')).to.equal(429)
    expect(await status('/', '127.0.0.24'), 'another address').to.equal(200)
    for (const response of pending) response.end()
    expect(await Promise.all(slow)).to.deep.equal([200, 200])
  })
})
