// Browser tests of the configurator's lazily loaded scripts: loading on demand, delays, retries, and other origins.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator, Route } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { extendApp } from '../support/extended-app.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createPage, createProduct, createQuestion, inBothLanguages } from '../support/small-shop.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: lazily loaded scripts of the configurator', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let width: number
  let complaints: string[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    shelf = await createProduct(app.records, 'Shelf')
    const page = await createPage(app.records, shelf)
    await createQuestion(app.records, page, 'Textbox', inBothLanguages('title', 'Engraving'))
    width = await createQuestion(app.records, page, 'Slider', inBothLanguages('title', 'Width'))
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 } })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  /** The names of the requested scripts. */
  function listRequestedModules(): readonly string[] {
    const names: string[] = []
    context.on('request', (request) => {
      const [, name] = /\/storefront\/(?:.*\/)?([^/]+\.js)/.exec(request.url()) ?? []
      if (name !== undefined) names.push(request.url().includes('?again=') ? `${name} again` : name)
    })
    return names
  }
  const lost = (shop: ProductPageDriver): Locator => shop.page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  const without = async (name: string): Promise<() => Promise<void>> => {
    const abort = (route: Route): Promise<void> => route.abort()
    const modulePattern = `**/storefront/**/${name}.js*`
    await context.route(modulePattern, abort)
    return () => context.unroute(modulePattern, abort)
  }

  it('load once with the page that needs them, and are operable by keyboard', async () => {
    const names = listRequestedModules()
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await waitForValue(
      async () => names.toSorted(),
      [
        'advisor-door',
        'buy-form',
        'client-engine',
        'configurator-api',
        'configurator',
        'currency-choice',
        'fields',
        'notice-blocks',
        'revisit',
        'shop',
        'shopper-storage-writer',
        'tab-configuration',
        'texts-configurator-en',
        'texts-deferred-en',
        'tools',
      ].map((name) => `${name}.js`),
    )
    await shop.type('Engraving', ['Ada'], 0)
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.type('42')
    await shop.leave()
    expect(await shop.selection(shelf, width)).to.equal('42')
    expect(await shop.page.locator('.slider').evaluate((slider) => getComputedStyle(slider).display)).to.equal('flex')
    expect(names).to.have.length(15)
  })

  it('load after the first rendering, so that the first change has its texts', async () => {
    const names = listRequestedModules()
    const shop = await ProductPageDriver.open(context, app, '/product/roller-blind')
    await waitForValue(async () => names.includes('notice-blocks.js'), true)
    await shop.page.getByLabel('Acmeda 240v').check()
    await shop.page.getByRole('button', { name: 'Dismiss' }).waitFor()
    await waitForValue(() => shop.page.getByRole('status').getByText('Chain side').count(), 1)
  })

  it('show a load error next to the existing controls, load on retry by keyboard, and keep the typed input', async () => {
    const names = listRequestedModules()
    const mend = await without('fields')
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await lost(shop).waitFor()
    await shop.type('Engraving', ['Ada', ' Lovelace'], 0)
    await mend()
    await shop.page.getByRole('button', { name: 'Try again' }).focus()
    await shop.page.keyboard.press('Enter')
    await lost(shop).waitFor({ state: 'detached' })
    expect(names.at(-1)).to.equal('fields.js again')
    await waitForValue(() => shop.describeFocus(), await shop.page.locator('input[type=number]').evaluate((field) => field.id))
    await shop.page.keyboard.type('42')
    await shop.leave()
    expect(await shop.selection(shelf, width)).to.equal('42')
    expect(await shop.field('Engraving').inputValue()).to.equal('Ada Lovelace')
    expect((await shop.loadConfiguration(shelf)).questions.map(({ selection }) => selection)).to.include('Ada Lovelace')
  })

  it('load automatically when the browser is back online after an error', async () => {
    const mend = await without('fields')
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await lost(shop).waitFor()
    await mend()
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await shop.page.locator('input[type=number]').waitFor()
    expect(await lost(shop).count()).to.equal(0)
  })

  it('do not block the other controls while one is pending, and are requested again', async () => {
    await context.clock.install()
    const names = listRequestedModules()
    const never = async (route: Route): Promise<void> => {
      if (route.request().url().includes('?again=')) await route.continue()
    }
    await context.route('**/storefront/**/fields.js*', never)
    const shop = new ProductPageDriver(await context.newPage(), app)
    await shop.page.goto(`${app.url}/product/${shelf}`)
    await waitForValue(async () => names.includes('fields.js') && (await shop.page.getByText('Loading').count()) === 1, true)
    await context.clock.fastForward(2_000)
    await shop.waitUntilReady()
    await shop.field('Engraving').fill('Ada')
    await context.clock.fastForward(9_000)
    await lost(shop).waitFor()
    await context.clock.fastForward(2_000)
    await shop.page.locator('input[type=number]').waitFor()
    expect(await shop.field('Engraving').inputValue()).to.equal('Ada')
  })

  it('delay the confirmation dialog before a change until its script loads', async () => {
    const mend = await without('notice-blocks')
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    await shop.page.getByLabel('Hand crank').check()
    await shop.waitForReplies()
    const field = shop.page.getByLabel('Width').last()
    await field.focus()
    await shop.page.keyboard.press('Control+A')
    await shop.page.keyboard.type('200', { delay: 15 })
    await shop.page.keyboard.press('Enter')
    await lost(shop).first().waitFor()
    expect(await shop.isInViewport(lost(shop).first())).to.equal(true)
    expect(await field.inputValue()).to.equal('200')
    await mend()
    await shop.page.getByRole('button', { name: 'Try again' }).focus()
    await shop.page.keyboard.press('Enter')
    await shop.page.getByRole('dialog').waitFor()
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.page.getByRole('dialog').count(), 0)
    await shop.waitForReplies()
    expect(await field.inputValue()).to.equal('200')
    expect(await shop.page.getByLabel('Hand crank', { exact: true }).count()).to.equal(0)
  })

  it('report a load error even if the texts failed to load', async () => {
    const mend = await without('texts-configurator-de')
    const shop = new ProductPageDriver(await context.newPage(), app)
    await shop.page.goto(`${app.url}/de/product/${shelf}`)
    await lost(shop).waitFor()
    await mend()
    // The automatic retry can succeed first, which removes the button.
    await shop.page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await shop.waitUntilReady()
    expect(await shop.page.getByText('Ihr Preis').count()).to.be.greaterThan(0)
  })

  it("load from the script's own address on a page of another origin, below any path", async () => {
    const names = listRequestedModules()
    const script = '/made/to/measure/storefront/configurator.js'
    // Settings that the page made before the script loaded apply.
    const body = `<svc-configurator api="/api/svc-api/runtime/v1"></svc-configurator>
      <script>document.querySelector('svc-configurator').product = ${shelf}</script>
      <script type="module" src="http://scripts.example${script}"></script>`
    const policy = "default-src 'none'; script-src 'unsafe-inline' http://scripts.example; connect-src 'self'; img-src data:"
    await context.route('http://cms.example/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      if (!pathname.startsWith('/api/')) {
        const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
        return route.fulfill({ headers, body: `<!doctype html><html lang="de-DE"><link rel="icon" href="data:,">${body}</html>` })
      }
      // The page's server forwards the request to the service.
      const headers = { ...route.request().headers(), origin: app.url }
      await route.fulfill({ response: await route.fetch({ url: app.url + pathname.slice('/api'.length) + search, headers }) })
    })
    await context.route('http://scripts.example/made/to/measure/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const response = await route.fetch({ url: app.url + pathname.slice('/made/to/measure'.length) })
      await route.fulfill({ response })
    })
    const shop = await ProductPageDriver.open(context, extendApp(app, { url: 'http://cms.example' }), '/page')
    await waitForValue(
      async () => names.toSorted(),
      [
        'client-engine.js',
        'configurator-api.js',
        'configurator.js',
        'configurator.js',
        'fields.js',
        'notice-blocks.js',
        'texts-configurator-de.js',
        'texts-deferred-de.js',
        'tools.js',
      ],
    )
    await shop.field('Width').fill('42')
    await shop.leave()
    expect(await shop.selection(shelf, width)).to.equal('42')
  })
})
