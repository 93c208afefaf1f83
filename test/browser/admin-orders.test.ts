// Browser tests of the orders in the admin: shipping, refunds, credit notes, tabs, actions for many orders, and the palette.
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { admin } from '../../plugins/admin/index.js'
import { openBrowser } from '../support/browser.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../support/selling-shop.js'
import { inBothLanguages } from '../support/small-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: orders', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page
  /** An order of three lamps and two lamps, paid. */
  let paid: number
  /** Orders of one lamp, unpaid. */
  let unpaid: readonly number[]

  const place = async (quantities: readonly number[]): Promise<number> => {
    const items = quantities.map((quantity) => ({ quantity, note: `Room ${quantity}` }))
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, items))
    return (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [token] }))[0]!.id
  }
  const read = async (id: number) => (await app.shop.createContext({}).read(salesOrder, id))!.values
  const rowsOf = (entity: string, id: number) =>
    app.shop.createContext({}).list(entity, { column: 'sales_order_id', values: [id] })
  let shop: Awaited<ReturnType<typeof openSellingShop>>

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], { plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const series = {
      enable_invoicing: true,
      invoice_prefix: 'R-',
      credit_note_prefix: 'G-',
      order_prefix: 'B-',
      order_start: 700,
    }
    await app.records.write('settings', series, { id: 1 })
    const mailTexts = { ...inBothLanguages('subject', 'On its way'), ...inBothLanguages('body', '<p>{{ shipment.number }}</p>') }
    await app.records.write('notification', { name: 'Shipment', status: 'shipment', send_customer: true, ...mailTexts })
    paid = await place([3, 2])
    await app.act('set-order-status', { order_id: paid, status: 'paid' })
    unpaid = [await place([1]), await place([1])]
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const dialog = (): Locator => page.getByRole('dialog')
  const closed = (): Promise<void> => dialog().waitFor({ state: 'detached' })
  const section = (name: string): Locator => page.getByRole('region', { name, exact: true })
  async function enter(field: Locator, text: string): Promise<void> {
    await field.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }
  async function pressIn(scope: Locator, name: string | RegExp): Promise<void> {
    await scope
      .getByRole('button', { name, exact: typeof name === 'string' })
      .and(page.locator(':not(:disabled)'))
      .focus()
    await page.keyboard.press('Enter')
  }
  async function openOrder(id: number): Promise<void> {
    await adminPages.goto(`records/sales-order/${id}`)
    await adminPages.waitForHeading(/^Order B-\d+/)
  }
  const badge = (label: string): Promise<void> => page.locator('h1 .badge').filter({ hasText: label }).waitFor()

  it('show totals that add up, both states, and no stored JSON', async () => {
    await openOrder(paid)
    await badge('Paid')
    await badge('Unfulfilled')
    const { gross, paid_amount: received } = await read(paid)
    expect(received).to.equal(gross)
    const amounts = await page.locator('.sums').first().locator('> div:not(.aside) dd').allInnerTexts()
    const figures = amounts.map((amount) => Math.round(Number(amount.replace(/[^\d.]/g, '')) * 100))
    expect(figures.slice(0, -1).reduce((sum, figure) => sum + figure, 0)).to.equal(figures.at(-1))
    expect(await page.locator('main').innerText()).not.to.contain('order_line_id')
    await adminPages.checkScreen()
  })

  it('ship a part with tracking, and offer the other pieces for the next shipment', async () => {
    await openOrder(paid)
    await adminPages.press('Create shipment')
    const quantities = dialog().getByRole('spinbutton')
    await quantities.first().waitFor()
    expect(await quantities.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).to.deep.equal([
      '3',
      '2',
    ])
    await adminPages.checkScreen()
    await enter(quantities.first(), '9')
    await dialog().getByText('At most 3 are left.').waitFor()
    expect(await dialog().getByRole('button', { name: 'Create shipment' }).getAttribute('aria-disabled')).to.equal('true')
    await enter(quantities.first(), '1')
    await enter(quantities.nth(1), '2')
    await enter(dialog().getByLabel('Carrier'), 'DHL')
    await enter(dialog().getByLabel('Tracking number'), '00340434')
    await enter(dialog().getByLabel('Tracking link'), 'https://carrier.example/00340434')
    await page.keyboard.press('Enter')
    await closed()
    await adminPages.waitForAnnouncement('Shipment B-700-1 created.')
    await badge('Partly shipped')
    const link = section('Shipments').getByRole('link', { name: '00340434' })
    expect(await link.getAttribute('href')).to.equal('https://carrier.example/00340434')
    await section('Shipments').getByText('Not yet shipped').waitFor()
    await adminPages.checkScreen()
  })

  it('ship the rest, which is prefilled, change its tracking, and deliver both', async () => {
    await openOrder(paid)
    await adminPages.press('Create shipment')
    await dialog().getByRole('spinbutton').first().waitFor()
    expect(
      await dialog()
        .getByRole('spinbutton')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).to.deep.equal(['2'])
    await pressIn(dialog(), 'Create shipment')
    await closed()
    await badge('Shipped')
    expect(await page.getByRole('button', { name: 'Create shipment' }).count()).to.equal(0)
    await adminPages.press('Edit tracking: B-700-2')
    await enter(dialog().getByLabel('Tracking link'), 'nowhere')
    await pressIn(dialog(), 'Save')
    await dialog().getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await enter(dialog().getByLabel('Tracking link'), 'https://carrier.example/2')
    await enter(dialog().getByLabel('Carrier'), 'UPS')
    await pressIn(dialog(), 'Save')
    await closed()
    await adminPages.press('Mark as delivered: B-700-1')
    await adminPages.waitForAnnouncement('Shipment B-700-1 delivered.')
    await adminPages.press('Mark as delivered: B-700-2')
    await badge('Delivered')
    expect((await read(paid)).fulfilment_state).to.equal('delivered')
    const shipments = await rowsOf('shipment', paid)
    expect(shipments.map(({ values }) => values['carrier'])).to.deep.equal(['DHL', 'UPS'])
  })

  it('cancel a shipment, so its items can be shipped again', async () => {
    const [, id] = unpaid
    await openOrder(id!)
    await adminPages.press('Create shipment')
    await pressIn(dialog(), 'Create shipment')
    await closed()
    await badge('Shipped')
    await page.getByRole('button', { name: /^Cancel shipment: B-/ }).press('Enter')
    await pressIn(dialog(), 'Cancel shipment')
    await closed()
    await badge('Unfulfilled')
    await page.getByRole('button', { name: 'Create shipment' }).waitFor()
  })

  it('refund one piece with a preview of the total, and print its credit note', async () => {
    await openOrder(paid)
    await adminPages.press('Refund')
    expect(await dialog().getByRole('button', { name: 'Refund', exact: true }).isDisabled()).to.equal(true)
    await enter(dialog().getByRole('spinbutton').first(), '1')
    await dialog().getByText('Refund total').waitFor()
    await adminPages.checkScreen()
    expect((await rowsOf('credit-note', paid)).length, 'the preview writes nothing').to.equal(0)
    await enter(dialog().getByLabel('Reason'), 'Scratched.')
    await pressIn(dialog(), /^Refund .*\d/)
    await closed()
    await adminPages.waitForAnnouncement(/^Refund of .* recorded/)
    await badge('Partly refunded')
    const [note] = await rowsOf('credit-note', paid)
    expect(note!.values).to.include({ reason: 'Scratched.', gross: (await read(paid)).refunded_amount })
    const number = String(note!.values['number'])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Print credit note ${number}` }).click()
    const bytes = await readFile(await (await download).path())
    expect(bytes.toString('latin1', 0, 5)).to.equal('%PDF-')
    await adminPages.checkScreen()
  })

  it('refund the delivery, and refuse an amount above the rest', async () => {
    await openOrder(paid)
    const { delivery_gross: delivery, refunded_amount: before } = await read(paid)
    await adminPages.press('Refund')
    await dialog()
      .getByRole('checkbox', { name: /^Shipping/ })
      .press('Space')
    await dialog().getByText('Refund total').waitFor()
    await pressIn(dialog(), /^Refund .*\d/)
    await closed()
    await waitForValue(async () => (await read(paid)).refunded_amount, Math.round((before! + delivery!) * 100) / 100)
    await adminPages.press('Refund')
    expect(
      await dialog()
        .getByRole('checkbox', { name: /^Shipping/ })
        .count(),
    ).to.equal(0)
    await enter(dialog().getByLabel(/^Other amount/), '99999')
    await dialog()
      .getByRole('status')
      .getByText(/at most/)
      .waitFor()
    expect(await dialog().getByRole('button', { name: 'Refund', exact: true }).isDisabled()).to.equal(true)
    await page.keyboard.press('Escape')
    await closed()
  })

  it('store tags and a note in place', async () => {
    await openOrder(paid)
    await adminPages.type('Add tag', 'urgent')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove tag urgent' }).waitFor()
    await adminPages.type('Staff note', 'Call first.')
    await adminPages.press('Save note')
    await adminPages.waitForAnnouncement('Note saved.')
    expect(await read(paid)).to.deep.include({ tags: ['urgent'], staff_note: 'Call first.' })
    await adminPages.press('Remove tag urgent')
    await page.getByRole('button', { name: 'Remove tag urgent' }).waitFor({ state: 'detached' })
    expect((await read(paid)).tags).to.deep.equal([])
  })

  it('list orders in tabs with counts, and find them by number, name and e-mail', async () => {
    await adminPages.goto('records/sales-order')
    await adminPages.waitForHeading('Orders')
    const numbers = (): Promise<readonly string[]> => page.locator('a.opens').allInnerTexts()
    await page.locator('a.opens').first().waitFor()
    expect(await numbers()).to.deep.equal(['B-702', 'B-701', 'B-700'])
    await adminPages.checkScreen()
    for (const [tab, orders] of [
      ['To pay', 'B-702,B-701'],
      ['To ship', 'B-702,B-701'],
      ['Open', 'B-702,B-701'],
    ] as const) {
      await page.getByRole('link', { name: `${tab} 2` }).press('Enter')
      await waitForValue(async () => (await numbers()).join(), orders)
    }
    await page.getByRole('link', { name: 'All 3' }).press('Enter')
    const search = page.getByRole('searchbox')
    for (const [text, orders] of [
      ['B-701', 'B-701'],
      ['700', 'B-700'],
      ['lovelace ada', 'B-702,B-701,B-700'],
      ['ADA@example', 'B-702,B-701,B-700'],
    ] as const) {
      await enter(search, text)
      await waitForValue(async () => (await numbers()).join(), orders)
    }
    await enter(search, 'nobody')
    await page.getByText('No results.').waitFor()
  })

  it('set the status and a tag of many orders, and print their documents into one file', async () => {
    await adminPages.goto('records/sales-order')
    const bar = page.getByRole('region', { name: 'Selected entries' })
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await all.press('Space')
    await pressIn(bar, 'Print')
    const download = page.waitForEvent('download')
    await adminPages.press('Delivery notes', 'menuitem')
    const bytes = await readFile(await (await download).path())
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g), 'one page per order').to.have.length(3)
    await pressIn(bar, 'Add tag')
    await enter(dialog().getByLabel('Tag'), 'autumn')
    await page.keyboard.press('Enter')
    await closed()
    await page.locator('.badge.tag').nth(2).waitFor()
    await all.press('Space')
    await pressIn(bar, 'Set status')
    await dialog().getByText('2 orders get the new status.').waitFor()
    await dialog().getByText('1 order cannot get it from the present status:').waitFor()
    await adminPages.checkScreen()
    await pressIn(dialog(), /^Set status of 2/)
    await closed()
    for (const id of unpaid) expect((await read(id)).status).to.equal('confirmed')
  })

  it('open a record from the palette, and the order of an exact number at once', async () => {
    await adminPages.goto('')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('701')
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading(/^Order B-701/)
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('lovelace')
    await page
      .getByRole('option', { name: /^Ada Lovelace/ })
      .first()
      .waitFor()
    await adminPages.checkScreen()
    await page.getByRole('option', { name: /^Order B-700/ }).click()
    await adminPages.waitForHeading(/^Order B-700/)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('show the same screen in German', async () => {
    const german = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
    try {
      await app.context.database.run("UPDATE svc_admin_accounts SET language = 'de'")
      const germanPages = await AdminPages.open(german, app, `records/sales-order/${paid}`)
      await germanPages.page.locator('input[type=email]').fill('ada@shop.example')
      await germanPages.page.locator('input[type=password]').fill('correct horse battery')
      await germanPages.page.keyboard.press('Enter')
      await germanPages.waitForHeading(/^Bestellung B-700/)
      await germanPages.page.getByRole('heading', { name: 'Sendungen' }).waitFor()
      await germanPages.page.getByRole('heading', { name: 'Gutschriften' }).waitFor()
      expect(await findAxeProblems(germanPages.page)).to.deep.equal([])
    } finally {
      await german.close()
    }
  })
})
