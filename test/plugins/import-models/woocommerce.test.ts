// WooCommerce products are imported with the availability and prices of the shop on that day.
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('An import from WooCommerce', () => {
  let app: TestApp
  let now: number | null = null

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels], clock: { now: () => now ?? Date.now() } })
  })
  after(() => app.stop())

  const imported = async (content: string, more: object = {}): Promise<ImportedModel> =>
    (await app.act('import-model', {
      name: 'products.csv',
      content: Buffer.from(content).toString('base64'),
      ...more,
    })) as ImportedModel
  const kinds = ({ findings }: ImportedModel): readonly string[] => findings.map(({ kind }) => kind)

  const head =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Description,Date sale price starts,Date sale price ends,In stock?,Weight (lbs),Sale price,Regular price,Parent,External URL,Attribute 1 name,Attribute 1 value(s)'
  interface Line {
    readonly type?: string
    readonly sku?: string
    readonly published?: string
    readonly from?: string
    readonly to?: string
    readonly stock?: string
    readonly weight?: string
    readonly sale?: string
    readonly price?: string
    readonly parent?: string
    readonly url?: string
    readonly values?: string
    readonly visibility?: string
  }
  const line = (lineInput: Line): string => {
    const { type = 'simple', sku = 'LAMP', published = '1', from = '', to = '', stock = '1', weight = '' } = lineInput
    const { sale = '', price = '', parent = '', url = '', values = '', visibility = 'visible' } = lineInput
    const attribute = values === '' ? ',' : `Colour,"${values}"`
    return `,"${type}",${sku},Lamp,${published},${visibility},,${from},${to},${stock},${weight},${sale},${price},${parent},${url},${attribute}`
  }
  const file = (...lines: readonly Line[]): string => [head, ...lines.map(line), ''].join('\n')
  const variation = (values: string, more: Line = {}): Line => ({
    ...{ type: 'variation', sku: `L-${values}`, parent: 'LAMP', price: '10', values },
    ...more,
  })
  const parent: Line = { type: 'variable', values: 'Red, Blue, Green' }
  const messages = ({ findings }: ImportedModel, grade = 'warning'): readonly string[] =>
    findings.filter((finding) => finding.grade === grade && finding.kind !== 'tax-class').map(({ message }) => message)

  it('does not publish a value without a variation', async () => {
    const read = await imported(file(parent, variation('Red'), variation('Blue', { price: '12' })))
    expect(read.sheet)
      .to.include('- { title: Green, published: false }')
      .and.to.include('- { title: Blue, price: 2, sku: L-Blue }')
    expect(messages(read)).to.deep.equal([
      "Line 2: No variant for sale has these values of 'Colour': Green. They will not be published.",
    ])
  })

  it('omits variations that are private, drafts or out of stock', async () => {
    const lines = [
      variation('Red'),
      variation('Blue', { published: '0', price: '' }),
      variation('Green', { stock: '0', price: '8' }),
    ]
    const read = await imported(file(parent, ...lines))
    expect(read.counts).to.include({ variants: 1 })
    expect(read.sheet).to.include('baseprice: 10').and.to.include('title: Green, published: false')
    expect(messages(read)[0]).to.equal(
      "Line 2: Variants of 'Lamp' that are not for sale were skipped: Blue (private), Green (out of stock).",
    )
  })

  it('does not publish drafts, external products, unknown types and products out of stock', async () => {
    const lines: readonly (readonly [Line, string])[] = [
      [{ published: '-1', price: '5' }, "The product 'Lamp' will not be published. Reason: draft."],
      [{ stock: '0', price: '5' }, "The product 'Lamp' will not be published. Reason: out of stock."],
      [
        { type: 'external', url: 'https://example.com/lamp', price: '5' },
        "The product 'Lamp' will not be published. Reason: external product.",
      ],
      [{ type: 'subscription', price: '5' }, "The product 'Lamp' will not be published. Reason: product type 'subscription'."],
    ]
    for (const [one, message] of lines) {
      const read = await imported(file(one))
      expect(read.sheet).to.include('published: false')
      expect(messages(read)).to.include(`Line 2: ${message}`)
    }
    const backordered = await imported(file({ stock: 'backorder', price: '5' }))
    expect(backordered.sheet).to.not.include('published: false')
  })

  it('interprets the dates of a sale in the time zone of the shop', async () => {
    const sale: Line = { price: '20', sale: '15', from: '2030-01-01', to: '2030-01-01' }
    const priceAt = async (iso: string, zone: string): Promise<string> => {
      now = Date.parse(iso)
      await app.records.write('settings', { time_zone: zone }, { id: 1 })
      return /baseprice: (\d+)/.exec((await imported(file(sale))).sheet!)![1]!
    }
    try {
      expect(await priceAt('2029-12-31T23:30:00Z', 'Europe/Berlin')).to.equal('15')
      expect(await priceAt('2029-12-31T23:30:00Z', 'America/New_York')).to.equal('20')
      expect(await priceAt('2030-01-01T23:30:00Z', 'Europe/Berlin')).to.equal('20')
      expect(await priceAt('2030-01-01T23:30:00Z', 'America/New_York')).to.equal('15')
    } finally {
      now = null
      await app.records.write('settings', { time_zone: null }, { id: 1 })
    }
  })

  it('applies a sale price only during the sale', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const sale = { price: '20', sale: '15' }
    const cases: readonly (readonly [Line, price: number, was: number | null, kind: string | null])[] = [
      [sale, 15, 20, null],
      [{ ...sale, from: '2020-01-01', to: `${today} 23:59:59` }, 15, 20, 'sale-ends'],
      [{ ...sale, from: today }, 15, 20, null],
      [{ ...sale, from: '2999-01-01' }, 20, null, 'sale-later'],
      [{ ...sale, to: '2020-01-01' }, 20, null, 'sale-over'],
      [{ ...sale, to: 'soon' }, 20, null, 'sale-date'],
      [{ price: '20', sale: '25' }, 20, null, null],
    ]
    for (const [one, price, was, kind] of cases) {
      const read = await imported(file(one))
      expect(read.sheet).to.match(new RegExp(`^baseprice: ${price}$`, 'm'))
      if (was === null) expect(read.sheet).to.not.include('was_price')
      else expect(read.sheet).to.include(`was_price: ${was}`)
      expect(kinds(read).filter((found) => found.startsWith('sale'))).to.deep.equal(kind === null ? [] : [kind])
    }
  })

  it('omits variations without a regular price, which the source shop does not sell', async () => {
    const lines = [variation('Red'), variation('Blue', { price: '' }), variation('Green', { price: '', sale: '5' })]
    const read = await imported(file(parent, ...lines))
    expect(read.sheet)
      .to.include('baseprice: 10')
      .and.to.include('- { title: Blue, published: false }')
      .and.to.include('- { title: Green, published: false }')
    expect(messages(read)[0]).to.equal(
      "Line 2: Variants of 'Lamp' that are not for sale were skipped: Blue (no price), Green (no price).",
    )
    const error: unknown = await imported(file({ sale: '5' })).catch((failed: unknown) => failed)
    expect(String(error)).to.include("A variant of 'Lamp' has no price.")
  })

  it('removes the apostrophe that WooCommerce writes before formula signs, also before the -1 of a draft', async () => {
    const draft = await imported(file({ published: "'-1", price: '5' }))
    expect(draft.sheet).to.include('published: false')
    expect(messages(draft)).to.include("Line 2: The product 'Lamp' will not be published. Reason: draft.")
    const named = await imported(file({ price: '5' }).replace(',Lamp,', ",'-5 °C lamp,"))
    expect(named.sheet).to.include('title: -5 °C lamp')
  })

  it('reads prices with a decimal comma next to weights with a decimal point, as German shops export them', async () => {
    const lines = [{ ...parent, weight: '0.5' }, variation('Red', { price: '"18,50"' }), variation('Blue', { price: '"20,5"' })]
    const read = await imported(file(...lines).replace('(lbs)', '(kg)'))
    expect(read.sheet).to.include('baseprice: 18.5').and.to.include('baseweight: 0.5').and.to.include('title: Blue, price: 2')
    const ambiguous: unknown = await imported(file({ price: '"18,50"', weight: '1.250' })).catch((failed: unknown) => failed)
    expect(String(ambiguous)).to.include("'1.250' in cell K2 can mean 1250 or 1.25.")
  })

  it('reads the columns of a full export with every type, and publishes only the products that the source shop sells', async () => {
    const columns =
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (oz),Length (in),Width (in),Height (in),Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 1 default'
    const rows = [
      '1,simple,S,,Simple,1,0,visible,,"<p>Line one</p>\n<p>""Two""; three</p>",,,taxable,,1,,,0,0,16,,,,1,,,12.5,Lamps,,,,,,,,,,,,0,,,,,',
      '2,variable,V,,Variable,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,,Lamps,,,,,,,,,,,,0,Colour,"Red, Blue",1,1,Red',
      '3,variation,V-R,,Variable - Red,1,0,visible,,,2020-01-01 00:00:00,2020-01-31 23:59:59,taxable,parent,1,,,0,0,32,,,,0,,8,10,,,,,,,V,,,,,,1,Colour,Red,,1,',
      '4,"variation, downloadable, virtual",V-B,,Variable - Blue,0,0,visible,,,,,taxable,parent,1,,,0,0,,,,,0,,,9,,,,,,,id:2,,,,,,2,Colour,Blue,,1,',
      '5,external,E,,External,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,7,,,,,,,,,,,https://example.com,Buy,0,,,,,',
      '6,grouped,G,,Grouped,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,,,,,,,,,"S, V",,,,,0,,,,,',
      '7,"simple, downloadable, virtual",D,,Download,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,3,,,,,,,,,,,,,0,,,,,',
    ]
    const full = `\u{feff}${[columns, ...rows].join('\r\n')}\r\n`
    const readProduct = (product: string): Promise<ImportedModel> => imported(full, { product })
    const simple = (await readProduct('S')).sheet
    expect(simple).to.include('baseprice: 12.5').and.to.include('baseweight: 0.4536').and.to.include('<p>"Two"; three</p>')
    const variable = await readProduct('V')
    expect(variable.sheet)
      .to.include('baseprice: 10')
      .and.to.include('baseweight: 0.9072')
      .and.to.include('- { title: Blue, published: false }')
    expect(kinds(variable)).to.include.members(['sale-over', 'variant-not-sold', 'virtual', 'downloadable'])
    expect((await readProduct('E')).sheet).to.include('published: false')
    expect(kinds(await readProduct('D'))).to.include.members(['virtual', 'downloadable'])
    expect(String(await readProduct('G').catch(String))).to.include('is a group of products')
  })

  it('converts weights to the unit of the shop, and distributes them to the options', async () => {
    const lines = [
      { ...parent, weight: '2' },
      variation('Red'),
      variation('Blue', { weight: '3' }),
      variation('Green', { weight: '2' }),
    ]
    const read = await imported(file(...lines))
    expect(read.sheet).to.include('baseweight: 0.9072').and.to.include('- { title: Blue, weight: 0.4536, sku: L-Blue }')
    expect(read.sheet).to.include('- { title: Red, sku: L-Red }')
    const virtual = await imported(file({ type: 'simple, downloadable, virtual', price: '5', weight: '2' }))
    expect(virtual.sheet).to.not.include('baseweight')
    expect(kinds(virtual)).to.include.members(['virtual', 'downloadable'])
  })

  it('reports unsupported visibility and groups of the imported product, and ignores other products of the file', async () => {
    expect(kinds(await imported(file({ price: '5', visibility: 'hidden' })))).to.include('visibility')
    const group = file({ type: 'grouped', sku: 'SET' }, { sku: 'CORD', price: '3', visibility: 'hidden' })
    const error: unknown = await imported(group, { product: 'SET' }).catch((failed: unknown) => failed)
    expect(String(error)).to.include("'Lamp' is a group of products without a price of its own.")
    expect(kinds(await imported(group, { product: 'CORD' }))).to.not.include('grouped')
  })
})
