// Browser tests of the requests that a product page sends before its script loads: once, and for the signed-in shopper.
import { expect } from 'chai'
import type { Browser, BrowserContext, Request } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createSmallProduct, type SmallProduct } from '../support/small-shop.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: product page before its script loads', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let small: SmallProduct
  let requests: Request[]
  let complaints: string[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    small = await createSmallProduct(app.records, 'Shelf')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    requests = []
    complaints = []
    context = await browser.newContext({ locale: 'en-GB' })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('request', (request) => request.url().includes('/svc-api/runtime/') && requests.push(request))
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  const starts = (): readonly Request[] =>
    requests.filter((request) => request.method() === 'POST' && request.url().includes('/configurations?'))
  const products = (): readonly Request[] => requests.filter((request) => request.url().includes('/products/'))

  /** Opens the page and delays its scripts and styles until the returned function is called. */
  async function withoutScript(): Promise<{ shop: ProductPageDriver; release: () => void }> {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await context.route('**/storefront/**', async (route) => {
      await gate
      await route.continue()
    })
    const shop = new ProductPageDriver(await context.newPage(), app)
    await shop.page.goto(`${app.url}/product/${small.product}`, { waitUntil: 'commit' })
    return { shop, release }
  }

  it('requests the product and starts the configuration once, and the script repeats neither', async () => {
    const { shop, release } = await withoutScript()
    await waitForValue(async () => [products().length, starts().length], [1, 1])
    release()
    await shop.waitUntilReady()
    await shop.waitForReplies()
    expect([products().length, starts().length]).to.deep.equal([1, 1])
    await shop.page.getByLabel('Dropdown').selectOption({ label: 'Blue' })
    await waitForValue(() => shop.selection(small.product, small.colour), String(small.blue))
  })

  it('requests nothing if this tab already has a configuration, and resumes it', async () => {
    const first = await ProductPageDriver.open(context, app, `/product/${small.product}`)
    await first.page.getByLabel('Dropdown').selectOption({ label: 'Red' })
    await waitForValue(() => first.selection(small.product, small.colour), String(small.red))
    await first.waitForReplies()
    await first.page.reload()
    await first.waitUntilReady()
    expect(starts()).to.have.length(1)
    expect(await first.selection(small.product, small.colour)).to.equal(String(small.red))
  })

  it('sends the session of the signed-in shopper', async () => {
    const sessions = [{ name: 'svc-session', value: 'a-session' }]
    await context.close()
    context = await browser.newContext({
      locale: 'en-GB',
      storageState: { cookies: [], origins: [{ origin: app.url, localStorage: sessions }] },
    })
    context.on('request', (request) => request.url().includes('/svc-api/runtime/') && requests.push(request))
    const { shop, release } = await withoutScript()
    await waitForValue(async () => requests.length, 2)
    expect(requests.map((request) => request.headers()['x-svc-shopper'])).to.deep.equal(['a-session', 'a-session'])
    release()
    await shop.page
      .locator('svc-configurator .price-box, svc-configurator [role=alert]')
      .filter({ visible: true })
      .first()
      .waitFor()
  })

  it('sends the start request again if the first one failed', async () => {
    await context.route('**/runtime/v1/configurations?*', (route) => route.abort(), { times: 1 })
    const { shop, release } = await withoutScript()
    await waitForValue(async () => starts().length, 1)
    release()
    await shop.waitUntilReady()
    expect(starts()).to.have.length(2)
  })
})
