// The search in the published catalogue: languages, filters, counts, sorting and pages.
import { expect } from 'chai'
import type { ProductSearchOptions, ProductSearchReply } from '../../../../core/shop/catalogue/define.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../../support/catalog-author.js'
import { catchError } from '../../../support/caught-error.js'
import type { App } from '../../../../core/app.js'
import type { Mount } from '../../../../plugins/http/mount.js'
import { runtime } from '../../../../plugins/runtime/index.js'
import { storefront } from '../../../../plugins/storefront/index.js'
import { bootTestApp, listenTestApp, type TestApp } from '../../../support/test-app.js'

describe('the search in the published catalogue', function () {
  this.timeout(60_000)
  let app: TestApp
  let author: CatalogAuthor
  const ids: Record<string, number> = {}

  before(async () => {
    app = await bootTestApp()
    author = createCatalogAuthor(app)
    const add = async (name: string, title: string, german: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
      ids[name] = await author.product(title, { published: true, title_de_DE: german, ...fields })
    }
    await add('chair', 'Oak chair', 'Eichenstuhl', {
      sku: 'C-1',
      baseprice: 100,
      product_custom_1: 'Oak',
      product_custom_5_en_GB: 'Solid',
      product_custom_5_de_DE: 'Massiv',
    })
    await add('table', 'Oak table', 'Eichentisch', {
      sku: 'T-1',
      baseprice: 300,
      product_custom_1: 'Oak',
      description_en_GB: '<p>Goes with every <b>chair</b>.</p>',
    })
    await add('bench', 'Beech bench', 'Buchenbank', {
      sku: 'CHAIR-9',
      description_en_GB: 'Sturdy.',
      baseprice: 200,
      product_custom_1: 'Beech',
      show_buy_button: false,
    })
    await add('cushion', 'Cushion', 'Kissen', { sku: 'K-1', baseprice: 0 })
    await add('hidden', 'Hidden chair', 'Stuhl', { published: false, product_custom_1: 'Oak' })
  })
  after(() => app?.stop())

  const search = (options: ProductSearchOptions): Promise<ProductSearchReply> => app.shop.catalogue.search(options)
  const find = async (options: ProductSearchOptions): Promise<readonly string[]> => {
    const { products } = await search(options)
    return products.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)!)
  }

  it('ranks titles above SKUs above descriptions, and never finds unpublished products', async () => {
    expect(await find({ query: 'chair' })).to.deep.equal(['chair', 'bench', 'table'])
    expect(await find({ query: 'chiar' })).to.deep.equal(['chair', 'bench', 'table'])
    expect(await find({ query: 'hidden' })).to.deep.equal([])
  })

  it('searches the texts that shoppers see in their language', async () => {
    expect(await find({ query: 'stuhl', language: 'de-DE' })).to.deep.equal(['chair'])
    expect(await find({ query: 'stuhl', language: 'en-GB' })).to.deep.equal([])
    expect(await find({ query: 'sturdy', language: 'de-DE' })).to.deep.equal(['bench'])
  })

  it('follows each change at once: texts, publication and deletion', async () => {
    expect(await find({ query: 'stool' })).to.deep.equal([])
    await author.write('product', { title_en_GB: 'Oak stool' }, ids['chair'])
    expect(await find({ query: 'stool' })).to.deep.equal(['chair'])
    await author.write('product', { published: false }, ids['chair'])
    expect(await find({ query: 'stool' })).to.deep.equal([])
    await author.write('product', { published: true, title_en_GB: 'Oak chair' }, ids['chair'])
    expect(await find({ query: 'oak chair' })).to.deep.equal(['chair', 'table'])
    ids['lamp'] = await author.product('Lamp', { published: true })
    expect(await find({ query: 'lamp' })).to.deep.equal(['lamp'])
    await app.records.remove('product', ids['lamp'])
    expect(await find({ query: 'lamp' })).to.deep.equal([])
  })

  it('filters by price and availability, and counts each choice under the other filters', async () => {
    const { shop, products } = await search({ query: 'chair' })
    const shown = products[0]!.price![shop.b2b ? 'net' : 'gross']
    expect(await find({ priceTo: shown })).to.deep.equal(['chair'])
    expect(await find({ priceFrom: shown + 0.01, sort: 'price' })).to.deep.equal(['bench', 'table'])
    expect(await find({ available: true, sort: 'price' })).to.deep.equal(['chair', 'table', 'cushion'])
    const { filters, total } = await search({ priceFrom: shown + 0.01, available: true })
    expect([filters.available, total, filters.price!.least]).to.deep.equal([1, 1, shown])
  })

  it('sorts by title, price and age, with products without a price last', async () => {
    expect(await find({})).to.deep.equal(['bench', 'cushion', 'chair', 'table'])
    expect(await find({ sort: 'price' })).to.deep.equal(['chair', 'bench', 'table', 'cushion'])
    expect(await find({ sort: 'price_descending' })).to.deep.equal(['table', 'bench', 'chair', 'cushion'])
    expect(await find({ sort: 'newest' })).to.deep.equal(['cushion', 'bench', 'table', 'chair'])
  })

  it('returns one page of the results and their total', async () => {
    const reply = await search({ sort: 'price', limit: 2, offset: 1 })
    expect(reply.products.map(({ id }) => id)).to.deep.equal([ids['bench'], ids['table']])
    expect(reply.total).to.equal(4)
  })

  it('suggests queries that find products if it finds nothing', async () => {
    expect((await search({ query: 'cuhsoin' })).suggestions).to.deep.equal(['cushion'])
    expect((await search({ query: 'oak cushion' })).suggestions).to.deep.equal(['oak', 'cushion'])
    expect((await search({ query: 'xyzxyz' })).suggestions).to.deep.equal([])
    expect((await search({ query: 'chair' })).suggestions).to.deep.equal([])
  })

  describe('within a product list', () => {
    let furniture: number
    before(async () => {
      const facets = ['sku', { field: 'product_custom_1', title: { 'en-GB': 'Wood', 'de-DE': 'Holz' } }, 'product_custom_5']
      const titles = { title_en_GB: 'Furniture', title_de_DE: 'Möbel', label_en_GB: 'furniture' }
      furniture = await author.write('product-list', { ...titles, facets, product_sorting: 'manual', published: true })
      for (const name of ['table', 'chair', 'hidden'])
        await author.write('product-list-assignment', { product_list_id: furniture, product_id: ids[name] })
      const seats = await author.write('product-list', {
        title_en_GB: 'Benches',
        title_de_DE: 'Bänke',
        parent_id: furniture,
        published: true,
      })
      await author.write('product-list-assignment', { product_list_id: seats, product_id: ids['bench'] })
    })

    it('returns the products of the list and of its lists, in their order', async () => {
      expect(await find({ list: 'furniture', sort: 'list' })).to.deep.equal(['table', 'chair', 'bench'])
      expect(await find({ list: String(furniture), query: 'chair' })).to.deep.equal(['chair', 'bench', 'table'])
      expect((await catchError(search({ list: 'unknown' }))).message).to.contain('unknown')
    })

    it('filters by facets with headings in the language, and counts their values', async () => {
      const { filters } = await search({ list: 'furniture', language: 'de-DE', facets: { product_custom_1: ['Oak'] } })
      const [, wood, finish] = filters.facets
      expect(wood).to.deep.equal({
        field: 'product_custom_1',
        title: 'Holz',
        kind: 'choice',
        choices: [
          { value: 'Beech', title: 'Beech', count: 1 },
          { value: 'Oak', title: 'Oak', count: 2 },
        ],
      })
      expect(finish!.choices).to.deep.equal([{ value: 'Massiv', title: 'Massiv', count: 1 }])
      expect(
        await find({ list: 'furniture', facets: { product_custom_1: ['Oak', 'Beech'], sku: ['T-1', 'CHAIR-9'] } }),
      ).to.deep.equal(['bench', 'table'])
      expect(await find({ list: 'furniture', facets: { product_custom_2: ['ignored'] }, sort: 'list' })).to.deep.equal([
        'table',
        'chair',
        'bench',
      ])
    })

    it('shows the list with its own products, filters and total', async () => {
      const reply = await app.shop.catalogue.list('furniture', { facets: { product_custom_1: ['Oak'] }, limit: 1 })
      expect(reply.products.map(({ id }) => id)).to.deep.equal([ids['table']])
      expect([reply.total, reply.filters.facets.length]).to.deep.equal([2, 3])
      expect((await app.shop.catalogue.list('furniture')).products.map(({ id }) => id)).to.deep.equal([
        ids['table'],
        ids['chair'],
      ])
    })

    it('refuses a heading that is no text of a language', async () => {
      const refused = await catchError(author.write('product-list', { facets: [{ field: 'sku', title: 'Number' }] }, furniture))
      expect(refused.message).to.contain('field and title')
    })

    it('is a verb whose facets have the format of a URL query', async () => {
      const call = async (input: Readonly<Record<string, unknown>>) =>
        (await app.shop.serve('search-products', input, {})) as ProductSearchReply
      const reply = await call({
        list: 'furniture',
        facets: 'product_custom_1=Beech&product_custom_1=Oak',
        query: 'bench',
        limit: 5,
      })
      expect(reply.products.map(({ id }) => id)).to.deep.equal([ids['bench']])
      expect((await catchError(call({ sort: 'colour' }))).message).to.contain('price_descending')
    })
  })
})

