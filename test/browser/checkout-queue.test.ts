// Browser tests of queued shopper actions: no click is lost while an earlier change is being saved.
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { QuoteReply } from '../../core/commerce/quote/define.js'
import { expect } from 'chai'
import type { ListeningApp } from '../support/test-app.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: queued shopper actions', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  const placed = async (): Promise<number> => {
    const [row] = await app.context.database.query<{ count: number | string }>(
      'SELECT COUNT(*) AS count FROM svc_sales_order WHERE number IS NOT NULL',
    )
    return Number(row!.count)
  }
  const token = (): string => new URL(buyer.page.url()).pathname.split('/').at(-1)!
  const patched = /\/svc-api\/runtime\/v1\/(?:checkouts|carts)\/[\w-]{32}/
  /** Delays the requests of a method until the returned function is called. */
  const delayRequest = async (method: string): Promise<() => Promise<void>> => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const end = await buyer.intercept(method, patched, async (route) => {
      await released
      await route.fallback()
    })
    return async () => {
      release()
      await buyer.waitForReplies()
      await end()
    }
  }
  const readCartToken = (): Promise<string> => buyer.page.evaluate(() => localStorage.getItem('svc-cart') ?? '')
  const readOrder = async (): Promise<DocumentReply> =>
    (await app.shop.serve('read-order', { token: token() }, {})) as DocumentReply

  it('place the order if its button is pressed while the note and the terms are being saved', async () => {
    await buyer.checkOut()
    await buyer.reviewOrder()
    await buyer.page.locator('#checkout-terms_agreed').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.waitForReplies()
    const release = await delayRequest('PATCH')
    await buyer.page.keyboard.press('Space')
    await buyer.page.locator('#checkout-note').fill('Ring twice')
    await buyer.page.getByRole('button', { name: /^Order and pay/ }).click()
    await release()
    await buyer.page.getByText('Thank you for your order.').waitFor()
    expect((await readOrder()).note).to.equal('Ring twice')
  })

  it('place no order if the note could not be saved, and place it with the note on the next press', async () => {
    await buyer.checkOut()
    await buyer.reviewOrder()
    const before = await placed()
    const end = await buyer.intercept('PATCH', patched, (route) => route.abort('connectionreset'))
    await buyer.page.locator('#checkout-note').fill('Ring twice')
    const order = buyer.page.getByRole('button', { name: /^Order and pay/ })
    await order.click()
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    await buyer.waitForReplies()
    expect(await placed()).to.equal(before)
    await end()
    await order.click()
    await buyer.page.getByText('Thank you for your order.').waitFor()
    expect((await readOrder()).note).to.equal('Ring twice')
  })

  it('apply the later of two quick choices, and continue with it', async () => {
    await buyer.checkOut()
    await buyer.fillAddress()
    await buyer.press('Continue')
    await buyer.continueToStep('Payment')
    const release = await delayRequest('PATCH')
    await buyer.page.getByRole('radio', { name: /Cash on delivery/ }).click()
    await buyer.page.getByRole('radio', { name: /Test payment/ }).click()
    await buyer.page.getByRole('button', { name: 'Continue' }).click()
    await release()
    await buyer.continueToStep('Review')
    await buyer.page.locator('.card', { hasText: 'Payment' }).getByText('Test payment').waitFor()
  })

  it('open the checkout with the typed quantity if its link is pressed while the quantity is being saved', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    const release = await delayRequest('PATCH')
    await buyer.type('Quantity of Roller blind', '7')
    await buyer.page.locator('aside a.primary').click()
    expect(new URL(buyer.page.url()).pathname).to.equal('/cart')
    await release()
    await buyer.page.waitForURL('**/checkout*')
    await buyer.waitUntilReady()
    const { positions } = (await app.shop.serve('read-cart', { token: await readCartToken() }, {})) as CartReply
    expect(positions.map(({ quantity }) => quantity)).to.deep.equal([7])
  })

  it('stay in the cart at a quantity that is not allowed if the link to the checkout is pressed', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.type('Quantity of Roller blind', 'a dozen')
    await buyer.page.locator('aside a.primary').click()
    await buyer.page.locator('.how [role=alert]:not(:empty)').waitFor()
    await waitForValue(() => buyer.describeFocus(), 'Quantity of Roller blind')
    expect(new URL(buyer.page.url()).pathname).to.equal('/cart')
  })

  it('request a quote if its button is pressed while the note of the cart is being saved', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.press('Request a quote')
    await buyer.page.getByLabel('E-mail').fill('ada@people.example')
    const release = await delayRequest('PATCH')
    await buyer.page.locator('#cart-note').fill('For the hall')
    await buyer.page.locator('form.narrow button.primary').click()
    await release()
    await buyer.page.waitForURL(/\/quotes\//)
    const { status, note } = (await app.shop.serve('read-quote', { token: token() }, {})) as QuoteReply
    expect([status, note]).to.deep.equal(['requested', 'For the hall'])
  })
})
