// Tests the examples of docs/guides/embed.md on pages of two other origins: content security policy, styles, and scripts.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { enableAdvisor } from '../plugins/advisor/advisor-shopper.js'
import { blocksOf } from '../docs/blocks.js'
import { startCms, type TestCms } from '../hosts/test-cms.js'
import { extendApp } from '../support/extended-app.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { readRepositoryFile } from '../support/repository.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

const blocks = blocksOf('docs/guides/embed.md', readRepositoryFile('docs/guides/embed.md'))
const textsOf = (language: string): readonly string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text)

interface Origin {
  readonly url: string
  stop(): Promise<unknown>
}

/** A static file server with its own origin. */
async function startOrigin(files: ReadonlyMap<string, { readonly type: string; readonly body: string }>): Promise<Origin> {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe('docs/guides/embed.md', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let proxied: TestCms
  let origins: readonly Origin[] = []

  before(async function () {
    browser = await openBrowser(this)
    const files = new Map<string, { readonly type: string; readonly body: string }>()
    origins = await Promise.all([startOrigin(files), startOrigin(files), startOrigin(files)])
    app = await listenTestApp([runtime(), storefront()], { embedOrigins: origins.slice(0, 2).map(({ url }) => url) })
    await seedDemo(app, () => undefined)
    // The page uses the ids of a new installation. A reused database has different ids.
    const products = (await app.records.list('product', { sort: 'id' })).records
    const replaceIds = (text: string): string =>
      text.replace(/product="(\d+)"/g, (_, id: string) => `product="${products[Number(id) - 1]!.id}"`)
    const [page = '', viewer = '', advice = ''] = textsOf('html').map(replaceIds)
    const [script = '', viewerScript = '', adviceScript = ''] = textsOf('js')
    const [policy = ''] = textsOf('http')
    const [location = ''] = textsOf('nginx')
    const here = (text: string): string => text.replaceAll('https://shop.example', app.url)
    const head = `<meta http-equiv="Content-Security-Policy" content="${here(policy.replace(/^[^:]*: /, ''))}">`
    const preparePage = (text: string): string => here(text).replace('<head>', `<head>${head}`)
    const api = / api="[^"]+"/.exec(page)![0]
    const viewerPage = page.replace(/<svc-configurator.*<\/svc-configurator>/, viewer.replace('<svc-configurator', `$&${api}`))
    const own = page.replace(api, '').replace('https://shop.example/storefront', '/storefront')
    for (const [path, type, body] of [
      ['/page', 'text/html', preparePage(page)],
      ['/viewer', 'text/html', preparePage(viewerPage).replace('/page.js', '/viewer.js')],
      ['/own', 'text/html', preparePage(own)],
      ['/advice', 'text/html', preparePage(advice)],
      ['/favicon.ico', 'image/x-icon', ''],
      ['/page.css', 'text/css', textsOf('css')[0]!],
      ['/page.js', 'text/javascript', script],
      ['/viewer.js', 'text/javascript', viewerScript],
      ['/advice.js', 'text/javascript', adviceScript],
    ] as const)
      files.set(path, { type, body })
    const service = new RegExp(/location ~ (\S+)/.exec(location)![1]!)
    const pages = Object.fromEntries([...files].map(([path, file]) => [path, () => file]))
    proxied = await startCms({ service, mint: () => '', pages }, app.url)
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(() => context?.close())
  after(async () => {
    await browser?.close()
    await Promise.all([...origins, proxied].map((page) => page?.stop()))
    await app?.stop()
  })

  /** Opens a page of one of the origins and collects the requests that the browser blocked. */
  async function open(
    path: string,
    url = origins[0]!.url,
  ): Promise<{ shop: ProductPageDriver; refused: readonly string[]; page: Page }> {
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    page.on('pageerror', (error) => refused.push(error.message))
    const shop = new ProductPageDriver(page, extendApp(app, { url }))
    await shop.goto(path)
    return { shop, refused, page }
  }

  for (const [originTitle, path, urlOf] of [
    ['one origin', '/page', () => origins[0]!.url],
    ['another origin', '/page', () => origins[1]!.url],
    ['a server that forwards the service', '/own', () => proxied.url],
  ] as const) {
    it(`configures by keyboard on a page of ${originTitle}, under its content security policy`, async () => {
      const { shop, refused, page } = await open(path, urlOf())
      for (const [label, text] of [
        ['Width', '1450'],
        ['Drop', '1800'],
      ] as const) {
        await shop.type(label, [text], 0)
        await shop.leave()
      }
      expect(await page.locator('body').innerText(), 'an unknown price').not.to.contain('€0.00')
      await page.getByRole('button', { name: 'Request it' }).focus()
      await page.keyboard.press('Enter')
      await waitForValue(() => page.locator('#said').innerText(), "Please complete 'Mounting'.")
      for (const choice of ['Inside the recess', 'Group 3']) {
        await shop.field(choice).focus()
        await page.keyboard.press('Space')
        await shop.waitForReplies()
      }
      await waitForValue(() => page.locator('#total').innerText(), '€198.73')
      await page.getByRole('button', { name: 'Request it' }).focus()
      await page.keyboard.press('Enter')
      await waitForValue(async () => /^Requested: [\w-]{32}$/.test(await page.locator('#said').innerText()), true)
      expect(refused).to.deep.equal([])
      expect(await findAxeProblems(page)).to.deep.equal([])
    })
  }

  it('holds a conversation with the advisor on a page of another origin, which receives the state of the configuration', async () => {
    await enableAdvisor(app)
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await page.goto(`${origins[1]!.url}/advice`)
    await page.locator('#agree').focus()
    await page.keyboard.press('Enter')
    await page.locator('#message').focus()
    await page.keyboard.type('A standing desk')
    await page.keyboard.press('Enter')
    // The first reply may still be streaming.
    await page.locator('.turn.shopper').waitFor()
    await page.getByRole('button', { name: 'Make it cheaper' }).focus()
    await page.keyboard.press('Enter')
    await waitForValue(() => page.locator('.turn.advisor:not(.growing)').count(), 2)
    expect(await page.locator('.turn.shopper .said').allInnerTexts()).to.deep.equal([
      'A standing desk',
      'The cheapest one, please',
    ])
    await waitForValue(async () => /^Ready to order: [\w-]{32}$/.test(await page.locator('#standing').innerText()), true)
    const link = await page.getByRole('link', { name: 'View and buy' }).getAttribute('href')
    expect(link).to.match(/^\/made\/\d+\/[\w-]{32}$/)
    expect(refused).to.deep.equal([])
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('is blocked on a page of an origin that the installation does not list', async () => {
    const page = await context.newPage()
    await page.goto(`${origins[2]!.url}/page`)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => customElements.get('svc-configurator') === undefined)).to.equal(true)
    const outcome = (): Promise<string> =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            () => 'answered',
            () => 'refused',
          ),
        `${app.url}/svc-api/runtime/v1/products`,
      )
    expect(await outcome()).to.equal('refused')
    await page.goto(`${origins[1]!.url}/page`)
    expect(await outcome()).to.equal('answered')
  })

  it('applies the styles of the embedding page', async () => {
    const { page } = await open('/page')
    const button = page.getByRole('button', { name: 'Living room, 1,450 by 1,800' })
    expect(
      await button.evaluate((element) => [getComputedStyle(element).borderRadius, getComputedStyle(element).fontFamily]),
    ).to.deep.equal(['2px', 'Georgia, serif'])
    await waitForValue(() => page.locator('svc-picture').evaluate((element) => getComputedStyle(element).filter), 'saturate(0.8)')
  })

  it('leaves the image to a viewer of the embedding page', async () => {
    const { shop, refused, page } = await open('/viewer')
    const scene = page.locator('[slot=viewer]')
    await waitForValue(() => scene.getAttribute('aria-label'), 'Standing desk. Shape: Straight, Drive: Hand crank')
    await shop.page.getByLabel('Corner').check()
    await waitForValue(() => scene.getAttribute('aria-label'), 'Standing desk. Shape: Corner, Drive: Hand crank')
    expect(await scene.getAttribute('data-scene')).to.match(/^\d+ \d+$/)
    expect(await page.locator('.visualization img').count()).to.equal(0)
    expect(refused).to.deep.equal([])
  })
})
