// The golden orders through the service: products, tables and groups in the database, carts of finished configurations, what is offered.
import { expect } from 'chai'
import { addPosition, createCart } from '../../../core/commerce/cart/service.js'
import { openCart } from '../../../core/commerce/cart/rows.js'
import { priceCart, settleCart } from '../../../core/commerce/cart/settle.js'
import { startConfiguration } from '../../../core/commerce/configuration/service.js'
import { deliveryOffers } from '../../../core/commerce/delivery/offers.js'
import { paymentOffers } from '../../../core/commerce/payment/offers.js'
import type { Visit } from '../../../core/commerce/visit.js'
import { unitFigures } from '../../../core/engine/program/price.js'
import type { Place } from '../../../core/shop/destination.js'
import { payments } from '../../../plugins/payments/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/app.js'
import { type GoldenCart, goldenGroups, type GoldenOrder, goldenShop } from '../../support/golden-orders.js'
import { type GoldenIds, writeGoldenShop } from '../../support/golden-shop.js'
import { goldenOrder } from '../../support/golden-told.js'

describe('golden orders in a shop', () => {
  let app: TestApp
  let ids: GoldenIds

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: [stock, payments] })
    ids = await writeGoldenShop(app)
  })
  after(() => app?.stop())

  /** A customer of the group who orders for an exempt party. */
  async function exempt(groupId: number): Promise<number> {
    const party = await app.write('party', { name: 'Embassy', kind: 'organisation', tax_exempt: true })
    const fields = { email: 'embassy@example.com', customer_group_id: groupId, party_id: party.id }
    return (await app.write('customer', fields)).id
  }

  async function visitOf({ group, tax_exempt }: GoldenCart): Promise<Visit> {
    const customerGroupId = ids.of('customer-group', group)
    const customerId = tax_exempt ? await exempt(customerGroupId) : null
    return app.visit({ shopper: { customerId, customerGroupId }, language: 'en-GB' })
  }

  async function filled(visit: Visit, { currency, positions }: GoldenCart): Promise<string> {
    const { cart } = await createCart(visit, { currency })
    for (const { product, quantity, choose = {} } of positions) {
      const selections = Object.entries(choose).map(([name, value]) => ({
        question_id: ids.of('question', `${product}/${name}`),
        value: goldenShop.product[product]!.questions![name]!.answers
          ? String(ids.of('answer', `${product}/${name}/${value}`))
          : value,
      }))
      const started = await startConfiguration(visit, { product_id: ids.of('product', product), selections })
      expect(started.refused).to.deep.equal([])
      await addPosition(visit, cart, { configuration: started.configuration, quantity })
    }
    return cart
  }

  function placeOf({ destination: { country, state, county, city } }: GoldenCart): Place {
    const idOf = (entity: string, key: string | undefined): number | null => (key === undefined ? null : ids.of(entity, key))
    return {
      country_id: idOf('country', country),
      state_id: idOf('state', state),
      county_id: idOf('county', county),
      city_id: idOf('city', city),
    }
  }

  async function play(cart: GoldenCart): Promise<GoldenOrder> {
    const visit = await (await visitOf(cart)).at()
    const stored = await openCart(visit, await filled(visit, cart))
    const whereabouts = { address: placeOf(cart), ...(cart.vat_id && { vatId: cart.vat_id }) }
    const settled = await settleCart(visit, stored, whereabouts)
    const { work, shop, sold, weight } = settled
    const ways = await deliveryOffers(work, shop, weight)
    if (cart.offered) expect(ways.map(({ title }) => title)).to.deep.equal(cart.offered)
    const delivery = ways.find(({ title }) => title === cart.shipping)!
    const goods = priceCart(settled, { delivery: delivery.terms })!
    const payment = (await paymentOffers(work, shop, { goods, billingCountryId: null })).find(
      ({ title }) => title === cart.payment,
    )!
    const document = priceCart(settled, { delivery: delivery.terms, payment: payment.terms })!
    expect([document.delivery, document.payment].map((one) => one!.gross)).to.deep.equal([delivery.gross, payment.gross])
    const figures = sold.map(({ state }) => unitFigures(state))
    return goldenOrder(cart, document, figures)
  }

  for (const { carts } of goldenGroups)
    for (const cart of carts)
      it(cart.name, async () => {
        expect(await play(cart)).to.deep.equal(cart.expected)
      })
})
