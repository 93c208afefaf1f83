// Printed documents as PDF files: contents, layout, and deterministic output for any input.
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { drawSheet } from '../../../../plugins/print/pdf/draw.js'
import type { StoredPictures } from '../../../../core/commerce/document/define.js'
import type { PrintKind, PrintSheet } from '../../../../plugins/print/define.js'
import { buildPrintSheet } from '../../../../plugins/print/sheet.js'
import {
  createFrozenConfig,
  type FrozenDocumentOptions,
  createFrozenLine,
  createFrozenOrder,
  createFrozenQuote,
  readDocumentTexts,
  toSheetSource,
} from '../frozen-documents.js'
import { createPng } from '../../../support/png.js'
import {
  readPdfInfo,
  readPdfPages,
  listPdfImages,
  renderPdfPixels,
  requirePdfReader,
  readPdfText,
  readPdfWords,
} from '../pdf-reader.js'

const invoice = { number: 'R-1000', created: '2030-01-05T00:00:00.000Z', supplied: null }
const nobody: StoredPictures = new Map()

function sheet(printed: PrintKind, options: FrozenDocumentOptions = {}, logo: string | null = null): PrintSheet {
  const document = printed === 'quote' ? createFrozenQuote(options) : createFrozenOrder(options)
  const documentTexts = readDocumentTexts(options.language ?? 'en')
  return buildPrintSheet(printed, toSheetSource(document, { invoice, logo, documentTexts }))
}

const draw = (printSheet: PrintSheet, pictures: StoredPictures = nobody): Promise<Uint8Array> =>
  drawSheet(printSheet, pictures, () => undefined)

const file = (name: string, property: string) => ({ name, property, original_name: 'a.png', media_type: 'image/png', size: 1 })

