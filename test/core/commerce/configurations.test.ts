// Configurations in process: effects of time, catalog changes, shop settings and the shopper's group.
import { guest } from '../../../core/shop/shopper.js'
import { expect } from 'chai'
import { type ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { NotFoundError, ValidationError } from '../../../core/foundation/errors.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { createTestClock, type TestClock } from '../../support/clock.js'

const hour = 3_600_000

describe('configurations', () => {
  let clock: TestClock
  let app: TestApp
  let author: CatalogAuthor
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    clock = createTestClock()
    app = await bootTestApp({ clock })
    author = createCatalogAuthor(app)
  })

  beforeEach(async () => {
    lamp = await authorLamp(app)
  })

  afterEach(() => app.reset())
  after(() => app?.stop())

  const start = (selections: readonly (readonly [number, number | string])[] = []): Promise<ConfigurationReply> =>
    app.shop.configurations.start({
      product_id: lamp.product,
      selections: selections.map(([question_id, value]) => ({ question_id, value: String(value) })),
    })
  const select = (token: string, question_id: number, value: number | string | null, options = {}): Promise<ConfigurationReply> =>
    app.shop.configurations.change(
      token,
      { selections: [{ question_id, value: value === null ? null : String(value) }] },
      options,
    )
  const readSelection = (reply: ConfigurationReply, question: number): string | null | undefined =>
    reply.questions.find((view) => view.id === question)?.selection
  const refusal = async (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error)

  describe('lifetime', () => {
    it('ends cart_lifetime_hours after the last change', async () => {
      const { configuration } = await start()
      clock.time += 23 * hour
      await select(configuration, lamp.height, 100)
      clock.time += 23 * hour
      expect(readSelection(await app.shop.configurations.read(configuration), lamp.height)).to.equal('100')
      clock.time += 1 * hour
      expect(await refusal(app.shop.configurations.read(configuration))).to.be.instanceOf(NotFoundError)
      expect(await refusal(select(configuration, lamp.height, 50))).to.be.instanceOf(NotFoundError)
    })

    it('is not extended by reads and rejected changes', async () => {
      const { configuration } = await start()
      clock.time += 20 * hour
      await app.shop.configurations.read(configuration)
      await select(configuration, lamp.height, 5_000)
      clock.time += 4 * hour
      expect(await refusal(app.shop.configurations.read(configuration))).to.be.instanceOf(NotFoundError)
    })

    it('follows the setting cart_lifetime_hours', async () => {
      const { configuration } = await start()
      await author.write('settings', { cart_lifetime_hours: 2 }, (await author.first('settings')).id)
      clock.time += 2 * hour
      expect(await refusal(app.shop.configurations.read(configuration))).to.be.instanceOf(NotFoundError)
    })
  })

  describe('after a catalog change', () => {
    it('are settled again at the next read and report the change once', async () => {
      const { configuration } = await start([
        [lamp.colour, lamp.green],
        [lamp.base, lamp.steel],
      ])
      await author.write('answer', { rules: { question: lamp.dimmer, operator: '==', value: lamp.dimmed } }, lamp.green)
      const reply = await app.shop.configurations.read(configuration)
      expect(reply.automatic).to.deep.equal([
        { question_id: lamp.colour, from: String(lamp.green), to: null, reason: 'catalog_changed' },
        { question_id: lamp.shade, from: String(lamp.pleated), to: null, reason: 'catalog_changed' },
      ])
      expect(readSelection(reply, lamp.base)).to.equal(String(lamp.steel))
      expect((await app.shop.configurations.read(configuration)).automatic).to.deep.equal([])
    })

    it('return all questions with the next change', async () => {
      const { configuration, questions, catalog_version } = await start()
      await author.write('answer', { price: 99 }, lamp.green)
      const reply = await select(configuration, lamp.colour, lamp.green)
      expect(reply.price!.net).to.equal(204)
      expect(reply.catalog_version).not.to.equal(catalog_version)
      expect(reply.questions).to.have.length(questions.length)
      expect((await select(configuration, lamp.height, 20)).questions).to.have.length(1)
    })

    it('lose only the selection of a deleted question', async () => {
      const { configuration } = await start([
        [lamp.dimmer, lamp.dimmed],
        [lamp.height, 30],
      ])
      await app.records.remove('answer', lamp.pink)
      await app.records.remove('answer', lamp.dimmed)
      await app.records.remove('question', lamp.dimmer)
      const reply = await app.shop.configurations.read(configuration)
      expect(reply.automatic).to.deep.equal([
        { question_id: lamp.dimmer, from: String(lamp.dimmed), to: null, reason: 'catalog_changed' },
      ])
      expect(readSelection(reply, lamp.height)).to.equal('30')
    })

    it('are unavailable while the product is not published', async () => {
      const { configuration } = await start()
      await author.write('product', { published: false }, lamp.product)
      const error = await refusal(app.shop.configurations.read(configuration))
      expect(error).to.be.instanceOf(ValidationError)
      expect((error as ValidationError).issues[0]!.field).to.equal('product_id')
      await author.write('product', { published: true }, lamp.product)
      expect((await app.shop.configurations.read(configuration)).configuration).to.equal(configuration)
    })

    it('keep a value over a new limit and report it as missing', async () => {
      const { configuration } = await start([[lamp.height, 150]])
      await author.write('question', { maxval: 120 }, lamp.height)
      const reply = await app.shop.configurations.read(configuration)
      expect(readSelection(reply, lamp.height)).to.equal('150')
      expect(reply.missing).to.deep.equal([
        { question_id: lamp.height, page_id: lamp.pages.look, message: "'Height' must be at most 120." },
      ])
    })

    it('omit unpublished pages, questions and answers', async () => {
      await author.write('page', { published: false }, lamp.pages.more)
      await author.write('answer', { published: false }, lamp.green)
      const reply = await start()
      expect(reply.questions.map((question) => question.id)).to.deep.equal([lamp.colour, lamp.height])
      expect(reply.answers.map((answer) => answer.id)).to.deep.equal([lamp.red, lamp.blue, lamp.pink])
    })
  })

  describe('of a shopper', () => {
    it('use the prices of the customer group', async () => {
      const group = await author.write('customer-group', { title_en_GB: 'Trade', title_de_DE: 'Handel', b2b_mode: true })
      await author.write('answer', { price_overrides: [{ customer_group_id: group, price: 3 }] }, lamp.green)
      await author.write('product', { baseprice_overrides: [{ customer_group_id: group, price: 70 }] }, lamp.product)
      const shopper = { customerId: null, customerGroupId: group }
      const reply = await app.shop.configurations.start({ product_id: lamp.product }, { shopper })
      expect(reply.price!.net).to.equal(70)
      expect((await select(reply.configuration, lamp.colour, lamp.green)).price!.net).to.equal(78)
      expect((await app.shop.catalogue.product(lamp.product, { shopper })).shop.b2b).to.equal(true)
      expect((await app.shop.catalogue.product(lamp.product)).shop.b2b).to.equal(false)
    })

    it('show no price to a group that may not see prices', async () => {
      const group = await author.write('customer-group', { title_en_GB: 'Blind', title_de_DE: 'Blind', may_see_prices: false })
      const shopper = { customerId: null, customerGroupId: group }
      const reply = await app.shop.configurations.start({ product_id: lamp.product }, { shopper })
      expect(reply.price).to.equal(null)
      const { product, shop } = await app.shop.catalogue.product(lamp.product, { shopper })
      expect(JSON.stringify(product)).not.to.match(/"(net|gross)"/)
      expect(shop.may_see_prices).to.equal(false)
    })

    it('keep the shopper with which they were started', async () => {
      const group = await author.write('customer-group', { title_en_GB: 'A', title_de_DE: 'A' })
      await author.write('product', { baseprice_overrides: [{ customer_group_id: group, price: 1 }] }, lamp.product)
      const shopper = { customerId: null, customerGroupId: group }
      const { configuration } = await app.shop.configurations.start({ product_id: lamp.product }, { shopper })
      expect((await app.shop.configurations.read(configuration, { shopper: guest })).price!.net).to.equal(1)
    })
  })

  describe('price', () => {
    const currency = (code: string, multiplicator: number, decimals: number): Promise<number> =>
      author.write('currency', { title_en_GB: code, title_de_DE: code, code, symbol: code, multiplicator, decimals })

    it('is in the requested currency, with its decimals', async () => {
      await author.write('product', { baseprice: 10.05 }, lamp.product)
      await currency('JPX', 160.55, 0)
      await currency('KWX', 0.33333333, 3)
      const yen = await app.shop.configurations.start({ product_id: lamp.product, currency: 'JPX' })
      expect(yen.price!.net).to.equal(1614)
      const dinar = await app.shop.configurations.start({ product_id: lamp.product, currency: 'KWX' })
      expect(dinar.price!.net).to.equal(3.35)
      expect((await app.shop.configurations.read(dinar.configuration)).price!.net).to.equal(3.35)
    })

    it('rounds 1.005, 2.675 and 1.115 half up', async () => {
      for (const [baseprice, net] of [
        [1.005, 1.01],
        [2.675, 2.68],
        [1.115, 1.12],
      ] as const) {
        await author.write('product', { baseprice }, lamp.product)
        expect((await start()).price!.net).to.equal(net)
      }
    })

    it('includes the tax of the class or of the country, and none in a country without VAT', async () => {
      const countries = await app.records.list('country', { filters: new Map([['search', 'Germany']]) })
      const germany = countries.records[0]!.id
      const { id: taxClass } = await author.first('tax-class')
      await author.write('tax-class', { default_rate: 10 }, taxClass)
      expect((await start()).price).to.include({ net: 100, tax: 10, gross: 110 })
      await author.write('tax-rate', { tax_class_id: taxClass, country_id: germany, rate: 19 })
      await author.write('settings', { default_country_id: germany }, (await author.first('settings')).id)
      expect((await start()).price).to.include({ net: 100, tax: 19, gross: 119 })
      await author.write('country', { vat_free: true }, germany)
      expect((await start()).price).to.include({ net: 100, tax: 0, gross: 100 })
    })

    it('includes recurring amounts if the product has them', async () => {
      await author.write('product', { use_recurring_pricing: true, baseprice_recurring: 9.9 }, lamp.product)
      await author.write('answer', { price_recurring: 2.5 }, lamp.dimmed)
      const reply = await start([[lamp.dimmer, lamp.dimmed]])
      expect(reply.price!.recurring.net).to.equal(12.4)
    })
  })
})
