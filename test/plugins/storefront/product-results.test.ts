// Filters, chips, sort order and pages of product lists and search results, as HTML without scripts.
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { createJsonClient, type JsonClient } from '../../support/json-client.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

describe('the results of a product list or search', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let client: JsonClient
  let author: CatalogAuthor

  before(async () => {
    app = await listenTestApp([runtime(), storefront()])
    client = createJsonClient(app.url)
    author = createCatalogAuthor(app)
    const list = await author.write('product-list', {
      title_en_GB: 'Chairs',
      title_de_DE: 'Stühle',
      label_en_GB: 'chairs',
      label_de_DE: 'stuhle',
      facets: [{ field: 'product_custom_1', title: { 'en-GB': 'Wood', 'de-DE': 'Holz' } }],
      published: true,
    })
    for (let at = 1; at <= 30; at++) {
      const wood = at % 3 === 0 ? 'Ash & oak' : 'Beech'
      const number = String(at).padStart(2, '0')
      const product = await author.product(`Chair ${number}`, { published: true, baseprice: at * 10, product_custom_1: wood })
      await author.write('product-list-assignment', { product_list_id: list, product_id: product })
    }
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const page = async (path: string): Promise<string> => String((await client.send('GET', path)).body)
  const cards = (html: string): readonly string[] => [...html.matchAll(/<h2>(Chair \d+)/g)].map(([, title]) => title!)
  const ash = `f%3Aproduct_custom_1%3AAsh+%26+oak=1`

  it('show 24 products, their number, and links to further pages with a canonical URL each', async () => {
    const first = await page('/list/chairs')
    expect(cards(first)).to.have.length(24)
    expect(first).to.contain('<p role="status">30 products</p>').and.contain('href="/list/chairs?page=2"')
    expect(first).to.contain(`<link rel="canonical" href="${app.url}/list/chairs">`).and.not.contain('noindex')
    const second = await page('/list/chairs?page=2')
    expect(cards(second)).to.have.length(6)
    expect(second).to.contain(`<link rel="canonical" href="${app.url}/list/chairs?page=2">`)
    expect(second).to.contain(`hreflang="de-DE" href="${app.url}/de/list/stuhle?page=2"`)
  })

  it('show the first 24 products on the home page, and lead to all of them', async () => {
    const html = await page('/')
    expect(cards(html)).to.have.length(24)
    expect(html).to.contain('<a class="button" href="/search">All products (30)</a>')
    const all = await page('/search')
    expect(all).to.contain('<h1>All products</h1>').and.contain('30 products').and.contain('Sort by: Name')
  })

  it('show the price range of the list as a hint, with the decimals of the currency', async () => {
    expect(await page('/list/chairs')).to.match(/name="from"[^>]* placeholder="\d+\.\d\d"/)
    expect(await page('/de/list/stuhle')).to.match(/name="to"[^>]* placeholder="\d+,\d\d"/)
  })

  it('offer facets with counts, and show chosen ones as chips that remove them', async () => {
    const html = await page('/list/chairs')
    expect(html).to.contain('<legend>Wood</legend>').and.contain('name="f:product_custom_1:Ash &amp; oak" value="1">')
    const filtered = await page(`/list/chairs?${ash}`)
    expect(cards(filtered)).to.have.length(10)
    expect(filtered).to.contain('value="1" checked>').and.contain('noindex').and.not.contain('canonical')
    expect(filtered).to.match(
      /<a class="chip" rel="nofollow" href="\/list\/chairs"><span class="hidden">Remove filter: <\/span>Wood: Ash &amp; oak/,
    )
    expect(filtered).to.contain(`href="/de/list/stuhle?${ash.replaceAll('&', '&amp;')}"`)
  })

  it('filter by price, with a comma or a point, and keep the filter in the links of the sort order', async () => {
    const reply = await app.shop.catalogue.search({ query: 'chair 01' })
    const { gross, net } = reply.products[0]!.price!
    const price = reply.shop.b2b ? net : gross
    const html = await page(`/list/chairs?to=${String(price * 2).replace('.', ',')}`)
    expect(cards(html)).to.deep.equal(['Chair 01', 'Chair 02'])
    expect(html).to.contain(`to=${price * 2}&amp;sort=price_descending`)
    expect(cards(await page('/list/chairs?sort=price_descending'))[0]).to.equal('Chair 30')
    expect(cards(await page('/list/chairs?from=cheap&sort=wrong&page=x'))).to.have.length(24)
    expect(await page('/list/chairs?from=999999')).to.contain('Remove a filter to see more.')
  })

  it('preserve the currency and never index search results', async () => {
    const html = await page('/search?q=chiar&currency=EUR')
    expect(html).to.contain('30 products').and.contain('noindex').and.contain('q=chiar&amp;page=2&amp;currency=EUR')
    expect(html).to.contain('<input type="hidden" name="q" value="chiar">')
    expect(html).to.match(/href="\/de\/search\?q=chiar&amp;currency=EUR"/)
  })

  it('suggest similar queries and the lists of the shop if nothing is found', async () => {
    const html = await page('/search?q=chairs+xxxxxx')
    expect(html)
      .to.contain('No products found')
      .and.contain('href="/search?q=chairs"')
      .and.contain('href="/list/chairs">Chairs</a>')
  })

  it('escape the query in each place', async () => {
    const html = await page('/search?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    expect(html).to.not.contain('<script>alert')
  })

  it('lead from a product to the next products of its list', async () => {
    const html = await page('/product/chair-29-en-gb')
    const missing = html.includes('You may also like') ? html : await page('/product/chair-29')
    const [, related = ''] = missing.split('You may also like')
    expect([...related.matchAll(/<span>(Chair \d+)/g)].map(([, title]) => title)).to.deep.equal([
      'Chair 30',
      'Chair 01',
      'Chair 02',
      'Chair 03',
    ])
  })
})
