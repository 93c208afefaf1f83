// Command results as text: lines and tables, with small values in one cell.
import { expect } from 'chai'
import { formatResult } from '../../../plugins/cli/result-format.js'

describe('a result on the terminal', () => {
  it('shows counts, references and empty values as words', () => {
    const products = [
      { id: 1, created: { page: 3, question: 11 }, updated: {}, at: [{ entity: 'calculation', id: 4 }], rest: { a: { b: 1 } } },
    ]
    expect(formatResult({ mode: 'copy', deleted: {}, products }).split('\n')).to.deep.equal([
      'mode:     copy',
      'deleted:  –',
      'products:',
      '  id  created              updated  at             rest',
      '  1   page 3, question 11  –        calculation 4  {"a":{"b":1}}',
    ])
  })
})
