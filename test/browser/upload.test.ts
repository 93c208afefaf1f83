// A shopper's files: how much has arrived, what they look like, and what becomes of those that get lost, by keys too.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { png } from '../support/png.js'
import { becomes, ShopPage } from '../support/shop-page.js'

const picture = { name: 'plan.png', mimeType: 'image/png', buffer: png(600, 300) }
/** Larger than what goes over a slow line at once. */
const large = {
  name: 'large.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(400_000)]),
}

describe('a file of a shopper', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let product: number
  let drawing: number
  let complaints: string[]
  let shop: ShopPage

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
    product = await author.product('Desk', {})
    const page = await author.page(product, 'Parts')
    drawing = await author.question(page, 'Drawing', 'Upload', { upload_extensions: 'pdf, png', upload_size_mb: 1 })
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
    shop = await ShopPage.open(context, app, `/product/${product}`)
    await field().and(shop.page.locator(':enabled')).waitFor()
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  const field = (): Locator => shop.page.getByLabel('Drawing', { exact: true })
  const named = (name: string): Locator => shop.page.getByRole('button', { name })
  const canvas = (): Locator => shop.page.getByRole('img', { name: 'Preview of “plan.png”' })
  const said = (): Promise<readonly string[]> => shop.page.locator(`#question-${drawing} [role=status]`).allInnerTexts()
  const held = async (): Promise<string | null> =>
    (await shop.held(product)).questions.find(({ id }) => id === drawing)?.text || null

  async function slow(bytes: number): Promise<void> {
    const tools = await context.newCDPSession(shop.page)
    await tools.send('Network.enable')
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes }
    await tools.send('Network.emulateNetworkConditions', conditions)
  }

  it('is shown as a picture that the browser draws itself, and goes by a key, which leaves the focus at the field', async () => {
    await field().setInputFiles(picture)
    await canvas().waitFor()
    await becomes(held, 'plan.png')
    await shop.settled()
    const [red, , , alpha] = await canvas().evaluate((one) => [
      ...(one as HTMLCanvasElement).getContext('2d')!.getImageData(10, 10, 1, 1).data,
    ])
    expect([red, alpha]).to.deep.equal([0x80, 0x80])
    expect(await canvas().evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).to.deep.equal([240, 120])
    expect(await said()).to.deep.equal(['“plan.png” was uploaded.'])
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await field().focus()
    await shop.page.keyboard.press('Tab')
    expect(await shop.page.evaluate(() => document.activeElement!.shadowRoot!.activeElement!.textContent.trim())).to.equal(
      'Remove',
    )
    await shop.page.keyboard.press('Enter')
    await becomes(held, null)
    await becomes(() => canvas().count(), 0)
    await becomes(said, ['“plan.png” was removed.'])
    expect(await shop.focused()).to.equal(await field().evaluate(({ id }) => id))
  })

  it('says how much of it has arrived, and is stopped by a key; what was there before stays', async () => {
    await field().setInputFiles(picture)
    await becomes(held, 'plan.png')
    await shop.settled()
    await slow(40_000)
    await field().setInputFiles(large)
    const bar = shop.page.getByRole('progressbar', { name: 'Uploading “large.pdf”' })
    await becomes(async () => (await bar.evaluate((one: HTMLProgressElement) => one.value)) > 0.02, true)
    expect(await bar.evaluate((one: HTMLProgressElement) => one.value)).to.be.below(1)
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await named('Cancel upload of “large.pdf”').focus()
    await shop.page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await shop.settled()
    expect(await shop.alerts()).to.deep.equal([])
    expect(await held()).to.equal('plan.png')
    expect(await shop.focused()).to.equal(await field().evaluate(({ id }) => id))
  })

  it('that got lost is said to be, and is sent again by a key or as soon as the browser is back online', async () => {
    await context.route('**/uploads?*', (route) => route.abort())
    await field().setInputFiles(large)
    await becomes(async () => (await shop.alerts())[0]?.startsWith('The shop is not responding'), true)
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await named('Try again').focus()
    await shop.page.keyboard.press('Enter')
    await named('Try again').waitFor()
    await context.unroute('**/uploads?*')
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await becomes(held, 'large.pdf')
    expect(await shop.alerts()).to.deep.equal([])
    expect(await named('Try again').count()).to.equal(0)
  })

  it('that is none of the kinds, too large, or too large for the shop is refused in words, and the field holds nothing', async () => {
    await field().setInputFiles({ ...large, name: 'plan.exe' })
    await becomes(() => shop.alerts(), ['“plan.exe” has an unsupported file type. Allowed: pdf, png.'])
    await field().setInputFiles({ ...large, buffer: Buffer.alloc(1_100_000) })
    await becomes(() => shop.alerts(), ['“large.pdf” is larger than 1 MB.'])
    const tooLarge = { status: 413, contentType: 'application/problem+json', body: JSON.stringify({ code: 'PAYLOAD_TOO_LARGE' }) }
    await context.route('**/uploads?*', (route) => route.fulfill(tooLarge))
    await field().setInputFiles(large)
    await becomes(() => shop.alerts(), ['The file is too large.'])
    expect(await field().inputValue()).to.equal('')
    expect(await named('Try again').count()).to.equal(0)
    expect(await held()).to.equal(null)
  })
})
