// The demo shop: seeding through the pipeline, resuming, and prices as in its tables.
import { createMessage } from '../../../core/foundation/message.js'
import { messageText } from '../../../core/foundation/message-format.js'
import type { SelectionInput } from '../../../core/engine/program/configuration.js'
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { findDeliveryOffers, findPaymentOffers } from '../../../core/commerce/checkout/offers.js'
import { toAmount } from '../../../core/engine/money/amount.js'
import { priceDocument } from '../../../core/engine/money/document.js'
import { demo } from '../../../plugins/demo/index.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { countMissingTextsByField } from '../../../core/storage/record/text-gaps.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { findCountryId, openTestShop } from '../../support/guest-shop.js'

/** An amount of money with its currency, in any of the three languages. */
const amountOfMoney = /[€£¥₪$]\s?\d|\d\s?([€£¥₪$]|(EUR|GBP|JPY|USD|ILS|euros?|pounds?|yen|Pfund|אירו|שקל|ין|לירה))/i

/** Stored texts of all records with an amount of money. */
async function findTextsWithPrice({ context: { database } }: TestApp): Promise<readonly string[]> {
  const texts = await database.query<{ text: string }>("SELECT text FROM svc_texts WHERE text <> ''")
  expect(texts.length).to.be.greaterThan(500)
  return texts.map(({ text }) => text).filter((text) => amountOfMoney.test(text))
}

/** The type of a picture by its first bytes; null for other files. */
function detectPictureType(bytes: Uint8Array): 'jpg' | 'png' | 'svg' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpg'
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'png'
  return new TextDecoder().decode(bytes).endsWith('</svg>\n') ? 'svg' : null
}

