// Cross-site requests in Chromium: a page of another site sends forms to each host through the proxy of its bridge files.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { admin } from '../../plugins/admin/index.js'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { definitionOf, embedOf } from '../hosts/cms-definition.js'
import { hostsUnderTest } from '../hosts/host-list.js'
import { startCms, type TestCms } from '../hosts/test-cms.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { findFreePort } from '../support/free-port.js'
import { createJsonClient } from '../support/json-client.js'
import { checkoutPlugins, openSellingShop, prepareCheckoutForOrder, type SellingShop } from '../support/selling-shop.js'

/** How a page of another site can send an unsafe request without a CORS preflight. */
const attacks = ['form', 'form without referrer', 'fetch'] as const

/** A page that sends `fields` to `target` when it is opened. */
function attackPage(attack: (typeof attacks)[number], target: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  const form = `<form method="post" action="${target}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
  const body = JSON.stringify(new URLSearchParams(fields).toString())
  switch (attack) {
    case 'form':
      return form
    case 'form without referrer':
      return `<meta name="referrer" content="no-referrer">${form}`
    case 'fetch':
      return `<script>fetch("${target}", { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(${body}) })</script>`
  }
}

for (const host of hostsUnderTest) {
  const { platform } = host
  describe(`cross-site requests to ${platform}`, function () {
    this.timeout(60_000)
    let app: ListeningApp
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let proxy: TestCms | null = null
    let attacker: Server
    let attackUrl: string
    let attack = ''
    /** The public address of the service. */
    let url: string
    let api = '/svc-api/runtime/v1'
    let shop: SellingShop
    /** The users whose cookies reached the proxy. */
    const users: (string | null)[] = []

    before(async function () {
      browser = await openBrowser(this)
      await host.start?.()
      const listenPort = await findFreePort()
      const upstream = `http://127.0.0.1:${listenPort}`
      if (platform !== 'standalone') {
        const definition = await definitionOf(platform, { '/page': () => '<!doctype html><title>Page</title>' })
        const mint = (user: string | null): string => {
          users.push(user)
          return definition.mint(user)
        }
        proxy = await startCms({ ...definition, mint }, upstream)
        api = / api="([^"]+)"/.exec(embedOf(platform))![1]!
      }
      url = proxy?.url ?? upstream
      app = await listenTestApp([rest(), runtime(), storefront(), admin()], {
        host: host.create(),
        plugins: checkoutPlugins,
        listenPort,
        baseUrl: url,
      })
      shop = await openSellingShop(app)
      attacker = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(attack))
      attacker.listen(0, 'localhost')
      await once(attacker, 'listening')
      // The browser treats this name as another site than 127.0.0.1.
      attackUrl = `http://localhost:${(attacker.address() as AddressInfo).port}/`
    })
    after(async () => {
      await browser?.close()
      attacker?.close()
      await proxy?.stop()
      await app?.stop()
      await host.stop?.()
    })
    beforeEach(async () => {
      context = await browser.newContext({ locale: 'en-GB' })
      page = await context.newPage()
      await page.goto(url + (proxy ? '/page' : '/'))
      if (proxy) await page.evaluate(() => fetch('/login?user=anna', { method: 'POST' }))
      users.length = 0
    })
    afterEach(() => context?.close())

    /** Sends a request from a page of the host itself and returns the response. */
    const own = <T>(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: T }> =>
      page.evaluate(
        async ([httpMethod, address, sent]) => {
          const json = sent === null ? {} : { headers: { 'content-type': 'application/json' }, body: sent }
          const answer = await fetch(address, { method: httpMethod, ...json })
          return { status: answer.status, body: (await answer.json()) as T }
        },
        [method, api + path, body === undefined ? null : JSON.stringify(body)] as const,
      )

    /** Opens the attacker's page and returns the status and error code of the response to its request. */
    async function answerTo(kind: (typeof attacks)[number], path: string, fields: Readonly<Record<string, string>> = {}) {
      attack = `<!doctype html><title>Prize</title>${attackPage(kind, url + path, fields)}`
      const other = await context.newPage()
      const isOwnRequest = (request: { url(): string; method(): string }): boolean =>
        request.url() === url + path && request.method() === 'POST'
      const [response] = await Promise.all([
        other.waitForResponse((reply) => isOwnRequest(reply.request())),
        other.goto(attackUrl),
      ])
      const origin = (await response.request().allHeaders())['origin']
      // A fetch without CORS cannot read the response. The status is enough.
      const code = kind === 'fetch' ? null : ((await response.json().catch(() => null)) as { code?: string } | null)?.code
      await other.close()
      return { status: response.status(), code, origin }
    }

    const startGuestConfiguration = async (): Promise<string> => {
      const client = createJsonClient(url)
      const selections = [{ question_id: shop.lamp.height, value: '20' }]
      const started = await client.data<ConfigurationReply>('POST', `${api}/configurations`, {
        product_id: shop.lamp.product,
        selections,
      })
      client.close()
      return started.configuration
    }

    it(`${platform}: rejects requests from a page of another site to any endpoint with 403 ORIGIN_NOT_ALLOWED`, async () => {
      const configuration = await startGuestConfiguration()
      const paths = [
        `${api}/configurations`,
        `${api}/configurations/${configuration}/claim`,
        `${api}/configurations/${configuration}/undo`,
        `${api}/carts/${'x'.repeat(32)}/checkout`,
        `${api}/checkouts/${'x'.repeat(32)}/place`,
        '/svc-api/v1/product',
        '/svc-admin/sign-out',
      ]
      const reached = platform === 'shop_platform' ? paths.filter((path) => !path.startsWith('/svc-api/v1/')) : paths
      for (const path of reached) {
        const answer = await answerTo('form', path, { product_id: String(shop.lamp.product) })
        expect([path, answer.status], answer.origin).to.deep.equal([path, 403])
        // A form of an HTML page is answered with an HTML page.
        if (path.startsWith('/svc-api/')) expect([path, answer.code]).to.deep.equal([path, 'ORIGIN_NOT_ALLOWED'])
      }
    })

    for (const kind of attacks) {
      it(`${platform}: rejects a ${kind} from another site with any Origin header`, async () => {
        const answer = await answerTo(kind, `${api}/configurations`, { product_id: String(shop.lamp.product) })
        expect(answer.status).to.equal(403)
        if (kind !== 'fetch') expect(answer.code).to.equal('ORIGIN_NOT_ALLOWED')
        if (kind === 'form without referrer') expect(answer.origin).to.equal('null')
        if (kind === 'form') expect(answer.origin).to.equal(new URL(attackUrl).origin)
      })
    }

    it(`${platform}: accepts requests from its own page`, async () => {
      const selections = [{ question_id: shop.lamp.height, value: '20' }]
      const started = await own<{ readonly data: ConfigurationReply }>('POST', '/configurations', {
        product_id: shop.lamp.product,
        selections,
      })
      expect(started.status, JSON.stringify(started.body)).to.equal(201)
      const path = `/configurations/${started.body.data.configuration}`
      expect((await own('PATCH', path, { selections: [{ question_id: shop.lamp.height, value: '21' }] })).status).to.equal(200)
    })

    if (platform !== 'shop_platform') {
      it(`${platform}: rejects forms of another site that claim a real cart, open its checkout and place its order`, async () => {
        const { cart, checkout, totals } = await prepareCheckoutForOrder(app, shop)
        const total = totals!.gross
        const steps: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
          [`${api}/carts/${cart}/claim`, {}],
          [`${api}/carts/${cart}/checkout`, {}],
          [`${api}/checkouts/${checkout}/place`, { total: String(total) }],
        ]
        for (const kind of attacks) {
          for (const [path, fields] of steps)
            expect([kind, path, (await answerTo(kind, path, fields)).status]).to.deep.equal([kind, path, 403])
        }
        const statuses = (await app.records.list('sales-order', {})).records.map(({ status }) => status)
        expect(statuses).to.deep.equal(['in_checkout'])
        // The same request without the other site places the order.
        const client = createJsonClient(url)
        const placed = await client.send('POST', `${api}/checkouts/${checkout}/place`, { total })
        client.close()
        expect(placed.status, JSON.stringify(placed)).to.equal(201)
      })
    } else {
      it(`${platform}: takes no orders, as the platform does, and rejects forms of another site that try`, async () => {
        const client = createJsonClient(url)
        const answer = await client.send('POST', `${api}/carts`)
        client.close()
        expect(answer.status).to.be.within(400, 499)
        for (const kind of attacks) expect((await answerTo(kind, `${api}/carts`)).status).to.equal(403)
      })
    }

    if (platform === 'cms_a' || platform === 'cms_b') {
      it(`${platform}: rejects a form of another site that claims a cart with the user's cookie`, async () => {
        const client = createJsonClient(url)
        const { cart } = await client.data<CartReply>('POST', `${api}/carts`)
        await client.data('POST', `${api}/carts/${cart}/positions`, { configuration: await startGuestConfiguration() })
        users.length = 0
        const answer = await answerTo('form', `${api}/carts/${cart}/claim`)
        expect(users, 'the cookie of the user was sent').to.deep.equal(['anna'])
        expect([answer.status, answer.code]).to.deep.equal([403, 'ORIGIN_NOT_ALLOWED'])
        const carts = await own<{ readonly data: { readonly carts: readonly unknown[] } }>('GET', '/carts')
        expect(carts.body.data.carts).to.deep.equal([])
        // The cart still belongs to the guest.
        expect((await client.send('GET', `${api}/carts/${cart}`)).status).to.equal(200)
        client.close()
      })
    }
  })
}
