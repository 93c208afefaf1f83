// Browser tests of layout shift: automatic changes appear at once, and the page does not jump 800 ms later at the response.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { ProductPageDriver } from '../support/product-page-driver.js'

describe('storefront: notice "Adjusted for you"', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const page = await author.page(shelf, 'Front')
    const colour = await author.question(page, 'Colour', 'Radiobuttons')
    const red = await author.answer(colour, 'Red', { price: 10 })
    await author.answer(colour, 'Blue', { price: 20 })
    await author.answer(colour, 'Green', { price: 30 })
    for (let count = 0; count < 3; count++) await author.question(page, `Line ${count}`, 'Textbox')
    const shade = await author.question(page, 'Shade', 'Radiobuttons', {
      rules: { question: colour, operator: '==', value: red },
      display_while_disabled: 'grey_out',
    })
    await author.answer(shade, 'Dark', { price: 1 })
    for (let count = 3; count < 9; count++) await author.question(page, `Line ${count}`, 'Textbox')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    await context.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { moved: shifts })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[]) {
          if (!entry.hadRecentInput) shifts.push(entry.value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
  })
  afterEach(() => context?.close())

  const sumShifts = (shop: ProductPageDriver): Promise<number> =>
    shop.page.evaluate(() => (globalThis as unknown as { moved: readonly number[] }).moved.reduce((sum, shift) => sum + shift, 0))

  /** The parts of the notice that cover anything except the answered question. */
  const covered = (shop: ProductPageDriver): Promise<readonly string[]> =>
    shop.page.evaluate(() => {
      const deep = (root: ParentNode): readonly Element[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? deep(element.shadowRoot) : [])])
      const all = deep(document)
      const notice = all.find((element) => element.matches('section.notice'))!
      const box = notice.getBoundingClientRect()
      return all
        .filter((element) => element.matches('.question, .price-bar, aside') && !element.contains(notice))
        .filter((element) => {
          const { top, bottom, left, right, width } = element.getBoundingClientRect()
          return width > 0 && top < box.bottom && bottom > box.top && left < box.right && right > box.left
        })
        .map((element) => element.textContent.trim().slice(0, 40))
    })

  const ways = [
    ['with the local answer', 800, 'full'],
    ['with the answer of the service', 800, 'off'],
  ] as const
  const screens = [
    ['a desktop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 760 }],
  ] as const
  const runs = ways.flatMap((way) => screens.map((screen) => [...way, ...screen] as const))
  for (const [how, latency, clientEngine, screen, viewport] of runs) {
    it(`appears ${how} and shifts the page by at most 0.02 at ${latency} ms latency on ${screen}`, async () => {
      await app.write('product', { twin: clientEngine }, { id: shelf })
      const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
      await shop.page.setViewportSize(viewport)
      if (clientEngine === 'full') await shop.waitForClientEngine()
      await shop.page.getByLabel('Red').click()
      await shop.waitForReplies()
      await shop.page.getByLabel('Dark').click()
      await shop.waitForReplies()
      // From here on, scripts have the same latency.
      await context.route('**/*', async (route) => {
        await new Promise((resume) => setTimeout(resume, latency))
        await route.fallback()
      })
      const before = await sumShifts(shop)
      let answered = false
      shop.page.on('response', (response) => {
        if (response.request().method() === 'PATCH') answered = true
      })
      await shop.page.getByLabel('Blue').click()
      await shop.page.locator('.notice').getByText('Shade: “Dark” was removed').waitFor()
      expect(answered).to.equal(clientEngine === 'off')
      await shop.waitForReplies()
      expect((await sumShifts(shop)) - before).to.be.at.most(0.02)
      expect(await shop.page.locator('.notice').count()).to.equal(1)
      expect(await covered(shop)).to.deep.equal([])
      // The next notice replaces this one. Its space stays reserved until then.
      await shop.page.getByLabel('Red').click()
      await shop.waitForReplies()
      await shop.page.getByLabel('Dark').click()
      await shop.waitForReplies()
      expect((await sumShifts(shop)) - before).to.be.at.most(0.02)
    })
  }
})
