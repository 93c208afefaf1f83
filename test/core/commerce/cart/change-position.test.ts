// Changes of a cart line: another configuration of the same product, and a quantity within the product's limits.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import { payments } from '../../../../plugins/payments/index.js'
import { print } from '../../../../plugins/print/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { authorLamp, type Lamp } from '../../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createFilledCart, configureLamp } from '../../../support/filled-cart.js'
import { catchValidationError } from '../../../support/validation-error.js'
import { createProduct } from '../../../support/small-shop.js'

describe('change-position', () => {
  let app: TestApp
  let lamp: Lamp

  before(async () => {
    app = await bootTestApp({ plugins: [stock, payments, print] })
    lamp = await authorLamp(app)
  })
  after(() => app?.stop())

  const serve = <T>(verb: string, input: object): Promise<T> => app.shop.serve(verb, { ...input }, {}) as Promise<T>
  const issue = async (call: Promise<unknown>): Promise<unknown> => {
    const { field, code } = (await catchValidationError(call)).issues[0]!
    return [field, code]
  }
  const duplicate = async (token: string): Promise<string> =>
    (await serve<{ configuration: string }>('duplicate-configuration', { token })).configuration
  const green = (token: string) =>
    serve('change-configuration', {
      token,
      selections: [{ question_id: lamp.colour, value: String(lamp.green) }],
      confirmed: true,
    })

  it('replaces the configuration, keeps id, quantity and note of the line, and reopens the previous configuration', async () => {
    const { cart, positions } = await createFilledCart(app, lamp, [{ quantity: 3, note: 'Left' }])
    const { id, configuration: former, price } = positions[0]!
    const copy = await duplicate(former)
    await green(copy)
    const before = await serve<CartReply>('read-cart', { token: cart })
    expect(before.positions[0]!.price).to.deep.equal(price)
    const after = await serve<CartReply>('change-position', { token: cart, position: id, configuration: copy })
    const [line] = after.positions
    expect([line!.id, line!.configuration, line!.quantity, line!.note]).to.deep.equal([id, copy, 3, 'Left'])
    expect(line!.price!.gross).to.be.greaterThan(price!.gross)
    expect(line!.notices).to.deep.equal([])
    // A repeated request after a lost response changes nothing.
    const again = await serve<CartReply>('change-position', { token: cart, position: id, configuration: copy })
    expect(again.positions).to.deep.equal(after.positions)
    await serve('add-position', { token: cart, configuration: former })
  })

  it('rejects a configuration that is unfinished, in a cart, or of another product, and changes nothing', async () => {
    const { cart, positions } = await createFilledCart(app, lamp, [{}, {}])
    const [first, second] = positions
    const change = (configuration: string) => serve('change-position', { token: cart, position: first!.id, configuration })
    expect(await issue(change(second!.configuration))).to.deep.equal(['configuration', 'IN_CART'])
    const { configuration: unfinished } = await app.shop.configurations.start({ product_id: lamp.product })
    expect(await issue(change(unfinished))).to.deep.equal(['configuration', 'NOT_FINISHED'])
    const { configuration: other } = await app.shop.configurations.start({
      product_id: await createProduct(app.records, 'Stool'),
    })
    expect(await issue(change(other))).to.deep.equal(['configuration', 'OTHER_PRODUCT'])
    const now = await serve<CartReply>('read-cart', { token: cart })
    expect(now.positions.map(({ configuration }) => configuration)).to.deep.equal([first!.configuration, second!.configuration])
  })

  it("limits the quantity to 9,999 pieces, or to the product's own maximum", async () => {
    const { cart, positions } = await createFilledCart(app, lamp)
    const change = (quantity: number) =>
      serve<CartReply>('change-position', { token: cart, position: positions[0]!.id, quantity })
    expect(positions[0]!.max_quantity).to.equal(9_999)
    expect((await change(9_999)).positions[0]!.quantity).to.equal(9_999)
    expect(await issue(change(10_000))).to.deep.equal(['quantity', 'INVALID_VALUE'])
    const configuration = await configureLamp(app, lamp)
    expect(await issue(serve('add-position', { token: cart, configuration, quantity: 10_000 }))).to.deep.equal([
      'quantity',
      'INVALID_VALUE',
    ])
    await app.records.write('product', { max_quantity: 20_000 }, { id: lamp.product })
    expect((await change(20_000)).positions[0]!.quantity).to.equal(20_000)
    await app.records.write('product', { max_quantity: null, min_quantity: 50_000 }, { id: lamp.product })
    expect((await change(50_000)).positions[0]!.max_quantity).to.equal(50_000)
    expect((await app.shop.catalogue.product(lamp.product)).product.max_quantity).to.equal(50_000)
  })
})
