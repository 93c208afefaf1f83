// writeMany: a batch insert of the parts of an order, with validation, order of rows and one event per record.
import { expect } from 'chai'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import { orderAddress } from '../../../../core/model/entities/orders/order-address.js'
import { orderTaxRate } from '../../../../core/model/entities/orders/order-tax-rate.js'
import { salesOrder } from '../../../../core/model/entities/orders/sales-order.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchError } from '../../../support/caught-error.js'

describe('writeMany', () => {
  const events: EventPayloads['onSvcStoreRecord'][] = []
  let context: TestContext

  before(async () => {
    const observers = [
      { owner: 'test', observers: { onSvcStoreRecord: (e: EventPayloads['onSvcStoreRecord']) => void events.push(e) } },
    ]
    context = await openTestContext({ observers })
  })
  after(() => context?.database.close())

  /** Creates an order with tax rates and returns the stored tax rates. */
  async function stored(rates: readonly { rate: number | string; code: string }[]) {
    const work = new ServiceContext(context)
    const id = await work.transact(async (inside) => {
      const order = await inside.write(salesOrder, { status: 'in_checkout' })
      await inside.writeMany(
        orderTaxRate,
        rates.map((fields) => ({ ...fields, sales_order_id: order }) as never),
      )
      return order
    })
    return work.list(orderTaxRate, { column: 'sales_order_id', values: [id] })
  }

  it('inserts 50 records with one statement, in the given order and with defaults', async () => {
    const statements: string[] = []
    const end = context.database.observe((sql) => void statements.push(sql))
    const records = await stored(Array.from({ length: 50 }, (_, index) => ({ rate: `${50 - index}.5`, code: `R${index}` })))
    end()
    expect(records.map(({ values }) => values.rate)).to.deep.equal(Array.from({ length: 50 }, (_, index) => 50.5 - index))
    expect(records.every(({ revision }) => revision === 1)).to.equal(true)
    expect(statements.filter((sql) => sql.includes('svc_order_tax_rate') && sql.startsWith('INSERT'))).to.have.length(1)
  })

  it('returns the records as a read returns them, in order, for more records than one statement inserts', async () => {
    const rates = Array.from({ length: 270 }, (_, index) => ({
      rate: index / 100,
      code: `R${index}`,
      recurring: index % 2 === 0,
    }))
    await new ServiceContext(context).transact(async (inside) => {
      const order = await inside.write(salesOrder, { status: 'in_checkout' })
      const records = rates.map((fields) => ({ ...fields, sales_order_id: order }))
      const created = await inside.writeMany(orderTaxRate, records)
      const read = await inside.list(orderTaxRate, { column: 'sales_order_id', values: [order] })
      expect(read.map(({ values }) => values.code)).to.deep.equal(rates.map(({ code }) => code))
      expect(created).to.deep.equal(read)
    })
  })

  it('emits one event per record', async () => {
    events.length = 0
    const records = await stored([
      { rate: 1, code: 'a' },
      { rate: 2, code: 'b' },
    ])
    const own = events.filter(({ entity }) => entity === 'order-tax-rate')
    expect(own).to.deep.equal(records.map(({ id }) => ({ entity: 'order-tax-rate', id, inserted: true })))
  })

  it('rejects the whole batch with the issues of each record, and stores nothing', async () => {
    const count = async (): Promise<number> => (await new ServiceContext(context).list(orderTaxRate)).length
    const before = await count()
    const error = await catchError(
      stored([
        { rate: 1, code: 'a' },
        { rate: 'x', code: 'b' },
        { rate: 'y', code: 'c'.repeat(300) },
      ]),
    )
    expect(error).to.be.instanceOf(ValidationError)
    expect((error as ValidationError).issues.map(({ field }) => field)).to.deep.equal(['rate', 'rate', 'code'])
    expect(await count()).to.equal(before)
  })

  it('rejects an owner that does not exist', async () => {
    const error = await catchError(
      new ServiceContext(context).transact((work) =>
        work.writeMany(orderAddress, [{ sales_order_id: 999_999, line1: 'Main street' }]),
      ),
    )
    expect(error.message).to.contain('refers to a record that does not exist')
  })
})
