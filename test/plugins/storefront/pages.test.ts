// The storefront's pages as they leave the server: what they show, what they link to, and what they may run.
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { hostsUnderTest } from '../../hosts/host-list.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { type CatalogAuthor, catalogAuthor } from '../../support/catalog-author.js'
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
    expect(html).to.contain('There is nothing to configure yet.')
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

    it('runs nothing but its own files', async () => {
      for (const path of ['/', `/product/${product}`, '/product/none']) {
        const { html, policy } = await page(path)
        expect(policy)
          .to.contain("default-src 'none'")
          .and.to.contain("script-src 'self'")
          .and.to.contain("frame-ancestors 'none'")
        expect(policy).not.to.contain('unsafe')
        const data = /<script type="application\/ld\+json">[^<]*<\/script>/
        expect(html.replace(data, '')).not.to.match(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
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
      const edited = await page(`/product/${chair}?configuration=${token}`)
      expect(edited.html).to.contain(`configuration="${token}"`).and.to.contain('You are changing a position of your cart.')
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
