// Browser tests of titles with words of 40 letters and of a price of nine digits on a narrow phone: no page of the shop scrolls sideways.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { ProductPageDriver } from './product-page-driver.js'

/** A long word without a break opportunity, like a German compound. */
const word = 'Donaudampfschifffahrtsgesellschaftskapit'

describe('storefront: long words and prices at 320 px', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let product: number
  let list: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const everywhere = (name: string) => ({ [`${name}_en_GB`]: word, [`${name}_de_DE`]: word })
    const write = async (entity: string, fields: object): Promise<number> =>
      (await app.records.write(entity, fields as Record<string, unknown>)).id
    const [tax] = (await app.records.list('tax-class', { limit: 1 })).records
    product = await write('product', {
      ...everywhere('title'),
      ...everywhere('description'),
      ...everywhere('longdescription'),
      ...everywhere('pricelabel'),
      tax_class_id: tax!.id,
      baseprice: 123_456_789.12,
      price_overview_questions: 'yes',
    })
    const page = await write('page', { product_id: product, ...everywhere('title') })
    for (const question_type of ['Radiobuttons', 'Dropdown', 'Images', 'Checkbox', 'Multiselect', 'Textbox', 'Slider']) {
      const question = await write('question', {
        page_id: page,
        question_type,
        required: true,
        show_in_overview: true,
        ...everywhere('title'),
        ...everywhere('description'),
      })
      for (let count = 0; count < 2; count++) {
        await write('answer', { question_id: question, price: 12_345.67, ...everywhere('title'), ...everywhere('description') })
      }
    }
    list = await write('product-list', { ...everywhere('title'), ...everywhere('description') })
    await write('product-list-assignment', { product_id: product, product_list_id: list })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 640 } })
  })
  afterEach(() => context?.close())

  for (const dir of ['ltr', 'rtl'] as const) {
    for (const of of ['product', 'list', 'home', 'cart'] as const) {
      it(`do not make the ${of} page scroll sideways, ${dir}`, async () => {
        const path = { product: `/product/${product}`, list: `/list/${list}`, home: '/', cart: '/cart' }[of]
        const page = await context.newPage()
        if (of === 'cart') {
          const { configuration } = await app.shop.configurations.start({ product_id: product })
          const configurationReply = await app.shop.configurations.read(configuration)
          for (const { id, question_type: _ } of configurationReply.questions as readonly {
            id: number
            question_type?: string
          }[]) {
            const answer = configurationReply.answers.find(({ question_id }) => question_id === id)
            const value = answer === undefined ? '50' : String(answer.id)
            await app.shop.configurations.change(configuration, { selections: [{ question_id: id, value }] })
          }
          const { cart } = (await app.shop.serve('create-cart', {}, {})) as { readonly cart: string }
          await app.shop.serve('add-position', { token: cart, configuration }, {})
          await page.goto(`${app.url}/health/live`)
          await page.evaluate((token) => localStorage.setItem('svc-cart', token), cart)
        }
        await page.goto(app.url + path)
        if (of === 'product' || of === 'cart') await page.locator('[data-ready]').waitFor()
        if (of === 'cart') await page.locator('.position').waitFor()
        await page.evaluate((direction) => {
          document.documentElement.dir = direction
          for (const element of document.querySelectorAll('main > *')) element.setAttribute('dir', direction)
        }, dir)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).to.equal(320)
        if (of !== 'product') return
        const shop = new ProductPageDriver(page, app)
        await shop.page.locator('.question input[type=radio]').first().check({ force: true })
        await shop.waitForReplies()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320)
      })
    }
  }
})
