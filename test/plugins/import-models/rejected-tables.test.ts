// Invalid spreadsheets: each is rejected with an error that names the cell, and nothing is stored.
import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { ValidationError } from '../../../core/foundation/errors.js'
import { convertWorkbook } from '../../../plugins/import-models/workbook/xlsx.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { changed, first, rejectedTables, worksheet } from './rejected-price-tables.js'
import { createXlsx, type XlsxCell } from './xlsx.js'

describe('A price table', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = (content: string | Buffer, more: object = {}): Promise<unknown> =>
    app.act('import-model', { name: 'prices', content: Buffer.from(content as string).toString('base64'), apply: true, ...more })

  for (const [title, [source, sentence, more]] of Object.entries(rejectedTables))
    it(`is rejected if it ${title}`, async () => {
      const content = await (typeof source === 'function' ? source() : source)
      const error: unknown = await imported(content, more).catch((failed: unknown) => failed)
      expect(error).to.be.instanceOf(ValidationError)
      const text = (error as ValidationError).issues.map(({ message }) => message).join(' ')
      expect(text).to.equal(sentence)
    })

  it('has the numbers of its language, if that language is named', async () => {
    const readPrices = async (content: string, language: string): Promise<readonly string[]> => {
      const { sheet } = (await imported(content, { language, apply: false, lookup: 'exact' })) as { readonly sheet: string }
      return [...sheet.matchAll(/price: ([\d.]+)/g)].map(([, price]) => price!)
    }
    expect(await readPrices('Width;Price\n100;1,500\n200;2,250\n', 'en-GB')).to.include.members(['1500', '2250'])
    expect(await readPrices('Width;Price\n100;1,500\n200;2,250\n', 'de-DE')).to.include.members(['1.5', '2.25'])
    expect(await readPrices('Width;Price\n100;1.500\n200;2.250,5\n', 'en-GB')).to.include.members(['1500', '2250.5'])
  })

  it('that is rejected stores no product', async () => {
    const { total } = (await app.act('list-entities', { entity: 'product' })) as { readonly total: number }
    expect(total).to.equal(0)
  })

  it('with 300,000 rows is rejected with less than 400 MB of additional memory', async function () {
    this.timeout(60_000)
    const row = (at: number): string => `<row r="${at}"><c r="A${at}"><v>${at}</v></c><c r="B${at}"><v>${at % 997}</v></c></row>`
    const rows = Array.from({ length: 300_000 }, (_, index) => row(index + 1)).join('')
    const workbook = await changed(first, worksheet(rows))
    const before = process.memoryUsage().rss
    const error: unknown = await imported(workbook).catch((failed: unknown) => failed)
    expect(String(error)).to.include('The table can have at most 100,000 rows.')
    expect(process.memoryUsage().rss - before).to.be.lessThan(400 * 1_048_576)
  })

  it('keeps texts that look like formulas as texts', async () => {
    const text = `Colour;Price\n=1+1;5\n@SUM(A1);6\n"<script>";7\n`
    const { sheet: sheetText } = (await imported(text, { apply: false })) as ImportedModel
    expect(sheetText).to.include('title: =1+1').and.to.include('"@SUM(A1)"').and.to.include('<script>')
  })
})

describe('Variant tables in workbooks', () => {
  it('are converted row by row, and numbers are kept', async () => {
    const workbook = await createXlsx({ name: 'T', rows: [['Colour', 'Width'], [], ['Red, dark', 40.5], ['Blue', null]] })
    expect(await convertWorkbook(workbook, undefined)).to.equal('Colour,Width\n\n"Red, dark",40\u066b5\nBlue,\n')
  })

  it('require the name of a worksheet if there are several', async () => {
    const rows: XlsxCell[][] = [
      ['A', 'B'],
      [1, 2],
    ]
    const workbook = await createXlsx({ name: 'One', rows }, { name: 'Two', rows })
    expect(await convertWorkbook(workbook, 'Two')).to.equal('A,B\n1,2\n')
    const error: unknown = await convertWorkbook(workbook, undefined).catch((failed: unknown) => failed)
    expect(String(error)).to.include('The workbook has several worksheets: One, Two. Choose one of them, or remove the others.')
  })

  it('are rejected if the file is not a workbook', async () => {
    const truncated = Buffer.concat([Buffer.from('PK\u{3}\u{4}'), deflateRawSync('x')])
    const error: unknown = await convertWorkbook(truncated, undefined).catch((failed: unknown) => failed)
    expect(error).to.be.instanceOf(ValidationError)
  })
})
