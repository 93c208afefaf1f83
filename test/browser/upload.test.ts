// Browser tests of file uploads: progress, previews, retries and rejections, also by keyboard.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { createPng } from '../support/png.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

const picture = { name: 'plan.png', mimeType: 'image/png', buffer: createPng(600, 300) }
/** Larger than the send buffer of a slow connection. */
const large = {
  name: 'large.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(400_000)]),
}

describe('storefront: file upload', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let product: number
  let drawing: number
  let complaints: string[]
  let shop: ProductPageDriver

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    product = await author.product('Desk', {})
    const page = await author.page(product, 'Parts')
    drawing = await author.question(page, 'Drawing', 'Upload', { upload_extensions: 'pdf, png, jpg', upload_size_mb: 1 })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
    shop = await ProductPageDriver.open(context, app, `/product/${product}`)
    await field().and(shop.page.locator(':enabled')).waitFor()
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  const field = (): Locator => shop.page.getByLabel('Drawing', { exact: true })
  const button = (name: string): Locator => shop.page.getByRole('button', { name })
  const canvas = (): Locator => shop.page.getByRole('img', { name: 'Preview of “plan.png”' })
  const readStatuses = (): Promise<readonly string[]> => shop.page.locator(`#question-${drawing} [role=status]`).allInnerTexts()
  const readFileName = async (): Promise<string | null> =>
    (await shop.loadConfiguration(product)).questions.find(({ id }) => id === drawing)?.text || null

  async function slow(bytes: number): Promise<void> {
    const tools = await context.newCDPSession(shop.page)
    await tools.send('Network.enable')
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes }
    await tools.send('Network.emulateNetworkConditions', conditions)
  }

  it('shows a preview drawn by the browser, and is removed by keyboard with the focus back on the field', async () => {
    await field().setInputFiles(picture)
    await canvas().waitFor()
    await waitForValue(readFileName, 'plan.png')
    await shop.waitForReplies()
    const [red, , , alpha] = await canvas().evaluate((element) => [
      ...(element as HTMLCanvasElement).getContext('2d')!.getImageData(10, 10, 1, 1).data,
    ])
    expect([red, alpha]).to.deep.equal([0x80, 0x80])
    expect(await canvas().evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).to.deep.equal([240, 120])
    expect(await readStatuses()).to.deep.equal(['“plan.png” was uploaded.'])
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await field().focus()
    await shop.page.keyboard.press('Tab')
    expect(await shop.page.evaluate(() => document.activeElement!.shadowRoot!.activeElement!.textContent.trim())).to.equal(
      'Remove',
    )
    await shop.page.keyboard.press('Enter')
    await waitForValue(readFileName, null)
    await waitForValue(() => canvas().count(), 0)
    await waitForValue(readStatuses, ['“plan.png” was removed.'])
    expect(await shop.describeFocus()).to.equal(await field().evaluate(({ id }) => id))
  })

  it('shows its progress, and can be stopped by keyboard without losing the previous file', async () => {
    await field().setInputFiles(picture)
    await waitForValue(readFileName, 'plan.png')
    await shop.waitForReplies()
    await slow(40_000)
    await field().setInputFiles(large)
    const bar = shop.page.getByRole('progressbar', { name: 'Uploading “large.pdf”' })
    await waitForValue(async () => (await bar.evaluate((element: HTMLProgressElement) => element.value)) > 0.02, true)
    expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).to.be.below(1)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await button('Cancel upload of “large.pdf”').focus()
    await shop.page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await shop.waitForReplies()
    expect(await shop.readAlerts()).to.deep.equal([])
    expect(await readFileName()).to.equal('plan.png')
    expect(await shop.describeFocus()).to.equal(await field().evaluate(({ id }) => id))
  })

  it('reports a failed transfer, and is repeated by keyboard or when the browser is back online', async () => {
    await context.route('**/uploads?*', (route) => route.abort())
    await field().setInputFiles(large)
    await waitForValue(async () => (await shop.readAlerts())[0]?.startsWith('The shop is not responding'), true)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await button('Try again').focus()
    await shop.page.keyboard.press('Enter')
    await button('Try again').waitFor()
    await context.unroute('**/uploads?*')
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await waitForValue(readFileName, 'large.pdf')
    expect(await shop.readAlerts()).to.deep.equal([])
    expect(await button('Try again').count()).to.equal(0)
  })

  it('accepts photo.jpeg if the question allows jpg, in the file dialog and when it is sent', async () => {
    expect(await field().getAttribute('accept')).to.equal('.pdf,.png,.jpg,.jpeg')
    await field().setInputFiles({
      name: 'photo.jpeg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('ffd8ffe000104a46494600', 'hex'),
    })
    await waitForValue(readFileName, 'photo.jpeg')
    expect(await shop.readAlerts()).to.deep.equal([])
  })

  it("is rejected with a reason for a wrong type, a file above the question's limit, and one above the shop's limit", async () => {
    await field().setInputFiles({ ...large, name: 'plan.exe' })
    await waitForValue(() => shop.readAlerts(), ['“plan.exe” has an unsupported file type. Allowed: pdf, png, jpg.'])
    await field().setInputFiles({ ...large, buffer: Buffer.alloc(1_100_000) })
    await waitForValue(() => shop.readAlerts(), ['“large.pdf” is larger than 1 MB.'])
    const tooLarge = { status: 413, contentType: 'application/problem+json', body: JSON.stringify({ code: 'PAYLOAD_TOO_LARGE' }) }
    await context.route('**/uploads?*', (route) => route.fulfill(tooLarge))
    await field().setInputFiles(large)
    await waitForValue(() => shop.readAlerts(), ['The file is too large.'])
    expect(await field().inputValue()).to.equal('')
    expect(await button('Try again').count()).to.equal(0)
    expect(await readFileName()).to.equal(null)
  })
})
