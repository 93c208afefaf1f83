// Freezing a cart into an order or a quote: amounts as shown in the cart, with the document's own texts, traces and files.
import { expect } from 'chai'
import { loadOpenCart } from '../../../../core/commerce/cart/rows.js'
import { priceCart, settleCart } from '../../../../core/commerce/cart/settle.js'
import type { FrozenDocument, FrozenLine } from '../../../../core/commerce/document/define.js'
import { freezeDocument, type LineTrace } from '../../../../core/commerce/document/freeze.js'
import { toDocumentReply, readDocument } from '../../../../core/commerce/document/rows.js'
import type { ShopperContext } from '../../../../core/commerce/shopper-context.js'
import type { Charges, PricedDocument } from '../../../../core/engine/money/document.js'
import { quote } from '../../../../core/model/entities/orders/quote.js'
import { salesOrder } from '../../../../core/model/entities/orders/sales-order.js'
import { storeRecordFile } from '../../../../core/storage/files/store-record-file.js'
import type { TransactionContext } from '../../../../core/storage/service-context.js'
import { authorLamp, type Lamp } from '../../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import { createMemoryFiles } from '../../../support/memory-files.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { readFirstId, inBothLanguages } from '../../../support/small-shop.js'
import { catchError } from '../../../support/caught-error.js'

const delivery = { price: 4.9, rates: [{ rate: 21, code: 'VAT' }] }
const payment = { price: 0, percentage: 2, min: null, max: null, rates: null }

