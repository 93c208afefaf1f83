// Browser tests of editing a cart line on its product page: the cart changes only when the shopper saves.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ListeningApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: product page of a cart line', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  const cart = async (): Promise<CartReply> => {
    const token = await buyer.page.evaluate(() => localStorage.getItem('svc-cart'))
    return (await app.shop.serve('read-cart', { token }, {})) as CartReply
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
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.press(/^Edit/, 'link')
    await buyer.page.getByText('You are editing an item in your cart.').waitFor()
    await buyer.waitUntilReady()
    await waitForValue(price, '€129.71')
  }

  it('changes the line only on "Save", and returns to the cart', async () => {
    await edit()
    const before = await line()
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    expect((await line()).price).to.deep.equal(before.price)
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    await buyer.press('Save')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.waitForReplies()
    expect(await buyer.readSum('line')).to.equal('€198.73')
    expect((await line()).id).to.equal(before.id)
  })

  it('leaves the line unchanged after "Cancel"', async () => {
    await edit()
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    await buyer.press('Cancel', 'link')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.waitForReplies()
    expect(await buyer.readSum('line')).to.equal('€129.71')
    // The next edit starts from the line in the cart.
    await buyer.press(/^Edit/, 'link')
    await buyer.waitUntilReady()
    await waitForValue(price, '€129.71')
  })

  it('keeps unsaved changes after a reload', async () => {
    await edit()
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    await buyer.page.reload()
    await buyer.waitUntilReady()
    await waitForValue(price, '€198.73')
    expect((await line()).price?.gross).to.equal(129.71)
  })

  it('clears all selections on "Start over", restores them, and saves only a complete configuration', async () => {
    await edit()
    await buyer.press('Start over')
    await waitForValue(price, 'Not calculated yet')
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('')
    await buyer.press('Save')
    await buyer.page.locator('output', { hasText: "Please complete 'Width'." }).waitFor()
    expect((await line()).price?.gross).to.equal(129.71)
    await buyer.press('Restore my entries')
    await waitForValue(price, '€129.71')
    await buyer.press('Start over')
    await waitForValue(price, 'Not calculated yet')
  })

  it('reports that the line was removed in another tab, and offers to add it again', async () => {
    await edit()
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    const { cart: token, positions } = await cart()
    await app.shop.serve('remove-position', { token, position: positions[0]!.id }, {})
    await buyer.press('Save')
    await buyer.page.getByText('This item is no longer in your cart.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.waitForReplies()
    expect(await buyer.readSum('line')).to.equal('€198.73')
  })

  it("leaves the shopper's other configuration unchanged", async () => {
    await edit()
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    await buyer.goto('/product/roller-blind')
    expect(await buyer.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(false)
  })
})
