// Sets up Mollie in the admin and pays an order with it in a browser, against a test server: from the form to the paid and refunded order.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { admin } from '../../plugins/admin/index.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { openBrowser } from '../support/browser.js'
import { mollieKey, type MollieServer, startMollieServer } from '../support/mollie-server.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { DemoBuyer } from './demo-buyer.js'
import { Merchant } from './merchant.js'

describe('a payment provider with an API, from its form in the admin to the paid order', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let mollie: MollieServer
  let adminPages: AdminPages
  let merchant: Merchant

  before(async function () {
    browser = await openBrowser(this)
    mollie = await startMollieServer(Date.now)
    app = await listenTestApp([runtime({ changes: 10_000 }), storefront(), admin()], { plugins: [stock, payments, print] })
    await seedDemo(app, () => undefined)
    await createAdminAccount(app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
    await mollie?.stop()
  })
  beforeEach(async () => {
    mollie.mood = 'well'
    mollie.requests.splice(0)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app, 'records/payment-method')
    merchant = new Merchant(adminPages)
  })
  afterEach(() => context?.close())

  /** Opens the form of a new method of Mollie. */
  async function startMethod(title: string): Promise<void> {
    const { page } = merchant
    await merchant.openNew('New payment method')
    await merchant.enter(merchant.field('Title – English'), title)
    await page.getByRole('radio', { name: /German/ }).click()
    await merchant.enter(merchant.field('Title – German'), title)
    await merchant.field('Payment provider').selectOption({ label: 'Mollie' })
  }

  async function enterAddress(address: string): Promise<void> {
    await merchant.page.locator('summary', { hasText: 'Developer' }).click()
    await merchant.enter(merchant.field('Base URL'), address)
  }

  const test = (): Promise<void> => merchant.press(merchant.page.getByRole('button', { name: 'Test connection' }))

  it('tests the key before it is stored, and says why it does not work', async () => {
    const { page } = merchant
    await startMethod('Online payment')
    await enterAddress(mollie.url)
    await merchant.enter(merchant.field('API key'), 'test_CANARYunknown12')
    await test()
    await page.getByText(/^The connection does not work: Mollie returned status 401/).waitFor()
    expect(await page.locator('main').innerText()).to.not.include('CANARY')
    await merchant.enter(merchant.field('API key'), 'a wrong kind of key')
    await test()
    await page.getByText(/takes a key that begins with live_ or test_/).waitFor()
    await merchant.enter(merchant.field('API key'), mollieKey)
    await test()
    await page.getByText('Connection works, test mode. Account: Nordlicht Rollos').waitFor()
    expect((await findAxeProblems(page)).join('; ')).to.equal('')
    expect((await app.records.list('payment-method', { filters: new Map([['connector', 'mollie']]) })).meta.total).to.equal(0)
  })

  it('refuses to publish a method without its key', async () => {
    const { page } = merchant
    await startMethod('Online payment')
    await page.keyboard.press('Control+S')
    await page
      .getByRole('alert')
      .getByText('Enter ‘API key’ in the provider settings before you publish the payment method.')
      .waitFor()
  })

  it('pays an order, keeps the stored key hidden, and refunds a part', async () => {
    const { page } = merchant
    await startMethod('Online payment')
    await enterAddress(mollie.url)
    await merchant.enter(merchant.field('API key'), mollieKey)
    await merchant.save()
    const key = merchant.field('API key')
    expect([await key.inputValue(), await key.getAttribute('placeholder'), await key.getAttribute('type')]).to.deep.equal([
      '',
      '••••••••',
      'password',
    ])
    expect(await page.content()).to.not.include(mollieKey)
    // A change of another setting keeps the stored key.
    await enterAddress(`${mollie.url}/`)
    await merchant.save()
    await test()
    await page.getByText('Connection works, test mode.').waitFor()

    const buyer = await DemoBuyer.open(context, app)
    await buyer.checkOut()
    await buyer.reviewOrder(/Online payment/)
    await buyer.press(/^Order and pay/)
    await buyer.page.waitForURL(`${mollie.url}/checkout/**`)
    await buyer.page.getByRole('link', { name: 'paid' }).click()
    await buyer.page.waitForURL(`${app.url}/orders/**`)
    await buyer.page.getByText('Paid').first().waitFor()

    await merchant.openMenu('Orders')
    await merchant.press(page.locator('a.opens').first())
    await page.locator('h1 .badge').filter({ hasText: 'Paid' }).waitFor()
    await page.getByText('Mollie').first().waitFor()
    await adminPages.press('Refund')
    await merchant.enter(merchant.dialog().getByRole('spinbutton').first(), '1')
    await merchant.enter(merchant.dialog().getByLabel('Reason'), 'Scratched.')
    const button = merchant.dialog().getByRole('button', { name: /^Refund €/ })
    const amount = /[\d.]+$/.exec(await button.innerText())![0]
    await merchant.press(button)
    await merchant.dialog().waitFor({ state: 'detached' })
    await page.locator('h1 .badge').filter({ hasText: 'Partly refunded' }).waitFor()
    expect(mollie.bodies.at(-1)).to.deep.include({ amount: { currency: 'EUR', value: amount } })
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('authorizes a payment, which shopper and merchant see as authorized, and captures it once by a double click', async () => {
    const { page } = merchant
    await startMethod('Card on dispatch')
    await enterAddress(mollie.url)
    await merchant.enter(merchant.field('API key'), mollieKey)
    await merchant.field('Capture the amount').selectOption({ label: 'When you press Capture in the order' })
    await merchant.save()

    const buyer = await DemoBuyer.open(context, app)
    await buyer.checkOut()
    await buyer.reviewOrder(/Card on dispatch/)
    await buyer.press(/^Order and pay/)
    await buyer.page.getByRole('link', { name: 'authorized' }).click()
    await buyer.page.waitForURL(`${app.url}/orders/**`)
    await buyer.page.getByText('Payment authorized').first().waitFor()

    await merchant.openMenu('Orders')
    await merchant.press(page.locator('a.opens').first())
    await page.locator('h1 .badge').filter({ hasText: 'Authorized' }).waitFor()
    await page.getByText(/€[\d.]+ authorized/).waitFor()
    expect((await findAxeProblems(page)).join('; ')).to.equal('')
    await adminPages.press('Capture')
    await merchant.dialog().getByRole('button', { name: 'Capture' }).dblclick()
    await page.locator('h1 .badge').filter({ hasText: 'Paid' }).waitFor()
    expect(mollie.requests.filter((request) => request.endsWith('/captures'))).to.have.length(1)
    await buyer.page.reload()
    await buyer.page.getByText('Paid').first().waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('returns a customer who cancelled to the order, where they can pay again', async () => {
    const buyer = await DemoBuyer.open(context, app)
    await buyer.checkOut()
    await buyer.reviewOrder(/Online payment/)
    await buyer.press(/^Order and pay/)
    await buyer.page.getByRole('link', { name: 'canceled' }).click()
    await buyer.page.waitForURL(`${app.url}/orders/**`)
    await buyer.page
      .getByText(/Payment cancelled/)
      .first()
      .waitFor()
    await buyer.press('Retry payment')
    await buyer.page.getByRole('link', { name: 'paid' }).click()
    await buyer.page.getByText('Paid').first().waitFor()
  })
})