describe('printed file', function () {
  this.timeout(60_000)

  it('is identical byte by byte for the same document', async () => {
    const lines = [createFrozenLine({}, { files: [file('a', 'picture')] })]
    const pictures: StoredPictures = new Map([['a', { type: 'image/png', bytes: createPng(20, 10) }]])
    const [first, second] = [await draw(sheet('invoice', { lines }), pictures), await draw(sheet('invoice', { lines }), pictures)]
    expect(Buffer.from(first).equals(second)).to.equal(true)
    const other = await draw(sheet('invoice', { lines, values: { gross: 133.2 } }), pictures)
    expect(Buffer.from(first).equals(other)).to.equal(false)
  })

  it('is drawn for an almost empty document', async () => {
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

  it('stops drawing when its check throws', async () => {
    const drawing = drawSheet(sheet('invoice'), nobody, () => {
      throw new Error('No time is left.')
    })
    expect(await drawing.catch((error: Error) => error.message)).to.equal('No time is left.')
  })
})

describe('contents of a printed file', function () {
  this.timeout(120_000)
  before(function () {
    requirePdfReader(this)
  })

  it('have the date, the title and the language of the document in their metadata', async () => {
    const bytes = await draw(sheet('invoice', { language: 'de-DE' }))
    const info = readPdfInfo(bytes)
    expect(info).to.match(/Title: +Rechnung R-1000\n/)
    expect(info).to.match(/Author: +Blinds & Co\n/)
    expect(info).to.match(/CreationDate: +D:20300105000000Z/)
    expect(info).to.match(/PDF version: +1.7/)
    expect(Buffer.from(bytes).toString('latin1')).to.include('/Lang (de-DE)')
  })

  it('include every text and amount of the document', async () => {
    const noteSheet = sheet('invoice', { language: 'de-DE', values: { note: 'Bitte klingeln.' } })
    const text = readPdfText(await draw(noteSheet))
    const parts = [
      noteSheet.title,
      ...noteSheet.facts.flat(),
      ...noteSheet.sums.flatMap(({ label, amount }) => [label, amount]),
      ...noteSheet.rows.flatMap(({ cells, details }) => [...cells, ...details.flatMap((detail) => [detail.label, detail.text])]),
      ...[...noteSheet.recipient, ...noteSheet.imprint.flat(), ...noteSheet.notes, 'Seite 1 von 1'],
    ]
    for (const part of parts) expect(text).to.include(part.replace(/[\u00a0\u202f]/g, ' '))
  })

  it('preserve Greek, Cyrillic, Arabic and Hebrew text', async () => {
    const titles = ['Ρολό σκίασης Ά', 'Рулонная штора Ё', 'ستارة قماش رقم فرق', 'וילון גלילה']
    const text = readPdfText(await draw(sheet('confirmation', { lines: titles.map((title) => createFrozenLine({ title })) })))
    for (const title of titles) expect(text).to.include(title)
  })

  it('run from right to left in Arabic, with the columns mirrored and the amounts at the left', async () => {
    const printSheet = sheet('quote', { language: 'ar', billing: { first_name: 'ليلى', last_name: 'حداد' } })
    const words = readPdfWords(await draw(printSheet))
    const at = (text: string) => words.find((word) => word.text === text)!
    expect(at('الصنف').left).to.be.greaterThan(at('الكمية').left)
    expect(at('الكمية').left).to.be.greaterThan(at('المبلغ').left)
    expect(at('ليلى').left).to.be.greaterThan(at('حداد').left)
    expect(at('ليلى').left).to.be.greaterThan(300)
    expect(at('133.10').right).to.be.lessThan(200)
    // A telephone number has no letters, but is read from the left, too.
    expect(at('+32').left).to.be.lessThan(words.find((word) => word.text === '9' && word.top > 700)!.left)
  })

  it('keep Arabic numerals in left-to-right order', async () => {
    const words = readPdfWords(await draw(sheet('invoice', { language: 'ar-EG' })))
    expect(words.map(({ text }) => text)).to.include.members(['١٣٣٫١٠', '٢٠٣٠'])
  })

  it('keep each amount on one line, at any length and in any column', async () => {
    const large = 123_456_789_012_345.67
    for (const language of ['de-DE', 'en-IN', 'he-IL', 'ar-EG']) {
      const lines = [createFrozenLine({ unit_net: large, net_before_discount: large, gross: large, recurring_gross: large })]
      const totals = { net: large, tax: large, gross: large, delivery_net: large, delivery_gross: large }
      const printSheet = sheet('invoice', { language, lines, values: totals })
      const amounts = [...printSheet.rows[0]!.cells.slice(2), ...printSheet.sums.map(({ amount }) => amount)]
      const words = readPdfWords(await draw(printSheet)).map(({ text }) => text)
      const digits = amounts.map((amount) => /\p{Nd}(?:[\p{Nd}.,\u066b\u066c]*\p{Nd})?/u.exec(amount)![0])
      expect(Math.max(...digits.map((figure) => figure.length))).to.be.greaterThan(20)
      for (const figure of digits)
        expect(
          words.some((word) => word.includes(figure)),
          `${language}: ${figure}`,
        ).to.equal(true)
    }
  })

  it('continue over pages with a repeated header and page numbers', async () => {
    const lines = Array.from({ length: 100 }, (_, index) =>
      createFrozenLine(
        { title: `Blind number ${index + 1}` },
        { config: Array.from({ length: 6 }, (_value, nth) => createFrozenConfig(`Question ${nth}`, `Answer ${nth}`)) },
      ),
    )
    const bytes = await draw(sheet('confirmation', { lines }))
    const pages = readPdfPages(bytes)
    expect(pages.length).to.be.within(10, 25)
    for (const [index, page] of pages.entries()) {
      expect(page)
        .to.include(`Page ${index + 1} of ${pages.length}`)
        .and.to.include('IBAN: BE71 0961 2345 6769')
      if (/Blind number/.test(page)) expect(page).to.match(/No\. +Item +Quantity +VAT +Amount/)
    }
    const numbers = [...pages.join('\n').matchAll(/Blind number (\d+)/g)].map(([, number]) => Number(number))
    expect(numbers).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(pages.join('\n').match(/Answer 5/g)).to.have.length(100)
  })

  it('stay within the page margins for any text', async () => {
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
        return createFrozenLine(
          { title: text, sku: text, note: text },
          { config: [createFrozenConfig(text, text), createFrozenConfig('', text)] },
        )
      })
      const [text = ''] = hostile
      const options = {
        language,
        lines,
        values: { note: hostile.join('\n'), delivery_title: text },
        shop: { name: text, line1: text, iban: text },
      }
      const words = readPdfWords(await draw(sheet('invoice', { ...options, billing: { company: text, line1: text } })))
      expect(words.length).to.be.greaterThan(1_000)
      for (const { text: word, left, right, top, bottom } of words) {
        expect(left, word).to.be.greaterThan(45)
        expect(right, word).to.be.lessThan(550)
        expect(top, word).to.be.greaterThan(30)
        expect(bottom, word).to.be.lessThan(820)
      }
    }
  })

  it('embed pictures in document order, not in the order of decoding', async () => {
    const lines = ['large', 'small'].map((name) => createFrozenLine({}, { files: [file(name, 'picture')] }))
    const pictures: StoredPictures = new Map([
      ['large', { type: 'image/png', bytes: createPng(1_000, 900) }],
      ['small', { type: 'image/png', bytes: createPng(8, 6) }],
    ])
    const text = Buffer.from(await draw(sheet('confirmation', { lines }), pictures)).toString('latin1')
    expect(text.indexOf('/Width 1000')).to.be.within(0, text.indexOf('/Width 8\n'))
  })

  it('show the logo and pictures, each embedded once', async () => {
    const lines = [1, 2, 3].map(() => createFrozenLine({}, { files: [file('a', 'picture'), file('a', 'answer:1')] }))
    const pictures: StoredPictures = new Map([
      ['a', { type: 'image/png', bytes: createPng(30, 20) }],
      ['logo', { type: 'image/png', bytes: createPng(200, 60) }],
    ])
    const bytes = await draw(sheet('confirmation', { lines }, 'logo'), pictures)
    expect(new Set(listPdfImages(bytes).filter((image) => image.startsWith('image')))).to.have.property('size', 2)
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).to.have.length(4)
    const { width, grey } = renderPdfPixels(bytes)
    const corner = grey[30 * width + 40]!
    expect(corner, 'the logo is at the upper left').to.be.lessThan(230)
  })

  it('show SVG drawings as logo and pictures, identical byte by byte each time', async () => {
    const drawing = (width: number, height: number, inside: string) => ({
      type: 'image/svg+xml',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`),
    })
    const lines = [createFrozenLine({}, { files: [file('a', 'picture')] })]
    const pictures: StoredPictures = new Map([
      ['a', drawing(40, 40, '<circle cx="20" cy="20" r="18" fill="navy"/>')],
      ['logo', drawing(200, 60, '<rect width="200" height="60"/><text x="10" y="40" fill="white">Blinds</text>')],
    ])
    const bytes = await draw(sheet('confirmation', { lines }, 'logo'), pictures)
    expect(new Set(listPdfImages(bytes).filter((image) => image.startsWith('image')))).to.have.property('size', 2)
    const { width, grey } = renderPdfPixels(bytes)
    expect(grey[30 * width + 40]!, 'the logo is at the upper left').to.be.lessThan(230)
    expect(Buffer.compare(await draw(sheet('confirmation', { lines }, 'logo'), pictures), bytes)).to.equal(0)
  })

  it('omit pictures that are broken, unknown, too large or missing', async () => {
    const good = createPng(20, 10)
    const files: Readonly<Record<string, Buffer>> = {
      cut: good.subarray(0, 50),
      short: createPng(20, 10, deflateSync(Buffer.alloc(10))),
      filter: createPng(20, 10, deflateSync(Buffer.alloc(10 * 81, 0x80))),
      bomb: createPng(60_000, 60_000, deflateSync(Buffer.alloc(1_000_000))),
      garbled: Buffer.from(good.map((byte, index) => (index > 45 && index < 60 ? byte ^ 0xff : byte))),
      none: Buffer.alloc(0),
      text: Buffer.from('no picture'),
      jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="-1"><rect'),
    }
    const types: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', drawing: 'image/svg+xml' }
    const names = Object.keys(files)
    const pictures: StoredPictures = new Map(
      names.map((name) => [name, { type: types[name] ?? 'image/png', bytes: files[name]! }]),
    )
    const lines = [...names, 'missing'].map((name) =>
      createFrozenLine({ title: `Line ${name}` }, { files: [file(name, 'picture')] }),
    )
    const text = readPdfText(await draw(sheet('confirmation', { lines }, 'bomb'), pictures))
    for (const name of names) expect(text).to.include(`Line ${name}`)
    expect(text).to.include('Total, incl. VAT')
  })
})
