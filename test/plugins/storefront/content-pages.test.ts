// Content pages, navigation, search and theme of the storefront, as HTML without scripts.
import { expect } from 'chai'
import type { ShopFrontReply } from '../../../core/shop/shop-front.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { catchError } from '../../support/caught-error.js'
import { createJsonClient, type JsonClient } from '../../support/json-client.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

describe('the storefront around its products', () => {
  let app: ListeningApp
  let client: JsonClient
  let author: CatalogAuthor

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

  const page = async (path: string): Promise<{ readonly status: number; readonly html: string }> => {
    const { status, body } = await client.send('GET', path)
    return { status, html: String(body) }
  }

  describe('content pages', () => {
    let terms: number
    before(async () => {
      await author.write('store', { terms_en_GB: '<p>Terms of the store.</p>' }, 1)
      terms = await author.write('content-page', {
        title_en_GB: 'Terms & conditions',
        title_de_DE: 'AGB',
        kind: 'terms',
        content_en_GB: '<h2>Prices</h2><p>With <b>VAT</b>.<script>alert(1)</script></p>',
      })
    })

    it('derive their label, and have a URL in each language with canonical and alternate links', async () => {
      for (const path of ['/page/terms-conditions', '/page/agb', `/page/${terms}`]) {
        const { status, html } = await page(path)
        expect([path, status]).to.deep.equal([path, 200])
        expect(html).to.contain('<h1>Terms &amp; conditions</h1><h2>Prices</h2><p>With <b>VAT</b>.</p>')
        expect(html).to.contain(`<link rel="canonical" href="${app.url}/page/terms-conditions">`)
        expect(html).to.contain(`<link rel="alternate" hreflang="de-DE" href="${app.url}/de/page/agb">`)
      }
      expect((await page('/sitemap/1.xml')).html).to.contain(`<loc>${app.url}/de/page/agb</loc>`)
    })

    it('are linked from the footer if they are published and belong there', async () => {
      expect((await page('/de/')).html).to.contain('<a href="/de/page/agb">AGB</a>')
      await author.write('content-page', { in_footer: false }, terms)
      expect((await page('/')).html).not.to.contain('/page/terms')
      await author.write('content-page', { in_footer: true, published: false }, terms)
      expect((await page('/')).html).not.to.contain('/page/terms')
      expect((await page('/page/terms-conditions')).status).to.equal(404)
      expect((await page('/sitemap/1.xml')).html).not.to.contain('/page/')
      await author.write('content-page', { published: true }, terms)
    })

    it('replace the terms of the store, which apply while there is no page of that kind', async () => {
      const read = async (): Promise<ShopFrontReply> => (await app.shop.serve('read-shop', {}, {})) as ShopFrontReply
      const front = await read()
      expect(front.terms).to.contain('With <b>VAT</b>.')
      expect(front.legal_pages).to.have.length(1)
      expect(front.legal_pages[0]).to.include({ kind: 'terms', title: 'Terms & conditions' })
      expect(front.legal_pages[0]!.url).to.match(/\/page\/terms-conditions$/)
      await author.write('content-page', { published: false }, terms)
      expect(await read()).to.deep.include({ terms: '<p>Terms of the store.</p>', legal_pages: [] })
    })
  })

  describe('product lists on two levels', () => {
    const titled = (title: string): Readonly<Record<string, string>> => ({
      title_en_GB: title,
      title_de_DE: title,
      label_en_GB: title.toLowerCase(),
      label_de_DE: title.toLowerCase(),
    })
    let garden: number
    let chairs: number
    before(async () => {
      garden = await author.write('product-list', titled('Garden'))
      chairs = await author.write('product-list', { ...titled('Chairs'), parent_id: garden })
      await author.write('product-list', { ...titled('Hidden'), in_navigation: false })
    })

    it('are the navigation of every page, and name the list above', async () => {
      const { html } = await page('/cart')
      expect(html).to.match(/<button type="button" popovertarget="lists-\d+">Garden<\/button>/)
      expect(html).to.contain('<li><a href="/list/garden">All in Garden</a></li><li><a href="/list/chairs">Chairs</a></li>')
      expect(html).not.to.contain('/list/hidden')
      expect((await page('/list/chairs')).html).to.contain(
        '<a href="/search">All products</a> / <a href="/list/garden">Garden</a>',
      )
      expect((await page('/list/garden')).html).to.contain('<a href="/list/chairs"><span>Chairs</span></a>')
    })

    it('have no third level and no cycle', async () => {
      const refuse = async (fields: Readonly<Record<string, unknown>>, id?: number): Promise<string> =>
        (await catchError(author.write('product-list', fields, id))).message
      expect(await refuse({ ...titled('Stools'), parent_id: chairs })).to.contain('because lists have two levels')
      expect(await refuse({ parent_id: chairs }, garden)).to.contain('because lists have two levels')
      const other = await author.write('product-list', titled('Other'))
      expect(await refuse({ parent_id: other }, garden)).to.contain('This product list contains lists.')
      expect(await refuse({ parent_id: garden }, garden)).to.contain('A product list cannot be its own parent.')
    })

    it('take names of product fields as filters, each once', async () => {
      const refuse = async (facets: unknown): Promise<string> =>
        (await catchError(author.write('product-list', { facets }, garden))).message
      expect(await refuse(['colour']))
        .to.contain("does not take 'colour'")
        .and.to.contain("'sku'")
      expect(await refuse(['sku', 'sku'])).to.contain('takes each name once')
      expect(await refuse(['published'])).to.contain("does not take 'published'")
      await author.write('product-list', { facets: ['sku'] }, garden)
      expect((await app.records.read('product-list', garden)).record['facets']).to.deep.equal(['sku'])
    })
  })

  it('finds published products by a part of their title', async () => {
    await author.product('Garden <gnome>')
    await author.product('Garden secret', { published: false })
    const { html } = await page('/search?q=garden%20')
    expect(html).to.contain('Results for “garden”').and.to.contain('Garden &lt;gnome&gt;').and.not.to.contain('secret')
    expect(html).to.contain('name="q" value="garden"').and.to.contain('noindex')
    expect((await page('/search')).html)
      .to.contain('<h1>All products</h1>')
      .and.to.contain('Garden &lt;gnome&gt;')
    expect((await page('/search?q=%3Cb%3E')).html)
      .to.contain('No products found.')
      .and.to.contain('“&lt;b&gt;”')
  })

  describe('themes', () => {
    const refuse = async (theme: unknown): Promise<string> => (await catchError(author.write('settings', { theme }, 1))).message

    it('refuse colours with a contrast below 4.5, and name the contrast', async () => {
      expect(await refuse({ accent: '#777777' })).to.contain('than #777777: its contrast to the white background is 4.4 : 1')
      expect(await refuse({ neutral: '#cccccc' })).to.contain('1.6 : 1')
    })

    it('refuse unknown keys, other fonts and addresses that could run code', async () => {
      expect(await refuse({ accnt: '#123456' }))
        .to.contain("Unknown key 'accnt'")
        .and.to.contain('accent')
      expect(await refuse({ accent: 'red' })).to.contain('a colour such as #1f5c4d')
      expect(await refuse({ font: 'comic' })).to.contain("'rubik'")
      expect(await refuse({ hero: { link: 'javascript:alert(1)' } })).to.contain('a path that begins with /')
      expect(
        await refuse({ footer: [{ title: { 'en-GB': 'More' }, links: [{ title: {}, link: '//other.example' }] }] }),
      ).to.contain('a path that begins with /')
      expect(await refuse({ hero: { title: { english: 'Text' } } })).to.contain(
        'a text of at most 1,000 characters for each language tag',
      )
    })

    it('change the style sheet, load fonts from the shop only, and fill home page and footer', async () => {
      const readStyle = async (): Promise<string> => /rel="stylesheet" href="([^"]+)"/.exec((await page('/')).html)![1]!
      const plain = await readStyle()
      const theme = {
        accent: '#004488',
        font: 'rubik',
        radius: 'none',
        hero: { title: { 'en-GB': 'Made <for> you' }, link: '/list/garden' },
        footer: [{ title: { 'en-GB': 'About' }, links: [{ title: { 'en-GB': 'Blog' }, link: 'https://blog.example/' }] }],
      }
      await author.write('settings', { theme }, 1)
      const style = await readStyle()
      expect(style).not.to.equal(plain)
      const css = (await page(style)).html
      expect(css)
        .to.contain('--accent: light-dark(#004488,')
        .and.to.contain('--radius: 0;')
        .and.not.to.match(/https?:/)
      const [, font] = /url\("(rubik-latin-wght-normal\.woff2)"\)/.exec(css)!
      const file = await fetch(new URL(font!, app.url + style))
      expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'font/woff2'])
      const { html } = await page('/')
      expect(html).to.contain('<h1>Made &lt;for&gt; you</h1>').and.to.contain('<a class="button" href="/list/garden">')
      expect(html).to.contain('<h2>About</h2><ul><li><a href="https://blog.example/">Blog</a></li></ul>')
      await author.write('settings', { theme: null }, 1)
      expect(await readStyle()).to.equal(plain)
      expect((await page(style.replace(/[0-9a-f]{16}\.css/, '0123456789abcdef.css'))).status).to.equal(404)
    })
  })
})
