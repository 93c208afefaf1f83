// Browser tests of dates and times in the admin and the storefront: shown in the shop's time zone, not the browser's.
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { DemoBuyer } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'
import { registerAccount } from '../support/registration.js'

const silvester = '2026-12-31T23:30:00.000Z'

describe('dates and times on screen', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 }), runtime(), storefront()], { plugins: [stock, payments, print] })
    await seedDemo(app, () => undefined)
    await createAdminAccount(app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const setTimeZone = (zone: string) => app.records.write('settings', { time_zone: zone }, { id: 1 })
  const enter = async (path: string): Promise<AdminPages> => {
    const options = { locale: 'en-GB', timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 } }
    return AdminPages.openSignedIn(await browser.newContext(options), app, path)
  }

  it("admin forms show and accept times in the shop's time zone, and name the zone", async () => {
    await setTimeZone('Europe/Berlin')
    const [answer] = (await app.records.list('answer', { limit: 1 })).records
    const id = Number(answer!['id'])
    await app.records.write('answer', { availability_date: silvester }, { id })
    const adminPages = await enter(`records/answer/${id}`)
    const field = adminPages.page.getByLabel('Available from', { exact: true })
    await waitForValue(() => field.inputValue(), '2027-01-01T00:30')
    const hint = (await field.getAttribute('aria-describedby'))!.split(' ')[0]!
    expect(await adminPages.page.locator(`[id="${hint}"]`).innerText()).to.equal('Time zone: Berlin')
    await field.fill('2027-01-02T00:15')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect((await app.records.read('answer', id)).record['availability_date']).to.equal('2027-01-01T23:15:00.000Z')
    await adminPages.page.context().close()
  })

  it("admin lists show times in the shop's time zone, also right after the zone was changed", async () => {
    await setTimeZone('Europe/Berlin')
    await app.records.write('cart', { token: 'silvester', created: silvester }, { internal: true })
    const adminPages = await enter('records/cart?sort=-id')
    const time = adminPages.page.locator(`time[datetime="${silvester}"]`).first()
    await waitForValue(() => time.innerText(), '1 Jan 2027, 00:30')
    await setTimeZone('America/New_York')
    await adminPages.page.reload()
    await waitForValue(() => time.innerText(), '31 Dec 2026, 18:30')
    await adminPages.page.context().close()
  })

  it("orders and quotes of an account are dated in the shop's time zone", async () => {
    const { session } = await registerAccount(app, {
      ...{ email: 'rosa@people.example', password: 'a sound password', language: 'en-GB' },
    })
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' })
    const buyer = await DemoBuyer.open(context, app)
    const currency = { code: 'EUR', decimals: 2, symbol: '€' }
    const totals = { currency, gross: 10, recurring_gross: 0 }
    const states = { status: 'ordered', payment_state: 'pending', fulfilment_state: 'unfulfilled' }
    const order = { ...totals, order: 'o'.repeat(32), number: 7, number_text: '7', placed: silvester, ...states }
    const quote = { ...totals, quote: 'q'.repeat(32), number: 8, status: 'requested', created: silvester, shows_prices: true }
    await context.route('**/svc-api/runtime/v1/orders*', (route) => route.fulfill({ json: { data: { orders: [order] } } }))
    await context.route('**/svc-api/runtime/v1/quotes*', (route) => route.fulfill({ json: { data: { quotes: [quote] } } }))
    await buyer.goto('/account')
    await buyer.page.evaluate((token) => localStorage.setItem('svc-session', token), session)
    for (const [zone, day] of [
      ['Europe/Berlin', '1 Jan 2027'],
      ['America/New_York', '31 Dec 2026'],
    ] as const) {
      await setTimeZone(zone)
      await buyer.goto('/account')
      await buyer.page.getByRole('link', { name: `Order 7 from ${day}` }).waitFor()
      await buyer.page.getByRole('link', { name: `Quote 8 from ${day}` }).waitFor()
    }
    await context.close()
  })
})
