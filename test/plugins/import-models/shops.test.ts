// Products of other shops: options become questions, variants become valid combinations, and each variant keeps its price.
import fc from 'fast-check'
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { ValidationError } from '../../../core/foundation/errors.js'
import { splitSurcharges } from '../../../plugins/import-models/shop/prices.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { rejectedProducts, type Row, shopify, wooHead } from './rejected-products.js'
import { testLanguages } from '../../support/installed-database.js'

describe('Imported products of other shops', () => {
  let app: TestApp
  let importCount = 0

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = async (content: string | Buffer, more: object = {}): Promise<ImportedModel> =>
    (await app.act('import-model', {
      name: 'products.csv',
      content: Buffer.from(content).toString('base64'),
      ...more,
    })) as ImportedModel

  const kinds = ({ findings }: ImportedModel): readonly string[] => findings.map(({ kind }) => kind)

  /** Imports the product and returns a function that prices a selection; null if it is not available. */
  const priced = async (content: string, more: object = {}) => {
    const { applied } = await imported(content, { title: `Priced ${++importCount}`, apply: true, ...more })
    const id = applied!.product_id
    const { configuration, questions } = await app.shop.configurations.start({ product_id: id })
    const answers = await app.shop.createContext({}).list('answer', undefined, testLanguages)
    return async (...values: readonly string[]): Promise<number | null> => {
      const cleared = questions.map(({ id: question_id }) => ({ question_id, value: null }))
      await app.shop.configurations.change(configuration, { selections: cleared })
      const selections = questions.map((question, index) => {
        const own = answers.find(({ values: of }) => of['question_id'] === question.id && of['title_en_GB'] === values[index])
        return { question_id: question.id, value: String(own!.id) }
      })
      const { missing, price, refused } = await app.shop.configurations.change(configuration, { selections })
      return missing.length > 0 || refused.length > 0 ? null : price!.net
    }
  }

  it('have surcharges on their answers if the prices add up', async () => {
    const rows: Row[] = [
      ['Red', 'S', '10.00'],
      ['Red', 'L', '12.50'],
      ['Blue', 'S', '11.00'],
      ['Blue', 'L', '13.50'],
    ]
    const text = shopify(['Colour', 'Size'], rows)
    const read = await imported(text)
    expect(read.format).to.equal('shopify')
    expect(read.sheet)
      .to.include('baseprice: 10')
      .and.to.include('- { title: L, price: 2.5 }')
      .and.to.include('- { title: Blue, price: 1 }')
    expect(read.sheet).to.not.include('calculations').and.to.not.include('variant_tables')
    expect(kinds(read)).to.have.members(['sku-left-out', 'columns-left-out', 'prices'])
    expect(read.findings.find(({ kind }) => kind === 'columns-left-out')!.message).to.include('Variant Inventory Qty')
    const price = await priced(text)
    for (const [colour, size, amount] of rows) expect(await price(colour!, size!)).to.equal(Number(amount))
  })

  it('have a variant table if variants are missing, and a matrix if the prices do not add up', async () => {
    const rows: Row[] = [
      ['Red', 'S', '10.00'],
      ['Red', 'L', '12.50'],
      ['Blue', 'S', '11.00'],
      ['Green', 'L', '19.99'],
      ['Green', 'S', '1.01'],
    ]
    const price = await priced(shopify(['Colour', 'Size'], rows))
    for (const [colour, size, amount] of rows) expect(await price(colour!, size!)).to.equal(Number(amount))
    expect(await price('Blue', 'L')).to.equal(null)
  })

  it('have a price for each combination of three options', async () => {
    const rows: Row[] = [
      ['Red', 'S', 'Wood', '10'],
      ['Red', 'S', 'Steel', '11'],
      ['Red', 'L', 'Wood', '12'],
      ['Red', 'L', 'Steel', '17'],
      ['Blue', 'S', 'Wood', '3'],
      ['Blue', 'L', 'Steel', '4'],
    ]
    const price = await priced(shopify(['Colour', 'Size', 'Material'], rows))
    for (const [a, b, c, amount] of rows) expect(await price(a!, b!, c!)).to.equal(Number(amount))
    expect(await price('Blue', 'S', 'Steel')).to.equal(null)
  })

  it('have the price of each variant for random sets of variants', async function () {
    this.timeout(60_000)
    const variants = fc
      .uniqueArray(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.nat({ max: 1 })), {
        minLength: 1,
        maxLength: 12,
        selector: String,
      })
      .chain((places) =>
        fc.tuple(fc.constant(places), fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 }), fc.boolean()),
      )
    await fc.assert(
      fc.asyncProperty(variants, async ([places, amounts, adds]) => {
        const rows = places.map(([a, b, c], index): Row => {
          const amount = adds ? 5 + amounts[a]! + amounts[3 + b]! + amounts[6 + c]! : 1 + amounts[index % 8]! * 3
          return [`A${a}`, `B${b}`, `C${c}`, String(amount)]
        })
        const price = await priced(shopify(['One', 'Two', 'Three'], rows))
        for (const [a, b, c, amount] of rows) expect(await price(a!, b!, c!)).to.equal(Number(amount))
      }),
      { numRuns: 25 },
    )
  })

  it('keep SKUs, former prices, descriptions and the publication state', async () => {
    const table = shopify(
      ['Size'],
      [
        ['S', '10'],
        ['L', '12'],
      ],
    )
      .replaceAll(',active', ',draft')
      .replaceAll(/(1[02]),,https/g, '$1,20,https')
    const { sheet } = await imported(table)
    expect(sheet)
      .to.include('sku: L-0')
      .and.to.include('was_price: 20')
      .and.to.include('published: false')
      .and.to.include('<p>Bright, and warm.</p>')
    const plain = shopify(['Title'], [['Default Title', '10']])
    const read = await imported(plain)
    expect(read.counts).to.include({ questions: 0, variants: 1 })
    expect(read.sheet).to.include('baseprice: 10').and.to.include('sku: L-0')
  })

  it('are imported one by one if a file contains several', async () => {
    const two = `${shopify(
      ['Size'],
      [
        ['S', '10'],
        ['L', '12'],
      ],
    )}chair,Chair,,,,Size,S,,,,,,,,30,,,\n`
    const error: unknown = await imported(two).catch((failed: unknown) => failed)
    expect(String(error)).to.include('The file contains 2 products: lamp, chair. Choose one of them.')
    expect((await imported(two, { product: 'chair' })).sheet).to.include('baseprice: 30')
    expect((await imported(two, { product: 'Chair' })).product).to.equal('chair')
    expect(String(await imported(two, { product: 'table' }).catch(String))).to.include("The file contains no product 'table'.")
  })

  it('support WooCommerce variations for any value, sale prices, and commas in values', async () => {
    const text = [
      wooHead,
      '7,variable,LAMP,Lamp,1,Short,Long,,,,,Colour,"Red, Light\\, grey",Size,"S, L"',
      '8,variation,L-1,Lamp - Red,1,,,10,,LAMP,5,Colour,Red,Size,',
      '9,variation,L-2,Lamp - Grey,1,,,20,15,id:7,,Colour,"Light, grey",Size,S',
      '10,simple,CORD,Cord,1,,,3.50,,,,,,,',
      '',
    ].join('\n')
    const read = await imported(text, { product: 'LAMP' })
    expect(read.format).to.equal('woocommerce')
    expect(read.counts).to.include({ questions: 2, variants: 3, variant_tables: 1 })
    const price = await priced(text, { product: 'LAMP' })
    expect([
      await price('Red', 'S'),
      await price('Red', 'L'),
      await price('Light, grey', 'S'),
      await price('Light, grey', 'L'),
    ]).to.deep.equal([10, 10, 15, null])
    expect((await imported(text, { product: 'Cord' })).sheet).to.include('baseprice: 3.5')
  })

  it('have weights from Shopify, and omit variants that are out of stock', async () => {
    const text = [
      'Handle,Title,Option1 Name,Option1 Value,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Body (HTML)',
      'lamp,Lamp,Size,S,500,shopify,3,deny,10,"<p>a&nbsp;b;</p>',
      '<p>c;&nbsp;d</p>"',
      'lamp,,,M,750,shopify,0,continue,10,',
      'lamp,,,L,900,shopify,0,deny,10,',
      '',
    ].join('\n')
    const read = await imported(text)
    expect(read.sheet).to.include('baseweight: 0.5').and.to.include('- { title: M, weight: 0.25 }')
    expect(read.sheet).to.include('- { title: L, published: false }').and.to.include('<p>c;&nbsp;d</p>')
    expect(kinds(read)).to.include.members(['variant-not-sold', 'value-not-sold'])
  })

  it('are read from UTF-8, UTF-16 and Windows-1252 files with quoted texts over several lines', async () => {
    const text = [
      'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Price',
      'lamp,Größe,"<p class=""wide"">a&nbsp;b; c;',
      '',
      '</p>',
      '<p>""d"", e</p>",Size,S,10.50',
      'lamp,,,,L,12.50',
      '',
    ].join('\r\n')
    const utf16 = Buffer.from(`\u{feff}${text}`, 'utf16le')
    const files: Readonly<Record<string, Buffer>> = {
      utf8: Buffer.from(text),
      mark: Buffer.from(`\u{feff}${text}`),
      utf16,
      utf16be: Buffer.from(utf16).swap16(),
      windows: Buffer.from(text, 'latin1'),
    }
    const { sheet } = await imported(text)
    expect(sheet).to.include('title: Größe').and.to.include('price: 2')
    expect(JSON.parse(/^description: (.*)$/m.exec(sheet!)![1]!)).to.match(
      /^<p class="wide">a&nbsp;b; c;\s+<\/p>\s+<p>"d", e<\/p>$/,
    )
    for (const [name, bytes] of Object.entries(files)) {
      const read = await imported(bytes)
      expect(read.sheet, name).to.equal(sheet)
      expect(kinds(read).includes('encoding'), name).to.equal(name === 'windows')
    }
  })

  it('have stock and weight in the columns of the product template of Shopify', async () => {
    const text = [
      'Title,URL handle,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams)',
      'Lamp,lamp,Active,L-S,Size,S,10.00,,shopify,0,CONTINUE,500',
      ',lamp,,L-M,,M,12.00,,shopify,0,DENY,500',
      '',
    ].join('\n')
    const { sheet } = await imported(text)
    expect(sheet).to.include('baseweight: 0.5').and.to.include('- { title: M, published: false }')
  })

  for (const [title, [content, sentence]] of Object.entries(rejectedProducts))
    it(`are rejected if a file ${title}`, async () => {
      const before = (await app.act('list-entities', { entity: 'product' })) as { readonly total: number }
      const error: unknown = await imported(content, { apply: true, title: 'Refused' }).catch((failed: unknown) => failed)
      expect(error).to.be.instanceOf(ValidationError)
      expect((error as ValidationError).issues.map(({ message }) => message)).to.include(sentence)
      expect(await app.act('list-entities', { entity: 'product' })).to.deep.equal(before)
    })
})

describe('surchargesOf', () => {
  it('finds surcharges if the prices are sums of surcharges, with the same resulting prices', () => {
    const sums = fc.tuple(
      fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 7, maxLength: 7 }),
      fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1 }),
    )
    fc.assert(
      fc.property(sums, ([parts, places]) => {
        const variants = places.map((place) => {
          const at = [place % 3, Math.floor(place / 3) % 4]
          return { at, price: 100 + parts[at[0]!]! + parts[3 + at[1]!]! }
        })
        const split = splitSurcharges(variants, [3, 4])
        if (split === null) return false
        const sum = (at: readonly number[]): number =>
          at.reduce((all, value, option) => all + split.values[option]![value]!, split.base)
        return variants.every(({ at, price }) => price === sum(at))
      }),
    )
  })

  it('returns null if the prices do not add up', () => {
    const variants = [0, 1, 2, 3].map((place) => ({ at: [place % 2, place >> 1], price: [1, 2, 3, 5][place]! }))
    expect(splitSurcharges(variants, [2, 2])).to.equal(null)
  })
})
