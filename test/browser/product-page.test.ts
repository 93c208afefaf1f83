// Browser tests of the product page: gallery, the picture that stays in sight, swatches, price notes and the block about buying.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: product page', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  /** The id of the standing desk. */
  let desk: number
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()], { plugins: [stock, payments] })
    await seedDemo(app, () => undefined, ['he-IL'])
    desk = (await app.shop.catalogue.product('standing-desk')).product.id
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  })
  afterEach(() => context?.close())

  const open = (path: string): Promise<ProductPageDriver> => ProductPageDriver.open(context, app, path)
  /** The index of the slide in sight. */
  const currentSlide = (page: Page): Promise<number> =>
    page.locator('.slides').evaluate((track) => Math.round(Math.abs(track.scrollLeft) / track.clientWidth))
  const currentThumb = (page: Page): Promise<string | null> =>
    page.locator('.thumb[aria-current=true]').getAttribute('aria-label')

  it('shows the pictures as slides that thumbnails and keys change, in both writing directions', async () => {
    for (const [path, forward, backward] of [
      ['/product/standing-desk', 'ArrowRight', 'ArrowLeft'],
      [`/he/product/${desk}`, 'ArrowLeft', 'ArrowRight'],
    ] as const) {
      const { page } = await open(path)
      await page.locator('.thumb').nth(1).waitFor()
      const label = (await page.locator('.thumb').nth(1).getAttribute('aria-label'))!
      await page.locator('.thumb').nth(1).focus()
      await page.keyboard.press('Enter')
      await waitForValue(() => currentSlide(page), 1)
      expect(await currentThumb(page)).to.equal(label)
      const image = page.locator('.slide')
      expect(await image.getAttribute('alt')).to.contain(label)
      await waitForValue(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth > 0), true)
      await page.locator('.slides').focus()
      await page.keyboard.press(backward)
      await waitForValue(() => currentSlide(page), 0)
      await page.keyboard.press(forward)
      await waitForValue(() => currentSlide(page), 1)
      await page.keyboard.press('Home')
      await waitForValue(() => currentSlide(page), 0)
      expect(await findAxeProblems(page)).to.deep.equal([])
    }
  })

  it('returns to the composed picture when a choice changes it, and marks the slide that is swiped to', async () => {
    const shop = await open('/product/standing-desk')
    const { page } = shop
    await page.locator('.thumb').nth(1).waitFor()
    // A swipe scrolls the track.
    await page.locator('.slides').evaluate((track) => track.scrollTo({ left: track.clientWidth }))
    await waitForValue(() => currentThumb(page), 'Picture 2 of 2')
    await page.getByLabel('Corner').focus()
    await page.keyboard.press('Space')
    await waitForValue(() => currentThumb(page), 'Picture 1 of 2')
    await waitForValue(() => currentSlide(page), 0)
  })

  it('keeps the picture in sight next to the questions, and small above them on a phone', async () => {
    const { page } = await open('/product/standing-desk')
    await page.getByLabel('Headphone hook').scrollIntoViewIfNeeded()
    expect((await page.locator('.visualization').boundingBox())!.y).to.be.within(0, 100)
    expect(await page.locator('.mini').count()).to.equal(0)
    await page.setViewportSize({ width: 390, height: 844 })
    const shop = await open(`/de/product/${desk}`)
    await shop.page.setViewportSize({ width: 390, height: 844 })
    await shop.page.evaluate(() => scrollTo(0, 0))
    expect(await shop.page.locator('.mini').count(), 'the large picture is in sight').to.equal(0)
    await shop.page.getByLabel('Eiche', { exact: true }).focus()
    await shop.page.locator('.mini svc-picture img').first().waitFor()
    const before = await shop.page.locator('.mini img').count()
    await shop.page.keyboard.press('Space')
    await waitForValue(() => shop.page.locator('.mini img').count(), before + 1)
    const small = (await shop.page.locator('.mini svc-picture').boundingBox())!
    expect([small.y, small.height]).to.deep.equal([0, 104])
    const [control, strip] = await shop.page.evaluate(() => {
      const root = document.querySelector('svc-configurator')!.shadowRoot!
      return [root.activeElement!, root.querySelector('.mini svc-picture')!].map((element) => element.getBoundingClientRect().y)
    })
    expect(control, 'the focused control is not covered').to.be.greaterThan(strip! + 104)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
  })

  it('shows answers as swatches if all have a picture or the author chose that, and else as a list', async () => {
    const author = createCatalogAuthor(app)
    const product = await author.product('Cushion', { title_he_IL: 'Cushion' })
    const page = await author.page(product, 'Cover', { title_he_IL: 'Cover' })
    const create = async (title: string, type: string, pictures: readonly string[], fields = {}): Promise<void> => {
      const question = await author.question(page, title, type, { title_he_IL: title, ...fields })
      for (const [index, picker_image] of pictures.entries())
        await author.answer(question, `${title} ${index}`, { title_he_IL: title, picker_image })
    }
    const [oak, walnut] = ['demo-wood-oak.svg', 'demo-wood-walnut.svg']
    await create('Pictured', 'Radiobuttons', [oak, walnut])
    await create('Partly', 'Radiobuttons', [oak, ''])
    await create('Listed', 'Radiobuttons', [oak, walnut], { answer_display: 'list' })
    await create('Menu', 'Dropdown', [oak, walnut])
    await create('Chosen', 'Dropdown', [oak, ''], { answer_display: 'swatches' })
    await create('Several', 'Multiselect', [oak, walnut])
    const shop = await open(`/product/${product}`)
    const titles = await shop.page.locator('.question:has(.swatches) legend').allInnerTexts()
    expect(titles.map((title) => title.trim())).to.deep.equal(['Pictured', 'Chosen', 'Several'])
    for (const label of ['Several 0', 'Several 1']) {
      await shop.page.getByLabel(label).focus()
      await shop.page.keyboard.press('Space')
      await shop.waitForReplies()
    }
    expect(await shop.page.locator('.tile input[type=checkbox]:checked').count()).to.equal(2)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('states tax, delivery and the price per unit, with links to the pages of the shop', async () => {
    const author = createCatalogAuthor(app)
    const product = await author.product('Canvas', { title_he_IL: 'Canvas', baseprice: 100 })
    const page = await author.page(product, 'Size', { title_he_IL: 'Size' })
    const width = await author.question(page, 'Width', 'Textbox', {
      title_he_IL: 'Width',
      input_restriction: 'decimal',
    })
    const area = await author.calculation(product, 'Area', 'formula', {
      terms: [{ question: width }, { operator: '*' }, { number: 2 }],
    })
    await author.write('calculation', { price_unit: 'm²' }, area)
    const shop = await open(`/product/${product}`)
    const unit = shop.page.locator('[data-part=unit]')
    expect(await unit.count(), 'without a width, the number of units is 0').to.equal(0)
    await shop.type('Width', ['1.25'], 0)
    await shop.leave()
    await waitForValue(() => unit.innerText(), '€47.60 / m²')
    const note = shop.page.locator('.price .tax-note').last()
    expect((await note.innerText()).trim()).to.equal('incl. VAT,')
    const delivery = shop.page.getByRole('link', { name: 'delivery', exact: true })
    expect(await delivery.isVisible()).to.equal(true)
    const trust = shop.page.locator('.trust')
    expect(await trust.locator('b').allInnerTexts()).to.deep.equal(['Delivery', 'Returns', 'Payment'])
    expect(await trust.innerText())
      .to.contain('Parcel, Express parcel')
      .and.to.contain('Bank transfer, Cash on delivery')
    await shop.page.getByRole('link', { name: 'Right of withdrawal' }).first().focus()
    await shop.page.keyboard.press('Enter')
    await shop.page.getByRole('heading', { name: 'Right of withdrawal', level: 1 }).waitFor()
    await shop.page.goBack()
    await shop.waitUntilReady()
    await delivery.focus()
    await shop.page.keyboard.press('Enter')
    await shop.page.getByRole('heading', { name: 'Shipping and payment', level: 1 }).waitFor()
  })
})
