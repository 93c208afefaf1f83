// Events reach observers once, after the commit, in configured order and frozen. A failing observer affects nothing else.
import { guest } from '../../../core/shop/shopper.js'
import { expect } from 'chai'
import { addPosition, createCart } from '../../../core/commerce/cart/service.js'
import { readCart } from '../../../core/commerce/cart/change.js'
import type { Observers, Plugin } from '../../../core/contract.js'
import type { Log } from '../../../core/foundation/log.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError } from '../../support/caught-error.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'

describe('shopper events', () => {
  const heard: string[] = []
  const logged: { readonly owner?: unknown }[] = []
  let app: TestApp
  let lamp: Lamp

  const note = (owner: string, fails = false): Plugin => {
    const take =
      (event: string) =>
      async (payload: object): Promise<void> => {
        await Promise.resolve()
        heard.push(`${owner} ${event} ${Object.isFrozen(payload) ? 'frozen' : 'open'}`)
        if (fails) throw new Error('an observer of the test')
      }
    const observers: Observers = {
      onSvcStartConfiguration: take('start'),
      onSvcCompleteConfiguration: take('complete'),
      onSvcAddToCart: take('cart'),
    }
    return { name: owner, core: '^0.1.0', contributes: { observers } }
  }

  before(async () => {
    const take = (fields: object): void => void logged.push(fields)
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: take, child: () => log }
    app = await bootTestApp({ plugins: [stock, note('first', true), note('second')], log })
    lamp = await authorLamp(app)
  })
  after(() => app.stop())
  beforeEach(() => void heard.splice(0))

  const enter = (token: string, value: string | null): Promise<unknown> =>
    app.shop.configurations.change(token, { selections: [{ question_id: lamp.height, value }] })
  const observedBy = (owner: string): string[] => heard.filter((call) => call.startsWith(owner))
  /** Waits for this many calls, because responses do not wait for observers. @returns the calls of each observer, in order */
  async function heardAfter(calls: number): Promise<readonly string[]> {
    while (heard.length < calls) await new Promise(setImmediate)
    const all = [...observedBy('first'), ...observedBy('second')]
    heard.splice(0)
    return all
  }
  const both = (...events: string[]): string[] =>
    ['first', 'second'].flatMap((owner) => events.map((event) => `${owner} ${event} frozen`))

  it('report a start, and each time a configuration becomes complete', async () => {
    const { configuration } = await app.shop.configurations.start({ product_id: lamp.product })
    await enter(configuration, '20')
    await enter(configuration, '30')
    expect(await heardAfter(4)).to.deep.equal(both('start', 'complete'))
    await enter(configuration, null)
    await enter(configuration, '20')
    expect(await heardAfter(2)).to.deep.equal(both('complete'))
  })

  it('report a configuration that is complete from the start', async () => {
    await app.shop.configurations.start({ product_id: lamp.product, selections: [{ question_id: lamp.height, value: '20' }] })
    expect(await heardAfter(4)).to.deep.equal(both('start', 'complete'))
  })

  it('log the owner of a failing observer, and do not fail the request', async () => {
    logged.splice(0)
    const selections = [{ question_id: lamp.height, value: '20' }]
    const { configuration } = await app.shop.configurations.start({ product_id: lamp.product, selections })
    const { cart } = await createCart(app.shop.createContext({ shopper: guest }), {})
    await heardAfter(4)
    const reply = await addPosition(app.shop.createContext({ shopper: guest }), cart, { configuration })
    expect([reply.positions.length, ...(await heardAfter(2))]).to.deep.equal([1, ...both('cart')])
    expect(logged.map(({ owner }) => owner)).to.deep.equal(['first', 'first', 'first'])
  })

  it('are not emitted if the transaction is rolled back', async () => {
    const selections = [{ question_id: lamp.height, value: '20' }]
    const { configuration } = await app.shop.configurations.start({ product_id: lamp.product, selections })
    const { cart } = await createCart(app.shop.createContext({ shopper: guest }), {})
    await heardAfter(4)
    const work = unit(app.context.database, async (u) => {
      await addPosition(app.shop.createContext({ shopper: guest, unit: u }), cart, { configuration })
      throw new Error('changed my mind')
    })
    expect((await catchError(work)).message).to.equal('changed my mind')
    expect(heard).to.deep.equal([])
    expect((await readCart(app.shop.createContext({ shopper: guest }), cart)).positions).to.deep.equal([])
  })
})
