// Errors and findings about imported files that an account with German as its language receives.
import { expect } from 'chai'
import { importModels } from '../../../plugins/import-models/index.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { listEnglishMessages } from '../../support/german-reply.js'
import type { JsonReply } from '../../support/json-client.js'
import { readRepositoryFile, readSourceFiles } from '../../support/repository.js'
import { testPlugins } from '../../support/test-app.js'
import { ide, rejectedModels, uvl } from '../import-models/rejected-models.js'
import { changed, first, rejectedTables, worksheet } from '../import-models/rejected-price-tables.js'
import { rejectedProducts, shopify, shopifyHead } from '../import-models/rejected-products.js'
import { createXlsx } from '../import-models/xlsx.js'
import { everyScope } from '../rest/service.js'
import { type AdminClient, type AdminService, makeRecord, startAdmin } from './service.js'

interface FileMessage {
  readonly code?: string
  readonly kind?: string
  readonly message: string
}

type Content = string | Buffer | Promise<Buffer> | (() => string)

const wooFields = [
  ...['Type', 'SKU', 'Name', 'Published', 'Tax status', 'Tax class', 'Visibility in catalog', 'Regular price', 'Sale price'],
  ...['Date sale price starts', 'Date sale price ends', 'Parent', 'Stock', 'Weight (kg)', 'External URL', 'Colour'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)'],
]
/** A WooCommerce file. Fields by heading; the others are empty. */
const woo = (...rows: readonly Readonly<Partial<Record<string, string>>>[]): string =>
  [wooFields.join(','), ...rows.map((row) => wooFields.map((name) => row[name] ?? '').join(','))].join('\n')
const wooLamp = { Type: 'simple', SKU: 'L', Name: 'Lamp', Published: '1', 'Regular price': '5' }
const red = { 'Attribute 1 name': 'Shade', 'Attribute 1 value(s)': 'Red' }
const variable = {
  ...wooLamp,
  Type: 'variable',
  'Regular price': '',
  'Attribute 1 name': 'Shade',
  'Attribute 1 value(s)': '"Red, Blue"',
  'Attribute 2 name': 'Maker',
  'Attribute 2 value(s)': 'Acme',
}
const variation = { ...wooLamp, Type: 'variation', SKU: 'V', Parent: 'L' }

