// Notifications: queued with the status change, in the reader's language, and validated as templates when stored.
import { expect } from 'chai'
import { toPlainMailText, writeMail } from '../../../../core/commerce/notification/write-mail.js'
import { previewNotification } from '../../../../core/commerce/notification/preview.js'
import { dueMails, createAccountMail } from '../../../../core/commerce/notification/due-mails.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { buildNotificationValues } from '../../../../core/commerce/notification/notification-values.js'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import type { ValidationError } from '../../../../core/foundation/errors.js'
import { silentLog } from '../../../../core/foundation/log.js'
import { sampleValues } from '../../../../core/model/notification/sample.js'
import { listQueue, mailFailed, retryMail } from '../../../../core/storage/mail-queue.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createTestClock } from '../../../support/clock.js'
import { catchError } from '../../../support/caught-error.js'
import { createFrozenOrder } from '../../../plugins/print/frozen-documents.js'
import { textLanguages } from '../../../../plugins/storefront/text/languages.js'

const texts = (name: string, en: string, de: string): object => ({ [`${name}_en_GB`]: en, [`${name}_de_DE`]: de })

/** The plain text without the imprint that every mail ends with. */
const withoutImprint = (body: string): string => body.split('\n\n-- \n')[0]!

describe('notifications', () => {
  const clock = createTestClock()
  let orders = 0
  let app: TestApp
  const queued = () =>
    app.context.database.query<{
      recipient: string
      subject: string
      body: string
      html: string
      entity: string
      entity_id: number
    }>('SELECT recipient, subject, body, html, entity, entity_id FROM svc_mail_queue ORDER BY id')
  const order = async (fields: object = {}): Promise<number> => {
    const header = {
      status: 'ordered',
      number: 1042 + orders++,
      token: `token-${Math.random()}`,
      email: 'ada@people.example',
      language_tag: 'de-DE',
      currency_code: 'EUR',
      currency_decimals: 2,
      gross: 1198.7,
      placed: '2026-11-22T10:00:00.000Z',
      shop: { name: 'Blinds <b>', url: 'https://shop.example/' },
    }
    const { id } = await app.records.write('sales-order', { ...header, ...fields }, { internal: true })
    const line = await app.records.write(
      'order-line',
      { sales_order_id: id, title: 'Blind & <i>frame</i>', quantity: 2, gross: 1198.7 },
      { internal: true },
    )
    await app.records.write(
      'order-line-config',
      { order_line_id: line.id, question_title: 'Fabric', answer_title: 'Linen', ordering: 1 },
      { internal: true },
    )
    await app.records.write(
      'order-address',
      { sales_order_id: id, kind: 'billing', first_name: 'Ada', last_name: 'Lovelace' },
      { internal: true },
    )
    return id
  }
  const notification = (fields: object): Promise<unknown> =>
    app.records.write('notification', { name: 'Paid', status: 'paid', ...fields })
  const pay = (id: number): Promise<unknown> =>
    app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'))

  beforeEach(async () => {
    orders = 0
    app = await bootTestApp({ clock })
  })
  afterEach(() => app.stop())

  it('go to the customer in the language of the order, and to the shop in its own language', async () => {
    await notification({
      send_customer: true,
      ...texts('subject', 'Order {{ order.number }}', 'Bestellung {{ order.number }}'),
      ...texts('body', '<p>Hello</p>', '<p>Guten Tag {{ customer.name }}, {{ order.gross }} am {{ order.date }}</p>'),
      send_manager: true,
      ...texts('manager_subject', 'Paid: {{ order.gross }}', 'Bezahlt: {{ order.gross }}'),
    })
    const { id: shop } = (await app.records.list('store', {})).records[0] as { id: number }
    await app.records.write('store', { email_sales: 'sales@shop.example' }, { id: shop })
    const id = await order()
    await pay(id)
    const [customer, manager, ...otherMails] = await queued()
    expect(otherMails).to.deep.equal([])
    expect(customer).to.include({
      recipient: 'ada@people.example',
      subject: 'Bestellung 1042',
      entity: 'sales-order',
      entity_id: id,
    })
    expect(withoutImprint(customer!.body).replace(/\u00a0/g, ' ')).to.equal(
      'Guten Tag Ada Lovelace, 1.198,70 € am 22. November 2026',
    )
    expect(manager).to.include({ recipient: 'sales@shop.example' })
    expect(manager!.subject.replace(/\u00a0/g, ' ')).to.equal('Paid: €1,198.70')
  })

  it('are answered to the shop by the customer, and to the customer by the shop', async () => {
    await notification({ send_customer: true, send_manager: true, ...texts('subject', 'x', 'x'), ...texts('body', 'x', 'x') })
    const { id: shop } = (await app.records.list('store', {})).records[0] as { id: number }
    await app.records.write('store', { email_sales: 'sales@shop.example', email_support: '' }, { id: shop })
    await pay(await order())
    await app.records.write('store', { email_support: 'help@shop.example' }, { id: shop })
    await pay(await order())
    const replyTo = (await dueMails(app.context, 50)).map((mail) => [mail.to, mail.replyTo])
    expect(replyTo).to.deep.equal([
      ['ada@people.example', 'sales@shop.example'],
      ['sales@shop.example', 'ada@people.example'],
      ['ada@people.example', 'help@shop.example'],
      ['sales@shop.example', 'ada@people.example'],
    ])
  })

  it('list the order lines with their selections, and escape texts of the shop and the shopper', async () => {
    const body =
      '{% for line in order.lines %}<p>{{ line.quantity }} {{ line.title }}: {% for option in line.options %}{{ option.text }}{% endfor %}</p>{% endfor %}<p>{{ shop.name }}</p>'
    await notification({ send_customer: true, ...texts('subject', 'x', 'x'), ...texts('body', body, body) })
    await pay(await order())
    const [mail] = await queued()
    expect(mail!.html).to.contain('<p>2 Blind &amp; &lt;i&gt;frame&lt;/i&gt;: Linen</p><p>Blinds &lt;b&gt;</p>')
    expect(withoutImprint(mail!.body)).to.equal('2 Blind & <i>frame</i>: Linen\nBlinds <b>')
  })

  it('contain a link to the order', async () => {
    const body = '<p><a href="{{ order.link }}">Look</a></p>'
    await notification({ send_customer: true, ...texts('subject', 'x', 'x'), ...texts('body', body, body) })
    await pay(await order({ token: 'the-token' }))
    const [mail] = await queued()
    // The link leads to the page in the language of the mail. The default language has no path segment.
    expect(mail!.html).to.contain('href="https://shop.example/de/orders/the-token"')
    expect(withoutImprint(mail!.body)).to.equal('Look (https://shop.example/de/orders/the-token)')
    await pay(await order({ token: 'another', language_tag: 'en-GB' }))
    expect(withoutImprint((await queued())[1]!.body)).to.equal('Look (https://shop.example/orders/another)')
  })

  it('link the content pages of the shop, except free and unpublished ones', async () => {
    const page = { title_en_GB: 'Imprint', title_de_DE: 'Impressum', kind: 'imprint' }
    await app.records.write('content-page', page)
    await app.records.write('content-page', { ...page, title_de_DE: 'Über uns', kind: 'free' })
    await app.records.write('content-page', { ...page, title_de_DE: 'AGB', kind: 'terms', published: false })
    const body = '<p>{% for page in shop.pages %}<a href="{{ page.link }}">{{ page.title }}</a>{% endfor %}</p>'
    await notification({ send_customer: true, ...texts('subject', 'x', 'x'), ...texts('body', body, body) })
    await pay(await order())
    const [mail] = await queued()
    expect(mail!.html).to.match(/<p><a [^>]*href="https:\/\/shop\.example\/de\/page\/impressum"[^>]*>Impressum<\/a><\/p>/)
  })

  it('are not queued without an address, for another status, or without a recipient', async () => {
    await notification({ send_customer: true, ...texts('subject', 'x', 'x') })
    await notification({ name: 'Shipped', status: 'shipped', send_customer: true, ...texts('subject', 'x', 'x') })
    await notification({ name: 'Off', ...texts('subject', 'x', 'x') })
    await pay(await order({ email: '' }))
    expect(await queued()).to.deep.equal([])
    await pay(await order())
    expect(await queued()).to.have.length(1)
  })

  it('are not queued if the status change is rolled back', async () => {
    await notification({ send_customer: true, ...texts('subject', 'x', 'x') })
    const id = await order()
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'), { dryRun: true })
    expect(await queued()).to.deep.equal([])
  })

  it('strip line breaks from the subject, so a value cannot add a mail header', async () => {
    await notification({ send_customer: true, ...texts('subject', '{{ order.note }}', '{{ order.note }}') })
    await pay(await order({ note: 'a\r\nBcc: x@y.example' }))
    expect((await queued())[0]!.subject).to.equal('a Bcc: x@y.example')
  })

  it('reject an unknown placeholder, also in a loop, and name the nearest one', async () => {
    const refuse = async (body: string) =>
      ((await catchError(notification({ ...texts('body', body, 'x') }))) as ValidationError).issues.map(({ message }) => message)
    const error = (await catchError(notification({ ...texts('body', '{{ order.nummber }}', 'x') }))) as ValidationError
    expect(error.issues[0]).to.deep.include({
      field: 'body_en_GB',
      code: 'UNKNOWN_FIELD',
      message: "'order.nummber' in field Body is not a placeholder. Did you mean 'order.number'?",
    })
    expect(await refuse('{{ number }} and {{ custommer.name }}')).to.deep.equal([
      "'number' in field Body is not a placeholder. Did you mean 'order.number'?",
      "'custommer' in field Body is not a placeholder. Did you mean 'customer.name'?",
    ])
    expect(await refuse('{% for line in order.lines %}{{ line.titel }}{% endfor %}')).to.deep.equal([
      "'line.titel' in field Body is not a placeholder. Did you mean 'line.title'?",
    ])
    const nested = '{% for line in order.lines %}{% for o in line.options %}{{ o.txt }}{% endfor %}{% endfor %}'
    expect(await refuse(nested)).to.deep.equal(["'o.txt' in field Body is not a placeholder. Did you mean 'o.text'?"])
    expect(await refuse('{{ order.constructor }}')).to.have.length(1)
  })

  it('reject braces, tags and filters that are incomplete or unknown, and name the placeholder', async () => {
    const refuse = async (body: string): Promise<string> =>
      ((await catchError(notification({ ...texts('body', body, 'x') }))) as ValidationError).issues[0]!.message
    const braces = (name: string, correct: string): string =>
      `The placeholder '${name}' in field Body needs two braces on each side: {{ ${correct} }}.`
    expect(await refuse('Hello {{ customer.name, {{ order.number }}')).to.equal(braces('customer.name', 'customer.name'))
    expect(await refuse('{{ order.nummber } and more')).to.equal(braces('order.nummber', 'order.number'))
    expect(await refuse('Hello customer.name }}')).to.equal(braces('customer.name', 'customer.name'))
    expect(await refuse('Hello {customer.nam}')).to.equal(braces('customer.nam', 'customer.name'))
    expect(await refuse('Hello {{ ')).to.equal('Field Body has {{ without }}.')
    expect(await refuse('{% if order.is_paid %}x')).to.equal("'if' in field Body has no 'endif'.")
    expect(await refuse('x{% endif %}')).to.contain("'endif' in field Body is unknown")
    expect(await refuse('{% include "x" %}')).to.contain("'include' in field Body is unknown")
    expect(await refuse('{{ order.number | upcas }}')).to.equal("'upcas' in field Body is not a filter. Did you mean 'upcase'?")
    expect(await refuse('{{ }}')).to.contain('is not a valid template')
  })

  it('accept braces in quoted texts, single braces around other words, and escaped comparisons of rich text', async () => {
    const body = '<p>{a} {{ "{{" }}{% if order.delivery_days &gt; 2 %}later{% endif %}{{&nbsp;order.number }}</p>'
    await notification({ send_customer: true, ...texts('subject', 'x', 'x'), ...texts('body', body, body) })
    await pay(await order({ delivery_days: 3 }))
    expect(withoutImprint((await queued())[0]!.body)).to.equal('{a} {{later1042')
  })

  it('that exceed the template limit are still sent, and do not block the order', async () => {
    const body = '{% for a in (1..3000) %}{% for b in (1..3000) %}x{% endfor %}{% endfor %}'
    await notification({ send_customer: true, ...texts('subject', 'Paid', 'Bezahlt'), ...texts('body', body, body) })
    await pay(await order())
    expect((await queued())[0]).to.include({ subject: 'Bezahlt' })
  })

  it('are sent without their markup if the filled template nests 300 elements', async () => {
    const body = '{% for a in (1..300) %}<div>{% endfor %}Paid'
    await notification({ send_customer: true, ...texts('subject', 'Paid', 'Bezahlt'), ...texts('body', body, body) })
    await pay(await order())
    const [mail] = await queued()
    expect([mail!.subject, withoutImprint(mail!.body)]).to.deep.equal(['Bezahlt', 'Paid'])
    expect(mail!.html).to.contain('>Paid</p>').and.not.contain('<div><div')
  })

  it('are previewed for an order or for sample values, in any language of the shop', async () => {
    await notification({ ...texts('subject', 'Order {{ order.number }}', 'Bestellung {{ order.number }}') })
    await order({ number: 77 })
    const preview = (options: object = {}) => previewNotification(app.shop.createContext({}), { name: 'Paid', ...options })
    expect((await preview()).subject).to.equal('Order 1042')
    expect((await preview({ number: 77 })).subject).to.equal('Bestellung 77')
    expect((await preview({ number: 77, language: 'en-GB' })).subject).to.equal('Order 77')
    expect(await catchError(preview({ number: 9 }))).to.have.property('message', 'There is no order with the number 9.')
    expect(await catchError(preview({ name: 'x' }))).to.have.property(
      'message',
      "There is no notification 'x'. There are 'Paid'.",
    )
    expect(await queued()).to.deep.equal([])
  })

  it('that fail are listed with the reason, abandoned after ten attempts, and can be retried', async () => {
    await notification({ send_customer: true, ...texts('subject', 'Paid', 'Bezahlt') })
    const id = await order()
    await pay(id)
    const mail = (await listQueue(app.context, 10))[0]!.id
    for (let attempts = 0; attempts < 10; attempts++)
      await mailFailed(app.context, { id: mail, attempts, to: '', subject: '', text: '' }, '550 nobody here')
    expect(await listQueue(app.context, 10)).to.deep.include.members([
      {
        id: mail,
        to: 'ada@people.example',
        subject: 'Bezahlt',
        about: `sales-order ${id}`,
        created: new Date(clock.time).toISOString(),
        attempts: 10,
        next_attempt: null,
        failure: '550 nobody here',
      },
    ])
    expect(await retryMail(app.context, mail)).to.equal(true)
    expect((await listQueue(app.context, 10))[0]).to.include({ attempts: 0, next_attempt: new Date(clock.time).toISOString() })
    expect(await retryMail(app.context, 999)).to.equal(false)
  })
})

