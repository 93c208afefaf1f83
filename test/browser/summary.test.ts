// Browser tests of the product list and the configuration summary on a third-party page: contents, links, and printing.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: product list and summary', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let shelf: number
  let colour: number
  let red: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const front = await author.page(shelf, 'Front')
    colour = await author.question(front, 'Colour', 'Radiobuttons')
    red = await author.answer(colour, 'Red', { price: 10 })
    await author.answer(colour, 'Blue', { price: 20 })
    await author.question(front, 'Name', 'Textbox', { required: true })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
  })
  afterEach(() => context?.close())

  async function open(body: string, scripts: readonly string[]): Promise<void> {
    const loaded = scripts.map((name) => `<script type="module" src="/storefront/${name}.js"></script>`).join('')
    await context.route('http://cms.example/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      if (pathname !== '/page')
        return route.fulfill({
          response: await route.fetch({
            url: app.url + pathname + search,
            headers: { ...route.request().headers(), origin: app.url },
          }),
        })
      const html = `<!doctype html><html lang="en-GB"><title>Page</title><link rel="icon" href="data:,"><main><h1>Page</h1>${body}</main>${loaded}`
      await route.fulfill({ headers: { 'content-type': 'text/html' }, body: html })
    })
    await page.goto('http://cms.example/page')
  }
  const rows = (): Promise<readonly string[]> =>
    page.locator('.summary tr').evaluateAll((all) => all.map((row) => row.textContent?.replace(/\s+/g, ' ').trim() ?? ''))

  it('lists the products, each with a link to its configurator', async () => {
    await open('<svc-product-list configure-page="/made/{product}"></svc-product-list>', ['product-list'])
    const link = page.getByRole('link', { name: /Shelf/ })
    await link.waitFor()
    expect(await link.innerText()).to.contain('Base price €100.00')
    expect(await link.getAttribute('href')).to.equal(`/made/${shelf}`)
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('summarizes the configurator on the same page, updates with it, and links to each question', async () => {
    await open(`<svc-configurator id="desk" product="${shelf}"></svc-configurator><svc-summary for="desk"></svc-summary>`, [
      'configurator',
      'summary',
    ])
    await page.getByText("Please complete 'Name'.").waitFor()
    await page.getByLabel('Blue').focus()
    await page.keyboard.press('Space')
    await waitForValue(rows, ['Colour Blue €20.00 Change', 'Total €120.00'])
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await waitForValue(rows, ['Colour Blue €20.00 Change', 'Name Ada Change', 'Total €120.00'])
    await page.getByRole('link', { name: 'Change Name' }).focus()
    await page.keyboard.press('Enter')
    const name = await page.getByRole('textbox', { name: /Name/ }).getAttribute('id')
    await waitForValue(
      () => page.evaluate(() => document.querySelector('svc-configurator')?.shadowRoot?.activeElement?.id ?? null),
      name,
    )
    expect(page.url()).to.equal('http://cms.example/page')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'Change Name' }).count()).to.equal(0)
  })

  it('summarizes a configuration by its token, links to its questions, and reports an unknown token', async () => {
    const { configuration } = await app.shop.configurations.start({
      product_id: shelf,
      selections: [{ question_id: colour, value: String(red) }],
    })
    await open(`<svc-summary configuration="${configuration}"></svc-summary>`, ['summary'])
    await waitForValue(rows, ['Colour Red €10.00 Change', 'Total €110.00'])
    await page.getByRole('link', { name: 'Change Colour' }).click()
    await page.waitForURL(`**/product/${shelf}?configuration=${configuration}&page=*#question-${colour}`)
    await page.goto(`${app.url}${new URL(page.url()).pathname}${new URL(page.url()).search}#question-${colour}`)
    await page.locator('[data-ready]').waitFor()
    const first = await page.getByRole('radio', { name: 'Red' }).getAttribute('name')
    await waitForValue(
      () =>
        page.evaluate(() => document.querySelector('svc-configurator')?.shadowRoot?.activeElement?.getAttribute('name') ?? null),
      first,
    )
    await context.unrouteAll()
    await open('<svc-summary configuration="nothing-of-the-kind-is-kept-here-"></svc-summary>', ['summary'])
    await page.getByText('no longer exists').waitFor()
  })
})
