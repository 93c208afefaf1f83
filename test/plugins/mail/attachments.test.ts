// Documents in mails: chosen by the notification, printed when the mail is sent, and retried without holding up other mails.
import { expect } from 'chai'
import { type CompleteMail, attachMailDocument } from '../../../core/commerce/notification/mail-attachment.js'
import { previewNotificationDraft } from '../../../core/commerce/notification/preview.js'
import { definePrintedDocument, type Plugin } from '../../../core/contract.js'
import type { QuoteReply } from '../../../core/commerce/quote/define.js'
import { ServiceError } from '../../../core/foundation/errors.js'
import { createMessage } from '../../../core/foundation/message.js'
import { listQueue, loadDueMails, type QueuedMail } from '../../../core/storage/mail-queue.js'
import { mail } from '../../../plugins/mail/index.js'
import { openTransport } from '../../../plugins/mail/transport.js'
import { sendQueued } from '../../../plugins/mail/send.js'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '../../support/clock.js'
import { createFilledCart } from '../../support/filled-cart.js'
import {
  checkoutPlugins,
  createHomeAddress,
  guestVisitor,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { inBothLanguages } from '../../support/small-shop.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { runQuoteAction } from '../../support/test-quotes.js'
import { catchValidationError } from '../../support/validation-error.js'
import { readPdfText, requirePdfReader } from '../print/pdf-reader.js'

const label: { print(): Uint8Array } = { print: () => new Uint8Array(3) }

/** A document that fails or grows as a test requires. */
const labels: Plugin = {
  name: 'labels',
  core: '^0.1.0',
  contributes: {
    printedDocuments: [
      definePrintedDocument({
        name: 'label',
        label: 'Label',
        title: 'Label {number}',
        entity: 'sales-order',
        mediaType: 'text/plain',
        print: async () => ({ name: 'x', bytes: label.print() }),
      }),
    ],
  },
}

describe('documents in mails', () => {
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop
  before(async function () {
    requirePdfReader(this)
    this.timeout(60_000)
    app = await bootTestApp({ clock, plugins: [...checkoutPlugins, labels] })
    shop = await openSellingShop(app)
    await app.records.write('store', { email_sales: 'sales@blinds.example' }, { id: 1 })
    await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
    await app.act('add-default-notifications', {})
  })
  beforeEach(async () => {
    await app.context.database.run('DELETE FROM svc_mail_queue')
    // The hourly limit of mails to one address starts again.
    clock.time += 3_600_000
  })
  after(() => app?.stop())

  const work = () => app.shop.createContext({})
  const attach = (due: QueuedMail) => attachMailDocument(work(), due)
  const complete = async (): Promise<readonly CompleteMail[]> => {
    const mails: CompleteMail[] = []
    for (const due of await loadDueMails(app.context, 50)) mails.push(await attach(due))
    await app.context.database.run('DELETE FROM svc_mail_queue')
    return mails
  }
  const listFiles = (mails: readonly CompleteMail[]) => mails.map(({ to, files }) => [to, ...files.map(({ name }) => name)])

  async function placeOrder(): Promise<number> {
    const { number } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    return (await work().list('sales-order', { column: 'number', values: [number!] }))[0]!.id
  }

  async function setAttachment(status: string, attachment: string): Promise<void> {
    const { id } = (await work().list('notification', { column: 'status', values: [status] }))[0]!
    await app.records.write('notification', { attachment }, { id })
  }

  it('are the confirmation of a new order, for the customer and the shop, and both mails name the file', async () => {
    const id = await placeOrder()
    const number = (await work().read('sales-order', id))!.values.number as number
    const mails = await complete()
    const file = `Order confirmation ${number}.pdf`
    expect(listFiles(mails)).to.deep.equal([
      ['ada@example.org', file],
      ['sales@blinds.example', file],
    ])
    for (const { text, html = '', files } of mails) {
      expect(text).to.contain(`\n\nAttached: ${file}\n\n-- \n`)
      expect(html).to.contain(`Attached: ${file}`)
      expect(readPdfText(files[0]!.bytes)).to.contain(`Order confirmation ${number}`).and.contain('Lamp')
    }
  })

  it('are the invoice after the payment, and the credit note after the refund', async () => {
    const id = await placeOrder()
    await complete()
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    const [paid] = await complete()
    const invoice = (await work().list('invoice', { column: 'sales_order_id', values: [id] }))[0]!.values.number as string
    expect(listFiles([paid!])).to.deep.equal([['ada@example.org', `Invoice ${invoice}.pdf`]])
    expect(readPdfText(paid!.files[0]!.bytes)).to.contain(`Invoice ${invoice}`)
    const lines = await work().list('order-line', { column: 'sales_order_id', values: [id] })
    const all = lines.map((line) => ({ order_line_id: line.id, quantity: line.values.quantity }))
    await app.act('refund-order', { order_id: id, lines: all, delivery: true })
    const [refunded] = await complete()
    const note = (await work().list('credit-note', { column: 'sales_order_id', values: [id] }))[0]!.values.number as string
    expect(listFiles([refunded!])).to.deep.equal([['ada@example.org', `Cancellation invoice ${note}.pdf`]])
    expect(readPdfText(refunded!.files[0]!.bytes)).to.contain(`Cancellation invoice ${note}`)
  })

  it('are the quote when it is sent, but not while it is only requested', async () => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    await setAttachment('requested', 'quote')
    const request = { token: cart, email: 'ada@example.org', billing: createHomeAddress(shop) }
    const { token, number } = (await app.shop.serve('request-quote', { ...request }, guestVisitor)) as QuoteReply
    expect(listFiles(await complete())).to.deep.equal([['ada@example.org'], ['sales@blinds.example']])
    await runQuoteAction(app, 'prepare', token, { answer: 'Gladly.' })
    await runQuoteAction(app, 'send', token)
    expect(listFiles(await complete())).to.deep.equal([['ada@example.org', `Quote ${number}.pdf`]])
  })

  it('are left out, and not mentioned, if they do not exist', async () => {
    const id = await placeOrder()
    await complete()
    await setAttachment('confirmed', 'invoice')
    await app.act('set-order-status', { order_id: id, status: 'confirmed' })
    const [own] = await complete()
    expect(listFiles([own!])).to.deep.equal([['ada@example.org']])
    expect(own!.text).to.not.contain('Attached')
  })

  it('that fail are retried later with the reason, and do not hold up other mails', async () => {
    await setAttachment('ordered', 'label')
    const folder = await mkdtemp(join(tmpdir(), 'mails-'))
    const options = { folder, from: 'Shop <shop@shop.example>' }
    try {
      label.print = () => {
        throw new ServiceError('NOT_READY', createMessage('errors.printQueueFull', { count: 7, seconds: 5 }))
      }
      await placeOrder()
      await work().transact((unit) => unit.mail({ to: 'other@people.example', subject: 'x', text: 'x' }))
      await sendQueued(app.context, options, { attach })
      const failed = await listQueue(app.context, 10)
      expect(failed.map(({ to, attempts }) => [to, attempts])).to.deep.equal([
        ['ada@example.org', 1],
        ['sales@blinds.example', 1],
      ])
      expect(failed[0]!.failure).to.match(/^The attachment Label \d+\.txt could not be created\. 7 documents wait/)
      label.print = () => new TextEncoder().encode('To Ada')
      clock.time += 61_000
      await sendQueued(app.context, options, { attach })
      expect(await listQueue(app.context, 10)).to.deep.equal([])
      const sent = await readFile(join(folder, `${String(failed[0]!.id).padStart(6, '0')}.eml`), 'utf8')
      expect(sent)
        .to.match(/filename="Label \d+\.txt"/)
        .and.contain(Buffer.from('To Ada').toString('base64'))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('that are too large are left out, and the mail does not mention them', async () => {
    label.print = () => new Uint8Array(8 * 1_048_576)
    await placeOrder()
    const [own] = await complete()
    expect(own!.files).to.deep.equal([])
    expect(`${own!.text}${own!.html}`).to.contain('Lamp').and.not.contain('Attached')
  })

  it('are a sample in the preview and the test of a mail, in the language of the mail', async () => {
    const texts = { ...inBothLanguages('subject', 'x'), ...inBothLanguages('body', '<p>{{ order.items_block }}</p>') }
    const draft = { name: 'Paid', status: 'paid', attachment: 'invoice', texts: texts as Readonly<Record<string, string>> }
    const options = { language: 'de-DE', reader: 'customer', url: 'https://shop.example' } as const
    const preview = await previewNotificationDraft(work(), draft, options)
    expect(preview.attachment?.file).to.equal('Rechnung 1042.pdf')
    expect(preview.text).to.contain('Im Anhang: Rechnung 1042.pdf')
    await work().transact((unit) => unit.mail({ ...preview, to: 'me@blinds.example' }))
    const [own] = await complete()
    expect(listFiles([own!])).to.deep.equal([['me@blinds.example', 'Rechnung 1042.pdf']])
    const [total] = /\d+,\d\d\s€/.exec(preview.text.slice(preview.text.indexOf('Gesamt')))!
    const printed = readPdfText(own!.files[0]!.bytes)
    expect(printed).to.contain('Rechnung 1042').and.contain('Anna Schmidt')
    expect(printed.replace(/\s/g, ' ')).to.contain(total.replace(/\s/g, ' '))
  })

  it('must belong to the status of the notification', async () => {
    const fields = { name: 'Odd', status: 'paid', attachment: 'quote' }
    const message =
      'Quote does not belong to this status. E-mails about quotes can only have a quote attached, and e-mails about orders only the documents of an order.'
    const { issues } = await catchValidationError(app.records.write('notification', fields))
    expect(issues.map(({ field, message: text }) => [field, text])).to.deep.equal([['attachment', message]])
  })

  it('are attached by the task that sends the mails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mails-'))
    const sending = await bootTestApp({
      clock,
      plugins: [...checkoutPlugins, labels, mail({ folder, from: 'Shop <shop@shop.example>' })],
    })
    try {
      label.print = () => new TextEncoder().encode('To Ada')
      const attachment = { document: 'label', id: null, language: 'en-GB', file: 'Label.txt', notice: 'Attached: Label.txt' }
      await sending.shop
        .createContext({})
        .transact((unit) => unit.mail({ to: 'a@b.example', subject: 'x', text: 'Attached: Label.txt', attachment }))
      await sending.operations.tasks.run('send-mail')
      const [name = ''] = await readdir(folder)
      expect(await readFile(join(folder, name), 'utf8')).to.contain('filename=Label.txt')
    } finally {
      await sending.stop()
      await rm(folder, { recursive: true })
    }
  })

  it('are sent as files with their name and type', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mails-'))
    const transport = openTransport({ folder, from: 'Shop <shop@shop.example>' })
    try {
      const files = [{ name: 'Rechnung Ä 7.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') }]
      const path = await transport.send({
        id: 7,
        attempts: 0,
        to: 'a@b.example',
        subject: 'x',
        text: 'x',
        html: '<p>x</p>',
        files,
      })
      const message = await readFile(path!, 'utf8')
      expect(message)
        .to.match(/Content-Type: application\/pdf;/)
        .and.match(/Content-Disposition: attachment;/)
      expect(message).to.contain("filename*0*=utf-8''Rechnung%20%C3%84%207.pdf")
    } finally {
      transport.close()
      await rm(folder, { recursive: true })
    }
  })
})
