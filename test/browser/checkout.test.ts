// Browser tests of checkout, order and quote pages, by keyboard: exactly one order despite lost responses, tabs and reloads.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import { registerAccount } from '../support/registration.js'
import type { ListeningApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { DemoBuyer, useDemoShop } from './demo-buyer.js'
import { createPaymentMethod } from '../support/scripted-provider.js'
import { waitForValue } from './product-page-driver.js'
import { secretKey, startStripeServer, webhookSecret } from '../plugins/payments/stripe-server.js'

const placing = /\/svc-api\/runtime\/v1\/checkouts\/[\w-]{32}\/place/

describe('storefront: checkout, order and quote pages', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, browser, context, buyer } = demoShop)
  })

  const placed = async (): Promise<number> => {
    const [row] = await app.context.database.query<{ count: number | string }>(
      'SELECT COUNT(*) AS count FROM svc_sales_order WHERE number IS NOT NULL',
    )
    return Number(row!.count)
  }
  const token = (): string => new URL(buyer.page.url()).pathname.split('/').at(-1)!

  it('sell the roller blind to a guest, from the configurator to the payment instructions', async () => {
    await buyer.addBlind()
    await buyer.press('View cart', 'link')
    await buyer.waitUntilReady()
    const total = await buyer.readSum('total')
    await buyer.press('Check out', 'link')
    await buyer.page.locator('#step').waitFor()
    await buyer.reviewOrder()
    expect(await buyer.readSum('total')).to.equal(total)
    await buyer.press(/^Order and pay/)
    await buyer.page.getByText('Thank you for your order. Your order number is').waitFor()
    await buyer.page.getByText('DE00 0000 0000 0000 0000 00').waitFor()
    expect(await buyer.readSum('total')).to.equal(total)
    const order = (await app.shop.serve('read-order', { token: token() }, {})) as DocumentReply
    expect([order.email, order.billing?.line1, order.lines[0]?.title]).to.deep.equal([
      'ada@people.example',
      'Unter den Linden 1',
      'Roller blind',
    ])
    // Without isolation, right-to-left text would move the house number.
    expect(await buyer.page.locator('bdi', { hasText: 'Unter den Linden 1' }).count()).to.equal(2)
    expect(await buyer.readCartCount()).to.equal('')
    const file = await buyer.page.request.get(
      (await buyer.page.getByRole('link', { name: /^Order confirmation/ }).getAttribute('href'))!.replace(/^\//, `${app.url}/`),
    )
    expect([file.status(), (await file.body()).subarray(0, 5).toString()]).to.deep.equal([200, '%PDF-'])
    await buyer.page.reload()
    await buyer.page.getByRole('heading', { name: `Order ${order.number} from` }).waitFor()
    await buyer.goto('/cart')
    await buyer.page.getByText('Your cart is empty.').waitFor()
  })

  it('show the same expected delivery on product, cart, shipping step, review and order, for the chosen shipping method', async () => {
    const { page } = buyer
    const readDates = async (): Promise<string> => (await page.getByText(/^Delivery: /).innerText()).replace('Delivery: ', '')
    await buyer.addBlind()
    const dates = await readDates()
    expect(dates).to.match(/\d/)
    await buyer.press('View cart', 'link')
    await buyer.waitUntilReady()
    expect(await readDates()).to.equal(dates)
    await buyer.press('Check out', 'link')
    await page.locator('#step').waitFor()
    await buyer.fillAddress()
    const options = await page.locator('.option .small').allInnerTexts()
    expect(options[0]).to.contain(dates)
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.press('Continue')
    await buyer.continueToStep('Review')
    expect(await readDates()).to.equal(dates)
    // The block directly above the buttons ends with the dates.
    const above = page.locator('form > .actions').locator('xpath=preceding-sibling::*[1]')
    expect((await above.innerText()).trim().split('\n').at(-1)).to.equal(`Delivery: ${dates}`)
    await page.locator('#checkout-terms_agreed').focus()
    await page.keyboard.press('Space')
    await buyer.waitForReplies()
    await buyer.press(/^Order and pay/)
    await page.getByText('Thank you for your order. Your order number is').waitFor()
    await page.getByText(`Parcel, ${dates}`, { exact: true }).waitFor()
    const { delivery } = (await app.shop.serve('read-order', { token: token() }, {})) as DocumentReply
    expect(delivery?.dates?.text).to.equal(dates)
  })

  it('list every choice and the total directly above the order button, also on a phone', async () => {
    const { page } = buyer
    await buyer.checkOut()
    await buyer.reviewOrder()
    const above = page.locator('form > .actions').locator('xpath=preceding-sibling::*[1]')
    const choices = above.locator('.options')
    expect(await choices.locator('dt').allInnerTexts()).to.include.members(['Width', 'Drop', 'Mounting', 'Motor'])
    expect(await choices.locator('dd').allInnerTexts()).to.include.members(['1450 mm', '1800 mm', 'Inside the recess'])
    const total = await above.locator('[data-part=total]').innerText()
    expect(await buyer.button(/^Order and pay/).innerText()).to.equal(`Order and pay ${total}`)
    expect(await page.locator('aside').count(), 'the items are listed once').to.equal(0)
    for (const prefix of ['', '/de']) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${app.url}${prefix}/checkout?step=review`)
      await choices.waitFor()
      expect(await choices.locator('dd').count()).to.equal(8)
      expect(await choices.isVisible()).to.equal(true)
      expect(await buyer.hasNoSidewaysScroll()).to.equal(true)
      expect(await findAxeProblems(page)).to.deep.equal([])
    }
  })

  it('complete a payment immediately with an immediate payment method', async () => {
    await buyer.checkOut()
    await buyer.reviewOrder(/Test payment/)
    await buyer.press(/^Order and pay/)
    await buyer.page.getByText('This is a test. No payment is made.').waitFor()
  })

  it('redirect to the payment provider, and show the order as paid after the return', async () => {
    const stripe = await startStripeServer(Date.now)
    const keys = { secret_key: secretKey, webhook_secret: webhookSecret, base_url: stripe.url }
    const method = await createPaymentMethod(app.records, 'stripe', keys)
    try {
      // The page of the payment provider. It pays and redirects back.
      await context.route('https://checkout.stripe.com/**', async (route) => {
        const reference = new URL(route.request().url()).pathname.split('/').at(-1)!
        const body = stripe.event('checkout.session.completed', stripe.pay(reference))
        const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(body) }
        const eventResponse = await fetch(`${app.url}/svc-api/payments/stripe/${method}/events`, {
          method: 'POST',
          headers,
          body,
        })
        expect(eventResponse.status).to.equal(200)
        const back = stripe.forms.at(-1)!['success_url']!
        await route.fulfill({ contentType: 'text/html', body: `<p>Paid.</p><a href="${back}">Back to the shop</a>` })
      })
      await buyer.checkOut()
      await buyer.reviewOrder(/stripe/)
      const total = await buyer.readSum('total')
      await buyer.press(/^Order and pay/)
      await buyer.page.getByText('Paid.').waitFor()
      expect(stripe.forms.at(-1)).to.include({ customer_email: 'ada@people.example' })
      await buyer.press('Back to the shop', 'link')
      await buyer.page.getByText('Your order is paid.').waitFor()
      expect(await buyer.readSum('total')).to.equal(total)
      expect(await buyer.page.locator('#paying').count()).to.equal(0)
      expect(await app.shop.serve('read-order', { token: token() }, {})).to.include({ status: 'paid' })
      const file = buyer.page.waitForEvent('download', { timeout: 60_000 })
      await buyer.press(/^Invoice/, 'link')
      expect((await file).suggestedFilename()).to.match(/^invoice-INV-\d+\.pdf$/)
    } finally {
      await app.records.remove('payment-method', method)
      await stripe.stop()
    }
  })

  it('show errors at their fields in the language of the page, and keep the input', async () => {
    await buyer.checkOut('/de')
    await buyer.press('Weiter')
    await waitForValue(() => buyer.describeFocus(), 'checkout-refusals')
    await waitForValue(
      () => buyer.page.locator('.refusals a').allInnerTexts(),
      [
        'E-Mail-Adresse: Bitte füllen Sie dieses Feld aus.',
        'Nachname: Bitte geben Sie einen Namen oder eine Firma ein.',
        'Straße und Hausnummer: Bitte füllen Sie dieses Feld aus.',
        'Postleitzahl: Bitte füllen Sie dieses Feld aus.',
        'Ort: Bitte füllen Sie dieses Feld aus.',
      ],
    )
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    const city = buyer.page.locator('#checkout-billing-city')
    expect(await city.getAttribute('aria-invalid')).to.equal('true')
    expect(await city.getAttribute('aria-describedby')).to.contain('checkout-billing-city-refusal')
    expect(await city.getAttribute('autocomplete')).to.equal('billing address-level2')
    await buyer.page.locator('.refusals a').last().focus()
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'checkout-billing-city')
    await buyer.page.keyboard.type('Berlin')
    await buyer.fill('email', 'ada at people')
    await buyer.fill('billing-company', 'Acme')
    await buyer.fill('billing-zip', '10117')
    await buyer.fill('billing-line1', 'Unter den Linden 1')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').first().waitFor()
    await buyer.page.reload()
    await buyer.page.locator('#step').waitFor()
    expect(await buyer.page.locator('#checkout-email').inputValue()).to.equal('ada at people')
    expect(await buyer.page.locator('#checkout-billing-line1').inputValue()).to.equal('Unter den Linden 1')
    await buyer.fill('email', 'ada@people.example')
    await buyer.page.keyboard.press('Enter')
    await buyer.continueToStep('Versand')
  })

  it('have an address for each step, so that Back, Forward and a reload stay in the checkout', async () => {
    await buyer.checkOut()
    await buyer.fillAddress()
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.page.goBack()
    await buyer.continueToStep('Shipping')
    await buyer.page.goForward()
    await buyer.continueToStep('Payment')
    await buyer.page.reload()
    await buyer.page.locator('#step', { hasText: 'Payment' }).waitFor()
    await buyer.goto('/checkout?step=address')
    expect(await buyer.page.locator('#checkout-billing-city').inputValue()).to.equal('Berlin')
    // No entry is missing before the review, so it opens by its address.
    await buyer.page.goto(`${app.url}/checkout?step=review`)
    await buyer.page.locator('#step', { hasText: 'Review' }).waitFor()
  })

  it('deliver to another address, and update the offered shipping methods', async () => {
    await buyer.checkOut()
    await buyer.fill('email', 'ada@people.example')
    await buyer.fill('billing-last_name', 'Byron')
    await buyer.fill('billing-line1', 'Unter den Linden 1')
    await buyer.fill('billing-zip', '10117')
    await buyer.fill('billing-city', 'Berlin')
    await buyer.page.getByLabel('Ship to the billing address').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.fill('delivery-last_name', 'Byron')
    await buyer.fill('delivery-line1', 'Bahnhofstrasse 1')
    await buyer.fill('delivery-zip', '8001')
    await buyer.fill('delivery-city', 'Zürich')
    await buyer.page.locator('#checkout-delivery-country_id').focus()
    await buyer.page.keyboard.type('Switz')
    await buyer.press('Continue')
    await buyer.continueToStep('Shipping')
    expect(await buyer.page.locator('.sums .aside').count()).to.equal(0)
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.press('Continue')
    await buyer.continueToStep('Review')
    await buyer.page.locator('.card', { hasText: 'Shipping address' }).getByText('Switzerland').waitFor()
  })

  it('require the terms before an order is placed', async () => {
    await buyer.checkOut()
    await buyer.fillAddress()
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.press('Continue')
    await buyer.continueToStep('Review')
    const before = await placed()
    await buyer.press(/^Order and pay/)
    await waitForValue(() => buyer.describeFocus(), 'checkout-refusals')
    expect(await buyer.page.locator('#checkout-terms_agreed').getAttribute('aria-invalid')).to.equal('true')
    expect(await placed()).to.equal(before)
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
  })

  it('link the legal pages next to the button, or show the terms of the store if there are no pages', async () => {
    await buyer.checkOut()
    await buyer.fillAddress()
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.press('Continue')
    await buyer.continueToStep('Review')
    const links = buyer.page.getByRole('main').locator('a[target=_blank]')
    const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    expect(paths).to.deep.equal(['/page/terms', '/page/withdrawal', '/page/privacy'])
    const { records } = await app.records.list('content-page', { limit: 100 })
    for (const { id } of records) await app.records.write('content-page', { published: false }, { id })
    await buyer.page.reload()
    await buyer.page.getByText('Terms and conditions', { exact: true }).waitFor()
    expect(await links.count()).to.equal(0)
    for (const { id } of records) await app.records.write('content-page', { published: true }, { id })
  })

  it('show a changed total before the order is placed, and place the order after the shopper agrees', async () => {
    await buyer.checkOut()
    await buyer.reviewOrder()
    const shopTotal = await buyer.readSum('total')
    const before = await placed()
    const [product] = (await app.records.list('product', { limit: 1, sort: 'id' })).records
    await app.records.write('product', { baseprice: 100 }, { id: product!.id })
    try {
      await buyer.press(/^Order and pay/)
      await waitForValue(() => buyer.describeFocus(), 'changed')
      const now = await buyer.readSum('total')
      expect(now).not.to.equal(shopTotal)
      expect(await buyer.page.locator('#changed').innerText())
        .to.contain(shopTotal)
        .and.to.contain(now)
      expect(await placed()).to.equal(before)
      await buyer.press(`Order and pay ${now}`)
      await buyer.page.getByText('Thank you for your order.').waitFor()
      expect(await buyer.readSum('total')).to.equal(now)
    } finally {
      await app.records.write('product', { baseprice: product!['baseprice'] }, { id: product!.id })
    }
    expect(await placed()).to.equal(before + 1)
  })

  it('place one order if the response was lost, after a retry or a reload', async () => {
    for (const onward of ['again', 'reload'] as const) {
      await buyer.checkOut()
      await buyer.reviewOrder()
      const before = await placed()
      const restoreReply = await buyer.loseReply('POST', placing)
      await buyer.press(/^Order and pay/)
      await buyer.page.getByText('The shop is not responding right now.').waitFor()
      if (onward === 'again') await buyer.press('Try again')
      else await buyer.page.reload()
      await buyer.page.getByRole('heading', { name: /Your order number is|^Order \d+ from/ }).waitFor()
      expect([onward, await placed()]).to.deep.equal([onward, before + 1])
      await restoreReply()
    }
  })

  it('place one order if the button is pressed twice or in two tabs', async () => {
    await buyer.checkOut()
    await buyer.reviewOrder()
    const other = await DemoBuyer.open(context, app)
    await other.goto('/checkout?step=review')
    await other.page.locator('#step', { hasText: 'Review' }).waitFor()
    const before = await placed()
    const order = buyer.page.getByRole('button', { name: /^Order and pay/ })
    await order.focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('Thank you for your order.').waitFor()
    const first = token()
    await other.page
      .getByText(/Your cart is empty|Thank you|Order \d+ from/)
      .first()
      .waitFor()
    expect(await placed()).to.equal(before + 1)
    expect(first).to.match(/^[\w-]{32}$/)
  })

  it('let a customer sign in during checkout, prefill their address, and list the order in their account', async () => {
    const email = 'mary@people.example'
    const { session } = await registerAccount(app, {
      ...{ email, password: 'a sound password', language: 'en-GB' },
      ...{ first_name: 'Mary', last_name: 'Somerville' },
    })
    const shopper = (await app.shop.accounts.sessionShopper(session))!
    const [country] = (await app.records.list('country', { limit: 1, filters: new Map([['iso2', 'DE']]) })).records
    const address = { kind: 'both', line1: 'Invalidenstraße 1', city: 'Berlin', zip: '10115', country_id: country!.id }
    await app.shop.serve('create-address', address, { shopper })
    await buyer.checkOut()
    await buyer.page.locator('.known summary').focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.page.locator('#sign-in-email').focus()
    await buyer.page.keyboard.type(email)
    await buyer.page.keyboard.press('Tab')
    await buyer.page.keyboard.type('a sound password')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByLabel('Saved address').waitFor()
    expect(await buyer.page.locator('#checkout-email').inputValue()).to.equal(email)
    await buyer.page.getByLabel('Saved address').focus()
    await buyer.page.keyboard.type('Inv')
    await waitForValue(() => buyer.page.locator('#checkout-billing-line1').inputValue(), 'Invalidenstraße 1')
    expect(await buyer.page.locator('#checkout-billing-last_name').inputValue()).to.equal('Somerville')
    await buyer.press('Continue')
    await buyer.continueToStep('Shipping')
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    await buyer.press('Continue')
    await buyer.continueToStep('Review')
    await buyer.page.locator('#checkout-terms_agreed').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.waitForReplies()
    await buyer.press(/^Order and pay/)
    await buyer.page.getByText('Thank you for your order.').waitFor()
    const path = new URL(buyer.page.url()).pathname
    const file = buyer.page.waitForEvent('download', { timeout: 60_000 })
    await buyer.press(/^Order confirmation/, 'link')
    expect((await file).suggestedFilename()).to.match(/^Order confirmation-\d+\.pdf$/)
    await buyer.goto('/account')
    await buyer.page.getByRole('link', { name: /^Order \d+ from/ }).waitFor()
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    // Other people cannot see the order.
    const stranger = await DemoBuyer.open(await browser.newContext({ locale: 'en-GB' }), app)
    await stranger.goto(path)
    await stranger.page.getByText('This order does not exist, or it belongs to an account.').waitFor()
    await stranger.page.context().close()
  })

  for (const [width, prefix] of [
    [1280, ''],
    [320, '/de'],
  ] as const) {
    it(`pass axe at every step and do not scroll sideways, at ${width} px`, async () => {
      await buyer.page.setViewportSize({ width, height: 740 })
      await buyer.checkOut()
      await buyer.reviewOrder()
      for (const step of ['address', 'delivery', 'payment', 'review']) {
        await buyer.goto(`${prefix}/checkout?step=${step}`)
        for (const colorScheme of ['light', 'dark'] as const) {
          await buyer.page.emulateMedia({ colorScheme })
          expect([step, await findAxeProblems(buyer.page)]).to.deep.equal([step, []])
          expect([step, await buyer.hasNoSidewaysScroll()]).to.deep.equal([step, true])
        }
      }
      await buyer.page.locator('.big').focus()
      await buyer.page.keyboard.press('Enter')
      await buyer.page.locator('#paying').waitFor()
      expect(await findAxeProblems(buyer.page)).to.deep.equal([])
      expect(await buyer.hasNoSidewaysScroll()).to.equal(true)
    })
  }
})
