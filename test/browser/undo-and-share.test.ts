// Browser tests of undo, redo, reset and sharing, by keyboard, with a stable focus.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { registerAccount } from '../support/registration.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: undo, redo, reset and sharing', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let colour: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Front')
    colour = await author.question(page, 'Colour', 'Radiobuttons', { required: true })
    const red = await author.answer(colour, 'Red', { price: 10 })
    await author.answer(colour, 'Blue', { price: 20 })
    const shade = await author.question(page, 'Shade', 'Radiobuttons', {
      rules: { question: colour, operator: '==', value: red },
    })
    await author.answer(shade, 'Dark', { price: 1 })
    await author.question(page, 'Name', 'Textbox')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(() => context?.close())

  const open = (path = `/product/${shelf}`): Promise<ProductPageDriver> => ProductPageDriver.open(context, app, path)
  const press = async (shop: ProductPageDriver, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).first().focus()
    await shop.page.keyboard.press('Enter')
    await shop.waitForReplies()
  }

  it('restores each state by undo and redo, and keeps the focus on the button', async () => {
    const shop = await open()
    const undo = shop.page.getByRole('button', { name: 'Undo', exact: true })
    await waitForValue(() => undo.getAttribute('aria-disabled'), 'true')
    await shop.page.getByLabel('Red').focus()
    await shop.page.keyboard.press('Space')
    await waitForValue(() => shop.price(), '€110.00')
    await shop.page.keyboard.press('ArrowDown')
    await waitForValue(() => shop.price(), '€120.00')
    await press(shop, 'Undo')
    await waitForValue(() => shop.price(), '€110.00')
    expect(await shop.page.getByLabel('Red').isChecked()).to.equal(true)
    expect(await shop.describeFocus()).to.equal('Undo')
    await press(shop, 'Undo')
    await waitForValue(() => shop.price(), '€100.00')
    expect(await undo.getAttribute('aria-disabled')).to.equal('true')
    await press(shop, 'Redo')
    await waitForValue(() => shop.price(), '€110.00')
    expect(await shop.describeFocus()).to.equal('Redo')
    expect((await shop.loadConfiguration(shelf)).can_redo).to.equal(true)
    await press(shop, 'Start over')
    await waitForValue(() => shop.price(), '€100.00')
    await press(shop, 'Restore my entries')
    await waitForValue(() => shop.price(), '€110.00')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('undoes typed but unsent input in one step', async () => {
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await shop.waitForReplies()
    await shop.type('Name', ['Ada'], 0)
    await press(shop, 'Undo')
    await waitForValue(() => shop.field('Name').inputValue(), '')
    expect(await shop.page.getByLabel('Red').isChecked()).to.equal(true)
  })

  it('offers an undo next to an automatic change', async () => {
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await shop.page.getByLabel('Dark').check()
    await waitForValue(() => shop.price(), '€111.00')
    await shop.page.getByLabel('Blue').check()
    const notice = shop.page.locator('.notice')
    await notice.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await notice.innerText()).to.contain('Shade')
    await notice.getByRole('button', { name: 'Undo' }).focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.price(), '€111.00')
    expect(await shop.page.getByLabel('Dark').isChecked()).to.equal(true)
    expect(await notice.count()).to.equal(0)
  })

  it('shares a configuration by link, and gives a visitor who changes it their own copy, also after a reload', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await waitForValue(() => shop.price(), '€110.00')
    await press(shop, 'Share')
    const link = await shop.page.getByLabel('Anyone with this link').inputValue()
    expect(link).to.match(/\/product\/\d+\?configuration=[\w-]{32}$/)
    const mine = await shop.token(shelf)
    const other = await browser.newContext({ locale: 'en-GB' })
    const { pathname, search } = new URL(link)
    const sharedPage = await ProductPageDriver.open(other, app, pathname + search)
    await sharedPage.page.getByText('was shared with you').waitFor()
    expect(await sharedPage.price()).to.equal('€110.00')
    expect(await findAxeProblems(sharedPage.page)).to.deep.equal([])
    await sharedPage.page.getByLabel('Red').focus()
    await sharedPage.page.keyboard.press('ArrowDown')
    await waitForValue(() => sharedPage.price(), '€120.00')
    await waitForValue(() => sharedPage.page.getByText('was shared with you').count(), 0)
    await sharedPage.page.reload()
    await sharedPage.waitUntilReady()
    await waitForValue(() => sharedPage.price(), '€120.00')
    expect((await app.shop.configurations.read(new URLSearchParams(search).get('configuration')!)).price?.gross).to.equal(110)
    expect((await app.shop.configurations.read(mine)).price?.gross).to.equal(110)
    await other.close()
  })

  it('explains to a visitor that the configuration of a link belongs to an account', async () => {
    const { session } = await registerAccount(app, { email: 'ada@people.example', password: 'correct horse battery' })
    const shopper = (await app.shop.accounts.sessionShopper(session))!
    const { configuration } = await app.shop.configurations.start({ product_id: shelf }, { shopper })
    const page = await context.newPage()
    await page.goto(`${app.url}/product/${shelf}?configuration=${configuration}`)
    await page.getByRole('alert').getByText('belongs to an account, or it no longer exists').waitFor()
  })

  it('lists price parts that add up to the total, and updates them after each change', async () => {
    const shop = await open()
    await shop.page.getByText('Price breakdown').focus()
    await shop.page.keyboard.press('Enter')
    const rows = (): Promise<readonly string[]> =>
      shop.page
        .locator('.price-parts tr')
        .evaluateAll((all) => all.map((row) => row.textContent?.replace(/\s+/g, ' ').trim() ?? ''))
    await waitForValue(rows, ['Base price €100.00', 'Total €100.00'])
    await shop.page.getByLabel('Red').focus()
    await shop.page.keyboard.press('Space')
    await waitForValue(rows, ['Base price €100.00', 'ColourRed €10.00', 'Total €110.00'])
    expect(await shop.price()).to.equal('€110.00')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })
})
