// Browser tests of the order page: guests follow the link in their mail, see steps and shipments, cancel the order and order again.
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { openBrowser } from '../support/browser.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'

interface PlacedOrder {
  readonly id: number
  readonly number: string
  /** The link in the mail to the customer. */
  readonly link: string
}

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe('storefront: progress of an order', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page | undefined

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime({ changes: 10_000 }), storefront()], { plugins: [stock, payments, print] })
    await seedDemo(app, () => undefined, ['he-IL'])
    await app.records.write('settings', { customer_cancellation: 'until_confirmed', order_prefix: 'A-' }, { id: 1 })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(async () => {
    await page?.context().close()
    page = undefined
  })

  /** Places an order for two finished standing desks as a guest, and reads the link in the mail. */
  async function placeOrder(language: string): Promise<PlacedOrder> {
    const request = { language, link: (path: string) => app.url + path }
    const serve = <T>(verb: string, input: Readonly<Record<string, unknown>>): Promise<T> =>
      app.shop.serve(verb, input, request) as Promise<T>
    const { product } = (await app.shop.serve('show-product', { key: 'standing-desk' }, { language: 'en-GB' })) as ProductReply
    const questions = product.pages.flatMap((productPage) => productPage.questions)
    const select = (title: string, answerTitle: string) => {
      const { id, answers } = questions.find((question) => question.title === title)!
      return { question_id: id, value: String(answers.find((answer) => answer.title === answerTitle)!.id) }
    }
    const selections = [select('Shape', 'Rounded'), select('Surface', 'Oak')]
    const { configuration } = await serve<ConfigurationReply>('start-configuration', { product_id: product.id, selections })
    const { cart } = await serve<CartReply>('create-cart', {})
    await serve('add-position', { token: cart, configuration, quantity: 2 })
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const [germany] = await app.shop.createContext({}).list('country', { column: 'iso2', values: ['DE'] })
    const billing = {
      ...{ first_name: 'Ada', last_name: 'Lovelace', line1: 'Unter den Linden 1', zip: '10117', city: 'Berlin' },
      country_id: germany!.id,
    }
    const answers = { email: 'ada@people.example', billing, terms_agreed: true }
    const { totals } = await serve<CheckoutReply>('change-checkout', { token: checkout, ...answers })
    const agreed = { total: totals!.gross, recurring_total: totals!.recurring.gross }
    const { token, number_text: number } = await serve<DocumentReply>('place-order', { token: checkout, ...agreed })
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    const [mail] = await app.context.database.query<{ html: string }>(
      "SELECT html FROM svc_mail_queue WHERE recipient = 'ada@people.example' ORDER BY id DESC LIMIT 1",
    )
    const link = new RegExp(`href="([^"]+/orders/${token})"`).exec(mail!.html)![1]!
    return { id: record!.id, number, link }
  }

  async function open(url: string, options: BrowserContextOptions = desktop): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...options })
    const opened = await context.newPage()
    await opened.goto(url)
    await opened.locator('[data-ready][aria-busy=false]').waitFor()
    page = opened
    return opened
  }

  const readSteps = (of: Page): Promise<readonly string[]> =>
    of
      .locator('.steps li')
      .evaluateAll((steps) =>
        steps.map((step) => `${step.querySelector('b')!.textContent}: ${step.querySelector('.hidden')!.textContent}`),
      )

  it('shows the picture of the product as configured', async () => {
    const { link } = await placeOrder('en-GB')
    const shop = await open(link)
    const picture = shop.locator('.position img.picture')
    expect(await picture.getAttribute('src')).to.match(/~demo-desk\.jpg~demo-desk-oak\.png~demo-desk-round\.png/)
    const width = picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return image.naturalWidth
    })
    expect(await width).to.equal(600)
    expect(await findAxeProblems(shop)).to.deep.equal([])
  })

  it('links to the page in the language of the order', async () => {
    const { link } = await placeOrder('de-DE')
    const shop = await open(link.replace('/de/', '/'))
    await shop.getByText('The items are in German.').waitFor()
    expect(await shop.locator('.positions').getAttribute('lang')).to.equal('de-DE')
    await shop.getByRole('link', { name: 'Show this page in German' }).focus()
    await shop.keyboard.press('Enter')
    await shop.waitForURL(link)
    await shop.getByRole('heading', { name: 'Stehtisch' }).waitFor()
    expect(await shop.getByText('Die Artikel sind auf').count()).to.equal(0)
  })

  it('shows a guest who follows the link in the mail the steps and the tracking after the shop ships', async () => {
    const { id, number, link } = await placeOrder('en-GB')
    const shop = await open(link)
    await shop.getByRole('heading', { name: `Order ${number} from` }).waitFor()
    expect(await readSteps(shop)).to.deep.equal([
      'Ordered: Done',
      'Paid: Not yet',
      'Confirmed: Not yet',
      'Shipped: Not yet',
      'Delivered: Not yet',
    ])
    await shop.getByText('Payment due').waitFor()
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    const tracking_url = 'https://carrier.example/track/0034'
    await app.act('create-shipment', { order_id: id, carrier: 'DHL', tracking_code: '0034', tracking_url })
    await app.act('refund-order', { order_id: id, delivery: true, reason: 'Late.' })
    await shop.reload()
    await shop.getByRole('heading', { name: `Shipment ${number}-1` }).waitFor()
    expect(await readSteps(shop)).to.deep.equal([
      'Ordered: Done',
      'Paid: Done',
      'Confirmed: Done',
      'Shipped: Done',
      'Delivered: Not yet',
    ])
    const tracking = shop.getByRole('link', { name: 'Track parcel' })
    expect([await tracking.getAttribute('href'), await tracking.getAttribute('rel')]).to.deep.equal([
      tracking_url,
      'noopener noreferrer',
    ])
    expect(await shop.getByText('Tracking number: 0034').count()).to.equal(1)
    expect(await shop.getByRole('button', { name: 'Cancel order' }).count()).to.equal(0)
    const file = shop.waitForEvent('download')
    await shop.getByRole('link', { name: /^Credit note/ }).click()
    expect((await file).suggestedFilename()).to.match(/^credit-note-.+\.pdf$/)
    expect(await shop.getByRole('link', { name: /^Invoice/ }).count()).to.equal(1)
    expect(await findAxeProblems(shop)).to.deep.equal([])
  })

  it('lets a guest cancel an order after a question, and order the same items again', async () => {
    const { link, number } = await placeOrder('en-GB')
    const shop = await open(link)
    const button = shop.getByRole('button', { name: 'Cancel order' }).first()
    await button.focus()
    await shop.keyboard.press('Enter')
    const dialog = shop.getByRole('dialog', { name: `Cancel order ${number}?` })
    await dialog.waitFor()
    expect(await findAxeProblems(shop)).to.deep.equal([])
    await shop.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await shop.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await shop.getByText('Your order was cancelled.').waitFor()
    expect(await readSteps(shop)).to.deep.equal(['Ordered: Done', 'Cancelled: Done'])
    expect(await shop.getByRole('button', { name: 'Cancel order' }).count()).to.equal(0)
    await shop.getByRole('button', { name: 'Buy again' }).click()
    await shop.waitForURL(/\/cart$/)
    await shop.getByRole('heading', { name: 'Standing desk' }).waitFor()
  })

  it('says why an order that the shop has confirmed in the meantime can no longer be cancelled', async () => {
    const { id, link } = await placeOrder('en-GB')
    const shop = await open(link)
    await app.act('set-order-status', { order_id: id, status: 'confirmed' })
    await shop.getByRole('button', { name: 'Cancel order' }).click()
    await shop.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await shop.getByRole('alert').filter({ hasText: 'can no longer be cancelled' }).waitFor()
    await shop.getByRole('button', { name: 'Cancel order' }).waitFor({ state: 'detached' })
  })

  for (const { language, cancelled, direction } of [
    { language: 'de-DE', cancelled: 'Storniert', direction: 'ltr' },
    { language: 'he-IL', cancelled: 'בוטל', direction: 'rtl' },
  ]) {
    it(`shows and cancels an order on a phone of 390 pixels in its language: ${language}`, async () => {
      const { link } = await placeOrder(language)
      const shop = await open(link, phone)
      expect(await shop.locator('svc-order').evaluate((element) => getComputedStyle(element).direction)).to.equal(direction)
      expect(await shop.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
      expect(await findAxeProblems(shop)).to.deep.equal([])
      await shop.locator('button.alert').first().click()
      await shop.locator('dialog button.alert').click()
      await shop.locator('.steps').getByText(cancelled).waitFor()
    })
  }
})