describe('the demo shop', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ plugins: [stock, payments, print, demo()] })
  })
  after(() => app.stop())

  /** A product's id by its English title, and the ids of its questions and answers by theirs. */
  async function product(
    title: string,
  ): Promise<{ id: number; question(title: string): number; answer(of: string, title: string): string }> {
    const { shop, products } = await app.shop.catalogue.products({ language: 'en-GB' })
    expect(shop.name).to.equal('Demo shop')
    const { product: view } = await app.shop.catalogue.product(products.find((candidate) => candidate.title === title)!.id)
    const questions = view.pages.flatMap((page) => page.questions)
    const findQuestion = (of: string) => questions.find((question) => question.title === of)!
    return {
      id: view.id,
      question: (of) => findQuestion(of).id,
      answer: (of, answer) => String(findQuestion(of).answers.find((candidate) => candidate.title === answer)!.id),
    }
  }

  const start = (product_id: number, selections: readonly SelectionInput[]): Promise<ConfigurationReply> =>
    app.shop.configurations.start({ product_id, selections })

  it('is seeded once, and reports each part', async () => {
    const messages: string[] = []
    const first = await seedDemo(app, (message) => messages.push(messageText(message)))
    expect(first.seeded).to.deep.equal([
      'shop',
      'roller-blind',
      'dell-laptop',
      'standing-desk',
      'list',
      'pages',
      'notifications',
      'names',
    ])
    expect(messages.at(-1)).to.equal('Seeded names (8 of 8).')
    const second = await seedDemo(app, () => {})
    expect(second).to.deep.equal({ seeded: [], skipped: createMessage('results.seededBefore') })
  })

  it('states the price of a square metre of the blind as soon as its size and price are known', async () => {
    const blind = await product('Roller blind')
    const sized = [
      { question_id: blind.question('Width'), value: '1250' },
      { question_id: blind.question('Drop'), value: '1600' },
    ]
    const group = { question_id: blind.question('Price group'), value: blind.answer('Price group', 'Budget') }
    const { price, unit_price } = await start(blind.id, [...sized, group])
    expect(price!.gross).to.be.greaterThan(0)
    expect(unit_price).to.deep.include({ unit: 'm²', gross: Number((price!.gross / 2).toFixed(2)) })
    for (const selections of [sized, [...sized.slice(1), group]])
      expect(await start(blind.id, selections)).to.not.have.property('unit_price')
  })

  it('has no price in titles and descriptions, because shoppers see prices in their own currency', async () => {
    for (const language of ['en-GB', 'de-DE']) {
      for (const { id } of (await app.shop.catalogue.products({ language })).products) {
        const { product: view } = await app.shop.catalogue.product(id, { language })
        const questions = view.pages.flatMap((page) => [page, ...page.questions])
        const answers = view.pages.flatMap((page) => page.questions.flatMap((question) => question.answers))
        const texts = [view, ...questions, ...answers, ...view.examples].flatMap((record) => [
          record.title,
          'description' in record ? record.description : '',
        ])
        const prices = /[€£¥$]|\b(EUR|GBP|JPY|USD)\b|\b(less than|more than|unter|über) [\d.,]+$/i
        expect(texts.filter((text) => prices.test(text ?? ''))).to.deep.equal([])
      }
    }
  })

  it('has no amount of money in any text of any record', async () => {
    for (const text of ['+ €29', '29,90 €', '12 EUR', '¥ 500', '20 אירו']) expect(amountOfMoney.test(text), text).to.equal(true)
    expect(await findTextsWithPrice(app)).to.deep.equal([])
  })

  it('prices a blind 1,450 wide with a drop of 1,800 as in the tables of two price groups', async () => {
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

  it('uses the tax of Germany, or of the EU country that a guest selects', async () => {
    const { id } = await product('Standing desk')
    const price = async (country?: string) => {
      const { net, tax } = (await app.shop.configurations.start({ product_id: id, ...(country && { country }) })).price!
      return [net, tax]
    }
    expect(await price()).to.deep.equal([421, 79.99])
    expect(await price('FI')).to.deep.equal([421, 107.36])
    expect(await price('JP')).to.deep.equal([421, 0])
  })

  it('has prices in euro, pounds and yen', async () => {
    const { id } = await product('Standing desk')
    const net = async (currency: string) => (await app.shop.configurations.start({ product_id: id, currency })).price!.net
    expect(await Promise.all(['EUR', 'GBP', 'JPY'].map(net))).to.deep.equal([421, 367.32, 74_264])
  })

  it('offers delivery methods by weight and zone, the cheapest first', async () => {
    const offered = async (iso2: string, kilograms: number) => {
      const { work, shop } = await openTestShop(app, { countryId: await findCountryId(app, iso2) })
      const offers = await findDeliveryOffers(work, shop, toAmount(kilograms))
      return offers.map(({ title, net }) => `${title} ${net / 10_000}`)
    }
    expect(await offered('DE', 4)).to.deep.equal(['Parcel 4.9', 'Express parcel 14.9'])
    expect(await offered('DE', 31.5)).to.deep.equal(['Parcel 4.9', 'Pallet, kerbside delivery 49'])
    expect(await offered('FR', 4)).to.deep.equal(['Parcel 14.9'])
    expect(await offered('CH', 40)).to.deep.equal(['Pallet, kerbside delivery 129'])
    expect(await offered('JP', 40)).to.deep.equal(['Pallet, kerbside delivery 480'])
  })

  it('offers three payment methods, and cash on delivery in Germany only', async () => {
    const offered = async (iso2: string) => {
      const { work, shop } = await openTestShop(app, { countryId: await findCountryId(app, iso2) })
      const line = { unit: toAmount(421), quantity: 2, rates: [{ rate: 19, code: null }], recurring: 0, recurringRates: [] }
      const goods = priceDocument([line], { currency: shop.currency })
      const offers = await findPaymentOffers(work, shop, { billingCountryId: null, goods })
      return offers.map(({ connector, net }) => `${connector} ${net / 10_000}`)
    }
    expect(await offered('DE')).to.deep.equal(['bank_transfer 0', 'cash_on_delivery 11.92', 'sandbox 0'])
    expect(await offered('FR')).to.deep.equal(['bank_transfer 0', 'sandbox 0'])
  })

  it('gives trade customers net prices and discounts', async () => {
    const { records } = await app.records.list('customer-group', { limit: 10 })
    const trade = records.find(({ title }) => title === 'Trade')!
    const { shop } = await openTestShop(app, { groupId: trade.id })
    expect(shop.b2b).to.equal(true)
    const { record } = await app.records.read('customer-group', trade.id)
    expect([1, 2, 3, 4].map((level) => record[`discount_start_${level}`])).to.deep.equal([500, 2000, 5000, null])
  })

  it('charges a laptop for each piece, and an engraving independently of its text', async () => {
    const laptop = await product('Dell laptop')
    const price = async (id: number, selections: readonly SelectionInput[]): Promise<number | undefined> =>
      (await start(id, selections)).price?.net
    const quantity = (value: string): SelectionInput => ({ question_id: laptop.question('Quantity'), value })
    const { product: view } = await app.shop.catalogue.product(laptop.id)
    const category = view.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 0)!
    const chosen = { question_id: category.id, value: String(category.answers[0]!.id) }
    const unitPrice = (await price(laptop.id, [chosen, quantity('1')]))!
    expect(unitPrice).to.be.greaterThan(0)
    expect(await price(laptop.id, [chosen, quantity('3')])).to.equal(unitPrice * 3)
    const demoProduct = await product('Standing desk')
    const bare = (await price(demoProduct.id, []))!
    for (const text of ['Ada', 'x'.repeat(200)]) {
      expect(await price(demoProduct.id, [{ question_id: demoProduct.question('Engraving'), value: text }])).to.equal(bare + 19)
    }
  })

  it('has a picture of every product', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const { product: view } = await app.shop.catalogue.product(id)
      const bytes = await app.shop.catalogue.picture(id, view.image!)
      expect(detectPictureType(bytes), title).to.equal(title === 'Dell laptop' ? 'svg' : 'jpg')
    }
  })

  it('draws each product in layers, and has a picture for every tile', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const { product: view } = await app.shop.catalogue.product(id)
      const questions = view.pages.flatMap((page) => page.questions)
      const answers = questions.flatMap((question) => question.answers)
      const names = answers.flatMap((answer) => [answer.visualization_image ?? [], answer.picker_image ?? []].flat())
      expect(names.length, title).to.be.greaterThan(12)
      for (const name of [view.visualization_image!, ...names])
        expect(detectPictureType(await app.shop.catalogue.picture(id, name)), name).to.equal(/\.(\w+)$/.exec(name)![1])
      const tiles = questions.filter(({ question_type }) => question_type === 'Images').flatMap((question) => question.answers)
      expect(tiles.filter(({ picker_image }) => picker_image === null)).to.deep.equal([])
    }
  })

  it('shows the remote control with a motor and hides it with the chain', async () => {
    const blind = await product('Roller blind')
    const remote = blind.question('Remote control')
    const bit = (reply: ConfigurationReply) => reply.questions.find((question) => question.id === remote)?.applies
    const started = await start(blind.id, [])
    expect(bit(started)).to.equal(false)
    const motor = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Acmeda 240v') }
    const displayed = await app.shop.configurations.change(started.configuration, { selections: [motor] })
    expect(bit(displayed)).to.equal(true)
    const chain = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Chain, no motor') }
    const hidden = await app.shop.configurations.change(started.configuration, { selections: [chain] })
    expect(bit(hidden)).to.equal(false)
  })

  it('can be completed in every product', async () => {
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

  it('is complete in Hebrew if requested: no text is missing, left in English or contains a price', async () => {
    const opened = await bootTestApp({ plugins: [stock, payments, print, demo()] })
    const languages = ['en-GB', 'de-DE', 'he-IL'] as const
    try {
      await seedDemo(opened, () => {}, ['he-IL'])
      expect(await countMissingTextsByField(opened.context.database, opened.context.registry, languages)).to.deep.equal([])
      const rows = await opened.context.database.query<Record<'entity' | 'en' | 'de' | 'he', string>>(
        `SELECT a.entity, a.text AS en, b.text AS de, c.text AS he FROM svc_texts a
         JOIN svc_texts b ON b.entity = a.entity AND b.field = a.field AND b.entity_id = a.entity_id AND b.language_tag = 'de-DE'
         JOIN svc_texts c ON c.entity = a.entity AND c.field = a.field AND c.entity_id = a.entity_id AND c.language_tag = 'he-IL'
         WHERE a.language_tag = 'en-GB' AND a.field <> 'label'`,
      )
      expect(rows.length).to.be.greaterThan(500)
      // Some currency codes have no name in any language.
      const untranslated = rows.filter(({ en, de, he }) => !/[א-ת]/.test(he) && he.length > 3 && (he !== en || en !== de))
      expect(untranslated.map(({ entity, he }) => `${entity}: ${he}`)).to.deep.equal([])
      expect(await findTextsWithPrice(opened)).to.deep.equal([])
      const { shop, product: demoProduct } = await opened.shop.catalogue.product('standing-desk', { language: 'he-IL' })
      expect([...shop.languages]).to.deep.equal([...languages])
      expect(demoProduct.title).to.equal('שולחן עמידה')
      // Preset numbers are the same in every language.
      const picked = demoProduct.pages.flatMap(({ questions }) => questions).flatMap(({ choices }) => choices ?? [])
      expect(picked.join(' ')).to.match(/^[\d\s]+$/)
      expect(demoProduct.pages.flatMap(({ questions }) => questions).map(({ title }) => title)).to.include('חומר')
    } finally {
      await opened.stop()
    }
  })

  it('keeps the existing payment method if no payment provider plugin is installed', async () => {
    const bare = await bootTestApp({ plugins: [stock, demo()] })
    try {
      await seedDemo(bare, () => {})
      const { records } = await bare.records.list('payment-method', { limit: 10 })
      expect(records.map(({ connector }) => connector)).to.deep.equal(['bank_transfer'])
    } finally {
      await bare.stop()
    }
  })

  it('is not seeded into a shop that already has products', async () => {
    await app.reset()
    await app.records.write('product', { title_en_GB: 'Mine', title_de_DE: 'Meins', tax_class_id: 1 })
    expect(await seedDemo(app, () => {})).to.deep.equal({ seeded: [], skipped: createMessage('results.shopHasProducts') })
  })
})
