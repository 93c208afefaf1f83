// The runtime API on every host: one table of requests, with the differences that host-list.ts declares.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { runtime } from '../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'
import { hostsUnderTest } from './host-list.js'

const base = '/svc-api/runtime/v1'

for (const host of hostsUnderTest) {
  describe(`runtime API on ${host.platform}`, () => {
    const { differs } = host
    let app: ListeningApp
    let client: JsonClient
    let lamp: Lamp

    before(async function () {
      this.timeout(60_000)
      await host.start?.()
      app = await listenTestApp([runtime()], { host: host.create() })
      client = createJsonClient(app.url)
      lamp = await authorLamp(app)
    })
    after(async () => {
      client?.close()
      await app?.stop()
      await host.stop?.()
    })

    const send = (method: string, path: string, body?: unknown): Promise<JsonReply> =>
      client.send(method, `/en${base}${path}`, body)
    const start = (): Promise<ConfigurationReply> => {
      const selections = [
        { question_id: lamp.height, value: '20' },
        { question_id: 987_654, value: '1' },
      ]
      return client.data('POST', `/de${base}/configurations`, { product_id: lamp.product, selections })
    }

    it('configures products the same way, and hides shop data if the host owns the shop', async () => {
      const reply = await start()
      expect(reply.questions.find(({ id }) => id === lamp.colour)!.text).to.equal('Red (de-DE)')
      expect(reply.refused.map(({ code }) => code)).to.deep.equal(['UNKNOWN'])
      expect(reply.weight).to.equal(2)
      expect(reply.price!.net).to.equal(differs.commerce ? 100 : 0)
      const path = `/configurations/${reply.configuration}`
      const changed = await send('PATCH', path, { selections: [{ question_id: lamp.colour, value: String(lamp.blue) }] })
      expect(JSON.stringify(changed.body)).to.contain('NOT_AVAILABLE')
      expect((await send('GET', `/configurations/${'A'.repeat(32)}`)).status).to.equal(404)
    })

    it('serves carts, accounts and line items only if the service owns them', async () => {
      const requests: readonly (readonly [string, string, number])[] = [
        ['POST', '/carts', differs.commerce ? 201 : 404],
        ['GET', '/account', differs.commerce ? 401 : 404],
        ['GET', '/addresses', differs.commerce ? 401 : 404],
        ['POST', '/accounts', differs.keepsAccounts ? 422 : 404],
        ['POST', '/sessions', differs.keepsAccounts ? 422 : 404],
        ['POST', '/password-resets', differs.keepsAccounts ? 422 : 404],
        ['POST', '/line-items/price', differs.commerce ? 404 : 422],
        ['POST', `/configurations/${(await start()).configuration}/line-item`, differs.commerce ? 404 : 422],
      ]
      for (const [method, path, status] of requests) {
        const answer = await send(method, path, method === 'POST' ? {} : undefined)
        expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).to.equal(status)
      }
    })

    it('redirects addresses without a language only if the language filter is enabled', async () => {
      const { status, headers } = await client.send('GET', `${base}/products`)
      expect(status).to.equal(differs.languageFilter ? 301 : 200)
      if (differs.languageFilter) expect(headers.location).to.equal(`/en${base}/products`)
      const posted = await client.send('POST', `${base}/configurations`, { product_id: lamp.product })
      expect(posted.status).to.equal(201)
    })

    it('maps pages and languages, and declares the handling of carts at sign-in', () => {
      const { urls, languages, carts } = app.host.adapters
      const active = ['en-GB', 'de-DE']
      expect(urls.pageUrl('/blinds', 'de-DE', active)).to.equal(differs.germanPage)
      expect(['de', 'de-DE', 'DE-de', 'fr'].map((locale) => languages.tagOf(locale, active))).to.deep.equal([
        'de-DE',
        'de-DE',
        'de-DE',
        null,
      ])
      expect(carts?.atLogin ?? null).to.equal(differs.atLogin)
      expect([app.host.platform, app.host.commerce]).to.deep.equal([host.platform, differs.commerce])
    })

    it('rejects unsigned identities, and ignores cookies', async () => {
      const forged = await client.send('GET', `/en${base}/products`, undefined, { 'x-svc-shopper': 'made.up.token' })
      expect([forged.status, forged.headers['www-authenticate']]).to.deep.equal([401, 'X-Svc-Shopper realm="svc-api"'])
      const person = await host.person(app, 'Cookie')
      const { 'x-svc-shopper': token = '' } = person()
      const cookies = await client.send('GET', `/en${base}/account`, undefined, {
        cookie: `x-svc-shopper=${token}; session=${token}`,
      })
      expect(cookies.status).to.equal(differs.commerce ? 401 : 404)
    })
  })
}
