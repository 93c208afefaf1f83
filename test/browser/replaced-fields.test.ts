// Assistive technology presses buttons without moving the focus: a focused field then shows what the button put there.
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Buyer, visitDemoShop } from '../support/buyer.js'
import { becomes } from '../support/shop-page.js'

describe('a field that keeps the focus while a button is pressed', function () {
  this.timeout(60_000)
  let buyer: Buyer

  visitDemoShop((visit) => {
    ;({ buyer } = visit)
  })

  const width = (): Locator => buyer.page.getByLabel('Width')
  const typed = async (text: string): Promise<void> => {
    await buyer.type('Width', text)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
  }
  /** As assistive technology does it: the focus stays where it is. */
  const activate = (name: RegExp): Promise<void> =>
    buyer.page
      .getByRole('button', { name })
      .first()
      .evaluate((button: HTMLElement) => button.click())
  const leave = async (): Promise<void> => {
    await buyer.page.keyboard.press('Tab')
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
  }

  it('shows the example, and leaving the field changes nothing of it', async () => {
    await buyer.goto('/product/roller-blind')
    await typed('1600')
    await activate(/Living room/)
    await becomes(() => width().inputValue(), '1450')
    await leave()
    expect(await width().inputValue()).to.equal('1450')
    expect(await buyer.page.locator('[data-part=amount]').first().innerText()).to.equal('€129.71')
    await activate(/Restore my entries/)
    await becomes(() => width().inputValue(), '1600')
  })

  it('shows the step back, and the empty start', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await becomes(() => width().inputValue(), '1450')
    await typed('1600')
    await buyer.page.locator('.tools [aria-disabled=false]', { hasText: 'Undo' }).waitFor()
    await activate(/^Undo$/)
    await becomes(() => width().inputValue(), '1450')
    await leave()
    expect(await width().inputValue()).to.equal('1450')
    await typed('1700')
    await activate(/^Start over$/)
    await becomes(() => width().inputValue(), '')
    await leave()
    expect(await width().inputValue()).to.equal('')
  })
})
