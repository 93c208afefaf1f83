// Browser tests of the mails that a merchant sets up: the default ones by one click.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { openBrowser } from '../support/browser.js'
import { checkoutPlugins } from '../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'

describe('admin: notifications', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], { plugins: checkoutPlugins })
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('are added with default texts by one button, and the notice about missing ones disappears', async () => {
    await adminPages.goto('records/notification')
    await page.getByText('Your shop does not send any e-mails about orders and quotes yet.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Add the default e-mails')
    await adminPages.waitForAnnouncement('14 e-mails were added.')
    await page.getByRole('link', { name: 'Order placed' }).waitFor()
    await page.getByRole('button', { name: 'Add the default e-mails' }).waitFor({ state: 'detached' })
    const { meta, records } = await app.records.list('notification', { limit: 1, sort: 'id' })
    expect(meta.total).to.equal(14)
    await app.records.remove('notification', Number(records[0]!['id']))
    await page.reload()
    await page.getByText('Your shop sends no e-mail for: Ordered.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Add the default e-mails')
    await adminPages.waitForAnnouncement('1 e-mail was added.')
  })
})
