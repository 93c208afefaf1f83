// Browser tests of a product page whose configuration was added to a cart or ordered: it continues with a copy.
import { expect } from 'chai'
import type { CartReply } from '../../core/commerce/cart/define.js'
import { unit } from '../../core/storage/unit-of-work/transaction.js'
import type { ListeningApp } from '../support/test-app.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: product page after a purchase', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  /** Closes a configuration as an order, a quote or a redeemed line item does. */
  const close = (token: string, state: 'ordered' | 'quoted'): Promise<unknown> =>
    unit(app.context.database, (u) =>
      u.run('UPDATE svc_configuration SET state = ?, revision = revision + 1 WHERE token = ?', [state, token]),
    )
  const cartLine = async (): Promise<CartReply['positions'][number]> => {
    const token = await buyer.page.evaluate(() => localStorage.getItem('svc-cart'))
    const { positions } = (await app.shop.serve('read-cart', { token }, {})) as CartReply
    return positions[0]!
  }
  const ownToken = (): Promise<string> =>
    buyer.page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((name) => /^svc-configuration-\d+$/.test(name))!
      return (JSON.parse(sessionStorage.getItem(key)!) as { token: string }).token
    })
  const price = async (): Promise<string> => {
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    return buyer.page.locator('[data-part=amount]').first().innerText()
  }
  const choose = async (label: string): Promise<void> => {
    await buyer.page.getByLabel(label, { exact: true }).focus()
    await buyer.page.keyboard.press('Space')
  }
  const finishBlind = async (): Promise<void> => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await choose('Inside the recess')
    await buyer.page.getByText('Your configuration is complete.').waitFor()
  }

  it('leaves the cart unchanged if the page is left before its next configuration exists', async () => {
    await finishBlind()
    // From the time the line is in the cart, requests for a new configuration fail.
    await buyer.page.route(/\/carts\/[\w-]{32}\/positions/, async (route) => {
      const response = await route.fetch()
      await buyer.page.route(/\/configurations(\/[\w-]{32}\/duplicate)?\?/, (start) =>
        start.request().method() === 'POST' ? start.abort() : start.fallback(),
      )
      await route.fulfill({ response })
    })
    await buyer.press('Add to cart')
    await waitForValue(() => buyer.page.evaluate(() => localStorage.getItem('svc-count')), '1')
    await buyer.goto('/cart')
    await buyer.page.unrouteAll({ behavior: 'ignoreErrors' })
    const before = await cartLine()
    await buyer.goto('/product/roller-blind')
    expect(await price()).to.equal('€129.71')
    await choose('Group 3')
    await waitForValue(price, '€198.73')
    expect((await cartLine()).price).to.deep.equal(before.price)
    await close(before.configuration, 'ordered')
    await choose('Group 1')
    await waitForValue(price, '€129.71')
  })

  for (const state of ['ordered', 'quoted'] as const) {
    it(`continues with a copy if the configuration on the screen was ${state} elsewhere`, async () => {
      await finishBlind()
      const sold = await ownToken()
      const configurationReply = await app.shop.configurations.read(sold)
      await close(sold, state)
      await choose('Group 3')
      await waitForValue(price, '€198.73')
      expect(await buyer.page.locator('[role=alert]:not(:empty)').count()).to.equal(0)
      expect(await ownToken()).not.to.equal(sold)
      expect((await app.shop.configurations.read(sold)).price).to.deep.equal(configurationReply.price)
    })
  }

  it('continues with an editable copy when an ordered configuration is opened again', async () => {
    await finishBlind()
    const sold = await ownToken()
    await close(sold, 'ordered')
    await buyer.goto('/product/roller-blind')
    await waitForValue(price, '€129.71')
    expect(await buyer.page.getByText('was shared with you').count()).to.equal(0)
    await waitForValue(async () => (await ownToken()) === sold, false)
    await buyer.press('Start over')
    await waitForValue(price, 'Not calculated yet')
    await buyer.press('Restore my entries')
    await waitForValue(price, '€129.71')
  })

  it('starts over even if the service rejected the last input', async () => {
    await finishBlind()
    await buyer.page.route(/\/configurations\/[\w-]{32}\?/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { code: 'VALIDATION_FAILED' } })
        : route.fallback(),
    )
    await choose('Group 3')
    await buyer.page.getByText('This is not possible.').waitFor()
    await buyer.press('Start over')
    await waitForValue(price, 'Not calculated yet')
    expect(await buyer.page.getByText('This is not possible.').count()).to.equal(0)
  })
})
