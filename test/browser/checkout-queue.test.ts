// The queue of a shopper's actions in a real browser: no click is lost while an earlier change is being saved.
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { QuoteReply } from '../../core/commerce/quote/define.js'
import { expect } from 'chai'
import type { ListeningApp } from '../support/app.js'
import { type Buyer, visitDemoShop } from '../support/buyer.js'

describe('the actions of a shopper', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let buyer: Buyer

  visitDemoShop((visit) => {
    ;({ app, buyer } = visit)
  })

  const placed = async (): Promise<number> => {
    const [row] = await app.context.database.query<{ count: number | string }>(
      'SELECT COUNT(*) AS count FROM svc_sales_order WHERE number IS NOT NULL',
    )
    return Number(row!.count)
  }
  const token = (): string => new URL(buyer.page.url()).pathname.split('/').at(-1)!
  const patched = /\/svc-api\/runtime\/v1\/(?:checkouts|carts)\/[\w-]{32}/
  /** Holds the requests of a method until the returned function is called. */
  const hold = async (method: string): Promise<() => Promise<void>> => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const end = await buyer.intercept(method, patched, async (route) => {
      await released
      await route.fallback()
    })
    return async () => {
      release()
      await buyer.settled()
      await end()
    }
  }
  const readOrder = async (): Promise<DocumentReply> => (await app.serve('read-order', { token: token() }, {})) as DocumentReply

  it('place the order when its button is pressed while the note and the terms are saved', async () => {
    await buyer.checkOut()
    await buyer.review()
    await buyer.page.locator('#checkout-terms_agreed').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.settled()
    const release = await hold('PATCH')
    await buyer.page.keyboard.press('Space')
    await buyer.page.locator('#checkout-note').fill('Ring twice')
    await buyer.page.getByRole('button', { name: /^Order and pay/ }).click()
    await release()
    await buyer.page.getByText('Thank you for your order.').waitFor()
    expect((await readOrder()).note).to.equal('Ring twice')
  })

  it('place no order without a note that could not be saved, and place it with the note when the button is pressed again', async () => {
    await buyer.checkOut()
    await buyer.review()
    const before = await placed()
    const end = await buyer.intercept('PATCH', patched, (route) => route.abort('connectionreset'))
    await buyer.page.locator('#checkout-note').fill('Ring twice')
    const order = buyer.page.getByRole('button', { name: /^Order and pay/ })
    await order.click()
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    await buyer.settled()
    expect(await placed()).to.equal(before)
    await end()
    await order.click()
    await buyer.page.getByText('Thank you for your order.').waitFor()
    expect((await readOrder()).note).to.equal('Ring twice')
  })

  it('take the later of two quick choices, and go on with it', async () => {
    await buyer.checkOut()
    await buyer.address()
    await buyer.press('Continue')
    await buyer.step('Payment')
    const release = await hold('PATCH')
    await buyer.page.getByRole('radio', { name: /Cash on delivery/ }).click()
    await buyer.page.getByRole('radio', { name: /Test payment/ }).click()
    await buyer.page.getByRole('button', { name: 'Continue' }).click()
    await release()
    await buyer.step('Review')
    await buyer.page.locator('.card', { hasText: 'Payment' }).getByText('Test payment').waitFor()
  })

  it('request a quote when its button is pressed while the note of the cart is saved', async () => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    await buyer.press('Request a quote')
    await buyer.page.getByLabel('E-mail').fill('ada@people.example')
    const release = await hold('PATCH')
    await buyer.page.locator('#cart-note').fill('For the hall')
    await buyer.page.locator('form.narrow button.primary').click()
    await release()
    await buyer.page.waitForURL(/\/quotes\//)
    const { status, note } = (await app.serve('read-quote', { token: token() }, {})) as QuoteReply
    expect([status, note]).to.deep.equal(['requested', 'For the hall'])
  })
})