describe('freezing a cart', () => {
  const files = createMemoryFiles()
  let app: TestApp
  let lamp: Lamp
  let drawing: number

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ files })
    lamp = await authorLamp(app)
    const author = createCatalogAuthor(app)
    drawing = await author.question(lamp.pages.more, 'Drawing', 'Upload')
    await app.records.write(
      'product',
      {
        sku: 'LAMP',
        use_recurring_pricing: true,
        baseprice_recurring: 3.333,
        ...inBothLanguages('recurring_interval', 'per month'),
      },
      { id: lamp.product },
    )
    await app.records.write('store', { name: 'Blinds & Co', city: 'Ghent', country_id: await idOf('BE') }, { id: 1 })
    await app.records.write('settings', { weight_unit: 'kg' }, { id: 1 })
    await app.records.write('tax-class', { default_rate: 21 }, { id: await readFirstId(app.records, 'tax-class') })
    const levels = {
      discount_start_1: 100,
      discount_type_1: 'percentage',
      discount_value_1: 3,
      ...inBothLanguages('discount_title_1', 'Trade'),
    }
    await app.records.write('customer-group', levels, { id: await readFirstId(app.records, 'customer-group') })
  })
  after(() => app?.stop())

  const idOf = async (iso2: string): Promise<number> =>
    (await app.shop.createContext({}).list('country', { column: 'iso2', values: [iso2] }))[0]!.id

  async function cartOfThree(caller = {}): Promise<string> {
    const positions = [
      { quantity: 3, note: 'Hall', selections: [{ question_id: lamp.colour, value: String(lamp.green) }] },
      { selections: [{ question_id: lamp.dimmer, value: String(lamp.dimmed) }] },
    ]
    return (await createFilledCart(app, lamp, positions, caller)).cart
  }

  interface Frozen {
    readonly document: FrozenDocument
    readonly priced: PricedDocument
  }

  /** Freezes the cart. `tamper` replaces the priced document. */
  function frozen(
    entity: 'sales-order' | 'quote',
    token: string,
    {
      language,
      tamper = (priced) => priced,
      charges = { delivery, payment },
    }: { language?: string; tamper?: (priced: PricedDocument) => PricedDocument; charges?: Charges } = {},
  ): Promise<Frozen> {
    return app.shop.createContext({ language }).transact(async (inside) => {
      const work = await inside.at()
      const settled = await settleCart(work, (await loadOpenCart(work, token)).cart)
      const priced = priceCart(settled, charges)!
      const id = await create(work, entity)
      const chosen = { delivery: { id: 1, title: 'Parcel', days: 2 }, payment: { id: 1, title: 'Transfer' } }
      const { header } = await freezeDocument(work, entity, id, { settled, priced: tamper(priced), ...chosen })
      if (entity === 'quote') await work.write(quote, header, { id })
      else await work.write(salesOrder, header, { id })
      return { priced, document: (await readDocument(work, entity, id))! }
    })
  }
  const create = (work: ShopperContext & TransactionContext, entity: 'sales-order' | 'quote'): Promise<number> =>
    entity === 'quote' ? work.write(quote, { status: 'requested' }) : work.write(salesOrder, { status: 'in_checkout' })

  for (const entity of ['sales-order', 'quote'] as const) {
    it(`stores a ${entity} with exactly the amounts of the cart`, async () => {
      const token = await cartOfThree()
      const cart = (await app.shop.serve('read-cart', { token }, {})) as {
        positions: { price: { net: number; recurring: { gross: number } } }[]
      }
      const { document } = await frozen(entity, token)
      const reply = toDocumentReply(document)
      expect(reply.lines.map(({ net, recurring }) => [net, recurring.gross])).to.deep.equal(
        cart.positions.map(({ price }) => [price.net, price.recurring.gross]),
      )
      const goods = reply.lines.reduce((sum, { net }) => sum + net * 100, 0)
      expect(Math.round(goods + reply.delivery!.net * 100 + reply.payment!.net * 100)).to.equal(Math.round(reply.net * 100))
      expect(reply.discount).to.deep.equal({ title: 'Trade', net: 14.4 })
      expect(reply.rates.map(({ rate, recurring }) => [rate, recurring])).to.deep.equal([
        [21, false],
        [21, true],
      ])
      expect(reply).to.deep.include({ weight: 9.5, weight_unit: 'kg', language: 'en-GB' })
      expect(reply.shop).to.deep.include({ name: 'Blinds & Co', country: 'Belgium' })
      expect(reply.lines[0]).to.deep.include({ quantity: 3, note: 'Hall', sku: 'LAMP', weight: 7.5, unit_net: 120 })
      expect(reply.lines[0]!.recurring).to.deep.include({ interval: 'per month', net: 10, tax_rate: 21 })
    })
  }

  it('stores no discount and no discount title if the discount is zero', async () => {
    const group = await readFirstId(app.records, 'customer-group')
    await app.records.write('customer-group', { discount_value_1: 0.001 }, { id: group })
    const { cart } = await createFilledCart(app, lamp, [{}], {})
    const { document } = await frozen('sales-order', cart)
    await app.records.write('customer-group', { discount_value_1: 3 }, { id: group })
    expect(document.values).to.include({ discount_title: '', discount_net: 0 })
    expect(document.values).to.include({ discount_recurring_title: '', discount_recurring_net: 0 })
  })

  it('stores the reason for an untaxed order, and no reason for a taxed one', async () => {
    const reasonIn = async (country: string): Promise<string> => {
      const { cart } = await createFilledCart(app, lamp, [{}], {})
      await app.shop.serve('change-cart', { token: cart, country }, {})
      const untaxed = { delivery: { ...delivery, rates: [] }, payment }
      const { document } = await frozen('sales-order', cart, { charges: country === 'BE' ? {} : untaxed })
      return document.values.untaxed
    }
    expect(await reasonIn('BE')).to.equal('')
    // The class rate also applies abroad.
    expect(await reasonIn('NO')).to.equal('')
    await app.records.write('country', { vat_free: true }, { id: await idOf('NO') })
    expect(await reasonIn('NO')).to.equal('export')
  })

  it('stores the selections in the language of the document; base price and selections sum to the unit price', async () => {
    const { document } = await frozen('sales-order', await cartOfThree(), { language: 'de-DE' })
    const [line] = document.lines as readonly [FrozenLine]
    const texts = line.config.map((entry) => `${entry.question_title}: ${entry.answer_title || entry.entry}`)
    expect(texts).to.deep.equal([
      'Colour (de-DE): Green (de-DE)',
      'Height (de-DE): 20',
      'Shade (de-DE): Pleated (de-DE)',
      'Engraving (de-DE): Hello',
    ])
    const nets = line.config.reduce((sum, entry) => sum + entry.net!, 0)
    expect(100 + nets).to.equal(line.values.unit_net)
    expect(2 + line.config.reduce((sum, entry) => sum + entry.weight!, 0)).to.equal(line.values.weight! / 3)
    expect(line.config[0]).to.include({ question_id: lamp.colour, answer_id: lamp.green })
    expect(document.shop.country).to.equal('Belgien')
  })

  it('stores the price trace of each line', async () => {
    const { document, priced } = await frozen('quote', await cartOfThree())
    const trace = document.lines[0]!.values.trace as LineTrace
    expect(trace.price.amount).to.equal(120)
    expect(trace.price.parts!.map((part) => part.amount).reduce((a, b) => a + b)).to.equal(120)
    expect(trace.price.parts!.find((part) => 'title' in part && part.title === 'Shade')).to.include({ amount: 5 })
    expect(trace.gross.amount).to.equal(priced.lines[0]!.gross / 10_000)
    expect(trace.gross.parts!.map(({ kind }) => kind)).to.deep.equal(['conversion', 'discount', 'tax'])
    expect(trace).to.deep.include({ quantity: 3, currency: { code: 'EUR', multiplicator: 1 } })
    expect(trace.recurring!.amount).to.equal(3.333)
    expect(trace.weight.amount).to.equal(2.5)
  })

  it("keeps uploads, pictures of product and answers, and the shop's logo by shared bytes", async () => {
    const { configuration } = (await app.shop.serve('start-configuration', { product_id: lamp.product }, {})) as {
      configuration: string
    }
    const upload = { question_id: drawing, name: 'plan.pdf' }
    const content = Buffer.from('%PDF-1.4 a plan')
    const { id } = (await app.shop.serve('upload-file', { token: configuration, ...upload }, { content })) as { id: string }
    const selections = [
      { question_id: drawing, value: id },
      { question_id: lamp.height, value: '30' },
    ]
    await app.shop.serve('change-configuration', { token: configuration, selections }, {})
    const { cart } = (await app.shop.serve('create-cart', {}, {})) as { cart: string }
    await app.shop.serve('add-position', { token: cart, configuration }, {})
    await givePicture('product', lamp.product, 'image', 'lamp.png')
    await givePicture('answer', lamp.red, 'image', 'red-large.png')
    await givePicture('answer', lamp.red, 'picker_image', 'red.png')
    await givePicture('answer', lamp.green, 'image', 'green.png')
    await givePicture('store', 1, 'logo', 'logo.png')
    const { document } = await frozen('sales-order', cart)
    const [line] = document.lines as readonly [FrozenLine]
    expect(line.files.map(({ property, original_name }) => [property, original_name])).to.have.deep.members([
      ['picture', 'lamp.png'],
      [`answer:${lamp.red}`, 'red.png'],
      [`question:${drawing}`, 'plan.pdf'],
    ])
    expect(toDocumentReply(document).lines[0]!.files).to.deep.equal([
      { id, name: 'plan.pdf', type: 'application/pdf', size: content.length },
    ])
    expect(line.config.find(({ question_id }) => question_id === drawing)!.entry).to.equal('plan.pdf')
    const logo = await app.context.database.query<{ name: string; original_name: string }>(
      "SELECT name, original_name FROM svc_files WHERE entity = 'sales-order' AND entity_id = ? AND property = 'logo'",
      [document.id],
    )
    expect(logo.map(({ original_name }) => original_name)).to.deep.equal(['logo.png'])
    await app.records.write('store', { logo: null }, { id: 1 })
    expect(await files.get(logo[0]!.name)).to.not.equal(null)
    await app.records.remove('configuration', document.lines[0]!.values.configuration_id!)
    expect(Buffer.from((await files.get(id))!).equals(content)).to.equal(true)
  })

  it('keeps a picture or a logo if it is the only file, and stores no file if there is none', async () => {
    const bare = { image: null, picker_image: null }
    await app.records.write('product', { image: null }, { id: lamp.product })
    for (const answer of [lamp.red, lamp.green]) await app.records.write('answer', bare, { id: answer })
    await app.records.write('store', { logo: null }, { id: 1 })
    const listStoredProperties = async (): Promise<readonly string[]> => {
      const { document } = await frozen('sales-order', await cartOfThree())
      const rows = await app.context.database.query<{ property: string }>(
        `SELECT property FROM svc_files WHERE (entity = 'sales-order' AND entity_id = ?)
          OR (entity = 'order-line' AND entity_id IN (SELECT id FROM svc_order_line WHERE sales_order_id = ?))`,
        [document.id, document.id],
      )
      return rows.map(({ property }) => property)
    }
    expect(await listStoredProperties()).to.deep.equal([])
    await givePicture('answer', lamp.green, 'picker_image', 'green.png')
    expect(await listStoredProperties()).to.deep.equal([`answer:${lamp.green}`])
    await app.records.write('answer', bare, { id: lamp.green })
    await givePicture('product', lamp.product, 'image', 'lamp.png')
    expect(await listStoredProperties()).to.deep.equal(['picture', 'picture'])
    await app.records.write('product', { image: null }, { id: lamp.product })
    await givePicture('store', 1, 'logo', 'logo.png')
    expect(await listStoredProperties()).to.deep.equal(['logo'])
  })

  async function givePicture(entity: string, id: number, field: string, name: string): Promise<void> {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const target = { entity, id, field }
    await storeRecordFile(app.context, target, {
      name,
      bytes: (async function* () {
        yield png
      })(),
    })
  }

  it('truncates long tax codes of a rate to whole codes', async () => {
    const token = await cartOfThree()
    const coded =
      (code: string) =>
      (priced: PricedDocument): PricedDocument => ({ ...priced, rates: priced.rates.map((rate) => ({ ...rate, code })) })
    const places = Array.from({ length: 40 }, (_, index) => `Place ${index + 10} + State`)
    const cases: readonly (readonly [string, string])[] = [
      ['x'.repeat(255), 'x'.repeat(255)],
      [places.join(', '), `${places.slice(0, 14).join(', ')}, …`],
      [`${'x'.repeat(252)}, y`, `${'x'.repeat(252)}, y`],
      [`${'x'.repeat(252)}, yy`, `${'x'.repeat(252)}, …`],
      [`${'x'.repeat(300)}, y`, `${'x'.repeat(254)}…`],
      [`${'x'.repeat(253)}💶y`, `${'x'.repeat(253)}…`],
    ]
    for (const [code, expectedCode] of cases) {
      const { document } = await frozen('sales-order', token, { tamper: coded(code) })
      expect(document.rates.map((rate) => rate.code)).to.deep.equal([expectedCode, expectedCode])
    }
  })

  it('stores nothing if the amounts do not add up', async () => {
    const token = await cartOfThree()
    const before = await app.shop.createContext({}).list(salesOrder)
    const tampered: readonly ((priced: PricedDocument) => PricedDocument)[] = [
      (priced) => ({ ...priced, gross: priced.gross + 100 }),
      (priced) => ({ ...priced, delivery: null }),
      (priced) => ({ ...priced, rates: priced.rates.slice(1) }),
      (priced) => ({ ...priced, recurring: { net: 0, tax: 0, gross: 0 } }),
    ]
    for (const tamper of tampered) {
      const error = await catchError(frozen('sales-order', token, { tamper }))
      expect(error).to.include({ code: 'INTERNAL_ERROR' })
    }
    expect(await app.shop.createContext({}).list(salesOrder)).to.have.length(before.length)
  })

  it('stores hundreds of selections in five insert statements', async () => {
    const positions = Array.from({ length: 40 }, () => ({
      selections: [{ question_id: lamp.colour, value: String(lamp.green) }],
    }))
    const { cart } = await createFilledCart(app, lamp, positions)
    const statements: string[] = []
    const end = app.context.database.observe((sql) => void statements.push(sql))
    const { document } = await frozen('sales-order', cart)
    end()
    expect(document.lines.map(({ config }) => config.length)).to.deep.equal(positions.map(() => 4))
    expect(statements.filter((sql) => /INSERT INTO `svc_order/.test(sql))).to.have.length(5)
  })
})
