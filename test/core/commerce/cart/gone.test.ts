// What lay in a cart and went with its product: the cart says so until its shopper has taken note, and nothing of it is sold.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import { asGuest, checkoutPlugins, openSellingShop, readyCheckout, type SellingShop } from '../../../support/checking-out.js'
import { failure } from '../../../support/failure.js'
import { filledCart } from '../../../support/filled-cart.js'
import { createProduct } from '../../../support/shop.js'

describe('a position whose product was deleted', function () {
  this.timeout(60_000)
  let app: TestApp
  let shop: SellingShop
  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = async <Reply>(verb: string, input: object): Promise<Reply> =>
    (await app.serve(verb, { ...input }, asGuest)) as Reply

  /** Puts a stool beside the lamp, and deletes the stool. */
  async function withoutStool(token: string): Promise<void> {
    const product_id = await createProduct(app, 'Stool', { title_de_DE: 'Hocker', baseprice: 30 })
    const { configuration } = await serve<{ readonly configuration: string }>('start-configuration', { product_id })
    await serve('add-position', { token, configuration })
    await app.remove('product', product_id)
  }

  it('is named in the cart, in the language of the shopper, and keeps it from being ordered', async () => {
    const { cart: token } = await filledCart(app, shop.lamp)
    const before = await serve<CartReply>('read-cart', { token })
    await withoutStool(token)
    const cart = await serve<CartReply>('read-cart', { token })
    expect(cart.positions.map(({ title }) => title)).to.deep.equal(['Lamp'])
    expect(cart.gone.map(({ title, message }) => [title, message])).to.deep.equal([['Stool', "'Stool' is no longer available."]])
    expect(cart.totals).to.deep.equal(before.totals)
    expect([before.orderable, cart.orderable]).to.deep.equal([true, false])
    const german = (await app.serve('read-cart', { token }, { ...asGuest, language: 'de-DE' })) as CartReply
    expect(german.gone[0]!.message).to.equal('„Stool“ ist nicht mehr verfügbar.')
  })

  it('is taken away as every other position, and the rest can be ordered', async () => {
    const { cart: token } = await filledCart(app, shop.lamp)
    await withoutStool(token)
    const [gone] = (await serve<CartReply>('read-cart', { token })).gone
    const cart = await serve<CartReply>('remove-position', { token, position: gone!.id })
    expect([cart.gone, cart.positions.length, cart.orderable]).to.deep.equal([[], 1, true])
  })

  it('stops a checkout, which says why', async () => {
    const { checkout, cart, totals } = await readyCheckout(app, shop)
    await withoutStool(cart)
    const { missing } = await serve<CheckoutReply>('read-checkout', { token: checkout })
    expect(missing).to.deep.equal([{ field: 'cart', step: 'cart', message: "'Stool' is no longer available." }])
    const refused = await failure(app.serve('place-order', { token: checkout, total: totals!.gross }, asGuest))
    expect(refused.message).to.contain("'Stool' is no longer available.")
  })

  it('is all that a cart may hold, and goes with it', async () => {
    const { cart: token } = await serve<CartReply>('create-cart', {})
    await withoutStool(token)
    const cart = await serve<CartReply>('read-cart', { token })
    expect([cart.positions, cart.gone.length, cart.orderable]).to.deep.equal([[], 1, false])
    await serve('delete-cart', { token })
    const { records } = await app.list('cart-position', { limit: 100 })
    expect(records.map(({ id }) => id)).not.to.include(cart.gone[0]!.id)
  })
})
