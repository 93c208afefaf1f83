// Price tables that are rejected, with the expected error messages.
import { randomBytes } from 'node:crypto'
import { xmlDeclaration, type XlsxCell, createXlsx, createXlsxParts, zipParts } from './xlsx.js'

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

/** A workbook in which one part is replaced or removed. */
export async function changed(part: string, content: string | null): Promise<Buffer> {
  const parts = createXlsxParts(fine)
  if (content === null) parts.delete(part)
  else parts.set(part, content)
  return zipParts(parts)
}

export const worksheet = (cells: string, more = ''): string =>
  `${xmlDeclaration}<worksheet><sheetData>${cells}</sheetData>${more}</worksheet>`
export const first = 'xl/worksheets/sheet1.xml'
const bomb = (): string => `${xmlDeclaration}<worksheet><sheetData>${' '.repeat(20_000_000)}</sheetData></worksheet>`

/** A zip file whose central directory states a smaller size than a part has. */
async function lying(): Promise<Buffer> {
  const whole = await changed(first, worksheet(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(50_000)}`))
  const packed = Buffer.from(whole)
  const size = Buffer.byteLength(worksheet(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(50_000)}`))
  for (let at = packed.indexOf('PK\u{1}\u{2}'); at !== -1; at = packed.indexOf('PK\u{1}\u{2}', at + 4))
    if (packed.readUInt32LE(at + 24) === size) packed.writeUInt32LE(100, at + 24)
  return packed
}

/** A zip file whose central directory states that every part is encrypted. */
async function encrypted(): Promise<Buffer> {
  const packed = Buffer.from(await createXlsx(...fine))
  for (let at = packed.indexOf('PK\u{1}\u{2}'); at !== -1; at = packed.indexOf('PK\u{1}\u{2}', at + 4))
    packed.writeUInt16LE(packed.readUInt16LE(at + 8) | 1, at + 8)
  return packed
}

/** A zip file with two parts of the same name. */
async function doubled(): Promise<Buffer> {
  const packed = await zipParts(
    new Map([
      ['a.txt', 'a'],
      ['b.txt', 'a'],
    ]),
  )
  return Buffer.from(packed.toString('latin1').replaceAll('b.txt', 'a.txt'), 'latin1')
}

const manyParts = (): Promise<Buffer> => zipParts(new Map(Array.from({ length: 2_001 }, (_, n) => [`${n}.txt`, ''])))

type Made = string | Buffer | Promise<Buffer> | (() => string)

