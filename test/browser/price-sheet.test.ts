// The price on narrow screens opens and closes: its parts with amounts, what is missing, and never a control that is used below it.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('the price on a narrow screen', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let shop: ShopPage

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
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
    shop = await ShopPage.open(context, app, `/product/${shelf}`)
    await line().waitFor()
  })
  afterEach(() => context?.close())

  const line = () => shop.page.locator('.price-line')
  const expanded = (): Promise<string | null> => line().getAttribute('aria-expanded')
  const rows = (): Promise<readonly string[]> =>
    shop.page
      .locator('.price-sheet tr')
      .evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''))
  const open = async (): Promise<void> => {
    await line().focus()
    await shop.page.keyboard.press('Enter')
    await becomes(expanded, 'true')
  }

  it('opens by a key to its parts and what is missing, follows a change, and Escape closes it with the focus on its button', async () => {
    expect(await expanded()).to.equal('false')
    expect(await shop.page.getByRole('button', { name: 'Your price €100.00' }).count()).to.equal(1)
    await open()
    await becomes(rows, ['Base price €100.00', 'Total €100.00'])
    expect(await axeProblems(shop.page)).to.deep.equal([])
    expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.press('Tab')
    expect(await shop.focused()).to.contain('Note 1')
    expect(await expanded()).to.equal('true')
    await shop.page.keyboard.press('Escape')
    await becomes(expanded, 'false')
    expect(await shop.focused()).to.contain('Your price')
    await shop.page.getByRole('radio', { name: 'Red' }).focus()
    await shop.page.keyboard.press('Space')
    await shop.settled()
    await open()
    await becomes(rows, ['Base price €100.00', 'ColourRed €10.00', 'Total €110.00'])
    await shop.page.keyboard.press('Enter')
    await becomes(expanded, 'false')
  })

  it('closes as soon as the focus goes elsewhere, so that nothing in use lies below it', async () => {
    await open()
    await shop.page.keyboard.press('Shift+Tab')
    await becomes(expanded, 'false')
    expect(await shop.page.locator('.price-sheet').count()).to.equal(0)
    await open()
    await shop.page.locator('.price-sheet .missing button').focus()
    await shop.page.keyboard.press('Enter')
    await becomes(expanded, 'false')
    const field = shop.page.getByLabel('Note 1', { exact: false }).first()
    expect(await shop.focused()).to.equal(await field.getAttribute('id'))
    const bar = (await shop.page.locator('.price-bar').boundingBox())!
    await becomes(async () => (await field.boundingBox())!.y + (await field.boundingBox())!.height <= bar.y, true)
  })

  it('is as it was where there is room for the box', async () => {
    await shop.page.setViewportSize({ width: 1280, height: 800 })
    expect(await line().isVisible()).to.equal(false)
  })
})
