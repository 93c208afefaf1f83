// Conditional updates: affected records, concurrent callers and events.
import { expect } from 'chai'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import { cart } from '../../../../core/model/entities/orders/cart.js'
import { salesOrder } from '../../../../core/model/entities/orders/sales-order.js'
import { product } from '../../../../core/model/entities/catalog/product.js'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchError } from '../../../support/caught-error.js'
import { isServerDatabase } from '../../../support/database.js'

describe('updateWhere', () => {
  const events: EventPayloads['onSvcStoreRecord'][] = []
  let context: TestContext
  let work: ServiceContext

  before(async () => {
    const observers = { onSvcStoreRecord: (event: EventPayloads['onSvcStoreRecord']) => void events.push(event) }
    context = await openTestContext({ observers: [{ owner: 'test', observers }] })
    work = new ServiceContext(context)
  })
  after(() => context?.database.close())
  beforeEach(() => void events.splice(0))

  const createCart = (token: string, state: 'open' | 'ordered' = 'open'): Promise<number> =>
    work.write(cart, { token: token.repeat(40), state })
  const order = (ids: readonly number[]) =>
    work.transact((inside) =>
      inside.updateWhere(cart, {
        where: { column: 'id', values: ids },
        expected: { state: 'open' },
        fields: { state: 'ordered' },
      }),
    )

  it('changes the records with the expected values, increases their revision, and emits an event for each', async () => {
    const [first, ordered, second] = [await createCart('a'), await createCart('b', 'ordered'), await createCart('c')]
    events.splice(0)
    expect(await order([first, ordered, second])).to.equal(2)
    expect(events).to.deep.equal([first, second].map((id) => ({ entity: 'cart', id, inserted: false })))
    const records = await work.list(cart, { column: 'id', values: [first, ordered, second] })
    expect(records.map(({ values, revision }) => [values.state, revision])).to.deep.equal([
      ['ordered', 2],
      ['ordered', 1],
      ['ordered', 2],
    ])
  })

  it('lets one of several concurrent callers change a record', async () => {
    const id = await createCart('d')
    events.splice(0)
    const counts = await Promise.all([order([id]), order([id]), order([id])])
    expect(counts.toSorted()).to.deep.equal([0, 0, 1])
    expect(events).to.have.length(1)
  })

  it('does not wait for locked records that the subquery does not name', async function () {
    // SQLite has one writer at a time.
    if (!isServerDatabase) this.skip()
    const [locked, changed] = [await createCart('p'), await createCart('q')]
    const token = 'r'.repeat(40)
    await work.write(salesOrder, { token, status: 'in_checkout', cart_id: changed })
    const count = await work.transact(async (inside) => {
      await inside.updateWhere(cart, { where: { column: 'id', values: [locked] }, fields: { state: 'quoted' } })
      return work.transact((other) =>
        other.updateWhere(cart, {
          where: { column: 'id', values: [token], of: 'SELECT cart_id FROM svc_sales_order WHERE token = ?' },
          expected: { state: 'open' },
          fields: { state: 'ordered' },
        }),
      )
    })
    expect(count).to.equal(1)
  })

  it('emits no event if the transaction is rolled back', async () => {
    const id = await createCart('e')
    events.splice(0)
    const change = { where: { column: 'id', values: [id] }, fields: { state: 'quoted' } } as const
    await catchError(
      work.transact(async (inside) => {
        await inside.updateWhere(cart, change)
        throw new Error('no')
      }),
    )
    expect(events).to.deep.equal([])
    expect((await work.read(cart, id))!.values.state).to.equal('open')
  })

  it('is visible to a read in the same transaction', async () => {
    const id = await createCart('f')
    const state = await work.transact(async (inside) => {
      await inside.lock(cart, { column: 'id', values: [id] })
      await inside.updateWhere(cart, { where: { column: 'id', values: [id] }, fields: { state: 'quoted' } })
      return (await inside.read(cart, id))!.values.state
    })
    expect(state).to.equal('quoted')
  })

  it('rejects values that the property rejects', async () => {
    const id = await createCart('g')
    const wrong = { where: { column: 'id', values: [id] }, fields: { state: 'sold' } } as never
    expect(await catchError(work.transact((inside) => inside.updateWhere(cart, wrong)))).to.include({ code: 'VALIDATION_FAILED' })
  })

  it('rejects properties and entities whose change affects more than one column', async () => {
    const selection = { column: 'id', values: [1] }
    for (const change of [
      work.transact((inside) => inside.updateWhere(cart, { where: selection, fields: { token: 'x'.repeat(40) } })),
      work.transact((inside) => inside.updateWhere(product, { where: selection, fields: { published: true } })),
    ]) {
      expect((await catchError(change)).message).to.match(/^Records of '(cart|product)' cannot be changed by a condition/)
    }
  })
})
