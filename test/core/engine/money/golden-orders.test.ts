// Golden orders: carts of all kinds with amounts computed by hand, compared with the price function.
import { expect } from 'chai'
import { type DiscountLevel, resolveTaxRates, type TaxRate } from '../../../../core/engine/money/goods.js'
import { type DocumentLine, priceDocument } from '../../../../core/engine/money/document.js'
import {
  type GoldenCart,
  type GoldenCharge,
  goldenGroups,
  type GoldenOrder,
  goldenShop as shop,
} from '../../../oracle/golden-orders.js'
import { computeGoldenUnit, toRecordId } from '../../../oracle/golden-program.js'
import { toGoldenOrder } from '../../../oracle/golden-format.js'
import { findArithmeticFault, listNumbers } from './arithmetic-text.js'

const idIn = (records: Readonly<Record<string, unknown>>, key: string | undefined): number | null =>
  key === undefined ? null : toRecordId(records, key)

/** The rates of a tax class at the destination of the cart. */
function ratesFor({ destination, zero_rated }: GoldenCart, taxClass: string): readonly TaxRate[] {
  if (zero_rated) return [{ rate: 0, code: null }]
  const place = (of: { country?: string; state?: string; county?: string; city?: string }) => ({
    country_id: idIn(shop.country, of.country),
    state_id: idIn(shop.state, of.state),
    county_id: idIn(shop.county, of.county),
    city_id: idIn(shop.city, of.city),
  })
  const placed = shop['tax-rate']
    .filter((rate) => rate.tax_class_id === taxClass)
    .map(({ country_id: country, state_id: state, county_id: county, city_id: city, rate, code = null }) => ({
      ...place({ ...(country && { country }), ...(state && { state }), ...(county && { county }), ...(city && { city }) }),
      rate,
      code,
    }))
  return resolveTaxRates(place(destination), shop['tax-class'][taxClass]!.default_rate, placed)
}

function levelsOf(group: string, prefix: 'discount' | 'discount_recurring'): readonly DiscountLevel[] {
  const record = shop['customer-group'][group]!
  return [1, 2, 3, 4, 5].flatMap((n) => {
    const start = record[`${prefix}_start_${n}`] as number | undefined
    const type = record[`${prefix}_type_${n}`] as DiscountLevel['type']
    const value = record[`${prefix}_value_${n}`] as number
    return start === undefined ? [] : [{ start, type, value, title: record[`${prefix}_title_${n}`] as string }]
  })
}

/** The order in wire names. */
function play(cart: GoldenCart): GoldenOrder {
  const amounts = cart.positions.map((position) => computeGoldenUnit(position, cart.group))
  const lines = cart.positions.map(({ product, quantity }, i): DocumentLine => {
    const { tax_class_id, tax_class_recurring_id = tax_class_id } = shop.product[product]!
    const { net: unit, recurring } = amounts[i]!
    return {
      unit,
      recurring,
      quantity,
      rates: ratesFor(cart, tax_class_id),
      recurringRates: ratesFor(cart, tax_class_recurring_id),
    }
  })
  const shipping: GoldenCharge = shop['shipping-method'][cart.shipping]!
  const { price = 0, percentage = 0, price_min = null, price_max = null, tax_class_id } = shop['payment-method'][cart.payment]!
  const document = priceDocument(lines, {
    currency: shop.currency[cart.currency]!,
    levels: levelsOf(cart.group, 'discount'),
    recurringLevels: levelsOf(cart.group, 'discount_recurring'),
    delivery: { price: shipping.price!, rates: ratesFor(cart, shipping.tax_class_id!) },
    payment: { price, percentage, min: price_min, max: price_max, rates: tax_class_id ? ratesFor(cart, tax_class_id) : null },
  })
  return toGoldenOrder(cart, document, amounts)
}

/** The intermediate amounts that the manual calculation must contain. */
function amountsIn({
  lines,
  discount,
  recurring_discount,
  delivery,
  payment,
  rates,
  net,
  tax,
  gross,
}: GoldenOrder): readonly number[] {
  const parts = [...lines, ...lines.flatMap(({ recurring }) => recurring ?? []), delivery, payment, ...rates]
  return [
    ...parts.flatMap((part) => (part ? [part.net, part.tax] : [])),
    ...lines.map((line) => line.net_before_discount),
    ...[discount, recurring_discount].flatMap((discountReply) => discountReply?.net ?? []),
    ...[net, tax, gross],
  ].map(Math.abs)
}

describe('a golden order', () => {
  it('exists at least sixty times, each with a unique name', () => {
    const names = goldenGroups.flatMap(({ carts }) => carts.map(({ name }) => name))
    expect(names.length).to.be.at.least(60)
    expect(new Set(names).size).to.equal(names.length)
  })

  for (const { file, about, carts } of goldenGroups) {
    describe(`of ${file}: ${about}`, () => {
      for (const cart of carts) {
        it(cart.name, () => {
          expect(cart.computation.flatMap((line) => findArithmeticFault(line) ?? [])).to.deep.equal([])
          const equations = listNumbers(cart.computation)
          expect(amountsIn(cart.expected).filter((amount) => amount !== 0 && !equations.has(amount))).to.deep.equal([])
          expect(play(cart)).to.deep.equal(cart.expected)
        })
      }
    })
  }
})

describe('the arithmetic checker of golden orders', () => {
  it('accepts correct and rejects wrong calculations', () => {
    expect(findArithmeticFault('Line 1, net: 0.335 × 3 = 1.005 → 1.01')).to.equal(null)
    expect(findArithmeticFault('Share: 1 × 10 ÷ 30 = 0.33333333… → 0.33')).to.equal(null)
    expect(findArithmeticFault('Tax: (−7.5) × 19 % = −1.425 → −1.43')).to.equal(null)
    expect(findArithmeticFault('Goods: 2 + (3 − 4) × 5 = −3')).to.equal(null)
    expect(findArithmeticFault('50 is more than 12.99.')).to.equal(null)
    expect(findArithmeticFault('Line 1, net: 0.335 × 3 = 1.05 → 1.05')).to.be.a('string')
    expect(findArithmeticFault('Tax: (−7.5) × 19 % = −1.425 → −1.42')).to.be.a('string')
    expect(findArithmeticFault('Tax: some of it = 3')).to.be.a('string')
  })
})
