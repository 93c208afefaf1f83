// Rounding: fixed test vectors, and exactness compared with decimal arithmetic.
import { Big } from 'big.js'
import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  AmountOverflow,
  divideRounded,
  toSafeAmount,
  roundScaledToAmount,
  toScaledInteger,
  roundResult,
  sumAmounts,
  toAmount,
} from '../../../../core/engine/money/amount.js'

describe('an amount', () => {
  it('rounds half away from zero to the decimals of the currency', () => {
    const round = (x: number, decimals: number): number => roundScaledToAmount(BigInt(toAmount(x)), 4, decimals) / 10_000
    expect([1.005, 2.675, 1.115, -1.005].map((x) => round(x, 2))).to.deep.equal([1.01, 2.68, 1.12, -1.01])
    expect([0.5, 1.5, -0.5, 2.4999].map((x) => round(x, 0))).to.deep.equal([1, 2, -1, 2])
    expect([1.0005, 1.2345, -1.0005].map((x) => round(x, 3))).to.deep.equal([1.001, 1.235, -1.001])
  })

  it('equals decimal arithmetic on 15 significant digits', () => {
    const numbers = fc.oneof(
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.integer({ min: -1e12, max: 1e12 }).map((n) => n / 100_000),
      fc.double({ min: -9e11, max: 9e11, noNaN: true }),
    )
    fc.assert(
      fc.property(numbers, (x) => {
        const expected = new Big(x.toPrecision(15)).round(4, Big.roundHalfUp).times(10_000)
        expect(toAmount(x)).to.equal(expected.toNumber() === 0 ? 0 : expected.toNumber())
      }),
      { numRuns: 2_000, seed: 1 },
    )
  })

  it('is NaN for values that are not numbers or too large for four places', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1e12, -1e12].map(toAmount)).to.deep.equal(
      Array.from({ length: 4 }).fill(Number.NaN),
    )
  })

  it('removes binary rounding errors from the result of a calculation', () => {
    expect(roundResult(0.1 + 0.2)).to.equal(0.3)
    expect(roundResult(1.005 * 100)).to.equal(100.5)
    expect(roundResult(-0.00004)).to.equal(0)
    expect(Object.is(roundResult(-0.00004), 0)).to.equal(true)
    expect(roundResult(1e15 + 0.3)).to.equal(1e15)
  })

  it('divides integers rounding half away from zero for all signs', () => {
    expect([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(5n, -2n), divideRounded(4n, 3n)]).to.deep.equal([
      3n,
      -3n,
      -3n,
      1n,
    ])
  })

  it('converts a number to a scaled integer from its 15 significant digits', () => {
    const numbers = fc.oneof(
      fc.double({ min: -1e10, max: 1e10, noNaN: true }),
      fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 9 })).map(([n, places]) => n / 10 ** places),
      fc.integer({ min: -1e15, max: 1e15 }),
    )
    fc.assert(
      fc.property(numbers, fc.constantFrom(0, 4, 8), (x, places) => {
        const expected = new Big(x.toPrecision(15)).times(new Big(10).pow(places)).round(0, Big.roundHalfUp)
        expect(toScaledInteger(x, places)).to.equal(BigInt(expected.toFixed()))
      }),
      { numRuns: 2_000, seed: 2 },
    )
  })

  it('adds up exactly in any order, even if intermediate sums exceed the safe integers', () => {
    const maxValue = Number.MAX_SAFE_INTEGER
    expect(sumAmounts([maxValue, maxValue, -maxValue, -maxValue, 3])).to.equal(3)
    expect(() => sumAmounts([maxValue, 1])).to.throw(AmountOverflow)
    expect(() => sumAmounts([0.5, 0.5])).to.throw(RangeError)
    const amounts = fc.array(fc.oneof(fc.integer(), fc.maxSafeInteger()), { maxLength: 20 })
    fc.assert(
      fc.property(amounts, (list) => {
        const wide = list.reduce((sum, amount) => sum + BigInt(amount), 0n)
        if (Number.isSafeInteger(Number(wide))) expect(sumAmounts(list)).to.equal(Number(wide))
        else expect(() => sumAmounts(list)).to.throw(AmountOverflow)
      }),
    )
  })

  it('converts with eight decimal places of the multiplicator and rejects results that are not exact', () => {
    expect(toScaledInteger(1.23456789, 8)).to.equal(123_456_789n)
    expect(toScaledInteger(-0.00000001, 8)).to.equal(-1n)
    expect(() => toSafeAmount(2n ** 53n)).to.throw(AmountOverflow)
  })
})
