// A visitor of each CMS, as guest and as user, on a real server that is configured by the host's bridge.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'
import { bridgeOf, hostsUnderTest, trust, trustOfCmsB } from './host-list.js'
import { definitionOf, embedOf, people } from './cms-definition.js'
import { startCms, type TestCms } from './test-cms.js'

for (const platform of ['cms_a', 'cms_b'] as const) {
  describe(`visitor of ${platform}`, () => {
    const host = hostsUnderTest.find((one) => one.platform === platform)!
    let app: ListeningApp
    let cms: TestCms
    let client: JsonClient
    let lamp: Lamp
    /** The path of the runtime API in the bridge's embed.html. */
    let api: string

    before(async function () {
      this.timeout(60_000)
      await host.start?.()
      app = await listenTestApp([runtime(), storefront()], { host: host.create(), plugins: [stock] })
      lamp = await authorLamp(app)
      cms = await startCms(await definitionOf(platform, { '/page': () => embedOf(platform) }), app.url)
      client = createJsonClient(cms.url)
      const page = await client.send('GET', '/page')
      api = / api="([^"]+)"/.exec(String(page.body))![1]!
    })
    after(async () => {
      client?.close()
      await cms?.stop()
      await app?.stop()
      await host.stop?.()
    })

    /** A browser that keeps its cookie and can send any header. */
    function browser(): {
      signIn(user: string): Promise<void>
      signOut(): Promise<void>
      send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
      data<T>(method: string, path: string, body?: unknown): Promise<T>
    } {
      let cookie = ''
      const cookieHeaders = (): Readonly<Record<string, string>> => (cookie === '' ? {} : { cookie })
      return {
        async signIn(user) {
          const { headers } = await client.send('POST', `/login?user=${user}`)
          cookie = headers['set-cookie']![0]!.split(';')[0]!
        },
        async signOut() {
          await client.send('POST', '/logout', undefined, cookieHeaders())
        },
        send: (method, path, body, headers = {}) => client.send(method, api + path, body, { ...cookieHeaders(), ...headers }),
        async data<T>(method: string, path: string, body?: unknown): Promise<T> {
          const answer = await client.send(method, api + path, body, cookieHeaders())
          expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
          return (answer.body as { readonly data: T }).data
        },
      }
    }

    const fill = async (shopper: ReturnType<typeof browser>): Promise<CartReply> => {
      const selections = [{ question_id: lamp.height, value: '20' }]
      const { configuration } = await shopper.data<ConfigurationReply>('POST', '/configurations', {
        product_id: lamp.product,
        selections,
      })
      const { cart } = await shopper.data<CartReply>('POST', '/carts')
      return shopper.data('POST', `/carts/${cart}/positions`, { configuration })
    }

    it('fills a cart as a guest, keeps it after sign-in, and has no access to it after sign-out', async () => {
      const shopper = browser()
      const { cart } = await fill(shopper)
      await shopper.signIn('anna')
      expect((await shopper.send('GET', `/carts/${cart}`)).status).to.equal(404)
      const claimed = await shopper.data<CartReply>('POST', `/carts/${cart}/claim`)
      expect([claimed.cart, claimed.saved, claimed.positions.length]).to.deep.equal([cart, true, 1])
      expect(await shopper.data('GET', '/account')).to.include({
        first_name: 'Anna',
        last_name: 'Ahorn',
        email: 'anna@people.example',
      })
      await shopper.signOut()
      for (const path of [`/carts/${cart}`, '/carts/current']) expect((await shopper.send('GET', path)).status).to.equal(404)
      expect((await shopper.send('GET', '/account')).status).to.equal(401)
      await shopper.signIn('anna')
      expect((await shopper.data<CartReply>('GET', '/carts/current')).cart).to.equal(cart)
    })

    it("has no access to another user's cart, even with an assertion of that user in the request", async () => {
      const anna = browser()
      await anna.signIn('anna')
      const { cart } = await fill(anna)
      const ben = browser()
      await ben.signIn('ben')
      const { mintAssertion } = await bridgeOf(platform)
      const stolen = mintAssertion(platform === 'cms_a' ? trust : trustOfCmsB, people[platform].anna!)
      for (const shopper of [ben, browser()]) {
        const answer = await shopper.send('GET', `/carts/${cart}`, undefined, { 'x-svc-shopper': stolen })
        expect(answer.status).to.equal(404)
      }
    })

    it('loads the configurator from the address in the embedding page', async () => {
      const { body } = await client.send('GET', '/page')
      const script = /src="([^"]+)"/.exec(String(body))![1]!
      expect((await fetch(app.url + script)).status).to.equal(200)
    })
  })
}
