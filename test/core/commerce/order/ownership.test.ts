// Ownership of checkouts and orders: for everyone but the owner, every verb returns 404 and changes nothing.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { guest } from '../../../../core/shop/shopper.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'

/** The caller. `none` uses a guessed token. */
type Who = 'guest' | 'none' | 'owner' | 'other'

/** The callers that may use each verb, by the type of owner. All others get NOT_FOUND. */
const table: readonly (readonly [verb: string, of: 'guest' | 'account', may: readonly Who[]])[] = [
  ['open-checkout', 'guest', ['guest']],
  ['open-checkout', 'account', ['owner']],
  ['read-checkout', 'guest', ['guest']],
  ['read-checkout', 'account', ['owner']],
  ['change-checkout', 'guest', ['guest']],
  ['change-checkout', 'account', ['owner']],
  ['place-order', 'guest', ['guest']],
  ['place-order', 'account', ['owner']],
  // The token is the only key of a guest's order, so signed-in callers with the token may use it, too.
  ['read-order', 'guest', ['guest', 'owner', 'other']],
  ['read-order', 'account', ['owner']],
  ['repeat-order', 'guest', ['guest', 'owner', 'other']],
  ['repeat-order', 'account', ['owner']],
]
const everybody: readonly Who[] = ['guest', 'none', 'owner', 'other']

describe('ownership of orders', () => {
  let app: TestApp
  let shop: SellingShop
  let visitors: Readonly<Record<Who, ShopperRequest>>

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const owner = await createAccount(app, 'owner@example.org')
    const other = await createAccount(app, 'other@example.org')
    visitors = { guest: guestVisitor, none: { shopper: guest }, owner: { shopper: owner }, other: { shopper: other } }
  })
  after(() => app?.stop())

  /** All records that a caller could have changed. */
  const contents = async (): Promise<string> => {
    const tables = ['cart', 'cart-position', 'configuration', 'sales-order', 'order-address', 'order-line', 'customer']
    return JSON.stringify(await Promise.all(tables.map((entity) => app.shop.createContext({}).list(entity))))
  }

  const inputOf = (verb: string, { checkout, cart, totals }: CheckoutReply): Readonly<Record<string, unknown>> => {
    if (verb === 'open-checkout') return { token: cart }
    if (verb === 'change-checkout') return { token: checkout, note: 'mine' }
    return verb === 'place-order' ? { token: checkout, total: totals!.gross } : { token: checkout }
  }

  for (const [verb, of, may] of table) {
    for (const role of everybody) {
      it(`${verb} by ${role}: ${may.includes(role) ? 'answers' : 'hides'} the record (owner: ${of})`, async () => {
        const mine = visitors[of === 'guest' ? 'guest' : 'owner']
        const checkout = await prepareCheckoutForOrder(app, shop, [{}], mine)
        if (verb.endsWith('-order') && verb !== 'place-order') await placeCheckout(app, checkout, mine)
        const actionInput = inputOf(verb, checkout)
        const input = role === 'none' ? { ...actionInput, token: 'x'.repeat(32) } : actionInput
        const before = await contents()
        const answer = await app.shop.serve(verb, input, visitors[role]).catch((error: unknown) => error)
        if (may.includes(role)) {
          expect(answer).not.to.be.instanceOf(Error)
        } else {
          expect(answer).to.be.instanceOf(ServiceError).and.to.include({ code: 'NOT_FOUND' })
          expect(await contents()).to.equal(before)
        }
      })
    }
  }
})
