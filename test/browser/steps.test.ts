// A shopper takes back what he did, makes it again, begins anew, and shares what he has made: by keys, with the focus where he was.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('the steps of a shopper', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let colour: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
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

  const open = (path = `/product/${shelf}`): Promise<ShopPage> => ShopPage.open(context, app, path)
  const press = async (shop: ShopPage, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).first().focus()
    await shop.page.keyboard.press('Enter')
    await shop.settled()
  }

  it('lead back and forth, and the focus stays on the button', async () => {
    const shop = await open()
    const undo = shop.page.getByRole('button', { name: 'Undo', exact: true })
    await becomes(() => undo.getAttribute('aria-disabled'), 'true')
    await shop.page.getByLabel('Red').focus()
    await shop.page.keyboard.press('Space')
    await becomes(() => shop.price(), '€110.00')
    await shop.page.keyboard.press('ArrowDown')
    await becomes(() => shop.price(), '€120.00')
    await press(shop, 'Undo')
    await becomes(() => shop.price(), '€110.00')
    expect(await shop.page.getByLabel('Red').isChecked()).to.equal(true)
    expect(await shop.focused()).to.equal('Undo')
    await press(shop, 'Undo')
    await becomes(() => shop.price(), '€100.00')
    expect(await undo.getAttribute('aria-disabled')).to.equal('true')
    await press(shop, 'Redo')
    await becomes(() => shop.price(), '€110.00')
    expect(await shop.focused()).to.equal('Redo')
    expect((await shop.held(shelf)).can_redo).to.equal(true)
    await press(shop, 'Start over')
    await becomes(() => shop.price(), '€100.00')
    await press(shop, 'Restore my entries')
    await becomes(() => shop.price(), '€110.00')
    expect(await axeProblems(shop.page)).to.deep.equal([])
  })

  it('take back what was typed and not yet sent, as one step', async () => {
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await shop.settled()
    await shop.type('Name', ['Ada'], 0)
    await press(shop, 'Undo')
    await becomes(() => shop.field('Name').inputValue(), '')
    expect(await shop.page.getByLabel('Red').isChecked()).to.equal(true)
  })

  it('are offered beside what changed by itself', async () => {
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await shop.page.getByLabel('Dark').check()
    await becomes(() => shop.price(), '€111.00')
    await shop.page.getByLabel('Blue').check()
    const notice = shop.page.locator('.notice')
    await notice.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await notice.innerText()).to.contain('Shade')
    await notice.getByRole('button', { name: 'Undo' }).focus()
    await shop.page.keyboard.press('Enter')
    await becomes(() => shop.price(), '€111.00')
    expect(await shop.page.getByLabel('Dark').isChecked()).to.equal(true)
    expect(await notice.count()).to.equal(0)
  })

  it('are shared by a link that shows them, and whoever changes something there has one of his own, over a reload too', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const shop = await open()
    await shop.page.getByLabel('Red').check()
    await becomes(() => shop.price(), '€110.00')
    await press(shop, 'Share')
    const link = await shop.page.getByLabel('Anyone with this link').inputValue()
    expect(link).to.match(/\/product\/\d+\?configuration=[\w-]{32}$/)
    const mine = await shop.token(shelf)
    const other = await browser.newContext({ locale: 'en-GB' })
    const { pathname, search } = new URL(link)
    const seen = await ShopPage.open(other, app, pathname + search)
    await seen.page.getByText('was shared with you').waitFor()
    expect(await seen.price()).to.equal('€110.00')
    expect(await axeProblems(seen.page)).to.deep.equal([])
    await seen.page.getByLabel('Red').focus()
    await seen.page.keyboard.press('ArrowDown')
    await becomes(() => seen.price(), '€120.00')
    await becomes(() => seen.page.getByText('was shared with you').count(), 0)
    await seen.page.reload()
    await seen.ready()
    await becomes(() => seen.price(), '€120.00')
    expect((await app.configurations.read(new URLSearchParams(search).get('configuration')!)).price?.gross).to.equal(110)
    expect((await app.configurations.read(mine)).price?.gross).to.equal(110)
    await other.close()
  })

  it('are told apart in the price, whose parts add up to it, and follow each change while they are open', async () => {
    const shop = await open()
    await shop.page.getByText('Price breakdown').focus()
    await shop.page.keyboard.press('Enter')
    const rows = (): Promise<readonly string[]> =>
      shop.page
        .locator('.price-parts tr')
        .evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''))
    await becomes(rows, ['Base price €100.00', 'Total €100.00'])
    await shop.page.getByLabel('Red').focus()
    await shop.page.keyboard.press('Space')
    await becomes(rows, ['Base price €100.00', 'ColourRed €10.00', 'Total €110.00'])
    expect(await shop.price()).to.equal('€110.00')
    expect(await axeProblems(shop.page)).to.deep.equal([])
  })
})
