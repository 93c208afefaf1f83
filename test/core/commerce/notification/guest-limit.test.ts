// Mails caused by guests: at most three per hour to one address.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createTestClock } from '../../../support/clock.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { inBothLanguages } from '../../../support/small-shop.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'

const hour = 3_600_000

describe('mails caused by guests', () => {
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins, clock })
    shop = await openSellingShop(app)
    await app.records.write('store', { email_sales: 'sales@shop.example' }, { id: 1 })
    const texts = {
      ...inBothLanguages('subject', 'x'),
      ...inBothLanguages('body', 'x'),
      ...inBothLanguages('manager_subject', 'x'),
    }
    const readers = { send_customer: true, send_manager: true, ...inBothLanguages('manager_body', 'x') }
    for (const status of ['ordered', 'paid'])
      await app.records.write('notification', { name: status, status, ...texts, ...readers })
  })
  after(() => app?.stop())

  const order = async (email: string, caller: ShopperRequest = guestVisitor): Promise<number> => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], caller)
    const { checkout } = (await app.shop.serve('open-checkout', { token: cart }, caller)) as CheckoutReply
    const answers = { email, billing: createHomeAddress(shop), terms_agreed: true }
    const ready = (await app.shop.serve('change-checkout', { token: checkout, ...answers }, caller)) as CheckoutReply
    const { token } = await placeCheckout(app, ready, caller)
    return (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.id
  }
  const countMails = async (address: string): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS mails FROM svc_mail_queue WHERE recipient = ?'
    const [row] = await app.context.database.query<{ mails: number | string }>(sql, [address])
    return Number(row!.mails)
  }

  it('are limited to three per hour and address in any notation, while the shop receives all of its own mails', async () => {
    const spellings = ['eve@bücher.example', 'EVE@Bücher.example', 'eve@xn--bcher-kva.example', 'eve@bücher.example']
    const orders: number[] = []
    for (const spelling of spellings) orders.push(await order(spelling))
    expect([await countMails('eve@xn--bcher-kva.example'), await countMails('EVE@xn--bcher-kva.example')]).to.deep.equal([2, 1])
    expect(await countMails('sales@shop.example')).to.equal(4)
    expect(await order('other@people.example').then(() => countMails('other@people.example'))).to.equal(1)
    // Status changes by the shop are not limited.
    await app.act('set-order-status', { order_id: orders[3], status: 'paid' })
    expect(await countMails('eve@xn--bcher-kva.example')).to.equal(3)
    clock.time += hour + 1
    await order('eve@bücher.example')
    expect(await countMails('eve@xn--bcher-kva.example')).to.equal(4)
  })

  it('are limited in the same way for an account that orders with the address of another person', async () => {
    const shopper = await createAccount(app, 'mallory@people.example')
    for (let count = 0; count < 5; count++) await order('victim@people.example', { shopper })
    expect(await countMails('victim@people.example')).to.equal(3)
  })

  it('are not limited for accounts that order with their own address', async () => {
    const shopper = await createAccount(app, 'often@people.example')
    for (let count = 0; count < 5; count++) await order('often@people.example', { shopper })
    expect(await countMails('often@people.example')).to.equal(5)
  })
})
