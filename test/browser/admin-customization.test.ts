// Browser tests of admin screens, controls and widgets that a customization adds.
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { example } from '../../customizations/example/index.js'
import { admin } from '../../plugins/admin/index.js'
import { withAdminWidget } from '../fixtures/customizations/with-admin-widget.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createProduct, inBothLanguages } from '../support/small-shop.js'

describe('admin: parts of a customization', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let adminPages: AdminPages
  let oak: number
  let pine: number
  let product: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], { customizations: [example(), withAdminWidget] })
    const material = async (code: string, fields: object = {}): Promise<number> =>
      (await app.records.write('material', { ...inBothLanguages('title', code), code, ...fields })).id
    oak = await material('OAK', { available_until: new Date(Date.now() + 86_400_000).toISOString() })
    pine = await material('PINE')
    product = await createProduct(app.records, 'Shelf', { material_id: oak })
    await createAdminAccount(app)
    adminPages = await AdminPages.openSignedIn(
      await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } }),
      app,
    )
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const materialOf = async (): Promise<unknown> => (await app.records.read('product', product)).record['material_id']

  it('shows the widget of the customization on the start screen', async () => {
    const tile = adminPages.page.getByRole('region', { name: 'Materials that end soon' })
    await tile.getByRole('link', { name: 'OAK' }).waitFor()
    expect(await tile.getByRole('link').count()).to.equal(1)
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
  })

  it('opens the screen of the customization from the menu, and runs its action', async () => {
    await adminPages.press('Use of materials', 'link')
    await adminPages.waitForHeading('Use of materials')
    const { page } = adminPages
    await page.getByRole('row', { name: /OAK/ }).getByRole('link', { name: '1' }).waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.getByLabel('Replace OAK by').selectOption('PINE')
    await adminPages.press('Replace: OAK')
    await adminPages.waitForAnnouncement('1 products changed.')
    await page.getByRole('row', { name: /PINE/ }).getByRole('link', { name: '1' }).waitFor()
    expect(await materialOf()).to.equal(pine)
  })

  it('renders a property kind with its own control, keeps the typed value, and shows its error', async () => {
    const { page } = adminPages
    await adminPages.goto(`records/material/${oak}`)
    await page.locator('.plugged-control input').waitFor()
    await adminPages.type('Surface', 'RAL 5006')
    await page.keyboard.press('Control+S')
    await page.locator('.summary').waitFor()
    expect(await page.getByLabel('Surface').getAttribute('aria-invalid')).to.equal('true')
    await adminPages.type('Surface', 'RAL 5010')
    expect(await page.locator('.plugged-control span').evaluate((span) => span.style.color)).to.equal('royalblue')
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect((await app.records.read('material', oak)).record['surface']).to.equal('5010')
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('renders a single core property with a custom control', async () => {
    await adminPages.goto(`records/product/${product}`)
    await adminPages.page.locator('.plugged-control input').waitFor()
    await adminPages.type('SKU', 'ab-1')
    await adminPages.page.keyboard.press('Tab')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect((await app.records.read('product', product)).record['sku']).to.equal('AB-1')
  })

  it('reports an unknown screen, and violates no content security policy', async () => {
    await adminPages.goto('screens/nothing')
    await adminPages.waitForHeading('Page not found')
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
