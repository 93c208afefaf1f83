// Browser tests of the screen "Design": the sample follows the form, the contrast is shown, and the shop shows the saved theme.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createPng } from '../support/png.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

describe('admin: design', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 }), runtime(), storefront()])
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('shows unsaved colours, corners and texts in the sample, with the contrast of each colour', async () => {
    const { page } = adminPages
    await adminPages.goto('theme')
    const button = page.locator('.sample-button')
    await page.getByLabel('Accent colour').fill('#004488')
    await page.getByLabel('Corners').selectOption('none')
    await page.getByLabel('Headline').fill('Doors to measure')
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).to.equal('rgb(0, 68, 136)')
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).to.equal('0px')
    expect(await page.locator('.theme-sample h2').innerText()).to.equal('Doors to measure')
    expect(await page.getByText('Contrast 9.6 : 1. Good readability.').count()).to.equal(1)
    expect(await findAxeProblems(page)).to.deep.equal([])
    expect((await app.records.read('settings', 1)).record['theme']).to.equal(null)
  })

  it('saves a theme that the shop then shows, and refuses a pale colour', async () => {
    const { page } = adminPages
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Design saved').waitFor()
    const html = await (await fetch(app.url)).text()
    expect(html)
      .to.contain('<h1>Doors to measure</h1>')
      .and.to.match(/theme-[0-9a-f]{16}\.css/)
    await page.getByLabel('Accent colour').fill('#ffcc00')
    expect(await page.getByText('Contrast 1.5 : 1. Text needs at least 4.5 : 1.').count()).to.equal(1)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'contrast' }).waitFor()
    expect((await app.records.read('settings', 1)).record['theme']).to.deep.include({ accent: '#004488' })
  })

  it('stores a picture at once, and the shop shows it', async () => {
    const { page } = adminPages
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose file: Favicon' }).click(),
    ])
    await chooser.setFiles({ name: 'icon.png', mimeType: 'image/png', buffer: createPng(16, 16) })
    await page.getByText('icon.png').first().waitFor()
    for (const field of ['Logo', 'Favicon'])
      await page.getByRole('button', { name: `Choose existing: ${field}`, exact: true }).waitFor()
    const [, address] = /rel="icon" href="([^"]+)"/.exec(await (await fetch(app.url)).text())!
    const picture = await fetch(new URL(address!, app.url))
    expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    expect((await fetch(`${app.url}/pictures/unknown`)).status).to.equal(404)
  })
})
