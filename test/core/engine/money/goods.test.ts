// Lines and discounts of the price function: sums are exact in every currency.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toAmount } from '../../../../core/engine/money/amount.js'
import { bestDiscount, type DiscountLevel, type GoodsLine, priceGoods } from '../../../../core/engine/money/goods.js'

const euro = { multiplicator: 1, decimals: 2 }
const line = (unit: number, quantity: number, ...rates: number[]): GoodsLine => ({
  unit: toAmount(unit),
  quantity,
  rates: rates.map((rate) => ({ rate, code: null })),
})
const units = ({ net, tax, gross }: { net: number; tax: number; gross: number }): readonly number[] =>
  [net, tax, gross].map((x) => x / 10_000)

describe('pricing goods', () => {
  it('multiplies first and rounds once to the decimals of the currency', () => {
    expect(units(priceGoods([line(0.335, 3, 19)], { currency: euro }))).to.deep.equal([1.01, 0.19, 1.2])
    expect(units(priceGoods([line(100, 1, 10)], { currency: { multiplicator: 162.3456, decimals: 0 } }))).to.deep.equal([
      16_235, 1624, 17_859,
    ])
    expect(units(priceGoods([line(1.005, 1, 5)], { currency: { multiplicator: 0.376, decimals: 3 } }))).to.deep.equal([
      0.378, 0.019, 0.397,
    ])
  })

  it('returns the same cents for lines priced alone or together', () => {
    const lines = [line(19.99, 3, 19), line(4.444, 7, 7), line(-1.005, 1, 19)]
    const combined = priceGoods(lines, { currency: euro })
    const alone = lines.map((cartLine) => priceGoods([cartLine], { currency: euro }))
    expect(combined.gross).to.equal(alone.reduce((sum, { gross }) => sum + gross, 0))
  })

  it('adds up exactly: net and tax to gross, shares to the discount, in the smallest unit of the currency', () => {
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
          const goods = priceGoods(lines, { currency, levels, entry })
          const step = 10 ** (4 - currency.decimals)
          for (const goodsLine of goods.lines) {
            expect(goodsLine.gross).to.equal(goodsLine.net + goodsLine.tax)
            expect(goodsLine.net % step === 0 && goodsLine.tax % step === 0).to.equal(true)
          }
          expect(goods.net + goods.tax).to.equal(goods.gross)
          expect(goods.lines.reduce((sum, goodsItem) => sum + goodsItem.netBeforeDiscount - goodsItem.net, 0)).to.equal(
            goods.discount?.net ?? 0,
          )
        },
      ),
      { numRuns: 300, seed: 3 },
    )
  })

  it('does not change an entered gross price', () => {
    expect(units(priceGoods([line(119, 1, 19)], { currency: euro, entry: 'gross' }))).to.deep.equal([100, 19, 119])
    expect(units(priceGoods([line(0.99, 3, 19)], { currency: euro, entry: 'gross' }))).to.deep.equal([2.5, 0.47, 2.97])
  })

  it('computes the tax after the discount', () => {
    const level = { start: 100, type: 'percentage', value: 10, title: 'Ten' } as const
    const goods = priceGoods([line(60, 1, 19), line(40, 1, 7)], { currency: euro, levels: [level] })
    expect(goods.discount).to.deep.equal({ title: 'Ten', net: 100_000 })
    expect(goods.lines.map(units)).to.deep.equal([
      [54, 10.26, 64.26],
      [36, 2.52, 38.52],
    ])
  })
})

describe('a discount', () => {
  it('is the reached level with the lowest total', () => {
    const levels: DiscountLevel[] = [
      { start: 0, type: 'amount', value: 30, title: 'flat' },
      { start: 100, type: 'percentage', value: 20, title: 'percent' },
      { start: 1000, type: 'percentage', value: 90, title: 'far' },
    ]
    expect(bestDiscount(toAmount(100), levels, euro)?.title).to.equal('flat')
    expect(bestDiscount(toAmount(200), levels, euro)?.title).to.equal('percent')
    expect(bestDiscount(toAmount(20), levels, euro)).to.deep.equal({ title: 'flat', net: 200_000 })
    expect(bestDiscount(toAmount(99.99), levels.slice(1), euro)).to.equal(null)
  })

  it('converts its start and amount into the customer’s currency', () => {
    const levels: DiscountLevel[] = [{ start: 100, type: 'amount', value: 10, title: null }]
    expect(bestDiscount(toAmount(199.99), levels, { multiplicator: 2, decimals: 2 })).to.equal(null)
    expect(bestDiscount(toAmount(200), levels, { multiplicator: 2, decimals: 2 })?.net).to.equal(200_000)
  })
})
