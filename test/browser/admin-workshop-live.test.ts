// Browser test of the workshop's live configurator on a slow machine: it shows a change that was saved before the preview ran.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'

describe('admin: live configurator of the workshop', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([storefront(), admin({ signIns: 1000 })])
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('shows a change that was stored before the delayed preview ran', async () => {
    const author = createCatalogAuthor(app)
    const shelf = await author.product('Shelf')
    const question = await author.question(await author.page(shelf, 'Front'), 'Colour', 'Radiobuttons')
    await author.answer(question, 'Red')
    const { page, consoleErrors } = await AdminPages.openSignedIn(context, app)
    // The debounce after a key ends long after the change was stored.
    await page.addInitScript(() => {
      const soon = globalThis.setTimeout
      const late = (run: () => void, wait?: number, ...more: unknown[]): unknown =>
        soon(run, wait === 500 ? 4_000 : wait, ...more)
      Object.assign(globalThis, { setTimeout: late })
    })
    await page.goto(`${app.url}/svc-admin/workshop/${shelf}`)
    const item = (name: RegExp): Locator => page.getByRole('treeitem', { name })
    await item(/Red/).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Crimson')
    await page.keyboard.press('Enter')
    await item(/Crimson/).waitFor()
    await page
      .locator('svc-configurator')
      .getByRole('radio', { name: /Crimson/ })
      .waitFor()
    // One column: the questions above the price.
    const [questions, price] = await Promise.all(
      ['.pages', '.price-column'].map((part) => page.locator('svc-configurator').locator(part).boundingBox()),
    )
    expect(questions!.width).to.equal(price!.width)
    expect(consoleErrors).to.deep.equal([])
  })
})
