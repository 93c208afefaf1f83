// Browser tests of controls: live prices while a slider is dragged, large previews of tiles, character counters, and colours.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: controls', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let complaints: string[]
  let shelf: number
  let width: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Parts')
    width = await author.question(page, 'Width', 'Slider', {
      set_min_value: 'static',
      minval: 10,
      set_max_value: 'static',
      maxval: 90,
    })
    await author.question(page, 'Note', 'Textarea')
    await author.question(page, 'Colour', 'Colorpicker')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<ProductPageDriver> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
    const shop = await ProductPageDriver.open(context, app, path)
    await shop.page.getByText('Price breakdown').waitFor()
    return shop
  }
  const preview = (shop: ProductPageDriver): Locator => shop.page.locator('.preview')
  const over = async (first: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = [(await first.boundingBox())!, (await other.boundingBox())!]
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1
  }

  it('update the price while the slider is dragged, and send one request at the end', async () => {
    const shop = await open('/product/standing-desk')
    await shop.waitForClientEngine()
    let requestCount = 0
    await shop.intercept(async (route) => {
      requestCount++
      await route.continue()
    })
    const slider = shop.page.locator('input[type=range]').first()
    await slider.scrollIntoViewIfNeeded()
    const box = (await slider.boundingBox())!
    const amount = (): Promise<string> => shop.page.locator('[data-part=amount]').first().innerText()
    const amounts = new Set([await amount()])
    const middle = box.y + box.height / 2
    await shop.page.mouse.move(box.x + box.width / 2, middle)
    await shop.page.mouse.down()
    for (const part of [0.55, 0.65, 0.75, 0.9]) {
      await shop.page.mouse.move(box.x + box.width * part, middle, { steps: 3 })
      await shop.page.waitForTimeout(500)
      amounts.add(await amount())
    }
    expect(amounts.size, [...amounts].join()).to.be.greaterThan(2)
    expect(requestCount).to.equal(0)
    const last = await amount()
    await shop.page.mouse.up()
    await waitForValue(async () => requestCount, 1)
    await shop.waitForReplies()
    expect(await shop.price()).to.equal(last)
    const { products } = await app.shop.catalogue.products()
    const { price } = await shop.loadConfiguration(products.find(({ label }) => label === 'standing-desk')!.id)
    expect(last).to.equal(`€${price!.gross.toFixed(2)}`)
  })

  it('preview the focused or hovered tile next to it, and hide the preview on Escape', async () => {
    const shop = await open('/product/standing-desk')
    const tiles = shop.page.locator('.tile')
    await shop.page.locator('.tile input').first().focus()
    await preview(shop).waitFor()
    const first = await preview(shop).innerText()
    expect(first).to.equal((await tiles.first().locator('.choice-title').innerText()).trim())
    await waitForValue(
      () =>
        preview(shop)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
      true,
    )
    expect(await over(preview(shop), tiles.first())).to.equal(false)
    await shop.page.keyboard.press('Escape')
    expect(await preview(shop).isVisible()).to.equal(false)
    await shop.page.keyboard.press('ArrowDown')
    await preview(shop).waitFor()
    expect(await preview(shop).innerText()).not.to.equal(first)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await tiles.nth(2).hover()
    await waitForValue(() => preview(shop).innerText(), (await tiles.nth(2).locator('.choice-title').innerText()).trim())
    await shop.page.mouse.move(5, 5)
    await waitForValue(() => preview(shop).isVisible(), false)
  })

  it('show the preview above or not at all if it would cover a message below', async () => {
    const shop = await open('/product/standing-desk')
    await shop.intercept((route) => route.abort())
    const corner = shop.page.locator('.tile', { hasText: 'Corner' })
    await corner.evaluate((tile) => tile.scrollIntoView({ block: 'center' }))
    await corner.click()
    const alert = shop.page.getByRole('alert').filter({ hasText: 'The shop is not responding' })
    await alert.waitFor()
    await preview(shop).waitFor()
    expect([await over(preview(shop), alert), await over(preview(shop), corner)]).to.deep.equal([false, false])
    await corner.evaluate((tile) => tile.scrollIntoView({ block: 'start' }))
    await waitForValue(() => preview(shop).isVisible(), false)
  })

  it('show the preview on touch on a narrow screen, without sideways scrolling', async () => {
    const shop = await open('/product/standing-desk', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      colorScheme: 'dark',
    })
    await shop.page.locator('.tile').first().tap()
    await preview(shop).waitFor()
    expect(await over(preview(shop), shop.page.locator('.tile').first())).to.equal(false)
    const wide = await shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).to.equal(0)
    await shop.page.locator('.price-bar').tap()
    await waitForValue(() => preview(shop).isVisible(), false)
  })

  it('count the remaining characters of a text, and announce the count only near the limit', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.type('Note', ['Ada'], 0)
    const counter = shop.page.locator('.counter')
    expect(await counter.innerText()).to.equal('3 / 2,000')
    expect(await counter.getAttribute('aria-live')).to.equal('off')
    await shop.page.keyboard.insertText('x'.repeat(1_980))
    await waitForValue(() => counter.innerText(), '1,983 / 2,000')
    expect(await counter.getAttribute('aria-live')).to.equal('polite')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.leave()
    expect(await counter.count()).to.equal(0)
    expect((await shop.loadConfiguration(shelf)).questions.some(({ selection }) => selection?.startsWith('Adaxx'))).to.equal(true)
  })

  it('accept a colour by its code or from the picker, both by keyboard', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.page.locator('input[type=color]').focus()
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.type('#1E90FF', { delay: 10 })
    await shop.leave()
    expect((await shop.loadConfiguration(shelf)).questions.map(({ selection }) => selection)).to.include('#1e90ff')
    expect(await shop.page.locator('input[type=color]').inputValue()).to.equal('#1e90ff')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('keep a number typed next to the slider', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.type('Width', ['42'], 0)
    await shop.leave()
    expect(await shop.selection(shelf, width)).to.equal('42')
  })
})
