// Invariants of all documents: parts add up to totals, shares stay within their lines, and the order of lines is irrelevant.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { currencyStep } from '../../../../core/engine/money/amount.js'
import {
  type DeliveryTerms,
  type PaymentTerms,
  type DocumentLine,
  type DocumentTerms,
  priceDocument,
  type PricedDocument,
} from '../../../../core/engine/money/document.js'
import type { DiscountLevel, GoodsPrice, Total, TaxRate } from '../../../../core/engine/money/goods.js'

const rates: fc.Arbitrary<readonly TaxRate[]> = fc.array(
  fc.record({ rate: fc.constantFrom(0, 7, 19, 6.25, 1.125, 100), code: fc.constantFrom(null, 'A', 'B') }),
  { maxLength: 3 },
)

/** Few different amounts, to get equal lines; small ones, to make rounding relevant; including credit lines. */
const amount = fc.oneof(fc.constantFrom(0, 100, 333, 1_000, 99_999, -100, -5_000), fc.integer({ min: -1e6, max: 1e9 }))

const line: fc.Arbitrary<DocumentLine> = fc.record({
  unit: amount,
  recurring: amount,
  quantity: fc.integer({ min: 1, max: 20 }),
  rates,
  recurringRates: rates,
})

const price = fc.integer({ min: -50_000, max: 500_000 }).map((n) => n / 10_000)
const positive = fc.integer({ min: 0, max: 2_000_000 }).map((n) => n / 10_000)

const levels: fc.Arbitrary<readonly DiscountLevel[]> = fc.array(
  fc.record({
    start: positive,
    type: fc.constantFrom('percentage' as const, 'amount' as const),
    value: positive,
    title: fc.constantFrom('one', 'two', null),
  }),
  { maxLength: 5 },
)

const delivery: fc.Arbitrary<DeliveryTerms> = fc.record({ price: positive, rates })
const payment: fc.Arbitrary<PaymentTerms> = fc.record({
  price,
  percentage: fc.integer({ min: -50_000, max: 50_000 }).map((n) => n / 10_000),
  min: fc.option(price),
  max: fc.option(price),
  rates: fc.option(rates),
})

const terms: fc.Arbitrary<DocumentTerms> = fc.record({
  currency: fc.record({
    multiplicator: fc.oneof(
      fc.constant(1),
      fc.integer({ min: 1_000_000, max: 1e10 }).map((n) => n / 1e8),
    ),
    decimals: fc.constantFrom(0, 2, 3),
  }),
  entry: fc.constantFrom('net' as const, 'gross' as const),
  levels,
  recurringLevels: levels,
  delivery: fc.option(delivery),
  payment: fc.option(payment),
})

const lines = fc.array(line, { maxLength: 8 })

const total = (parts: readonly Total[]): Total => ({
  net: parts.reduce((sum, part) => sum + part.net, 0),
  tax: parts.reduce((sum, part) => sum + part.tax, 0),
  gross: parts.reduce((sum, part) => sum + part.gross, 0),
})

function expectShares(prices: readonly GoodsPrice[], discount: PricedDocument['discount'], step: number): void {
  const shares = prices.map(({ net, netBeforeDiscount }) => netBeforeDiscount - net)
  expect(shares.reduce((sum, share) => sum + share, 0)).to.equal(discount?.net ?? 0)
  for (const [i, { netBeforeDiscount, net, tax, gross }] of prices.entries()) {
    expect(shares[i]).to.be.within(Math.min(0, netBeforeDiscount), Math.max(0, netBeforeDiscount))
    expect(net + tax).to.equal(gross)
    expect([net, tax, netBeforeDiscount].map((value) => Math.abs(value % step))).to.deep.equal([0, 0, 0])
  }
}

/**
 * Everything that must not depend on the order of lines. Of equal lines at one rate, either may give its codes to the payment.
 */
const orderless = ({ lines: _lines, leadingRates: _leading, payment: charged, ...rest }: PricedDocument): unknown => ({
  ...rest,
  payment: charged && { ...charged, code: null },
})

describe('every document', () => {
  it('has lines, delivery and payment that add up to its totals, and tax rows that add up to both', () => {
    fc.assert(
      fc.property(lines, terms, (lineInputs, when) => {
        const document = priceDocument(lineInputs, when)
        const { net, tax, gross, recurring, rates: rows } = document
        const charges = [...document.lines, document.delivery, document.payment].filter((charge) => charge !== null)
        expect({ net, tax, gross }).to.deep.equal(total(charges))
        expect(recurring).to.deep.equal(total(document.lines.map((documentLine) => documentLine.recurring)))
        for (const [again, sum] of [
          [false, document],
          [true, recurring],
        ] as const) {
          const own = rows.filter((row) => row.recurring === again)
          expect(new Set(own.map(({ rate }) => rate)).size).to.equal(own.length)
          expect(own.reduce((all, row) => all + row.net, 0)).to.equal(sum.net)
          expect(own.reduce((all, row) => all + row.tax, 0)).to.equal(sum.tax)
        }
      }),
      { numRuns: 500, seed: 21 },
    )
  })

  it("has a discount of at most the sum, with shares that add up to it and stay between 0 and the line's net", () => {
    fc.assert(
      fc.property(lines, terms, (lineInputs, when) => {
        const document = priceDocument(lineInputs, when)
        const step = currencyStep(when.currency.decimals)
        expectShares(document.lines, document.discount, step)
        expectShares(
          document.lines.map((documentLine) => documentLine.recurring),
          document.recurringDiscount,
          step,
        )
        const sum = document.lines.reduce((all, documentLine) => all + documentLine.netBeforeDiscount, 0)
        expect(document.discount === null || (document.discount.net > 0 && document.discount.net <= sum)).to.equal(true)
      }),
      { numRuns: 500, seed: 22 },
    )
  })

  it('has totals that do not depend on the order of its lines', () => {
    const shuffled = lines.chain((lineInputs) =>
      fc.tuple(
        fc.constant(lineInputs),
        fc.shuffledSubarray(lineInputs, { minLength: lineInputs.length, maxLength: lineInputs.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, terms, ([lineInputs, shuffledLines], when) => {
        expect(orderless(priceDocument(shuffledLines, when))).to.deep.equal(orderless(priceDocument(lineInputs, when)))
      }),
      { numRuns: 1_000, seed: 23 },
    )
  })
})
