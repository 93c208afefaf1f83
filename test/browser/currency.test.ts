// Browser tests of the currency switch: without a script through a form, with a script immediately, and saved for every page.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: currency of the page', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => context?.close())

  const begin = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
    (context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options }))
  const menuButton = (page: Page): Locator => page.getByRole('button', { name: 'Language and currency' })
  /** Opens the menu of languages and currencies, and presses the button of the currency, by keyboard only. */
  async function choose(page: Page, code: string): Promise<void> {
    await menuButton(page).focus()
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: `${code} –` })
    await button.waitFor()
    while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  const readCurrency = async (page: Page): Promise<string> => /[A-Z]{3}$/.exec(await menuButton(page).innerText())?.[0] ?? ''

  it('requests the chosen currency from the start if the shop sells in it', async () => {
    for (const [chosen, expected] of [
      ['GBP', 'GBP'],
      ['XTS', 'EUR'],
    ] as const) {
      const localStorage = [{ name: 'svc-currency', value: chosen }]
      const context = await begin({ storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] } })
      const requests: string[] = []
      context.on('request', (request) => {
        if (/\/(products\/\d+|configurations)\?/.test(request.url())) requests.push(request.postData() ?? request.url())
      })
      const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
      await shop.waitForReplies()
      expect(requests.map((text) => /currency\W+([A-Z]{3})/.exec(text)?.[1])).to.deep.equal([expected, expected])
      await context.close()
    }
  })

  it('is chosen by a form without scripts, passed on in links, and absent from the canonical address', async () => {
    const page = await (await begin({ javaScriptEnabled: false })).newPage()
    await page.goto(app.url)
    expect(await readCurrency(page)).to.equal('EUR')
    expect(await page.locator('.from').first().innerText()).to.contain('€')
    await choose(page, 'GBP')
    await page.waitForURL('**/?currency=GBP')
    expect(await page.locator('.from').first().innerText()).to.match(/£/)
    await page.locator('.products a', { hasText: 'Standing desk' }).click()
    await page.waitForURL('**/product/*?currency=GBP')
    expect(await page.locator('.from').first().innerText()).to.match(/£/)
    expect(await readCurrency(page)).to.equal('GBP')
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).to.not.contain('currency')
    await menuButton(page).click()
    await page.locator('header a[hreflang="de-DE"]').click()
    await page.waitForURL('**/de/**?currency=GBP')
  })

  it('changes a configuration immediately, keeps its selections, and applies to other pages and after a reload', async () => {
    const shop = await ProductPageDriver.open(await begin(), app, '/product/standing-desk')
    await shop.page.getByText('Corner').first().click()
    await shop.waitForReplies()
    const before = await shop.price()
    expect(before).to.contain('€')
    let loads = 0
    shop.page.on('framenavigated', () => loads++)
    await choose(shop.page, 'GBP')
    await waitForValue(async () => /£/.test(await shop.price()), true)
    expect(loads).to.equal(0)
    expect(await menuButton(shop.page).evaluate((element) => element === document.activeElement)).to.equal(true)
    expect(await shop.page.getByRole('button', { name: 'GBP –' }).isVisible()).to.equal(false)
    expect(await shop.page.getByLabel('Corner').first().isChecked()).to.equal(true)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.reload()
    await shop.waitUntilReady()
    expect(await shop.price()).to.match(/£/)
    await waitForValue(() => readCurrency(shop.page), 'GBP')
    await shop.page.goto(app.url)
    await shop.page.waitForURL('**/?currency=GBP')
    expect(await shop.page.locator('.from').first().innerText()).to.match(/£/)
  })

  it('fits 320 pixels, also from right to left', async () => {
    const page = await (await begin({ viewport: { width: 320, height: 640 } })).newPage()
    for (const path of ['/', '/de/', '/product/standing-desk']) {
      await page.goto(app.url + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).to.equal(320)
    }
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
  })

  it('is rejected with 422 and named if the shop does not know the currency in the address', async () => {
    const response = await fetch(`${app.url}/?currency=QQQ`)
    expect(response.status).to.equal(422)
    expect(await response.text())
      .to.contain('QQQ')
      .and.to.contain('EUR')
  })
})
