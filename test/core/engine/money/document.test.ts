// The amounts of a document: rounding, totals, tax rows, discounts, shares and payment charges.
// Expected amounts are computed by hand.
import { expect } from 'chai'
import { AmountOverflow, fromAmount, toAmount } from '../../../../core/engine/money/amount.js'
import {
  calculateDeliveryCharge,
  type PaymentTerms,
  calculatePaymentCharge,
  type DocumentLine,
  type DocumentTerms,
  priceDocument,
  type PricedDocument,
} from '../../../../core/engine/money/document.js'
import type { DiscountLevel, Total, TaxRate } from '../../../../core/engine/money/goods.js'

const euro = { multiplicator: 1, decimals: 2 }
const yen = { multiplicator: 162.37, decimals: 0 }

const at = (...rates: (number | TaxRate)[]): readonly TaxRate[] =>
  rates.map((rate) => (typeof rate === 'number' ? { rate, code: null } : rate))

function line(
  unit: number,
  rates = at(19),
  more: { quantity?: number; recurring?: number; recurringRates?: readonly TaxRate[] } = {},
): DocumentLine {
  const { quantity = 1, recurring = 0, recurringRates = rates } = more
  return { unit: toAmount(unit), recurring: toAmount(recurring), quantity, rates, recurringRates }
}

const level = (start: number, value: number, type: DiscountLevel['type'] = 'percentage', title = `${value}`): DiscountLevel => ({
  start,
  type,
  value,
  title,
})

const payment = (terms: Partial<PaymentTerms>): PaymentTerms => ({
  price: 0,
  percentage: 0,
  min: null,
  max: null,
  rates: at(19),
  ...terms,
})

const euros = (lines: readonly DocumentLine[], terms: Partial<DocumentTerms> = {}): PricedDocument =>
  priceDocument(lines, { currency: euro, ...terms })

const units = (total: Total | null): readonly number[] | null =>
  total && [total.net, total.tax, total.gross].map((amount) => fromAmount(amount))

const rows = ({ rates }: PricedDocument): readonly unknown[] =>
  rates.map(({ recurring, rate, code, net, tax }) => [recurring ? 'again' : 'once', rate, code, fromAmount(net), fromAmount(tax)])

const discountOf = ({ discount }: PricedDocument): readonly unknown[] | null =>
  discount && [discount.title, fromAmount(discount.net)]

const shares = ({ lines }: PricedDocument): readonly number[] =>
  lines.map(({ netBeforeDiscount, net }) => fromAmount(netBeforeDiscount - net))

