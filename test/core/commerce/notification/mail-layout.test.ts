// The layout of mails and the blocks of their templates: colours, dark scheme, imprint, sums, plain text, and escaping.
import { expect } from 'chai'
import { applyMailLayout, createMailColors, loadMailLayout } from '../../../../core/commerce/notification/mail-layout.js'
import { writeMail } from '../../../../core/commerce/notification/write-mail.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { silentLog } from '../../../../core/foundation/log.js'
import { calculateContrast } from '../../../../core/model/storefront/contrast.js'
import { sampleValues } from '../../../../core/model/notification/sample.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('the layout of mails', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp()
    await app.records.write(
      'store',
      { name: 'Blinds <b>', line1: 'Quay 1', zip: '9000', city: 'Ghent', company_register: 'Ghent 1' },
      { id: 1 },
    )
    await app.records.write('settings', { theme: { accent: '#8a1c4a' } }, { id: 1 })
    await app.records.write('content-page', { title_en_GB: 'Imprint', title_de_DE: 'Impressum', kind: 'imprint' })
  })
  after(() => app?.stop())

  const compose = async (language: string, values = sampleValues, body = '{{ order.items_block }}{{ order.payment_block }}') => {
    const layout = await loadMailLayout(app.shop.createContext({}), language, 'https://shop.example/')
    const texts = { subject: 'Order', body, manager_subject: '', manager_body: '' }
    const notification = { id: 1, name: 'Paid', status: 'paid', send_customer: true, send_manager: false, ...texts } as const
    const context = { reader: 'customer', to: 'ada@people.example', language, log: silentLog } as const
    const more = { catalogs: createMessageCatalogs(), colors: layout.colors }
    return applyMailLayout(await writeMail(notification, values, { ...context, ...more }), layout)
  }

  it('names the shop and its legal pages, escaped, in HTML and in plain text', async () => {
    const { html, text } = await compose('de-DE')
    expect(html).to.contain('Blinds &lt;b&gt;').and.contain('href="https://shop.example/de/page/impressum"')
    expect(text).to.match(
      /\n-- \nBlinds <b>\nQuay 1, 9000 Ghent.*\nGhent 1\n\nImpressum: https:\/\/shop\.example\/de\/page\/impressum\n$/s,
    )
  })

  it('uses the accent colour of the theme, supports the dark scheme, and loads nothing', async () => {
    const { html = '' } = await compose('en-GB')
    expect(html)
      .to.contain('#8a1c4a')
      .and.contain('name="color-scheme" content="light dark"')
      .and.contain('prefers-color-scheme:dark')
    expect(html).to.not.match(/<(?:link|script|img)\b|@import|url\(/)
  })

  it('turns the page for a language that is written from right to left', async () => {
    const { html } = await compose('he-IL')
    // The bidirectional algorithm would move the parts of an isolated phone number or name.
    expect(html).to.contain(' dir="rtl">\n<head>').and.contain('<bdi>Blinds &lt;b&gt;</bdi>')
  })

  it('lists items, choices, sums and payment instructions, with amounts as in the document', async () => {
    const { html = '', text } = await compose('en-GB')
    for (const part of [
      '2 × Roller blind',
      'RB-100',
      'Fabric: Linen, sand',
      '€198.73',
      'Parcel',
      '€204.63',
      'BE71 0961 2345 6769',
    ]) {
      expect(html, part).to.contain(part)
      expect(text, part).to.contain(part)
    }
  })

  it('escapes the texts of shoppers in blocks', async () => {
    const [line] = sampleValues.order.lines
    const lines = [{ ...line!, title: '<script>x</script>', note: '"><img src=x>' }]
    const { html } = await compose('en-GB', { ...sampleValues, order: { ...sampleValues.order, lines } })
    expect(html).to.not.match(/<script|<img/)
  })

  it('inserts a block once, also if a loop repeats its placeholder', async () => {
    const { html = '' } = await compose('en-GB', sampleValues, '{% for i in (1..500) %}{{ order.items_block }}{% endfor %}')
    expect(html.split('2 × Roller blind')).to.have.length(2)
  })

  it('gives the shop the contact of the customer, and a link to the order in the admin', async () => {
    const { html, text } = await compose('en-GB', sampleValues, '{{ order.customer_block }}')
    expect(html).to.contain('mailto:ada@people.example').and.contain(sampleValues.order.admin_link)
    expect(text).to.contain(`Open in the admin: ${sampleValues.order.admin_link}`)
  })

  it('gives customers the tracking of a shipment', async () => {
    const { html, text } = await compose('de-DE', sampleValues, '{{ shipment.block }}')
    expect(html).to.contain(`href="${sampleValues.shipment.tracking_url}"`)
    expect(text).to.contain('Sendungsnummer: 00340434161094042557')
  })

  it('gives a mail without HTML the layout, with its links', async () => {
    const layout = await loadMailLayout(app.shop.createContext({}), 'en-GB', '')
    const mail = applyMailLayout({ to: 'x', subject: 'Reset', text: 'Hello\n\nhttps://shop.example/x\n' }, layout)
    expect(mail.html).to.contain('href="https://shop.example/x"').and.not.contain('/page/')
  })

  it('keeps texts and buttons readable with any accent colour, light and dark', () => {
    for (const accent of ['#ffee00', '#000000', '#8a1c4a', '#cccccc']) {
      const colors = createMailColors({ accent })
      expect(calculateContrast(colors.accent, colors.accentInk), accent).to.be.at.least(4.5)
      expect(calculateContrast(colors.darkAccent, '#1e1e1e'), accent).to.be.at.least(4.5)
    }
  })
})
