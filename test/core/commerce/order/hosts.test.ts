// Orders on hosts: the CMS user is the customer at every step. If the host owns commerce, order commands do not exist.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'
import { cmsA } from '../../../../hosts/cms_a/index.js'
import { cmsB } from '../../../../hosts/cms_b/index.js'
import { shopPlatform } from '../../../../hosts/shop_platform/index.js'
import { bootTestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'
import { createFilledCart } from '../../../support/filled-cart.js'

const trust = { secret: 'of tests, and long enough for a host', issuer: 'https://host.example', audience: 'shop' }
const token = 'x'.repeat(32)

describe('orders on hosts', function () {
  this.timeout(60_000)

  for (const [name, host] of [
    ['cms_a', cmsA(trust)],
    ['cms_b', cmsB(trust)],
  ] as const) {
    it(`belong to the user of ${name} from the checkout on`, async () => {
      const app = await bootTestApp({ host, plugins: checkoutPlugins })
      try {
        const shop = await openSellingShop(app)
        const user = { userId: '5', firstName: 'Grace', lastName: 'Hopper', groups: [], language: null }
        const shopper = await app.shop.accounts.recognise({ ...user, email: 'grace@people.example' })
        const unnamed = await app.shop.accounts.recognise({ ...user, userId: '6', email: null })
        const opened = async (caller: ShopperRequest): Promise<CheckoutReply> => {
          const { cart } = await createFilledCart(app, shop.lamp, [{}], caller)
          const { checkout } = (await app.shop.serve('open-checkout', { token: cart }, caller)) as CheckoutReply
          const input = { token: checkout, billing: createHomeAddress(shop), terms_agreed: true }
          return (await app.shop.serve('change-checkout', input, caller)) as CheckoutReply
        }
        const prepared = await opened({ shopper })
        expect(prepared).to.deep.include({ account: true, email: 'grace@people.example', missing: [] })
        const order = await placeCheckout(app, prepared, { shopper })
        const [stored] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order.token] })
        expect(stored!.values['customer_id']).to.equal(shopper.customerId)
        expect(await catchError(app.shop.serve('read-order', { token: order.token }, guestVisitor))).to.include({
          code: 'NOT_FOUND',
        })
        // A user without an address from the host is asked for one.
        expect((await opened({ shopper: unnamed })).missing.map(({ field }) => field)).to.deep.equal(['email'])
      } finally {
        await app.stop()
      }
    })
  }

  it('are not available if the host owns commerce', async () => {
    const app = await bootTestApp({ host: shopPlatform(trust) })
    try {
      const sentence = 'The host owns cart, checkout and orders.'
      const verbs = [
        'open-checkout',
        'read-checkout',
        'change-checkout',
        'place-order',
        'list-orders',
        'read-order',
        'repeat-order',
      ]
      for (const verb of verbs) {
        const input = verb === 'list-orders' ? {} : { token }
        expect(await catchError(app.shop.serve(verb, input, guestVisitor)), verb).to.include({
          code: 'NOT_FOUND',
          message: sentence,
        })
      }
      const refused = await catchError(app.act('set-order-status', { order_id: 1, status: 'paid' }))
      expect(refused).to.include({ code: 'NOT_FOUND', message: sentence })
    } finally {
      await app.stop()
    }
  })
})
