// Browser tests of a product in steps: progress, missing answers, an address per step, and the focus on the heading.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: product in steps', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined
  let wardrobe: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    wardrobe = await author.product('Wardrobe', { baseprice: 100, page_nav_block_on_missing: 'yes' })
    for (const title of ['Doors', 'Inside', 'Delivery']) {
      const page = await author.page(wardrobe, title)
      for (let n = 1; n <= 12; n++) {
        await author.question(page, `${title} ${n}`, 'Textbox', { required: title !== 'Delivery' && n > 10 })
      }
    }
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => context?.close())

  async function open(path = `/product/${wardrobe}`, options: BrowserContextOptions = {}): Promise<ProductPageDriver> {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 }, ...options })
    return ProductPageDriver.open(context, app, path)
  }
  const steps = (shop: ProductPageDriver): Promise<readonly string[]> =>
    shop.page
      .locator('.steps button')
      .evaluateAll((all) =>
        all.map((step) => [...step.children].map((part) => part.textContent).join(', ') + (step.ariaCurrent ? ' *' : '')),
      )
  const heading = (shop: ProductPageDriver): Promise<string> =>
    shop.page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()
  const press = async (shop: ProductPageDriver, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).focus()
    await shop.page.keyboard.press('Enter')
  }
  async function fill(shop: ProductPageDriver, ...labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      await shop.page.getByLabel(label, { exact: false }).first().focus()
      await shop.page.keyboard.type('x')
      await shop.leave()
    }
  }
  const top = (shop: ProductPageDriver): Promise<number> => shop.page.evaluate(() => Math.round(scrollY))
  const scrolled = (shop: ProductPageDriver, to: number): Promise<void> => shop.page.evaluate((y) => scrollTo(0, y), to)

  it('shows the step, its number and missing answers, and moves the focus to a missing answer instead of the next step', async () => {
    const shop = await open()
    expect(await steps(shop)).to.deep.equal(['1, Doors, 2 fields left *', '2, Inside, 2 fields left', '3, Delivery, Complete'])
    expect(await heading(shop)).to.equal('Step 1 of 3\nDoors')
    await press(shop, 'Next')
    await waitForValue(() => shop.describeFocus(), await shop.page.getByLabel('Doors 11').getAttribute('id'))
    expect(await heading(shop)).to.contain('Doors')
    await fill(shop, 'Doors 11', 'Doors 12')
    await waitForValue(async () => (await steps(shop))[0], '1, Doors, Complete *')
    await press(shop, 'Next')
    await waitForValue(() => heading(shop), 'Step 2 of 3\nInside')
    expect(await shop.describeFocus()).to.equal('page')
    expect(await shop.isInViewport(shop.page.getByRole('main').getByRole('heading', { level: 2 }).first())).to.equal(true)
    expect((await steps(shop))[0]).to.equal('✓, Doors, Complete')
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    // The missing answers of this step also block the step after the next.
    await shop.page.locator('.steps button').nth(2).focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.describeFocus(), await shop.page.getByLabel('Inside 11').getAttribute('id'))
    await press(shop, 'Back')
    await waitForValue(() => heading(shop), 'Step 1 of 3\nDoors')
    expect(await shop.describeFocus()).to.equal('page')
  })

  it('has an address for each step, and restores the scroll position after Back, Forward and a reload', async () => {
    const shop = await open()
    await fill(shop, 'Doors 11', 'Doors 12')
    await shop.page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded()
    const topOffset = await top(shop)
    expect(topOffset).to.be.above(200)
    await press(shop, 'Next')
    await waitForValue(() => heading(shop), 'Step 2 of 3\nInside')
    await scrolled(shop, 333)
    const address = shop.page.url()
    expect(new URL(address).searchParams.get('page')).to.match(/^\d+$/)
    await shop.page.goBack()
    await waitForValue(() => heading(shop), 'Step 1 of 3\nDoors')
    await waitForValue(() => top(shop), topOffset)
    await waitForValue(() => shop.describeFocus(), 'page')
    await shop.page.goForward()
    await waitForValue(() => heading(shop), 'Step 2 of 3\nInside')
    expect(shop.page.url()).to.equal(address)
    await waitForValue(() => top(shop), 333)
    await shop.page.reload()
    await shop.waitUntilReady()
    expect(await heading(shop)).to.equal('Step 2 of 3\nInside')
    await waitForValue(() => top(shop), 333)
  })

  it('fits 320 pixels, also from right to left, and names its steps there', async () => {
    const shop = await open(undefined, { viewport: { width: 320, height: 640 } })
    const wide = (): Promise<number> =>
      shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wide()).to.equal(0)
    expect(await shop.page.getByRole('button', { name: /Inside 2 fields left/ }).count()).to.equal(1)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
    })
    expect(await wide()).to.equal(0)
    const first = await shop.page.locator('.steps button').first().boundingBox()
    expect(first!.x + first!.width).to.be.above(300)
  })
})
