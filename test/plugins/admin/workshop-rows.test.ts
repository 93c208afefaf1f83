// Rows pasted from a spreadsheet into answers, and rules without a redundant part.
import { expect } from 'chai'
import {
  toPastedAnswers,
  parsePastedPrice,
  parsePastedSheet,
} from '../../../plugins/admin/browser/workshop/add-answers-dialog.js'
import { removeRulePart } from '../../../plugins/admin/api/workshop/findings.js'

describe('pasted rows', () => {
  it('have prices in any common notation', () => {
    const prices: readonly (readonly [string, string, number | null])[] = [
      ['12', 'en', 12],
      ['12.50', 'en', 12.5],
      ['12,50', 'en', 12.5],
      ['€ 1.234,50', 'en', 1234.5],
      ['1,234.50 USD', 'de', 1234.5],
      ['1.234', 'de', null],
      ['1.234', 'en', 1.234],
      ['1,234', 'en', 1234],
      ['1,234', 'de', 1.234],
      ["1'234.5", 'de', 1234.5],
      ['1.234.567', 'de', 1234567],
      ['1.2.3', 'en', null],
      ['-5', 'de', -5],
      ['12,-', 'de', 12],
      ['R-1', 'de', null],
      ['red', 'de', null],
      ['', 'de', null],
    ]
    for (const [text, language, value] of prices) expect(parsePastedPrice(text, language), `${text} ${language}`).to.equal(value)
  })

  it('have prices in the notation of their column, and are rejected with both readings if it is ambiguous', () => {
    const prices = (...texts: readonly string[]) =>
      toPastedAnswers(
        texts.map((text) => [text, text]),
        ['title', 'price'],
        'de',
      )
    expect(prices('1.250', '800,50 €').answers.map(({ price }) => price)).to.deep.equal([1250, 800.5])
    expect(prices('1.250', '800').problem).to.deep.equal({ kind: 'ambiguousPrice', text: '1.250', first: '1250', second: '1,25' })
    expect(prices('1.5', '800,50').problem).to.deep.equal({ kind: 'mixedPrices', comma: '800,50', point: '1.5' })
  })

  it('have their columns detected and their heading removed', () => {
    const sheet = parsePastedSheet('Colour\tNumber\tPrice\nRed\tR-1\t10,50\r\n\nBlue\tB-1\t12\n', 'de')
    expect(sheet).to.deep.equal({
      rows: [
        ['Red', 'R-1', '10,50'],
        ['Blue', 'B-1', '12'],
      ],
      guess: ['title', 'sku', 'price'],
    })
    expect(toPastedAnswers(sheet.rows, sheet.guess, 'de')).to.deep.equal({
      answers: [
        { title: 'Red', sku: 'R-1', price: 10.5 },
        { title: 'Blue', sku: 'B-1', price: 12 },
      ],
      unread: [],
      problem: null,
    })
    expect(parsePastedSheet('Red\nBlue, dark', 'en').rows).to.deep.equal([['Red'], ['Blue, dark']])
    expect(parsePastedSheet('10\n20', 'en').guess).to.deep.equal(['title'])
    expect(toPastedAnswers([['Red', 'much']], ['title', 'price'], 'en').unread).to.deep.equal([0])
    expect(parsePastedSheet('', 'en')).to.deep.equal({ rows: [], guess: [] })
  })
})

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
