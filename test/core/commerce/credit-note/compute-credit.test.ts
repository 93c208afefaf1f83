// Amounts of credit notes: parts add up to the invoice to the smallest unit, and never exceed it in total or per rate.
import { expect } from 'chai'
import fc from 'fast-check'
import { currencyStep, fromAmount, toAmount } from '../../../../core/engine/money/amount.js'
import {
  computeCredit,
  computeFullCredit,
  computeRemainder,
  type InvoicedOrder,
  sumCreditedQuantities,
} from '../../../../core/commerce/credit-note/compute-credit.js'
import type { CreditLine } from '../../../../core/model/entities/orders/credit-note.js'
import { ValidationError } from '../../../../core/foundation/errors.js'

const percents = [21, 19, 7, 5.5, 0] as const

const toTax = (net: number, rate: number, step: number): number => step * Math.round((net * rate) / 100 / step)

/** Orders with exact amounts, as they are frozen: rates are sums of rounded parts. */
const orders: fc.Arbitrary<InvoicedOrder> = fc
  .record({
    decimals: fc.constantFrom(0, 2, 3),
    lines: fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 99_999 }),
        quantity: fc.integer({ min: 1, max: 12 }),
        rate: fc.constantFrom(...percents),
      }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    delivery: fc.option(fc.record({ units: fc.integer({ min: 0, max: 2_000 }), rate: fc.constantFrom(...percents) }), {
      nil: null,
    }),
    payment: fc.option(fc.record({ units: fc.integer({ min: 0, max: 500 }), rate: fc.constantFrom(...percents) }), { nil: null }),
  })
  .map(({ decimals, lines, delivery, payment }) => {
    const step = currencyStep(decimals)
    const toAmounts = ({ units, rate }: { readonly units: number; readonly rate: number }) => {
      const net = units * step
      return { rate, net: fromAmount(net), tax: fromAmount(toTax(net, rate, step)) }
    }
    const own = lines.map((line, index) => ({
      ...toAmounts(line),
      id: index + 1,
      title: `Line ${index + 1}`,
      quantity: line.quantity,
    }))
    const charges = [delivery, payment].map((charge) => charge && { ...toAmounts(charge), title: 'Charge' })
    const parts = [...own, ...charges.filter((charge) => charge !== null)]
    const rates = [...new Set(parts.map(({ rate }) => rate))].map((rate) => {
      const sum = (column: 'net' | 'tax') =>
        fromAmount(parts.filter((part) => part.rate === rate).reduce((total, part) => total + toAmount(part[column]), 0))
      return { rate, code: '', net: sum('net'), tax: sum('tax') }
    })
    return { lines: own, delivery: charges[0]!, payment: charges[1]!, rates, decimals }
  })

const sumOf = (lines: readonly CreditLine[], rate: number, column: 'net' | 'tax'): number =>
  lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + toAmount(line[column]), 0)

function expectCredited(order: InvoicedOrder, credited: readonly CreditLine[]): void {
  for (const { rate, net, tax } of order.rates) {
    expect(sumOf(credited, rate, 'net'), `net at ${rate}`).to.equal(toAmount(net))
    expect(sumOf(credited, rate, 'tax'), `tax at ${rate}`).to.equal(toAmount(tax))
  }
}

function expectWithinInvoice(order: InvoicedOrder, credited: readonly CreditLine[]): void {
  for (const { rate, net, tax } of order.rates) {
    expect(sumOf(credited, rate, 'net')).to.be.within(0, toAmount(net))
    expect(sumOf(credited, rate, 'tax')).to.be.within(0, toAmount(tax))
  }
}