describe('the money of a document', () => {
  it('converts and rounds the delivery price before it is charged', () => {
    // 4.99 × 162.37 = 810.2263
    expect(units(priceDocument([], { currency: yen, delivery: { price: 4.99, rates: at(10) } }).delivery)).to.deep.equal([
      810, 81, 891,
    ])
    expect(units(calculateDeliveryCharge({ price: 4.99, rates: at(10) }, yen))).to.deep.equal([810, 81, 891])
  })

  it('converts and rounds the start and amount of a discount before they are compared and charged', () => {
    // A start of 10.004 is rounded to 10.00.
    expect(discountOf(euros([line(10)], { levels: [level(10.004, 10)] }))).to.deep.equal(['10', 1])
    expect(discountOf(euros([line(9.99)], { levels: [level(9.995, 10)] }))).to.equal(null)
    // 1 × 162.37 = 162.37 → 162; 61.588 × 162.37 = 10000.04… → 10000
    const levels = [level(61.588, 1, 'amount')]
    expect(discountOf(priceDocument([line(61.5878)], { currency: yen, levels }))).to.deep.equal(['1', 162])
    expect(discountOf(priceDocument([line(61.58)], { currency: yen, levels }))).to.equal(null)
  })

  it('rounds the price and percentage of a payment method together, and each of its limits', () => {
    // 0.335 + 1 % of 10.50 = 0.335 + 0.105 = 0.44. Rounded separately they would be 0.34 + 0.11.
    expect(euros([line(10.5)], { payment: payment({ price: 0.335, percentage: 1 }) }).payment!.net).to.equal(4_400)
    // 1 % of 16237 = 162.37 → 162; at least 2 × 162.37 = 324.74 → 325
    const terms = payment({ percentage: 1, min: 2 })
    expect(priceDocument([line(100)], { currency: yen, payment: terms }).payment!.net).to.equal(3_250_000)
    expect(priceDocument([line(1000)], { currency: yen, payment: { ...terms, max: 9.99 } }).payment!.net).to.equal(16_220_000)
  })

  it('contains lines after their discount share, their net before discount, and a positive discount', () => {
    const document = euros([line(60), line(40, at(7))], { levels: [level(100, 10)] })
    expect(document.lines.map(units)).to.deep.equal([
      [54, 10.26, 64.26],
      [36, 2.52, 38.52],
    ])
    expect(document.lines.map((documentLine) => fromAmount(documentLine.netBeforeDiscount))).to.deep.equal([60, 40])
    expect([discountOf(document), fromAmount(document.goodsNet)]).to.deep.equal([['10', 10], 90])
  })

  it('adds up lines, delivery and payment without recurring amounts', () => {
    const document = euros([line(100, at(19), { recurring: 9.99, quantity: 2 })], {
      delivery: { price: 4.9, rates: at(7) },
      payment: payment({ price: 1 }),
    })
    expect([units(document.delivery), units(document.payment)]).to.deep.equal([
      [4.9, 0.34, 5.24],
      [1, 0.19, 1.19],
    ])
    expect(units(document)).to.deep.equal([205.9, 38.53, 244.43])
    expect(units(document.recurring)).to.deep.equal([19.98, 3.8, 23.78])
  })

  it('has one row per combined rate over lines, delivery and payment, its tax the sum of the rounded taxes', () => {
    // 0.04 × 19 % = 0.0076 → 0.01, twice. 19 % of the sum would also be 0.0152 → 0.02, but for three lines 0.0228 → 0.02.
    const document = euros([line(0.04), line(0.04), line(0.04), line(10, at(7)), line(5, at(0))], {
      delivery: { price: 4.9, rates: at(7) },
      payment: payment({ price: 1 }),
    })
    expect(rows(document)).to.deep.equal([
      ['once', 19, null, 1.12, 0.22],
      ['once', 7, null, 14.9, 1.04],
      ['once', 0, null, 5, 0],
    ])
  })

  it('has one row for tax classes with equal combined rates, with all their codes', () => {
    const state = { rate: 6, code: 'CA' }
    const county = { rate: 1.25, code: 'LA' }
    const lines = [line(100, at(state, county)), line(100, at({ rate: 7.25, code: 'FOOD' })), line(1, at(state))]
    const expected = [
      ['once', 7.25, 'CA + LA, FOOD', 200, 14.5],
      ['once', 6, 'CA', 1, 0.06],
    ]
    expect(rows(euros(lines))).to.deep.equal(expected)
    expect(rows(euros([...lines].reverse()))).to.deep.equal(expected)
  })

  it('has a tax row for a free line, but not for free delivery or payment', () => {
    const free = { delivery: { price: 0, rates: at(7) }, payment: payment({ rates: at(5) }) }
    expect(rows(euros([line(0)], free))).to.deep.equal([['once', 19, null, 0, 0]])
    expect(units(euros([line(0)], free).delivery)).to.deep.equal([0, 0, 0])
  })

  it('has separate tax rows, rates, nets before discount and discounts for recurring amounts', () => {
    const document = euros([line(100, at(19), { recurring: 50, recurringRates: at(7) }), line(10, at(19))], {
      recurringLevels: [level(50, 10, 'percentage', 'Loyal')],
    })
    expect(rows(document)).to.deep.equal([
      ['once', 19, null, 110, 20.9],
      ['again', 7, null, 45, 3.15],
    ])
    const { recurring } = document.lines[0]!
    expect([recurring.rate, recurring.netBeforeDiscount, recurring.net]).to.deep.equal([7, 500_000, 450_000])
    expect([document.discount, document.recurringDiscount]).to.deep.equal([null, { title: 'Loyal', net: 50_000 }])
  })

  it('taxes a payment method without a class with the rate of the largest line before discount, on a tie the higher rate', () => {
    const terms = { payment: payment({ price: 10, rates: null }) }
    const rate = (...lines: DocumentLine[]): number => euros(lines, terms).payment!.rate
    expect(rate(line(99, at(19)), line(100, at(7)))).to.equal(7)
    expect(rate(line(100, at(7)), line(100, at(19)), line(100, at(0)))).to.equal(19)
    expect(rate(line(-500, at(19)), line(1, at(7)))).to.equal(7)
    expect(rate()).to.equal(0)
    // The whole line counts, including its quantity.
    expect(rate(line(30, at(19)), line(20, at(7), { quantity: 2 }))).to.equal(7)
    expect(euros([line(50, at(7))], { payment: payment({ price: 10 }) }).payment!.rate).to.equal(19)
    // After the discount of 199.99 both lines are 0.01, and the higher rate would win.
    const levels = [level(0, 99.99)]
    expect(euros([line(100, at(19)), line(100.01, at(7))], { ...terms, levels }).payment!.rate).to.equal(7)
  })

  it('reaches a discount level only by line nets before discount, in the document currency', () => {
    const levels = [level(100, 10)]
    const otherLines = { delivery: { price: 50, rates: at(19) }, payment: payment({ price: 50 }) }
    expect(discountOf(euros([line(99.99, at(19), { recurring: 500 })], { ...otherLines, levels }))).to.equal(null)
    expect(discountOf(euros([line(60), line(40)], { levels }))).to.deep.equal(['10', 10])
    const doubled = { currency: { multiplicator: 2, decimals: 2 }, levels }
    expect(discountOf(priceDocument([line(99.99)], doubled))).to.equal(null)
    expect(discountOf(priceDocument([line(100)], doubled))).to.deep.equal(['10', 20])
  })

  it('reaches recurring discount levels only by the recurring sum', () => {
    const document = euros([line(1000, at(19), { recurring: 10 })], { recurringLevels: [level(100, 50)] })
    expect(document.recurringDiscount).to.equal(null)
    const loyal = euros([line(1, at(19), { recurring: 100 })], { recurringLevels: [level(100, 50)], levels: [level(50, 10)] })
    expect([loyal.discount, loyal.recurringDiscount]).to.deep.equal([null, { title: '50', net: 500_000 }])
  })

  it('computes a percentage of the sum and rounds it once', () => {
    // 10 % of 0.15 = 0.015 → 0.02. Per line it would be 0.005 → 0.01, three times.
    const document = euros([line(0.05), line(0.05), line(0.05)], { levels: [level(0, 10)] })
    expect(discountOf(document)).to.deep.equal(['10', 0.02])
  })

  it('has a discount of at most the sum, and none if the sum is not positive', () => {
    expect(discountOf(euros([line(20)], { levels: [level(0, 30, 'amount')] }))).to.deep.equal(['30', 20])
    expect(discountOf(euros([line(20)], { levels: [level(0, 150)] }))).to.deep.equal(['150', 20])
    expect(discountOf(euros([line(20), line(-20)], { levels: [level(0, 30, 'amount')] }))).to.equal(null)
    expect(discountOf(euros([line(20), line(-30)], { levels: [level(-100, 30, 'amount'), level(-100, 30)] }))).to.equal(null)
  })

  it('has no discount and no title if the discount rounds to 0', () => {
    expect(discountOf(euros([line(0.04)], { levels: [level(0, 10)] }))).to.equal(null)
    expect(discountOf(euros([line(0.05)], { levels: [level(0, 10)] }))).to.deep.equal(['10', 0.01])
    expect(discountOf(euros([line(5)], { levels: [level(0, 0.004, 'amount')] }))).to.equal(null)
  })

  it('applies the level with the lowest total, on a tie the lowest number', () => {
    const levels = [level(0, 5), level(0, 10, 'amount', 'amount'), level(0, 10, 'percentage', 'per cent')]
    expect(discountOf(euros([line(100)], { levels }))).to.deep.equal(['amount', 10])
    expect(discountOf(euros([line(100.1)], { levels }))).to.deep.equal(['per cent', 10.01])
    // Both levels reduce the total to 0.
    expect(
      discountOf(euros([line(5)], { levels: [level(0, 7, 'amount', 'seven'), level(0, 9, 'amount', 'nine')] })),
    ).to.deep.equal(['seven', 5])
  })

  it('gives each line its share of the discount, rounded half away from zero, and a credit line a negative share', () => {
    const document = euros([line(150), line(-50)], { levels: [level(0, 10)] })
    expect(shares(document)).to.deep.equal([15, -5])
    expect(document.lines.map(({ net }) => fromAmount(net))).to.deep.equal([135, -45])
    // 1 × 0.05 ÷ 10 = 0.005 → 0.01, 1 × 9.95 ÷ 10 = 0.995 → 1.00. The excess is subtracted from the largest line.
    expect(shares(euros([line(0.05), line(9.95)], { levels: [level(0, 1, 'amount')] }))).to.deep.equal([0.01, 0.99])
  })

  it('adds the rounding difference to the largest line while its share stays within its net, then to the next', () => {
    // 1.00 ÷ 3 = 0.333…: 0.33 each, and 0.01 is missing.
    expect(shares(euros([line(10), line(10.01), line(10)], { levels: [level(0, 1, 'amount')] }))).to.deep.equal([
      0.33, 0.34, 0.33,
    ])
    // Ten lines of 0.01, discount 0.06: each 0.006 → 0.01, an excess of 0.04. A share cannot be below 0.
    const ten = Array.from({ length: 10 }, () => line(0.01))
    const lineShares = shares(euros(ten, { levels: [level(0, 0.06, 'amount')] }))
    expect(lineShares).to.deep.equal([0, 0, 0, 0, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01])
    // Discount 0.04: each 0.004 → 0, and no share can exceed the net of its line.
    expect(shares(euros(ten, { levels: [level(0, 0.04, 'amount')] }))).to.deep.equal([0.01, 0.01, 0.01, 0.01, 0, 0, 0, 0, 0, 0])
  })

  it('adds the rounding difference to the line with the higher rate first, then to the earlier line', () => {
    const levels = [level(0, 1, 'amount')]
    const lines = [line(10, at(7)), line(10, at(19)), line(10, at(19))]
    // 1.00 ÷ 3: the missing cent is added to the first line at 19 %.
    expect(shares(euros(lines, { levels }))).to.deep.equal([0.33, 0.34, 0.33])
    const [a, b, c] = lines as [DocumentLine, DocumentLine, DocumentLine]
    expect(units(euros([c, b, a], { levels }))).to.deep.equal(units(euros(lines, { levels })))
    expect(shares(euros([b, a, c], { levels }))).to.deep.equal([0.34, 0.33, 0.33])
  })

  it('orders lines with the same net and rate by their entered amount if their gross differs', () => {
    // 3 yen contain 1.5 → 2 of tax at 100 %, 2 yen contain 1: both are 1 net. 0.5 each is 1 each, and one share is reduced.
    const terms = { currency: { multiplicator: 1, decimals: 0 }, entry: 'gross' as const, levels: [level(0, 1, 'amount')] }
    const lines = [line(3, at(100)), line(2, at(100))]
    for (const orderedLines of [lines, lines.toReversed()])
      expect(units(priceDocument(orderedLines, terms))).to.deep.equal([1, 2, 3])
  })

  it('computes the payment percentage on net goods after discount and net delivery', () => {
    const document = euros([line(100)], {
      levels: [level(0, 10)],
      delivery: { price: 10, rates: at(19) },
      payment: payment({ percentage: 3 }),
    })
    expect(units(document.payment)).to.deep.equal([3, 0.57, 3.57])
    expect(units(calculatePaymentCharge(payment({ percentage: 3 }), document, euro))).to.deep.equal([3, 0.57, 3.57])
  })

  it('adds price and percentage, then limits the sum; null and 0 are no limit', () => {
    const net = (terms: Partial<PaymentTerms>): number => fromAmount(euros([line(100)], { payment: payment(terms) }).payment!.net)
    expect(net({ price: 2, percentage: 1 })).to.equal(3)
    expect(net({ price: 2, percentage: 1, min: 2.5 })).to.equal(3)
    expect(net({ price: 2, percentage: 1, min: 4 })).to.equal(4)
    expect(net({ price: 2, percentage: 1, max: 2.5 })).to.equal(2.5)
    expect(net({ price: 2, percentage: 1, min: 0, max: 0 })).to.equal(3)
    expect(net({ price: 2, percentage: 1, min: 9, max: 5 })).to.equal(5)
  })

  it('accepts a negative percentage as a rebate, which a limit of 0 does not restrict', () => {
    const rebate = (terms: Partial<PaymentTerms>): readonly number[] =>
      units(euros([line(100)], { payment: payment({ percentage: -2, ...terms }) }).payment)!
    expect(rebate({})).to.deep.equal([-2, -0.38, -2.38])
    expect(rebate({ min: 0, max: 0 })).to.deep.equal([-2, -0.38, -2.38])
    expect(rebate({ min: -1.5 })).to.deep.equal([-1.5, -0.29, -1.79])
    expect(units(euros([line(100)], { payment: payment({ percentage: -2 }) }))).to.deep.equal([98, 18.62, 116.62])
  })

  it('throws for amounts that are too large to be exact, but not for levels and limits that are never reached', () => {
    const huge = 99_999_999_999
    expect(() => euros([line(899_999_999_999, at(19), { quantity: 2 })])).to.throw(AmountOverflow)
    expect(() => priceDocument([line(huge)], { currency: { multiplicator: 162.37, decimals: 0 } })).to.throw(AmountOverflow)
    const lines = [line(450_000_000_000, at()), line(450_000_000_000, at()), line(450_000_000_000, at())]
    expect(() => euros(lines)).to.throw(AmountOverflow)
    const never = { levels: [level(huge, 10)], payment: payment({ price: 1, max: huge }) }
    expect(units(priceDocument([line(1, at(10))], { currency: yen, ...never }))).to.deep.equal([324, 47, 371])
    const large = { levels: [level(0, huge, 'amount'), level(0, huge)], currency: yen }
    expect(units(priceDocument([line(1)], large))).to.deep.equal([0, 0, 0])
  })
})
