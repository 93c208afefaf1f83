// The configurator, the cart, the checkout and the order show the same price to the cent, for random orders.
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../../core/commerce/configuration/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { inBothLanguages } from '../../../support/small-shop.js'

const cents = (amount: number): number => Math.round(amount * 100)

describe('price', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const group = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    const trade = {
      discount_start_1: 300,
      discount_type_1: 'percentage',
      discount_value_1: 7,
      ...inBothLanguages('discount_title_1', 'Trade'),
    }
    await app.records.write('customer-group', trade, { id: group })
  })
  after(() => app?.stop())

  it('is the same in the configurator, the cart, the checkout and the order', async function () {
    this.timeout(60_000)
    const cartLine = fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      green: fc.boolean(),
      dimmer: fc.boolean(),
    })
    const bought = fc.record({
      lines: fc.array(cartLine, { minLength: 1, maxLength: 4 }),
      price: fc.integer({ min: 0, max: 2_000_000 }),
    })
    const { lamp } = shop
    await fc.assert(
      fc.asyncProperty(bought, async ({ lines, price }) => {
        await app.records.write(
          'product',
          { baseprice: price / 10_000, use_recurring_pricing: true, baseprice_recurring: Math.round(price / 3) / 10_000 },
          { id: lamp.product },
        )
        const chosen = lines.map(({ quantity, green, dimmer }) => ({
          quantity,
          selections: [
            ...(green ? [{ question_id: lamp.colour, value: String(lamp.green) }] : []),
            ...(dimmer ? [{ question_id: lamp.dimmer, value: String(lamp.dimmed) }] : []),
          ],
        }))
        const checkout = await prepareCheckoutForOrder(app, shop, chosen)
        const cart = (await app.shop.serve('read-cart', { token: checkout.cart }, guestVisitor)) as CartReply
        const order = await placeCheckout(app, checkout)
        for (const [index, { configuration, unit, price: line }] of cart.positions.entries()) {
          const configured = (await app.shop.serve(
            'read-configuration',
            { token: configuration },
            guestVisitor,
          )) as ConfigurationReply
          const { net, tax, gross } = configured.price!
          expect(unit).to.deep.equal({ net, tax, gross })
          expect(checkout.positions[index]!.price).to.deep.equal(line)
          const sold = order.lines[index]!
          expect([sold.net, sold.tax, sold.gross, sold.recurring.gross]).to.deep.equal([
            line!.net,
            line!.tax,
            line!.gross,
            line!.recurring.gross,
          ])
        }
        expect(cart.totals!.net).to.equal(checkout.totals!.goods.net)
        expect([order.net, order.tax, order.gross]).to.deep.equal([
          checkout.totals!.net,
          checkout.totals!.tax,
          checkout.totals!.gross,
        ])
        expect(order.recurring.gross).to.equal(cart.totals!.recurring.gross)
        const parts = [...order.lines, order.delivery!, order.payment!]
        expect(parts.reduce((sum, part) => sum + cents(part.gross), 0)).to.equal(cents(order.gross))
        expect(order.rates.filter((rate) => !rate.recurring).reduce((sum, { tax }) => sum + cents(tax), 0)).to.equal(
          cents(order.tax),
        )
      }),
      { numRuns: 25 },
    )
  })
})
