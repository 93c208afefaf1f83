// Mails about a quote: sent to the customer and the shop at each status, with prices only if the reader may see them.
import { expect } from 'chai'
import { previewNotification } from '../../../../core/commerce/notification/preview.js'
import type { QuoteReply } from '../../../../core/commerce/quote/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { acceptTestQuote, runQuoteAction } from '../../../support/test-quotes.js'
import { inBothLanguages } from '../../../support/small-shop.js'

describe('quote mails', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = async (verb: string, input: object): Promise<QuoteReply> =>
    (await app.shop.serve(verb, { ...input }, guestVisitor)) as QuoteReply

  it('go to the customer and the shop at every status, without prices for groups that may not see them', async () => {
    const { database } = app.context
    const mails = async (): Promise<readonly (readonly [string, string])[]> => {
      const rows = await database.query<{ recipient: string; subject: string }>(
        "SELECT recipient, subject FROM svc_mail_queue WHERE entity = 'quote' ORDER BY id",
      )
      await database.run('DELETE FROM svc_mail_queue')
      return rows.map(({ recipient, subject }) => [recipient, subject])
    }
    const subject = '{{ quote.number }} {{ quote.status }} {{ quote.gross }} {{ quote.answer }}'
    const ids: number[] = []
    for (const status of ['requested', 'sent', 'accepted', 'declined', 'expired']) {
      const texts = {
        ...inBothLanguages('subject', subject),
        ...inBothLanguages('body', 'x'),
        ...inBothLanguages('manager_subject', subject),
      }
      const fields = { name: status, status, send_customer: true, ...texts, ...inBothLanguages('manager_body', 'x') }
      ids.push((await app.records.write('notification', { ...fields, send_manager: status === 'requested' })).id)
    }
    await app.records.write('store', { email_sales: 'sales@example.org' }, { id: 1 })
    const group = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    await app.records.write('customer-group', { may_see_prices: false }, { id: group })
    try {
      const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
      const { token, number } = await serve('request-quote', {
        token: cart,
        email: 'a@example.org',
        billing: createHomeAddress(shop),
      })
      expect(await mails()).to.deep.equal([
        ['a@example.org', `${number} requested`],
        ['sales@example.org', `${number} requested €127.05`],
      ])
      const preview = async (name: string, reader: 'customer' | 'manager'): Promise<string> =>
        (await previewNotification(app.shop.createContext({}), { name, reader, number: number! })).subject
      expect([await preview('requested', 'customer'), await preview('requested', 'manager')]).to.deep.equal([
        `${number} requested`,
        `${number} requested €127.05`,
      ])
      expect(await preview('sent', 'customer')).to.equal(`${number} requested €127.05`)
      await runQuoteAction(app, 'prepare', token, { answer: 'Gladly.' })
      expect(await mails()).to.deep.equal([])
      await runQuoteAction(app, 'send', token)
      expect(await mails()).to.deep.equal([['a@example.org', `${number} sent €127.05 Gladly.`]])
      await acceptTestQuote(app, await serve('read-quote', { token }), { payment_method_id: shop.transfer })
      expect(await mails()).to.deep.equal([['a@example.org', `${number} accepted €127.05 Gladly.`]])
    } finally {
      await app.records.write('customer-group', { may_see_prices: true }, { id: group })
      for (const id of ids) await app.records.remove('notification', id)
    }
  })

  it('address an account by its name and a guest by the e-mail address if no postal address is given', async () => {
    const texts = { ...inBothLanguages('subject', 'For {{ customer.name }}'), ...inBothLanguages('body', 'x') }
    const { id } = await app.records.write('notification', { name: 'asked', status: 'requested', send_customer: true, ...texts })
    const fields = { email: 'grace@example.org', first_name: 'Grace', last_name: 'Hopper', customer_group_id: 1 }
    const account = await app.records.write('customer', fields)
    const subjects: string[] = []
    for (const caller of [guestVisitor, { shopper: { customerId: account.id, customerGroupId: 1 } }]) {
      const { cart } = await createFilledCart(app, shop.lamp, [{}], caller)
      await app.shop.serve('request-quote', { token: cart, email: 'guest@example.org' }, caller)
      const [row] = await app.context.database.query<{ subject: string }>('SELECT subject FROM svc_mail_queue')
      await app.context.database.run('DELETE FROM svc_mail_queue')
      subjects.push(row!.subject)
    }
    await app.records.remove('notification', id)
    expect(subjects).to.deep.equal(['For guest@example.org', 'For Grace Hopper'])
  })
})
