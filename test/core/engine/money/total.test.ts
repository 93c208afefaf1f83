// Lines, discounts and taxes through the one price function: sums are exact whatever the currency.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toAmount } from '../../../../core/engine/money/amount.js'
import { bestDiscount, type DiscountLevel, spread } from '../../../../core/engine/money/discount.js'
import { isZeroRated, ratesAt, splitTax, taxIn, taxOn } from '../../../../core/engine/money/tax.js'
import { type Line, priceGoods } from '../../../../core/engine/money/total.js'

const euro = { multiplicator: 1, decimals: 2 }
const line = (unit: number, quantity: number, ...rates: number[]): Line => ({
  unit: toAmount(unit),
  quantity,
  rates: rates.map((rate) => ({ rate, code: null })),
})
const units = ({ net, tax, gross }: { net: number; tax: number; gross: number }): readonly number[] =>
  [net, tax, gross].map((x) => x / 10_000)

describe('pricing goods', () => {
  it('multiplies before it rounds, once, to the decimals of the currency', () => {
    expect(units(priceGoods([line(0.335, 3, 19)], euro))).to.deep.equal([1.01, 0.19, 1.2])
    expect(units(priceGoods([line(100, 1, 10)], { multiplicator: 162.3456, decimals: 0 }))).to.deep.equal([16_235, 1624, 17_859])
    expect(units(priceGoods([line(1.005, 1, 5)], { multiplicator: 0.376, decimals: 3 }))).to.deep.equal([0.378, 0.019, 0.397])
  })

  it('agrees to the cent whether lines are priced alone or together', () => {
    const lines = [line(19.99, 3, 19), line(4.444, 7, 7), line(-1.005, 1, 19)]
    const together = priceGoods(lines, euro)
    const alone = lines.map((one) => priceGoods([one], euro))
    expect(together.gross).to.equal(alone.reduce((sum, { gross }) => sum + gross, 0))
  })

  it('adds up exactly: lines to totals, tax parts to taxes, discounts to the discount', () => {
    const anyLine = fc.record({
      unit: fc.integer({ min: 0, max: 1e9 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      rates: fc.array(
        fc.record({ rate: fc.integer({ min: 0, max: 300_000 }).map((n) => n / 10_000), code: fc.constantFrom(null, 'X') }),
        { maxLength: 3 },
      ),
    })
    const anyLevel: fc.Arbitrary<DiscountLevel> = fc.record({
      start: fc.nat(1000),
      type: fc.constantFrom('percentage', 'amount'),
      value: fc.integer({ min: 0, max: 990_000 }).map((n) => n / 10_000),
      title: fc.constant(null),
    })
    const anyCurrency = fc.record({
      multiplicator: fc.integer({ min: 1, max: 1e10 }).map((n) => n / 1e8),
      decimals: fc.constantFrom(0, 2, 3),
    })
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 5 }),
        fc.array(anyLevel, { maxLength: 3 }),
        anyCurrency,
        fc.constantFrom('net' as const, 'gross' as const),
        (lines, levels, currency, entry) => {
          const goods = priceGoods(lines, currency, levels, entry)
          const step = 10 ** (4 - currency.decimals)
          for (const one of goods.lines) {
            expect(one.gross).to.equal(one.net + one.tax)
            if (one.parts.length > 0) expect(one.parts.reduce((sum, { tax }) => sum + tax, 0)).to.equal(one.tax)
            expect(one.net % step === 0 && one.tax % step === 0).to.equal(true)
          }
          expect(goods.net + goods.tax).to.equal(goods.gross)
          expect(goods.lines.reduce((sum, { discount }) => sum + discount, 0)).to.equal(goods.discount?.amount ?? 0)
          expect(goods.rates.reduce((sum, { tax }) => sum + tax, 0)).to.equal(
            goods.lines.reduce((sum, { parts, tax }) => sum + (parts.length > 0 ? tax : 0), 0),
          )
        },
      ),
      { numRuns: 300, seed: 3 },
    )
  })

  it('keeps an entered gross price as it is', () => {
    expect(units(priceGoods([line(119, 1, 19)], euro, [], 'gross'))).to.deep.equal([100, 19, 119])
    expect(units(priceGoods([line(0.99, 3, 19)], euro, [], 'gross'))).to.deep.equal([2.5, 0.47, 2.97])
  })

  it('takes the tax after the discount', () => {
    const level = { start: 100, type: 'percentage', value: 10, title: 'Ten' } as const
    const goods = priceGoods([line(60, 1, 19), line(40, 1, 7)], euro, [level])
    expect(goods.discount).to.deep.equal({ title: 'Ten', amount: 100_000 })
    expect(goods.lines.map(units)).to.deep.equal([
      [54, 10.26, 64.26],
      [36, 2.52, 38.52],
    ])
  })
})

