// The server-rendered storefront pages: contents, links, content policy, lists, sitemap and reviews.
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { hostsUnderTest } from '../../hosts/host-list.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { catchError } from '../../support/caught-error.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'

describe('the storefront', () => {
  let app: ListeningApp
  let client: JsonClient
  let author: CatalogAuthor
  let product: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime(), storefront()])
    client = createJsonClient(app.url)
    author = createCatalogAuthor(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const page = async (path: string): Promise<{ readonly status: number; readonly html: string; readonly policy: string }> => {
    const { status, body, headers } = await client.send('GET', path)
    return { status, html: String(body), policy: String(headers['content-security-policy']) }
  }

  it('shows a notice while there are no products', async () => {
    const { status, html } = await page('/')
    expect(status).to.equal(200)
    expect(html).to.contain('No products yet.')
  })

  describe('with a product', () => {
    before(async () => {
      product = await author.product('Blind <b>&', { baseprice: 12.5, description_en_GB: 'Keeps the sun <em>out</em>.' })
      await author.page(product, 'Size')
      await author.product('Secret', { published: false })
    })

    it('lists it with its price and a link', async () => {
      const { html } = await page('/')
      expect(html).to.contain('Blind &lt;b&gt;&amp;')
      expect(html).to.contain('Keeps the sun out .')
      expect(html).to.contain('Base price €12.50').and.not.to.contain('from €')
      expect(html).to.contain('href="/product/blind-b"')
      expect(html).not.to.contain('Secret')
    })

    it('shows its page by id and by label', async () => {
      for (const path of [`/product/${product}`, '/product/blind-b']) {
        const { status, html } = await page(path)
        expect([path, status]).to.deep.equal([path, 200])
        expect(html).to.contain(`<svc-configurator product="${product}" language="en-GB"`)
        expect(html).to.contain('<h1>Blind &lt;b&gt;&amp;</h1>')
        expect(html).to.contain('The configurator needs JavaScript.')
      }
    })

    it('has a URL for every active language', async () => {
      const { html } = await page(`/de/product/${product}`)
      expect(html).to.contain('<html lang="de-DE" dir="ltr">')
      expect(html).to.contain(`api="/de/svc-api/runtime/v1"`)
      expect(html).to.contain('hreflang="en-GB">English')
      expect((await page('/de/')).html).to.contain('Produkte')
    })

    it('loads only its own files, and on a product page the one inline script in its policy', async () => {
      for (const path of ['/', `/product/${product}`, '/product/none']) {
        const { html, policy } = await page(path)
        expect(policy)
          .to.contain("default-src 'none'")
          .and.to.contain("script-src 'self'")
          .and.to.contain("frame-ancestors 'none'")
        expect(policy).not.to.contain('unsafe')
        const data = /<script type="application\/ld\+json">[^<]*<\/script>/
        const [inline, ...otherScripts] = [...html.replace(data, '').matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g)]
        const hash = inline && createHash('sha256').update(inline[1]!).digest('base64')
        expect([/'sha256-([^']+)'/.exec(policy)?.[1], otherScripts.length]).to.deep.equal([hash, 0])
        expect(hash !== undefined, path).to.equal(path === `/product/${product}`)
        expect(html).not.to.match(/<style|\sstyle=|\son\w+=/)
        const foreign = [...html.replace(data, '').matchAll(/https?:\/\/[^/"]+/g)].filter(([origin]) => origin !== app.url)
        expect(foreign).to.deep.equal([])
      }
    })

    it('contains its canonical URL, the URLs of other languages, and product data', async () => {
      const { html } = await page(`/de/product/${product}`)
      expect(html).to.contain(`<link rel="canonical" href="${app.url}/de/product/blind-b-de-de">`)
      expect(html).to.contain(`<link rel="alternate" hreflang="en-GB" href="${app.url}/product/blind-b">`)
      expect(html).to.contain(`<link rel="alternate" hreflang="x-default" href="${app.url}/product/blind-b">`)
      const [, data] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)!
      expect(JSON.parse(data!)).to.include({
        '@type': 'Product',
        name: 'Blind <b>& (de-DE)',
        url: `${app.url}/de/product/blind-b-de-de`,
      })
    })

    it('shows questions, answers and prices without a script', async () => {
      const door = await author.product('Door', { baseprice: 100 })
      const colour = await author.question(await author.page(door, 'Look'), 'Colour of the door', 'Radiobuttons')
      await author.answer(colour, 'Deep red', { price: 15 })
      const { html } = await page(`/product/${door}`)
      expect(html).to.contain('Colour of the door').and.to.contain('Deep red (+ €15.00)')
    })

    it('answers unknown paths with a page for browsers and problem details for programs', async () => {
      const people = await client.send('GET', '/de/nowhere', undefined, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect([people.status, people.headers['content-type']]).to.deep.equal([404, 'text/html; charset=utf-8'])
      expect(String(people.body)).to.contain('Seite nicht gefunden').and.to.contain('noindex')
      for (const [path, accept] of [
        ['/nowhere', '*/*'],
        ['/svc-api/nowhere', 'text/html'],
      ] as const) {
        const program = await client.send('GET', path, undefined, { accept })
        expect([program.status, program.headers['content-type']]).to.deep.equal([404, 'application/problem+json; charset=utf-8'])
      }
    })

    it('shows browsers a page without parameters that it rejects, and reports a rejected configuration', async () => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const rejected = ['currency=QQQ', 'language=xx', 'a=%00', 'a=%E9', 'utm_source=a&utm_source=b', 'filter=1']
      const paths = ['/', `/de/product/${product}`, '/search', '/cart', '/orders/none', '/nowhere']
      for (const target of paths.flatMap((path) => rejected.map((query) => `${path}?${query}`))) {
        const { status, headers, body } = await client.send('GET', target, undefined, { accept })
        expect([status, headers['content-type']], target).to.deep.equal([422, 'text/html; charset=utf-8'])
        expect(String(body), target).to.contain(target.startsWith('/de/') ? '<html lang="de-DE"' : '<html lang="en-GB"')
        const program = await client.send('GET', target, undefined, { accept: '*/*' })
        expect(program.headers['content-type'], target).to.equal('application/problem+json; charset=utf-8')
      }
      for (const query of ['configuration=%00', 'configuration=a&configuration=b', 'configuration=%E9']) {
        const { body } = await client.send('GET', `/product/${product}?${query}`, undefined, { accept })
        expect(String(body), query).to.contain('This link is invalid or has expired.').and.contain('<h1>Blind')
      }
    })

    it('answers 404 with a page for products that do not exist or are not published', async () => {
      for (const path of ['/product/99999', '/product/none', '/product/secret']) {
        const { status, html } = await page(path)
        expect([path, status]).to.deep.equal([path, 404])
        expect(html).to.contain('Page not found')
      }
      expect((await page('/de/product/none')).html).to.contain('Seite nicht gefunden')
    })
  })

  describe('with a list of products', () => {
    let list: number
    before(async () => {
      list = await author.write('product-list', {
        title_en_GB: 'For <the> house',
        title_de_DE: 'Fürs Haus',
        label_en_GB: 'house',
        label_de_DE: 'haus',
        product_sorting: 'manual',
      })
      for (const title of ['Zither', 'Awning', 'Hidden']) {
        const id = await author.product(title, { baseprice: 5, published: title !== 'Hidden' })
        await author.write('product-list-assignment', { product_id: id, product_list_id: list })
      }
    })

    it('links the list from the first page, and shows its published products in order', async () => {
      expect((await page('/')).html)
        .to.contain('<li><a href="/list/house">For &lt;the&gt; house</a></li>')
        .and.to.contain('<a href="/list/house"><span>For &lt;the&gt; house</span></a>')
      for (const path of ['/list/house', '/list/haus', `/list/${list}`]) {
        const { status, html } = await page(path)
        expect([path, status]).to.deep.equal([path, 200])
        expect(html).to.contain('<h1>For &lt;the&gt; house</h1>').and.not.to.contain('Hidden')
        expect(html.indexOf('Zither')).to.be.lessThan(html.indexOf('Awning'))
        expect(html).to.contain(`<link rel="canonical" href="${app.url}/list/house">`)
        expect(html).to.contain(`<link rel="alternate" hreflang="de-DE" href="${app.url}/de/list/haus">`)
      }
      await author.write('product-list', { product_sorting: 'title' }, list)
      const sorted = (await page('/list/house')).html
      expect(sorted.indexOf('Awning')).to.be.lessThan(sorted.indexOf('Zither'))
    })

    it('answers 404 for lists that do not exist or are not published', async () => {
      const hidden = await author.write('product-list', {
        title_en_GB: 'Soon',
        title_de_DE: 'Bald',
        label_en_GB: 'soon',
        label_de_DE: 'bald',
        published: false,
      })
      for (const path of ['/list/nothing', '/list/soon', `/list/${hidden}`, '/list/99999'])
        expect([path, (await page(path)).status]).to.deep.equal([path, 404])
    })

    it('has a sitemap with every published list and product in each language', async () => {
      const index = await page('/sitemap.xml')
      expect(index.html).to.contain(`<sitemap><loc>${app.url}/sitemap/1.xml</loc></sitemap>`)
      const { status, html } = await page('/sitemap/1.xml')
      expect(status).to.equal(200)
      const urls = [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.replace(app.url, ''))
      expect(urls).to.include.members([
        '/',
        '/de/',
        '/list/house',
        '/de/list/haus',
        '/product/zither',
        '/de/product/zither-de-de',
      ])
      expect(urls.some((url) => /hidden|secret|soon|cart/.test(url))).to.equal(false)
      expect(html).to.contain(`<xhtml:link rel="alternate" hreflang="de-DE" href="${app.url}/de/product/zither-de-de"/>`)
      for (const path of urls) expect([path, (await page(path)).status]).to.deep.equal([path, 200])
      for (const path of ['/sitemap/2.xml', '/sitemap/0.xml', '/sitemap/x.xml'])
        expect([path, (await page(path)).status]).to.deep.equal([path, 404])
    })

    it('names the sitemap in robots.txt and disallows cart and checkout', async () => {
      const { html } = await page('/robots.txt')
      expect(html.split('\n')).to.include.members([
        'User-agent: *',
        'Disallow: /cart',
        'Disallow: /de/checkout',
        `Sitemap: ${app.url}/sitemap.xml`,
      ])
    })
  })

  describe('with reviews', () => {
    const send = (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      client.send('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      })
    const words = { name: 'Ada <b>', rating: '4', comment: 'Keeps the rain out.\n</script><script>alert(1)</script>' }
    let reviewed: number

    before(async () => {
      reviewed = await author.product('Umbrella', { baseprice: 20, enable_reviews: 'yes' })
    })

    it('shows no reviews and rejects new ones if the product has them disabled', async () => {
      const plain = await author.product('Raincoat')
      expect((await page(`/product/${plain}`)).html).not.to.contain('Reviews')
      const { status, body } = await send(`/product/${plain}/reviews`, words)
      expect(status).to.equal(422)
      expect(String(body)).not.to.contain('Write a review')
      expect((await app.records.list('review', {})).meta.total).to.equal(0)
    })

    it('accepts a review by a plain form, and shows it after the shop publishes it', async () => {
      expect((await page(`/product/${reviewed}`)).html).to.contain('No reviews yet.')
      const response = await send(`/de/product/${reviewed}/reviews`, words)
      expect([response.status, response.headers['location']]).to.deep.equal([
        303,
        '/de/product/umbrella-de-de?reviewed=1#reviews',
      ])
      expect((await page('/de/product/umbrella-de-de?reviewed=1')).html).to.contain('Wir prüfen sie vor der Veröffentlichung')
      expect((await page(`/product/${reviewed}`)).html).not.to.contain('Keeps the rain out.')
      const { records } = await app.records.list('review', {})
      expect(records[0]).to.include({ product_id: reviewed, rating: 4, language_tag: 'de-DE', published: false })
      await author.write('review', { published: true }, records[0]!.id)
      const { html } = await page(`/product/${reviewed}`)
      expect(html).to.contain('<b>Ada &lt;b&gt;</b>').and.to.contain('4 out of 5, one review')
      expect(html).not.to.contain('<script>alert')
      const [, data] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)!
      const { aggregateRating, review } = JSON.parse(data!) as Record<string, Record<string, unknown>>
      expect(aggregateRating).to.include({ ratingValue: 4, reviewCount: 1 })
      expect(JSON.stringify(review)).to.contain('Keeps the rain out.')
    })

    it('shows the form again with errors and typed values, and rejects other origins', async () => {
      const { status, body } = await send(`/product/${reviewed}/reviews`, { ...words, name: '', rating: '9' })
      expect(status).to.equal(422)
      expect(String(body))
        .to.contain('Your review was not submitted.')
        .and.to.contain('id="review-name-refusal"')
        .and.to.contain('id="review-rating-refusal"')
        .and.to.contain('Keeps the rain out.')
      expect(String(body)).not.to.contain('<script>alert')
      const foreign = await send(`/product/${reviewed}/reviews`, words, { origin: 'https://other.example' })
      expect(foreign.status).to.equal(403)
      const long = await send(`/product/${reviewed}/reviews`, { ...words, comment: 'x'.repeat(4001) })
      expect([long.status, String(long.body).includes('A review holds at most 4000 characters.')]).to.deep.equal([422, true])
      expect((await app.records.list('review', {})).meta.total).to.equal(1)
    })

    it('rejects reviews while too many wait for the shop', async () => {
      for (let index = 0; index < 100; index++)
        await author.write('review', { product_id: reviewed, name: 'A', rating: 3, comment: 'So so.' })
      const refused = await catchError(app.shop.catalogue.review(reviewed, words))
      expect(refused.message).to.contain('are waiting for approval')
    })
  })

  describe('with pages for the shopper', () => {
    const token = 'a'.repeat(32)
    const own = [
      '/cart',
      '/checkout',
      '/account',
      '/account/designs',
      `/orders/${token}`,
      `/quotes/${token}`,
      '/account/password',
    ]

    it('links cart and account from every page, and shows a notice without JavaScript', async () => {
      for (const path of own) {
        const { status, html, policy } = await page(path)
        expect([path, status]).to.deep.equal([path, 200])
        expect(html).to.contain('<meta name="robots" content="noindex">').and.not.to.contain('rel="canonical"')
        expect(html).to.contain('<noscript><p>This page needs JavaScript.').and.to.contain('<p class="late">Loading …</p>')
        expect(html)
          .to.match(/<a href="\/account"><svg.*?<\/svg><span class="hidden">Your account<\/span><\/a>/)
          .and.to.match(/<a href="\/cart"><svg.*?<\/svg><span class="hidden">Cart /)
        expect(html).to.contain(`href="/de${path}" lang="de-DE"`)
        expect(policy).to.contain("script-src 'self'").and.not.to.contain('unsafe')
      }
      expect((await page('/')).html).to.contain('<a href="/cart">')
      expect((await page(`/de/orders/${token}`)).html)
        .to.contain(`<svc-order language="de-DE"`)
        .and.to.contain(`token="${token}"`)
    })

    it('escapes the token of the URL inside its attribute', async () => {
      const { html } = await page(`/orders/${encodeURIComponent('"><script>alert(1)</script>')}`)
      expect(html).not.to.contain('<script>alert')
    })

    it('shows a buy button unless the author hides it, and edits a configuration in a cart', async () => {
      const chair = await author.product('Chair', { baseprice: 50, min_quantity: 4 })
      const { html } = await page(`/product/${chair}`)
      expect(html)
        .to.contain('<button type="button">Add to cart</button>')
        .and.to.contain('name="quantity"')
        .and.to.contain('value="4"')
      const { configuration } = await app.shop.configurations.start({ product_id: chair })
      const loadPage = (): Promise<{ readonly html: string }> => page(`/product/${chair}?configuration=${configuration}`)
      expect((await loadPage()).html)
        .to.contain(`configuration="${configuration}"`)
        .and.to.contain('Add to cart</button>')
      const { cart } = (await app.shop.serve('create-cart', {}, {})) as CartReply
      await app.shop.serve('add-position', { token: cart, configuration, quantity: 4 }, {})
      expect((await loadPage()).html)
        .to.contain(`configuration="${configuration}"`)
        .and.to.contain('You are editing an item')
      expect((await page(`/product/${chair}?configuration=no"token`)).html).not.to.contain('configuration="no')
      const statue = await author.product('Statue', { baseprice: 50, show_buy_button: false })
      expect((await page(`/product/${statue}`)).html).not.to.contain('Add to cart')
    })
  })
})

describe('the storefront on a host with its own commerce', () => {
  it('has neither cart nor account, and no links to them', async () => {
    const host = hostsUnderTest.find((one) => !one.differs.commerce)!
    await host.start?.()
    const app = await listenTestApp([runtime(), storefront()], { host: host.create() })
    const client = createJsonClient(app.url)
    try {
      for (const path of ['/cart', '/checkout', '/account', `/orders/${'a'.repeat(32)}`]) {
        expect([path, (await client.send('GET', path)).status]).to.deep.equal([path, 404])
      }
      expect(String((await client.send('GET', '/')).body)).not.to.contain('/cart')
    } finally {
      client.close()
      await app.stop()
      await host.stop?.()
    }
  })
})
