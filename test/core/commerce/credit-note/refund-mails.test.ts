// The mails about refunds in part and credit notes: one mail for each refund, the credit note attached, and amounts that add up.
import { expect } from 'chai'
import type { OrderRefund } from '../../../../core/commerce/credit-note/refund-order.js'
import { attachMailDocument } from '../../../../core/commerce/notification/mail-attachment.js'
import { dueMails } from '../../../../core/commerce/notification/due-mails.js'
import { previewNotification } from '../../../../core/commerce/notification/preview.js'
import type { QueuedMail } from '../../../../core/storage/mail-queue.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'

type Row = Readonly<Record<string, unknown>>

describe('the mails about refunds', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    await app.act('add-default-notifications', {})
  })
  after(() => app?.stop())
  beforeEach(() => setInvoicing(true))

  const setInvoicing = (enable_invoicing: boolean) => app.records.write('settings', { enable_invoicing }, { id: 1 })
  const rows = async (entity: string, id: number): Promise<readonly Row[]> =>
    (await app.shop.createContext({}).list(entity, { column: 'sales_order_id', values: [id] })).map(({ values }) => values)
  const refund = (order_id: number, input: object): Promise<OrderRefund> =>
    app.act('refund-order', { order_id, ...input }) as Promise<OrderRefund>
  const clearQueue = () => app.context.database.run('DELETE FROM svc_mail_queue', [])

  async function placePaid(language = 'en-GB') {
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 3 }]))
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    const id = record!.id
    await app.records.write('sales-order', { language_tag: language }, { id, internal: true })
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    await clearQueue()
    return { id, gross: Number(record!.values['gross']), line: Number((await rows('order-line', id))[0]!['id']) }
  }
  const mails = (): Promise<readonly QueuedMail[]> => dueMails(app.context, 50)
  /** The amount at the end of each line that has one, in cents, by label. */
  const amountsIn = (text: string): ReadonlyMap<string, number> =>
    new Map(
      text.split('\n').flatMap((row) => {
        const [, label, amount = ''] = /^(.*): €([\d,]+\.\d\d)$/.exec(row) ?? []
        return label === undefined ? [] : [[label, Math.round(Number(amount.replaceAll(',', '')) * 100)] as const]
      }),
    )
  const toCents = (amount: number): number => Math.round(amount * 100)

  it('contain the credited items, whose amounts add up to the credit note, and have it attached', async () => {
    const { id, line } = await placePaid()
    const { gross, credit_note } = await refund(id, {
      lines: [{ order_line_id: line, quantity: 1 }],
      delivery: true,
      reason: 'Damaged in transit.',
    })
    const [mail, ...others] = await mails()
    expect(others).to.deep.equal([])
    expect(mail!.subject).to.match(/^Credit note for order \d+$/)
    expect(mail!.text)
      .to.include(`We have issued credit note ${credit_note} for your order`)
      .and.include('Reason: Damaged in transit.')
    expect(mail!.text).to.include(`We are refunding €${gross.toFixed(2)} to you.`)
    const amounts = amountsIn(mail!.text)
    expect(amounts.get('1 × Lamp')! + amounts.get('Parcel')!).to.equal(toCents(gross))
    expect(amounts.get('Total, incl. VAT')).to.equal(toCents(gross))
    const taxes = [...amounts].filter(([label]) => /^(Net amount|VAT )/.test(label))
    expect(taxes.reduce((sum, [, amount]) => sum + amount, 0)).to.equal(toCents(gross))
    const { files } = await attachMailDocument(app.shop.createContext({}), mail!)
    expect(files.map(({ name }) => name)).to.deep.equal([`Credit note ${credit_note}.pdf`])
  })

  it('name no refund for a credit note that pays nothing back, and label an amount without an item', async () => {
    const { id } = await placePaid()
    await refund(id, { amount: 10, pay_back: false })
    const [mail] = await mails()
    expect(mail!.text).to.not.include('We are refunding')
    expect(amountsIn(mail!.text).get('1 × Credited amount')).to.equal(1_000)
  })

  it('are one mail for the refund of the rest, with the last credit note attached', async () => {
    const { id, line } = await placePaid()
    await refund(id, { lines: [{ order_line_id: line, quantity: 2 }] })
    await clearQueue()
    const { credit_note } = await refund(id, { lines: [{ order_line_id: line, quantity: 1 }], delivery: true })
    const [mail, ...others] = await mails()
    expect(others).to.deep.equal([])
    expect(mail!.subject).to.match(/^Refund for order \d+$/)
    expect(mail!.attachment?.file).to.equal(`Credit note ${credit_note}.pdf`)
  })

  it('state paid, refunded and remaining amounts of an order without an invoice, which add up', async () => {
    await setInvoicing(false)
    const { id, gross, line } = await placePaid()
    const first = await refund(id, { lines: [{ order_line_id: line, quantity: 1 }] })
    await clearQueue()
    const second = await refund(id, { lines: [{ order_line_id: line, quantity: 1 }] })
    const [mail, ...others] = await mails()
    expect(others).to.deep.equal([])
    expect(mail!.subject).to.match(/^Refund for order \d+$/)
    expect(mail!.attachment).to.equal(undefined)
    const amounts = amountsIn(mail!.text)
    expect(amounts.get('Paid')).to.equal(toCents(gross))
    expect(amounts.get('Refunded earlier')).to.equal(toCents(first.gross))
    expect(amounts.get('This refund')).to.equal(toCents(second.gross))
    expect(amounts.get('Remaining payment')).to.equal(toCents(gross) - toCents(first.gross) - toCents(second.gross))
  })

  it('are written in the language of the order', async () => {
    const { id, line } = await placePaid('de-DE')
    await refund(id, { lines: [{ order_line_id: line, quantity: 1 }], reason: 'Kratzer' })
    const [mail] = await mails()
    expect(mail!.subject).to.match(/^Gutschrift zu Ihrer Bestellung \d+$/)
    expect(mail!.text).to.include('Grund: Kratzer').and.include('Wir erstatten Ihnen')
  })

  it('are previewed for an order with its last credit note and refund, and with sample values', async () => {
    const { id, line } = await placePaid()
    const { gross } = await refund(id, { lines: [{ order_line_id: line, quantity: 1 }] })
    const { number } = (await app.shop.createContext({}).read('sales-order', id))!.values
    const preview = async (name: string, options: object = {}): Promise<string> =>
      (await previewNotification(app.shop.createContext({}), { name, ...options })).text
    const options = { number: Number(number), language: 'en-GB' }
    expect(amountsIn(await preview('Credit note created', options)).get('Total, incl. VAT')).to.equal(toCents(gross))
    expect(amountsIn(await preview('Partial refund', options)).get('This refund')).to.equal(toCents(gross))
    expect(await preview('Credit note created')).to.include('Total, incl. VAT')
    expect(await preview('Partial refund')).to.include('This refund')
  })
})
