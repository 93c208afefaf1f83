// Controls at work: a price that moves with the slider, large pictures of tiles, what is left of a text.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('the controls', function () {
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
    const author = catalogAuthor(app)
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

  async function open(path: string, options: BrowserContextOptions = {}): Promise<ShopPage> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
    const shop = await ShopPage.open(context, app, path)
    await shop.page.getByText('Price breakdown').waitFor()
    return shop
  }
  const preview = (shop: ShopPage): Locator => shop.page.locator('.preview')
  const over = async (one: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1
  }

  it('move the price while the slider is dragged, and send what it comes to once', async () => {
    const shop = await open('/product/standing-desk')
    await shop.reckons()
    let sent = 0
    await shop.intercept(async (route) => {
      sent++
      await route.continue()
    })
    const slider = shop.page.locator('input[type=range]').first()
    await slider.scrollIntoViewIfNeeded()
    const box = (await slider.boundingBox())!
    const amount = (): Promise<string> => shop.page.locator('[data-part=amount]').first().innerText()
    const seen = new Set([await amount()])
    const middle = box.y + box.height / 2
    await shop.page.mouse.move(box.x + box.width / 2, middle)
    await shop.page.mouse.down()
    for (const part of [0.55, 0.65, 0.75, 0.9]) {
      await shop.page.mouse.move(box.x + box.width * part, middle, { steps: 3 })
      await shop.page.waitForTimeout(500)
      seen.add(await amount())
    }
    expect(seen.size, [...seen].join()).to.be.greaterThan(2)
    expect(sent).to.equal(0)
    const last = await amount()
    await shop.page.mouse.up()
    await becomes(async () => sent, 1)
    await shop.settled()
    expect(await shop.price()).to.equal(last)
    const { products } = await app.catalogue.products()
    const { price } = await shop.held(products.find(({ label }) => label === 'standing-desk')!.id)
    expect(last).to.equal(`€${price!.gross.toFixed(2)}`)
  })

  it('show the picture of a tile large under the focus and the pointer, never over it, until Escape', async () => {
    const shop = await open('/product/standing-desk')
    const tiles = shop.page.locator('.tile')
    await shop.page.locator('.tile input').first().focus()
    await preview(shop).waitFor()
    const first = await preview(shop).innerText()
    expect(first).to.equal((await tiles.first().locator('.choice-title').innerText()).trim())
    await becomes(
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
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await tiles.nth(2).hover()
    await becomes(() => preview(shop).innerText(), (await tiles.nth(2).locator('.choice-title').innerText()).trim())
    await shop.page.mouse.move(5, 5)
    await becomes(() => preview(shop).isVisible(), false)
  })

  it('show it above, or not at all, where something is told below', async () => {
    const shop = await open('/product/standing-desk')
    await shop.intercept((route) => route.abort())
    const corner = shop.page.locator('.tile', { hasText: 'Corner' })
    await corner.evaluate((tile) => tile.scrollIntoView({ block: 'center' }))
    await corner.click()
    const told = shop.page.getByRole('alert').filter({ hasText: 'The shop is not responding' })
    await told.waitFor()
    await preview(shop).waitFor()
    expect([await over(preview(shop), told), await over(preview(shop), corner)]).to.deep.equal([false, false])
    await corner.evaluate((tile) => tile.scrollIntoView({ block: 'start' }))
    await becomes(() => preview(shop).isVisible(), false)
  })

  it('show it to a finger on a narrow screen, with nothing sideways', async () => {
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
    await becomes(() => preview(shop).isVisible(), false)
  })

  it('count what is left of a text while it is typed, aloud only near its end', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.type('Note', ['Ada'], 0)
    const counter = shop.page.locator('.counter')
    expect(await counter.innerText()).to.equal('3 / 2,000')
    expect(await counter.getAttribute('aria-live')).to.equal('off')
    await shop.page.keyboard.insertText('x'.repeat(1_980))
    await becomes(() => counter.innerText(), '1,983 / 2,000')
    expect(await counter.getAttribute('aria-live')).to.equal('polite')
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await shop.leave()
    expect(await counter.count()).to.equal(0)
    expect((await shop.held(shelf)).questions.some(({ selection }) => selection?.startsWith('Adaxx'))).to.equal(true)
  })

  it('take a colour by its code or by the picker, both by keys', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.page.locator('input[type=color]').focus()
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.type('#1E90FF', { delay: 10 })
    await shop.leave()
    expect((await shop.held(shelf)).questions.map(({ selection }) => selection)).to.include('#1e90ff')
    expect(await shop.page.locator('input[type=color]').inputValue()).to.equal('#1e90ff')
    expect(await axeProblems(shop.page)).to.deep.equal([])
  })

  it('keep a number that was typed beside the slider', async () => {
    const shop = await open(`/product/${shelf}`)
    await shop.type('Width', ['42'], 0)
    await shop.leave()
    expect(await shop.selection(shelf, width)).to.equal('42')
  })
})
