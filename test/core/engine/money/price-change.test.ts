// Relative price changes: fixed examples, and exactness compared with decimal arithmetic.
import { Big } from 'big.js'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toScaledInteger } from '../../../../core/engine/money/amount.js'
import {
  canRoundTo,
  changePrice,
  type PriceRounding,
  priceRoundings,
  type RoundingDirection,
} from '../../../../core/engine/money/price-change.js'

interface Change {
  readonly percent?: number
  readonly amount?: number
  readonly rounding?: PriceRounding
  readonly direction?: RoundingDirection
}

/** The changed price in units. */
function change(price: number, { percent, amount, rounding = 'none', direction = 'nearest' }: Change): number {
  const toScaled = (value: number | undefined) => (value === undefined ? null : toScaledInteger(value, 4))
  const parts = { percent: toScaled(percent), amount: toScaled(amount), rounding, direction }
  return Number(changePrice(toScaledInteger(price, 4), parts)) / 10_000
}

/** Steps per unit, and the ending, as decimals. */
const expectedRoundings: Readonly<Record<PriceRounding, readonly [stepsPerUnit: number, ending: string]>> = {
  none: [10_000, '0'],
  to_0_01: [100, '0'],
  to_0_05: [20, '0'],
  to_0_10: [10, '0'],
  to_0_50: [2, '0'],
  to_1: [1, '0'],
  ends_90: [1, '0.9'],
  ends_95: [1, '0.95'],
  ends_99: [1, '0.99'],
}

const allRoundings = Object.keys(priceRoundings) as PriceRounding[]

/** The same in decimal arithmetic. */
function changeWithDecimals(price: Big, exact: Big, rounding: PriceRounding, direction: RoundingDirection): Big {
  if (price.eq(0) || exact.eq(0)) return new Big(0)
  const [stepsPerUnit, ending] = expectedRoundings[rounding]
  const isUp = exact.gt(0) ? direction === 'up' : direction === 'down'
  const mode = direction === 'nearest' || rounding === 'none' ? Big.roundHalfUp : isUp ? Big.roundUp : Big.roundDown
  const distance = exact.abs().minus(ending)
  const steps = distance.lt(0) ? new Big(0) : distance.times(stepsPerUnit).round(0, mode)
  // The number of steps per unit is 1, 2, 10, 20, 100 or 10,000: the quotient ends after four places.
  return steps.div(stepsPerUnit).plus(ending).times(exact.s)
}

describe('a price change', () => {
  it('raises 19.99 by 3 % and rounds to every step and ending', () => {
    const rounded = allRoundings.map((rounding) => change(19.99, { percent: 3, rounding }))
    expect(rounded).to.deep.equal([20.5897, 20.59, 20.6, 20.6, 20.5, 21, 20.9, 20.95, 20.99])
  })

  it('rounds up to the higher and down to the lower price, also below 0', () => {
    const round = (price: number, direction: RoundingDirection) => change(price, { percent: 0, rounding: 'to_0_50', direction })
    expect([round(1.2, 'up'), round(1.2, 'down'), round(1.2, 'nearest')]).to.deep.equal([1.5, 1, 1])
    expect([round(-1.2, 'up'), round(-1.2, 'down'), round(-1.2, 'nearest')]).to.deep.equal([-1, -1.5, -1])
    expect([round(1.25, 'nearest'), round(-1.25, 'nearest'), round(1.5, 'up')]).to.deep.equal([1.5, -1.5, 1.5])
  })

  it('keeps 0 at 0 and never changes the sign by an ending', () => {
    const directions: readonly RoundingDirection[] = ['nearest', 'up', 'down']
    expect(directions.map((direction) => change(0, { amount: 5, rounding: 'ends_90', direction }))).to.deep.equal([0, 0, 0])
    expect(directions.map((direction) => change(0.2, { percent: 0, rounding: 'ends_90', direction }))).to.deep.equal([
      0.9, 0.9, 0.9,
    ])
    expect(change(-0.2, { percent: 0, rounding: 'ends_99' })).to.equal(-0.99)
  })

  it('equals decimal arithmetic for random prices in currencies with 0, 2 and 3 decimals', () => {
    const inputs = fc.record({
      decimals: fc.constantFrom(0, 2, 3),
      units: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      percent: fc.option(fc.integer({ min: -1_000_000, max: 10_000_000 }), { nil: null }),
      amount: fc.integer({ min: -50_000_000, max: 50_000_000 }),
      rounding: fc.constantFrom(...allRoundings),
      direction: fc.constantFrom<RoundingDirection>('nearest', 'up', 'down'),
    })
    fc.assert(
      fc.property(inputs, ({ decimals, units, percent, amount, rounding, direction }) => {
        const price = new Big(units).div(10 ** decimals)
        const before = BigInt(price.times(10_000).toFixed(0))
        const after = changePrice(before, {
          percent: percent === null ? null : BigInt(percent),
          amount: percent === null ? BigInt(amount) : null,
          rounding,
          direction,
        })
        const exact =
          percent === null ? price.plus(new Big(amount).div(10_000)) : price.times(new Big(percent).div(1_000_000).plus(1))
        expect(after).to.equal(BigInt(changeWithDecimals(price, exact, rounding, direction).times(10_000).toFixed(0)))
        const unit = BigInt(10 ** (4 - decimals))
        if (rounding !== 'none' && canRoundTo(rounding, decimals)) expect(after % unit).to.equal(0n)
      }),
      { numRuns: 5_000, seed: 1 },
    )
  })

  it('allows only roundings that the decimal places of the currency can show', () => {
    expect(allRoundings.filter((rounding) => canRoundTo(rounding, 0))).to.deep.equal(['none', 'to_1'])
    expect(allRoundings.filter((rounding) => canRoundTo(rounding, 1))).to.deep.equal([
      'none',
      'to_0_10',
      'to_0_50',
      'to_1',
      'ends_90',
    ])
    expect(allRoundings.filter((rounding) => canRoundTo(rounding, 3))).to.deep.equal(allRoundings)
  })
})
