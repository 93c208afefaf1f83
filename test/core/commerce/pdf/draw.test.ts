// Printed documents as files: what a reader finds in them, where it stands, and that nothing makes them fail or differ.
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { drawSheet } from '../../../../core/commerce/pdf/draw.js'
import type { GivenPictures, Printed, PrintSheet } from '../../../../core/commerce/print/define.js'
import { printSentences } from '../../../../core/commerce/print/sentences/index.js'
import { sheetOf } from '../../../../core/commerce/print/sheet.js'
import { frozenConfig, type FrozenOptions, frozenLine, frozenOrder, frozenQuote } from '../../../support/frozen.js'
import { png } from '../../../support/png.js'
import { infoOf, pagesOf, picturesIn, pixelsOf, requireReader, textOf, wordsOf } from '../../../support/pdf.js'

const invoice = { number: 'R-1000', created: '2030-01-05T00:00:00.000Z', supplied: null }
const nobody: GivenPictures = new Map()

function sheet(printed: Printed, options: FrozenOptions = {}, logo: string | null = null): PrintSheet {
  const document = printed === 'quote' ? frozenQuote(options) : frozenOrder(options)
  const sentences = printSentences[(options.language ?? 'en').split('-')[0]!] ?? {}
  return sheetOf(printed, { document, invoice, logo, sentences })
}

const draw = (one: PrintSheet, pictures: GivenPictures = nobody): Promise<Uint8Array> => drawSheet(one, pictures, () => undefined)

const file = (name: string, property: string) => ({ name, property, original_name: 'a.png', media_type: 'image/png', size: 1 })

describe('a printed file', function () {
  this.timeout(60_000)

  it('is the same to the byte for the same document', async () => {
    const lines = [frozenLine({}, { files: [file('a', 'picture')] })]
    const pictures: GivenPictures = new Map([['a', { type: 'image/png', bytes: png(20, 10) }]])
    const [first, second] = [await draw(sheet('invoice', { lines }), pictures), await draw(sheet('invoice', { lines }), pictures)]
    expect(Buffer.from(first).equals(second)).to.equal(true)
    const other = await draw(sheet('invoice', { lines, values: { gross: 133.2 } }), pictures)
    expect(Buffer.from(first).equals(other)).to.equal(false)
  })

  it('is made of a document that says next to nothing', async () => {
    const nothing = { created: null, placed: null, terms_agreed: null, currency_code: '', language_tag: '', delivery_title: '' }
    const empty = sheet('confirmation', {
      values: { ...nothing, delivery_net: null },
      billing: null,
      delivery: null,
      lines: [],
      rates: [],
    })
    expect(Buffer.from(await draw(empty)).toString('latin1')).to.match(/^%PDF-1\.7[^]*%%EOF\n$/)
  })

  it('ends early where it is told to', async () => {
    const given = drawSheet(sheet('invoice'), nobody, () => {
      throw new Error('No time is left.')
    })
    expect(await given.catch((error: Error) => error.message)).to.equal('No time is left.')
  })
})

