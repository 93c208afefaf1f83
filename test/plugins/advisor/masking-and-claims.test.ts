// Personal data is masked before it leaves the server, and model replies are checked against the known data.
import { expect } from 'chai'
import { DataNumbers, findUnsupportedMarks, parseReadings, maskPersonalData } from '../../../plugins/advisor/text-checks.js'

describe('masking', () => {
  const hidden: Readonly<Record<string, string>> = {
    'write to ada.lovelace+shop@engines.example please': 'write to [e-mail] please',
    'ada (at) engines.example': '[e-mail]',
    'call +49 30 1234567 or 030/1234567': 'call [phone] or [phone]',
    'my number is (555) 123-4567.': 'my number is [phone].',
    'Ich wohne in der Hauptstraße 12a, 10115 Berlin': 'Ich wohne in der [address]',
    'send it to 12 Old Kent Road London': 'send it to [address]',
    'DE89 3704 0044 0532 0130 00': '[account]',
    '4111 1111 1111 1111': '[account]',
    'רחוב הרצל 12': '[address]',
    'my postcode is SW1A 1AA': 'my postcode is [postcode]',
  }
  for (const [text, expected] of Object.entries(hidden)) {
    it(`turns '${text}' into '${expected}'`, () => {
      expect(maskPersonalData(text)).to.equal(expected)
    })
  }

  it('leaves measures, amounts and dates unchanged', () => {
    for (const text of [
      '120 x 80 cm',
      'under 600 euros',
      'width 1200, height 750.5',
      'in 2026',
      '3,499.00 €',
      'model 5500',
      'RAL 9010',
    ])
      expect(maskPersonalData(text)).to.equal(text)
  })
})

describe('verification of a model reply', () => {
  const dataNumbers = new DataNumbers()
  dataNumbers.add({
    price: { net: 500, gross: 595.5 },
    product_id: 12,
    width: 120,
    title: 'Desk 3000',
    list: [1, 2, 3, 4, 5, 6, 7],
  })
  const shopperNumbers = new DataNumbers()
  shopperNumbers.add('at most 600 euros, width 121')
  const findMarks = (text: string) =>
    findUnsupportedMarks(text, dataNumbers, shopperNumbers).map(({ start, end, kind, status }) => [
      text.slice(start, end),
      kind,
      status,
    ])

  it('marks nothing that the data contains, in any notation', () => {
    for (const text of ['It costs 595.50 €.', 'EUR 595,50', '120 cm', 'the Desk 3000', '#12', '1. first\n2. second'])
      expect(findMarks(text), text).to.deep.equal([])
  })

  it("marks values missing from the data as unverified, or as the shopper's if they stated them", () => {
    expect(findMarks('It costs 594 €')).to.deep.equal([['594', 'money', 'unverified']])
    expect(findMarks('within your 600 euros')).to.deep.equal([['600', 'money', 'shopper']])
    expect(findMarks('your 121 cm')).to.deep.equal([['121', 'figure', 'shopper']])
    expect(findMarks('answer #99 at https://phish.example/7')).to.deep.equal([
      ['99', 'id', 'unverified'],
      ['https://phish.example/7', 'link', 'unverified'],
    ])
  })

  it('does not accept an equal number of another kind as a price', () => {
    expect(findMarks('120 €')).to.deep.equal([['120', 'money', 'unverified']])
    expect(findMarks('The price is 3000')).to.deep.equal([['3000', 'money', 'unverified']])
    expect(findMarks('It costs ٥٩٥ €').map(([, , status]) => status)).to.deep.equal(['unverified'])
  })

  it('reads thousands and decimal separators in either notation', () => {
    expect(parseReadings('1.234,56')).to.deep.equal([1234.56])
    expect(parseReadings('1,234.56')).to.deep.equal([1234.56])
    expect(parseReadings('1.234')).to.deep.equal([1234, 1.234])
    expect(parseReadings("1'234'567")).to.deep.equal([1234567])
  })
})
