// The migration that adds shipments, credit notes and the states of orders to an existing database.
import { expect } from 'chai'
import { toEntityTable } from '../../../../core/model/schema/columns.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { orderStates } from '../../../../migrations/0002-order-states.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

type Row = Readonly<Record<string, unknown>>

describe('migration order-states', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())

  const order = async (status: string, fields: object = {}): Promise<number> => {
    const amounts = { currency_code: 'EUR', gross: 119, delivery_title: 'Parcel' }
    const { id } = await app.records.write('sales-order', { status, ...amounts, ...fields }, { internal: true })
    await app.records.write('order-line', { sales_order_id: id, title: 'Blind', quantity: 2 }, { internal: true })
    return id
  }
  const rows = async (entity: string, id: number): Promise<readonly Row[]> =>
    (await app.shop.createContext({}).list(entity, { column: 'sales_order_id', values: [id] })).map(({ values }) => values)
  const states = async (id: number): Promise<readonly unknown[]> => {
    const { values } = (await app.shop.createContext({}).read('sales-order', id))!
    return ['payment_state', 'fulfilment_state', 'paid_amount'].map((name) => values[name])
  }

  it('adds the columns and fills the states of existing orders, with the payments and shipments that they lack', async () => {
    const { database, registry } = app.context
    const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
    const steps = createMigrationSteps({ owner: 'test', version: '0002', languages: ['en-GB'], on: database, entityTables })
    const [ordered, paid, shipped, draft] = [
      await order('ordered'),
      await order('paid'),
      await order('shipped'),
      await order('in_checkout'),
    ]
    const transfer = { status: 'paid', currency_code: 'EUR', amount: 119, received: 119, received_currency: 'EUR' }
    await app.records.write('payment', { sales_order_id: shipped, ...transfer }, { internal: true })
    for (const column of ['payment_state', 'fulfilment_state', 'paid_amount', 'tags'])
      await steps.dropColumn('svc_sales_order', column)
    // Columns of later versions.
    for (const column of ['planned', 'remark_messages']) await steps.dropColumn('svc_payment', column)
    await steps.dropTable('svc_shipment')
    await steps.dropTable('svc_credit_note')
    await orderStates.up(steps)
    for (const column of ['planned', 'remark_messages']) await steps.addColumn('payment', column)
    expect(await states(ordered)).to.deep.equal(['unpaid', 'unfulfilled', 0])
    expect(await states(paid)).to.deep.equal(['paid', 'unfulfilled', 119])
    expect(await states(shipped)).to.deep.equal(['paid', 'shipped', 119])
    expect(await states(draft)).to.deep.equal(['none', 'none', 0])
    expect((await rows('payment', paid)).map(({ received }) => received)).to.deep.equal([119])
    expect(await rows('payment', shipped)).to.have.length(1)
    const [line] = await rows('order-line', shipped)
    const [shipment] = await rows('shipment', shipped)
    expect(shipment!['lines']).to.deep.equal([{ order_line_id: line!['id'], quantity: 2 }])
    await orderStates.up(steps)
    expect(await rows('shipment', shipped)).to.have.length(1)
  })
})