describe('computeCredit', () => {
  it('credits an order piece by piece with parts that add up to the invoice per tax rate (seed 431)', () => {
    fc.assert(
      fc.property(orders, fc.array(fc.nat(), { maxLength: 80 }), (order, picks) => {
        const credited: CreditLine[] = []
        for (const pick of picks) {
          const done = sumCreditedQuantities(credited)
          const open = order.lines.filter(({ id, quantity }) => (done.get(id) ?? 0) < quantity)
          const line = open[pick % Math.max(1, open.length)]
          if (!line) break
          const quantity = 1 + (pick % (line.quantity - (done.get(line.id) ?? 0)))
          try {
            credited.push(...computeCredit(order, credited, { lines: [{ order_line_id: line.id, quantity }] }).lines)
          } catch (error) {
            // A part that rounds to zero is no credit note.
            if (!(error instanceof ValidationError)) throw error
            break
          }
          expectWithinInvoice(order, credited)
        }
        const rest = computeFullCredit(order, credited)
        expectCredited(order, [...credited, ...(rest?.lines ?? [])])
        expect(computeFullCredit(order, [...credited, ...(rest?.lines ?? [])])).to.equal(null)
      }),
      { numRuns: 500, seed: 431 },
    )
  })

  it('credits amounts at a rate up to exactly the remainder, and the rest completes the invoice (seed 432)', () => {
    fc.assert(
      fc.property(orders, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1_000 })), { maxLength: 12 }), (order, picks) => {
        const credited: CreditLine[] = []
        const step = currencyStep(order.decimals)
        for (const [pick, thousandths] of picks) {
          const remaining = computeRemainder(order, credited)
          const { rate, net, tax } = remaining[pick % remaining.length]!
          const left = toAmount(net) + toAmount(tax)
          const amount = step * Math.floor((left * thousandths) / 1_000 / step)
          if (amount <= 0) continue
          const credit = computeCredit(order, credited, { amount: fromAmount(amount), rate })
          expect(toAmount(credit.gross)).to.equal(amount)
          credited.push(...credit.lines)
          expectWithinInvoice(order, credited)
          expect(() => computeCredit(order, credited, { amount: fromAmount(left - amount + step), rate })).to.throw(
            ValidationError,
          )
        }
        const rest = computeFullCredit(order, credited)
        expectCredited(order, [...credited, ...(rest?.lines ?? [])])
      }),
      { numRuns: 500, seed: 432 },
    )
  })

  const example: InvoicedOrder = {
    lines: [{ id: 1, title: 'Blind', quantity: 3, rate: 19, net: 100, tax: 19 }],
    delivery: { title: 'Parcel', net: 5, tax: 0.35 },
    payment: null,
    rates: [
      { rate: 19, code: '', net: 100, tax: 19 },
      { rate: 7, code: '', net: 5, tax: 0.35 },
    ],
    decimals: 2,
  }

  it('splits three pieces of 100.00 into 33.33, 33.34 and 33.33', () => {
    const credited: CreditLine[] = []
    const nets = [1, 2, 3].map(() => {
      const credit = computeCredit(example, credited, { lines: [{ order_line_id: 1, quantity: 1 }] })
      credited.push(...credit.lines)
      return credit.net
    })
    expect(nets).to.deep.equal([33.33, 33.34, 33.33])
  })

  it('credits the delivery once, at its own rate', () => {
    const credit = computeCredit(example, [], { delivery: true })
    expect(credit).to.include({ net: 5, tax: 0.35, gross: 5.35 })
    expect(credit.rates).to.deep.equal([{ rate: 7, code: '', net: 5, tax: 0.35 }])
    expect(() => computeCredit(example, credit.lines, { delivery: true })).to.throw('already been refunded')
  })

  it('rejects an unknown rate, an amount without a rate among several, fractions of a cent and an empty request', () => {
    expect(() => computeCredit(example, [], { amount: 10, rate: 20 })).to.throw('19 %, 7 %')
    expect(() => computeCredit(example, [], { amount: 10 })).to.throw('19 %, 7 %')
    expect(() => computeCredit(example, [], { amount: 0.001, rate: 19 })).to.throw('at most 119')
    expect(() => computeCredit(example, [], {})).to.throw('Choose items, shipping or an amount')
  })

  it('rejects a line that exceeds the remainder after an earlier amount at its rate', () => {
    const { lines } = computeCredit(example, [], { amount: 100, rate: 19 })
    expect(() => computeCredit(example, lines, { lines: [{ order_line_id: 1, quantity: 3 }] })).to.throw('at most 19')
    const rest = computeFullCredit(example, lines)!
    expect(rest.gross).to.equal(24.35)
    expect(rest.lines.map(({ kind, gross }) => [kind, gross])).to.deep.equal([
      ['line', 119],
      ['delivery', 5.35],
      ['amount', -100],
    ])
  })
})
