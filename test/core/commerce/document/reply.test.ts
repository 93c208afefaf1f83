// The reply for a frozen document: exactly the stored values, for orders and quotes alike.
import { expect } from 'chai'
import { toDocumentReply, readDocument, readOrder } from '../../../../core/commerce/document/rows.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

const header = {
  token: 'a'.repeat(32),
  email: 'ada@example.org',
  currency_code: 'EUR',
  currency_symbol: '€',
  currency_decimals: 2,
  currency_multiplicator: 1,
  language_tag: 'en-GB',
  net: 100,
  tax: 19,
  gross: 119,
  delivery_title: 'Parcel',
  delivery_net: 0,
  delivery_tax: 0,
  delivery_gross: 0,
  delivery_days: 3,
  discount_title: 'Trade',
  discount_net: 10,
  weight: 2.5,
  weight_unit: 'kg',
  shop: { name: 'Blinds & Co', city: 'Ghent', iban: 7 },
}
const line = { title: 'Blind', quantity: 2, unit_net: 50, net_before_discount: 110, net: 100, tax: 19, gross: 119, tax_rate: 19 }
const billing = { last_name: 'Lovelace', line1: 'Main street 1', city: 'London', country: 'United Kingdom' }

describe('frozen document', () => {
  let app: TestApp
  const createShopperContext = () => app.shop.createContext({})
  const make = async (entity: string, fields: object): Promise<number> =>
    (await app.records.write(entity, { ...fields }, { internal: true })).id

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  async function frozen(entity: 'sales-order' | 'quote'): Promise<number> {
    const key = entity === 'quote' ? 'quote' : 'order'
    const join = entity === 'quote' ? 'quote_id' : 'sales_order_id'
    const id = await make(entity, {
      ...header,
      status: entity === 'quote' ? 'requested' : 'ordered',
      ...(entity === 'quote' && { addresses: { billing } }),
    })
    const lineId = await make(`${key}-line`, { [join]: id, ...line })
    for (const [ordering, entry] of ['second', 'first'].entries()) {
      const config = { question_title: `Q ${entry}`, entry, net: 1, ordering: 2 - ordering }
      await make(`${key}-line-config`, { [`${key}_line_id`]: lineId, ...config })
    }
    await make(`${key}-tax-rate`, { [join]: id, rate: 19, code: 'VAT', net: 100, tax: 19, recurring: false })
    if (entity === 'sales-order') await make('order-address', { [join]: id, kind: 'billing', ...billing })
    return id
  }

  for (const entity of ['sales-order', 'quote'] as const) {
    it(`returns the addresses, lines, ordered selections, rates and letterhead of a ${entity}`, async () => {
      const document = await readDocument(createShopperContext(), entity, await frozen(entity))
      const reply = toDocumentReply(document!)
      expect(reply).to.deep.include({ gross: 119, weight_unit: 'kg', discount: { title: 'Trade', net: 10 }, payment: null })
      expect(reply.delivery).to.deep.equal({ title: 'Parcel', net: 0, tax: 0, gross: 0, days: 3, total_days: 3, dates: null })
      expect(reply.shop).to.deep.include({ name: 'Blinds & Co', city: 'Ghent', iban: '' })
      expect(reply.billing).to.deep.include({ last_name: 'Lovelace', country: 'United Kingdom', zip: '' })
      expect(reply.lines.map(({ options, net }) => [net, options.map(({ text }) => text)])).to.deep.equal([
        [100, ['first', 'second']],
      ])
      expect(reply.rates).to.deep.equal([{ recurring: false, rate: 19, code: 'VAT', net: 100, tax: 19 }])
    })
  }

  it('is null for an unknown id', async () => {
    expect(await readOrder(createShopperContext(), 999)).to.equal(null)
  })
})
