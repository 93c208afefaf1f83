// Rules without a redundant part.
import { expect } from 'chai'
import { removeRulePart } from '../../../plugins/admin/api/workshop/findings.js'

describe('removing a part from a rule', () => {
  const [a, b, c] = [{ question: 1 }, { question: 2 }, { question: 3 }]
  it('leaves all other parts', () => {
    expect(removeRulePart({ any: [a, { all: [b, c] }] }, 'any[1].all[0]')).to.deep.equal({ any: [a, { all: [c] }] })
    expect(removeRulePart({ any: [a, b] }, 'any[0]')).to.deep.equal({ any: [b] })
    expect(removeRulePart({ not: { all: [a, b] } }, 'all[1]')).to.deep.equal({ not: { all: [a] } })
  })
  it('returns null if no part remains or the part does not exist', () => {
    expect(removeRulePart({ any: [a] }, 'any[0]')).to.equal(null)
    expect(removeRulePart({ any: [a, b] }, 'all[0]')).to.equal(null)
    expect(removeRulePart({ any: [a, b] }, 'any[7]')).to.equal(null)
    expect(removeRulePart(null, 'any[0]')).to.equal(null)
    expect(removeRulePart({ any: [a, b] }, 'constructor')).to.equal(null)
  })
})
