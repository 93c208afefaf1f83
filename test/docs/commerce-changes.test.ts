// Runs each row of the table in docs/explanation/commerce.md about carts and checkouts after catalogue changes, in the demo shop.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import { readRepositoryFile } from '../support/repository.js'
import { findCurrencyId } from '../support/guest-shop.js'
import { type ExampleShop, openExampleShop, fillExample } from './example-order.js'

describe('catalogue changes in docs/explanation/commerce.md', () => {
  let shop: ExampleShop
  let token: string
  let checkout: string

  beforeEach(async function () {
    this.timeout(60_000)
    shop = await openExampleShop()
    token = (await fillExample(shop, 'JPY')).cart
    checkout = (await serve<CheckoutReply>('open-checkout', { token })).checkout
  })
  afterEach(() => shop?.app.stop())

  const serve = <T>(verb: string, input: object): Promise<T> =>
    shop.app.shop.serve(verb, { ...input }, shop.visitor) as Promise<T>
  const cart = (): Promise<CartReply> => serve('read-cart', { token })
  const notices = async (): Promise<readonly string[]> =>
    (await cart()).positions.flatMap((position) => position.notices.map(({ code }) => code))
  const missing = async (): Promise<readonly string[]> => {
    const { missing: missingFields } = await serve<CheckoutReply>('read-checkout', { token: checkout })
    return missingFields.map(({ field, message }) => `${field}: ${message}`)
  }
  const idOf = async (entity: string, title: string): Promise<number> => {
    const { records } = await shop.app.records.list(entity, { limit: 200 })
    return records.find((record) => record['title'] === title)!.id
  }

  const rows: Readonly<Record<string, () => Promise<void>>> = {
    async 'prices, calculations, taxes, discounts, factors'() {
      const before = (await cart()).totals!
      await shop.author.write('answer', { price: 120 }, await idOf('answer', 'Acmeda 240v'))
      expect(await notices()).to.deep.equal(['PRICE_CHANGED'])
      await shop.author.write('currency', { multiplicator: 180 }, await findCurrencyId(shop.app, 'JPY'))
      const now = (await cart()).totals!
      expect([before.net, now.net]).to.deep.equal([165_272, Math.round((3 * 322 * 180 + 14.9 * 180) * 0.97)])
    },
    async 'rules, answers, limits'() {
      await shop.author.write('answer', { published: false }, await idOf('answer', 'Acmeda 240v'))
      const [notice] = (await cart()).positions[0]!.notices
      expect(notice).to.deep.equal({ code: 'SELECTION_CHANGED', message: "Your selection for 'Motor' is no longer available." })
    },
    async 'the product is no longer published'() {
      await shop.author.write('product', { published: false }, shop.blind)
      expect(await notices()).to.deep.equal(['UNAVAILABLE'])
      expect(await missing()).to.include("cart: 'Roller blind' is no longer available.")
    },
    async 'the product is deleted'() {
      const { records } = await shop.app.records.list('product-list-assignment', { limit: 10 })
      for (const { id, product_id } of records)
        if (product_id === shop.blind) await shop.app.records.remove('product-list-assignment', id)
      await shop.app.act('delete-product-deep', { id: shop.blind })
      const { positions, gone: removed } = await cart()
      expect(positions.map(({ title }) => title)).to.deep.equal(['Pattern book'])
      expect(removed.map(({ title }) => title)).to.deep.equal(['Roller blind'])
      expect(await missing()).to.include("cart: 'Roller blind' is no longer available.")
    },
    async 'quantities that can be ordered'() {
      await shop.author.write('product', { min_quantity: 5 }, shop.blind)
      expect(await notices()).to.deep.equal(['QUANTITY_NOT_ALLOWED'])
      expect((await missing())[0]).to.contain('cart: A quantity of 3 is no longer possible')
    },
    async 'a currency, a way of delivery or of paying is given up'() {
      const { payment_methods: offered } = await serve<CheckoutReply>('read-checkout', { token: checkout })
      const { id } = offered.find(({ connector }) => connector === 'cash_on_delivery')!
      await serve('change-checkout', { token: checkout, payment_method_id: id })
      await shop.author.write('payment-method', { published: false }, id)
      const message = 'payment_method_id: This payment method is no longer available. Please choose another one.'
      expect(await missing()).to.include(message)
      const { payment_method_id: methodId } = await serve<CheckoutReply>('read-checkout', { token: checkout })
      expect(methodId).to.equal(id)
      await shop.author.write('currency', { published: false }, await findCurrencyId(shop.app, 'JPY'))
      expect((await cart()).blocked.map(({ code }) => code)).to.deep.equal(['CURRENCY_NOT_OFFERED'])
    },
    async "the store's name, address, account, terms"() {
      await shop.author.write('store', { name: 'Other shop' }, 1)
      expect((await shop.app.shop.catalogue.products()).shop.name).to.equal('Other shop')
    },
  }

  it('lists exactly the changes below', () => {
    const [, table = ''] = readRepositoryFile('docs/explanation/commerce.md').split('| what the shop changes |')
    const listed = [...table.split('\n\n')[0]!.matchAll(/^\| ([^|]+) \|/gm)].map((match) => match[1]!)
    expect(listed).to.deep.equal(Object.keys(rows))
  })

  for (const [change, check] of Object.entries(rows)) {
    it(`has the documented effect: ${change}`, check)
  }
})
