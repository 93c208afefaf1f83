// A product whose pages are steps: where the shopper is, what is missing in each, an address for each, and the focus on its heading.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('a product in steps', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined
  let wardrobe: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
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

  async function open(path = `/product/${wardrobe}`, options: BrowserContextOptions = {}): Promise<ShopPage> {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 }, ...options })
    return ShopPage.open(context, app, path)
  }
  const steps = (shop: ShopPage): Promise<readonly string[]> =>
    shop.page
      .locator('.steps button')
      .evaluateAll((all) =>
        all.map((one) => [...one.children].map((part) => part.textContent).join(', ') + (one.ariaCurrent ? ' *' : '')),
      )
  const heading = (shop: ShopPage): Promise<string> => shop.page.getByRole('heading', { level: 2 }).first().innerText()
  const press = async (shop: ShopPage, name: string): Promise<void> => {
    await shop.page.getByRole('button', { name, exact: true }).focus()
    await shop.page.keyboard.press('Enter')
  }
  async function fill(shop: ShopPage, ...labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      await shop.page.getByLabel(label, { exact: false }).first().focus()
      await shop.page.keyboard.type('x')
      await shop.leave()
    }
  }
  const top = (shop: ShopPage): Promise<number> => shop.page.evaluate(() => Math.round(scrollY))
  const scrolled = (shop: ShopPage, to: number): Promise<void> => shop.page.evaluate((y) => scrollTo(0, y), to)

  it('says which step it is, of how many, and what is missing in each, and holds back the next by leading to what is missing', async () => {
    const shop = await open()
    expect(await steps(shop)).to.deep.equal(['1, Doors, 2 fields left *', '2, Inside, 2 fields left', '3, Delivery, Complete'])
    expect(await heading(shop)).to.equal('Step 1 of 3\nDoors')
    await press(shop, 'Next')
    await becomes(() => shop.focused(), await shop.page.getByLabel('Doors 11').getAttribute('id'))
    expect(await heading(shop)).to.contain('Doors')
    await fill(shop, 'Doors 11', 'Doors 12')
    await becomes(async () => (await steps(shop))[0], '1, Doors, Complete *')
    await press(shop, 'Next')
    await becomes(() => heading(shop), 'Step 2 of 3\nInside')
    expect(await shop.focused()).to.equal('page')
    expect(await shop.inSight(shop.page.getByRole('heading', { level: 2 }).first())).to.equal(true)
    expect((await steps(shop))[0]).to.equal('✓, Doors, Complete')
    expect(await axeProblems(shop.page)).to.deep.equal([])
    // The step after the next is held by what this one misses.
    await shop.page.locator('.steps button').nth(2).focus()
    await shop.page.keyboard.press('Enter')
    await becomes(() => shop.focused(), await shop.page.getByLabel('Inside 11').getAttribute('id'))
    await press(shop, 'Back')
    await becomes(() => heading(shop), 'Step 1 of 3\nDoors')
    expect(await shop.focused()).to.equal('page')
  })

  it('has an address for each, and keeps the place on it over Back, Forward and a reload', async () => {
    const shop = await open()
    await fill(shop, 'Doors 11', 'Doors 12')
    await shop.page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded()
    const left = await top(shop)
    expect(left).to.be.above(200)
    await press(shop, 'Next')
    await becomes(() => heading(shop), 'Step 2 of 3\nInside')
    await scrolled(shop, 333)
    const address = shop.page.url()
    expect(new URL(address).searchParams.get('page')).to.match(/^\d+$/)
    await shop.page.goBack()
    await becomes(() => heading(shop), 'Step 1 of 3\nDoors')
    await becomes(() => top(shop), left)
    await becomes(() => shop.focused(), 'page')
    await shop.page.goForward()
    await becomes(() => heading(shop), 'Step 2 of 3\nInside')
    expect(shop.page.url()).to.equal(address)
    await becomes(() => top(shop), 333)
    await shop.page.reload()
    await shop.ready()
    expect(await heading(shop)).to.equal('Step 2 of 3\nInside')
    await becomes(() => top(shop), 333)
  })

  it('is as wide as the screen at 320 pixels and from right to left, and says its steps there', async () => {
    const shop = await open(undefined, { viewport: { width: 320, height: 640 } })
    const wide = (): Promise<number> =>
      shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wide()).to.equal(0)
    expect(await shop.page.getByRole('button', { name: /Inside 2 fields left/ }).count()).to.equal(1)
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await shop.page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
    })
    expect(await wide()).to.equal(0)
    const first = await shop.page.locator('.steps button').first().boundingBox()
    expect(first!.x + first!.width).to.be.above(300)
  })
})
