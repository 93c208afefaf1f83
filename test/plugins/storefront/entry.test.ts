// What people type as numbers, and the texts of the shop front, without a browser.
import { expect } from 'chai'
import { plainNumber } from '../../../plugins/storefront/browser/entry.js'
import { plainText } from '../../../plugins/storefront/markup.js'
import { texts } from '../../../plugins/storefront/texts/index.js'
import { textsFor, Wording } from '../../../plugins/storefront/wording.js'

describe('numbers that people type', () => {
  for (const [typed, mark, plain] of [
    ['1450', '.', '1450'],
    [' 1450.5 ', '.', '1450.5'],
    ['1450,5', ',', '1450.5'],
    ['1450,5', '.', '1450.5'],
    ['1.450,5', ',', '1450.5'],
    ['1,450.5', '.', '1450.5'],
    ['1 450', ',', '1450'],
    ['1.800', ',', '1800'],
    ['1.800', '.', '1.800'],
    ['1,800', '.', '1800'],
    ['2.5', ',', '2.5'],
    ['-2,5', ',', '-2.5'],
    ['12 mm', '.', '12mm'],
    ['many', '.', 'many'],
  ] as const) {
    it(`'${typed}' is sent as '${plain}' where the decimal mark is '${mark}'`, () => {
      expect(plainNumber(typed, mark)).to.equal(plain)
    })
  }
})

describe('the wording of the shop front', () => {
  it('is found for a language that differs in its region only', () => {
    expect(textsFor('de-AT')).to.equal(texts['de-DE'])
    expect(textsFor('fr-FR')).to.equal(texts['en-GB'])
  })

  it('writes amounts as the language does, with the decimals of the currency', () => {
    expect(new Wording('en-GB', { code: 'EUR', decimals: 2 }).amount(1234.5)).to.equal('€1,234.50')
    expect(new Wording('de-DE', { code: 'EUR', decimals: 2 }).amount(1234.5)).to.equal('1.234,50\u00a0€')
    expect(new Wording('de-DE', { code: 'JPY', decimals: 0 }).amount(1614)).to.equal('1.614\u00a0¥')
    expect(new Wording('en-GB', { code: 'EUR', decimals: 2 }).difference(-5)).to.equal('− €5.00')
  })

  it('says what changed by itself in each language', () => {
    for (const [tag, own] of Object.entries(texts)) {
      const sentence = own.automatic('Colour', '“Red”', null, 'question_stopped')
      expect(sentence, tag).to.contain('Colour').and.to.contain('“Red”').and.not.to.contain('question_stopped')
    }
  })

  it('cuts a formatted text to a plain one at a word', () => {
    expect(plainText('<p>Made&nbsp;to <b>measure</b> &amp; more</p>', 100)).to.equal('Made to measure & more')
    expect(plainText('one two three four', 9)).to.equal('one two …')
  })
})
