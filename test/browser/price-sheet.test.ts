// Browser tests of the price details on narrow screens: contents, keyboard use, and no overlap with the focused control.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: price details on a narrow screen', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let shop: ProductPageDriver

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Front')
    const colour = await author.question(page, 'Colour', 'Radiobuttons')
    await author.answer(colour, 'Red', { price: 10 })
    for (let n = 1; n <= 12; n++) await author.question(page, `Note ${n}`, 'Textbox', { required: n === 1 })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 640 } })
    shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await line().waitFor()
  })
  afterEach(() => context?.close())

  const line = () => shop.page.locator('.price-line')
  const expanded = (): Promise<string | null> => line().getAttribute('aria-expanded')
  const rows = (): Promise<readonly string[]> =>
    shop.page
      .locator('.price-sheet tr')
      .evaluateAll((all) => all.map((row) => row.textContent?.replace(/\s+/g, ' ').trim() ?? ''))
  const open = async (): Promise<void> => {
    await line().focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(expanded, 'true')
  }

  it('open by keyboard, list parts and missing answers, follow a change, and close on Escape with the focus on the button', async () => {
    expect(await expanded()).to.equal('false')
    expect(await shop.page.getByRole('button', { name: 'Your price €100.00' }).count()).to.equal(1)
    await open()
    await waitForValue(rows, ['Base price €100.00', 'Total €100.00'])
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.press('Tab')
    expect(await shop.describeFocus()).to.contain('Note 1')
    expect(await expanded()).to.equal('true')
    await shop.page.keyboard.press('Escape')
    await waitForValue(expanded, 'false')
    expect(await shop.describeFocus()).to.contain('Your price')
    await shop.page.getByRole('radio', { name: 'Red' }).focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
    await open()
    await waitForValue(rows, ['Base price €100.00', 'ColourRed €10.00', 'Total €110.00'])
    await shop.page.keyboard.press('Enter')
    await waitForValue(expanded, 'false')
  })

  it('close when the focus moves elsewhere, so that they never cover the focused control', async () => {
    await open()
    await shop.page.keyboard.press('Shift+Tab')
    await waitForValue(expanded, 'false')
    expect(await shop.page.locator('.price-sheet').count()).to.equal(0)
    await open()
    await shop.page.locator('.price-sheet .missing button').focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(expanded, 'false')
    const field = shop.page.getByLabel('Note 1', { exact: false }).first()
    expect(await shop.describeFocus()).to.equal(await field.getAttribute('id'))
    const bar = (await shop.page.locator('.price-bar').boundingBox())!
    await waitForValue(async () => (await field.boundingBox())!.y + (await field.boundingBox())!.height <= bar.y, true)
  })

  it('are absent on a wide screen, which shows the price box', async () => {
    await shop.page.setViewportSize({ width: 1280, height: 800 })
    expect(await line().isVisible()).to.equal(false)
  })
})
