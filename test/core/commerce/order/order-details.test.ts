// Payment instructions, terms and entered values stay with the order as they were shown to the customer.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { readDocument } from '../../../../core/commerce/document/rows.js'
import { buildPrintSheet } from '../../../../plugins/print/sheet.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { acceptTestQuote, sendTestQuote } from '../../../support/test-quotes.js'
import { inBothLanguages } from '../../../support/small-shop.js'
import { toSheetSource } from '../../../plugins/print/frozen-documents.js'

const account = { bank_name: 'Bank of Tests', iban: 'BE71 0961 2345 6769', bic: 'GKCCBEBB' }
const list = (of: string): string =>
  `{{ ${of}.payment_text }}{% for one in ${of}.payment_details %} {{ one.label }} {{ one.text }};{% endfor %}{% for line in ${of}.lines %}{% for option in line.options %} {{ option.question }} {{ option.text }}.{% endfor %}{% endfor %}`

describe('order contents shown to the customer', function () {
  this.timeout(60_000)
  let app: TestApp
  let shop: SellingShop
  beforeEach(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    await app.records.write(
      'store',
      { ...account, terms_en_GB: '<p>All sales are final.</p>', terms_de_DE: '<p>Endgültig.</p>' },
      { id: 1 },
    )
    await app.records.write('payment-method', { params: { due_days: 14 } }, { id: shop.transfer })
    const mail = { send_customer: true, ...inBothLanguages('subject', 'Told') }
    await app.records.write('notification', {
      name: 'Ordered',
      status: 'ordered',
      ...mail,
      ...inBothLanguages('body', `<p>${list('order')}</p>`),
    })
    await app.records.write('notification', {
      name: 'Sent',
      status: 'sent',
      ...mail,
      ...inBothLanguages('body', `<p>${list('quote')}</p>`),
    })
  })
  afterEach(() => app?.stop())

  const ordered = async (payment_method_id = shop.transfer): Promise<DocumentReply> => {
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    const ready = await app.shop.serve('change-checkout', { token: checkout, payment_method_id }, guestVisitor)
    return placeCheckout(app, ready as CheckoutReply)
  }
  const read = async (token: string): Promise<DocumentReply> =>
    (await app.shop.serve('read-order', { token }, guestVisitor)) as DocumentReply
  const lastMail = async (): Promise<string> => {
    const [row] = await app.context.database.query<{ body: string }>('SELECT body FROM svc_mail_queue ORDER BY id DESC LIMIT 1')
    return row!.body
  }
  const notes = async (token: string): Promise<readonly string[]> => {
    const [order] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    const document = (await readDocument(app.shop.createContext({}), 'sales-order', order!.id))!
    return buildPrintSheet('confirmation', toSheetSource(document)).notes
  }

  it('contain payment instructions in order, mail and confirmation, unchanged after bank or method changes', async () => {
    const order = await ordered()
    const { text, details } = order.payment_instructions!
    expect(text).to.equal('Please transfer the amount to this account and include the reference.')
    const texts = new Map(details.map((detail) => [detail.label, detail.text]))
    expect([texts.get('IBAN'), texts.get('Reference'), texts.get('Account holder')]).to.deep.equal([
      account.iban,
      String(order.number),
      'Blinds & Co',
    ])
    expect(await lastMail())
      .to.contain(text)
      .and.to.contain(`IBAN ${account.iban};`)
      .and.to.contain(`Reference ${order.number};`)
    const printed = await notes(order.token)
    expect(
      printed.some((note) => [text, `IBAN: ${account.iban}`, `Reference: ${order.number}`].every((part) => note.includes(part))),
    ).to.equal(true)
    await app.records.write('store', { iban: 'BE00 0000 0000 0000' }, { id: 1 })
    await app.records.remove('payment-method', shop.transfer)
    expect(await read(order.token)).to.deep.equal(order)
    expect(await notes(order.token)).to.deep.equal(printed)
  })

  it('contain the same payment instructions as the payment itself', async () => {
    for (const method of [shop.transfer, shop.card]) {
      const { token, payment_instructions } = await ordered(method)
      const { instructions } = (await app.shop.serve('begin-payment', { token }, guestVisitor)) as {
        readonly instructions: unknown
      }
      expect(payment_instructions).to.deep.equal(instructions)
    }
  })

  it('contain payment instructions for the order of a quote, too', async () => {
    const quote = await sendTestQuote(app, shop)
    expect(quote.payment_instructions).to.equal(null)
    const order = await acceptTestQuote(app, quote, { payment_method_id: shop.transfer })
    const reference = order.payment_instructions!.details.find(({ label }) => label === 'Reference')
    expect(reference?.text).to.equal(String(order.number))
    expect(await lastMail()).to.contain(`Reference ${order.number};`)
  })

  it('contain no payment instructions if nothing is to be paid', async () => {
    await app.records.write('product', { baseprice: 0 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { price: 0 }, { id: shop.parcel })
    const { payment_instructions } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    expect(payment_instructions).to.equal(null)
  })

  it('contain the terms at the time of the agreement', async () => {
    const order = await ordered()
    const quote = await sendTestQuote(app, shop)
    await app.records.write('store', { terms_en_GB: '<p>Everything is taken back.</p>' }, { id: 1 })
    expect(await read(order.token)).to.include({ terms: '<p>All sales are final.</p>', terms_agreed: order.terms_agreed })
    expect(order.terms_agreed).to.be.a('string')
    expect(quote).to.include({ terms: '<p>All sales are final.</p>', terms_agreed: null })
    const accepted = await acceptTestQuote(app, quote, { payment_method_id: shop.transfer })
    expect(accepted.terms).to.equal('<p>Everything is taken back.</p>')
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    const german = { ...guestVisitor, language: 'de-DE' }
    const ready = (await app.shop.serve('change-checkout', { token: checkout, phone: '1' }, german)) as CheckoutReply
    expect((await placeCheckout(app, ready, german)).terms).to.equal('<p>Endgültig.</p>')
    const content = inBothLanguages('content', '<p>Page of terms.</p>')
    await app.records.write('content-page', { ...inBothLanguages('title', 'Terms'), kind: 'terms', ...content })
    expect((await ordered()).terms).to.equal('<p>Page of terms.</p>')
  })

  it('contain the entered values with their unit, from the cart to the mail', async () => {
    const options = ({ options: all }: DocumentReply['lines'][number] | CartReply['positions'][number]): readonly string[] =>
      all.map(({ question, text }) => `${question} ${text}`)
    const ready = await prepareCheckoutForOrder(app, shop)
    const cart = (await app.shop.serve('read-cart', { token: ready.cart }, guestVisitor)) as CartReply
    expect(options(cart.positions[0]!)).to.include('Height 20 cm').and.to.include('Colour Red')
    const order = await placeCheckout(app, ready)
    expect(options(order.lines[0]!)).to.deep.equal(options(cart.positions[0]!))
    expect(await lastMail())
      .to.contain('Height 20 cm.')
      .and.to.contain('Colour Red.')
    const quote = await sendTestQuote(app, shop)
    expect(options(quote.lines[0]!)).to.deep.equal(options(cart.positions[0]!))
    expect(await lastMail()).to.contain('Height 20 cm.')
    for (const entity of ['order-line-config', 'quote-line-config']) {
      const entries = (await app.shop.createContext({}).list(entity)).map(({ values }) => [values['entry'], values['unit']])
      expect(entries, entity).to.deep.include(['20', 'cm'])
    }
    await app.records.write('question', { unit_en_GB: 'inch' }, { id: shop.lamp.height })
    expect(await read(order.token)).to.deep.equal(order)
  })
})
