// The destination of a configuration: the VAT id, the exemption and the address that decide on its tax.
import { expect } from 'chai'
import type { PriceReply } from '../../../core/shop/price.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { inBothLanguages } from '../../support/small-shop.js'

type Fields = Readonly<Record<string, unknown>>

const french = 'FR40303265045'
const austrian = 'ATU13585627'
const german = 'DE136695976'

describe('tax destination', () => {
  let app: TestApp
  let author: CatalogAuthor
  let product: number
  let country: Readonly<Record<'germany' | 'france' | 'austria', number>>

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    author = createCatalogAuthor(app)
  })

  beforeEach(async () => {
    const idOf = async (iso2: string): Promise<number> =>
      (await app.records.list('country', { filters: new Map([['iso2', iso2]]) })).records[0]!.id
    country = { germany: await idOf('DE'), france: await idOf('FR'), austria: await idOf('AT') }
    const { id: taxClass } = await author.first('tax-class')
    await author.write('tax-class', { default_rate: 20 }, taxClass)
    for (const { id } of (await app.records.list('tax-rate', { limit: 100 })).records) await app.records.remove('tax-rate', id)
    await author.write('store', { country_id: country.germany }, (await author.first('store')).id)
    product = await author.product('Lamp', { baseprice: 100, use_recurring_pricing: true, baseprice_recurring: 10 })
  })

  afterEach(() => app.reset())
  after(() => app?.stop())

  async function customer(fields: Fields = {}): Promise<number> {
    const customer_group_id = (await author.first('customer-group')).id
    return author.write('customer', { email: 'ada@shop.example', customer_group_id, ...fields })
  }

  const address = (customer_id: number, country_id: number, fields: Fields = {}): Promise<number> =>
    author.write('address', { customer_id, country_id, line1: '1 Road', city: 'Town', is_default_delivery: true, ...fields })

  async function price(customerId: number | null, customerGroupId: number | null = null): Promise<PriceReply> {
    const reply = await app.shop.configurations.start({ product_id: product }, { shopper: { customerId, customerGroupId } })
    return reply.price!
  }

  async function taxOf(fields: Fields, to = country.france): Promise<number> {
    const id = await customer(fields)
    await address(id, to)
    return (await price(id)).tax
  }

  it("uses the customer's VAT id", async () => {
    expect(await taxOf({ vat_id: french })).to.equal(0)
  })

  it("uses the party's VAT id if the customer has none", async () => {
    const party_id = await author.write('party', { name: 'Works', vat_id: austrian })
    expect(await taxOf({ party_id })).to.equal(0)
  })

  it("prefers the customer's VAT id to the party's", async () => {
    const ours = await author.write('party', { name: 'Ours', vat_id: german })
    const theirs = await author.write('party', { name: 'Theirs', vat_id: french })
    expect(await taxOf({ party_id: ours, vat_id: french, email: 'a@shop.example' })).to.equal(0)
    expect(await taxOf({ party_id: theirs, vat_id: german, email: 'b@shop.example' })).to.equal(20)
    expect(await taxOf({ party_id: theirs, vat_id: 'GB980780684', email: 'c@shop.example' })).to.equal(20)
  })

  it('applies the tax exemption of the party, also for a domestic delivery', async () => {
    const party_id = await author.write('party', { name: 'Embassy', tax_exempt: true })
    const other = await author.write('party', { name: 'Works', tax_exempt: false })
    expect(await taxOf({ party_id, email: 'a@shop.example' }, country.germany)).to.equal(0)
    expect(await taxOf({ party_id: other, email: 'b@shop.example' }, country.germany)).to.equal(20)
  })

  it('exempts recurring amounts as well, independent of the customer group', async () => {
    const consumers = await author.write('customer-group', { ...inBothLanguages('title', 'Consumers'), b2b_mode: false })
    const traders = await author.write('customer-group', { ...inBothLanguages('title', 'Traders'), b2b_mode: true })
    const member = await customer({ vat_id: french, email: 'a@shop.example' })
    const person = await customer({ email: 'b@shop.example' })
    for (const id of [member, person]) await address(id, country.france)
    for (const group of [consumers, traders]) {
      expect(await price(member, group)).to.deep.equal({
        net: 100,
        tax: 0,
        gross: 100,
        recurring: { net: 10, tax: 0, gross: 10 },
      })
      expect(await price(person, group)).to.deep.equal({
        net: 100,
        tax: 20,
        gross: 120,
        recurring: { net: 10, tax: 2, gross: 12 },
      })
    }
  })

  it('uses the default delivery address and no other address', async () => {
    const id = await customer({ vat_id: austrian })
    await address(id, country.france, { is_default_delivery: false, is_default_billing: true })
    expect((await price(id)).tax).to.equal(20)
    await address(id, country.france)
    expect((await price(id)).tax).to.equal(0)
  })

  it("uses the default country of the settings if there is no address, otherwise the store's country", async () => {
    const id = await customer({ vat_id: austrian })
    const { id: tax_class_id } = await author.first('tax-class')
    await author.write('tax-rate', { tax_class_id, country_id: country.germany, rate: 19 })
    expect((await price(id)).tax).to.equal(19)
    await author.write('settings', { default_country_id: country.france }, (await author.first('settings')).id)
    expect((await price(id)).tax).to.equal(0)
    await address(id, country.germany)
    expect((await price(id)).tax).to.equal(19)
  })
})
