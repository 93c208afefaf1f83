// Browser tests of the admin without a mouse: sign-in, list, form, workshop, and the status of an order.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { admin } from '../../plugins/admin/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, adminAccount, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../support/selling-shop.js'
import { waitForValue } from './product-page-driver.js'

interface Stop {
  readonly name: string
  /** Whether the focus ring is visible. */
  readonly marked: boolean
}

/** The focused element, including in shadow roots, with its accessible name from labels or text. */
function stopIn(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    // Tab after the last stop leaves the page.
    if (!element || element === document.body) return { name: '(page)', marked: true }
    const { labels } = element as HTMLInputElement
    const by = element.getAttribute('aria-labelledby')?.split(' ')[0]
    const root = element.getRootNode() as Document
    const name =
      element.getAttribute('aria-label') ??
      labels?.[0]?.innerText ??
      (by && root.getElementById(by)?.textContent) ??
      element.textContent
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    // The browser marks the parts of a date input itself; #main is the start of a screen and needs no mark.
    const isMarked =
      element.matches('#main, input[type^=date]') || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0)
    return { name: name.replace(/\s+/g, ' ').trim(), marked: isMarked }
  })
}

/** Upper bound for the tab stops of a screen. */
const mostStops = 150

describe('admin: keyboard operation', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let adminPages: AdminPages
  let page: Page
  let order: number
  let colour: number
  /** Tab stops without a visible focus ring or without a name. */
  const unseen: string[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([storefront(), admin({ signIns: 1_000 })], { plugins: checkoutPlugins })
    const shop = await openSellingShop(app)
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 1 }]))
    order = (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [placed.token] }))[0]!.id
    const author = createCatalogAuthor(app)
    const first = await author.page(await author.product('Roller blind', { baseprice: 100 }), 'Fabric')
    colour = await author.question(first, 'Colour', 'Radiobuttons')
    await author.answer(colour, 'Red', { price: 10 })
    await createAdminAccount(app)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    adminPages = await AdminPages.open(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const press = (...keys: readonly string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const type = (text: string): Promise<void> => page.keyboard.type(text)

  /** Presses Tab until the named stop has the focus. */
  async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let count = 0; count < mostStops; count++) {
      await press(key)
      const stop = await stopIn(page)
      if (!stop.marked || stop.name === '') unseen.push(`'${stop.name}' behind '${passed.at(-1) ?? ''}'`)
      if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return
      passed.push(stop.name)
    }
    throw new Error(`'${String(name)}' has no place among ${JSON.stringify(passed.slice(0, 60))}.`)
  }

  it('signs in, opens a list, and finds a record by search', async () => {
    await page.getByLabel('E-mail').waitFor()
    await tabTo(/^E-mail/)
    await type(adminAccount.email)
    await tabTo(/^Password/)
    await type(adminAccount.password)
    await press('Enter')
    await page.getByRole('button', { name: `Account of ${adminAccount.name}` }).waitFor()
    await tabTo('Products')
    await press('Enter')
    await adminPages.waitForHeading('Products')
    await page.locator('a.opens').first().waitFor()
    await tabTo(/^Search/)
    await type('roller')
    await waitForValue(() => page.locator('a.opens').allInnerTexts(), ['Roller blind'])
    await tabTo('Roller blind')
    await press('Enter')
    await adminPages.waitForHeading('Roller blind')
  })

  it('fills in a form and saves it', async () => {
    await tabTo('SKU')
    await press('Control+A')
    await type('RB-1')
    await press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    const [record] = (await app.records.list('product', { filters: new Map([['search', 'roller']]) })).records
    expect(record).to.include({ sku: 'RB-1' })
  })

  it('edits answers in the workshop and configures the product', async () => {
    await tabTo('Workshop', 'Shift+Tab')
    await press('Enter')
    await page.getByRole('treeitem', { name: /Colour/ }).waitFor()
    await tabTo('Structure of Roller blind')
    await press('Home', 'ArrowDown', 'ArrowDown', 'F2')
    await press('Control+A')
    await type('Crimson')
    await press('Enter')
    await page.getByRole('treeitem', { name: /Crimson/ }).waitFor()
    await press('n')
    await type('Blue')
    await press('Enter')
    await page.getByRole('treeitem', { name: /Blue/ }).waitFor()
    await press('Escape')
    const answers = async () =>
      (await app.records.list('answer', { filters: new Map([['question_id', colour]]), sort: 'id' })).records
    await waitForValue(async () => (await answers()).map(({ title }) => String(title)), ['Crimson', 'Blue'])
    const live = page.locator('svc-configurator')
    await live.getByRole('radio', { name: /Blue/ }).waitFor()
    await tabTo(/^Crimson/)
    await press('Space')
    await live.getByText('€133.10').first().waitFor()
  })

  it('opens an order from the command palette and sets its status', async () => {
    await press('Control+K')
    await page.locator('dialog[open]').getByRole('combobox').waitFor()
    await type('orders')
    const chosen = page.locator('[role=option][aria-selected=true] > :first-child')
    await chosen.waitFor()
    for (let count = 0; (await chosen.innerText()) !== 'Orders' && count < mostStops; count++) await press('ArrowDown')
    await press('Enter')
    await adminPages.waitForHeading('Orders')
    await page.locator('a.opens').first().waitFor()
    const name = await page.locator('a.opens').first().innerText()
    await tabTo(name)
    await press('Enter')
    await adminPages.waitForHeading(/^Order \d+/)
    await page.getByRole('button', { name: 'Change status' }).waitFor()
    await tabTo('Change status')
    await press('Enter')
    const focusedChoice = page.locator('[role=menuitem]:focus')
    await focusedChoice.waitFor()
    for (let count = 0; (await focusedChoice.innerText()) !== 'Paid' && count < mostStops; count++) await press('ArrowDown')
    await press('Enter')
    await page.getByRole('dialog', { name: 'Change status to “Paid”?' }).waitFor()
    await tabTo('Paid')
    await press('Enter')
    await adminPages.waitForAnnouncement('Status changed to “Paid”.')
    expect((await app.shop.createContext({}).read(salesOrder, order))!.values.status).to.equal('paid')
  })

  it('shows a focus ring and a name at every tab stop', () => {
    expect(unseen).to.deep.equal([])
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
