// The published catalog in the runtime API: lists, single products, languages, currencies, ETags and pictures.
import { expect } from 'chai'
import type { ProductListReply, ProductReply } from '../../../core/shop/catalogue/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { createMemoryFiles } from '../../support/memory-files.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1/products'
const pixel = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

describe('the catalog of the runtime API', () => {
  const files = createMemoryFiles()
  let app: ListeningApp
  let client: JsonClient
  let author: CatalogAuthor
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { files })
    client = createJsonClient(app.url)
    author = createCatalogAuthor(app)
    lamp = await authorLamp(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const read = async (key: number | string, query = ''): Promise<ProductReply> => client.data('GET', `${base}/${key}${query}`)
  const fields = async (path: string): Promise<readonly string[]> => {
    const { status, body } = await client.send('GET', path)
    expect(status).to.equal(422)
    return (body as { readonly validationIssues: readonly { readonly field: string }[] }).validationIssues.map(
      (issue) => issue.field,
    )
  }

  it('lists published products in the requested language and currency', async () => {
    await author.product('Draft', { published: false })
    const { products, shop, total } = await client.data<ProductListReply>('GET', `${base}?language=de-DE&currency=EUR`)
    expect(products.map((product) => product.title)).to.deep.equal(['Lamp (de-DE)'])
    expect(products[0]).to.include({ id: lamp.product, label: 'lamp-de-de' })
    expect(products[0]!.price).to.deep.equal({ net: 100, tax: 0, gross: 100 })
    expect(total).to.equal(1)
    expect(shop).to.include({ language: 'de-DE', b2b: false, may_see_prices: true })
    expect(shop.languages).to.deep.equal(['en-GB', 'de-DE'])
    expect(shop.currency).to.deep.equal({ code: 'EUR', symbol: '€', decimals: 2 })
  })

  it('returns pages of the list by limit and offset', async () => {
    const { products, total } = await client.data<ProductListReply>('GET', `${base}?limit=1&offset=1`)
    expect([products.length, total]).to.deep.equal([0, 1])
    expect(await fields(`${base}?limit=x`)).to.deep.equal(['limit'])
  })

  it('returns a product with its pages, questions, answers and their display settings', async () => {
    const { product } = await read(lamp.product)
    expect(product.pages.map((page) => [page.title, page.questions.length])).to.deep.equal([
      ['Look', 2],
      ['More', 4],
    ])
    const [colour, height] = product.pages[0]!.questions
    expect(colour).to.include({ id: lamp.colour, question_type: 'Radiobuttons', display_while_disabled: 'hide' })
    expect(colour!.answers.map((answer) => [answer.title, answer.available])).to.deep.equal([
      ['Red', true],
      ['Green', true],
      ['Blue', false],
      ['Pink', true],
    ])
    expect(colour!.answers[1]!.price).to.deep.equal({ net: 15, tax: 0, gross: 15 })
    expect(colour!.answers[0]!.price).to.equal(null)
    expect(height).to.include({ unit: 'cm', input_restriction: 'integer' })
    expect(height!.answers).to.deep.equal([])
  })

  it('finds a product by its label in any language', async () => {
    expect((await read('lamp')).product.id).to.equal(lamp.product)
    const german = await read('lamp-de-de', '?language=de-DE')
    expect([german.product.id, german.product.title]).to.deep.equal([lamp.product, 'Lamp (de-DE)'])
  })

  it('answers 404 for products that do not exist or are not published', async () => {
    const draft = await author.product('Hidden', { published: false })
    for (const key of [draft, 999_999, 'no-such-label', '0', '-1']) {
      expect((await client.send('GET', `${base}/${key}`)).status, String(key)).to.equal(404)
    }
  })

  it('rejects unknown languages, currencies and parameters', async () => {
    expect(await fields(`${base}/${lamp.product}?language=fr-FR`)).to.deep.equal(['language'])
    expect(await fields(`${base}?currency=ZZZ`)).to.deep.equal(['currency'])
    expect(await fields(`${base}?lang=de`)).to.deep.equal(['lang'])
  })

  it('sends an ETag and answers 304 until the catalog changes', async () => {
    const first = await client.send('GET', `${base}/${lamp.product}`)
    const etag = first.headers.etag!
    expect((await client.send('GET', `${base}/${lamp.product}`, undefined, { 'if-none-match': etag })).status).to.equal(304)
    await author.write('answer', { price: 16 }, lamp.green)
    const changed = await client.send('GET', `${base}/${lamp.product}`, undefined, { 'if-none-match': etag })
    expect(changed.status).to.equal(200)
    expect(changed.headers.etag).not.to.equal(etag)
    await author.write('answer', { price: 15 }, lamp.green)
  })

  it('returns the shop-wide setting unless the product overrides it', async () => {
    expect((await read(lamp.product)).product.page_nav_tabs).to.equal(false)
    await author.write('settings', { page_nav_tabs: true }, (await author.first('settings')).id)
    expect((await read(lamp.product)).product.page_nav_tabs).to.equal(true)
    await author.write('product', { page_nav_tabs: 'no' }, lamp.product)
    expect((await read(lamp.product)).product.page_nav_tabs).to.equal(false)
  })

  it('serves the pictures of a published product and no other file', async () => {
    await files.put('tile.png', pixel)
    await files.put('invoice.pdf', Buffer.from('%PDF-1.4'))
    await author.write('answer', { picker_image: 'tile.png' }, lamp.red)
    const response = await client.send('GET', `${base}/${lamp.product}/pictures/tile.png`)
    expect([response.status, response.headers['content-type']]).to.deep.equal([200, 'image/png'])
    for (const name of ['invoice.pdf', '..%2Ftile.png', 'nothing.png']) {
      expect((await client.send('GET', `${base}/${lamp.product}/pictures/${name}`)).status, name).to.equal(404)
    }
  })

  it('serves a picture that can contain a script as a sandboxed download', async () => {
    await files.put('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
    await author.write('answer', { image: 'drawing.svg' }, lamp.red)
    const { headers } = await client.send('GET', `${base}/${lamp.product}/pictures/drawing.svg`)
    expect(headers['content-disposition']).to.equal('attachment')
    expect(headers['content-security-policy']).to.contain('sandbox')
  })

  it('returns published examples only', async () => {
    const selections = [{ question_id: lamp.height, value: '77' }]
    const titled = { title_en_GB: 'Tall', title_de_DE: 'Hoch' }
    await author.write('example', { product_id: lamp.product, selections, published: true, ...titled })
    await author.write('example', { product_id: lamp.product, selections: [], published: false, ...titled })
    const { product } = await read(lamp.product)
    expect(product.examples.map(({ title, selections: exampleSelections }) => [title, exampleSelections])).to.deep.equal([
      ['Tall', selections],
    ])
  })
})
