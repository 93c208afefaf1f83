// What happens beside the place where a shopper acts: questions before a change, examples and the way back, one announcement.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('a shopper who is asked and told', function () {
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

  describe('before a selection changes', () => {
    let shop: ShopPage

    beforeEach(async () => {
      shop = await ShopPage.open(context, app, '/product/standing-desk')
      await shop.page.getByLabel('Hand crank').check()
      await shop.settled()
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
      it(`keeps everything and gives the focus back on ${how}`, async () => {
        for (const key of keys) await shop.page.keyboard.press(key)
        await becomes(isOpen, 0)
        expect(await shop.focused()).to.equal(await shop.page.getByLabel('Width').last().getAttribute('id'))
        expect(await shop.page.getByLabel('Width').last().inputValue()).to.equal('160')
        expect(await shop.page.getByLabel('Hand crank').isChecked()).to.equal(true)
      })
    }

    it('changes it and gives the focus back on "Apply changes"', async () => {
      await shop.page.keyboard.press('Tab')
      await shop.page.keyboard.press('Enter')
      await becomes(isOpen, 0)
      await shop.settled()
      expect(await shop.focused()).to.equal(await shop.page.getByLabel('Width').last().getAttribute('id'))
      expect(await shop.page.getByLabel('Width').last().inputValue()).to.equal('200')
      expect(await shop.page.getByLabel('Hand crank', { exact: true }).count()).to.equal(0)
    })

    it('asks again after a word that was not typed to its end', async () => {
      await shop.page.keyboard.press('Escape')
      await becomes(isOpen, 0)
      await shop.page.keyboard.press('Control+A')
      await shop.page.keyboard.type('190', { delay: 15 })
      await shop.page.waitForTimeout(900)
      expect(await isOpen()).to.equal(0)
      await shop.page.keyboard.press('Tab')
      await becomes(isOpen, 1)
    })
  })

  it('takes nothing typed into an example, and leads back to the entries of before', async () => {
    const shop = await ShopPage.open(context, app, '/product/roller-blind')
    await shop.page.getByLabel('Group 3', { exact: true }).check()
    await shop.type('Width', ['1300'], 0)
    await shop.page.getByRole('button', { name: /Living room/ }).click()
    await shop.page.getByText('Your own entries are saved').waitFor()
    await shop.page.waitForTimeout(700)
    expect(await shop.field('Width').inputValue()).to.equal('1450')
    expect(await shop.price()).to.equal('€129.71')
    await shop.page.getByRole('button', { name: 'Restore my entries' }).click()
    await becomes(() => shop.field('Width').inputValue(), '1300')
    expect(await shop.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(true)
  })

  it('is told beside the question what changed by itself, in one announcement', async () => {
    const shop = await ShopPage.open(context, app, '/product/roller-blind')
    await shop.page.evaluate(() => {
      const root = document.querySelector('svc-configurator')!.shadowRoot!
      const said: string[] = []
      const live = (node: Node | null): Element | null =>
        (node instanceof Element ? node : (node?.parentElement ?? null))?.closest('[role=status], [role=alert], [aria-live]') ??
        null
      new MutationObserver((records) => {
        const regions = new Set(records.map(({ target }) => live(target)).filter((region) => region !== null))
        for (const region of regions) if (region.textContent?.trim()) said.push(region.textContent.trim())
      }).observe(root, { subtree: true, childList: true, characterData: true })
      Object.assign(globalThis, { said })
    })
    await shop.page.getByLabel('Acmeda 240v').click()
    const notice = shop.page.locator('.notice').filter({ hasText: 'Chain side' })
    await notice.waitFor()
    expect(await shop.inSight(notice)).to.equal(true)
    await shop.page.waitForTimeout(500)
    const said = await shop.page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    expect(said).to.have.length(1)
    expect(said[0]).to.contain('Chain side')
    await notice.getByRole('button', { name: 'Dismiss' }).focus()
    await shop.page.keyboard.press('Enter')
    await notice.waitFor({ state: 'detached' })
    expect(await shop.focused(), 'what had the focus is gone').to.match(/^control-\d+/)
  })
})
