// Carts and orders of two processes on one database behave as one thing after the other, whoever asks which of them and whoever leaves.
import { expect } from 'chai'
import { runtime } from '../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { checkoutPlugins } from '../support/checking-out.js'
import { createEmptyDatabase, type EmptyDatabase } from '../support/database.js'
import { jsonClient } from '../support/json-client.js'
import { gather } from './gather.js'
import { measureGross, stockGoods } from './shop.js'

describe('Carts and orders of two processes', function () {
  this.timeout(240_000)
  const apps: ListeningApp[] = []
  let empty: EmptyDatabase

  before(async () => {
    empty = await createEmptyDatabase()
    const mounts = () => [runtime({ changes: 1e9, orders: 1e9, starts: 1e9 })]
    for (let count = 0; count < 2; count++)
      apps.push(await listenTestApp(mounts(), { database: empty.url, plugins: checkoutPlugins }))
  })
  after(async () => {
    for (const app of apps) await app.stop()
    await empty.drop()
  })

  it('can be explained as if one thing had come after the other', async () => {
    const goods = await stockGoods(apps[0]!)
    const client = jsonClient(apps[0]!.url)
    const grossOf = await measureGross(client, goods)
    client.close()
    const { faults, operations, orders, unknown } = await gather({
      urls: apps.map(({ url }) => url),
      goods,
      grossOf,
      operations: 2_000,
    })
    expect(faults.join('\n\n')).to.equal('')
    expect(operations).to.be.at.least(2_000)
    // Each cart is ordered in the end, and some of what was sent is left without an answer.
    expect(orders).to.be.at.least(30)
    expect(unknown).to.be.at.least(5)
  })
})