/** Files that are imported with findings, or rejected for a reason that no other list contains. */
const files: Readonly<Record<string, readonly [content: Content, options?: object]>> = {
  'an old encoding': [Buffer.from('Width,Größe,Price\n100,1,5\n200,2,6\n', 'latin1')],
  'hidden rows, columns and worksheets': [
    createXlsx(
      {
        name: 'Prices',
        rows: [
          ['W', 'Price', 'Note'],
          [1, 2, 3],
          [2, 3, 4],
          [3, 4, 5],
        ],
        hiddenRows: [3],
        hiddenColumns: [3],
      },
      {
        name: 'Old',
        rows: [
          ['W', 'Price'],
          [1, 2],
        ],
        isHidden: true,
      },
    ),
  ],
  'columns without influence on the price': ['SKU,Width,Price\nA,100,5\nB,200,6\n'],
  'a price that falls and sizes that are not sorted': ['Width,Price\n200,5\n100,6\n300,1\n'],
  'missing prices': ['W / D,100,200\n100,5,\n200,7,8\n'],
  'missing prices with the next lower size': ['W / D,100,200\n100,5,\n200,7,8\n', { lookup: 'nextLower' }],
  'missing prices and exact sizes': ['W / D,100,200\n100,5,\n200,7,8\n', { lookup: 'exact' }],
  'upper limits': ['Width,Price\nup to 100,5\nup to 200,6\n'],
  'lower limits': ['Width,Price\nfrom 100,5\nfrom 200.5,6\n'],
  'upper and lower limits': ['W / D,up to 100,up to 200\nfrom 100,5,6\nfrom 200,7,8\n'],
  'ranges with gaps and shared limits': ['Width,Price\n100-200,5\n200-300,6\n400-500,7\n'],
  'overlapping ranges': ['Width,Price\n100-200,5\n150-300,6\n'],
  'names among numbers': ['Width,Price\n100,5\n200,6\nTotal,11\n'],
  'a name without a price': ['Colour / W,100,200\nRed,5,6\nBlue,,\n'],
  'a currency and a negative price': ['Width,Price\n100,5 €\n200,-6 €\n'],
  'the same price twice': ['Width,Price\n100,5\n100,5\n200,6\n'],
  'two prices, of which the first counts': ['Width,Price\n100,5\n100,7\n200,6\n', { duplicates: 'first' }],
  'a price with too many digits': ['Width,Price\n100,1.123456\n200,6\n'],
  'merged cells': [
    changed(
      first,
      worksheet(
        '<row r="1"><c r="A1" t="str"><v>W</v></c><c r="B1" t="str"><v>Price</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>5</v></c></row><row r="3"><c r="A3"><v>2</v></c></row>',
        '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      ),
    ),
  ],
  'a hidden feature and attributes': [
    ide(
      '<and name="Lamp"><feature name="A" hidden="true"><attribute name="colour" value="red"/></feature><feature name="B" abstract="true"/></and>',
    ),
  ],
  'more attributes than fields': [uvl('\t\toptional\n\t\t\tA {one 1, two 2, three 3, four 4, five 5}')],
  'answers that are never possible': [uvl('\t\talternative\n\t\t\tA\n\t\t\tB\n\t\toptional\n\t\t\tC', '\t!A\n\tC')],
  'an unknown element in a feature': [ide('<and name="Lamp"><feature name="A"><rule/></feature></and>')],
  'a weight that is not a number': [uvl('\t\toptional\n\t\t\tA {weight heavy}')],
  'several products': [`${shopifyHead}\na,A,,,true\nb,B,,,true\n`],
  'an unknown product': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', '2'],
      ],
    ),
    { product: 'chair' },
  ],
  'a draft': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', '2'],
      ],
    ).replace('active', 'draft'),
  ],
  'an archived product': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', '2'],
      ],
    ).replace('active', 'archived'),
  ],
  'combinations with prices of their own': [
    shopify(
      ['Size', 'Colour'],
      [
        ['S', 'Red', '1'],
        ['S', 'Blue', '2'],
        ['L', 'Red', '3'],
        ['L', 'Blue', '7'],
      ],
    ),
  ],
  'a variant twice with the same price': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['S', '1'],
        ['L', '2'],
      ],
    ),
  ],
  'a variant twice, of which the lowest price counts': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['S', '2'],
        ['L', '2'],
      ],
    ),
    { duplicates: 'lowest' },
  ],
  'former prices that differ': [
    [
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price',
      'lamp,Lamp,Size,S,1,2',
      'lamp,,,L,2,',
    ].join('\n'),
  ],
  'an external product': [woo({ ...wooLamp, Type: 'external', 'External URL': 'https://example.com' })],
  'a grouped product': [woo({ ...wooLamp, Type: 'grouped' })],
  'an unknown product type': [woo({ ...wooLamp, Type: 'subscription' })],
  'a virtual product to download': [woo({ ...wooLamp, Type: '"simple, virtual, downloadable"' })],
  'a private product with a tax class': [
    woo({ ...wooLamp, Published: '0', 'Visibility in catalog': 'search', 'Tax status': 'none', 'Tax class': 'reduced-rate' }),
  ],
  'sale prices with dates': [
    woo(
      ...[
        { 'Date sale price starts': '2031-01-01' },
        { 'Date sale price ends': '2001-01-01' },
        { 'Date sale price ends': '2031-02-03' },
        { 'Date sale price ends': 'soon' },
      ].map((dates, index) => ({
        ...variation,
        Name: `Lamp ${index}`,
        ...dates,
        'Sale price': '4',
        'Attribute 1 name': 'Shade',
        'Attribute 1 value(s)': `S${index}`,
      })),
      { ...variable, 'Attribute 1 value(s)': '"S0, S1, S2, S3"' },
    ),
  ],
  'variations that are not for sale': [
    woo(
      variable,
      { ...variation, ...red },
      { ...variation, 'Attribute 1 name': 'Shade', 'Attribute 1 value(s)': 'Blue', Stock: '0' },
    ),
  ],
  'weights in another unit': [woo({ ...wooLamp, 'Weight (kg)': '2' }).replace('Weight (kg)', 'Weight (stone)')],
  'a weight with text': [woo({ ...wooLamp, 'Weight (kg)': 'heavy' })],
  'no price in any variant': [woo({ ...wooLamp, 'Regular price': '' })],
  'more errors than are listed': [`Width,Price\n${'100,soon\n'.repeat(150)}`],
}

