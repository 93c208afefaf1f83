// Browser tests of rejected input: the panel, the price, the field and the buttons agree while a value is invalid.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: rejected input', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let width: number
  let depth: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Shelf')
    const limits = {
      input_restriction: 'integer',
      validate: true,
      set_min_value: 'static',
      minval: 300,
      set_max_value: 'static',
      maxval: 3000,
    }
    await author.question(page, 'Name', 'Textbox')
    width = await author.question(page, 'Width', 'Textbox', limits)
    depth = await author.question(page, 'Depth', 'Textbox', {
      ...limits,
      required: true,
      default_value: '400',
      prefill_on_init: true,
    })
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
  const state = (shop: ProductPageDriver): Locator => shop.page.locator('.price-box .state')
  const tooSmall = "'Width' must be at least 300."
  const press = async (shop: ProductPageDriver, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).first().focus()
    await shop.page.keyboard.press('Enter')
  }

  it('is listed in the panel, which shows the configuration as incomplete and the price as outdated', async () => {
    const shop = await open()
    await shop.page.getByText('Your configuration is complete.').waitFor()
    await shop.type('Width', ['14'], 0)
    await shop.leave()
    await state(shop).getByRole('button', { name: tooSmall }).waitFor()
    expect(await shop.page.getByText('Your configuration is complete.').count()).to.equal(0)
    expect(await state(shop).innerText()).to.contain('One field needs your attention')
    await shop.page.locator('.price').getByText('This price does not include your latest entries yet.').waitFor()
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await state(shop).getByRole('button', { name: tooSmall }).focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.describeFocus(), `control-${width}`)
    await shop.page.keyboard.type('00')
    await shop.page.keyboard.press('End')
    await shop.page.keyboard.press('Tab')
    await shop.page.getByText('Your configuration is complete.').waitFor()
    expect(await shop.page.locator('.price').getByText('does not include your latest entries yet').count()).to.equal(0)
  })

  it('makes the configuration incomplete while its field still has the focus', async () => {
    const shop = await open()
    await shop.type('Width', ['14'], 0)
    await waitForValue(() => shop.page.getByText('Your configuration is complete.').count(), 0)
    await shop.page.locator('.price').getByText('This price does not include your latest entries yet.').waitFor()
    expect(await shop.readAlerts()).to.deep.equal([])
    await shop.page.keyboard.type('00')
    await shop.page.getByText('Your configuration is complete.').waitFor()
  })

  it('is named by "Add to cart", with a link that moves the focus to its field', async () => {
    const shop = await open()
    await shop.type('Width', ['14'], 0)
    await press(shop, 'Add to cart')
    const output = shop.page.locator('output')
    const link = output.getByRole('link', { name: tooSmall })
    await link.waitFor()
    await waitForValue(() => shop.describeFocus(), `control-${width}`)
    await shop.field('Name').focus()
    await link.focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.describeFocus(), `control-${width}`)
    await shop.page.keyboard.press('ControlOrMeta+A')
    await shop.page.keyboard.type('1400')
    await shop.page.keyboard.press('Tab')
    await waitForValue(() => output.innerText(), '')
  })

  it('is listed with the missing answers in page order', async () => {
    const shop = await open()
    await shop.type('Width', ['14'], 0)
    await shop.leave()
    await shop.field('Depth').focus()
    await shop.page.keyboard.press('ControlOrMeta+A')
    await shop.page.keyboard.press('Delete')
    await shop.leave()
    await waitForValue(() => state(shop).locator('.missing button').allInnerTexts(), [tooSmall, 'Depth'])
    await press(shop, 'Add to cart')
    await waitForValue(() => shop.describeFocus(), `control-${width}`)
    const result = await shop.page.evaluate(async () => {
      const element = document.querySelector('svc-configurator') as unknown as {
        settled(): Promise<{ complete: boolean; problems: readonly { question_id: number; message: string }[] }>
      }
      const { complete, problems } = await element.settled()
      return { complete, problems: problems.map(({ question_id }) => question_id) }
    })
    expect(result).to.deep.equal({ complete: false, problems: [width, depth] })
  })

  it('marks the price in the bottom bar of a phone as outdated', async () => {
    await context.close()
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 640 } })
    const shop = await open()
    await shop.type('Width', ['14'], 0)
    await shop.leave()
    await shop.page.locator('.price-bar').getByText('This price does not include your latest entries yet.').waitFor()
  })

  it('is distinguished from a shop that does not respond', async () => {
    const shop = await open()
    await context.route('**/configurations/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await shop.type('Name', ['Ada'], 0)
    await press(shop, 'Add to cart')
    await shop.page.locator('output').getByText('The shop is not responding right now. Your configuration is saved').waitFor()
  })
})
