// The linearizability checker accepts valid histories and rejects histories with an injected fault.
import { expect } from 'chai'
import type { CartOperation } from './cart-history.js'
import { type CartInput, cartModel, type CartOutput, type SeenPosition } from './cart-model.js'
import { cartFault } from './gather.js'
import { explain, type Model, type Operation } from './search.js'
import { sequenceFaults } from './sequence.js'

const first: readonly SeenPosition[] = [{ id: 1, configuration: 'a', quantity: 1 }]
const model = cartModel(first, (pieces) => pieces * 10)
const lying = (...positions: readonly (readonly [number, string, number])[]): CartOutput => ({
  kind: 'cart',
  positions: positions.map(([id, configuration, quantity]) => ({ id, configuration, quantity })),
})
const change = (quantity: number): CartInput => ({ kind: 'change', position: 1, quantity })
const add = (configuration: string, key: string): CartInput => ({ kind: 'add', configuration, quantity: 1, key })
const place = (total: number): CartInput => ({ kind: 'place', total })
const order = (number: number, ...quantities: number[]): CartOutput => ({ kind: 'order', number, quantities })
const refused = (code: string): CartOutput => ({ kind: 'refused', status: 409, code })
const read: CartInput = { kind: 'read' }

/** An operation with its call time, response time, input and output. Without an output it never returned. */
const at = (called: number, returned: number, input: CartInput, output: CartOutput | null): CartOperation => ({
  ...{ client: 0, input, output, called },
  returned: output === null ? Infinity : returned,
})
const fault = (...history: readonly CartOperation[]): string | null => cartFault(history, model)

describe('The history of a cart', () => {
  it('is linearizable if the operations ran one after the other', () => {
    const history = [
      at(0, 1, change(3), lying([1, 'a', 3])),
      at(2, 3, add('b', 'k'), lying([1, 'a', 3], [2, 'b', 1])),
      at(4, 5, { kind: 'remove', position: 2 }, lying([1, 'a', 3])),
      at(6, 7, { kind: 'confirm' }, { kind: 'total', total: 30 }),
      at(8, 9, place(30), order(7, 3)),
      at(10, 11, read, refused('NOT_FOUND')),
      at(12, 13, place(30), order(7, 3)),
    ]
    expect(fault(...history)).to.equal(null)
  })

  it('is linearizable if two concurrent operations took effect in either order', () => {
    const two = [at(0, 10, change(3), lying([1, 'a', 3])), at(1, 9, change(5), lying([1, 'a', 5]))]
    expect(fault(...two, at(11, 12, read, lying([1, 'a', 3])))).to.equal(null)
    expect(fault(...two, at(11, 12, read, lying([1, 'a', 5])))).to.equal(null)
  })

  it('is linearizable if an operation without a response took effect late or never', () => {
    const lost = at(0, 0, change(3), null)
    expect(fault(lost, at(1, 2, read, lying([1, 'a', 1])), at(3, 4, read, lying([1, 'a', 3])))).to.equal(null)
    expect(fault(lost, at(1, 2, read, lying([1, 'a', 1])))).to.equal(null)
    expect(fault(lost, at(1, 2, read, lying([1, 'a', 3])), at(3, 4, read, lying([1, 'a', 1])))).to.match(
      /none of these can be next/,
    )
  })

  it('is not linearizable if a read is older than a change that was acknowledged before it', () => {
    const stale = [at(0, 1, change(3), lying([1, 'a', 3])), at(2, 3, read, lying([1, 'a', 1]))]
    expect(fault(...stale)).to.match(/none of these can be next:\n {2}2\.0–3\.0 customer 0: {"kind":"read"}/)
  })

  it('is not linearizable if a read is older than a previous read', () => {
    const writing = at(0, 10, change(3), lying([1, 'a', 3]))
    expect(fault(writing, at(1, 2, read, lying([1, 'a', 3])), at(3, 4, read, lying([1, 'a', 1])))).to.be.a('string')
    expect(fault(writing, at(1, 2, read, lying([1, 'a', 1])), at(3, 4, read, lying([1, 'a', 3])))).to.equal(null)
  })

  it('is not linearizable if an update is lost', () => {
    const both = [
      at(0, 10, add('b', 'k'), lying([1, 'a', 1], [2, 'b', 1])),
      at(1, 9, add('c', 'l'), lying([1, 'a', 1], [3, 'c', 1])),
    ]
    expect(fault(...both)).to.be.a('string')
    expect(fault(both[0]!, at(1, 9, add('c', 'l'), lying([1, 'a', 1], [2, 'b', 1], [3, 'c', 1])))).to.equal(null)
    expect(fault(both[0]!, at(11, 12, change(4), lying([1, 'a', 4])))).to.be.a('string')
  })

  it('is not linearizable if the cart is ordered twice or with other quantities or totals', () => {
    const history = at(0, 1, place(10), order(7, 1))
    expect(fault(history, at(0, 2, place(10), order(7, 1)))).to.equal(null)
    expect(fault(history, at(0, 2, place(10), order(8, 1)))).to.be.a('string')
    expect(fault(at(0, 1, place(10), order(7, 2)))).to.be.a('string')
    expect(fault(at(0, 1, change(2), lying([1, 'a', 2])), at(2, 3, place(10), order(7, 2)))).to.be.a('string')
    expect(fault(history, at(2, 3, change(2), lying([1, 'a', 2])))).to.be.a('string')
  })

  it('is not linearizable if a repeated key is executed twice or rejected', () => {
    const lost = at(0, 0, add('b', 'k'), null)
    const again = (...positions: readonly (readonly [number, string, number])[]): CartOperation =>
      at(1, 2, add('b', 'k'), lying([1, 'a', 1], ...positions))
    expect(fault(lost, again([2, 'b', 1]))).to.equal(null)
    expect(fault(lost, again([2, 'b', 1], [3, 'b', 1]))).to.be.a('string')
    expect(fault(again([2, 'b', 1]), at(3, 4, add('b', 'k'), refused('NOT_FOUND')))).to.be.a('string')
  })

  it('is not linearizable if an operation is rejected without a reason', () => {
    expect(fault(at(0, 1, place(10), refused('TOTAL_CHANGED')))).to.be.a('string')
    expect(fault(at(0, 1, place(20), refused('TOTAL_CHANGED')))).to.equal(null)
    expect(fault(at(0, 1, read, refused('NOT_FOUND')))).to.be.a('string')
    expect(fault(at(0, 1, change(2), refused('NOT_READY')), at(2, 3, read, lying([1, 'a', 2])))).to.be.a('string')
  })
})

