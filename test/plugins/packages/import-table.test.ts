// Import of variant tables from CSV text: accepted notations, errors with line and column, and replacement of existing tables.
import { expect } from 'chai'
import { parseCsv } from '../../../core/transfer/csv.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { catchValidationError } from '../../support/validation-error.js'

interface Imported {
  readonly id: number
  readonly created: boolean
  readonly columns: readonly string[]
  readonly rows: number
  readonly repeated_lines: readonly number[]
  readonly findings?: readonly { readonly kind: string; readonly id: number }[]
}

describe('import-table', () => {
  let app: TestApp
  let product: number
  let colour: number
  const ids: Record<string, number> = {}

  before(async () => {
    app = await bootTestApp()
    const author = createCatalogAuthor(app)
    product = await author.product('Shelf')
    const page = await author.page(product, 'Page')
    colour = await author.question(page, 'Colour', 'Radiobuttons', { internal_name: 'col' })
    const size = await author.question(page, 'Size', 'Dropdown')
    await author.question(page, 'Width', 'Textbox', { validate: true, input_restriction: 'decimal' })
    await author.question(page, 'Note', 'Textarea')
    for (const title of ['Red', 'Blue', 'Grey, dark']) ids[title] = await author.answer(colour, title, { sku: `C-${title[0]}` })
    for (const title of ['Small', 'Large', '40']) ids[title] = await author.answer(size, title)
    ids['Twice'] = await author.answer(size, 'Twice')
    ids['Twice again'] = await author.answer(size, 'Twice')
  })
  after(() => app.stop())

  const run = async (csv: string, own: object = {}): Promise<Imported> =>
    (await app.act('import-table', { product_id: product, name: 'Stock', csv, ...own })) as Imported
  const readMessages = async (csv: string): Promise<readonly string[]> =>
    (await catchValidationError(run(csv))).issues.map(({ message }) => message)
  const tables = async (): Promise<number> => (await app.records.list('variant-table')).records.length

  it('accepts titles, internal names, SKUs, record ids, ranges, lists and wildcards', async () => {
    const csv = [
      '\u{feff}col;Size;Width',
      'Red;Small;40..60',
      'blue|C-G;*;12,5|100 - 120',
      `"Grey, dark";40;*`,
      '',
      `${ids.Red};Small;40..60`,
    ].join('\r\n')
    const report = await run(csv)
    expect(report).to.deep.include({ created: true, columns: ['Colour', 'Size', 'Width'], rows: 3, repeated_lines: [6] })
    const { record } = await app.records.read('variant-table', report.id)
    expect(record.rows).to.deep.equal([
      [ids.Red, ids.Small, { from: 40, to: 60 }],
      [[ids.Blue, ids['Grey, dark']], '*', [12.5, { from: 100, to: 120 }]],
      [ids['Grey, dark'], ids['40'], '*'],
    ])
    expect(record).to.deep.include({ name: 'Stock', mode: 'allow', published: true })
  })

  it('replaces the rows of the table with the same name, and stores nothing on a dry run', async () => {
    const before = await tables()
    const rehearsed = await run('Colour,Size\nRed,Small\n', { dry_run: true })
    expect(rehearsed).to.deep.include({ created: false, rows: 1, dry_run: true })
    const { record } = await app.records.read('variant-table', rehearsed.id)
    expect(record.rows).to.have.length(3)
    const again = await run('Colour,Size\nRed,Small\n', { mode: 'forbid' })
    expect(again.id).to.equal(rehearsed.id)
    const { record: storedRecord } = await app.records.read('variant-table', again.id)
    expect(storedRecord).to.deep.include({ mode: 'forbid', rows: [[ids.Red, ids.Small]] })
    expect(await tables()).to.equal(before)
    expect((await run('Colour,Size\nRed,Small\n', { name: 'Other' })).created).to.equal(true)
    expect(await tables()).to.equal(before + 1)
  })

  it('reports every error with its line and column, and stores nothing', async () => {
    const before = JSON.stringify(await app.records.list('variant-table'))
    const csv = 'Colour,Size,Width\nRde,Small,40\nRed,,forty\nRed,Twice,1\nRed,Small\nRed,Small,60..40\n'
    expect(await readMessages(csv)).to.deep.equal([
      "Line 2, column 'Colour': There is no answer 'Rde'. Did you mean 'Red'? Available: Red, Blue, Grey, dark.",
      "Line 3, column 'Size': The cell is empty. Enter * to allow any answer.",
      "Line 3, column 'Width': 'forty' is not a number such as 40 or a range such as 40..60.",
      `Line 4, column 'Size': There are 2 entries named 'Twice'. Use the ID of one of them instead: ${ids.Twice}, ${ids['Twice again']}.`,
      'Line 5 has 2 cells, but the first line has 3.',
      "Line 6, column 'Width': '60..40' is not a number such as 40 or a range such as 40..60.",
    ])
    expect(await readMessages('Colur,\nRed,1\n')).to.deep.equal([
      "Line 1, column 1: There is no question 'Colur'. Did you mean 'Colour'? Available: Colour, Size, Width, Note.",
      'Line 1, column 2: The heading is empty. Enter the title of a question.',
    ])
    expect((await readMessages('Colour\n"Red\n'))[0]).to.equal('Line 2: A quotation mark is not closed.')
    expect((await readMessages('Colour'))[0]).to.match(
      /^The table needs a first line with questions and one more line for each combination/,
    )
    expect((await readMessages('Note\n*\n'))[0]).to.match(/^The question 'Note' cannot be a column/)
    expect((await readMessages('Colour,col\nRed,Red\n'))[0]).to.equal(`Field Questions names question ${colour} twice.`)
    expect((await readMessages(`Width\n${'x\n'.repeat(500)}`)).length).to.equal(50)
    const nowhere = await app.act('import-table', { product_id: 987_654, name: 'x', csv: 'a\nb' }).catch(String)
    expect(nowhere).to.contain('There is no product with the id 987654.')
    expect(JSON.stringify(await app.records.list('variant-table'))).to.equal(before)
  })

  it('reads a number column in one notation, which an unambiguous cell decides for all its cells', async () => {
    const rowsOf = async (csv: string, own: object = {}): Promise<unknown> => {
      const { id } = await run(csv, { name: 'Widths', ...own })
      return (await app.records.read('variant-table', id)).record.rows
    }
    expect(await rowsOf('Width\n1.250..2.500\n"800,5"\n')).to.deep.equal([[{ from: 1250, to: 2500 }], [800.5]])
    expect(await rowsOf('Width\n1.250..2.500\n800.5\n')).to.deep.equal([[{ from: 1.25, to: 2.5 }], [800.5]])
    expect(await rowsOf('Width\n1 250 - 2 500|7\n')).to.deep.equal([[[{ from: 1250, to: 2500 }, 7]]])
    expect(await rowsOf('Width\n1.250\n', { language: 'en-GB' })).to.deep.equal([[1.25]])
  })

  it('rejects numbers that are ambiguous in the language, and columns that mix two notations', async () => {
    const refused = await catchValidationError(run('Width\n1.250..2.500\n', { language: 'de-DE' }))
    expect(refused.issues.map(({ message }) => message)).to.deep.equal([
      "Line 2, column 'Width': '1.250' can mean 1250 or 1,25. Enter one of the two.",
    ])
    expect(await readMessages('Width\n1.5\n"2,5"\n')).to.deep.equal([
      "Column 'Width': '2,5' in line 3 uses a decimal comma, but '1.5' in line 2 uses a decimal point. Use the same decimal separator everywhere.",
    ])
  })

  it('matches questions and answers in composed or decomposed Unicode, with surrounding blanks', async () => {
    const decomposed = 'Gr\u{fc}n'.normalize('NFD')
    const green = await createCatalogAuthor(app).answer(colour, decomposed)
    const { id } = await run(`Colour\u{a0},Size\nGr\u{fc}n,Small\n`, { name: 'Composed' })
    const { record } = await app.records.read('variant-table', id)
    expect(record.rows).to.deep.equal([[green, ids.Small]])
    expect((await run(`Colour,Size\n ${decomposed} ,Small\n`, { name: 'Composed' })).id).to.equal(id)
  })

  it('lists the answers that no row allows', async () => {
    const { findings = [] } = await run('Colour,Size\nRed,*\n', { name: 'Only red', dry_run: true })
    expect(findings.map(({ kind, id }) => [kind, id])).to.deep.include.members([
      ['dead-answer', ids.Blue],
      ['dead-answer', ids['Grey, dark']],
    ])
  })

  it('parses quoted, tab-separated and multi-line CSV as spreadsheets write it', () => {
    const cells = (text: string): unknown => parseCsv(text).records.map(({ line, cells: own }) => [line, ...own])
    expect(cells('a,"b ""c"", d"\n"two\nlines",x')).to.deep.equal([
      [1, 'a', 'b "c", d'],
      [2, 'two\nlines', 'x'],
    ])
    expect(cells('a\tb,c\r\n\r\n d \t e\r\n')).to.deep.equal([
      [1, 'a', 'b,c'],
      [3, 'd', 'e'],
    ])
    expect(() => parseCsv('a,"b\nc'))
      .to.throw('A quotation mark is not closed.')
      .with.property('line', 1)
  })
})
