// Printing from the cart to the PDF: a placed and paid order is printed as sold after any change of the shop.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { changeState } from '../../../core/commerce/state/change-state.js'
import type { DocumentReply } from '../../../core/commerce/document/define.js'
import type { PrintKind } from '../../../plugins/print/define.js'
import { printDocumentById } from '../../../core/commerce/document/print.js'
import { storeRecordFile } from '../../../core/storage/files/store-record-file.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createMemoryFiles } from '../../support/memory-files.js'
import { listPdfImages, requirePdfReader, readPdfText } from './pdf-reader.js'
import { createPixels, createPng } from '../../support/png.js'
import { readFirstId, inBothLanguages } from '../../support/small-shop.js'

describe('printing an order', function () {
  this.timeout(120_000)
  let app: TestApp
  let shop: SellingShop
  let order: DocumentReply
  let id: number

  const picture = (entity: string, record: number, field: string, shade: number): Promise<void> =>
    storeRecordFile(
      app.context,
      { entity, id: record, field },
      {
        name: `${field}.png`,
        bytes: (async function* () {
          yield createPng(8, 8, createPixels(8, 8, shade))
        })(),
      },
    )
  const print = async (printed: PrintKind): Promise<Uint8Array> =>
    (await printDocumentById(app.shop.createContext({}), printed, id)).bytes

  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins, files: createMemoryFiles() })
    shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true, invoice_prefix: 'R-' }, { id: 1 })
    await picture('product', shop.lamp.product, 'image', 10)
    await picture('answer', shop.lamp.red, 'picker_image', 20)
    await picture('store', 1, 'logo', 30)
    order = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 3, note: 'Hall' }]))
    id = (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order.token] }))[0]!.id
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'))
  })
  after(() => app?.stop())

  const euros = (amount: number): string => `€${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`

  it('prints the amounts of the order, its selections and its pictures', async function () {
    requirePdfReader(this)
    const bytes = await print('invoice')
    const text = readPdfText(bytes)
    expect(text).to.include('Invoice R-1').and.to.include(String(order.number))
    for (const { title, gross, options, note } of order.lines) {
      for (const part of [title, euros(gross), note]) expect(text).to.include(part)
      for (const { question, text: answer } of options) expect(text).to.include(question).and.to.include(answer)
    }
    for (const { net, tax } of order.rates) expect(text).to.include(euros(net)).and.to.include(euros(tax))
    expect(text).to.include(euros(order.gross)).and.to.include(euros(order.delivery!.gross)).and.to.include('Blinds & Co')
    expect(listPdfImages(bytes).filter((image) => image.startsWith('image'))).to.have.length(3)
    expect(readPdfText(await print('delivery-note'))).not.to.include('€')
  })

  it('prints the date of supply on the invoice of an order that was paid after delivery', async function () {
    requirePdfReader(this)
    expect(readPdfText(await print('invoice')))
      .to.include('Payment date')
      .and.not.to.include('Date of supply')
    const secondOrder = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 1 }]))
    const other = (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [secondOrder.token] }))[0]!.id
    for (const to of ['confirmed', 'shipped', 'paid'] as const) {
      await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', other, to))
      await sleep(2)
    }
    const text = readPdfText((await printDocumentById(app.shop.createContext({}), 'invoice', other)).bytes)
    expect(text).to.include('Date of supply').and.not.to.include('Payment date')
  })

  it('prints the same bytes after the product is deleted and prices, taxes, texts, currency and logo have changed', async () => {
    const documents = ['confirmation', 'invoice', 'delivery-note'] as const
    const before = await Promise.all(documents.map(print))
    await app.act('delete-product-deep', { id: shop.lamp.product })
    await app.records.write('store', { name: 'Other', iban: 'none', logo: null, ...inBothLanguages('terms', 'new') }, { id: 1 })
    await app.records.write(
      'currency',
      { symbol: 'EURO', multiplicator: 1, decimals: 3 },
      { id: await readFirstId(app.records, 'currency') },
    )
    await app.records.write('tax-class', { default_rate: 3 }, { id: await readFirstId(app.records, 'tax-class') })
    await app.records.write('settings', { weight_unit: 'lb', invoice_prefix: 'X-' }, { id: 1 })
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'confirmed'))
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'shipped'))
    const after = await Promise.all(documents.map(print))
    for (const [index, bytes] of after.entries())
      expect(Buffer.from(bytes).equals(before[index]!), documents[index]).to.equal(true)
  })
})