describe('mail', () => {
  const mailTexts = {
    ...({ id: 1, name: 'Paid', status: 'paid', send_customer: true, send_manager: false } as const),
    ...{ subject: 'Paid', body: '<p>Hello {{ customer.name }}</p>', manager_subject: '', manager_body: '' },
    ...{ body_en_GB: '<p>Hello {{ customer.name }}</p>', body_he_IL: '<p>שלום {{ customer.name }}</p>', body_ar_EG: '' },
  }
  const composeMail = (language: string) =>
    writeMail(mailTexts, sampleValues, {
      reader: 'customer',
      to: 'ada@people.example',
      language,
      log: silentLog,
      catalogs: createMessageCatalogs(),
    })

  it('has the writing direction of the language of its text', async () => {
    expect(await composeMail('he-IL')).to.include({
      html: '<div lang="he-IL" dir="rtl"><p>שלום Ada Lovelace</p></div>',
      text: 'שלום Ada Lovelace\n',
    })
    expect((await composeMail('en-GB')).html).to.equal('<p>Hello Ada Lovelace</p>')
    expect((await composeMail('ar-EG')).html).to.equal('<p>Hello Ada Lovelace</p>')
  })

  it('to the shop links the order in the admin', () => {
    const { order } = buildNotificationValues(createFrozenOrder(), 'en-GB')
    expect(order.admin_link).to.equal('https://blinds.example/svc-admin/records/sales-order/1')
  })

  it('has no block in its subject', async () => {
    const context = { reader: 'customer', to: 'ada@people.example', language: 'en-GB', log: silentLog } as const
    const template = { ...mailTexts, subject: 'Order {{ order.items_block }}{{ order.number }}' }
    const { subject } = await writeMail(template, sampleValues, { ...context, catalogs: createMessageCatalogs() })
    expect(subject).to.equal('Order 1042')
  })

  it('uses the Gregorian calendar in every language', () => {
    for (const language of ['ar-SA', 'fa-IR', 'th-TH'])
      expect(buildNotificationValues(createFrozenOrder(), language).order.date).to.match(/2030|٢٠٣٠|۲۰۳۰/)
  })

  it('with a password reset link exists in each language of the storefront', () => {
    const mails = textLanguages.map((language) =>
      createAccountMail(
        createMessageCatalogs(),
        'reset',
        { to: 'ada@people.example', language, shop: 'Blinds' },
        { link: 'https://shop.example/x' },
      ),
    )
    for (const { text } of mails) expect(text).to.contain('\nhttps://shop.example/x\n')
    expect(new Set(mails.map(({ subject }) => subject))).to.have.length(textLanguages.length)
  })
})

describe('plain text of a mail', () => {
  it('keeps words, lines, list items and link addresses', () => {
    const html =
      '<h2>Hi</h2><p>One<br>two &amp; three</p><ul><li>a</li><li>b</li></ul><table><tr><td>x</td><td>1</td></tr></table>'
    expect(toPlainMailText(html)).to.equal('Hi\nOne\ntwo & three\n- a\n- b\nx 1\n')
    expect(toPlainMailText('<a href="https://a.example/">https://a.example/</a>')).to.equal('https://a.example/\n')
  })
})