/** The expected error message, or its beginning if it ends with …. */
export const rejectedTables: Readonly<Record<string, readonly [content: Made, sentence: string, more?: object]>> = {
  'has only one line': [
    'Width,Price\n',
    'The file format was not recognized. Supported formats: FeatureIDE, SXFM and UVL models, products from Shopify and WooCommerce (CSV), and price tables (CSV or XLSX).',
  ],
  'has only one line and the format `matrix`': [
    'Width,Price\n',
    'Line 1: The file has no table with at least two rows and two columns.',
    { format: 'matrix' },
  ],
  'has an unclosed quote': ['Width,Price\n"100,5\n200,6\n', 'Line 2: A quotation mark is not closed.'],
  'has two prices for the same size': [
    'Width,Price\n100,5\n100,6\n',
    'Line 3: The price for Width 100 is 5 in cell B2 and 6 in cell B3. Remove one of them, or choose how to handle duplicate prices.',
  ],
  'mixes decimal commas and decimal points': [
    'Width;Price\n100;5,50\n200;6.50\n',
    "Line 3: '5,50' in cell B2 uses a decimal comma, but '6.50' in cell B3 uses a decimal point. Use the same separator everywhere, or choose the decimal separator.",
  ],
  'has ambiguous numbers': [
    'Width;Price\n100;1.500\n200;2.500\n',
    "Line 2: '1.500' in cell B2 can mean 1500 or 1.5. Choose the decimal separator or the language of the numbers.",
  ],
  'has numbers that are ambiguous in its language': [
    'Width;Price\n100;1,500\n200;2.500\n',
    "Line 3: '2.500' in cell B3 can mean 2500 or 2.5. Choose the decimal separator or the language of the numbers.",
    { language: 'de-DE' },
  ],
  'groups digits incorrectly': [
    'Width;Price\n100;1,5\n200;12.34,5\n',
    "Line 3: '12.34,5' in cell B3 is not a price. Leave the cell empty if there is no price.",
  ],
  'has text among its prices': [
    'Width;Price\n100;5\n200;on request\n',
    "Line 3: 'on request' in cell B3 is not a price. Leave the cell empty if there is no price.",
  ],
  'has formulas as texts': [
    'Width;Price\n100;=1+1\n200;6\n',
    "Line 2: Cell B2 contains the formula '=1+1'. Save the file with values instead of formulas.",
  ],
  'contains a spreadsheet command': [
    `Width;Price\n100;"=cmd|'/c calc'!A1"\n200;6\n`,
    "Line 2: Cell B2 contains the formula '=cmd|'/c calc'!A1'. Save the file with values instead of formulas.",
  ],
  'misses a price in a table with two columns of names and one of numbers': [
    'Fabric,System,Width,Price\nLinen,A,800,10\nLinen,B,800,20\nLinen,B,1200,22\nCotton,A,800,30\nCotton,B,800,40\n',
    'A table with two columns of names and one of numbers needs a price for each combination. Divide the list by one of the names, or choose to allow only exact sizes.',
    { lookup: 'nextHigher' },
  ],
  'mixes units': [
    'Width;Price\n100 mm;5\n20 cm;6\n',
    "Line 2: The sizes of 'Width' are in different units: mm, cm. Use the same unit everywhere.",
  ],
  'has a unit that differs from its heading': [
    'Width (m);Price\n100 mm;5\n200 mm;6\n',
    "Line 2: The sizes of 'Width' are in different units: mm, m. Use the same unit everywhere.",
  ],
  'mixes currencies': ['Width;Price\n100;5 €\n200;6 $\n', 'The prices are in different currencies: €, $. Use one currency.'],
  'mixes upper and lower bounds': [
    'Width;Price\nup to 100;5\nfrom 200;6\n',
    "Line 2: The sizes of 'Width' are partly upper limits and partly lower limits. Use one kind of limit. Line 3: The price for Width 0 is 5 in cell B2 and 6 in cell B3. Remove one of them, or choose how to handle duplicate prices.",
  ],
  'has a price without a size': [
    'Width;Drop;Price\n100;100;5\n;200;6\n',
    'Line 3: Cell A3 is empty, but there are prices in its row.',
  ],
  'has a row without a coordinate': [
    'W / D;100;200\n100;5;6\n;6;7\n',
    'Line 3: Cell A3 is empty, but there are prices in its row.',
  ],
  'has a cell without a heading': [
    'Width;Price\n100;5;note\n200;6\n',
    "Line 2: Cell C2 has the value 'note', but its column has no heading.",
  ],
  'has no prices at all': ['Width;Price\n100;-\n200;\n', 'The table contains no prices.'],
  'has four columns of sizes': [
    'A;B;C;D;Price\n1;1;1;1;5\n2;2;2;2;6\n',
    'The prices depend on 4 columns. A price table can have at most two columns with numbers and one with names.',
  ],
  'has a price with 12 digits': [
    'Width;Price\n100;123456789012\n200;5\n',
    'Line 2: The price 123456789012 in cell B2 has too many digits. A price can have at most 11 digits and 4 decimal places.',
  ],
  'has too few prices for its size': [
    () => `W,D,Price\n${Array.from({ length: 5_000 }, (_, at) => `${at},${at},1\n`).join('')}`,
    'Only 5,000 of 25,000,000 combinations have a price. A table can have at most 500,000 combinations. Divide the list, or remove columns that do not affect prices.',
  ],
  'has more than 100,000 rows': [
    () => `Width,Price\n${'1,5\n'.repeat(100_001)}`,
    'Line 100001: The table can have at most 100,000 rows.',
  ],
  'has more than 1,000 columns': [
    () => `${'1,'.repeat(1_001)}\n${'1,'.repeat(1_001)}\n`,
    'Line 1: The table can have at most 1,000 columns.',
  ],
  'has a cell with 40,000 characters': [
    () => `Width,Price\n${'x'.repeat(40_000)},5\n1,2\n`,
    'Line 2: A cell can have at most 32,768 characters.',
  ],
  'is a workbook in the old XLS format': [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    'The file is an Excel workbook in the old XLS format, or has a password. Save it as XLSX without a password.',
  ],
  'is a truncated workbook': [
    createXlsx(...fine).then((bytes) => bytes.subarray(0, 600)),
    'The file is incomplete or damaged. Save it again.',
  ],
  'is a zip file without a workbook': [zipParts(new Map([['a.txt', 'a']])), 'The zip file is not an XLSX workbook.'],
  'has no workbook relationships': [
    changed('xl/_rels/workbook.xml.rels', null),
    'The part "xl/_rels/workbook.xml.rels" is missing.',
  ],
  'misses a worksheet': [changed(first, null), 'The part "xl/worksheets/sheet1.xml" is missing.'],
  'has a truncated worksheet': [
    changed(first, '<worksheet><sheetData><row r="1">'),
    'Line 1: The XML element <row> is not closed.',
  ],
  'has a document type': [
    changed(first, `<!DOCTYPE x [<!ENTITY a "b">]>${worksheet('')}`),
    'Line 1: Document types are not supported. Remove <!DOCTYPE …> from the file.',
  ],
  'refers to a local file': [
    changed('xl/sharedStrings.xml', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><sst/>'),
    'Line 1: Document types are not supported. Remove <!DOCTYPE …> from the file.',
  ],
  'is a zip bomb': [changed(first, bomb()), '"xl/worksheets/sheet1.xml" becomes more than 200 times larger when unpacked.'],
  'is an encrypted zip file': [encrypted(), '"xl/worksheets/sheet1.xml" is password-protected.'],
  'is a zip file with a part twice': [doubled(), 'The file has two parts named "a.txt".'],
  'is a zip file with too many parts': [manyParts(), 'The file has 2001 parts. The limit is 2000.'],
  'states a smaller size than it has': [lying(), '"xl/worksheets/sheet1.xml" is damaged and cannot be unpacked.'],
  'refers to a missing shared string': [
    changed(
      first,
      worksheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>99</v></c></row>',
      ),
    ),
    'Line 2: The text of cell B2 is missing from the workbook. Open the workbook in a spreadsheet program and save it.',
  ],
  'has formulas without a cached value': [
    sheet(['W', 'Price'], [1, { inner: '<f>1+1</f>' }], [2, 3]),
    'Line 2: Cell B2 has a formula without a result. Open the workbook in a spreadsheet program and save it.',
  ],
  'has errors in cells': [
    sheet(['W', 'Price'], [1, { attributes: 't="e"', inner: '<f>1/0</f><v>#DIV/0!</v>' }], [2, 3]),
    'Line 2: Cell B2 has the error #DIV/0!.',
  ],
  'has cells out of order': [
    changed(first, worksheet('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')),
    "Line 2: The worksheet is damaged: cell 'A1' has an invalid position.",
  ],
  'has rows out of order': [
    changed(first, worksheet('<row r="2"/><row r="1"/>')),
    "Line 2: The worksheet is damaged: row '1' is out of order.",
  ],
  'has a cell in column XFD': [
    changed(first, worksheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')),
    'Line 1: The table can have at most 1,000 columns.',
  ],
  'merges a single cell': [
    changed(first, worksheet('<row r="1"><c r="A1"><v>1</v></c></row>', '<mergeCells><mergeCell ref="A1"/></mergeCells>')),
    "Line 2: The worksheet is damaged: 'A1' is not a range of cells.",
  ],
  'has a row after the last possible one': [
    changed(first, worksheet('<row r="1048577"><c r="A1048577"><v>1</v></c></row>')),
    'Line 2: A worksheet can have at most 1,048,576 rows.',
  ],
  'has an empty row after the last possible one': [
    changed(first, worksheet('<row r="9007199254740991"/>')),
    'Line 2: A worksheet can have at most 1,048,576 rows.',
  ],
  'omits more than 500,000 cells': [
    changed(
      first,
      worksheet(Array.from({ length: 600 }, (_, n) => `<row r="${n + 1}"><c r="ALL${n + 1}"><v>${n}</v></c></row>`).join('')),
    ),
    'Line 501: The table can have at most 500,000 cells.',
  ],
  'hides columns more than 16,384 times': [
    changed(
      first,
      worksheet(
        `</sheetData><!--${randomBytes(4_000).toString('hex')}--><cols>${'<col min="-900000000" max="1" hidden="1"/>'.repeat(16_385)}</cols><sheetData>`,
      ),
    ),
    'Line 2: A worksheet can have at most 16,384 columns.',
  ],
  'merges more than 500,000 cells': [
    changed(
      first,
      worksheet(
        Array.from({ length: 100 }, (_, n) => `<row r="${n * 10_000 + 1}"><c r="A${n * 10_000 + 1}"><v>1</v></c></row>`).join(''),
        `<mergeCells>${Array.from({ length: 100 }, (_, n) => `<mergeCell ref="A${n * 10_000 + 1}:A${(n + 1) * 10_000}"/>`).join('')}</mergeCells>`,
      ),
    ),
    'Line 500001: Merged ranges can cover at most 500,000 cells.',
  ],
  'has worksheets with different layouts': [
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
    'The worksheets contain different kinds of tables. Choose one of them, or remove the others.',
  ],
  'does not have the requested worksheet': [
    createXlsx(...fine),
    "The workbook has no worksheet named 'Other'. Available: Prices.",
    { worksheet: 'Other' },
  ],
  'has only empty worksheets': [createXlsx({ name: 'A', rows: [] }), 'The workbook is empty.'],
}
