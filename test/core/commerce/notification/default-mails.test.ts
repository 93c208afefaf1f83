// The default order mails: amounts that add up, and the payment method in the right wording.
import { expect } from 'chai'
import { print } from '../../../../plugins/print/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { payments } from '../../../../plugins/payments/index.js'
import { previewNotification } from '../../../../core/commerce/notification/preview.js'
import { readOrder } from '../../../../core/commerce/document/rows.js'
import type { ConfigurationReply } from '../../../../core/commerce/configuration/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  completeCheckout,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { createProduct, readFirstId, inBothLanguages } from '../../../support/small-shop.js'

/** The amounts at the line ends of a mail, in cents. */
function amountsIn(lines: readonly string[]): readonly number[] {
  return lines.map((line) => {
    const [, sign = '', figure = ''] = /(-?)€([\d,]+\.\d\d)$/.exec(line) ?? expect.fail(`No amount in: ${line}`)
    return Math.round(Number(`${sign}${figure.replaceAll(',', '')}`) * 100)
  })
}
const hasAmount = (line: string): boolean => /: -?€[\d,]+\.\d\d$/.test(line)
const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

describe('the default mails', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: [stock, payments, print] })
    shop = await openSellingShop(app)
    await app.act('add-default-notifications', {})
    const discount = { discount_start_1: 1, discount_type_1: 'percentage', discount_value_1: 7 }
    await app.records.write(
      'customer-group',
      { ...discount, ...inBothLanguages('discount_title_1', 'Spring') },
      { id: await group() },
    )
  })
  after(() => app?.stop())

  const group = (): Promise<number> => readFirstId(app.records, 'customer-group')

  /** Two lines, a discount of 7 %, delivery, and a payment surcharge of 2 %. */
  async function placeOrder(): Promise<number> {
    const { cart } = await createFilledCart(app, shop.lamp, [{ quantity: 3 }, { quantity: 1 }], guestVisitor)
    const { checkout } = await completeCheckout(app, shop, cart)
    const chosen = { token: checkout, payment_method_id: shop.card }
    const ready = (await app.shop.serve('change-checkout', chosen, guestVisitor)) as CheckoutReply
    const { token } = await placeCheckout(app, ready)
    return (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.id
  }

  async function lastMail(): Promise<readonly string[]> {
    const [row] = await app.context.database.query<{ body: string }>(
      "SELECT body FROM svc_mail_queue WHERE recipient = 'ada@example.org' ORDER BY id DESC LIMIT 1",
    )
    return row!.body.split('\n')
  }

  async function storedOrder(id: number) {
    const order = await readOrder(app.shop.createContext({}), id)
    return order!.values
  }
  const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100)

  it('state gross prices that add up to the total of the stored order, including its taxes', async () => {
    const stored = await storedOrder(await placeOrder())
    const mail = await lastMail()
    const end = mail.findIndex((line) => line.startsWith('Total, incl. VAT'))
    const priced = mail.slice(0, end).filter(hasAmount)
    expect(priced.map((line) => line.replace(/: .*/, ''))).to.deep.equal(['3 × Lamp', '1 × Lamp', 'Parcel', 'Card'])
    expect(total(amountsIn(priced))).to.equal(cents(stored.gross))
    expect(amountsIn([mail[end]!])).to.deep.equal([cents(stored.gross)])
    const contained = mail.slice(end + 1).filter((line) => /^(Net amount|VAT )/.test(line))
    expect(contained).to.have.length(2)
    expect(total(amountsIn(contained))).to.equal(cents(stored.gross))
    const discount = mail.filter((line) => line.startsWith('Already deducted: Spring, net'))
    expect(amountsIn(discount)).to.deep.equal([cents(stored.discount_net)])
    expect([stored.discount_net, stored.delivery_net, stored.payment_net].every((net) => net! > 0)).to.equal(true)
  })

  it('state net prices that add up to the net total, and with taxes to the total, for customers with net prices', async () => {
    await app.records.write('customer-group', { b2b_mode: true }, { id: await group() })
    try {
      const stored = await storedOrder(await placeOrder())
      const mail = await lastMail()
      const place = (start: string): number => mail.findIndex((line) => line.startsWith(start))
      const [goods, net, gross] = [place('Subtotal'), place('Total, excl. VAT'), place('Total, incl. VAT')]
      const lines = mail.slice(0, goods).filter(hasAmount)
      expect(lines).to.have.length(2)
      expect([total(amountsIn(lines))]).to.deep.equal(amountsIn([mail[goods]!]))
      const parts = mail.slice(goods, net)
      expect(parts.map((line) => line.replace(/: .*/, ''))).to.deep.equal(['Subtotal', 'Spring', 'Parcel', 'Card'])
      expect(total(amountsIn(parts))).to.equal(cents(stored.net))
      expect(total(amountsIn(mail.slice(net, gross)))).to.equal(cents(stored.gross))
      expect(amountsIn([mail[gross]!])).to.deep.equal([cents(stored.gross)])
    } finally {
      await app.records.write('customer-group', { b2b_mode: false }, { id: await group() })
    }
  })

  it('name the payment method of an unpaid order, and say "Paid by" after payment', async () => {
    const id = await placeOrder()
    const placed = (await lastMail()).join('\n')
    expect(placed).to.contain('Payment method: Card').and.not.contain('Paid by')
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    expect((await lastMail()).join('\n'))
      .to.contain('Paid by: Card')
      .and.not.contain('Payment method')
  })

  it('show no amount of 0.00 for a line that has only a recurring price', async () => {
    const care = { use_recurring_pricing: true, baseprice_recurring: 5, recurring_interval_en_GB: 'per month' }
    const product_id = await createProduct(app.records, 'Care', care)
    const { configuration } = (await app.shop.serve('start-configuration', { product_id }, guestVisitor)) as ConfigurationReply
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    await app.shop.serve('add-position', { token: cart, configuration }, guestVisitor)
    const { token } = await placeCheckout(app, await completeCheckout(app, shop, cart))
    const [order] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    const { number } = await storedOrder(order!.id)
    const mail = { name: 'Order placed', number: number!, language: 'en-GB' }
    const { text, html } = await previewNotification(app.shop.createContext({}), mail)
    expect(text).to.match(/1 × Care\n\s+per month: €6\.05\n/)
    for (const body of [text, html]) expect(body).to.contain('Care').and.not.contain('€0.00')
  })

  it('use the language of the mail', async () => {
    const id = await placeOrder()
    const { number } = await storedOrder(id)
    const preview = async (name: string): Promise<string> =>
      (await previewNotification(app.shop.createContext({}), { name, number: number!, language: 'de-DE' })).text
    expect(await preview('Order placed'))
      .to.contain('Zahlungsart: Card')
      .and.contain('Gesamtbetrag inkl. MwSt.: ')
    expect(await preview('Order paid')).to.contain('Bezahlt per: Card')
  })

  it('know whether an order was paid before it was shipped', async () => {
    const body = '<p>{% if order.is_paid %}paid{% else %}open{% endif %}</p>'
    const shipped = {
      name: 'Shipped',
      status: 'shipped',
      send_customer: true,
      ...inBothLanguages('subject', 'x'),
      ...inBothLanguages('body', body),
    }
    const { id: notification } = await app.records.write('notification', shipped)
    const ship = async (before: string): Promise<string> => {
      const id = await placeOrder()
      for (const status of [before, 'shipped']) await app.act('set-order-status', { order_id: id, status })
      return (await lastMail())[0]!
    }
    try {
      expect([await ship('paid'), await ship('confirmed')]).to.deep.equal(['paid', 'open'])
    } finally {
      await app.records.remove('notification', notification)
    }
  })
})