describe('what a reader finds in a printed file', function () {
  this.timeout(120_000)
  before(function () {
    requireReader(this)
  })

  it('is dated and titled as its document, in its language, whenever it is drawn', async () => {
    const bytes = await draw(sheet('invoice', { language: 'de-DE' }))
    const info = infoOf(bytes)
    expect(info).to.match(/Title: +Rechnung R-1000\n/)
    expect(info).to.match(/Author: +Blinds & Co\n/)
    expect(info).to.match(/CreationDate: +D:20300105000000Z/)
    expect(info).to.match(/PDF version: +1.7/)
    expect(Buffer.from(bytes).toString('latin1')).to.include('/Lang (de-DE)')
  })

  it('is every text and amount of the document', async () => {
    const one = sheet('invoice', { language: 'de-DE', values: { note: 'Bitte klingeln.' } })
    const text = textOf(await draw(one))
    const wanted = [
      one.title,
      ...one.facts.flat(),
      ...one.sums.flatMap(({ label, amount }) => [label, amount]),
      ...one.rows.flatMap(({ cells, details }) => [...cells, ...details.flatMap((detail) => [detail.label, detail.text])]),
      ...[...one.recipient, ...one.imprint.flat(), ...one.notes, 'Seite 1 von 1'],
    ]
    for (const part of wanted) expect(text).to.include(part.replace(/[\u00a0\u202f]/g, ' '))
  })

  it('reads as it was written in Greek, Cyrillic, Arabic and Hebrew', async () => {
    const titles = ['Ρολό σκίασης Ά', 'Рулонная штора Ё', 'ستارة قماش رقم فرق', 'וילון גלילה']
    const text = textOf(await draw(sheet('confirmation', { lines: titles.map((title) => frozenLine({ title })) })))
    for (const title of titles) expect(text).to.include(title)
  })

  it('runs from right to left in Arabic: what begins a line stands at the right, figures at the left', async () => {
    const one = sheet('quote', { language: 'ar', billing: { first_name: 'ليلى', last_name: 'حداد' } })
    const words = wordsOf(await draw(one))
    const at = (text: string) => words.find((word) => word.text === text)!
    expect(at('الصنف').left).to.be.greaterThan(at('الكمية').left)
    expect(at('الكمية').left).to.be.greaterThan(at('المبلغ').left)
    expect(at('ليلى').left).to.be.greaterThan(at('حداد').left)
    expect(at('ليلى').left).to.be.greaterThan(300)
    expect(at('133.10').right).to.be.lessThan(200)
    // A telephone number has no letters, and is read from the left all the same.
    expect(at('+32').left).to.be.lessThan(words.find((word) => word.text === '9' && word.top > 700)!.left)
  })

  it('reads numerals of Arabic from the left', async () => {
    const words = wordsOf(await draw(sheet('invoice', { language: 'ar-EG' })))
    expect(words.map(({ text }) => text)).to.include.members(['١٣٣٫١٠', '٢٠٣٠'])
  })

  it('keeps each amount on one line, whatever its length and its column are', async () => {
    const large = 123_456_789_012_345.67
    for (const language of ['de-DE', 'en-IN', 'he-IL', 'ar-EG']) {
      const lines = [frozenLine({ unit_net: large, net_before_discount: large, gross: large, recurring_gross: large })]
      const totals = { net: large, tax: large, gross: large, delivery_net: large, delivery_gross: large }
      const one = sheet('invoice', { language, lines, values: totals })
      const amounts = [...one.rows[0]!.cells.slice(2), ...one.sums.map(({ amount }) => amount)]
      const words = wordsOf(await draw(one)).map(({ text }) => text)
      const digits = amounts.map((amount) => /\p{Nd}(?:[\p{Nd}.,\u066b\u066c]*\p{Nd})?/u.exec(amount)![0])
      expect(Math.max(...digits.map((figure) => figure.length))).to.be.greaterThan(20)
      for (const figure of digits)
        expect(
          words.some((word) => word.includes(figure)),
          `${language}: ${figure}`,
        ).to.equal(true)
    }
  })

  it('goes on over pages below a header of its own, and counts them', async () => {
    const lines = Array.from({ length: 100 }, (_, index) =>
      frozenLine(
        { title: `Blind number ${index + 1}` },
        { config: Array.from({ length: 6 }, (_one, nth) => frozenConfig(`Question ${nth}`, `Answer ${nth}`)) },
      ),
    )
    const bytes = await draw(sheet('confirmation', { lines }))
    const pages = pagesOf(bytes)
    expect(pages.length).to.be.within(10, 25)
    for (const [index, page] of pages.entries()) {
      expect(page)
        .to.include(`Page ${index + 1} of ${pages.length}`)
        .and.to.include('IBAN: BE71 0961 2345 6769')
      if (/Blind number/.test(page)) expect(page).to.match(/No\. +Item +Quantity +VAT +Amount/)
    }
    const found = [...pages.join('\n').matchAll(/Blind number (\d+)/g)].map(([, number]) => Number(number))
    expect(found).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(pages.join('\n').match(/Answer 5/g)).to.have.length(100)
  })

  it('stays on the paper, above its foot, whatever the texts are', async () => {
    const hostile = [
      'x'.repeat(2_000),
      '\u0000\u0007\u001b[31m control\r\nand\u2028lines\ttabs',
      '\ud800 lone \udfff halves',
      '\u202eoverride\u202c \u2067isolate and no end',
      'a\u0301'.repeat(300),
      '👩‍👩‍👧 🏳️‍🌈 emoji \u{e0041}\u{10ffff}',
      '漢字かな交じり文'.repeat(40),
      'สวัสดีชาวโลก'.repeat(40),
      '<b>&amp; (paren\\thesis) %PDF endobj >> stream',
      'שלום '.repeat(100),
      '-'.repeat(500),
      ' '.repeat(500),
      '',
    ]
    for (const language of ['en-GB', 'he-IL']) {
      const lines = hostile.map((text) => {
        return frozenLine({ title: text, sku: text, note: text }, { config: [frozenConfig(text, text), frozenConfig('', text)] })
      })
      const [text = ''] = hostile
      const options = {
        language,
        lines,
        values: { note: hostile.join('\n'), delivery_title: text },
        shop: { name: text, line1: text, iban: text },
      }
      const words = wordsOf(await draw(sheet('invoice', { ...options, billing: { company: text, line1: text } })))
      expect(words.length).to.be.greaterThan(1_000)
      for (const { text: word, left, right, top, bottom } of words) {
        expect(left, word).to.be.greaterThan(45)
        expect(right, word).to.be.lessThan(550)
        expect(top, word).to.be.greaterThan(30)
        expect(bottom, word).to.be.lessThan(820)
      }
    }
  })

  it('holds its pictures in their own order, not in that in which they happen to be unpacked', async () => {
    const lines = ['large', 'small'].map((name) => frozenLine({}, { files: [file(name, 'picture')] }))
    const pictures: GivenPictures = new Map([
      ['large', { type: 'image/png', bytes: png(1_000, 900) }],
      ['small', { type: 'image/png', bytes: png(8, 6) }],
    ])
    const text = Buffer.from(await draw(sheet('confirmation', { lines }), pictures)).toString('latin1')
    expect(text.indexOf('/Width 1000')).to.be.within(0, text.indexOf('/Width 8\n'))
  })

  it('shows logo and pictures, each embedded once however often it is drawn', async () => {
    const lines = [1, 2, 3].map(() => frozenLine({}, { files: [file('a', 'picture'), file('a', 'answer:1')] }))
    const pictures: GivenPictures = new Map([
      ['a', { type: 'image/png', bytes: png(30, 20) }],
      ['logo', { type: 'image/png', bytes: png(200, 60) }],
    ])
    const bytes = await draw(sheet('confirmation', { lines }, 'logo'), pictures)
    expect(new Set(picturesIn(bytes).filter((one) => one.startsWith('image')))).to.have.property('size', 2)
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).to.have.length(4)
    const { width, grey } = pixelsOf(bytes)
    const corner = grey[30 * width + 40]!
    expect(corner, 'the logo at the upper left').to.be.lessThan(230)
  })

  it('shows drawings, as logo and as pictures, and is the same file each time', async () => {
    const drawing = (width: number, height: number, inside: string) => ({
      type: 'image/svg+xml',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`),
    })
    const lines = [frozenLine({}, { files: [file('a', 'picture')] })]
    const pictures: GivenPictures = new Map([
      ['a', drawing(40, 40, '<circle cx="20" cy="20" r="18" fill="navy"/>')],
      ['logo', drawing(200, 60, '<rect width="200" height="60"/><text x="10" y="40" fill="white">Blinds</text>')],
    ])
    const bytes = await draw(sheet('confirmation', { lines }, 'logo'), pictures)
    expect(new Set(picturesIn(bytes).filter((one) => one.startsWith('image')))).to.have.property('size', 2)
    const { width, grey } = pixelsOf(bytes)
    expect(grey[30 * width + 40]!, 'the logo at the upper left').to.be.lessThan(230)
    expect(Buffer.compare(await draw(sheet('confirmation', { lines }, 'logo'), pictures), bytes)).to.equal(0)
  })

  it('does without pictures that are broken, unknown, too large, or none at all', async () => {
    const good = png(20, 10)
    const broken: Readonly<Record<string, Buffer>> = {
      cut: good.subarray(0, 50),
      short: png(20, 10, deflateSync(Buffer.alloc(10))),
      filter: png(20, 10, deflateSync(Buffer.alloc(10 * 81, 0x80))),
      bomb: png(60_000, 60_000, deflateSync(Buffer.alloc(1_000_000))),
      garbled: Buffer.from(good.map((byte, index) => (index > 45 && index < 60 ? byte ^ 0xff : byte))),
      none: Buffer.alloc(0),
      text: Buffer.from('no picture'),
      jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="-1"><rect'),
    }
    const types: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', drawing: 'image/svg+xml' }
    const names = Object.keys(broken)
    const pictures: GivenPictures = new Map(
      names.map((name) => [name, { type: types[name] ?? 'image/png', bytes: broken[name]! }]),
    )
    const lines = [...names, 'missing'].map((name) => frozenLine({ title: `Line ${name}` }, { files: [file(name, 'picture')] }))
    const text = textOf(await draw(sheet('confirmation', { lines }, 'bomb'), pictures))
    for (const name of names) expect(text).to.include(`Line ${name}`)
    expect(text).to.include('Total, incl. VAT')
  })
})
