// Carts and orders are linearizable across two processes on one database, including aborted requests.
import { expect } from 'chai'
import { runtime } from '../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { checkoutPlugins } from '../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase } from '../support/database.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import type { Door, Goods } from './cart-history.js'
import { doorTo, gather, type Judged } from './gather.js'
import { measureGross, stockGoods } from './shop.js'

describe('Carts and orders of two processes', function () {
  this.timeout(240_000)
  const apps: ListeningApp[] = []
  let empty: EmptyDatabase
  let goods: Goods
  let grossOf: (pieces: number) => number

  before(async () => {
    empty = await createEmptyDatabase()
    const mounts = () => [runtime({ changes: 1e9, orders: 1e9, starts: 1e9 })]
    for (let count = 0; count < 2; count++)
      apps.push(await listenTestApp(mounts(), { database: empty.url, plugins: checkoutPlugins }))
    goods = await stockGoods(apps[0]!)
    const client = createJsonClient(apps[0]!.url)
    grossOf = await measureGross(client, goods)
    client.close()
  })
  after(async () => {
    for (const app of apps) await app.stop()
    await empty.drop()
  })

  /** Runs customers against the processes. `altered` modifies their connections. */
  async function checkCarts(operations: number, altered = (door: Door): Door => door): Promise<Judged> {
    return gather({ doors: apps.map(({ url }) => altered(doorTo(url))), goods, grossOf, operations })
  }

  it('are linearizable', async () => {
    const { faults, operations, orders, unknown } = await checkCarts(2_000)
    expect(faults.join('\n\n')).to.equal('')
    expect(operations).to.be.at.least(2_000)
    // Each cart is ordered in the end, and some requests have no response.
    expect(orders).to.be.at.least(30)
    expect(unknown).to.be.at.least(5)
  })

  it('are not accepted by the checker if some reads return an earlier response', async () => {
    const stale = ({ client, leave }: Door): Door => {
      const replies = new Map<string, JsonReply>()
      const send: JsonClient['send'] = async (method, path, body, headers) => {
        if (method !== 'GET' || !/\/carts\/[^/]+$/.test(path)) return client.send(method, path, body, headers)
        const before = replies.get(path)
        const answer = before && Math.random() < 0.3 ? before : await client.send(method, path, body, headers)
        replies.set(path, answer)
        return answer
      }
      return { client: { ...client, send }, leave }
    }
    expect((await checkCarts(1_000, stale)).faults.join()).to.match(/none of these can be next/)
  })

  it('are not accepted by the checker if some acknowledged changes are overwritten', async () => {
    const forgetful = ({ client, leave }: Door): Door => {
      const send: JsonClient['send'] = async (method, path, body, headers) => {
        const answer = await client.send(method, path, body, headers)
        const undone = method === 'PATCH' && answer.status === 200 && Math.random() < 0.1
        if (undone) await client.send('PATCH', path, { quantity: 50 })
        return answer
      }
      return { client: { ...client, send }, leave }
    }
    expect((await checkCarts(1_000, forgetful)).faults.join()).to.match(/none of these can be next/)
  })
})