describe('the messages about imported files that a German account receives', function () {
  this.timeout(120_000)
  let service: AdminService
  let client: AdminClient
  const kinds = new Set<string>()

  before(async () => {
    service = await startAdmin({ plugins: [...testPlugins, importModels] })
    client = await service.as(...everyScope)
    await client.send('PATCH', 'account', { language: 'de' })
    // With several tax classes, an import reports the one that it chooses.
    await makeRecord(client, 'tax-class', { title: 'Reduced' })
  })
  after(() => service.stop())

  /** The English messages of a reply with errors or findings. */
  function collectEnglish({ body }: JsonReply): readonly string[] {
    const { validationIssues = [], findings = [] } = body as {
      readonly validationIssues?: readonly FileMessage[]
      readonly findings?: readonly FileMessage[]
    }
    const messages = [...validationIssues, ...findings]
    expect(messages, JSON.stringify(body)).not.to.be.empty
    for (const { code, kind } of messages) kinds.add(kind ?? code!)
    return messages.flatMap(({ message }) =>
      listEnglishMessages({ body: { errors: [], detail: message } } as unknown as JsonReply),
    )
  }

  const importModel = async (content: Content, options: object = {}): Promise<JsonReply> => {
    const bytes = Buffer.from((await (typeof content === 'function' ? content() : content)) as string)
    return client.send('POST', 'actions/import-model', { name: 'model', content: bytes.toString('base64') || 'IA==', ...options })
  }

  const lists: Readonly<Record<string, Readonly<Record<string, readonly [Content, string?, object?]>>>> = {
    'a feature model that': rejectedModels,
    'a price table that': rejectedTables,
    'a shop export that': rejectedProducts,
  }
  for (const [list, entries] of Object.entries(lists))
    for (const [title, [content, , options]] of Object.entries(entries))
      it(`are German for ${list} ${title}`, async () => {
        const reply = await importModel(content, options)
        expect(reply.status).to.be.oneOf([413, 422])
        if (reply.status === 422) expect(collectEnglish(reply)).to.deep.equal([])
      })

  for (const [title, [content, options]] of Object.entries(files))
    it(`are German for a file with ${title}`, async () => {
      const reply = await importModel(content, options)
      expect(collectEnglish(reply)).to.deep.equal([])
    })

  it('contain numbers and dates in the German notation', async () => {
    const table = await importModel('Width,Price\n100.5,7.25\n100.5,5.5\n200,6\n', { duplicates: 'last' })
    const sale = await importModel(woo({ ...wooLamp, 'Sale price': '4', 'Date sale price ends': '2031-02-03' }))
    const messages = [table, sale].flatMap(({ body }) =>
      (body as { readonly findings: readonly FileMessage[] }).findings.map(({ message }) => message),
    )
    expect(messages).to.include.members([
      'Zeile 3: Der Preis für „Width 100.5“ ist 7,25 in Zelle B2 und 5,5 in Zelle B3. Importiert wurde 5,5.',
      'Zeile 2: Der Angebotspreis von „Lamp“ gilt bis 3. Februar 2031. Er wurde importiert und endet nicht von selbst.',
    ])
  })

  it('are German for variant tables', async () => {
    const author = createCatalogAuthor(service.app)
    const product = await author.product('Blind')
    const page = await author.page(product, 'Fabric')
    const colour = await author.question(page, 'Colour', 'Radiobuttons')
    for (const title of ['Red', 'Twice', 'Twice']) await author.answer(colour, title)
    await author.question(page, 'Width', 'Textbox')
    for (const csv of [
      'Colour\n',
      'Colour\n"Red\n',
      'Colour\n"Red" and\n',
      'Colur,\nRed,1\n',
      'Colour,Width\nRde,forty\n,1.250\nRed\nTwice,60..40\n',
      'Colour,Width\nRed,"1,25"\nRed,1.5\n',
      `Colour\n${'Red\n'.repeat(100_001)}`,
    ]) {
      const reply = await client.send('POST', 'actions/import-table', { product_id: product, name: 'T', csv, language: 'de-DE' })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(422)
      expect(listEnglishMessages(reply)).to.deep.equal([])
    }
    const unknown = await client.send('POST', 'actions/import-table', { product_id: 987, name: 'T', csv: 'A\nB\n' })
    expect(listEnglishMessages(unknown)).to.deep.equal([])
  })

  it('have every kind that the code reports', () => {
    const sources = readSourceFiles().filter(({ path }) =>
      /^(core\/transfer\/(?!backup|package)|plugins\/import-models\/)/.test(path),
    )
    const calls =
      /(?:new FileFault\(|findings\.(?:blocker|warning|notice)\(|\b(?:warn|remark)\(|grade(?:: '[a-z]+')?,\s*kind: )\s*'([a-z-]+)'/g
    const reported = sources.flatMap(({ text }) => [...text.matchAll(calls)].map(([, kind]) => kind!))
    const missing = [...new Set(reported)].filter((kind) => !kinds.has(kind))
    expect(missing).to.deep.equal([])
    expect(kinds.size).to.be.above(80)
  })

  it('have no English word in their German catalogs', () => {
    for (const area of ['files', 'models', 'transfer']) {
      const texts = JSON.parse(readRepositoryFile(`messages/${area}.de.json`)) as Readonly<Record<string, string>>
      const english = Object.values(texts).flatMap((text) =>
        listEnglishMessages({ body: { detail: text.replace(/\{[a-zA-Z]+(, \w+)*\}/g, '') } } as unknown as JsonReply),
      )
      expect(english, area).to.deep.equal([])
    }
  })
})