describe('The linearizability checker', () => {
  type Register = Model<number, number | 'read', number>
  const register: Register = {
    initial: 0,
    after: (state, input, output) => (input !== 'read' ? input : output === null || output === state ? state : null),
    key: String,
  }
  type Call = Operation<number | 'read', number>

  /** Tries all orders of all operations, and may omit any without a response. */
  function possible(rest: readonly Call[], state: number): boolean {
    if (rest.every(({ output }) => output === null)) return true
    return rest.some((next) => {
      if (rest.some((other) => other !== next && other.returned < next.called)) return false
      const after = register.after(state, next.input, next.output)
      return (
        after !== null &&
        possible(
          rest.filter((other) => other !== next),
          after,
        )
      )
    })
  }

  it('agrees with a brute-force check on 3,000 small histories', () => {
    let seed = 7
    const random = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit
    const results = new Set<boolean>()
    for (let turn = 0; turn < 3_000; turn++) {
      const history = Array.from({ length: 6 }, (_, client): Call => {
        const called = random(10)
        const input = random(2) === 0 ? 'read' : random(3)
        const output = random(6) === 0 ? null : input === 'read' ? random(3) : input
        return { client, input, output, called, returned: output === null ? Infinity : called + 1 + random(8) }
      })
      const explained = explain(history, register).stuck.length === 0
      expect(explained, JSON.stringify(history)).to.equal(possible(history, 0))
      results.add(explained)
    }
    expect(results.size).to.equal(2)
  })

  it('handles a history of 2,000 operations with little concurrency', () => {
    const history = Array.from({ length: 2_000 }, (_, place): Call => {
      const value = Math.floor(place / 2)
      return { client: place % 2, input: place % 2 === 0 ? value : 'read', output: value, called: place, returned: place + 1.5 }
    })
    expect(explain(history, register).stuck).to.deep.equal([])
  })
})

describe('sequenceFaults', () => {
  const createEntry = (number: number, called: number, returned: number) => ({ number, called, returned })

  it('reports duplicates, gaps and numbers out of order', () => {
    expect(sequenceFaults([createEntry(2, 0, 9), createEntry(1, 1, 3), createEntry(3, 4, 5)])).to.deep.equal([])
    expect(sequenceFaults([createEntry(1, 0, 1), createEntry(1, 2, 3)])).to.deep.equal(['Number 1 was returned more than once.'])
    expect(sequenceFaults([createEntry(1, 0, 1), createEntry(3, 2, 3)])).to.deep.equal([
      'Between the numbers 1 and 3 there is a gap.',
    ])
    expect(sequenceFaults([createEntry(1, 0, 1), createEntry(3, 2, 3)], 1)).to.deep.equal([])
    expect(sequenceFaults([createEntry(2, 0, 1), createEntry(1, 2, 3)])).to.deep.equal([
      'Number 1 was requested after 2 had been returned.',
    ])
  })
})