describe('a discount', () => {
  it('is the level that gives the lowest total among those that are reached', () => {
    const levels: DiscountLevel[] = [
      { start: 0, type: 'amount', value: 30, title: 'flat' },
      { start: 100, type: 'percentage', value: 20, title: 'percent' },
      { start: 1000, type: 'percentage', value: 90, title: 'far' },
    ]
    expect(bestDiscount(toAmount(100), levels, euro)?.title).to.equal('flat')
    expect(bestDiscount(toAmount(200), levels, euro)?.title).to.equal('percent')
    expect(bestDiscount(toAmount(20), levels, euro)).to.deep.equal({ title: 'flat', amount: 200_000 })
    expect(bestDiscount(toAmount(99.99), levels.slice(1), euro)).to.equal(null)
  })

  it('counts its start and amount in the shopper’s currency', () => {
    const levels: DiscountLevel[] = [{ start: 100, type: 'amount', value: 10, title: null }]
    expect(bestDiscount(toAmount(199.99), levels, { multiplicator: 2, decimals: 2 })).to.equal(null)
    expect(bestDiscount(toAmount(200), levels, { multiplicator: 2, decimals: 2 })?.amount).to.equal(200_000)
  })

  it('spreads in proportion and gives the remainder to the largest line', () => {
    expect(spread(10_000, [30_000, 30_000, 40_000], 0)).to.deep.equal([0, 0, 10_000])
    expect(spread(100, [10_000, 10_000, 10_000], 2)).to.deep.equal([100, 0, 0])
  })
})

describe('tax rates', () => {
  const places = { country_id: null, state_id: null, county_id: null, city_id: null, code: null }
  const placed = [
    { ...places, country_id: 1, rate: 19 },
    { ...places, state_id: 11, rate: 6 },
    { ...places, county_id: 111, rate: 1.25, code: 'C' },
    { ...places, city_id: 1111, rate: 0.5 },
  ]
  const rates = (place: Parameters<typeof ratesAt>[0]): readonly number[] => ratesAt(place, 21, placed).map(({ rate }) => rate)

  it('takes the state before the country before the class, and adds county and city', () => {
    expect(rates({ country_id: 1, state_id: 11, county_id: 111, city_id: 1111 })).to.deep.equal([6, 1.25, 0.5])
    expect(rates({ country_id: 1, state_id: 12 })).to.deep.equal([19])
    expect(rates({ country_id: 2, city_id: 1111 })).to.deep.equal([21, 0.5])
    expect(rates({ country_id: null })).to.deep.equal([21])
  })

  it('are zero for a VAT-free country, and for a business in another country of the EU VAT area', () => {
    const germany = { country_id: 1, vat_free: false, in_eu_vat_area: true }
    const france = { country_id: 2, vat_free: false, in_eu_vat_area: true }
    const switzerland = { country_id: 3, vat_free: true, in_eu_vat_area: false }
    expect(isZeroRated({ destination: switzerland, store: germany, validVatId: false })).to.equal(true)
    expect(isZeroRated({ destination: france, store: germany, validVatId: true })).to.equal(true)
    expect(isZeroRated({ destination: france, store: germany, validVatId: false })).to.equal(false)
    expect(isZeroRated({ destination: germany, store: germany, validVatId: true })).to.equal(false)
    expect(isZeroRated({ destination: france, store: { ...germany, in_eu_vat_area: false }, validVatId: true })).to.equal(false)
  })

  it('tax a net amount, sit inside a gross one, and split without a rest', () => {
    const two = [
      { rate: 6, code: 'S' },
      { rate: 1.25, code: 'C' },
    ]
    expect(taxOn(toAmount(99.99), two, 2)).to.equal(72_500)
    expect(taxIn(toAmount(107.25), two, 2)).to.equal(72_500)
    expect(splitTax(72_500, two, 2).map(({ tax }) => tax)).to.deep.equal([60_000, 12_500])
  })
})
