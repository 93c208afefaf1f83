// Browser tests of the demo's API call panel: contents, keyboard use, narrow screens, and absence outside a demo.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('demo: API call panel', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()], { demo: true })
    await seedDemo(app, () => undefined, ['he-IL'])
  })
  afterEach(() => context?.close())
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<ProductPageDriver> => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options })
    return ProductPageDriver.open(context, app, path)
  }

  it('shows each call as it happens, with request, response and curl command', async () => {
    const shop = await open('/product/standing-desk')
    const urls: string[] = []
    shop.page.on('request', (request) => urls.push(request.url()))
    const opener = shop.page.getByRole('button', { name: 'API calls' })
    expect(await opener.getAttribute('aria-expanded')).to.equal('false')
    await opener.focus()
    await shop.page.keyboard.press('Enter')
    const panel = shop.page.getByRole('complementary', { name: 'API calls' })
    await waitForValue(() => shop.page.evaluate(() => document.activeElement?.id), 'calls-title')
    expect(urls.filter((url) => url.endsWith('/calls-panel.js')).length).to.equal(1)
    const readStarts = async (): Promise<readonly boolean[]> => {
      const text = await panel.innerText()
      return [/GET \/products\/\d+\S* 200 · \d+ ms/.test(text), /POST \/configurations\S* 20\d · \d+ ms/.test(text)]
    }
    await waitForValue(readStarts, [true, true])
    await shop.page.getByLabel('Corner').focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
    const first = panel.locator('li').first()
    await waitForValue(async () => /^PATCH \/configurations\/… 200 · \d+ ms/.test(await first.innerText()), true)
    await first.locator('summary').focus()
    await shop.page.keyboard.press('Enter')
    const corner = await shop.page.getByLabel('Corner').getAttribute('name')
    expect(await first.getByRole('group', { name: 'Request' }).innerText())
      .to.contain('"selections"')
      .and.to.contain(`"question_id": ${corner!.replace(/\D/g, '')}`)
    expect(await first.getByRole('group', { name: 'Response' }).innerText()).to.contain('"price"')
    const line = await first.getByRole('group', { name: 'Command line' }).innerText()
    const [, url = '', body = ''] = /^curl -s -X PATCH '([^']+)' -H 'Content-Type: application\/json' -d '([^']+)'$/.exec(line)!
    const again = await fetch(url, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body })
    expect(again.status).to.be.oneOf([200, 409])
    // The session is in a header. The panel shows no headers.
    expect(await panel.innerText()).not.to.match(/shopper/i)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.keyboard.press('Escape')
    expect(await panel.count()).to.equal(0)
    expect(await opener.evaluate((button) => button === document.activeElement)).to.equal(true)
  })

  it('lists file uploads', async () => {
    const shop = await open('/product/standing-desk')
    await shop.page.getByRole('button', { name: 'API calls' }).click()
    const panel = shop.page.getByRole('complementary', { name: 'API calls' })
    await shop.page.getByText('Rounded').click()
    const field = shop.page.getByLabel('Your drawing')
    await field.and(shop.page.locator(':enabled')).waitFor()
    await field.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 plan') })
    const upload = panel.locator('li').filter({ hasText: '/uploads' })
    await waitForValue(
      async () => /^POST \/configurations\/…\/uploads 201 · \d+ ms/.test(await upload.innerText().catch(() => '')),
      true,
    )
    await upload.locator('summary').click()
    expect(await upload.getByRole('group', { name: 'Response' }).innerText()).to.contain('"id"')
    const line = await upload.getByRole('group', { name: 'Command line' }).innerText()
    expect(line).to.match(/^curl -s -X POST '[^']+' -H 'Content-Type: application\/octet-stream' --data-binary '@plan\.pdf'$/)
  })

  it('fits a narrow screen from right to left', async () => {
    const shop = await open('/he/product/standing-desk', { viewport: { width: 320, height: 640 } })
    await shop.page.getByRole('button', { name: 'קריאות API' }).click()
    const panel = shop.page.getByRole('complementary', { name: 'קריאות API' })
    await waitForValue(async () => (await panel.locator('li').count()) > 0, true)
    const { x, width } = (await panel.boundingBox())!
    expect([Math.round(x), Math.round(width)]).to.deep.equal([0, 320])
    expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('is neither loaded nor offered outside a demo', async () => {
    const shop = await listenTestApp([runtime(), storefront()])
    try {
      const page = await (await fetch(`${shop.url}/`)).text()
      expect(page).not.to.contain('calls')
      expect(await (await fetch(`${app.url}/`)).text()).to.contain('/calls.js')
    } finally {
      await shop.stop()
    }
  })
})
