// A price trace within a size limit: unchanged if it fits, folded into sums otherwise.
import { expect } from 'chai'
import { compactTrace } from '../../../core/engine/program/trace.js'
import type { DecimalTraceLine } from '../../../core/engine/program/trace-line.js'

const part = (n: number): DecimalTraceLine =>
  ({ kind: 'question', title: `Question ${n}`, amount: n, question_id: n }) as unknown as DecimalTraceLine
const whole = (count: number): DecimalTraceLine => {
  const parts = Array.from({ length: count }, (_, n) => part(n))
  return { kind: 'product', amount: parts.reduce((sum, { amount }) => sum + amount, 0), parts } as unknown as DecimalTraceLine
}

describe('foldTrace', () => {
  it('returns the trace itself if it fits', () => {
    const trace = whole(5)
    expect(compactTrace(trace, JSON.stringify(trace).length + 1, undefined)).to.equal(trace)
  })

  it('returns an equal trace, built line by line, if the trace reaches the limit exactly', () => {
    const trace = whole(5)
    expect(compactTrace(trace, JSON.stringify(trace).length, undefined)).to.deep.equal(trace)
  })

  it('keeps the most expensive lines and folds the others into one line with their sum', () => {
    const { parts = [], amount } = compactTrace(whole(20), 200, 1)
    const folded = parts.at(-1)!
    expect(parts[0]).to.include({ question_id: 1 })
    expect(folded).to.include({ kind: 'folded', lines: 20 - (parts.length - 1) })
    expect(parts.reduce((sum, summand) => sum + summand.amount, 0)).to.equal(amount)
  })
})
