// Browser tests of the start screen: the checklist of a new shop, statistics with chart and table, and the list before publishing.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { formatIsoTime } from '../../core/foundation/clock.js'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, adminAccount, createAdminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

const day = 86_400_000

describe('admin: start screen', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let shop: SellingShop

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 }), runtime(), storefront()], { plugins: checkoutPlugins })
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const setLanguage = async (language: string): Promise<void> => {
    await app.context.database.run('UPDATE svc_admin_accounts SET language = ?', [language])
  }

  it('shows the open steps of a new shop, and empty lists with an explanation', async () => {
    const { page } = adminPages
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
    expect(await page.locator('.setup li').count()).to.equal(10)
    expect(await page.locator('[aria-current=step]').innerText()).to.contain('Store address')
    await page.getByText('No orders yet.').waitFor()
    await page.getByText('No orders in this period.').waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('marks a step as done when its records exist, and its link opens the screen that completes it', async () => {
    const { page } = adminPages
    shop = await openSellingShop(app)
    await app.records.write('store', { zip: '9000', iban: 'BE71 0961 2345 6769' }, { id: 1 })
    await page.reload()
    const step = page.locator('.setup-step.done').filter({ hasText: 'Store address' })
    await step.waitFor()
    await step.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/svc-admin/records/store/1')
  })

  it('shows sales, orders and the change in figures, a chart and a table that work by keyboard', async () => {
    const { page } = adminPages
    const orders = []
    for (const quantity of [3, 1, 2])
      orders.push(await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity }])))
    const { database } = app.context
    const before = formatIsoTime(app.context.clock.now() - 35 * day)
    // The last order is of the previous period.
    await database.run('UPDATE svc_sales_order SET placed = ? WHERE token = ?', [before, orders[2]!.token])
    await app.operations.tasks.run('roll-up-statistics')
    await adminPages.goto('')
    const figures = page.locator('.figures button')
    await figures.nth(1).filter({ hasText: '2' }).waitFor()
    expect(await figures.nth(1).innerText()).to.contain('100% higher')
    await page.locator('.chart canvas').waitFor()
    await figures.nth(1).focus()
    await page.keyboard.press('Enter')
    expect(await figures.nth(1).getAttribute('aria-pressed')).to.equal('true')
    await page.locator('.chart-table summary').focus()
    await page.keyboard.press('Enter')
    const rows = page.locator('.chart-table tbody tr')
    expect(await rows.count()).to.equal(30)
    expect(await rows.last().locator('td').first().innerText()).to.equal('2')
    await adminPages.press('12 months')
    await page.locator('.chart-table tbody tr').nth(11).waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.chart-table tbody tr').length === 12)
    expect(await figures.nth(1).innerText()).to.match(/\n3\n/)
    expect(await page.locator('.dash-orders tbody tr').count()).to.equal(3)
    await page.getByRole('heading', { name: 'Where shoppers drop off' }).waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('fits 390 pixels in German, without sideways scrolling of the page', async () => {
    await setLanguage('de')
    const phone = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
    const pages = await AdminPages.open(phone, app)
    const { page } = pages
    await page.getByLabel('E-Mail').fill(adminAccount.email)
    await page.getByLabel('Passwort').fill(adminAccount.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Umsatz und Konversion' }).waitFor()
    await page.locator('.chart canvas').waitFor()
    const { width, scroll } = await page.evaluate(() => ({
      width: innerWidth,
      scroll: document.documentElement.scrollWidth,
    }))
    expect(scroll).to.be.at.most(width)
    const problems = await findAxeProblems(page)
    await phone.close()
    await setLanguage('en')
    expect(problems).to.deep.equal([])
  })

  it('creates products unpublished, and lists missing parts before it publishes them', async () => {
    const { page } = adminPages
    const taxClass = (await app.records.list('tax-class', { limit: 1 })).records[0]!['id']
    await adminPages.goto('records/product/new')
    expect(await page.getByLabel('Published').isChecked()).to.equal(false)
    const texts = { title_en_GB: 'Shelf', title_de_DE: 'Regal' }
    const { id } = await app.records.write('product', { ...texts, tax_class_id: taxClass, published: false })
    await adminPages.goto(`workshop/${id}`)
    await adminPages.press('Publish …')
    await page.getByRole('dialog', { name: 'Ready to publish?' }).waitFor()
    await page.getByText('Nothing has a price').waitFor()
    await page.getByText('The product has no picture.').waitFor()
    expect(await page.locator('.ready .done').filter({ hasText: 'Languages' }).count()).to.equal(1)
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Publish anyway')
    await page.getByText('Shelf is published.').waitFor()
    expect((await app.records.read('product', id)).record['published']).to.equal(true)
  })

  it('hides the checklist when it is dismissed', async () => {
    const { page } = adminPages
    await adminPages.goto('')
    await adminPages.press('Hide setup guide')
    await page.locator('.setup').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor()
    expect(await page.locator('.setup').count()).to.equal(0)
  })
})
