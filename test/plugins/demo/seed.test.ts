// The demo shop: authored through the pipeline, resumed where it was cut off, and priced as its tables say.
import type { SelectionInput } from '../../../core/engine/program/configuration.js'
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { deliveryOffers } from '../../../core/commerce/delivery/offers.js'
import { paymentOffers } from '../../../core/commerce/payment/offers.js'
import { toAmount } from '../../../core/engine/money/amount.js'
import { priceDocument } from '../../../core/engine/money/document.js'
import { demo } from '../../../plugins/demo/index.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { payments } from '../../../plugins/payments/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { missingTexts } from '../../../core/storage/record/missing-texts.js'
import { bootTestApp, type TestApp } from '../../support/app.js'
import { countryId, openTestShop } from '../../support/opened-shop.js'

describe('The demo shop', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ plugins: [stock, payments, demo()] })
  })
  after(() => app.stop())

  /** A product's id by its English title, and the ids of its questions and answers by theirs. */
  async function product(
    title: string,
  ): Promise<{ id: number; question(title: string): number; answer(of: string, title: string): string }> {
    const { shop, products } = await app.catalogue.products({ language: 'en-GB' })
    expect(shop.name).to.equal('Demo shop')
    const { product: view } = await app.catalogue.product(products.find((one) => one.title === title)!.id)
    const questions = view.pages.flatMap((page) => page.questions)
    const named = (of: string) => questions.find((question) => question.title === of)!
    return {
      id: view.id,
      question: (of) => named(of).id,
      answer: (of, answer) => String(named(of).answers.find((one) => one.title === answer)!.id),
    }
  }

  const start = (product_id: number, selections: readonly SelectionInput[]): Promise<ConfigurationReply> =>
    app.configurations.start({ product_id, selections })

  it('is authored once and notes what stands', async () => {
    const told: string[] = []
    const first = await seedDemo(app, (sentence) => told.push(sentence))
    expect(first.seeded).to.deep.equal(['shop', 'roller-blind', 'dell-laptop', 'standing-desk', 'list', 'notifications'])
    expect(told.at(-1)).to.equal('Seeded notifications (6 of 6).')
    const second = await seedDemo(app, () => {})
    expect(second).to.deep.equal({ seeded: [], skipped: 'The demo shop was seeded before.' })
  })

  it('names no price in a title or a description, because shoppers see prices in their own currency', async () => {
    for (const language of ['en-GB', 'de-DE']) {
      for (const { id } of (await app.catalogue.products({ language })).products) {
        const { product: view } = await app.catalogue.product(id, { language })
        const questions = view.pages.flatMap((page) => [page, ...page.questions])
        const answers = view.pages.flatMap((page) => page.questions.flatMap((question) => question.answers))
        const texts = [view, ...questions, ...answers, ...view.examples].flatMap((one) => [
          one.title,
          'description' in one ? one.description : '',
        ])
        const prices = /[€£¥$]|\b(EUR|GBP|JPY|USD)\b|\b(less than|more than|unter|über) [\d.,]+$/i
        expect(texts.filter((text) => prices.test(text ?? ''))).to.deep.equal([])
      }
    }
  })

  it('prices a blind 1,450 wide with a drop of 1,800 as the tables of two price groups do', async () => {
    const blind = await product('Roller blind')
    for (const [group, price] of [
      ['Group 1', 109],
      ['Group 3', 167],
    ] as const) {
      const reply = await start(blind.id, [
        { question_id: blind.question('Width'), value: '1450' },
        { question_id: blind.question('Drop'), value: '1800' },
        { question_id: blind.question('Price group'), value: blind.answer('Price group', group) },
      ])
      expect(reply.refused).to.deep.equal([])
      expect(reply.price?.net).to.equal(price)
    }
  })

  it('takes the tax of Germany, and of another member of the EU where a guest says that he is there', async () => {
    const { id } = await product('Standing desk')
    const price = async (country?: string) => {
      const { net, tax } = (await app.configurations.start({ product_id: id, ...(country && { country }) })).price!
      return [net, tax]
    }
    expect(await price()).to.deep.equal([421, 79.99])
    expect(await price('FI')).to.deep.equal([421, 107.36])
    expect(await price('JP')).to.deep.equal([421, 0])
  })

  it('shows its prices in euro, pounds and yen', async () => {
    const { id } = await product('Standing desk')
    const net = async (currency: string) => (await app.configurations.start({ product_id: id, currency })).price!.net
    expect(await Promise.all(['EUR', 'GBP', 'JPY'].map(net))).to.deep.equal([421, 367.32, 74_264])
  })

  it('sends by weight and zone, the cheapest first', async () => {
    const offered = async (iso2: string, kilograms: number) => {
      const { work, shop } = await openTestShop(app, { countryId: await countryId(app, iso2) })
      const offers = await deliveryOffers(work, shop, toAmount(kilograms))
      return offers.map(({ title, net }) => `${title} ${net / 10_000}`)
    }
    expect(await offered('DE', 4)).to.deep.equal(['Parcel 4.9', 'Express parcel 14.9'])
    expect(await offered('DE', 31.5)).to.deep.equal(['Parcel 4.9', 'Pallet, kerbside delivery 49'])
    expect(await offered('FR', 4)).to.deep.equal(['Parcel 14.9'])
    expect(await offered('CH', 40)).to.deep.equal(['Pallet, kerbside delivery 129'])
    expect(await offered('JP', 40)).to.deep.equal(['Pallet, kerbside delivery 480'])
  })

  it('is paid in three ways, at the door in Germany only', async () => {
    const offered = async (iso2: string) => {
      const { work, shop } = await openTestShop(app, { countryId: await countryId(app, iso2) })
      const line = { unit: toAmount(421), quantity: 2, rates: [{ rate: 19, code: null }], recurring: 0, recurringRates: [] }
      const goods = priceDocument([line], { currency: shop.currency })
      const offers = await paymentOffers(work, shop, { billingCountryId: null, goods })
      return offers.map(({ connector, net }) => `${connector} ${net / 10_000}`)
    }
    expect(await offered('DE')).to.deep.equal(['bank_transfer 0', 'cash_on_delivery 11.92', 'sandbox 0'])
    expect(await offered('FR')).to.deep.equal(['bank_transfer 0', 'sandbox 0'])
  })

  it('gives trade customers net prices and discounts', async () => {
    const { records } = await app.list('customer-group', { limit: 10 })
    const trade = records.find(({ title }) => title === 'Trade')!
    const { shop } = await openTestShop(app, { groupId: trade.id })
    expect(shop.b2b).to.equal(true)
    const { record } = await app.read('customer-group', trade.id)
    expect([1, 2, 3, 4].map((level) => record[`discount_start_${level}`])).to.deep.equal([500, 2000, 5000, null])
  })

  it('charges a laptop as often as it is ordered, and an engraving whatever is written', async () => {
    const laptop = await product('Dell laptop')
    const price = async (id: number, selections: readonly SelectionInput[]): Promise<number | undefined> =>
      (await start(id, selections)).price?.net
    const quantity = (value: string): SelectionInput => ({ question_id: laptop.question('Quantity'), value })
    const { product: view } = await app.catalogue.product(laptop.id)
    const category = view.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 0)!
    const chosen = { question_id: category.id, value: String(category.answers[0]!.id) }
    const one = (await price(laptop.id, [chosen, quantity('1')]))!
    expect(one).to.be.greaterThan(0)
    expect(await price(laptop.id, [chosen, quantity('3')])).to.equal(one * 3)
    const desk = await product('Standing desk')
    const bare = (await price(desk.id, []))!
    for (const text of ['Ada', 'x'.repeat(200)]) {
      expect(await price(desk.id, [{ question_id: desk.question('Engraving'), value: text }])).to.equal(bare + 19)
    }
  })

  it('shows a picture of every product', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const { product: view } = await app.catalogue.product(id)
      const bytes = await app.catalogue.picture(id, view.image!)
      expect(new TextDecoder().decode(bytes), title).to.contain('<svg')
    }
  })

  it('draws what is chosen of each product in layers, and a picture for every tile', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const { product: view } = await app.catalogue.product(id)
      const questions = view.pages.flatMap((page) => page.questions)
      const answers = questions.flatMap((question) => question.answers)
      const names = answers.flatMap((answer) => [answer.visualization_image ?? [], answer.picker_image ?? []].flat())
      expect(names.length, title).to.be.greaterThan(12)
      for (const name of [view.visualization_image!, ...names])
        expect(new TextDecoder().decode(await app.catalogue.picture(id, name)), name).to.contain('</svg>')
      const tiles = questions.filter(({ question_type }) => question_type === 'Images').flatMap((question) => question.answers)
      expect(tiles.filter(({ picker_image }) => picker_image === null)).to.deep.equal([])
    }
  })

  it('shows the remote control with a motor and takes it back with the chain', async () => {
    const blind = await product('Roller blind')
    const remote = blind.question('Remote control')
    const bit = (reply: ConfigurationReply) => reply.questions.find((question) => question.id === remote)?.applies
    const begun = await start(blind.id, [])
    expect(bit(begun)).to.equal(false)
    const motor = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Acmeda 240v') }
    const shown = await app.configurations.change(begun.configuration, { selections: [motor] })
    expect(bit(shown)).to.equal(true)
    const chain = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Chain, no motor') }
    const hidden = await app.configurations.change(begun.configuration, { selections: [chain] })
    expect(bit(hidden)).to.equal(false)
  })

  it('can be finished in every product', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const proof = (await app.act('prove-product', { product_id: id })) as {
        findings: { kind: string; grade: string; message: string }[]
      }
      expect(
        proof.findings.filter(({ grade }) => grade === 'warning'),
        title,
      ).to.deep.equal([])
    }
    const laptop = await product('Dell laptop')
    const report = (await app.act('simulate-product', { product_id: laptop.id, walks: 100 })) as { validConfigurations: string }
    expect(report.validConfigurations).to.equal('2319')
  })

  it('is opened in Hebrew where it is told so: no text is missing, and none is left in English', async () => {
    const opened = await bootTestApp({ plugins: [stock, payments, demo()] })
    const languages = ['en-GB', 'de-DE', 'he-IL'] as const
    try {
      await seedDemo(opened, () => {}, ['he-IL'])
      expect(await missingTexts(opened.context.database, opened.registry, languages)).to.deep.equal([])
      const rows = await opened.context.database.query<Record<'entity' | 'en' | 'de' | 'he', string>>(
        `SELECT a.entity, a.text AS en, b.text AS de, c.text AS he FROM svc_texts a
         JOIN svc_texts b ON b.entity = a.entity AND b.field = a.field AND b.entity_id = a.entity_id AND b.language_tag = 'de-DE'
         JOIN svc_texts c ON c.entity = a.entity AND c.field = a.field AND c.entity_id = a.entity_id AND c.language_tag = 'he-IL'
         WHERE a.language_tag = 'en-GB' AND a.field <> 'label'`,
      )
      expect(rows.length).to.be.greaterThan(500)
      // Some codes of currencies have no name in any language.
      const left = rows.filter(({ en, de, he }) => !/[א-ת]/.test(he) && he.length > 3 && (he !== en || en !== de))
      expect(left.map(({ entity, he }) => `${entity}: ${he}`)).to.deep.equal([])
      const { shop, product: desk } = await opened.catalogue.product('standing-desk', { language: 'he-IL' })
      expect([...shop.languages]).to.deep.equal([...languages])
      expect(desk.title).to.equal('שולחן עמידה')
      // Entries to pick from are the same in every language.
      const picked = desk.pages.flatMap(({ questions }) => questions).flatMap(({ choices }) => choices ?? [])
      expect(picked.join(' ')).to.match(/^[\d\s]+$/)
      expect(desk.pages.flatMap(({ questions }) => questions).map(({ title }) => title)).to.include('חומר')
    } finally {
      await opened.stop()
    }
  })

  it('keeps the way of paying that stands where no provider of its own is installed', async () => {
    const bare = await bootTestApp({ plugins: [stock, demo()] })
    try {
      await seedDemo(bare, () => {})
      const { records } = await bare.list('payment-method', { limit: 10 })
      expect(records.map(({ connector }) => connector)).to.deep.equal(['bank_transfer'])
    } finally {
      await bare.stop()
    }
  })

  it('does nothing in a shop that has products of its own', async () => {
    await app.reset()
    await app.write('product', { title_en_GB: 'Mine', title_de_DE: 'Meins', tax_class_id: 1 })
    expect(await seedDemo(app, () => {})).to.deep.equal({ seeded: [], skipped: 'This shop already has products.' })
  })
})
