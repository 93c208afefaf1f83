// Number parsing: accepted notations per language, ambiguous numbers, and columns of a file.
import { expect } from 'chai'
import fc from 'fast-check'
import {
  formatTypedNumber,
  parseNumber,
  parseNumberColumn,
  parseNumberWith,
  stripCurrency,
} from '../../../core/foundation/parse-number.js'

const languages = ['de-DE', 'en-GB', 'fr-FR', 'de-CH', 'he-IL', 'ar-EG', 'es-ES', 'en-IN']

/** The parsed number, the possible readings joined by "or", or the problem. */
function read(text: string, language: string): string {
  const result = parseNumber(text, language)
  if ('number' in result) return result.number
  return result.problem === 'ambiguous' ? result.readings.join(' or ') : result.problem
}

const expectReadings = (language: string, readings: Readonly<Record<string, string>>): void => {
  const parsed = Object.fromEntries(Object.keys(readings).map((text) => [text, read(text, language)]))
  expect(parsed).to.deep.equal(readings)
}

describe('parseNumber', () => {
  it('accepts German notation and rejects 1.250 with both readings', () => {
    expectReadings('de-DE', {
      '1.250,5': '1250.5',
      '12,5': '12.5',
      '1,250': '1.250',
      '1 250': '1250',
      '1.250.000': '1250000',
      '12.5': '12.5',
      '0.125': '0.125',
      '1250': '1250',
      '1.250': '1250 or 1.25',
      '-2.500': '-2500 or -2.5',
      '1.250.5': 'not_a_number',
      '12.34,5': 'not_a_number',
    })
  })

  it('accepts English notation: a correct group is a group, a point starts the decimals', () => {
    expectReadings('en-GB', {
      '1,250.5': '1250.5',
      '1,250': '1250',
      '1.250': '1.250',
      '1,25': '1.25',
      '1,250,000': '1250000',
      '12,34,567': 'not_a_number',
    })
    expectReadings('en-IN', { '12,34,567.5': '1234567.5', '1,250': '1250' })
  })

  it('reports both readings if a separator neither groups digits nor starts decimals in the language', () => {
    expectReadings('fr-FR', { '1\u202f250,5': '1250.5', '1,250': '1.250', '1.250': '1250 or 1.25' })
    expectReadings('de-CH', { '1’250.50': '1250.50', '1.250': '1.250', '1,250': '1250 or 1.25' })
  })

  it('accepts blanks, apostrophes, typographic signs and the digits of other scripts in every language', () => {
    for (const language of languages) {
      expectReadings(language, {
        '1\u00a0250': '1250',
        '1\u202f250': '1250',
        '1\u2009250.5': '1250.5',
        "1'250'000": '1250000',
        '1’250,5': '1250.5',
        '\u22123,5': '-3.5',
        '\u20133': '-3',
        '+4': '4',
        '＋１２．５': '12.5',
        '١٢٥٠': '1250',
        '١٬٢٥٠٫٥': '1250.5',
        '۱۲۵۰': '1250',
        '\u200e-5\u200f': '-5',
        '  007 ': '7',
        '.5': '0.5',
        ',5': '0.5',
        '5,': '5',
        '-0': '0',
      })
    }
  })

  it('rejects every other text', () => {
    for (const language of languages) {
      for (const text of [
        '',
        ' ',
        '-',
        '.',
        'abc',
        '1e5',
        '--1',
        '+-1',
        '1 25',
        '1  250',
        '5²',
        '½',
        '1\n250',
        '1.2.3,4',
        '1,25,0',
      ]) {
        expect(read(text, language), `${language} ${JSON.stringify(text)}`).to.equal('not_a_number')
      }
    }
    expect(read('9'.repeat(40), 'de-DE')).to.equal('9'.repeat(40))
    expect(read('9'.repeat(41), 'de-DE')).to.equal('not_a_number')
    expect(read(' '.repeat(2_000_000), 'de-DE')).to.equal('not_a_number')
  })

  it('parses each number formatted by formatTypedNumber or Intl.NumberFormat, unless it is ambiguous', () => {
    const number = fc.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 4 }))
    fc.assert(
      fc.property(number, fc.constantFrom(...languages), ([digits, scale], language) => {
        const value = digits / 10 ** scale
        const typed = parseNumber(formatTypedNumber(value, language), language)
        expect('number' in typed && Number(typed.number)).to.equal(value + 0)
        const parsed = parseNumber(new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value), language)
        if ('number' in parsed) expect(Number(parsed.number)).to.equal(value + 0)
        else expect('readings' in parsed && parsed.readings.map(Number)).to.include(value)
      }),
    )
  })
})

