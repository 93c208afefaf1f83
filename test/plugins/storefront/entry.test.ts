// Typed numbers, queued entries and texts of the storefront, without a browser.
import { expect } from 'chai'
import { checkNumberReadiness, toPlainNumber } from '../../../plugins/storefront/browser/entry.js'
import {
  applyEntry,
  appendEntry,
  type PendingEntry,
  findUnappliedEntries,
} from '../../../plugins/storefront/browser/pending-entry.js'
import { toPlainExcerpt } from '../../../plugins/http/markup.js'
import { getStorefrontTexts, getTexts } from '../../../plugins/storefront/language-texts.js'
import { TextFormatter } from '../../../plugins/storefront/text-formatter.js'
import { textLanguages } from '../../../plugins/storefront/text/languages.js'
import type { DeferredTexts } from '../../../plugins/storefront/text/types.js'

describe('typed numbers', () => {
  for (const [typed, language, plain] of [
    ['1450', 'en-GB', '1450'],
    [' 1450.5 ', 'en-GB', '1450.5'],
    ['1450,5', 'de-DE', '1450.5'],
    ['1450,5', 'en-GB', '1450.5'],
    ['1.450,5', 'de-DE', '1450.5'],
    ['1,450.5', 'en-GB', '1450.5'],
    ['1 450', 'de-DE', '1450'],
    ['1.800', 'de-DE', '\u200e1.800'],
    ['1.800', 'en-GB', '1.800'],
    ['1,800', 'en-GB', '1800'],
    ['2.5', 'de-DE', '2.5'],
    ['-2,5', 'de-DE', '-2.5'],
    ['12 mm', 'en-GB', '12mm'],
    ['many', 'en-GB', 'many'],
  ] as const) {
    it(`'${typed}' is sent as '${plain}' in ${language}`, () => {
      expect(toPlainNumber(typed, language)).to.equal(plain)
    })
  }
})

describe('a number while it is typed', () => {
  const bounds = { min: 300, max: 3000 }
  for (const [typed, language, ready] of [
    ['', 'en-GB', 'wait'],
    ['14', 'en-GB', 'wait'],
    ['1450', 'en-GB', 'send'],
    ['14500', 'en-GB', 'hopeless'],
    ['1,4', 'en-GB', 'wait'],
    ['1,45', 'en-GB', 'wait'],
    ['1,450', 'en-GB', 'send'],
    ['1.450', 'de-DE', 'wait'],
    ['1.450,0', 'de-DE', 'send'],
    ['1.45', 'de-DE', 'wait'],
    ['450,', 'de-DE', 'wait'],
    ['450,5', 'de-DE', 'hopeless'],
    ['-4', 'en-GB', 'hopeless'],
    ['45a', 'en-GB', 'hopeless'],
  ] as const) {
    it(`'${typed}' in ${language} between 300 and 3000: ${ready}`, () => {
      expect(checkNumberReadiness(typed, language, true, bounds)).to.equal(ready)
    })
  }
})

describe('queued entries', () => {
  const entry = (question_id: number, value: PendingEntry['value']): PendingEntry => ({ question_id, value, unfinished: false })

  it('replace earlier entries of their question, unless they add or remove answers', () => {
    const waiting = [entry(1, 'a'), entry(2, 'b')]
    expect(appendEntry(waiting, entry(1, 'c'))).to.deep.equal([entry(2, 'b'), entry(1, 'c')])
    expect(appendEntry(waiting, entry(1, { add: [7] }))).to.have.length(3)
  })

  it('change a selection as the service does', () => {
    expect(applyEntry('9,11', { add: [10] })).to.equal('9,10,11')
    expect(applyEntry('9', { remove: [9] })).to.equal(null)
    expect(applyEntry(null, { add: [3, 3] })).to.equal('3')
    expect(applyEntry('9', null)).to.equal(null)
  })

  it('are dropped if the state already contains them', () => {
    const readSelection = (id: number): string | null => (id === 1 ? '5,6' : 'x')
    const entries = [entry(1, { add: [6] }), entry(1, { remove: [5] }), entry(2, 'x'), entry(2, 'y')]
    expect(findUnappliedEntries(entries, readSelection)).to.deep.equal([entries[1], entries[3]])
  })
})

describe('the texts of the storefront', () => {
  it('exist for a language that differs only in its region', () => {
    expect(getStorefrontTexts('de-AT').yourPrice).to.equal('Ihr Preis')
    expect(getStorefrontTexts('fr-FR').yourPrice).to.equal('Your price')
  })

  it('format amounts for the language with the decimals of the currency', () => {
    expect(new TextFormatter('en-GB', { code: 'EUR', decimals: 2 }, getStorefrontTexts('en-GB')).amount(1234.5)).to.equal(
      '€1,234.50',
    )
    expect(new TextFormatter('de-DE', { code: 'EUR', decimals: 2 }, getStorefrontTexts('de-DE')).amount(1234.5)).to.equal(
      '1.234,50\u00a0€',
    )
    expect(new TextFormatter('de-DE', { code: 'JPY', decimals: 0 }, getStorefrontTexts('de-DE')).amount(1614)).to.equal(
      '1.614\u00a0¥',
    )
    expect(new TextFormatter('en-GB', { code: 'EUR', decimals: 2 }, getStorefrontTexts('en-GB')).difference(-5)).to.equal(
      '− €5.00',
    )
  })

  it('report an automatic change in each language', () => {
    for (const language of textLanguages) {
      const { automatic } = getTexts<DeferredTexts>('storefront-deferred', language)
      const sentence = automatic({ question: 'Colour', change: 'removed', from: '“Red”', to: '', reason: 'question_stopped' })
      expect(sentence).to.contain('Colour').and.to.contain('“Red”').and.not.to.contain('question_stopped')
    }
  })

  it('shorten formatted text to plain text at a word', () => {
    expect(toPlainExcerpt('<p>Made&nbsp;to <b>measure</b> &amp; more</p>', 100)).to.equal('Made to measure & more')
    expect(toPlainExcerpt('one two three four', 9)).to.equal('one two …')
  })
})
