// A shopper sees two configurations side by side: his own beside what it was, or beside one that somebody has shared.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('the comparison of two configurations', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined
  let shelf: number
  let table: number
  let selections: readonly { readonly question_id: number; readonly value: string }[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Front')
    const colour = await author.question(page, 'Colour', 'Radiobuttons', { required: true })
    await author.answer(colour, 'Red', { price: 10 })
    const blue = await author.answer(colour, 'Blue', { price: 20 })
    const name = await author.question(page, 'Name', 'Textbox')
    const width = await author.question(page, 'Width', 'Textbox', { unit_en_GB: 'cm', unit_de_DE: 'cm' })
    selections = [
      { question_id: colour, value: String(blue) },
      { question_id: name, value: 'Ada' },
      { question_id: width, value: '80' },
    ]
    table = await author.product('Table')
    await author.question(await author.page(table, 'Top'), 'Wood', 'Textbox')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => context?.close())

  async function open(options: BrowserContextOptions = {}): Promise<ShopPage> {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    const shop = await ShopPage.open(context, app, `/product/${shelf}`)
    await shop.page.locator('#compare').waitFor()
    return shop
  }
  const press = async (shop: ShopPage, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).focus()
    await shop.page.keyboard.press('Enter')
  }
  const rows = (shop: ShopPage): Promise<readonly string[]> =>
    shop.page
      .locator('.comparison tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | ')))
  const choose = async (shop: ShopPage, name: string): Promise<void> => {
    await shop.page.getByRole('radio', { name }).focus()
    await shop.page.keyboard.press('Space')
    await shop.settled()
  }

  it('shows what the last change made different, and what each costs, and follows the next one', async () => {
    const shop = await open()
    await press(shop, 'Compare')
    await becomes(() => shop.focused(), 'comparison')
    expect(await shop.page.locator('.comparison table').count()).to.equal(0)
    await choose(shop, 'Red')
    const head = ' | Current configuration | Before the last change'
    await becomes(
      () => rows(shop),
      [head, 'Colour | Red (+ €10.00) | Nothing selected', 'Still missing | 0 | 1', 'Your price | €110.00 | €100.00'],
    )
    await choose(shop, 'Blue')
    await becomes(() => rows(shop), [head, 'Colour | Blue (+ €20.00) | Red (+ €10.00)', 'Your price | €120.00 | €110.00'])
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await shop.page.getByLabel('Link to another configuration').focus()
    await shop.page.keyboard.press('Escape')
    await becomes(() => shop.page.locator('.comparison').count(), 0)
    expect(await shop.focused()).to.equal('compare')
  })

  it('knows after a reload what stood there before, of that very configuration', async () => {
    const shop = await open()
    await choose(shop, 'Red')
    await choose(shop, 'Blue')
    await becomes(() => shop.page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('svc-former-'))), true)
    await shop.page.reload()
    await shop.page.locator('#compare').waitFor()
    await press(shop, 'Compare')
    const head = ' | Current configuration | Before the last change'
    await becomes(() => rows(shop), [head, 'Colour | Blue (+ €20.00) | Red (+ €10.00)', 'Your price | €120.00 | €110.00'])
    await shop.page.keyboard.press('Escape')
    await press(shop, 'Start over')
    await shop.settled()
    await shop.page.reload()
    await shop.page.locator('#compare').waitFor()
    await press(shop, 'Compare')
    await becomes(() => shop.focused(), 'comparison')
    expect(await rows(shop)).to.deep.equal([])
  })

  it('shows another one by its link, and says of a text that is none what it should be', async () => {
    const shop = await open()
    await choose(shop, 'Red')
    const { configuration } = await app.configurations.start({ product_id: shelf, selections })
    const { configuration: other } = await app.configurations.start({ product_id: table })
    await press(shop, 'Compare')
    await becomes(() => shop.focused(), 'comparison')
    const field = shop.page.getByLabel('Link to another configuration')
    const enter = async (text: string): Promise<void> => {
      await field.focus()
      await field.press('ControlOrMeta+a')
      await shop.page.keyboard.type(text)
      await shop.page.keyboard.press('Enter')
    }
    const said = (): Promise<string> => shop.page.locator('#comparison-said').innerText()
    await enter('blue')
    await becomes(async () => (await said()).startsWith('This is not a link'), true)
    await enter('x'.repeat(32))
    await becomes(said, 'This configuration no longer exists.')
    await enter(other)
    await becomes(said, 'This configuration belongs to another product.')
    await enter(`${app.url}/product/${shelf}?configuration=${configuration}`)
    await becomes(
      () => rows(shop),
      [
        ' | Current configuration | Other configuration',
        'Colour | Red (+ €10.00) | Blue (+ €20.00)',
        'Name | Nothing selected | Ada',
        'Width | Nothing selected | 80 cm',
        'Your price | €110.00 | €120.00',
      ],
    )
    expect(await said()).to.equal('')
    expect(await shop.selection(shelf, selections[1]!.question_id)).to.equal(null)
    await press(shop, 'Compare with my previous version')
    await becomes(async () => (await rows(shop))[0], ' | Current configuration | Before the last change')
  })

  it('is printed without the questions, and is as wide as the screen at 320 pixels and from right to left', async () => {
    const shop = await open({ viewport: { width: 320, height: 640 } })
    await choose(shop, 'Red')
    await press(shop, 'Compare')
    await becomes(() => shop.focused(), 'comparison')
    const wide = (): Promise<number> => shop.page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide()).to.equal(320)
    const beside = await shop.page
      .locator('.differing')
      .first()
      .locator('> *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(beside).size).to.equal(1)
    await shop.page.evaluate(() => document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl'))
    expect(await wide()).to.equal(320)
    await shop.page.emulateMedia({ media: 'print' })
    expect(await shop.page.locator('.comparison table').isVisible()).to.equal(true)
    for (const gone of ['.layout', '.beside', '.price-bar', '.ways'])
      expect(await shop.page.locator(gone).isVisible(), gone).to.equal(false)
  })
})
