// The storefront's pages as they leave the server: what they show, what they link to, and what they may run.
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { hostsUnderTest } from '../../hosts/host-list.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { type CatalogAuthor, catalogAuthor } from '../../support/catalog-author.js'
import { failure } from '../../support/failure.js'
import { type JsonClient, jsonClient } from '../../support/json-client.js'

describe('the storefront', () => {
  let app: ListeningApp
  let client: JsonClient
  let author: CatalogAuthor
  let product: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime(), storefront()])
    client = jsonClient(app.url)
    author = catalogAuthor(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const page = async (path: string): Promise<{ readonly status: number; readonly html: string; readonly policy: string }> => {
    const { status, body, headers } = await client.send('GET', path)
    return { status, html: String(body), policy: String(headers['content-security-policy']) }
  }

  it('says so while there is nothing to configure', async () => {
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

    it('lists it with its price and leads to it', async () => {
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

    it('speaks every active language under an address of its own', async () => {
      const { html } = await page(`/de/product/${product}`)
      expect(html).to.contain('<html lang="de-DE" dir="ltr">')
      expect(html).to.contain(`api="/de/svc-api/runtime/v1"`)
      expect(html).to.contain('hreflang="en-GB">English')
      expect((await page('/de/')).html).to.contain('Produkte')
    })

    it('runs nothing but its own files, and on a product the one script that its policy names', async () => {
      for (const path of ['/', `/product/${product}`, '/product/none']) {
        const { html, policy } = await page(path)
        expect(policy)
          .to.contain("default-src 'none'")
          .and.to.contain("script-src 'self'")
          .and.to.contain("frame-ancestors 'none'")
        expect(policy).not.to.contain('unsafe')
        const data = /<script type="application\/ld\+json">[^<]*<\/script>/
        const [inline, ...others] = [...html.replace(data, '').matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g)]
        const named = inline && createHash('sha256').update(inline[1]!).digest('base64')
        expect([/'sha256-([^']+)'/.exec(policy)?.[1], others.length]).to.deep.equal([named, 0])
        expect(named !== undefined, path).to.equal(path === `/product/${product}`)
        expect(html).not.to.match(/<style|\sstyle=|\son\w+=/)
        const foreign = [...html.replace(data, '').matchAll(/https?:\/\/[^/"]+/g)].filter(([origin]) => origin !== app.url)
        expect(foreign).to.deep.equal([])
      }
    })

    it('names one address of the page, those of its other languages, and what the product is', async () => {
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

    it('can be read without a script: questions, answers and their prices', async () => {
      const door = await author.product('Door', { baseprice: 100 })
      const colour = await author.question(await author.page(door, 'Look'), 'Colour of the door', 'Radiobuttons')
      await author.answer(colour, 'Deep red', { price: 15 })
      const { html } = await page(`/product/${door}`)
      expect(html).to.contain('Colour of the door').and.to.contain('Deep red (+ €15.00)')
    })

    it('shows people a page where an address leads nowhere, and programs the problem', async () => {
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

    it('answers a page of its own with 404 where there is no product', async () => {
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

    it('leads to it from the first page, and shows what is published of it in its order', async () => {
      expect((await page('/')).html).to.contain('<a href="/list/house">For &lt;the&gt; house</a>')
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

    it('answers with 404 where there is none, or it is not published', async () => {
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

    it('stands in the sitemap with every published product, under its address in each language', async () => {
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

    it("tells robots where the sitemap is, and to leave the shopper's own pages alone", async () => {
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

    it('shows neither reviews nor a form where the shop has none, and takes none', async () => {
      const plain = await author.product('Raincoat')
      expect((await page(`/product/${plain}`)).html).not.to.contain('Reviews')
      const { status, body } = await send(`/product/${plain}/reviews`, words)
      expect(status).to.equal(422)
      expect(String(body)).not.to.contain('Write a review')
      expect((await app.list('review', {})).meta.total).to.equal(0)
    })

    it('takes one by a plain form, and shows it once the shop has published it', async () => {
      expect((await page(`/product/${reviewed}`)).html).to.contain('No reviews yet.')
      const sent = await send(`/de/product/${reviewed}/reviews`, words)
      expect([sent.status, sent.headers['location']]).to.deep.equal([303, '/de/product/umbrella-de-de?reviewed=1#reviews'])
      expect((await page('/de/product/umbrella-de-de?reviewed=1')).html).to.contain('Wir prüfen sie vor der Veröffentlichung')
      expect((await page(`/product/${reviewed}`)).html).not.to.contain('Keeps the rain out.')
      const { records } = await app.list('review', {})
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

    it('shows the form again with what was not taken, and refuses pages of others', async () => {
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
      expect((await app.list('review', {})).meta.total).to.equal(1)
    })

    it('takes no more than the shop can look at', async () => {
      for (let index = 0; index < 100; index++)
        await author.write('review', { product_id: reviewed, name: 'A', rating: 3, comment: 'So so.' })
      const refused = await failure(app.catalogue.review(reviewed, words))
      expect(refused.message).to.contain('are waiting for approval')
    })
  })

  describe("with pages of the shopper's own", () => {
    const token = 'a'.repeat(32)
    const own = ['/cart', '/checkout', '/account', `/orders/${token}`, `/quotes/${token}`, '/account/password']

    it('leads to cart and account from every page, and says what it needs where nothing runs', async () => {
      for (const path of own) {
        const { status, html, policy } = await page(path)
        expect([path, status]).to.deep.equal([path, 200])
        expect(html).to.contain('<meta name="robots" content="noindex">').and.not.to.contain('rel="canonical"')
        expect(html).to.contain('<noscript><p>This page needs JavaScript.')
        expect(html).to.contain('<a href="/account">Your account</a>').and.to.contain('<a href="/cart">Cart')
        expect(html).to.contain(`href="/de${path}" lang="de-DE"`)
        expect(policy).to.contain("script-src 'self'").and.not.to.contain('unsafe')
      }
      expect((await page('/')).html).to.contain('<a href="/cart">Cart')
      expect((await page(`/de/orders/${token}`)).html)
        .to.contain(`<svc-order language="de-DE"`)
        .and.to.contain(`token="${token}"`)
    })

    it('keeps what stands in an address within its attribute', async () => {
      const { html } = await page(`/orders/${encodeURIComponent('"><script>alert(1)</script>')}`)
      expect(html).not.to.contain('<script>alert')
    })

    it('sells a product by a button, unless its author hides that, and edits what lies in a cart', async () => {
      const chair = await author.product('Chair', { baseprice: 50, min_quantity: 4 })
      const { html } = await page(`/product/${chair}`)
      expect(html)
        .to.contain('<button type="button">Add to cart</button>')
        .and.to.contain('name="quantity"')
        .and.to.contain('value="4"')
      const { configuration } = await app.configurations.start({ product_id: chair })
      const given = (): Promise<{ readonly html: string }> => page(`/product/${chair}?configuration=${configuration}`)
      expect((await given()).html)
        .to.contain(`configuration="${configuration}"`)
        .and.to.contain('Add to cart</button>')
      const { cart } = (await app.serve('create-cart', {}, {})) as CartReply
      await app.serve('add-position', { token: cart, configuration, quantity: 4 }, {})
      expect((await given()).html)
        .to.contain(`configuration="${configuration}"`)
        .and.to.contain('You are editing an item')
      expect((await page(`/product/${chair}?configuration=no"token`)).html).not.to.contain('configuration="no')
      const shown = await author.product('Statue', { baseprice: 50, show_buy_button: false })
      expect((await page(`/product/${shown}`)).html).not.to.contain('Add to cart')
    })
  })
})

describe('the storefront of a host that sells by itself', () => {
  it('has neither cart nor account, and no way there', async () => {
    const host = hostsUnderTest.find((one) => !one.differs.commerce)!
    await host.start?.()
    const app = await listenTestApp([runtime(), storefront()], { host: host.create() })
    const client = jsonClient(app.url)
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
