// Ownership on each host with commerce: resources of two accounts and a guest are invisible to each other.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { runtime } from '../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { readFirstId } from '../support/small-shop.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'
import { hostsUnderTest, nobody, type Person } from './host-list.js'

const base = '/svc-api/runtime/v1'

for (const host of hostsUnderTest.filter(({ differs }) => differs.commerce)) {
  describe(`ownership on ${host.platform}`, () => {
    let app: ListeningApp
    let client: JsonClient
    let lamp: Lamp
    let country: number
    const people: Record<string, Person> = { Guest: nobody }

    before(async function () {
      this.timeout(60_000)
      await host.start?.()
      app = await listenTestApp([runtime({ signIns: 1_000, changes: 1_000 })], { host: host.create() })
      client = createJsonClient(app.url)
      lamp = await authorLamp(app)
      country = await readFirstId(app.records, 'country')
      for (const name of ['Anna', 'Benjamin']) people[name] = await host.person(app, name)
    })

    after(async () => {
      client?.close()
      await app?.stop()
      await host.stop?.()
    })

    /** Sends a request below the path prefix that every host uses. */
    const send = (person: string, method: string, path: string, body?: unknown): Promise<JsonReply> =>
      client.send(method, `/en${base}${path}`, body, people[person]!())

    async function data<T>(person: string, method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(person, method, path, body)
      expect(answer.status, `${person} ${method} ${path}: ${JSON.stringify(answer.body)}`).to.be.within(200, 299)
      return (answer.body as { readonly data: T }).data
    }

    const configure = async (person: string): Promise<string> => {
      const selections = [{ question_id: lamp.height, value: '20' }]
      return (await data<ConfigurationReply>(person, 'POST', '/configurations', { product_id: lamp.product, selections }))
        .configuration
    }

    const fill = async (person: string): Promise<CartReply> => {
      const { cart } = await data<CartReply>(person, 'POST', '/carts')
      return data(person, 'POST', `/carts/${cart}/positions`, { configuration: await configure(person), quantity: 2 })
    }

    const everyone = ['Anna', 'Benjamin', 'Guest']
    for (const owner of everyone) {
      const otherPersons = everyone.filter((name) => name !== owner)

      it(`every address of ${owner}'s resources returns 404 to ${otherPersons.join(' and ')}, and changes nothing`, async () => {
        const { cart, positions } = await fill(owner)
        const open = await configure(owner)
        const position = `/carts/${cart}/positions/${positions[0]!.id}`
        const attempts: [method: string, path: string, body?: unknown][] = [
          ['GET', `/carts/${cart}`],
          ['POST', `/carts/${cart}/positions`, { configuration: open }],
          ['PATCH', position, { quantity: 9, note: 'mine' }],
          ['POST', `${position}/copy`],
          ['DELETE', position],
          ['GET', `/configurations/${open}`],
          ['PATCH', `/configurations/${open}`, { selections: [{ question_id: lamp.height, value: '99' }] }],
          [
            'PATCH',
            `/configurations/${positions[0]!.configuration}`,
            { selections: [{ question_id: lamp.height, value: '99' }] },
          ],
          ['GET', `/configurations/${open}/guidance`],
          ['POST', `/configurations/${open}/uploads?question_id=${lamp.height}&name=a.png`, 'bytes'],
        ]
        if (owner !== 'Guest') {
          const address = { last_name: owner, line1: `${owner} street`, zip: '10117', city: 'Town', country_id: country }
          const { id } = await data<{ readonly id: number }>(owner, 'POST', '/addresses', address)
          attempts.push(
            ['GET', `/addresses/${id}`],
            ['PATCH', `/addresses/${id}`, { city: 'Elsewhere' }],
            ['DELETE', `/addresses/${id}`],
          )
          attempts.push(['POST', `/carts/${cart}/claim`], ['POST', `/configurations/${open}/claim`])
        }
        const before = [await data(owner, 'GET', `/carts/${cart}`), await data(owner, 'GET', `/configurations/${open}`)]
        const stored = await app.context.database.query('SELECT * FROM svc_address ORDER BY id')
        for (const other of otherPersons) {
          for (const [method, path, body] of attempts) {
            const { status } = await send(other, method, path, body)
            // A claim requires an account. A guest gets 401, regardless of the token.
            const expectedStatus = other === 'Guest' && path.startsWith('/carts/') && path.endsWith('/claim') ? 401 : 404
            expect(status, `${other} ${method} ${path}`).to.equal(expectedStatus)
          }
        }
        const after = [await data(owner, 'GET', `/carts/${cart}`), await data(owner, 'GET', `/configurations/${open}`)]
        expect(after).to.deep.equal(before)
        expect(await app.context.database.query('SELECT * FROM svc_address ORDER BY id')).to.deep.equal(stored)
      })
    }

    it("a guest's cart and configuration move to the account that claims them", async () => {
      const { cart, positions } = await fill('Guest')
      const open = await configure('Guest')
      const before = await data<{ readonly carts: readonly unknown[] }>('Anna', 'GET', '/carts')
      const claimed = await data<CartReply>('Anna', 'POST', `/carts/${cart}/claim`)
      await data('Anna', 'POST', `/configurations/${open}/claim`)
      expect(claimed.saved).to.equal(true)
      expect(claimed.expires).to.equal(null)
      expect(claimed.cart === cart).to.equal(host.differs.atLogin === 'move' || before.carts.length === 0)
      expect(claimed.positions.map(({ configuration }) => configuration)).to.include(positions[0]!.configuration)
      for (const path of [`/carts/${cart}`, `/configurations/${open}`]) {
        expect((await send('Guest', 'GET', path)).status).to.equal(404)
        expect((await send('Benjamin', 'GET', path)).status).to.equal(404)
      }
      expect((await data<CartReply>('Anna', 'GET', '/carts/current')).cart).to.equal(claimed.cart)
      const selections = [{ question_id: lamp.height, value: '30' }]
      await data('Anna', 'PATCH', `/configurations/${positions[0]!.configuration}`, { selections })
    })

    it('an account resumes its carts, and a guest has no carts to list', async () => {
      const { cart } = await fill('Benjamin')
      const listed = await data<{ readonly carts: readonly { readonly cart: string }[] }>('Benjamin', 'GET', '/carts')
      expect(listed.carts[0]!.cart).to.equal(cart)
      expect(await data('Guest', 'GET', '/carts')).to.deep.equal({ carts: [] })
      expect((await send('Guest', 'GET', '/addresses')).status).to.equal(401)
    })
  })
}
