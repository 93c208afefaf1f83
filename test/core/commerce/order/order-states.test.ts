// Payment and fulfilment states of orders, shipments, and their limits under concurrency.
import { expect } from 'chai'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import type { ShipmentOutcome } from '../../../../core/commerce/shipment/shipments.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { inBothLanguages } from '../../../support/small-shop.js'
import { catchError } from '../../../support/caught-error.js'

type Row = Readonly<Record<string, unknown>>

describe('order states', () => {
  const shipped: EventPayloads['onSvcShip'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const observers = { onSvcShip: (event: EventPayloads['onSvcShip']) => void shipped.push(event) }
    app = await bootTestApp({ plugins: [...checkoutPlugins, { name: 'watching', core: '^0.1.0', contributes: { observers } }] })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())
  beforeEach(() => shipped.splice(0))

  const place = async (quantity = 3): Promise<Row & { readonly id: number }> => {
    const checkout: CheckoutReply = await prepareCheckoutForOrder(app, shop, [{ quantity }])
    const { token } = await placeCheckout(app, checkout)
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    return record!.values
  }
  const read = async (id: number): Promise<Row> => (await app.shop.createContext({}).read('sales-order', id))!.values
  const states = async (id: number): Promise<string> => {
    const { payment_state, fulfilment_state, status } = await read(id)
    return [status, payment_state, fulfilment_state].join(' ')
  }
  const rows = async (entity: string, id: number): Promise<readonly Row[]> =>
    (await app.shop.createContext({}).list(entity, { column: 'sales_order_id', values: [id] })).map(({ values }) => values)
  const lineOf = async (id: number): Promise<number> => Number((await rows('order-line', id))[0]!['id'])
  const ship = (order_id: number, input: object = {}): Promise<ShipmentOutcome> =>
    app.act('create-shipment', { order_id, ...input }) as Promise<ShipmentOutcome>
  const set = (order_id: number, status: string) => app.act('set-order-status', { order_id, status })

  it('starts a placed order as unpaid and unfulfilled', async () => {
    const order = await place()
    expect(order).to.include({ payment_state: 'unpaid', fulfilment_state: 'unfulfilled', paid_amount: 0, refunded_amount: 0 })
  })

  it('records a manual payment of the open amount when staff set an order to paid', async () => {
    const { id, gross } = await place()
    await set(id, 'paid')
    expect(await states(id)).to.equal('paid paid unfulfilled')
    expect(await read(id)).to.include({ paid_amount: gross, refunded_amount: 0 })
    const [payment, ...others] = await rows('payment', id)
    expect(payment).to.include({ status: 'paid', received: gross })
    expect(others).to.deep.equal([])
  })

  it('ships the rest when staff set an order to shipped, and keeps shipped when it is paid afterwards', async () => {
    const { id, number } = await place()
    await set(id, 'confirmed')
    // Commands pass the lines as text.
    await ship(id, { lines: JSON.stringify([{ order_line_id: await lineOf(id), quantity: 1 }]) })
    expect(await states(id)).to.equal('confirmed unpaid partly_shipped')
    await set(id, 'shipped')
    const shipments = await rows('shipment', id)
    expect(shipments.map((row) => row['number'])).to.deep.equal([`${String(number)}-1`, `${String(number)}-2`])
    expect(shipments[1]!['lines']).to.deep.equal([{ order_line_id: await lineOf(id), quantity: 2 }])
    await set(id, 'paid')
    expect(await states(id)).to.equal('paid paid shipped')
  })

  it('sets the order to shipped with the last shipment, and to delivered once all shipments are', async () => {
    const { id } = await place()
    await set(id, 'paid')
    const first = await ship(id, { lines: [{ order_line_id: await lineOf(id), quantity: 2 }], carrier: 'DHL' })
    const second = await ship(id)
    expect(second).to.include({ order_id: id, status: 'shipped', fulfilment_state: 'shipped' })
    expect(shipped.map(({ shipmentId }) => shipmentId)).to.deep.equal([first.shipment_id, second.shipment_id])
    const delivered = '2026-11-28T10:00:00.000Z'
    await app.act('update-shipment', { shipment_id: first.shipment_id, delivered })
    expect(await states(id)).to.equal('shipped paid shipped')
    await app.act('update-shipment', { shipment_id: second.shipment_id, delivered })
    expect(await states(id)).to.equal('shipped paid delivered')
    expect((await catchError(app.act('cancel-shipment', { shipment_id: first.shipment_id }))).message).to.contain('delivered')
  })

  it('frees the quantities of a cancelled shipment and never reuses its number', async () => {
    const { id, number } = await place()
    const first = await ship(id)
    await app.act('cancel-shipment', { shipment_id: first.shipment_id })
    expect(await states(id)).to.equal('ordered unpaid unfulfilled')
    expect((await ship(id)).number).to.equal(`${String(number)}-2`)
    expect((await catchError(app.act('update-shipment', { shipment_id: first.shipment_id, carrier: 'X' }))).message).to.contain(
      'cancelled',
    )
  })

  it('rejects quantities above the unshipped rest, unknown lines and cancelled orders', async () => {
    const { id } = await place()
    const line = await lineOf(id)
    const tooMany = [
      { order_line_id: line, quantity: 2 },
      { order_line_id: line, quantity: 2 },
    ]
    expect((await catchError(ship(id, { lines: tooMany }))).message).to.contain('At most 3 ')
    expect((await catchError(ship(id, { lines: [{ order_line_id: 999_999, quantity: 1 }] }))).message).to.contain('At most 0 ')
    expect((await catchError(ship(id, { lines: [null] }))).message).to.contain('order_line_id')
    expect(await rows('shipment', id)).to.deep.equal([])
    await set(id, 'cancelled')
    expect((await catchError(ship(id))).message).to.contain("'cancelled'")
    expect(await states(id)).to.equal('cancelled none none')
  })

  it('ships each piece once when several callers ship the same order at the same time', async () => {
    const { id } = await place()
    const line = await lineOf(id)
    const tried = await Promise.allSettled(
      Array.from({ length: 5 }, () => ship(id, { lines: [{ order_line_id: line, quantity: 2 }] })),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await rows('shipment', id)).to.have.length(1)
    expect(await states(id)).to.equal('ordered unpaid partly_shipped')
  })

  it('mails carrier, tracking number, link and lines of a shipment to the customer', async () => {
    const body =
      '{{ shipment.carrier }} {{ shipment.tracking_code }} {{ shipment.tracking_url }} {% for line in shipment.lines %}{{ line.quantity }} x {{ line.title }}{% endfor %}'
    const texts = { ...inBothLanguages('subject', 'Shipment {{ shipment.number }}'), ...inBothLanguages('body', body) }
    await app.records.write('notification', { name: 'Shipment', status: 'shipment', send_customer: true, ...texts })
    const { id, number } = await place()
    await ship(id, { carrier: 'DHL', tracking_code: '0034', tracking_url: 'https://carrier.example/0034' })
    const mails = await app.context.database.query<{ subject: string; text: string }>(
      'SELECT subject, body AS text FROM svc_mail_queue',
    )
    expect(mails).to.have.length(1)
    expect(mails[0]!.subject).to.equal(`Shipment ${String(number)}-1`)
    expect(mails[0]!.text).to.match(/DHL 0034 https:\/\/carrier\.example\/0034 3 x /)
    expect((await catchError(ship((await place()).id, { tracking_url: 'javascript:alert(1)' }))).message).to.contain(
      'web address',
    )
  })

  it('stores tags and the staff note of an order', async () => {
    const { id } = await place()
    expect(await app.act('update-order', { order_id: id, tags: ['urgent', ' urgent ', 'showroom'] })).to.deep.equal({
      order_id: id,
      tags: ['urgent', 'showroom'],
      staff_note: '',
    })
    await app.act('update-order', { order_id: id, staff_note: 'Call first.' })
    expect(await read(id)).to.deep.include({ tags: ['urgent', 'showroom'], staff_note: 'Call first.' })
    expect((await catchError(app.act('update-order', { order_id: id, tags: [''] }))).message).to.contain('tags')
  })
})
