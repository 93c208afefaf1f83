// Browser tests of the product image: layer order, updates without gaps, alternative text, and a custom viewer.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

const layersOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('.visualization img')
    .evaluateAll((all) => all.map((image) => /([\w-]+)\.(?:svg|png|jpg)/.exec((image as HTMLImageElement).src)?.[1] ?? ''))

describe('storefront: product image', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(() => context?.close())
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('stacks the layers of the chosen answers in their stacking order, independent of the order of choices', async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    await waitForValue(() => layersOf(shop.page), ['demo-desk', 'demo-desk-crank'])
    await shop.page.getByLabel('Corner').focus()
    await shop.page.keyboard.press('Space')
    await shop.page.getByLabel('Oak', { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await waitForValue(() => layersOf(shop.page), ['demo-desk', 'demo-desk-oak', 'demo-desk-corner', 'demo-desk-crank'])
  })

  it('describes the shown answers in its alternative text', async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    const words = (): Promise<string | null> => shop.page.getByRole('img', { name: 'Standing desk. Shape' }).getAttribute('alt')
    await waitForValue(words, 'Standing desk. Shape: Straight, Drive: Hand crank')
    await shop.page.getByLabel('Two motors, quiet').focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
    await waitForValue(words, 'Standing desk. Shape: Straight, Drive: Two motors, quiet')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('keeps the previous layers until the new ones are decoded, and drops an outdated layer', async () => {
    const late = new Map<string, () => void>()
    const page = await context.newPage()
    await page.route(/demo-desk-(walnut|bamboo)\.png/, async (route) => {
      const name = /demo-desk-(\w+)/.exec(route.request().url())![1]!
      await new Promise<void>((resume) => late.set(name, resume))
      await route.continue()
    })
    const shop = new ProductPageDriver(page, app)
    await shop.goto('/product/standing-desk')
    await shop.page.getByLabel('Oak', { exact: true }).check()
    await waitForValue(() => layersOf(page), ['demo-desk', 'demo-desk-oak', 'demo-desk-crank'])
    await shop.page.getByLabel('Walnut', { exact: true }).check()
    await shop.waitForReplies()
    expect(await layersOf(page)).to.deep.equal(['demo-desk', 'demo-desk-oak', 'demo-desk-crank'])
    await shop.page.getByLabel('Bamboo', { exact: true }).check()
    await shop.waitForReplies()
    late.get('bamboo')!()
    await waitForValue(() => layersOf(page), ['demo-desk', 'demo-desk-bamboo', 'demo-desk-crank'])
    late.get('walnut')!()
    await shop.page.waitForLoadState('networkidle')
    expect(await layersOf(page)).to.deep.equal(['demo-desk', 'demo-desk-bamboo', 'demo-desk-crank'])
  })

  it('preloads the layers of answers that may be chosen next', async () => {
    const urls: string[] = []
    const page = await context.newPage()
    page.on('request', (request) => urls.push(request.url()))
    await new ProductPageDriver(page, app).goto('/product/standing-desk')
    for (const name of ['demo-desk-walnut', 'demo-desk-dual', 'demo-desk-drawer'])
      await waitForValue(async () => urls.some((url) => url.includes(`${name}.png`)), true)
  })

  it('runs no script in an SVG file and loads nothing for it', async () => {
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="fetch('/ran')"><script>fetch('/ran')</script><image href="${app.url}/loaded.png"/><rect width="40" height="20"/></svg>`
    await app.context.files.put('hostile.svg', new TextEncoder().encode(svg))
    const product = await createCatalogAuthor(app).product('Hostile', { image: 'hostile.svg' })
    const paths: string[] = []
    const page = await context.newPage()
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await new ProductPageDriver(page, app).goto(`/product/${product}`)
    await waitForValue(() => layersOf(page), ['hostile'])
    await page.waitForLoadState('networkidle')
    expect(paths.filter((path) => path === '/ran' || path === '/loaded.png')).to.deep.equal([])
  })

  it('passes description, answers and layers to a viewer of the page, and then draws nothing itself', async () => {
    const { products } = await app.shop.catalogue.products()
    const product = products.find(({ sku }) => sku === 'DESK')!
    const page = await context.newPage()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.route('**/viewer', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en-GB"><title>Viewer</title><body>
<svc-configurator product="${product.id}" language="en-GB"><div slot="viewer">A scene</div></svc-configurator>
<script type="module" src="/storefront/configurator.js"></script></body></html>`,
      }),
    )
    await page.addInitScript(() => {
      const pictureEvents: unknown[] = []
      addEventListener('svc-picture', (event) => pictureEvents.push((event as CustomEvent).detail))
      Object.assign(globalThis, { told: pictureEvents })
    })
    const shop = new ProductPageDriver(page, app)
    await shop.goto('/viewer')
    await page.getByLabel('Corner').check()
    await shop.waitForReplies()
    const readPictureEvents = (): Promise<
      readonly { description: string; answers: readonly object[]; layers: readonly string[] }[]
    > => page.evaluate(() => (globalThis as unknown as { told: never }).told)
    await waitForValue(
      async () => (await readPictureEvents()).at(-1)?.description,
      'Standing desk. Shape: Corner, Drive: Hand crank',
    )
    const last = (await readPictureEvents()).at(-1)!
    expect(last.answers.map((answer) => Object.keys(answer))).to.deep.equal([
      ['question_id', 'answer_id', 'sku'],
      ['question_id', 'answer_id', 'sku'],
    ])
    expect(last.layers.map((url) => /demo-desk[\w-]*/.exec(url)![0])).to.deep.equal([
      'demo-desk',
      'demo-desk-corner',
      'demo-desk-crank',
    ])
    expect(await page.getByText('A scene').isVisible()).to.equal(true)
    expect(urls.filter((url) => /demo-desk[\w-]*\.(jpg|png)/.test(url))).to.deep.equal([])
  })
})
