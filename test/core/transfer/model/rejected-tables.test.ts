// A table of bad spreadsheets: what each is refused with names the cell, and nothing is changed by any of them.
import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import type { ImportedModel } from '../../../../core/action/import-model.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { convertWorkbook } from '../../../../core/transfer/table/workbook.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { xmlDeclaration, type XlsxCell, createXlsx, createXlsxParts, zipParts } from '../../../support/xlsx.js'

const sheet = (...rows: readonly (readonly XlsxCell[])[]): Promise<Buffer> => createXlsx({ name: 'Prices', rows })
const fine = [
  {
    name: 'Prices',
    rows: [
      ['W', 'Price'],
      [1, 2],
      [2, 3],
    ] as XlsxCell[][],
  },
]

/** A workbook of which one part is another. */
async function changed(part: string, content: string | null): Promise<Buffer> {
  const parts = createXlsxParts(fine)
  if (content === null) parts.delete(part)
  else parts.set(part, content)
  return zipParts(parts)
}

const worksheet = (cells: string, more = ''): string =>
  `${xmlDeclaration}<worksheet><sheetData>${cells}</sheetData>${more}</worksheet>`
const first = 'xl/worksheets/sheet1.xml'
const bomb = (): string => `${xmlDeclaration}<worksheet><sheetData>${' '.repeat(20_000_000)}</sheetData></worksheet>`

/** A zip whose list says that a part is shorter than it is. */
async function lying(): Promise<Buffer> {
  const whole = await changed(first, worksheet(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(50_000)}`))
  const packed = Buffer.from(whole)
  const size = Buffer.byteLength(worksheet(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(50_000)}`))
  for (let at = packed.indexOf('PK\u{1}\u{2}'); at !== -1; at = packed.indexOf('PK\u{1}\u{2}', at + 4))
    if (packed.readUInt32LE(at + 24) === size) packed.writeUInt32LE(100, at + 24)
  return packed
}

type Made = string | Buffer | Promise<Buffer> | (() => string)

