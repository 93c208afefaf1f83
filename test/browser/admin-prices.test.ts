// Browser test of price changes in the admin, by keyboard: preview, apply, conflict and undo, in lists, records and the workshop.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { authorBlind, type Blind } from '../core/actions/blind.js'
import { adminAccount, AdminPages, createAdminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: price changes', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let author: CatalogAuthor
  let blind: Blind
  let list: number
  const shop: number[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
    for (const [title, baseprice] of [
      ['Shelf', 19.99],
      ['Table', 249],
      ['Lamp', 0.02],
    ] as const)
      shop.push(await author.product(title, { baseprice, sku: `SHOP-${title}` }))
    blind = await authorBlind(app)
    list = await author.write('product-list', { title_en_GB: 'Windows', title_de_DE: 'Fenster' })
    await author.write('product-list-assignment', { product_list_id: list, product_id: blind.product })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(async () => {
    await context?.close()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  const press = (key: string): Promise<void> => adminPages.page.keyboard.press(key)
  const findDialog = (title: string): Locator => adminPages.page.getByRole('dialog', { name: title })
  const rowTexts = async (dialog: Locator): Promise<readonly string[]> =>
    (await dialog.locator('.price-preview tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const priceOf = async (entity: string, id: number, field: string): Promise<unknown> =>
    ((await app.records.read(entity, id)).record as Readonly<Record<string, unknown>>)[field]
  /** Types the change into the open dialog and asks for the preview. */
  async function typeChange(dialog: Locator, change: string, rounding?: string): Promise<void> {
    if (rounding !== undefined) await dialog.getByLabel('Rounding').selectOption(rounding)
    await dialog.getByLabel('Change', { exact: true }).focus()
    await press('Control+A')
    await adminPages.page.keyboard.type(change)
    await press('Enter')
  }

  it('previews selected products with findings, applies the change and reverts it', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=shop')
    await adminPages.waitForHeading('Products')
    await waitForValue(() => adminPages.page.locator('tbody th').count(), 3)
    await adminPages.page.getByLabel('Select all on this page').focus()
    await press('Space')
    await adminPages.press('Change prices')
    const dialog = findDialog('Change prices: 3 products')
    await typeChange(dialog, 'three')
    await dialog.getByText('Enter a number, for example +3 or -1.50.').waitFor()
    await typeChange(dialog, '+3 %', 'To 0.10')
    await dialog.getByText('3 prices change.').waitFor()
    await dialog.getByText('1 price becomes 0.').waitFor()
    expect(await rowTexts(dialog)).to.deep.equal([
      'Shelf Base price €19.99 €20.60 +€0.61',
      'Table Base price €249.00 €256.50 +€7.50',
      'Lamp Base price Becomes 0 €0.02 €0.00 -€0.02',
    ])
    await dialog.getByLabel('Only prices to check (1)').focus()
    await press('Space')
    await waitForValue(() => dialog.locator('tbody tr').count(), 1)
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
    await adminPages.press('Change 3 prices')
    await adminPages.waitForAnnouncement('3 prices changed.')
    expect(await Promise.all(shop.map((id) => priceOf('product', id, 'baseprice')))).to.deep.equal([20.6, 256.5, 0])
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('3 entries restored.')
    expect(await Promise.all(shop.map((id) => priceOf('product', id, 'baseprice')))).to.deep.equal([19.99, 249, 0.02])
  })

  it('shows a new preview and stores nothing if another person changed a price since the first one', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=shop-table')
    await waitForValue(() => adminPages.page.locator('tbody th').count(), 1)
    await adminPages.page.getByLabel('Select all on this page').focus()
    await press('Space')
    await adminPages.press('Change prices')
    const dialog = findDialog('Change prices: 1 product')
    await typeChange(dialog, '-1.50 €')
    expect(await dialog.getByLabel('Unit').inputValue()).to.equal('amount')
    await dialog.getByText('€247.50').waitFor()
    await author.write('product', { baseprice: 260 }, shop[1])
    await adminPages.press('Change 1 price')
    await dialog.getByText('A price was changed after the preview, so nothing was stored.').waitFor()
    await dialog.getByText('€258.50').waitFor()
    expect(await priceOf('product', shop[1]!, 'baseprice')).to.equal(260)
    await adminPages.press('Change 1 price')
    await adminPages.waitForAnnouncement('1 price changed.')
    expect(await priceOf('product', shop[1]!, 'baseprice')).to.equal(258.5)
  })

  it('changes one product with its answers and price table in the workshop, whose form and tree follow, also on undo', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `workshop/${blind.product}`)
    const basePrice = adminPages.page.getByLabel('Base price', { exact: true })
    await waitForValue(() => basePrice.inputValue(), '10')
    await adminPages.press('More')
    await adminPages.press('Change prices', 'menuitem')
    const dialog = findDialog('Change prices: Roller blind')
    await typeChange(dialog, '10', 'Ends in .95')
    await dialog.getByText('1 price table is included.').waitFor()
    expect(await rowTexts(dialog)).to.deep.equal([
      'Roller blind Price table Price table 9 prices €30.00 to €60.00 €32.95 to €65.95',
      'Roller blind Base price €10.00 €10.95 +€0.95',
      'Roller blind Fabric: Blackout Price €15.00 €16.95 +€1.95',
    ])
    await adminPages.press('Change 11 prices')
    await adminPages.waitForAnnouncement('11 prices changed.')
    await waitForValue(() => basePrice.inputValue(), '10.95')
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('3 entries restored.')
    await waitForValue(() => basePrice.inputValue(), '10')
    expect(await adminPages.page.getByText('Unsaved changes').count()).to.equal(0)
  })

  it('offers the answers of a question, and states that price tables are excluded', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/question/${blind.fabric}`)
    await adminPages.waitForHeading('Fabric')
    await adminPages.press('More')
    await adminPages.press('Change prices', 'menuitem')
    const dialog = findDialog('Change prices: Fabric')
    expect(await dialog.getByLabel('Base prices').count()).to.equal(0)
    await dialog.getByLabel('Price tables').focus()
    await press('Space')
    await typeChange(dialog, '-20')
    await dialog.getByText('Price tables are not included.').waitFor()
    await dialog.getByText('1 price of 0 stays 0.').waitFor()
    expect(await rowTexts(dialog)).to.deep.equal(['Roller blind Fabric: Blackout Price €15.00 €12.00 -€3.00'])
  })

  it('fits a phone, in German with numbers in German notation', async () => {
    await context.close()
    context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
    await app.context.database.run("UPDATE svc_admin_accounts SET language = 'de'")
    adminPages = await AdminPages.open(context, app, `records/product-list/${list}`)
    await adminPages.page.getByLabel('E-Mail').fill(adminAccount.email)
    await adminPages.page.getByLabel('Passwort').fill(adminAccount.password)
    await press('Enter')
    await adminPages.waitForHeading('Windows')
    await adminPages.press('Mehr')
    await adminPages.press('Preise ändern', 'menuitem')
    const dialog = findDialog('Preise ändern: Windows')
    await dialog.getByLabel('Einheit').selectOption('EUR')
    await dialog.getByLabel('Änderung', { exact: true }).focus()
    await adminPages.page.keyboard.type('-1,50')
    await press('Enter')
    await dialog.getByText('8,50 €', { exact: true }).waitFor()
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow, 'pixels wider than the dialog').to.equal(0)
  })
})
