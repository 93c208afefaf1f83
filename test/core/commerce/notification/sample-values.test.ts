// Sample values of notifications: in the language of the mail, in the currency of the shop, and with amounts that add up.
import { expect } from 'chai'
import { createDefaultNotifications } from '../../../../core/commerce/notification/default-notifications.js'
import { previewNotificationDraft, createSampleValues } from '../../../../core/commerce/notification/preview.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { sampleValues } from '../../../../core/model/notification/sample.js'
import { loadRecordFiles } from '../../../../core/storage/files/record-files.js'
import { storeRecordFile } from '../../../../core/storage/files/store-record-file.js'
import { payments } from '../../../../plugins/payments/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { createPng } from '../../../support/png.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

const url = 'https://shop.example'
const languages = ['en-GB', 'de-DE', 'he-IL']

/** The names of values at every level, to compare two sets of placeholders. */
const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? [shapeOf((value as readonly unknown[])[0])]
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, Array.isArray(entry) ? 'list' : shapeOf(entry)]))
      : typeof value

describe('sample values of notifications', () => {
  let app: TestApp
  const createValues = (language: string, status = 'ordered') =>
    createSampleValues(app.shop.createContext({}), language, { status, url })

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ languages, plugins: [stock, payments] })
    await app.records.write('store', { name: 'Blinds & Co', iban: 'BE71 0961 2345 6769' }, { id: 1 })
  })
  after(() => app?.stop())

  it('have a value for every placeholder', async () => {
    expect(shapeOf(await createValues('de-DE'))).to.deep.equal(shapeOf(sampleValues))
  })

  it('are in the language of the mail, with the names and bank account of the shop', async () => {
    const german = await createValues('de-DE')
    expect(german.customer.name).to.equal('Anna Schmidt')
    expect(german.order.lines[0]!.title).to.equal('Rollo')
    expect(german.order.gross).to.match(/^\d+,\d\d\s€$/)
    expect(german.order.payment_details).to.deep.include({ label: 'IBAN', text: 'BE71 0961 2345 6769' })
    expect(german.shop.name).to.equal('Blinds & Co')
    expect((await createValues('he-IL')).customer.name).to.equal('נועה כהן')
  })

  it('show the picture of a published product, that of the named product first', async () => {
    const findImages = async (): Promise<readonly string[]> =>
      (await createValues('en-GB')).order.lines.map(({ picture }) => picture)
    expect(await findImages()).to.deep.equal(['', ''])
    const products: number[] = []
    for (const [title, published] of [
      ['Hidden', false],
      ['Desk', true],
      ['Roller blind', true],
    ] as const) {
      const texts = { title_en_GB: title, title_de_DE: title, title_he_IL: title }
      const { id } = await app.records.write('product', { ...texts, published, tax_class_id: 1 })
      const bytes = (async function* () {
        yield createPng(4, 3)
      })()
      await storeRecordFile(app.context, { entity: 'product', id, field: 'image' }, { name: `${title}.png`, bytes })
      products.push(id)
    }
    const names = await Promise.all(products.map(async (id) => (await loadRecordFiles(app.context, 'product', id))[0]!.stored))
    const shown = (await findImages()).map((image) => image.split('~').at(-1))
    expect(shown).to.deep.equal([names[2], names[1]])
    for (const id of products) await app.records.remove('product', id)
  })

  it('add up to the total', async () => {
    const { order } = await createValues('en-GB')
    const toCents = (amount: string): number => Math.round(Number(amount.replace(/[^\d.]/g, '')) * 100)
    const parts = [...order.lines, ...order.sums.filter(({ kind }) => kind === 'part')].map(({ amount }) => toCents(amount))
    expect(parts.reduce((sum, part) => sum + part, 0)).to.equal(toCents(order.gross))
    expect(toCents(order.net) + toCents(order.tax)).to.equal(toCents(order.gross))
  })

  it('fill every default notification in every language, for the customer and the shop', async () => {
    const shop = { languages, defaultLanguage: 'en-GB' }
    const work = app.shop.createContext({})
    for (const { name, status, send_customer, send_manager, ...texts } of createDefaultNotifications(
      createMessageCatalogs(),
      shop,
    )) {
      expect([send_customer, send_manager]).to.not.include(undefined)
      for (const language of languages)
        for (const reader of ['customer', 'manager'] as const) {
          const draft = { name, status, texts: texts as Readonly<Record<string, string>> }
          const { subject, text, html = '' } = await previewNotificationDraft(work, draft, { language, reader, url })
          const label = `${name} ${language} ${reader}`
          expect(subject, label).to.match(/1042/)
          const [, page = ''] = html.split('</style>')
          expect(`${subject}${text}${page}`, label).to.not.match(/\{\{|\}\}|undefined|NaN|[\uE100-\uE12F]/)
          expect(text.split('\n-- \n')[0]!.trim(), label).to.have.length.greaterThan(60)
          expect(html.includes(' dir="rtl">'), label).to.equal(language === 'he-IL')
        }
    }
  })
})
