// The replies to cart changes, built without reading the positions again, equal a later read of the cart.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { guestVisitor, checkoutPlugins, openSellingShop, type SellingShop } from '../../../support/selling-shop.js'
import { createFilledCart, configureLamp } from '../../../support/filled-cart.js'

describe('the reply to a cart change', function () {
  this.timeout(60_000)
  let app: TestApp
  let shop: SellingShop
  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = async (verb: string, input: object): Promise<CartReply> =>
    (await app.shop.serve(verb, { ...input }, guestVisitor)) as CartReply
  const read = (token: string): Promise<CartReply> => serve('read-cart', { token })
  const added = async (token: string, note: string): Promise<CartReply> =>
    serve('add-position', { token, configuration: await configureLamp(app, shop.lamp, {}, guestVisitor), quantity: 3, note })

  it('equals a later read of an empty cart, a filled one, one with a copy, and one with a removed position', async () => {
    const empty = await serve('create-cart', {})
    expect(empty).to.deep.equal(await read(empty.cart))
    const token = empty.cart
    for (const note of ['first', 'second']) expect(await added(token, note)).to.deep.equal(await read(token))
    const [first] = (await read(token)).positions
    const copied = await serve('copy-position', { token, position: first!.id })
    expect(copied).to.deep.equal(await read(token))
    expect(copied.positions.map(({ note }) => note)).to.deep.equal(['first', 'second', 'first'])
    await serve('remove-position', { token, position: copied.positions[1]!.id })
    const last = await added(token, 'last')
    expect(last).to.deep.equal(await read(token))
    expect(last.positions.map(({ note }) => note)).to.deep.equal(['first', 'first', 'last'])
  })

  it('contains the positions that concurrent requests have added before it', async () => {
    const { cart: token } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    const notes = ['a', 'b', 'c', 'd']
    const replies = await Promise.all(notes.map((note) => added(token, note)))
    // The requests run one after another: each contains the earlier ones, and the last contains all.
    expect(replies.map(({ positions }) => positions.length).toSorted((a, b) => a - b)).to.deep.equal([2, 3, 4, 5])
    const whole = replies.find(({ positions }) => positions.length === 5)
    expect(whole).to.deep.equal(await read(token))
  })
})
