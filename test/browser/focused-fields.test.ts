// Browser tests of a field that keeps the focus while assistive technology presses a button that changes the field's value.
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: focused field while a button is pressed', function () {
  this.timeout(60_000)
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ buyer } = demoShop)
  })

  const width = (): Locator => buyer.page.getByLabel('Width')
  const typed = async (text: string): Promise<void> => {
    await buyer.type('Width', text)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
  }
  /** Presses a button as assistive technology does, without moving the focus. */
  const activate = (name: RegExp): Promise<void> =>
    buyer.page
      .getByRole('button', { name })
      .first()
      .evaluate((button: HTMLElement) => button.click())
  const leave = async (): Promise<void> => {
    await buyer.page.keyboard.press('Tab')
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
  }

  it('shows the value of the example, and keeps it on blur', async () => {
    await buyer.goto('/product/roller-blind')
    await typed('1600')
    await activate(/Living room/)
    await waitForValue(() => width().inputValue(), '1450')
    await leave()
    expect(await width().inputValue()).to.equal('1450')
    expect(await buyer.page.locator('[data-part=amount]').first().innerText()).to.equal('€129.71')
    await activate(/Restore my entries/)
    await waitForValue(() => width().inputValue(), '1600')
  })

  it('shows the value after undo and after a reset, and keeps it on blur', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await waitForValue(() => width().inputValue(), '1450')
    await typed('1600')
    await buyer.page.locator('.tools [aria-disabled=false]', { hasText: 'Undo' }).waitFor()
    await activate(/^Undo$/)
    await waitForValue(() => width().inputValue(), '1450')
    await leave()
    expect(await width().inputValue()).to.equal('1450')
    await typed('1700')
    await activate(/^Start over$/)
    await waitForValue(() => width().inputValue(), '')
    await leave()
    expect(await width().inputValue()).to.equal('')
  })
})
