// Browser tests of product and cart pages: allowed quantities, lines without a price, and invalid configuration links.
import { expect } from 'chai'
import type { ListeningApp } from '../support/test-app.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { createProduct } from '../support/small-shop.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: product and cart pages', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  it('show the allowed quantities of a product, and add no other quantity', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.page.getByLabel('Inside the recess').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.getByText('Your configuration is complete.').waitFor()
    for (const text of ['10000', 'a dozen', '0', '1.5']) {
      await buyer.type('Quantity', text)
      await buyer.press('Add to cart')
      await buyer.page.locator('output', { hasText: 'Please enter a whole number from 1 to 9999.' }).waitFor()
      expect(await buyer.page.evaluate(() => localStorage.getItem('svc-cart')), text).to.equal(null)
    }
    await buyer.type('Quantity', '9999')
    await buyer.press('Add to cart')
    await buyer.page.getByText('Added to cart. Items in your cart: 1.').waitFor()
  })

  it('offer the next allowed quantity if the allowed quantities of a product in the cart have changed', async () => {
    const product_id = await createProduct(app.records, 'Crate', { baseprice: 5 })
    const { configuration } = (await app.shop.serve('start-configuration', { product_id }, {})) as {
      readonly configuration: string
    }
    await buyer.provideCart(configuration)
    await buyer.goto('/cart')
    const quantity = (): Promise<string> => buyer.page.locator('.stepper input').inputValue()
    await buyer.type('Quantity of Crate', '50')
    await buyer.page.keyboard.press('Tab')
    await buyer.waitForReplies()
    await app.records.write('product', { min_quantity: 2, max_quantity: 15, quantity_step: 4 }, { id: product_id })
    await buyer.goto('/cart')
    await buyer.page.getByText('A quantity of 50 is no longer possible.').waitFor()
    for (const [button, expected] of [
      ['Decrease', '14'],
      ['Decrease', '10'],
      ['Increase', '14'],
    ] as const) {
      await buyer.press(`${button} quantity: Crate`)
      await waitForValue(quantity, expected)
      await buyer.waitForReplies()
    }
    const increase = buyer.page.getByRole('button', { name: 'Increase quantity: Crate' })
    expect(await increase.getAttribute('aria-disabled')).to.equal('true')
  })

  it('show no amount of 0.00 for a line that has only a recurring price', async () => {
    const product_id = await createProduct(app.records, 'Care', {
      use_recurring_pricing: true,
      baseprice_recurring: 5,
      recurring_interval_en_GB: 'per month',
    })
    const { configuration } = (await app.shop.serve('start-configuration', { product_id }, {})) as {
      readonly configuration: string
    }
    await buyer.provideCart(configuration)
    await buyer.goto('/cart')
    const line = buyer.page.locator('.position .line-price')
    await line.waitFor()
    expect(await line.innerText())
      .to.contain('€5')
      .and.not.to.contain('0.00')
  })

  for (const link of ['x'.repeat(32), 'not-a-token']) {
    it(`report an unknown configuration link: ${link.slice(0, 11)}`, async () => {
      await buyer.goto(`/product/roller-blind?configuration=${link}`)
      await buyer.page.getByRole('alert').getByText('This link is invalid or has expired.').waitFor()
      // The product can still be configured from the start.
      await buyer.page.getByText('Not calculated yet').first().waitFor()
    })
  }
})