/** What is said of each, or the beginning of it where it ends with …. */
const bad: Readonly<Record<string, readonly [content: Made, sentence: string, more?: object]>> = {
  'is one line': ['Width,Price\n', 'The content shows no format that is known: …'],
  'is one line by name': [
    'Width,Price\n',
    'Line 1: The file has no table: two lines of two cells at least.',
    { format: 'matrix' },
  ],
  'has a quote without an end': ['Width,Price\n"100,5\n200,6\n', 'Line 2: A quotation mark is not closed.'],
  'gives two prices for a size': [
    'Width,Price\n100,5\n100,6\n',
    'Line 3: Width 100 stands in B2 and in B3, with the prices 5 and 6.…',
  ],
  'writes numbers in two ways': [
    'Width;Price\n100;5,50\n200;6.50\n',
    "Line 3: '5,50' in B2 has a decimal comma, and '6.50' in B3 a decimal point.…",
  ],
  'writes numbers that can be read in two ways': [
    'Width;Price\n100;1.500\n200;2.500\n',
    "Line 2: '1.500' in B2 can be read in two ways, as 1500 or 1.5.…",
  ],
  'groups digits wrongly': ['Width;Price\n100;1,5\n200;12.34,5\n', "Line 3: B3 holds '12.34,5', no price;…"],
  'has prose among its prices': ['Width;Price\n100;5\n200;on request\n', "Line 3: B3 holds 'on request', no price;…"],
  'has formulas as texts': [
    'Width;Price\n100;=1+1\n200;6\n',
    "Line 2: B2 holds '=1+1', a formula, which is never reckoned here;…",
  ],
  'commands a spreadsheet': [`Width;Price\n100;"=cmd|'/c calc'!A1"\n200;6\n`, 'Line 2: B2 holds …'],
  'lacks a price among two columns of names and one of numbers': [
    'Fabric,System,Width,Price\nLinen,A,800,10\nLinen,B,800,20\nLinen,B,1200,22\nCotton,A,800,30\nCotton,B,800,40\n',
    'Two columns of names and one of numbers are taken where each combination has a price…',
    { lookup: 'nextHigher' },
  ],
  'mixes units': [
    'Width;Price\n100 mm;5\n20 cm;6\n',
    "Line 2: Coordinates of 'Width' are in 'mm' and 'cm'; write all in one unit.",
  ],
  'mixes units with its head': ['Width (m);Price\n100 mm;5\n200 mm;6\n', "Line 2: Coordinates of 'Width' are in 'mm' and 'm';…"],
  'mixes currencies': ['Width;Price\n100;5 €\n200;6 $\n', "Prices are in '€' and '$'; write all in one currency."],
  'mixes bounds': [
    'Width;Price\nup to 100;5\nfrom 200;6\n',
    "Line 2: Coordinates of 'Width' are upper and lower bounds at once;…",
  ],
  'has a price without a size': [
    'Width;Drop;Price\n100;100;5\n;200;6\n',
    'Line 3: A3 is empty, and a price stands in the same line.',
  ],
  'has a row without a coordinate': ['W / D;100;200\n100;5;6\n;6;7\n', 'Line 3: A3 is empty, and prices stand beside it.'],
  'has a cell without a head': ['Width;Price\n100;5;note\n200;6\n', "Line 2: C2 holds 'note' in a column without a heading."],
  'has no prices at all': ['Width;Price\n100;-\n200;\n', 'No price stands in the table.'],
  'has four columns of sizes': ['A;B;C;D;Price\n1;1;1;1;5\n2;2;2;2;6\n', 'Prices depend on 4 columns;…'],
  'has a price beyond measure': [
    'Width;Price\n100;123456789012\n200;5\n',
    'Line 2: B2 holds 123456789012; a price has at most 11 digits and 4 decimals.',
  ],
  'has prices far from each other': [
    () => `W,D,Price\n${Array.from({ length: 5_000 }, (_, at) => `${at},${at},1\n`).join('')}`,
    '5000 of 25000000 places have a price; a table has at most 500000 places.…',
  ],
  'has more rows than are taken': [
    () => `Width,Price\n${'1,5\n'.repeat(100_001)}`,
    'Line 100001: A table has at most 100000 rows.',
  ],
  'has more columns than are taken': [
    () => `${'1,'.repeat(1_001)}\n${'1,'.repeat(1_001)}\n`,
    'Line 1: A table has at most 1000 columns.',
  ],
  'has a cell of a book': [() => `Width,Price\n${'x'.repeat(40_000)},5\n1,2\n`, 'Line 2: A cell has at most 32768 characters.'],
  'is a workbook of long ago': [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    'This is a workbook of an old kind, or one with a password.…',
  ],
  'is half a workbook': [createXlsx(...fine).then((bytes) => bytes.subarray(0, 600)), 'This is no whole zip file: …'],
  'is a zip of something else': [
    zipParts(new Map([['a.txt', 'a']])),
    'This zip file is no XLSX workbook: xl/workbook.xml is not in it.',
  ],
  'has no relations': [changed('xl/_rels/workbook.xml.rels', null), 'There is no part "xl/_rels/workbook.xml.rels" in it.'],
  'has a worksheet that is missing': [changed(first, null), 'There is no part "xl/worksheets/sheet1.xml" in it.'],
  'has a worksheet that is cut off': [
    changed(first, '<worksheet><sheetData><row r="1">'),
    'Line 1: This is not XML: unclosed tag: row.',
  ],
  'has a document type': [
    changed(first, `<!DOCTYPE x [<!ENTITY a "b">]>${worksheet('')}`),
    'Line 1: A document type is not supported.…',
  ],
  'reads a file of the machine': [
    changed('xl/sharedStrings.xml', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><sst/>'),
    'Line 1: A document type is not supported.…',
  ],
  'is a bomb': [changed(first, bomb()), '"xl/worksheets/sheet1.xml" becomes more than 200 times larger when it is unpacked.'],
  'says less than it holds': [lying(), '"xl/worksheets/sheet1.xml" cannot be unpacked: …'],
  'names a text that it lacks': [
    changed(
      first,
      worksheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>99</v></c></row>',
      ),
    ),
    'Line 2: B2 names a text that the workbook does not have.',
  ],
  'has formulas that were never reckoned': [
    sheet(['W', 'Price'], [1, { inner: '<f>1+1</f>' }], [2, 3]),
    'Line 2: B2 holds a formula that was never reckoned;…',
  ],
  'has errors in cells': [
    sheet(['W', 'Price'], [1, { attributes: 't="e"', inner: '<f>1/0</f><v>#DIV/0!</v>' }], [2, 3]),
    'Line 2: B2 holds the error #DIV/0!.',
  ],
  'has cells out of order': [
    changed(first, worksheet('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')),
    "Line 2: The cell 'A1' stands where it cannot.",
  ],
  'has rows out of order': [
    changed(first, worksheet('<row r="2"/><row r="1"/>')),
    "Line 2: The rows of a worksheet rise, and '1' does not.",
  ],
  'has cells in the last column of all': [
    changed(first, worksheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')),
    'Line 1: A table has at most 1000 columns.',
  ],
  'merges nothing': [
    changed(first, worksheet('<row r="1"><c r="A1"><v>1</v></c></row>', '<mergeCells><mergeCell ref="A1"/></mergeCells>')),
    "Line 2: 'A1' names no cells.",
  ],
  'has a row behind the last': [
    changed(first, worksheet('<row r="1048577"><c r="A1048577"><v>1</v></c></row>')),
    "Line 2: The cell 'A1048577' stands where it cannot.",
  ],
  'merges cells over more rows than a table has': [
    changed(
      first,
      worksheet(
        Array.from({ length: 100 }, (_, n) => `<row r="${n * 10_000 + 1}"><c r="A${n * 10_000 + 1}"><v>1</v></c></row>`).join(''),
        `<mergeCells>${Array.from({ length: 100 }, (_, n) => `<mergeCell ref="A${n * 10_000 + 1}:A${(n + 1) * 10_000}"/>`).join('')}</mergeCells>`,
      ),
    ),
    'Line 500001: Merged cells stand for at most 500000 cells.',
  ],
  'has worksheets of two kinds': [
    createXlsx(
      {
        name: 'A',
        rows: [
          ['W', 'Price'],
          [1, 2],
          [2, 3],
        ],
      },
      {
        name: 'B',
        rows: [
          ['W / D', 1, 2],
          [1, 2, 3],
          [2, 3, 4],
        ],
      },
    ),
    "The worksheets have tables of different kinds; name one of them with 'worksheet'.",
  ],
  'has no worksheet of that name': [
    createXlsx(...fine),
    "There is no worksheet 'Other'. There are Prices.",
    { worksheet: 'Other' },
  ],
  'is empty everywhere': [createXlsx({ name: 'A', rows: [] }), 'No worksheet has a cell with something in it.'],
}

describe('tables of prices that are refused', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  const imported = (content: string | Buffer, more: object = {}): Promise<unknown> =>
    app.act('import-model', { name: 'prices', content: Buffer.from(content as string).toString('base64'), apply: true, ...more })

  for (const [what, [made, sentence, more]] of Object.entries(bad))
    it(`is refused when it ${what}`, async () => {
      const content = await (typeof made === 'function' ? made() : made)
      const error: unknown = await imported(content, more).catch((failed: unknown) => failed)
      expect(error).to.be.instanceOf(ValidationError)
      const said = (error as ValidationError).issues.map(({ message }) => message).join(' ')
      if (sentence.endsWith('…')) expect(said).to.satisfy((one: string) => one.startsWith(sentence.slice(0, -1)), said)
      else expect(said).to.equal(sentence)
    })

  it('leave nothing behind', async () => {
    const { total } = (await app.act('list-entities', { entity: 'product' })) as { readonly total: number }
    expect(total).to.equal(0)
  })

  it('need no more memory for a million rows than they are taken for', async function () {
    this.timeout(60_000)
    const row = (at: number): string => `<row r="${at}"><c r="A${at}"><v>${at}</v></c><c r="B${at}"><v>${at % 997}</v></c></row>`
    const rows = Array.from({ length: 300_000 }, (_, index) => row(index + 1)).join('')
    const workbook = await changed(first, worksheet(rows))
    const before = process.memoryUsage().rss
    const error: unknown = await imported(workbook).catch((failed: unknown) => failed)
    expect(String(error)).to.include('A table has at most 100000 rows.')
    expect(process.memoryUsage().rss - before).to.be.lessThan(400 * 1_048_576)
  })

  it('keep texts that spreadsheets would reckon as texts', async () => {
    const text = `Colour;Price\n=1+1;5\n@SUM(A1);6\n"<script>";7\n`
    const { sheet: said } = (await imported(text, { apply: false })) as ImportedModel
    expect(said).to.include('title: =1+1').and.to.include('"@SUM(A1)"').and.to.include('<script>')
  })
})

