// Workbooks of spreadsheet programs: one saved by LibreOffice, and cells in the format of Excel.
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { messageText } from '../../../core/foundation/message-format.js'
import { FileFindings } from '../../../core/transfer/findings.js'
import { readXlsxGrids, convertWorkbook } from '../../../plugins/import-models/workbook/xlsx.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { catchError } from '../../support/caught-error.js'
import { createXlsx, createXlsxParts, type XlsxCell, zipParts } from './xlsx.js'

/** Contains numbers without an exact double, formulas, a currency, a percentage, a date, an error and a second worksheet. */
const saved = (): Buffer => readFileSync('test/fixtures/workbooks/libreoffice.xlsx')

const texts = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> =>
  (await readXlsxGrids(bytes, new FileFindings())).flatMap(({ rows }) =>
    rows.map(({ cells }) =>
      cells.map(({ text, fault, isNumber }) => (fault === null ? (isNumber ? `${text}#` : text) : `! ${messageText(fault)}`)),
    ),
  )

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-407]d/\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="0.00\\ &quot;Stunden&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`

function excel(cells: readonly XlsxCell[], more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return zipParts(
    new Map([...createXlsxParts([{ name: 'S', rows: [cells] }]), ['xl/styles.xml', styles], ...Object.entries(more)]),
  )
}
const styled = (style: number, value: number | string): XlsxCell => ({ attributes: `s="${style}"`, inner: `<v>${value}</v>` })

describe('A workbook', () => {
  it('saved by LibreOffice is read with the values that LibreOffice shows', async () => {
    expect(await texts(saved())).to.deep.equal([
      ['Breite × Höhe', '600#', '800.5#', '1000#'],
      ['500#', '0.3#', '0.01#', '1#'],
      ['700#', '1234.5#', '123456789.25#', '0.125#'],
      ['Holz', 'Öl', 'seit'],
      ['Eiche & „Esche“', '1#', '2026-03-01'],
      ['Nuss rot', '', '! Cell C3 has the error #DIV/0!.'],
    ])
  })

  it('saved by LibreOffice becomes a product with its prices, and its variant table is rejected only for its error cell', async () => {
    const app = await bootTestApp({ plugins: [stock, importModels] })
    try {
      const { sheet } = (await app.act('import-model', {
        name: 'prices.xlsx',
        content: saved().toString('base64'),
        worksheet: 'Preise',
        title: 'Blind',
      })) as ImportedModel
      for (const price of ['0.3', '0.01', '0.125', '1234.5', '123456789.25'])
        expect(sheet).to.match(new RegExp(`[ |]${price.replace('.', '\\.')}[ |\\n]`))
    } finally {
      await app.stop()
    }
    const error = await catchError(convertWorkbook(saved(), 'Varianten'))
    expect(error.message).to.contain('Cell C3 has the error #DIV/0!.').and.not.to.contain('C2')
  })

  it('keeps number cells in a variant table that is imported in German together with German text cells', async () => {
    const rows = [
      [{ attributes: 't="str"', inner: '<v>Width</v>' }],
      [styled(0, 1.125)],
      [{ attributes: 't="str"', inner: '<v>1.250..2.500</v>' }],
      [{ attributes: 't="str"', inner: '<v>800,5</v>' }],
    ]
    const bytes = await zipParts(new Map([...createXlsxParts([{ name: 'S', rows }]), ['xl/styles.xml', styles]]))
    const app = await bootTestApp({ plugins: [stock, importModels] })
    try {
      const author = createCatalogAuthor(app)
      const product_id = await author.product('Shelf')
      const page = await author.page(product_id, 'Page')
      await author.question(page, 'Width', 'Textbox', { validate: true, input_restriction: 'decimal' })
      const csv = await convertWorkbook(bytes, undefined)
      const { id } = (await app.act('import-table', { product_id, name: 'Widths', csv, language: 'de-DE' })) as { id: number }
      expect((await app.records.read('variant-table', id)).record.rows).to.deep.equal([
        [1.125],
        [{ from: 1250, to: 2500 }],
        [800.5],
      ])
    } finally {
      await app.stop()
    }
  })

  it('has its hidden rows and columns left out of a variant table, and reported', async () => {
    const rows = [
      ['Width', 'Depth', 'Note'],
      [600, 100, 'a'],
      [700, 200, 'b'],
      [900, 300, 'c'],
    ]
    const findings = new FileFindings()
    const bytes = await createXlsx({ name: 'Sizes', rows, hiddenRows: [3], hiddenColumns: [3] })
    expect(await convertWorkbook(bytes, undefined, findings)).to.equal('Width,Depth\n600,100\n\n900,300\n')
    expect(findings.list().map(({ grade, message }) => `${grade}: ${message}`)).to.deep.equal([
      "warning: Hidden rows of the worksheet 'Sizes' were skipped: 3. Unhide them to import them.",
      "warning: Hidden columns of the worksheet 'Sizes' were skipped: C. Unhide them to import them.",
    ])
  })

  it('of Excel has numbers as Excel shows them', async () => {
    const cells = ['0.30000000000000004', '1E-2', '1.0000000000000001E-5', '-0', '12345678901234567', '1E-005'].map((value) =>
      styled(0, value),
    )
    expect(await texts(await excel(cells))).to.deep.equal([['0.3#', '0.01#', '0.00001#', '0#', '12345678901234600#', '0.00001#']])
  })

  it('of Excel can have rich text, inline text and escaped characters', async () => {
    const cells: readonly XlsxCell[] = [
      { attributes: 't="inlineStr"', inner: '<is><r><rPr><b/></rPr><t>Oak </t></r><r><t>wood</t></r></is>' },
      { attributes: 't="str"', inner: '<f>A1&amp;"x"</f><v>one_x000A_two</v>' },
      { attributes: 't="s"', inner: '<v>0</v>' },
    ]
    const shared =
      '<sst><si><r><t>Ei</t></r><r><t xml:space="preserve">che </t></r><rPh sb="0" eb="1"><t>アイ</t></rPh></si></sst>'
    expect(await texts(await excel(cells, { 'xl/sharedStrings.xml': shared }))).to.deep.equal([['Oak wood', 'one\ntwo', 'Eiche']])
  })

  it('has dates only in cells with a date format, in the 1900 or 1904 date system', async () => {
    const cells = [
      styled(1, 46_082),
      styled(2, 46_082.75),
      styled(3, 46_082),
      styled(4, 0.5),
      styled(1, 1),
      styled(1, 60.999_999_9),
      styled(1, -1),
    ]
    const expected = ['2026-03-01', '2026-03-01 18:00:00', '46082#', '12:00:00', '1900-01-01', '1900-03-01', '-1#']
    expect(await texts(await excel(cells))).to.deep.equal([expected])
    const book = createXlsxParts([{ name: 'S', rows: [[null]] }]).get('xl/workbook.xml')!
    const old = book.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
    expect(await texts(await excel([styled(1, 44_620)], { 'xl/workbook.xml': old }))).to.deep.equal([['2026-03-01']])
  })

  it('can have namespace prefixes in its XML', async () => {
    const parts = [...createXlsxParts([{ name: 'S', rows: [['Oak', 5]] }])].map(([name, part]): [string, string] => [
      name,
      name.startsWith('xl/w') || name.includes('shared')
        ? part.replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
        : part,
    ])
    expect(await texts(await zipParts(new Map(parts)))).to.deep.equal([['Oak', '5#']])
  })
})
