// The notice about automatic changes appears in reserved space, also 800 ms after the entry, and covers nothing.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import type { ProgramReply } from '../../core/commerce/configuration/program.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { ProductPageDriver } from './product-page-driver.js'

describe('storefront: notice "Adjusted for you"', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shelf: number
  let long: number

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
    long = await author.product('Cabinet', { baseprice: 100 })
    const front = await author.page(long, 'Front')
    const tint = await author.question(front, 'Colour', 'Radiobuttons')
    const ruby = await author.answer(tint, 'Red', { price: 10 })
    for (let count = 1; count < 40; count++) await author.answer(tint, `Tint ${count}`, { price: count })
    const depth = await author.question(front, 'Shade', 'Radiobuttons', {
      rules: { question: tint, operator: '==', value: ruby },
      display_while_disabled: 'grey_out',
    })
    await author.answer(depth, 'Dark', { price: 1 })
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

  /** Parts of the page that the notice, or on narrow screens the price bar with its line, covers beyond the reserved space. */
  const covered = (shop: ProductPageDriver): Promise<readonly string[]> =>
    shop.page.evaluate(() => {
      const deep = (root: ParentNode): readonly Element[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? deep(element.shadowRoot) : [])])
      const all = deep(document)
      const notice = all.find((element) => element.matches('section.notice'))!
      const box = notice.getBoundingClientRect()
      return all
        .filter((element) => element.matches('.question, .choice, .price-bar, aside, .details, footer'))
        .filter((element) => {
          const { top, bottom, left, right, width } = element.getBoundingClientRect()
          return width > 0 && top < box.bottom && bottom > box.top && left < box.right && right > box.left
        })
        .map((element) => element.textContent.trim().slice(0, 40))
    })

  const heightOf = async (shop: ProductPageDriver, selector: string): Promise<number> =>
    (await shop.page.locator(selector).first().boundingBox())?.height ?? 0

  /** From here on, scripts and the service take this long to reply. */
  const delay = (latency: number): Promise<unknown> =>
    context.route('**/*', async (route) => {
      await new Promise((resume) => setTimeout(resume, latency))
      await route.fallback()
    })

  const isPhone = ({ width }: { readonly width: number }): boolean => width < 800

  /** The notice on wide screens, and the line in the price bar on narrow ones. */
  const noticeText = (shop: ProductPageDriver, viewport: { readonly width: number }) =>
    shop.page.locator(isPhone(viewport) ? '.notice-line' : 'section.notice')

  const latency = 800
  const ways = [
    ['with the local answer', 'full'],
    ['with the answer of the service', 'off'],
  ] as const
  const screens = [
    ['a desktop', { width: 1280, height: 800 }],
    ['a low window', { width: 1280, height: 640 }],
    ['a phone', { width: 390, height: 760 }],
  ] as const
  const products = [
    ['of a short product', () => shelf, 'Blue'],
    ['of a product with 40 answers', () => long, 'Tint 20'],
  ] as const
  // The long product once with the local answer on each screen; the short one in every way.
  const runs = ways.flatMap((way) =>
    screens.flatMap((screen) =>
      products
        .filter((product) => product === products[0] || way === ways[0])
        .map((product) => [...way, ...screen, ...product] as const),
    ),
  )
  for (const [how, twin, screen, viewport, which, product, colour] of runs) {
    it(`appears ${how} on the page ${which} on ${screen}, moves it by no more than 0.02 and covers nothing`, async () => {
      await app.records.write('product', { twin }, { id: product() })
      const shop = await ProductPageDriver.open(context, app, `/product/${product()}`)
      await shop.page.setViewportSize(viewport)
      if (twin === 'full') await shop.waitForClientEngine()
      await shop.page.getByLabel('Red').click()
      await shop.waitForReplies()
      await shop.page.getByLabel('Dark').click()
      await shop.waitForReplies()
      const question = await heightOf(shop, '.question')
      const bar = await heightOf(shop, '.price-bar')
      await delay(latency)
      const before = await sumShifts(shop)
      let answered = false
      shop.page.on('response', (response) => {
        if (response.request().method() === 'PATCH') answered = true
      })
      await shop.page.getByLabel(colour, { exact: true }).click()
      await noticeText(shop, viewport).getByText('Shade: “Dark” was removed').waitFor()
      expect(answered).to.equal(twin === 'off')
      expect(await shop.isInViewport(noticeText(shop, viewport))).to.equal(true)
      await shop.waitForReplies()
      expect((await sumShifts(shop)) - before).to.be.at.most(0.02)
      expect(await shop.page.locator('.notice').count()).to.equal(1)
      expect(await covered(shop)).to.deep.equal([])
      expect([await heightOf(shop, '.question'), await heightOf(shop, '.price-bar')]).to.deep.equal([question, bar])
      await shop.page.getByLabel('Red').click()
      await shop.waitForReplies()
      await shop.page.getByLabel('Dark').click()
      await shop.waitForReplies()
      expect((await sumShifts(shop)) - before).to.be.at.most(0.02)
    })
  }

  for (const [screen, viewport] of screens) {
    it(`moves the page by no more than 0.02 on ${screen} if only the service adjusts something`, async () => {
      await app.records.write('product', { twin: 'full' }, { id: shelf })
      await context.route('**/program?*', async (route) => {
        const response = await route.fetch()
        const { data } = (await response.json()) as { readonly data: ProgramReply }
        await route.fulfill({ json: { data: { ...data, source: { ...data.source!, baseprice: data.source!.baseprice + 1 } } } })
      })
      const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
      await shop.page.setViewportSize(viewport)
      await shop.waitForClientEngine()
      const bar = await heightOf(shop, '.price-bar')
      await delay(latency)
      const before = await sumShifts(shop)
      await shop.page.getByLabel('Blue').click()
      await noticeText(shop, viewport).getByText('The values shown here were corrected').waitFor()
      await shop.waitForReplies()
      expect((await sumShifts(shop)) - before).to.be.at.most(0.02)
      expect(await covered(shop)).to.deep.equal([])
      expect(await heightOf(shop, '.price-bar')).to.equal(bar)
    })
  }

  it('reserves no space in a question without the local engine', async () => {
    await app.records.write('product', { twin: 'off' }, { id: shelf })
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    const before = await heightOf(shop, '.pages')
    await shop.page.getByLabel('Blue').click()
    await shop.waitForReplies()
    // The button "Clear" appears below the answers.
    expect((await heightOf(shop, '.pages')) - before).to.be.below(60)
  })

  it('opens from the price bar on a phone, and closes when the focus goes elsewhere', async () => {
    await app.records.write('product', { twin: 'full' }, { id: shelf })
    const shop = await ProductPageDriver.open(context, app, `/product/${shelf}`)
    await shop.page.setViewportSize({ width: 320, height: 640 })
    await shop.waitForClientEngine()
    for (const label of ['Red', 'Dark', 'Blue']) {
      await shop.page.getByLabel(label).click()
      await shop.waitForReplies()
    }
    const notice = shop.page.locator('section.notice')
    const line = shop.page.locator('.notice-line')
    expect(await notice.isVisible()).to.equal(false)
    await line.focus()
    await shop.page.keyboard.press('Enter')
    await notice.getByRole('button', { name: 'Dismiss' }).waitFor()
    expect(await shop.isInViewport(notice)).to.equal(true)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.getByLabel('Line 0').focus()
    await notice.waitFor({ state: 'hidden' })
    await line.click()
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await line.waitFor({ state: 'detached' })
  })
})