describe('the preparation of the product search', function () {
  this.timeout(60_000)
  let app: TestApp | undefined
  afterEach(() => app?.stop())

  it('begins when the server listens, for the storefront and for the runtime API', async () => {
    const prepared: string[] = []
    const mount: Mount = { name: 'test', routes: () => [], prepare: (started) => void prepared.push(started.host.name) }
    app = await listenTestApp([mount])
    expect(prepared).to.deep.equal(['standalone'])
    const catalogue = { prepareSearch: () => void prepared.push('search') }
    for (const { prepare } of [storefront(), runtime()]) prepare!({ shop: { catalogue } } as unknown as App)
    expect(prepared).to.deep.equal(['standalone', 'search', 'search'])
  })

  it('reads the products in all languages, so that no search has to', async () => {
    const shop = (app = await bootTestApp())
    const author = createCatalogAuthor(shop)
    await author.product('Oak chair', { published: true, title_de_DE: 'Eichenstuhl' })
    const reads: string[] = []
    const languages = 2
    const isRead = new Promise<void>((resolve) => {
      shop.context.database.observe((sql) => {
        if (!sql.includes('FROM svc_texts') || !sql.includes(' AND field IN ')) return
        reads.push(sql)
        if (reads.length === languages) resolve()
      })
    })
    shop.shop.catalogue.prepareSearch()
    await isRead
    for (const [language, query] of [
      ['en-GB', 'chair'],
      ['de-DE', 'stuhl'],
    ] as const)
      expect((await shop.shop.catalogue.search({ query, language })).total).to.equal(1)
    expect(reads).to.have.lengthOf(languages)
  })
})
