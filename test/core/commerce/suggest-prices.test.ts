// Suggestions compared with every possible configuration, by customer group, currency and quantity.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { SuggestInput, SuggestReply } from '../../../core/commerce/configuration/suggest.js'
import type { PriceReply } from '../../../core/shop/price.js'
import { stock } from '../../../plugins/stock/index.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { findCurrencyId } from '../../support/guest-shop.js'

/** Quantities for which prices are compared. */
const quantities = [1, 3, 1_000]

interface Whole {
  readonly held: ReadonlyMap<number, string | null>
  /** The price that the group sees first, net or gross, by quantity. */
  readonly prices: readonly number[]
}

interface Shopper {
  readonly group: number | null
  readonly currency: string
}

describe('suggestions compared with all configurations', function () {
  this.timeout(60_000)
  let app: TestApp
  let lamp: Lamp
  let dealers: number
  let friends: number

  before(async () => {
    app = await bootTestApp({ plugins: [stock] })
    lamp = await authorLamp(app)
    const author = createCatalogAuthor(app)
    const titled = (title: string): object => ({ title_en_GB: title, title_de_DE: title })
    dealers = await author.write('customer-group', { ...titled('Dealers'), b2b_mode: true })
    friends = await author.write('customer-group', { ...titled('Friends') })
    await author.write('currency', { multiplicator: 176.4, decimals: 0, published: true }, await findCurrencyId(app, 'JPY'))
    await author.write('currency', { multiplicator: 0.3579, decimals: 3, published: true }, await findCurrencyId(app, 'KWD'))
    await author.write('product', { baseprice_overrides: [{ customer_group_id: dealers, price: 80.55 }] }, lamp.product)
    // For friends, green is the cheapest colour, and gold costs less than steel.
    const override = (answer: number, ...own: readonly [group: number, price: number][]): Promise<number> =>
      author.write('answer', { price_overrides: own.map(([customer_group_id, price]) => ({ customer_group_id, price })) }, answer)
    await override(lamp.green, [friends, -12.35], [dealers, 11.11])
    await override(lamp.gold, [friends, 3.33])
    await override(lamp.dimmed, [dealers, 0.01])
  })
  after(() => app.stop())

  const serve = <T>({ group }: Shopper, verb: string, input: Readonly<Record<string, unknown>>): Promise<T> =>
    app.shop.serve(verb, input, { shopper: { customerId: null, customerGroupId: group } }) as Promise<T>

  const start = async (shopper: Shopper): Promise<string> => {
    const input = { product_id: lamp.product, currency: shopper.currency }
    return (await serve<ConfigurationReply>(shopper, 'start-configuration', input)).configuration
  }

  const readSelections = ({ questions }: ConfigurationReply): ReadonlyMap<number, string | null> =>
    new Map(questions.filter(({ applies }) => applies).map(({ id, selection }) => [id, selection]))

  async function pricesOf(shopper: Shopper, token: string): Promise<readonly number[]> {
    const prices: number[] = []
    for (const quantity of quantities) {
      const { price } = await serve<{ readonly price: PriceReply }>(shopper, 'price-configuration', { token, quantity })
      prices.push(shopper.group === dealers ? price.net : price.gross)
    }
    return prices
  }

  /** Every complete configuration. Heights are free of charge, so one height represents all. */
  async function everything(shopper: Shopper): Promise<readonly Whole[]> {
    const all: Whole[] = []
    for (const colour of [lamp.red, lamp.green, lamp.pink])
      for (const shade of [lamp.plain, lamp.pleated])
        for (const dimmer of [null, lamp.dimmed])
          for (const base of [null, lamp.gold, lamp.steel]) {
            const token = await start(shopper)
            const entry = (question_id: number, value: number | null) => ({
              question_id,
              value: value === null ? null : String(value),
            })
            const selections = [
              ...[entry(lamp.height, 50), entry(lamp.dimmer, dimmer), entry(lamp.colour, colour)],
              ...[entry(lamp.shade, colour === lamp.green ? shade : null), entry(lamp.base, base)],
            ]
            const input = { token, selections, confirmed: true, full: true }
            const reply = await serve<ConfigurationReply>(shopper, 'change-configuration', input)
            if (reply.missing.length > 0 || reply.refused.length > 0) continue
            all.push({ held: readSelections(reply), prices: await pricesOf(shopper, token) })
          }
    expect(all.length).to.be.above(14)
    return all
  }

  const wishes = (): NonNullable<SuggestInput['wishes']> => [
    { question_id: lamp.base, values: [String(lamp.gold)], weight: 5 },
    { question_id: lamp.shade, values: [String(lamp.pleated)], weight: 3 },
    { question_id: lamp.dimmer, values: [String(lamp.dimmed)], weight: 2 },
    { question_id: lamp.height, values: ['77', '78'], weight: 1 },
  ]

  const unmet = ({ held: selections }: Whole): number =>
    wishes()
      .filter(
        ({ question_id, values = [] }) => question_id !== lamp.height && !values.includes(selections.get(question_id) ?? ''),
      )
      .reduce((sum, { weight = 0 }) => sum + weight, 0)

  async function suggest(
    shopper: Shopper,
    input: SuggestInput,
  ): Promise<{ readonly reply: SuggestReply; readonly whole: Whole | null }> {
    const token = await start(shopper)
    const reply = await serve<SuggestReply>(shopper, 'suggest-configuration', { token, ...input })
    const [first] = reply.suggestions
    if (first === undefined) return { reply, whole: null }
    const change = { token, selections: first.changes, confirmed: true, full: true }
    const changed = await serve<ConfigurationReply>(shopper, 'change-configuration', change)
    expect([changed.refused, changed.missing]).to.deep.equal([[], []])
    expect(changed.price).to.deep.equal(first.price)
    return { reply, whole: { held: readSelections(changed), prices: await pricesOf(shopper, token) } }
  }

  for (const currency of ['EUR', 'JPY', 'KWD'])
    for (const name of ['nobody', 'dealers', 'friends'] as const)
      it(`for ${name} in ${currency} have the lowest price in any quantity and respect any maximum price`, async () => {
        const shopper = { currency, group: { nobody: null, dealers, friends }[name] }
        const all = await everything(shopper)
        const cheapest = await suggest(shopper, { aim: 'cheapest' })
        expect(cheapest.reply.suggestions[0]!.proven).to.equal(true)
        for (const at of quantities.keys())
          expect(cheapest.whole!.prices[at]).to.equal(Math.min(...all.map(({ prices }) => prices[at]!)))
        const priced = [...new Set(all.map(({ prices }) => prices[0]!))].toSorted((a, b) => a - b)
        const places = { EUR: 2, JPY: 0, KWD: 3 }[currency]!
        for (const price of [priced[0]!, priced[Math.floor(priced.length / 2)]!, priced.at(-1)!]) {
          for (const maximum of [price, Number((price - 10 ** -places).toFixed(places))]) {
            const affordable = all.filter(({ prices }) => prices[0]! <= maximum)
            const { reply, whole } = await suggest(shopper, { wishes: wishes(), max_price: maximum })
            expect(reply.impossible, `${maximum}`).to.equal(affordable.length === 0)
            if (affordable.length === 0) continue
            const least = Math.min(...affordable.map(unmet))
            expect(unmet(whole!), `${maximum}`).to.equal(least)
            expect(['77', '78']).to.include(whole!.held.get(lamp.height))
            const best = Math.min(...affordable.filter((candidate) => unmet(candidate) === least).map(({ prices }) => prices[0]!))
            expect(whole!.prices[0], `${maximum}`).to.equal(best)
          }
        }
      })
})
