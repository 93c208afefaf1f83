// What a shopper is told beside the state: what a selection would change, how the price came about, why something is not to be had.
import { expect } from 'chai'
import type { ExplanationReply } from '../../../core/commerce/configuration/explanation.js'
import type { PreviewReply } from '../../../core/commerce/configuration/preview.js'
import type { PriceBoxReply } from '../../../core/commerce/configuration/price-box.js'
import { runtime } from '../../../plugins/runtime/index.js'
import type { AmountReply } from '../../../core/shop/price.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { catalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, jsonClient } from '../../support/json-client.js'
import { currencyId } from '../../support/opened-shop.js'
import { authorLamp, type Lamp } from './lamp.js'
import { held, shopperClient, type ShopperClient } from './shopper.js'

describe('what a shopper is told of a configuration', () => {
  let app: ListeningApp
  let client: JsonClient
  let guest: ShopperClient
  let lamp: Lamp
  let token: string

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = jsonClient(app.url)
    guest = shopperClient(client)
    lamp = await authorLamp(app)
  })
  beforeEach(async () => {
    token = (await guest.start(lamp.product, { selections: [{ question_id: lamp.height, value: '20' }] })).configuration
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  describe('before a change', () => {
    const preview = (question_id: number, value?: unknown): Promise<PreviewReply> =>
      guest.call<PreviewReply>(token, 'preview', { question_id, value })

    it('is the price that it would have, what would change by itself, and what would be missing', async () => {
      await guest.enter(token, lamp.base, String(lamp.gold))
      const before = await guest.read(token)
      const told = await preview(lamp.colour, String(lamp.green))
      expect(await guest.read(token)).to.deep.equal(before)
      const after = await guest.enter(token, lamp.colour, String(lamp.green))
      expect(told.price).to.deep.include({ before: before.price, after: after.price })
      const { gross } = told.price!.difference
      expect(gross).to.equal(Math.round((after.price!.gross - before.price!.gross) * 100) / 100)
      expect([told.changes, told.missing]).to.deep.equal([after.automatic, after.missing])
      expect(told.changes.map(({ question_id }) => question_id)).to.have.members([lamp.shade, lamp.base])
    })

    it('is the question that would be asked, with the price beyond it', async () => {
      const told = await preview(lamp.height, 99)
      expect(told.confirm).to.include({ question_id: lamp.engraving })
      expect(told.changes.map(({ question_id, to }) => [question_id, to])).to.deep.equal([[lamp.engraving, null]])
      expect(held(await guest.read(token), lamp.height)).to.equal('20')
    })

    it("is why it would be refused, in the shopper's language, or what is missing without the entry", async () => {
      expect((await preview(lamp.colour, String(lamp.blue))).refused).to.include({ code: 'NOT_AVAILABLE' })
      expect((await preview(lamp.colour, { add: [lamp.green] })).refused).to.include({ code: 'INVALID_VALUE' })
      expect((await preview(lamp.height, 'x')).price!.difference.gross).to.equal(0)
      for (const nothing of [null, '', undefined]) {
        expect((await preview(lamp.height, nothing)).missing.map(({ question_id }) => question_id)).to.deep.equal([lamp.height])
      }
      expect(await guest.refusal('POST', `/configurations/${token}/preview`, { question_id: lamp.height, value: {} })).to.equal(
        'INVALID_VALUE',
      )
    })
  })

  describe('of its price', () => {
    const price = (query = ''): Promise<PriceBoxReply> => guest.data('GET', `/configurations/${token}/price${query}`)
    const cents = (amount: number): number => Math.round(amount * 10_000)

    /** Base and parts, added up. */
    function sumOf({ base, parts }: PriceBoxReply, figure: 'amount' | 'recurring'): AmountReply {
      const amounts = [base, ...parts].flatMap((part) => part[figure] ?? [])
      const add = (name: keyof AmountReply): number => amounts.reduce((sum, amount) => sum + cents(amount[name]), 0) / 10_000
      return { net: add('net'), tax: add('tax'), gross: add('gross') }
    }

    it('is what each question adds, and adds up to it exactly in every currency, taxed and for several pieces', async () => {
      const author = catalogAuthor(app)
      const product = await author.product('Toy', {
        baseprice: 9.99,
        was_price: 20,
        use_recurring_pricing: true,
        baseprice_recurring: 0.335,
        max_quantity: 100,
      })
      const page = await author.page(product, 'Page')
      const questions: number[] = []
      for (let n = 0; n < 12; n++) {
        const question = await author.question(page, `Part ${n}`, 'Dropdown')
        const price = n === 5 ? -3.333 : (335 * n) / 1_000
        await author.answer(question, 'Yes', { default: true, price, price_recurring: (5 * n) / 1_000 })
        questions.push(question)
      }
      const country = 'DE'
      const taxClass = (await author.first('tax-class')).id
      const germany = (await app.visit({}).list('country', { column: 'iso2', values: [country] }))[0]!.id
      await author.write('tax-rate', { tax_class_id: taxClass, country_id: germany, rate: 19 })
      await app.write('currency', { published: true, multiplicator: 1.3777 }, { id: await currencyId(app, 'USD') })
      for (const currency of ['EUR', 'USD']) {
        const started = await guest.start(product, { currency, country })
        token = started.configuration
        for (const quantity of [1, 2, 7, 33]) {
          const box = await price(`?quantity=${quantity}`)
          const { recurring, ...once } = box.price!
          expect(sumOf(box, 'amount'), `${currency} ${quantity}`).to.deep.equal(once)
          expect(sumOf(box, 'recurring'), `${currency} ${quantity}`).to.deep.equal(recurring)
          if (quantity === 1) expect(box.price).to.deep.equal(started.price)
          expect(box.tax).to.include({ rate: 19 })
          // No part is off by more than a smallest unit from what it costs alone.
          const part = box.parts.find(({ question_id }) => question_id === questions[11])!
          const factor = quantity * (currency === 'USD' ? 1.3777 : 1)
          expect(part.amount!.net).to.be.closeTo(0.335 * 11 * factor, 0.0101)
        }
      }
      expect((await price()).old_price).to.deep.equal({ amount: { net: 27.55, tax: 5.23, gross: 32.78 }, recurring: null })
    })

    it('names what is selected, and a part that cannot be counted', async () => {
      const author = catalogAuthor(app)
      const nothing = await author.calculation(lamp.product, 'Nothing', 'formula', {
        terms: [{ question: lamp.height }, { operator: '/' }, { number: 0 }],
      })
      await app.write('question', { calcmodel: nothing }, { id: lamp.height })
      const box = await price()
      expect(box.parts.find(({ question_id }) => question_id === lamp.height)).to.deep.equal({
        ...{ question_id: lamp.height, title: 'Height', text: '20 cm', amount: null, recurring: null },
      })
      expect(box.parts.map(({ question_id }) => question_id)).to.deep.equal([lamp.colour, lamp.height, lamp.engraving])
      expect(sumOf(box, 'amount')).to.deep.include({ net: box.price!.net })
      await app.write('question', { calcmodel: null }, { id: lamp.height })
      expect(await guest.refusal('GET', `/configurations/${token}/price?quantity=0`)).to.equal('OUT_OF_RANGE')
    })

    it("is what the group's discount would take off, and nothing where the group sees no prices", async () => {
      const author = catalogAuthor(app)
      const group = await author.write('customer-group', {
        ...{ title_en_GB: 'Friends', title_de_DE: 'Freunde', discount_start_1: 50, discount_type_1: 'percentage' },
        ...{ discount_value_1: 10, discount_title_1_en_GB: 'Ten off', discount_title_1_de_DE: 'Zehn' },
      })
      await app.context.database.run('UPDATE svc_configuration SET customer_group_id = ? WHERE token = ?', [group, token])
      const box = await price()
      expect([box.discount, box.price!.net]).to.deep.equal([
        { title: 'Ten off', net: 10, tax: box.price!.tax / 10, gross: 10 + box.price!.tax / 10 },
        100,
      ])
      await app.write('customer-group', { may_see_prices: false }, { id: group })
      const unseen = await price()
      expect([unseen.price, unseen.discount, unseen.base.amount, unseen.parts[0]!.amount]).to.deep.equal([null, null, null, null])
    })
  })

  describe('of what is not to be had', () => {
    const explain = async (query: string): Promise<ExplanationReply> =>
      (await guest.data<{ explanation: ExplanationReply }>('GET', `/configurations/${token}/explanation?${query}`)).explanation

    it('is what keeps a question or an answer away, and what would bring it', async () => {
      const shade = await explain(`question_id=${lamp.shade}`)
      expect(shade).to.deep.equal({
        applies: false,
        possible: true,
        sentences: ["'Shade' is not available because 'Colour' is 'Red'. It is available with 'Green' for 'Colour'."],
        causes: [{ question_id: lamp.colour, answer_ids: [lamp.red], text: 'Red' }],
        remedies: [{ changes: [{ question_id: lamp.colour, value: String(lamp.green), text: 'Green' }] }],
      })
      const pink = await explain(`answer_id=${lamp.pink}`)
      expect(pink.remedies).to.deep.equal([
        { changes: [{ question_id: lamp.dimmer, value: String(lamp.dimmed), text: 'With dimmer' }] },
      ])
      expect(pink.causes).to.deep.equal([{ question_id: lamp.dimmer, answer_ids: [], text: null }])
      const german = await explain(`question_id=${lamp.shade}&language=de-DE`)
      expect(german.sentences[0]).to.contain('Shade (de-DE)').and.not.to.contain('because')
      // What is told works.
      await guest.enter(token, lamp.dimmer, pink.remedies[0]!.changes[0]!.value)
      expect((await explain(`answer_id=${lamp.pink}`)).applies).to.equal(true)
    })

    it('is nothing where it applies, and that an answer is not available', async () => {
      const standing = { applies: true, possible: true, sentences: [], causes: [], remedies: [] }
      expect(await explain(`question_id=${lamp.colour}`)).to.deep.equal(standing)
      expect(await explain(`answer_id=${lamp.green}`)).to.deep.equal(standing)
      expect(await explain(`answer_id=${lamp.blue}`)).to.deep.equal({
        ...standing,
        possible: false,
        sentences: ["'Blue' is not available at the moment."],
      })
    })

    it('tells nothing of how the product is built', async () => {
      await app.write('question', { internal_name: 'secret-name' }, { id: lamp.colour })
      await app.context.database.run('UPDATE svc_question SET rules = ? WHERE id = ?', ['[broken', lamp.dimmer])
      await app.write('question', { title_en_GB: 'Dimmer' }, { id: lamp.dimmer })
      const told = await explain(`question_id=${lamp.dimmer}`)
      expect([told.applies, told.possible, told.sentences]).to.deep.equal([
        false,
        false,
        ['This is not available at the moment.'],
      ])
      expect(JSON.stringify([told, await explain(`question_id=${lamp.shade}`)])).not.to.match(/secret-name|rule/)
      await app.context.database.run("UPDATE svc_question SET rules = '' WHERE id = ?", [lamp.dimmer])
    })

    it('refuses what the product does not have, and both or neither', async () => {
      const refused = (query: string): Promise<string | null> =>
        guest.refusal('GET', `/configurations/${token}/explanation?${query}`)
      expect(await refused('question_id=999999')).to.equal('UNKNOWN')
      expect(await refused('answer_id=999999')).to.equal('UNKNOWN')
      expect(await refused(`question_id=${lamp.shade}&answer_id=${lamp.pink}`)).to.equal('REQUIRED')
      expect(await refused('')).to.equal('REQUIRED')
    })
  })
})
