// docs/guides/embed.md on pages of two other origins, as it is written there: under its own policy, in its own style, with its own script.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { advise } from '../support/advised.js'
import { blocksOf } from '../docs/blocks.js'
import { startCms, type TestCms } from '../hosts/test-cms.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { readRepositoryFile } from '../support/repository.js'
import { becomes, ShopPage } from '../support/shop-page.js'

const blocks = blocksOf('docs/guides/embed.md', readRepositoryFile('docs/guides/embed.md'))
const textsOf = (language: string): readonly string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text)

interface Origin {
  readonly url: string
  stop(): Promise<unknown>
}

/** A server of pages and nothing else, at an origin of its own. */
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
    // A database that was used before gives other ids than a new installation, whose the page names.
    const products = (await app.list('product', { sort: 'id' })).records
    const named = (text: string): string =>
      text.replace(/product="(\d+)"/g, (_, id: string) => `product="${products[Number(id) - 1]!.id}"`)
    const [page = '', viewer = '', advice = ''] = textsOf('html').map(named)
    const [script = '', viewerScript = '', adviceScript = ''] = textsOf('js')
    const [policy = ''] = textsOf('http')
    const [location = ''] = textsOf('nginx')
    const here = (text: string): string => text.replaceAll('https://shop.example', app.url)
    const head = `<meta http-equiv="Content-Security-Policy" content="${here(policy.replace(/^[^:]*: /, ''))}">`
    const written = (text: string): string => here(text).replace('<head>', `<head>${head}`)
    const api = / api="[^"]+"/.exec(page)![0]
    const shown = page.replace(/<svc-configurator.*<\/svc-configurator>/, viewer.replace('<svc-configurator', `$&${api}`))
    const own = page.replace(api, '').replace('https://shop.example/storefront', '/storefront')
    for (const [path, type, body] of [
      ['/page', 'text/html', written(page)],
      ['/viewer', 'text/html', written(shown).replace('/page.js', '/viewer.js')],
      ['/own', 'text/html', written(own)],
      ['/advice', 'text/html', written(advice)],
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

  /** A page of one of the origins, and what the browser did not let it do. */
  async function open(path: string, url = origins[0]!.url): Promise<{ shop: ShopPage; refused: readonly string[]; page: Page }> {
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    page.on('pageerror', (error) => refused.push(error.message))
    const shop = new ShopPage(page, { ...app, url })
    await shop.goto(path)
    return { shop, refused, page }
  }

  for (const [where, path, urlOf] of [
    ['one origin', '/page', () => origins[0]!.url],
    ['another origin', '/page', () => origins[1]!.url],
    ['a server that passes the service on', '/own', () => proxied.url],
  ] as const) {
    it(`configures by keys on a page of ${where}, under its policy`, async () => {
      const { shop, refused, page } = await open(path, urlOf())
      for (const [label, text] of [
        ['Width', '1450'],
        ['Drop', '1800'],
      ] as const) {
        await shop.type(label, [text], 0)
        await shop.leave()
      }
      await page.getByRole('button', { name: 'Request it' }).focus()
      await page.keyboard.press('Enter')
      await becomes(() => page.locator('#said').innerText(), "Please complete 'Mounting'.")
      for (const choice of ['Inside the recess', 'Group 3']) {
        await shop.field(choice).focus()
        await page.keyboard.press('Space')
        await shop.settled()
      }
      await becomes(() => page.locator('#total').innerText(), '€198.73')
      await page.getByRole('button', { name: 'Request it' }).focus()
      await page.keyboard.press('Enter')
      await becomes(async () => /^Requested: [\w-]{32}$/.test(await page.locator('#said').innerText()), true)
      expect(refused).to.deep.equal([])
      expect(await axeProblems(page)).to.deep.equal([])
    })
  }

  it('holds a conversation with the advisor on a page of another origin, which hears how its configuration stands', async () => {
    await advise(app)
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await page.goto(`${origins[1]!.url}/advice`)
    await page.locator('#agree').focus()
    await page.keyboard.press('Enter')
    await page.locator('#message').focus()
    await page.keyboard.type('A standing desk')
    await page.keyboard.press('Enter')
    // While the first reply may still be written.
    await page.locator('.turn.shopper').waitFor()
    await page.getByRole('button', { name: 'Make it cheaper' }).focus()
    await page.keyboard.press('Enter')
    await becomes(() => page.locator('.turn.advisor:not(.growing)').count(), 2)
    expect(await page.locator('.turn.shopper .said').allInnerTexts()).to.deep.equal([
      'A standing desk',
      'The cheapest one, please',
    ])
    await becomes(async () => /^Ready to order: [\w-]{32}$/.test(await page.locator('#standing').innerText()), true)
    const link = await page.getByRole('link', { name: 'View and buy' }).getAttribute('href')
    expect(link).to.match(/^\/made\/\d+\/[\w-]{32}$/)
    expect(refused).to.deep.equal([])
    expect(await axeProblems(page)).to.deep.equal([])
  })

  it('is refused on a page of an origin that the installation does not name', async () => {
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

  it('looks as the page says', async () => {
    const { page } = await open('/page')
    const button = page.getByRole('button', { name: 'Living room, 1,450 by 1,800' })
    expect(await button.evaluate((one) => [getComputedStyle(one).borderRadius, getComputedStyle(one).fontFamily])).to.deep.equal([
      '2px',
      'Georgia, serif',
    ])
    await becomes(() => page.locator('svc-picture').evaluate((one) => getComputedStyle(one).filter), 'saturate(0.8)')
  })

  it('leaves the picture to a viewer of the page', async () => {
    const { shop, refused, page } = await open('/viewer')
    const scene = page.locator('[slot=viewer]')
    await becomes(() => scene.getAttribute('aria-label'), 'Standing desk. Shape: Straight, Drive: Hand crank')
    await shop.page.getByLabel('Corner').check()
    await becomes(() => scene.getAttribute('aria-label'), 'Standing desk. Shape: Corner, Drive: Hand crank')
    expect(await scene.getAttribute('data-scene')).to.match(/^\d+ \d+$/)
    expect(await page.locator('.visualization img').count()).to.equal(0)
    expect(refused).to.deep.equal([])
  })
})
