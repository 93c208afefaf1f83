// From the cart to the paper: an order that was really placed and paid is printed as it was sold, whatever becomes of the shop.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { Printed } from '../../../../core/commerce/print/define.js'
import { printAny } from '../../../../core/commerce/print/print.js'
import { storeRecordFile } from '../../../../core/storage/files/store-record-file.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import { checkoutPlugins, openSellingShop, placing, readyCheckout, type SellingShop } from '../../../support/checking-out.js'
import { createMemoryFiles } from '../../../support/files.js'
import { picturesIn, requireReader, textOf } from '../../../support/pdf.js'
import { pixelsOf, png } from '../../../support/png.js'
import { firstId, inBoth } from '../../../support/shop.js'

describe('printing what was sold', function () {
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
          yield png(8, 8, pixelsOf(8, 8, shade))
        })(),
      },
    )
  const print = async (printed: Printed): Promise<Uint8Array> => (await printAny(app.visit({}), printed, id)).bytes

  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins, files: createMemoryFiles() })
    shop = await openSellingShop(app)
    await app.write('settings', { enable_invoicing: true, invoice_prefix: 'R-' }, { id: 1 })
    await picture('product', shop.lamp.product, 'image', 10)
    await picture('answer', shop.lamp.red, 'picker_image', 20)
    await picture('store', 1, 'logo', 30)
    order = await placing(app, await readyCheckout(app, shop, [{ quantity: 3, note: 'Hall' }]))
    id = (await app.visit({}).list('sales-order', { column: 'token', values: [order.token] }))[0]!.id
    await app.visit({}).transact((work) => changeState(work, 'sales-order', id, 'paid'))
  })
  after(() => app?.stop())

  const euros = (amount: number): string => `€${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`

  it('states the amounts of the order, its selections and its pictures', async function () {
    requireReader(this)
    const bytes = await print('invoice')
    const text = textOf(bytes)
    expect(text).to.include('Invoice R-1').and.to.include(String(order.number))
    for (const { title, gross, options, note } of order.lines) {
      for (const part of [title, euros(gross), note]) expect(text).to.include(part)
      for (const { question, text: answer } of options) expect(text).to.include(question).and.to.include(answer)
    }
    for (const { net, tax } of order.rates) expect(text).to.include(euros(net)).and.to.include(euros(tax))
    expect(text).to.include(euros(order.gross)).and.to.include(euros(order.delivery!.gross)).and.to.include('Blinds & Co')
    expect(picturesIn(bytes).filter((one) => one.startsWith('image'))).to.have.length(3)
    expect(textOf(await print('delivery-note'))).not.to.include('€')
  })

  it('states when the goods were delivered on the invoice of an order that was paid afterwards', async function () {
    requireReader(this)
    expect(textOf(await print('invoice')))
      .to.include('Payment date')
      .and.not.to.include('Date of supply')
    const later = await placing(app, await readyCheckout(app, shop, [{ quantity: 1 }]))
    const other = (await app.visit({}).list('sales-order', { column: 'token', values: [later.token] }))[0]!.id
    for (const to of ['confirmed', 'shipped', 'paid'] as const) {
      await app.visit({}).transact((work) => changeState(work, 'sales-order', other, to))
      await sleep(2)
    }
    const text = textOf((await printAny(app.visit({}), 'invoice', other)).bytes)
    expect(text).to.include('Date of supply').and.not.to.include('Payment date')
  })

  it('gives the same bytes after the product is deleted and prices, taxes, texts, currency and logo have changed', async () => {
    const documents = ['confirmation', 'invoice', 'delivery-note'] as const
    const before = await Promise.all(documents.map(print))
    await app.act('delete-product-deep', { id: shop.lamp.product })
    await app.write('store', { name: 'Other', iban: 'none', logo: null, ...inBoth('terms', 'new') }, { id: 1 })
    await app.write('currency', { symbol: 'EURO', multiplicator: 1, decimals: 3 }, { id: await firstId(app, 'currency') })
    await app.write('tax-class', { default_rate: 3 }, { id: await firstId(app, 'tax-class') })
    await app.write('settings', { weight_unit: 'lb', invoice_prefix: 'X-' }, { id: 1 })
    await app.visit({}).transact((work) => changeState(work, 'sales-order', id, 'confirmed'))
    await app.visit({}).transact((work) => changeState(work, 'sales-order', id, 'shipped'))
    const after = await Promise.all(documents.map(print))
    for (const [index, bytes] of after.entries())
      expect(Buffer.from(bytes).equals(before[index]!), documents[index]).to.equal(true)
  })
})
