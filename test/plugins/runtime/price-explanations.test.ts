// Change previews, price breakdowns and explanations of unavailable answers, as a shopper gets them.
import { expect } from 'chai'
import type { ExplanationReply } from '../../../core/commerce/configuration/explanation.js'
import type { PreviewReply } from '../../../core/commerce/configuration/preview.js'
import type { PriceBreakdownReply } from '../../../core/commerce/configuration/price-breakdown.js'
import { runtime } from '../../../plugins/runtime/index.js'
import type { AmountReply } from '../../../core/shop/price.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { findCurrencyId } from '../../support/guest-shop.js'
import { authorLamp, type Lamp } from './lamp.js'
import { held, shopperClient, type ShopperClient } from './shopper.js'

describe('previews, prices and explanations of a configuration', () => {
  let app: ListeningApp
  let client: JsonClient
  let guest: ShopperClient
  let lamp: Lamp
  let token: string

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
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

  describe('the preview of a change', () => {
    const preview = (question_id: number, value?: unknown): Promise<PreviewReply> =>
      guest.call<PreviewReply>(token, 'preview', { question_id, value })

    it('returns the price difference, automatic changes and missing answers of the change without making it', async () => {
      await guest.enter(token, lamp.base, String(lamp.gold))
      const before = await guest.read(token)
      const reply = await preview(lamp.colour, String(lamp.green))
      expect(await guest.read(token)).to.deep.equal(before)
      const after = await guest.enter(token, lamp.colour, String(lamp.green))
      expect(reply.price).to.deep.include({ before: before.price, after: after.price })
      const { gross } = reply.price!.difference
      expect(gross).to.equal(Math.round((after.price!.gross - before.price!.gross) * 100) / 100)
      expect([reply.changes, reply.missing]).to.deep.equal([after.automatic, after.missing])
      expect(reply.changes.map(({ question_id }) => question_id)).to.have.members([lamp.shade, lamp.base])
    })

    it('returns the confirmation question together with the changes behind it', async () => {
      const reply = await preview(lamp.height, 99)
      expect(reply.confirm).to.include({ question_id: lamp.engraving })
      expect(reply.changes.map(({ question_id, to }) => [question_id, to])).to.deep.equal([[lamp.engraving, null]])
      expect(held(await guest.read(token), lamp.height)).to.equal('20')
    })

    it('returns the reason of a rejection, or the missing question if the value is empty', async () => {
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

  describe('the price of a configuration', () => {
    const price = (query = ''): Promise<PriceBreakdownReply> => guest.data('GET', `/configurations/${token}/price${query}`)
    const cents = (amount: number): number => Math.round(amount * 10_000)

    /** The sum of the base price and all parts. */
    function sumOf({ base, parts }: PriceBreakdownReply, figure: 'amount' | 'recurring'): AmountReply {
      const amounts = [base, ...parts].flatMap((part) => part[figure] ?? [])
      const add = (name: keyof AmountReply): number => amounts.reduce((sum, amount) => sum + cents(amount[name]), 0) / 10_000
      return { net: add('net'), tax: add('tax'), gross: add('gross') }
    }

    it('is split into parts that add up exactly in every currency, with tax and for several pieces', async () => {
      const author = createCatalogAuthor(app)
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
      const germany = (await app.shop.createContext({}).list('country', { column: 'iso2', values: [country] }))[0]!.id
      await author.write('tax-rate', { tax_class_id: taxClass, country_id: germany, rate: 19 })
      await app.records.write('currency', { published: true, multiplicator: 1.3777 }, { id: await findCurrencyId(app, 'USD') })
      for (const currency of ['EUR', 'USD']) {
        const started = await guest.start(product, { currency, country })
        token = started.configuration
        for (const quantity of [1, 2, 7, 33]) {
          const box = await price(`?quantity=${quantity}`)
          const { recurring, ...single } = box.price!
          expect(sumOf(box, 'amount'), `${currency} ${quantity}`).to.deep.equal(single)
          expect(sumOf(box, 'recurring'), `${currency} ${quantity}`).to.deep.equal(recurring)
          if (quantity === 1) expect(box.price).to.deep.equal(started.price)
          expect(box.tax).to.include({ rate: 19 })
          // Rounding moves a part by at most one cent from its own price.
          const part = box.parts.find(({ question_id }) => question_id === questions[11])!
          const factor = quantity * (currency === 'USD' ? 1.3777 : 1)
          expect(part.amount!.net).to.be.closeTo(0.335 * 11 * factor, 0.0101)
        }
      }
      expect((await price()).old_price).to.deep.equal({ amount: { net: 27.55, tax: 5.23, gross: 32.78 }, recurring: null })
    })

    it('names each selected answer, and returns no amount for a part that cannot be calculated', async () => {
      const author = createCatalogAuthor(app)
      const nothing = await author.calculation(lamp.product, 'Nothing', 'formula', {
        terms: [{ question: lamp.height }, { operator: '/' }, { number: 0 }],
      })
      await app.records.write('question', { calcmodel: nothing }, { id: lamp.height })
      const box = await price()
      expect(box.parts.find(({ question_id }) => question_id === lamp.height)).to.deep.equal({
        ...{ question_id: lamp.height, title: 'Height', text: '20 cm', amount: null, recurring: null },
      })
      expect(box.parts.map(({ question_id }) => question_id)).to.deep.equal([lamp.colour, lamp.height, lamp.engraving])
      expect(sumOf(box, 'amount')).to.deep.include({ net: box.price!.net })
      await app.records.write('question', { calcmodel: null }, { id: lamp.height })
      expect(await guest.refusal('GET', `/configurations/${token}/price?quantity=0`)).to.equal('OUT_OF_RANGE')
    })

    it('shows the group discount, and no amounts if the group sees no prices', async () => {
      const author = createCatalogAuthor(app)
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
      await app.records.write('customer-group', { may_see_prices: false }, { id: group })
      const unseen = await price()
      expect([unseen.price, unseen.discount, unseen.base.amount, unseen.parts[0]!.amount]).to.deep.equal([null, null, null, null])
    })
  })

  describe('the explanation of an unavailable question or answer', () => {
    const explain = async (query: string): Promise<ExplanationReply> =>
      (await guest.data<{ explanation: ExplanationReply }>('GET', `/configurations/${token}/explanation?${query}`)).explanation

    it('names the cause and a change that makes it available', async () => {
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
      // The suggested change makes the answer apply.
      await guest.enter(token, lamp.dimmer, pink.remedies[0]!.changes[0]!.value)
      expect((await explain(`answer_id=${lamp.pink}`)).applies).to.equal(true)
    })

    it('is empty for a question or answer that applies, and reports an unavailable answer', async () => {
      const applicable = { applies: true, possible: true, sentences: [], causes: [], remedies: [] }
      expect(await explain(`question_id=${lamp.colour}`)).to.deep.equal(applicable)
      expect(await explain(`answer_id=${lamp.green}`)).to.deep.equal(applicable)
      expect(await explain(`answer_id=${lamp.blue}`)).to.deep.equal({
        ...applicable,
        possible: false,
        sentences: ["'Blue' is not available at the moment."],
      })
    })

    it('reveals no internal name and no broken rule', async () => {
      await app.records.write('question', { internal_name: 'secret-name' }, { id: lamp.colour })
      await app.context.database.run('UPDATE svc_question SET rules = ? WHERE id = ?', ['[broken', lamp.dimmer])
      await app.records.write('question', { title_en_GB: 'Dimmer' }, { id: lamp.dimmer })
      const explanation = await explain(`question_id=${lamp.dimmer}`)
      expect([explanation.applies, explanation.possible, explanation.sentences]).to.deep.equal([
        false,
        false,
        ['This is not available at the moment.'],
      ])
      expect(JSON.stringify([explanation, await explain(`question_id=${lamp.shade}`)])).not.to.match(/secret-name|rule/)
      await app.context.database.run("UPDATE svc_question SET rules = '' WHERE id = ?", [lamp.dimmer])
    })

    it('is rejected for unknown ids, and unless exactly one id is sent', async () => {
      const refused = (query: string): Promise<string | null> =>
        guest.refusal('GET', `/configurations/${token}/explanation?${query}`)
      expect(await refused('question_id=999999')).to.equal('UNKNOWN')
      expect(await refused('answer_id=999999')).to.equal('UNKNOWN')
      expect(await refused(`question_id=${lamp.shade}&answer_id=${lamp.pink}`)).to.equal('REQUIRED')
      expect(await refused('')).to.equal('REQUIRED')
    })
  })
})