describe('parseNumberColumn', () => {
  const numbers = (texts: readonly string[], language = 'de-DE'): unknown => {
    const column = parseNumberColumn(texts, language)
    if (!('numbers' in column)) return column
    return column.numbers.map((cell) => ('number' in cell ? cell.number : cell.problem))
  }

  it('reads an ambiguous cell in the notation of the unambiguous cells of its column', () => {
    expect(numbers(['1.250', '2.500', '800,5'])).to.deep.equal(['1250', '2500', '800.5'])
    expect(numbers(['1.250', '800.5'])).to.deep.equal(['1.250', '800.5'])
    expect(numbers(['1,250', '800.5'])).to.deep.equal(['1250', '800.5'])
    // Arabic signs fit both notations, so they decide nothing.
    expect(numbers(['1٫125', '1.250', '2,5'])).to.deep.equal(['1.125', '1250', '2.5'])
    expect(numbers(['1.250', '1.250.000'], 'en-GB')).to.deep.equal(['1250', '1250000'])
  })

  it('reads each cell by the language if no cell is decisive', () => {
    expect(numbers(['1.250', '1250', '1,250'])).to.deep.equal(['ambiguous', '1250', '1.250'])
    expect(numbers(['1.250', '1,250'], 'en-GB')).to.deep.equal(['1.250', '1250'])
  })

  it('rejects a column that mixes both notations', () => {
    expect(numbers(['7', '1.5', '1.250', '2,5'])).to.deep.equal({ problem: 'contradiction', cells: [3, 1] })
  })

  it('reports the cells that are not numbers', () => {
    expect(numbers(['red', '1.250,5', '', '1.2'])).to.deep.equal({ problem: 'contradiction', cells: [1, 3] })
    expect(numbers(['red', '1.250,5', ''])).to.deep.equal(['not_a_number', '1250.5', 'not_a_number'])
  })
})

describe('stripCurrency', () => {
  it('removes a currency before or after the amount, and the dash that replaces the cents', () => {
    const texts = ['1.250,50 €', '€ 12', "CHF 2'000.-", '12,50EUR', 'USD-5', '12,–', '-5', 'R-1', 'red']
    expect(texts.map(stripCurrency)).to.deep.equal(['1.250,50', '12', "2'000", '12,50', '-5', '12', '-5', 'R-1', 'red'])
  })
})

describe('parseNumberWith', () => {
  it('parses a text with the given decimal separator', () => {
    expect([parseNumberWith('1.250', ','), parseNumberWith('1.250', '.'), parseNumberWith('1,25', '.')]).to.deep.equal([
      '1250',
      '1.250',
      null,
    ])
  })
})

describe('formatTypedNumber', () => {
  it('formats both readings of an ambiguous number in the notation of the language', () => {
    const result = parseNumber('1.250', 'de-DE')
    expect('readings' in result && result.readings.map((reading) => formatTypedNumber(reading, 'de-DE'))).to.deep.equal([
      '1250',
      '1,25',
    ])
    expect(formatTypedNumber(1.5e-7, 'de-DE')).to.equal('0,00000015')
  })
})
