// Browser tests of header and footer: one row on a desktop, 64 pixels on a phone, menus by keyboard, mouse and touch without scripts.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

describe('storefront: header and footer', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined, ['he-IL'])
  })
  afterEach(() => context?.close())
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const open = async (path: string, options: BrowserContextOptions): Promise<Page> => {
    context = await browser.newContext({ locale: 'en-GB', ...options })
    const page = await context.newPage()
    await page.goto(app.url + path)
    return page
  }
  const readHeaderHeight = async (page: Page): Promise<number> => (await page.locator('header.top').boundingBox())!.height
  const desktop = { viewport: { width: 1280, height: 800 } }
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true }

  it('fit one row at 1280 pixels and 64 pixels on a phone, in every language', async () => {
    for (const path of ['/', '/de/', '/he/']) {
      const wide = await open(path, desktop)
      const middles = await wide
        .locator('.bar a:visible, .bar button:visible, .bar input:visible')
        .evaluateAll((elements) =>
          elements.map((element) => element.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
        )
      expect(Math.max(...middles) - Math.min(...middles), path).to.be.at.most(4)
      expect(await wide.evaluate(() => document.documentElement.scrollWidth), path).to.equal(1280)
      await context!.close()
      const narrow = await open(path, phone)
      expect(await readHeaderHeight(narrow), path).to.be.at.most(64)
      expect(await narrow.evaluate(() => document.documentElement.scrollWidth), path).to.equal(390)
      await context!.close()
    }
  })

  it('open the second level of lists by keyboard, without scripts', async () => {
    const page = await open('/', { ...desktop, javaScriptEnabled: false })
    const blinds = page.getByRole('link', { name: 'Blinds' })
    expect(await blinds.count()).to.equal(0)
    await page.getByRole('button', { name: 'Home' }).focus()
    await page.keyboard.press('Enter')
    await blinds.waitFor()
    await page.keyboard.press('Escape')
    await blinds.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Home' }).click()
    await blinds.click()
    await page.waitForURL('**/list/blinds**')
  })

  it('open navigation, search and languages by touch, without scripts', async () => {
    const page = await open('/', { ...phone, javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('searchbox', { name: 'Search products' }).fill('desk')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=desk')
    expect(await page.getByRole('heading', { name: 'Standing desk' }).count()).to.equal(1)
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.locator('#menu').getByRole('link', { name: 'Deutsch' }).tap()
    await page.waitForURL('**/de/search?q=desk')
  })

  it('have no accessibility problems with open menus, in both directions', async () => {
    for (const path of ['/', '/he/']) {
      const wide = await open(path, desktop)
      await wide.locator('.locale > button').click()
      expect(await findAxeProblems(wide), path).to.deep.equal([])
      await context!.close()
      const narrow = await open(path, phone)
      await narrow.locator('.burger').tap()
      expect(await findAxeProblems(narrow), `${path} on a phone`).to.deep.equal([])
      await context!.close()
    }
  })

  it('link legal pages, contact, payment and shipping methods from the footer, and nothing for developers from the header', async () => {
    const page = await open('/de/product/standing-desk', desktop)
    const footer = await page.locator('footer').innerText()
    for (const text of ['Impressum', 'AGB', 'Widerrufsrecht', 'Datenschutz', 'support@shop.example', 'Überweisung', 'Paket'])
      expect(footer).to.contain(text)
    expect(await page.locator('header .calls-opener').count()).to.equal(0)
  })
})