describe('variant tables in workbooks', () => {
  it('are read row by row, with the numbers that rows have', async () => {
    const workbook = await createXlsx({ name: 'T', rows: [['Colour', 'Width'], [], ['Red, dark', 40.5], ['Blue', null]] })
    expect(await convertWorkbook(workbook, undefined)).to.equal('Colour,Width\n\n"Red, dark",40\u066b5\nBlue,\n')
  })

  it('are asked for by name where there are several', async () => {
    const rows: XlsxCell[][] = [
      ['A', 'B'],
      [1, 2],
    ]
    const workbook = await createXlsx({ name: 'One', rows }, { name: 'Two', rows })
    expect(await convertWorkbook(workbook, 'Two')).to.equal('A,B\n1,2\n')
    const error: unknown = await convertWorkbook(workbook, undefined).catch((failed: unknown) => failed)
    expect(String(error)).to.include("The workbook has several worksheets: One, Two. Name one with 'worksheet'.")
  })

  it('are refused where they are no workbook', async () => {
    const broken = Buffer.concat([Buffer.from('PK\u{3}\u{4}'), deflateRawSync('x')])
    const error: unknown = await convertWorkbook(broken, undefined).catch((failed: unknown) => failed)
    expect(error).to.be.instanceOf(ValidationError)
  })
})
