// The scripts of a product page: size before the first drawing, URLs, caching and CORS.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { repositoryRoot } from '../../support/repository.js'
import { createPage, createProduct, createQuestion } from '../../support/small-shop.js'

interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
}

describe('the scripts of a product page', () => {
  let app: ListeningApp
  let plain: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    plain = await createProduct(app.records, 'Shelf')
    const page = await createPage(app.records, plain)
    for (const type of ['Textbox', 'Textarea', 'Choices', 'Checkbox', 'Radiobuttons', 'Dropdown', 'Images', 'Multiselect']) {
      await createQuestion(app.records, page, type)
    }
  })
  after(() => app?.stop())

  /** The response as sent over the wire. `fetch` would decompress it and normalize the path. */
  function fetchScript(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const call = request(app.url, { path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
        )
      })
      call.on('error', reject)
      call.end()
    })
  }

  /** The scripts that a page names, preloaded parts first. */
  async function listScripts(path: string): Promise<readonly string[]> {
    const { bytes } = await fetchScript(path)
    const links = bytes.toString().matchAll(/<link rel="modulepreload" href="([^"]+)"|<script type="module" src="([^"]+)"/g)
    return [...links].map(([, part, script]) => part ?? script!)
  }
  const namesOf = (addresses: readonly string[]): readonly string[] => addresses.map((address) => address.split('/').at(-1)!)

  async function weight(path: string): Promise<number> {
    const bodies = await Promise.all((await listScripts(path)).map(async (address) => (await fetchScript(address)).bytes))
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  }

  it('are the configurator, the texts of its language and the shop script for a simple product', async () => {
    expect(namesOf(await listScripts(`/product/${plain}`))).to.deep.equal([
      'texts-configurator-en.js',
      'shop.js',
      'configurator.js',
    ])
    expect(namesOf(await listScripts(`/de/product/${plain}`))).to.deep.equal([
      'texts-configurator-de.js',
      'shop.js',
      'configurator.js',
    ])
  })

  it('include the parts that the product needs at the start', async () => {
    const scriptNames = namesOf(await listScripts('/product/standing-desk'))
    expect(scriptNames).to.include.members(['surroundings.js', 'fields.js'])
    expect(scriptNames).not.to.include.members(['notice-blocks.js', 'configurator-api.js'])
    expect(scriptNames).not.to.include('rich-text.js')
    const emphatic = await createProduct(app.records, 'Lamp', { longdescription_en_GB: '<p>It <b>shines</b>.</p>' })
    expect(namesOf(await listScripts(`/product/${emphatic}`))).to.include.members(['surroundings.js', 'rich-text.js'])
    const tabbed = await createProduct(app.records, 'Wardrobe', { page_nav_tabs: 'yes' })
    for (let index = 0; index < 2; index++) await createPage(app.records, tabbed)
    expect(namesOf(await listScripts(`/product/${tabbed}`))).to.include('page-tabs.js')
    await app.records.write('product', { page_nav_tabs: 'no', page_nav_block_on_missing: 'yes' }, { id: tabbed })
    const stepped = namesOf(await listScripts(`/product/${tabbed}`))
    expect(stepped).to.include('page-steps.js').and.not.include.members(['page-tabs.js', 'texts-deferred-en.js'])
  })

  it('are at most 25,600 bytes compressed, and 28,100 for a demo product', async () => {
    for (const prefix of ['', '/de']) expect(await weight(`${prefix}/product/${plain}`), prefix).to.be.at.most(25_600)
    for (const { id, label } of (await app.shop.catalogue.products()).products) {
      for (const prefix of ['', '/de']) expect(await weight(`${prefix}/product/${id}`), prefix + label).to.be.at.most(28_100)
    }
  })

  it('load the client engine later as a separate script of at most 22,300 bytes compressed', async () => {
    const addresses = await listScripts('/product/standing-desk')
    expect(namesOf(addresses)).not.to.include('client-engine.js')
    const { status, bytes } = await fetchScript(addresses.at(-1)!.replace('configurator.js', 'client-engine.js'))
    expect(status).to.equal(200)
    expect(gzipSync(bytes, { level: 9 }).length).to.be.at.most(22_300)
    expect(bytes.toString()).to.not.match(/acorn|["'`]node:|[^.\w]require\(|process\.env|Radio buttons/)
  })

  it('are at most 26,000 bytes compressed on cart, checkout, account, order and quote pages', async () => {
    for (const path of ['/cart', '/checkout', '/account', `/orders/${'a'.repeat(32)}`, `/quotes/${'a'.repeat(32)}`]) {
      for (const prefix of ['', '/de']) expect(await weight(prefix + path), prefix + path).to.be.at.most(26_000)
    }
  })

  it('import only the configurator, so each part is one request', async () => {
    const imports = (body: Buffer): readonly string[] =>
      [...body.toString().matchAll(/(?:from|import)\s*["'`]([^"'`]+)["'`]/g)].map(([, name]) => name!)
    const addresses = await listScripts('/product/standing-desk')
    const base = addresses.at(-1)!.replace('configurator.js', '')
    for (const name of [
      'notice-blocks.js',
      'configurator-api.js',
      'page-steps.js',
      'page-tabs.js',
      ...namesOf(addresses).slice(0, -1),
    ]) {
      const { status, bytes } = await fetchScript(base + name)
      expect([name, status]).to.deep.equal([name, 200])
      expect(
        [...new Set(imports(bytes))].filter((one) => one !== './configurator.js'),
        name,
      ).to.deep.equal([])
    }
    expect(imports((await fetchScript(addresses.at(-1)!)).bytes)).to.deep.equal([])
  })

  it('are cached for a year under a versioned URL, and sent compressed', async () => {
    for (const address of await listScripts('/product/standing-desk')) {
      expect(address).to.match(/^\/storefront\/[0-9a-f]{16}\/[\w-]+\.js$/)
      const { status, headers, bytes } = await fetchScript(address)
      expect([address, status]).to.deep.equal([address, 200])
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable')
      expect(headers['content-type']).to.equal('text/javascript; charset=utf-8')
      if (bytes.length < 1_400) continue
      const [gzip, brotli] = [
        await fetchScript(address, { 'accept-encoding': 'gzip' }),
        await fetchScript(address, { 'accept-encoding': 'gzip, br' }),
      ]
      expect([gzip.headers['content-encoding'], gzip.headers['vary']]).to.deep.equal(['gzip', 'accept-encoding'])
      expect([brotli.headers['content-encoding'], brotli.headers['vary']]).to.deep.equal(['br', 'accept-encoding'])
      const packed = readFileSync(`${repositoryRoot}/dist/plugins/storefront/public/${address.split('/').at(-1)}.br`)
      expect(brotli.bytes.equals(packed), 'compressed at build time').to.equal(true)
      expect(gunzipSync(gzip.bytes).equals(bytes) && brotliDecompressSync(brotli.bytes).equals(bytes)).to.equal(true)
    }
  })

  it('have a style sheet that is cached as long', async () => {
    const [, address = ''] =
      /<link rel="stylesheet" href="([^"]+)"/.exec((await fetchScript(`/product/${plain}`)).bytes.toString()) ?? []
    const { status, headers } = await fetchScript(address)
    expect([status, headers['content-type']]).to.deep.equal([200, 'text/css; charset=utf-8'])
    expect(headers['cache-control']).to.contain('immutable')
  })

  it('are only the bundled files of this version', async () => {
    const [address = ''] = await listScripts(`/product/${plain}`)
    const base = address.slice(0, address.lastIndexOf('/') + 1)
    for (const path of [
      address.replace(/[0-9a-f]{16}/, '0123456789abcdef'),
      `${base}digest.txt`,
      `${base}configurator.js.br`,
      `${base}other.js`,
      `${base}../files.js`,
      `${base}..%2ffiles.js`,
      `${base}..%2f..%2fhttp%2findex.js`,
      `${base}%2e%2e/routes.js`,
      '/storefront/..%2froutes.js',
      '/storefront/new-password.js',
    ]) {
      expect([path, (await fetchScript(path)).status]).to.deep.equal([path, 404])
    }
  })

  it('have one stable URL for other sites, which imports the current version and is revalidated each time', async () => {
    const { status, headers, bytes } = await fetchScript('/storefront/configurator.js')
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).to.deep.equal([200, 'no-cache', undefined])
    const [, target = ''] = /^import '(\.\/[^']+)'\n$/.exec(bytes.toString()) ?? []
    const led = new URL(target, `${app.url}/storefront/configurator.js`).pathname
    expect(led).to.equal((await listScripts(`/product/${plain}`)).at(-1))
    const again = await fetchScript('/storefront/configurator.js', { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.bytes.length]).to.deep.equal([304, 0])
  })
})

describe('caching of storefront pages', () => {
  let app: ListeningApp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime(), storefront()])
  })
  after(() => app?.stop())

  it('answers 304 until the page changes', async () => {
    const product = await createProduct(app.records, 'Shelf')
    for (const path of ['/', `/product/${product}`]) {
      const first = await fetch(app.url + path)
      expect(first.headers.get('cache-control')).to.equal('private, no-cache')
      const tag = { 'if-none-match': first.headers.get('etag')! }
      expect((await fetch(app.url + path, { headers: tag })).status).to.equal(304)
      await app.records.write('product', { title_en_GB: `Shelf ${path}` }, { id: product })
      const changed = await fetch(app.url + path, { headers: tag })
      expect(changed.status).to.equal(200)
      expect(await changed.text()).to.contain(`Shelf ${path}`)
    }
  })
})
