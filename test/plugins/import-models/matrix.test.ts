// Price tables in common layouts become products with the prices of the table.
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { createSheet } from '../../../plugins/sheets/sheet/write.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { testLanguages } from '../../support/installed-database.js'
import { readRepositoryFile } from '../../support/repository.js'
import { type XlsxSheet, createXlsx } from './xlsx.js'

interface Cell {
  readonly row: number
  readonly column: number
  readonly value: string
}

interface Lookup {
  readonly matrix: string
  readonly lookup: 'nextHigher' | 'nextLower' | 'exact'
  readonly row: string
  readonly column: string
  readonly expected: string | null
}

interface SheetQuestion {
  readonly title: unknown
  readonly question_type?: string
  readonly unit?: string
  readonly maxval?: number
  readonly answers?: readonly unknown[]
}

const fixture = (name: string): unknown => JSON.parse(readRepositoryFile(`test/fixtures/price-roller-blinds/${name}.json`))
const groups = ['Budget', 'Group 1', 'Group 2', 'Group 3']
const cellsOf = (group: string): readonly Cell[] =>
  (fixture(`matrix-${group.toLowerCase().replace(' ', '-')}`) as { readonly cells: readonly Cell[] }).cells
const rising = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

function wide(group: string): XlsxSheet {
  const cells = cellsOf(group)
  const columns = rising(cells.map(({ column }) => column))
  const value = (row: number, column: number): number | null =>
    Number(cells.find((cell) => cell.row === row && cell.column === column)?.value ?? Number.NaN) || null
  const body = rising(cells.map(({ row }) => row)).map((row) => [row, ...columns.map((column) => value(row, column))])
  return { name: group, rows: [['Drop (mm) / Width (mm)', ...columns], ...body] }
}

