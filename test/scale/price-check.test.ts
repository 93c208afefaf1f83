// The price check of the scale test finds orders at a price that was not valid, and accepts all others.
import { expect } from 'chai'
import { stalePrices } from './verify.js'

const prices = [
  { price: 101, sent: 10, acknowledged: 20 },
  { price: 102, sent: 30, acknowledged: 40 },
]
const faults = (base: number, requestTime: number, answered: number): number => {
  const order = { order: 'x', cart: 'y', number: 1, gross: 1, quantity: 1, base, sent: requestTime, answered }
  return stalePrices({ orders: [order], prices }).length
}

describe('stalePrices', () => {
  it('accepts a price that can have been valid between the request and its response', () => {
    for (const [base, requestTime, answered] of [
      [100, 1, 2],
      [100, 19, 22],
      [101, 9, 11],
      [101, 39, 45],
      [102, 29, 31],
      [102, 1_000, 1_001],
    ] as const)
      expect(faults(base, requestTime, answered), `${base} at ${requestTime}–${answered}`).to.equal(0)
  })

  it('reports a price that was already replaced, was sent later or never existed', () => {
    for (const [base, requestTime, answered] of [
      [100, 21, 25],
      [101, 41, 45],
      [101, 1, 9],
      [102, 21, 29],
      [99, 1, 2],
    ] as const)
      expect(faults(base, requestTime, answered), `${base} at ${requestTime}–${answered}`).to.equal(1)
  })
})
