// Browser tests of the configurator's feedback: confirmation dialogs, examples with a way back, and one announcement per change.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: feedback in the configurator', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 } })
  })
  afterEach(() => context?.close())

  describe('confirmation before a selection changes', () => {
    let shop: ProductPageDriver

    beforeEach(async () => {
      shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
      await shop.page.getByLabel('Hand crank').check()
      await shop.waitForReplies()
      await shop.page.getByLabel('Width').last().focus()
      await shop.page.keyboard.press('Control+A')
      await shop.page.keyboard.type('200', { delay: 15 })
      await shop.page.keyboard.press('Enter')
      await shop.page.getByRole('dialog').waitFor()
    })

    const isOpen = (): Promise<number> => shop.page.getByRole('dialog').count()

    for (const [how, keys] of [
      ['Escape', ['Escape']],
      ['"Keep as is"', ['Enter']],
    ] as const) {
      it(`keeps all selections and returns the focus on ${how}`, async () => {
        for (const key of keys) await shop.page.keyboard.press(key)
        await waitForValue(isOpen, 0)
        expect(await shop.describeFocus()).to.equal(await shop.page.getByLabel('Width').last().getAttribute('id'))
        expect(await shop.page.getByLabel('Width').last().inputValue()).to.equal('160')
        expect(await shop.page.getByLabel('Hand crank').isChecked()).to.equal(true)
      })
    }

    it('changes the selection and returns the focus on "Apply changes"', async () => {
      await shop.page.keyboard.press('Tab')
      await shop.page.keyboard.press('Enter')
      await waitForValue(isOpen, 0)
      await shop.waitForReplies()
      expect(await shop.describeFocus()).to.equal(await shop.page.getByLabel('Width').last().getAttribute('id'))
      expect(await shop.page.getByLabel('Width').last().inputValue()).to.equal('200')
      expect(await shop.page.getByLabel('Hand crank', { exact: true }).count()).to.equal(0)
    })

    it('asks when the field is left, not while the value is being typed', async () => {
      await shop.page.keyboard.press('Escape')
      await waitForValue(isOpen, 0)
      await shop.page.keyboard.press('Control+A')
      await shop.page.keyboard.type('190', { delay: 15 })
      await shop.page.waitForTimeout(900)
      expect(await isOpen()).to.equal(0)
      await shop.page.keyboard.press('Tab')
      await waitForValue(isOpen, 1)
    })
  })

  it("discards input typed into an example, and restores the shopper's own selections", async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/roller-blind')
    await shop.page.getByLabel('Group 3', { exact: true }).check()
    await shop.type('Width', ['1300'], 0)
    await shop.page.getByRole('button', { name: /Living room/ }).click()
    await shop.page.getByText('Your own entries are saved').waitFor()
    await shop.page.waitForTimeout(700)
    expect(await shop.field('Width').inputValue()).to.equal('1450')
    expect(await shop.price()).to.equal('€129.71')
    await shop.page.getByRole('button', { name: 'Restore my entries' }).click()
    await waitForValue(() => shop.field('Width').inputValue(), '1300')
    expect(await shop.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(true)
  })

  it('sees automatic changes below the price, and hears them in one announcement', async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/roller-blind')
    await shop.page.evaluate(() => {
      const root = document.querySelector('svc-configurator')!.shadowRoot!
      const announcements: string[] = []
      const live = (node: Node | null): Element | null =>
        (node instanceof Element ? node : (node?.parentElement ?? null))?.closest('[role=status], [role=alert], [aria-live]') ??
        null
      new MutationObserver((records) => {
        const regions = new Set(records.map(({ target }) => live(target)).filter((region) => region !== null))
        for (const region of regions) if (region.textContent?.trim()) announcements.push(region.textContent.trim())
      }).observe(root, { subtree: true, childList: true, characterData: true })
      Object.assign(globalThis, { said: announcements })
    })
    await shop.page.getByLabel('Acmeda 240v').click()
    const notice = shop.page.locator('.notice').filter({ hasText: 'Chain side' })
    await notice.waitFor()
    expect(await shop.isInViewport(notice)).to.equal(true)
    await shop.page.waitForTimeout(500)
    const announcedTexts = await shop.page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    expect(announcedTexts).to.have.length(1)
    expect(announcedTexts[0]).to.contain('Chain side')
    await notice.getByRole('button', { name: 'Dismiss' }).focus()
    await shop.page.keyboard.press('Enter')
    await notice.waitFor({ state: 'detached' })
    expect(await shop.describeFocus(), 'focus after the focused control was removed').to.match(/^control-\d+/)
  })
})
