// A cart line is edited on the page of its product: nothing changes in the cart until it is saved.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ListeningApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { type Buyer, visitDemoShop } from '../support/buyer.js'
import { becomes } from '../support/shop-page.js'

describe('the page on which a cart line is edited', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let buyer: Buyer

  visitDemoShop((visit) => {
    ;({ app, buyer } = visit)
  })

  const cart = async (): Promise<CartReply> => {
    const token = await buyer.page.evaluate(() => localStorage.getItem('svc-cart'))
    return (await app.serve('read-cart', { token }, {})) as CartReply
  }
  const line = async (): Promise<CartReply['positions'][number]> => (await cart()).positions[0]!
  const price = async (): Promise<string> => {
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    return buyer.page.locator('[data-part=amount]').first().innerText()
  }
  const choose = async (label: string): Promise<void> => {
    await buyer.page.getByLabel(label, { exact: true }).focus()
    await buyer.page.keyboard.press('Space')
  }
  const edit = async (): Promise<void> => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    await buyer.press(/^Edit/, 'link')
    await buyer.page.getByText('You are editing an item in your cart.').waitFor()
    await buyer.ready()
    await becomes(price, '€129.71')
  }

  it('leaves the line as it is until "Save", which leads back to the cart', async () => {
    await edit()
    const before = await line()
    await choose('Group 3')
    await becomes(price, '€198.73')
    expect((await line()).price).to.deep.equal(before.price)
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    await buyer.press('Save')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.settled()
    expect(await buyer.sum('line')).to.equal('€198.73')
    expect((await line()).id).to.equal(before.id)
  })

  it('leaves the line as it was after "Cancel"', async () => {
    await edit()
    await choose('Group 3')
    await becomes(price, '€198.73')
    await buyer.press('Cancel', 'link')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.settled()
    expect(await buyer.sum('line')).to.equal('€129.71')
    // Edited again, it begins with what is in the cart.
    await buyer.press(/^Edit/, 'link')
    await buyer.ready()
    await becomes(price, '€129.71')
  })

  it('keeps unsaved changes over a reload', async () => {
    await edit()
    await choose('Group 3')
    await becomes(price, '€198.73')
    await buyer.page.reload()
    await buyer.ready()
    await becomes(price, '€198.73')
    expect((await line()).price?.gross).to.equal(129.71)
  })

  it('clears everything on "Start over", leads back, and saves only what is complete', async () => {
    await edit()
    await buyer.press('Start over')
    await becomes(price, 'Not calculated yet')
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('')
    await buyer.press('Save')
    await buyer.page.locator('output', { hasText: "Please complete 'Width'." }).waitFor()
    expect((await line()).price?.gross).to.equal(129.71)
    await buyer.press('Restore my entries')
    await becomes(price, '€129.71')
    await buyer.press('Start over')
    await becomes(price, 'Not calculated yet')
  })

  it('says so when the line was removed in another tab, and offers to add it', async () => {
    await edit()
    await choose('Group 3')
    await becomes(price, '€198.73')
    const { cart: token, positions } = await cart()
    await app.serve('remove-position', { token, position: positions[0]!.id }, {})
    await buyer.press('Save')
    await buyer.page.getByText('This item is no longer in your cart.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.settled()
    expect(await buyer.sum('line')).to.equal('€198.73')
  })

  it('does not touch what the shopper was configuring', async () => {
    await edit()
    await choose('Group 3')
    await becomes(price, '€198.73')
    await buyer.goto('/product/roller-blind')
    expect(await buyer.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(false)
  })
})
