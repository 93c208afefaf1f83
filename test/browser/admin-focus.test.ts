// Browser tests of the focal point of an image: set by mouse and keyboard, and applied where the storefront crops the image.
import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { storeRecordFile } from '../../core/storage/files/store-record-file.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { createPng, createPixelRows } from '../support/png.js'
import { waitForValue } from './product-page-driver.js'

const [red, green, blue] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const

/** A wide image with three vertical stripes of equal width. */
const [width, height] = [1200, 200]
const stripes = createPng(
  width,
  height,
  createPixelRows(width, height, (x) => [red, green, blue][Math.floor((3 * x) / width)]!),
)

describe('admin: focal point of an image', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  let product: number
  let answer: number
  const complaints: string[] = []

  const picture = (entity: string, id: number, field: string): Promise<void> =>
    storeRecordFile(app.context, { entity, id, field }, { name: 'stripes.png', bytes: Readable.from([stripes]) })

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 }), runtime(), storefront()])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
    product = await author.product('Flag', { published: true })
    const page = await author.page(product, 'Cloth', { published: true })
    const question = await author.question(page, 'Stripes', 'Images', { published: true })
    answer = await author.answer(question, 'Three', { published: true })
    await picture('product', product, 'image')
    await picture('answer', answer, 'image')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints.splice(0)).to.deep.equal([])
  })

  /** The name of the stripe that is drawn in the centre of an element. */
  async function middleOf(element: Locator): Promise<string> {
    await element.scrollIntoViewIfNeeded()
    const shot = (await element.screenshot()).toString('base64')
    const blank = await context.newPage()
    const pixel = await blank.evaluate(async (data) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` })
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      return [...canvas.getImageData(image.width / 2, image.height / 2, 1, 1).data.subarray(0, 3)]
    }, shot)
    await blank.close()
    const colors = { red, green, blue }
    return (
      Object.entries(colors).find(([, color]) => color.every((value, at) => Math.abs(value - pixel[at]!) < 30))?.[0] ??
      pixel.join()
    )
  }

  const stored = async (entity: string, id: number): Promise<unknown> =>
    (await app.records.read(entity, id)).record['image_focus']

  it('is set by a click, previewed, and applied to the product list', async () => {
    const adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    const point = adminPages.page.getByRole('slider', { name: 'Image focal point' })
    await point.waitFor()
    const square = adminPages.page.locator('.focus-crops .square').first()
    await waitForValue(() => middleOf(square), 'green')
    const box = (await point.locator('img').boundingBox())!
    await point.click({ position: { x: box.width * 0.9, y: box.height / 2 } })
    expect(await point.getAttribute('aria-valuetext')).to.match(/^90 % from the left, (49|50|51) % from the top$/)
    await waitForValue(() => middleOf(square), 'blue')
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect(await stored('product', product)).to.match(/^90% (49|50|51)%$/)
    expect(adminPages.consoleErrors).to.deep.equal([])

    const shop = await context.newPage()
    shop.on('console', (message) => complaints.push(message.text()))
    await shop.goto(app.url)
    const card = shop.locator('.products img')
    await waitForValue(() => middleOf(card), 'blue')
    await app.records.write('product', { image_focus: null }, { id: product })
    await shop.reload()
    await waitForValue(() => middleOf(card), 'green')
  })

  it('moves by arrow keys, is applied in the configurator, and resets to the centre', async () => {
    const adminPages = await AdminPages.openSignedIn(context, app, `records/answer/${answer}`)
    const point = adminPages.page.getByRole('slider', { name: 'Image focal point' })
    await point.focus()
    for (let presses = 0; presses < 4; presses++) await adminPages.page.keyboard.press('Shift+ArrowLeft')
    await adminPages.page.keyboard.press('ArrowRight')
    await adminPages.page.keyboard.press('ArrowDown')
    expect(await point.getAttribute('aria-valuetext')).to.equal('11 % from the left, 51 % from the top')
    expect(await point.getAttribute('aria-roledescription')).to.equal('focal point')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect(await stored('answer', answer)).to.equal('11% 51%')

    const shop = await context.newPage()
    shop.on('console', (message) => complaints.push(message.text()))
    await shop.goto(`${app.url}/product/${product}`)
    const tile = shop.locator('svc-configurator img.tile-picture')
    await waitForValue(() => middleOf(tile), 'red')

    await adminPages.page.getByRole('button', { name: /^Reset to the centre/ }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    await waitForValue(() => stored('answer', answer), null)
    await shop.reload()
    await waitForValue(() => middleOf(tile), 'green')
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('resets when the image is replaced, and the form keeps unsaved input', async () => {
    await app.records.write('product', { image_focus: '90% 10%' }, { id: product })
    const adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    const point = adminPages.page.getByRole('slider', { name: 'Image focal point' })
    await point.waitFor()
    expect(await point.getAttribute('aria-valuetext')).to.equal('90 % from the left, 10 % from the top')
    await adminPages.type(/^SKU/, 'FLAG-2')
    const chooser = adminPages.page.waitForEvent('filechooser')
    await adminPages.page.getByRole('button', { name: /^Replace ?: Image$/ }).click()
    await (await chooser).setFiles({ name: 'other.png', mimeType: 'image/png', buffer: stripes })
    await adminPages.waitForAnnouncement(/other.png/)
    await waitForValue(() => point.getAttribute('aria-valuetext'), '50 % from the left, 50 % from the top')
    expect(await stored('product', product)).to.equal(null)
    expect(await adminPages.page.getByLabel(/^SKU/).inputValue()).to.equal('FLAG-2')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    expect((await app.records.read('product', product)).record['sku']).to.equal('FLAG-2')
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('links a published product to its storefront page, and an unpublished product to none', async () => {
    const adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.page.getByRole('link', { name: 'In the shop' }).waitFor()
    const opened = context.waitForEvent('page')
    await adminPages.press('In the shop', 'link')
    const shop = await opened
    await shop.getByRole('heading', { name: 'Flag', level: 1 }).waitFor()
    expect(await adminPages.page.getByRole('link', { name: 'View shop' }).getAttribute('href')).to.equal('/')
    await app.records.write('product', { published: false }, { id: product })
    await adminPages.goto(`workshop/${product}`)
    await adminPages.page.getByRole('tree').waitFor()
    expect(await adminPages.page.getByRole('link', { name: 'In the shop' }).count()).to.equal(0)
    await app.records.write('product', { published: true }, { id: product })
  })

  it('is reachable at 400 % zoom, without clipping and with a header below 60 pixels', async () => {
    await context.close()
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })
    const adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    const point = adminPages.page.getByRole('slider', { name: 'Image focal point' })
    await adminPages.page.getByRole('link', { name: 'In the shop' }).waitFor()
    const save = (await adminPages.page.getByRole('button', { name: 'Save' }).boundingBox())!
    expect(save.x + save.width).to.be.at.most(320)
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
    await point.focus()
    await point.scrollIntoViewIfNeeded()
    const head = (await adminPages.page.locator('.page-head').boundingBox())!
    expect(head.y + head.height).to.be.lessThan(60)
    expect(await adminPages.page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
  })

  it('is hidden for a field without an image', async () => {
    const adminPages = await AdminPages.openSignedIn(context, app, `records/answer/${answer}`)
    await adminPages.page.getByRole('slider', { name: 'Image focal point' }).waitFor()
    expect(await adminPages.page.getByText('Picker image focal point').isVisible()).to.equal(false)
  })
})
