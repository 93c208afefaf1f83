// A frozen order over REST and the runtime API stays identical byte by byte after any change of the shop.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { rest } from '../../../../plugins/rest/index.js'
import { runtime } from '../../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createMemoryFiles } from '../../../support/memory-files.js'
import { type JsonClient, createJsonClient } from '../../../support/json-client.js'
import { createRestClient } from '../../../support/rest-client.js'
import { catchError } from '../../../support/caught-error.js'
import { inBothLanguages } from '../../../support/small-shop.js'

const base = '/svc-api/runtime/v1'

describe('frozen order', () => {
  const files = createMemoryFiles()
  let app: ListeningApp
  let shopper: JsonClient
  let manager: JsonClient
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([rest(), runtime()], { plugins: checkoutPlugins, files })
    shopper = createJsonClient(app.url)
    manager = await createRestClient(app)
    shop = await openSellingShop(app)
  })
  after(async () => {
    shopper?.close()
    manager?.close()
    await app?.stop()
  })

  /** All records of the order, as JSON text. */
  async function recorded(token: string): Promise<string> {
    const order = (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.id
    const lines = (await app.shop.createContext({}).list('order-line', { column: 'sales_order_id', values: [order] })).map(
      ({ id }) => id,
    )
    const of = async (entity: string, column: string, values: readonly number[]): Promise<readonly unknown[]> => {
      const ids = (await app.shop.createContext({}).list(entity, { column, values })).map(({ id }) => id)
      return Promise.all(ids.map((id) => manager.data('GET', `/svc-api/v1/${entity}/${id}`)))
    }
    return JSON.stringify([
      await of('sales-order', 'id', [order]),
      await of('order-address', 'sales_order_id', [order]),
      await of('order-line', 'sales_order_id', [order]),
      await of('order-line-config', 'order_line_id', lines),
      await of('order-tax-rate', 'sales_order_id', [order]),
    ])
  }

  /** The records together with the replies for the shopper. */
  async function bytes(token: string): Promise<string> {
    const read = (language: string) => shopper.data('GET', `${base}/orders/${token}${language}`)
    return JSON.stringify([await recorded(token), await read(''), await read('?language=de-DE')])
  }

  async function placed(): Promise<DocumentReply> {
    const drawing = await createCatalogAuthor(app).question(shop.lamp.pages.more, 'Drawing', 'Upload')
    const selections = [{ question_id: shop.lamp.colour, value: String(shop.lamp.green) }]
    const checkout = await prepareCheckoutForOrder(app, shop, [{ quantity: 3, note: 'Hall', selections }, { quantity: 1 }])
    const { configuration } = checkout.positions[0]!
    const upload = { token: configuration, question_id: drawing, name: 'plan.pdf' }
    const { id } = (await app.shop.serve('upload-file', upload, { content: Buffer.from('%PDF-1.4 a plan') })) as { id: string }
    await app.shop.serve('change-configuration', { token: configuration, selections: [{ question_id: drawing, value: id }] }, {})
    const dear = { shipping_method_id: shop.courier, payment_method_id: shop.card, vat_id: 'BE0417497106' }
    const { totals } = await shopper.data<CheckoutReply>('PATCH', `${base}/checkouts/${checkout.checkout}`, dear)
    return shopper.data('POST', `${base}/checkouts/${checkout.checkout}/place`, { total: totals!.gross })
  }

  it('is unchanged after its product is deleted and all prices, taxes, texts, currencies and settings have changed', async () => {
    const order = await placed()
    const before = await bytes(order.token)
    expect(before).to.contain('Green').and.to.contain('plan.pdf').and.to.contain('VAT BE')
    const { lamp } = shop
    const author = createCatalogAuthor(app)
    const all = async (entity: string): Promise<readonly number[]> =>
      (await app.shop.createContext({}).list(entity)).map(({ id }) => id)
    await author.write(
      'product',
      { ...inBothLanguages('title', 'Candle'), baseprice: 7, baseweight: 9, sku: 'NEW' },
      lamp.product,
    )
    await author.write('answer', { ...inBothLanguages('title', 'Grey'), price: 99, weight: 5 }, lamp.green)
    await author.write('question', { ...inBothLanguages('title', 'Tint') }, lamp.colour)
    for (const id of await all('tax-rate')) await author.write('tax-rate', { rate: 3, code: 'NONE' }, id)
    await author.write('tax-class', { default_rate: 1 }, shop.taxClass)
    for (const id of await all('currency')) {
      const { values } = (await app.shop.createContext({}).read('currency', id))!
      const factor = values['is_base'] === true ? {} : { multiplicator: 77 }
      await author.write('currency', { ...factor, symbol: '?', decimals: 3 }, id)
    }
    await author.write('shipping-method', { ...inBothLanguages('title', 'Pigeon'), price: 1, delivery_days: 99 }, shop.courier)
    await author.write('payment-method', { ...inBothLanguages('title', 'Gold'), percentage: 50 }, shop.card)
    await author.write('country', { ...inBothLanguages('name', 'Elsewhere'), vat_free: true }, shop.belgium)
    await author.write('store', { name: 'Others Ltd', line1: 'Hill 2', city: 'York', country_id: shop.france }, 1)
    await author.write('settings', { weight_unit: 'lb', disable_delivery: true, default_country_id: shop.france }, 1)
    await author.write(
      'customer-group',
      { ...inBothLanguages('title', 'Gone'), b2b_mode: true },
      (await all('customer-group'))[0],
    )
    expect(await bytes(order.token)).to.equal(before)
    await app.act('delete-product-deep', { id: lamp.product })
    for (const [entity, id] of [
      ['payment-method', shop.card],
      ['shipping-method', shop.courier],
    ] as const)
      await app.records.remove(entity, id)
    expect(await bytes(order.token)).to.equal(before)
    // Deletes its tax rates, delivery zones, methods and price groups as well.
    await author.write('settings', { default_customer_group_id: null }, 1)
    for (const entity of ['shipping-method', 'payment-method', 'zone', 'tax-rate', 'tax-class']) {
      for (const id of await all(entity)) await app.records.remove(entity, id)
    }
    await app.records.remove('country', shop.belgium)
    expect(await bytes(order.token)).to.equal(before)
    for (const entity of ['customer', 'customer-group']) for (const id of await all(entity)) await app.records.remove(entity, id)
    expect(await bytes(order.token)).to.equal(before)
    const [upload] = order.lines[0]!.files
    expect(Buffer.from((await files.get(upload!.id))!).toString()).to.equal('%PDF-1.4 a plan')
  })
  it('stays readable only for its owner, and is unreadable once the cart that identifies the owner is deleted', async () => {
    const own = await listenTestApp([runtime()], { plugins: checkoutPlugins })
    try {
      const offer = await openSellingShop(own)
      const account = await createAccount(own, 'grace@example.org')
      const mine = await placeCheckout(own, await prepareCheckoutForOrder(own, offer, [{}], { shopper: account }), {
        shopper: account,
      })
      const theirs = await placeCheckout(own, await prepareCheckoutForOrder(own, offer))
      const read = (token: string) => own.shop.serve('read-order', { token }, guestVisitor)
      const entities = await own.shop
        .createContext({})
        .list('sales-order', { column: 'token', values: [mine.token, theirs.token] })
      const removeCart = async (token: string): Promise<void> => {
        const cart = Number(entities.find(({ values }) => values['token'] === token)!.values['cart_id'])
        const positions = await own.shop.createContext({}).list('cart-position', { column: 'cart_id', values: [cart] })
        for (const { id } of positions) await own.records.remove('cart-position', id)
        await own.records.remove('cart', cart)
      }
      expect(await catchError(read(mine.token))).to.include({ code: 'NOT_FOUND' })
      const addresses = await own.shop.createContext({}).list('address', { column: 'customer_id', values: [account.customerId!] })
      for (const { id } of addresses) await own.records.remove('address', id)
      expect(await catchError(own.records.remove('customer', account.customerId!))).to.include({ code: 'VALIDATION_FAILED' })
      await removeCart(mine.token)
      await own.records.remove('customer', account.customerId!)
      expect(await catchError(read(mine.token))).to.include({ code: 'NOT_FOUND' })
      // A guest order is read by its token without the customer record, while its cart shows that the customer was a guest.
      for (const { id } of await own.shop.createContext({}).list('customer')) await own.records.remove('customer', id)
      expect(await read(theirs.token)).to.deep.equal(theirs)
      await removeCart(theirs.token)
      expect(await catchError(read(theirs.token))).to.include({ code: 'NOT_FOUND' })
    } finally {
      await own.stop()
    }
  })
})
