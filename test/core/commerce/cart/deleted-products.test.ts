// Cart positions of a deleted product: shown as no longer sold until the shopper removes them, and never ordered.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { createProduct } from '../../../support/small-shop.js'

describe('a cart position whose product was deleted', function () {
  this.timeout(60_000)
  let app: TestApp
  let shop: SellingShop
  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = async <Reply>(verb: string, input: object): Promise<Reply> =>
    (await app.shop.serve(verb, { ...input }, guestVisitor)) as Reply

  /** Adds a stool to the cart and deletes the product. */
  async function withoutStool(token: string): Promise<void> {
    const product_id = await createProduct(app.records, 'Stool', { title_de_DE: 'Hocker', baseprice: 30 })
    const { configuration } = await serve<{ readonly configuration: string }>('start-configuration', { product_id })
    await serve('add-position', { token, configuration })
    await app.records.remove('product', product_id)
  }

  it("is listed in the cart in the shopper's language, and prevents an order", async () => {
    const { cart: token } = await createFilledCart(app, shop.lamp)
    const before = await serve<CartReply>('read-cart', { token })
    await withoutStool(token)
    const cart = await serve<CartReply>('read-cart', { token })
    expect(cart.positions.map(({ title }) => title)).to.deep.equal(['Lamp'])
    expect(cart.gone.map(({ title, message }) => [title, message])).to.deep.equal([['Stool', "'Stool' is no longer available."]])
    expect(cart.totals).to.deep.equal(before.totals)
    expect([before.orderable, cart.orderable]).to.deep.equal([true, false])
    const german = (await app.shop.serve('read-cart', { token }, { ...guestVisitor, language: 'de-DE' })) as CartReply
    expect(german.gone[0]!.message).to.equal('„Stool“ ist nicht mehr verfügbar.')
  })

  it('can be removed, after which the rest of the cart can be ordered', async () => {
    const { cart: token } = await createFilledCart(app, shop.lamp)
    await withoutStool(token)
    const [removed] = (await serve<CartReply>('read-cart', { token })).gone
    const cart = await serve<CartReply>('remove-position', { token, position: removed!.id })
    expect([cart.gone, cart.positions.length, cart.orderable]).to.deep.equal([[], 1, true])
  })

  it('blocks the checkout with a message', async () => {
    const { checkout, cart, totals } = await prepareCheckoutForOrder(app, shop)
    await withoutStool(cart)
    const { missing } = await serve<CheckoutReply>('read-checkout', { token: checkout })
    expect(missing).to.deep.equal([{ field: 'cart', step: 'cart', message: "'Stool' is no longer available." }])
    const refused = await catchError(app.shop.serve('place-order', { token: checkout, total: totals!.gross }, guestVisitor))
    expect(refused.message).to.contain("'Stool' is no longer available.")
  })

  it('may be the only position of a cart, and is deleted with it', async () => {
    const { cart: token } = await serve<CartReply>('create-cart', {})
    await withoutStool(token)
    const cart = await serve<CartReply>('read-cart', { token })
    expect([cart.positions, cart.gone.length, cart.orderable]).to.deep.equal([[], 1, false])
    await serve('delete-cart', { token })
    const { records } = await app.records.list('cart-position', { limit: 100 })
    expect(records.map(({ id }) => id)).not.to.include(cart.gone[0]!.id)
  })
})
