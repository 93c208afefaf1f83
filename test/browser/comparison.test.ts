// Browser tests of the comparison: the current configuration next to its previous state or a shared configuration.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: comparison of two configurations', function () {
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
    const author = createCatalogAuthor(app)
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

  async function open(options: BrowserContextOptions = {}): Promise<ProductPageDriver> {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await shop.page.locator('#compare').waitFor()
    return shop
  }
  const press = async (shop: ProductPageDriver, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).focus()
    await shop.page.keyboard.press('Enter')
  }
  const rows = (shop: ProductPageDriver): Promise<readonly string[]> =>
    shop.page
      .locator('.comparison tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | ')))
  const choose = async (shop: ProductPageDriver, name: string): Promise<void> => {
    await shop.page.getByRole('radio', { name }).focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
  }

  it('shows the differences and prices of the last change, and updates after the next change', async () => {
    const shop = await open()
    await press(shop, 'Compare')
    await waitForValue(() => shop.describeFocus(), 'comparison')
    expect(await shop.page.locator('.comparison table').count()).to.equal(0)
    await choose(shop, 'Red')
    const head = ' | Current configuration | Before the last change'
    await waitForValue(
      () => rows(shop),
      [head, 'Colour | Red (+ €10.00) | Nothing selected', 'Still missing | 0 | 1', 'Your price | €110.00 | €100.00'],
    )
    await choose(shop, 'Blue')
    await waitForValue(() => rows(shop), [head, 'Colour | Blue (+ €20.00) | Red (+ €10.00)', 'Your price | €120.00 | €110.00'])
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.getByLabel('Link to another configuration').focus()
    await shop.page.keyboard.press('Escape')
    await waitForValue(() => shop.page.locator('.comparison').count(), 0)
    expect(await shop.describeFocus()).to.equal('compare')
  })

  it('remembers the previous state of a configuration after a reload, and forgets it for a new configuration', async () => {
    const shop = await open()
    await choose(shop, 'Red')
    await choose(shop, 'Blue')
    await waitForValue(
      () => shop.page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('svc-former-'))),
      true,
    )
    await shop.page.reload()
    await shop.page.locator('#compare').waitFor()
    await press(shop, 'Compare')
    const head = ' | Current configuration | Before the last change'
    await waitForValue(() => rows(shop), [head, 'Colour | Blue (+ €20.00) | Red (+ €10.00)', 'Your price | €120.00 | €110.00'])
    await shop.page.keyboard.press('Escape')
    await press(shop, 'Start over')
    await shop.waitForReplies()
    await shop.page.reload()
    await shop.page.locator('#compare').waitFor()
    await press(shop, 'Compare')
    await waitForValue(() => shop.describeFocus(), 'comparison')
    expect(await rows(shop)).to.deep.equal([])
  })

  it('compares with a configuration link, and reports invalid links, unknown configurations and other products', async () => {
    const shop = await open()
    await choose(shop, 'Red')
    const { configuration } = await app.shop.configurations.start({ product_id: shelf, selections })
    const { configuration: other } = await app.shop.configurations.start({ product_id: table })
    await press(shop, 'Compare')
    await waitForValue(() => shop.describeFocus(), 'comparison')
    const field = shop.page.getByLabel('Link to another configuration')
    const enter = async (text: string): Promise<void> => {
      await field.focus()
      await field.press('ControlOrMeta+a')
      await shop.page.keyboard.type(text)
      await shop.page.keyboard.press('Enter')
    }
    const readAnnouncement = (): Promise<string> => shop.page.locator('#comparison-said').innerText()
    await enter('blue')
    await waitForValue(async () => (await readAnnouncement()).startsWith('This is not a link'), true)
    await enter('x'.repeat(32))
    await waitForValue(readAnnouncement, 'This configuration no longer exists.')
    await enter(other)
    await waitForValue(readAnnouncement, 'This configuration belongs to another product.')
    await enter(`${app.url}/product/${shelf}?configuration=${configuration}`)
    await waitForValue(
      () => rows(shop),
      [
        ' | Current configuration | Other configuration',
        'Colour | Red (+ €10.00) | Blue (+ €20.00)',
        'Name | Nothing selected | Ada',
        'Width | Nothing selected | 80 cm',
        'Your price | €110.00 | €120.00',
      ],
    )
    expect(await readAnnouncement()).to.equal('')
    expect(await shop.selection(shelf, selections[1]!.question_id)).to.equal(null)
    await press(shop, 'Compare with my previous version')
    await waitForValue(async () => (await rows(shop))[0], ' | Current configuration | Before the last change')
  })

  it('is printed without the questions, and fits 320 pixels, also from right to left', async () => {
    const shop = await open({ viewport: { width: 320, height: 640 } })
    await choose(shop, 'Red')
    await press(shop, 'Compare')
    await waitForValue(() => shop.describeFocus(), 'comparison')
    const wide = (): Promise<number> => shop.page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide()).to.equal(320)
    const tops = await shop.page
      .locator('.differing')
      .first()
      .locator('> *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
    expect(new Set(tops).size).to.equal(1)
    await shop.page.evaluate(() => document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl'))
    expect(await wide()).to.equal(320)
    await shop.page.emulateMedia({ media: 'print' })
    expect(await shop.page.locator('.comparison table').isVisible()).to.equal(true)
    for (const hiddenSelector of ['.layout', '.beside', '.price-bar', '.ways'])
      expect(await shop.page.locator(hiddenSelector).isVisible(), hiddenSelector).to.equal(false)
  })
})
