// Browser tests of the product search: suggestions by keyboard, the filter sheet on a phone, and accessibility.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { openBrowser } from '../support/browser.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'

describe('the product search in a browser', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined, ['he-IL'])
    const author = createCatalogAuthor(app)
    const { products } = await app.shop.catalogue.products()
    const titles = { title_en_GB: 'Everything', title_de_DE: 'Alles', title_he_IL: 'הכול', label_en_GB: 'everything' }
    const facets = [{ field: 'product_custom_1', title: { 'en-GB': 'Room', 'de-DE': 'Raum' } }]
    const list = await author.write('product-list', { ...titles, facets, published: true })
    for (const [at, { id }] of products.entries()) {
      await author.write('product', { product_custom_1: at % 2 === 0 ? 'Office' : 'Living room', baseprice: 100 + at }, id)
      await author.write('product-list-assignment', { product_list_id: list, product_id: id })
    }
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => context?.close())

  const open = async (path: string, width: number): Promise<void> => {
    context = await browser.newContext({ viewport: { width, height: 844 } })
    page = await context.newPage()
    await page.goto(app.url + path)
  }
  const picture = async (name: string): Promise<void> => {
    const folder = process.env['SVC_TEST_PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
  }

  it('suggests products while typing, which the arrow keys select and Escape hides', async () => {
    await open('/', 1_280)
    const field = page.getByRole('combobox', { name: 'Search products' })
    await page.getByRole('searchbox', { name: 'Search products' }).or(field).focus()
    await page.keyboard.type('stnading')
    const option = page.getByRole('option').first()
    await option.waitFor()
    await picture('suggestions')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await option.waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await option.waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).to.equal('suggestion-0')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/product\/standing-desk/)
  })

  it('opens the filters as a sheet on a phone, and shows chips that remove them', async () => {
    await open('/list/everything', 390)
    await picture('list-phone')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('checkbox', { name: /Office/ }).check()
    await picture('sheet-phone')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Show products' }).click()
    const chip = page.getByRole('link', { name: 'Remove filter: Room: Office' })
    await chip.waitFor()
    await picture('chips-phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(390)
    await chip.click()
    await page.waitForURL(/\/list\/everything$/)
  })

  for (const [prefix, width] of [
    ['', 1_280],
    ['/de', 1_280],
    ['', 390],
    ['/he', 390],
  ] as const) {
    it(`is accessible and fits the window with filters and without results: '${prefix}' at ${width} px`, async () => {
      for (const path of ['/list/everything', '/search?q=desk', '/search?q=qqqqqq']) {
        await open(prefix + path, width)
        await picture(`${prefix.slice(1) || 'en'}-${width}-${path.replace(/\W+/g, '-')}`)
        expect(await findAxeProblems(page), path).to.deep.equal([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).to.be.at.most(width)
        await context.close()
      }
    })
  }
})