describe('Imported price tables', () => {
  let app: TestApp
  let importCount = 0

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = async (content: string | Buffer, more: object = {}): Promise<ImportedModel> =>
    (await app.act('import-model', {
      name: 'prices.csv',
      content: Buffer.from(content as string).toString('base64'),
      ...more,
    })) as ImportedModel

  const kinds = ({ findings }: ImportedModel): readonly string[] =>
    findings.map(({ kind }) => kind).filter((kind) => kind !== 'layout' && kind !== 'entry-limits')

  /** Imports the file as a product and returns a function that prices a configuration; null if it has no price. */
  const priced = async (content: string | Buffer, more: object = {}) => {
    const { applied } = await imported(content, { title: `Priced ${++importCount}`, apply: true, ...more })
    const id = applied!.product_id
    const { configuration, questions } = await app.shop.configurations.start({ product_id: id })
    const answers = await app.shop.createContext({}).list('answer', undefined, testLanguages)
    return async (...values: readonly string[]): Promise<number | null> => {
      const selections = questions.map((question, index) => {
        const own = answers.filter(({ values: of }) => of['question_id'] === question.id)
        const value = own.find(({ values: of }) => of['title_en_GB'] === values[index])?.id ?? values[index]!
        return { question_id: question.id, value: String(value) }
      })
      const cleared = questions.map(({ id: question_id }) => ({ question_id, value: null }))
      await app.shop.configurations.change(configuration, { selections: cleared })
      const { missing, price, refused } = await app.shop.configurations.change(configuration, { selections })
      return missing.length > 0 || refused.length > 0 ? null : price!.net
    }
  }

  it('of roller blinds in a workbook have the expected prices of all nextHigher and nextLower lookups', async function () {
    this.timeout(300_000)
    const workbook = await createXlsx(...groups.map(wide))
    const lookups = fixture('lookups') as readonly Lookup[]
    const wrong: string[] = []
    for (const lookup of ['nextHigher', 'nextLower'] as const) {
      const price = await priced(workbook, { lookup })
      for (const { matrix, lookup: own, row, column, expected } of lookups) {
        if (own !== lookup) continue
        const actual = await price(matrix, row, column)
        if (actual !== (expected === null ? null : Number(expected)))
          wrong.push(`${matrix} ${lookup} ${row} ${column}: ${actual}, not ${expected}`)
      }
    }
    expect(lookups.filter(({ lookup }) => lookup !== 'exact').length).to.be.greaterThan(300)
    expect(wrong).to.deep.equal([])
  })

  it('with a missing price do not use the price of another name', async () => {
    const names = 'Fabric / Width (mm);800;1200\nLinen;10;-\nCotton;12;15\n'
    for (const [table, turned] of [
      [names, false],
      ['Width (mm) / Fabric;Linen;Cotton\n800;10;12\n1200;-;15\n', true],
    ] as const) {
      const price = await priced(table, { lookup: 'nextHigher' })
      const of = async (fabric: string, width: string) => (turned ? price(width, fabric) : price(fabric, width))
      expect([await of('Linen', '700'), await of('Linen', '1000'), await of('Cotton', '1000')]).to.deep.equal([10, null, 15])
    }
    const lower = await priced('Fabric / Width (mm);800;1200\nLinen;-;10\nCotton;12;15\n', { lookup: 'nextLower' })
    expect([await lower('Cotton', '900'), await lower('Linen', '900'), await lower('Linen', '1300')]).to.deep.equal([
      12,
      null,
      10,
    ])
    const both = await priced('Fabric / System;A;B\nLinen;10;-\nCotton;12;15\n', { lookup: 'nextHigher' })
    expect([await both('Linen', 'A'), await both('Linen', 'B'), await both('Cotton', 'B')]).to.deep.equal([10, null, 15])
  })

  it('leave values without any price unpublished, and report numbers that were imported as names', async () => {
    const result = await imported('Fabric;Price\nLinen;5\nCotton;-\n')
    expect(kinds(result)).to.deep.equal(['holes', 'without-price'])
    expect(result.sheet).to.include('- { title: Cotton, published: false }').and.include('- { title: Linen, price: 5 }')
    const total = await imported('Drop / Width;800\n1000;49\nTotal;49\n', { lookup: 'exact' })
    expect(total.findings.map(({ message }) => message)).to.include(
      "'Drop' contains numbers and names: Total. All of them were read as names, so there are no sizes in between.",
    )
  })

  it('report cells without a price, which cost the next higher price', async () => {
    const { findings } = await imported('Drop / Width;800;1200\n1000;49;\n1600;58;74\n', { lookup: 'nextHigher' })
    expect(findings.find(({ kind }) => kind === 'holes')!.message).to.equal(
      '1 of 4 combinations has no price: Drop 1000, Width 1200. Such combinations get the price of the next higher size, or cannot be ordered if there is none.',
    )
    const price = await priced('Drop / Width;800;1200\n1000;49;\n1600;58;74\n', { lookup: 'nextHigher' })
    expect([await price('900', '900'), await price('900', '700')]).to.deep.equal([74, 49])
  })

  it('are read if lines end with a carriage return only', async () => {
    const price = await priced('Drop / Width;800;1200\r1000;49;52\r1600;58;74\r', { lookup: 'nextHigher' })
    expect(await price('1200', '800')).to.equal(58)
  })

  it('have the same result in wide and long layout, as CSV and XLSX, and with the number formats of several countries', async () => {
    const rows = [
      'Drop (mm);Width (mm);Price',
      '600;800;1.052,50 €',
      '600;1000;1.060,00 €',
      '900;800;1.071,25 €',
      '900;1000;1.080,00 €',
    ]
    const point = (line: string): string => line.replace('1.0', '1,0').replace(/,(\d\d) €/, '.$1 €')
    const swiss = (line: string): string => line.replace('1.0', "1'0").replace(/,(\d\d) €/, '.$1 €')
    const texts = [
      rows.join('\n'),
      `\u{feff}${rows.join('\r\n')}\r\n`,
      `sep=;\n${rows.join('\n')}`,
      rows.map(point).join('\n'),
      rows.map(swiss).join('\n'),
      rows.map((line) => line.replace('1.0', '1\u{a0}0')).join('\n'),
      rows.join('\n').replaceAll(';', '\t'),
      'Drop (mm) / Width (mm);800;1000\n600;1.052,50 €;1.060,00 €\n900;1.071,25 €;1.080,00 €',
      'Drop / Width,800 mm,"1000 mm"\n600 mm,"1,052.50 €","1,060.00 €"\n900 mm,"1,071.25 €","1,080.00 €"\n',
      await createXlsx({
        name: 'Prices',
        rows: [
          [null, 'Width (mm)', null],
          ['Drop (mm)', 800, 1000],
          [600, 1052.5, 1060],
          [900, { inner: '<f>B3+18.75</f><v>1071.25</v>' }, 1080],
        ],
        merges: ['B1:C1'],
      }),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows.join('\n'), 'utf16le')]),
    ]
    const sheets: string[] = []
    for (const text of texts) sheets.push((await imported(text, { title: 'Blind' })).sheet!)
    for (const [index, sheet] of sheets.entries()) expect(sheet, String(texts[index])).to.equal(sheets[0])
    expect(sheets[0]).to.include('lookup: nextHigher')
    expect(sheets[0]).to.match(/\*\s+800\s+1000\n\s+600\s+1052.5\s+1060\n\s+900\s+1071.25\s+1080\n/)
    expect(sheets[0]).to.include('unit: mm')
  })

  it('have answers for sizes with names, prices on answers for one column, and matrices for a third column', async () => {
    const readPrice = await priced('Size,Price\nSmall,10\nLarge,12.5\n')
    expect([await readPrice('Small'), await readPrice('Large')]).to.deep.equal([10, 12.5])
    const two = await priced('Colour / Size,Small,Large\nRed,10,12\nBlue,11,\n')
    expect([
      await two('Red', 'Small'),
      await two('Red', 'Large'),
      await two('Blue', 'Small'),
      await two('Blue', 'Large'),
    ]).to.deep.equal([10, 12, 11, null])
    const three = await priced('Fabric;Width;Drop;Price\nA;100;100;5\nA;200;100;6\nB;100;100;7\nB;200;100;8\n')
    expect([await three('A', '150', '100'), await three('B', '99', '40'), await three('B', '201', '40')]).to.deep.equal([
      6,
      7,
      null,
    ])
  })

  it("support bounds such as 'up to 100', '101-200' and 'from 50'", async () => {
    const up = await priced('Width,Price\nup to 100 cm,10\nup to 200 cm,20\n')
    expect([await up('100'), await up('101'), await up('201')]).to.deep.equal([10, 20, null])
    const ranges = await priced('Breite;Preis\n1-100 cm;10\n101-200 cm;20\n')
    expect([await ranges('100'), await ranges('101')]).to.deep.equal([10, 20])
    const from = await priced('Menge;Preis\nab 1;10\nab 50;8\n')
    expect([await from('1'), await from('49'), await from('50'), await from('5000')]).to.deep.equal([10, 10, 8, 8])
    const exact = await priced('Length (m);Price\n2;10\n4;18\n', { lookup: 'exact' })
    expect([await exact('2 m'), await exact('4 m')]).to.deep.equal([10, 18])
  })

  it('with ranges cannot be ordered below the first range or in a gap', async () => {
    const text = 'Width;Price\n100-200;10\n400-500;20\n'
    const price = await priced(text)
    const widths = ['5', '99.5', '100', '150.5', '200', '200.5', '300', '399', '400', '500', '501']
    const prices: (number | null)[] = []
    for (const width of widths) prices.push(await price(width))
    expect(prices).to.deep.equal([null, null, 10, 10, 10, null, null, null, 20, 20, null])
    const { findings } = await imported(text)
    expect(findings.find(({ kind }) => kind === 'gap')).to.deep.equal({
      ...{ grade: 'warning', kind: 'gap' },
      message: "There are gaps between ranges of 'Width': 200 … 400. Sizes in a gap cannot be ordered.",
    })
  })

  it('with ranges have separate gaps for each name and each of two axes', async () => {
    const readPrice = await priced('Fabric;Width;Price\nA;100-200;10\nA;400-500;20\nB;100-500;30\n')
    expect([
      await readPrice('A', '150'),
      await readPrice('A', '300'),
      await readPrice('B', '300'),
      await readPrice('A', '500'),
    ]).to.deep.equal([...[10, null, 30, 20]])
    const two = await priced('Width;Drop;Price\n1-10;1-5;10\n1-10;8-9;11\n11-20;1-9;12\n')
    expect([
      await two('4', '3'),
      await two('4', '6'),
      await two('4', '8.5'),
      await two('10.5', '6'),
      await two('20', '6'),
    ]).to.deep.equal([...[10, null, 11, 12, 12]])
  })

  it('support an open last range, and numbers between consecutive ranges', async () => {
    const quantity = await priced('Quantity;Price\n1-9;10\n10-49;9\n50+;8\n')
    expect([
      await quantity('0'),
      await quantity('9'),
      await quantity('9.5'),
      await quantity('49'),
      await quantity('100000'),
    ]).to.deep.equal([...[null, 10, 9, 9, 8]])
    const bounds = await priced('Width (mm);Price\nup to 100;10\nup to 200;12\n200 mm+;15\n')
    expect([await bounds('100'), await bounds('100.5'), await bounds('200'), await bounds('201')]).to.deep.equal([10, 12, 12, 15])
    expect(kinds(await imported('Quantity;Price\n1-9;10\n10-49;9\n50+;8\n'))).to.deep.equal(['falling-prices', 'lookup'])
  })

  it('are rejected if ranges overlap, and report bounds that two ranges share', async () => {
    const error: unknown = await imported('Width;Price\n100-200;10\n150-300;20\n').catch((failed: unknown) => failed)
    expect(String(error)).to.include("Ranges of 'Width' overlap: 100-200 / 150-300. Each size can only belong to one range.")
    const { findings } = await imported('Width;Price\n100-200;10\n200-300;20\n')
    expect(findings.find(({ kind }) => kind === 'shared-bound')!.message).to.equal(
      "Ranges of 'Width' share limits: 100-200 / 200-300. The lower range applies.",
    )
    expect((await imported('Width;Price\n100-200;10\n201-300;20\n', { lookup: 'exact' })).sheet).to.include('title: 100-200')
  })

  it('accept decimals if the file has only whole numbers, and report it', async () => {
    const text = 'Length (m);Price\n1;10\n2;18\n'
    const price = await priced(text, { lookup: 'nextHigher' })
    expect([await price('0.5'), await price('1.25'), await price('2')]).to.deep.equal([10, 18, 18])
    expect((await imported(text)).findings.find(({ kind }) => kind === 'entry-limits')!.message).to.equal(
      "Customers can enter decimals from 0 to 2 for 'Length'. The file contains only whole numbers. Adjust the question if other numbers should be allowed.",
    )
  })

  it('omit hidden rows and columns of a workbook, and report them', async () => {
    const rows = [
      ['Drop / Width', 800, 1000, 1200],
      [600, 5, 1, 7],
      [700, 1, 1, 1],
      [900, 8, 1, 10],
    ]
    const read = await imported(await createXlsx({ name: 'Prices', rows, hiddenRows: [3], hiddenColumns: [3] }), {
      lookup: 'nextHigher',
    })
    expect(read.sheet).to.match(/\*\s+800\s+1200\n\s+600\s+5\s+7\n\s+900\s+8\s+10\n/)
    expect(read.findings.filter(({ grade }) => grade === 'warning').map(({ message }) => message)).to.deep.equal([
      "Hidden rows of the worksheet 'Prices' were skipped: 3. Unhide them to import them.",
      "Hidden columns of the worksheet 'Prices' were skipped: C. Unhide them to import them.",
    ])
  })

  it('report duplicates, missing prices, falling prices and unsorted rows, and resolve duplicates as requested', async () => {
    const text = 'Width,Drop,Price\n200,100,6\n100,100,5\n100,100,7\n100,200,4\n'
    const error: unknown = await imported(text).catch((failed: unknown) => failed)
    expect(String(error)).to.include('The price for Width 100, Drop 100 is 5 in cell C3 and 7 in cell C4.')
    for (const [duplicates, expectedPrice] of Object.entries({ first: '5', last: '7', lowest: '5', highest: '7' })) {
      const read = await imported(text, { duplicates })
      expect([...new Set(kinds(read))]).to.deep.equal(['duplicate', 'lookup', 'holes', 'falling-prices', 'order'])
      expect(read.sheet).to.match(new RegExp(`100\\s+${expectedPrice}\\b`))
    }
    expect(kinds(await imported('W,Price\n1,5\n1,5\n2,6\n'))).to.include('repeated')
  })

  it('report every known duplicate in four real price tables', async () => {
    const errors = fixture('source-errors') as Readonly<
      Record<string, { readonly cellsAsGiven: readonly Cell[]; readonly duplicateCoordinates: readonly unknown[] }>
    >
    for (const [group, { cellsAsGiven: tableCells, duplicateCoordinates }] of Object.entries(errors)) {
      const text = ['drop,width,price', ...tableCells.map(({ row, column, value }) => `${row},${column},${value}`)].join('\n')
      const read = await imported(text, { duplicates: 'first' })
      const findings = read.findings.filter(({ kind }) => kind === 'duplicate' || kind === 'repeated')
      expect(findings, group).to.have.length(duplicateCoordinates.length)
      expect(kinds(read), group).to.include('holes')
    }
  })

  it('support cached values, headings above and next to the table, merged cells and hidden worksheets', async () => {
    const workbook = await createXlsx(
      {
        name: 'Prices',
        rows: [
          ['Blinds 2026'],
          [null, null, 'Width (mm)', null],
          [null, null, 800, 1000],
          ['Drop (mm)', 600, { attributes: 't="str"', inner: '<f>"5"&amp;"2"</f><v>52</v>' }, 60],
          [null, 900, 70, null],
        ],
        merges: ['C2:D2', 'A4:A5', 'C5:D5'],
      },
      {
        name: 'Old',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
        isHidden: true,
      },
    )
    const read = await imported(workbook)
    expect(kinds(read)).to.have.members(['hidden-worksheet', 'merged-cells', 'merged-cells', 'lookup'])
    expect(read.sheet).to.include('title: Blinds 2026')
    expect(read.sheet).to.match(/600\s+52\s+60\n\s+900\s+70\s+70\n/)
    expect(read.sheet).to.match(/drop:\n\s+title: Drop\n/)
    expect(kinds(await imported(workbook, { worksheet: 'Old' }))).to.not.include('hidden-worksheet')
  })

  it('replace an existing product only with `replace`, and change nothing the second time', async () => {
    const text = (price: number): string => `Width,Price\n100,${price}\n200,9\n`
    const more = { title: 'Again', apply: true }
    await imported(text(5), more)
    const error: unknown = await imported(text(6), more).catch((failed: unknown) => failed)
    expect(String(error)).to.include("A product 'again' already exists")
    const { applied } = await imported('Length,Price\n100,6\n200,9\n', { ...more, replace: true })
    expect(applied!.counts.deleted).to.include({ question: 1 })
    const again = await imported('Length,Price\n100,6\n200,9\n', { ...more, replace: true })
    expect(again.applied!.counts).to.deep.equal({ created: {}, changed: {}, deleted: {} })
  })

  it('become questions with the units and limits of the table', async () => {
    const { applied } = await imported('Drop (mm) / Width (mm),800,1000\n600,5,6\n900,7,8\n', { title: 'Shown', apply: true })
    const sheet = await createSheet(app.shop.createContext({}), applied!.product_id)
    const [page] = sheet['pages'] as readonly { readonly questions: Readonly<Record<string, SheetQuestion>> }[]
    expect(page!.questions['width']).to.include({ title: 'Width', unit: 'mm', maxval: 1000 })
    expect(page!.questions['drop']).to.include({ title: 'Drop', unit: 'mm', maxval: 900 })
  })
})
