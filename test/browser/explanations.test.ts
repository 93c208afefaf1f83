// Browser tests of explanations: why an answer is unavailable, which changes enable it, and the effects of a dead-end answer.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: explanations of unavailable answers', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let complaints: string[]
  let table: number
  let size: number
  let frame: number
  let finish: number
  let small: number
  let steel: number
  let wood: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    table = await author.product('Table', { baseprice: 100, guidance: 'mark' })
    const page = await author.page(table, 'Parts')
    size = await author.question(page, 'Size', 'Radiobuttons')
    small = await author.answer(size, 'Small')
    const large = await author.answer(size, 'Large')
    frame = await author.question(page, 'Frame', 'Radiobuttons')
    wood = await author.answer(frame, 'Wood')
    steel = await author.answer(frame, 'Steel', { price: 10 })
    const lid = await author.question(page, 'Lid', 'Radiobuttons', { required: true })
    const is = (question: number, value: number): object => ({ question, operator: '==', value })
    await author.answer(lid, 'Oak', { rules: is(frame, wood), display_while_disabled: 'grey_out' })
    // The only lid of a small steel table is sold out, so such a table can never be completed.
    await author.answer(lid, 'Glass', { rules: { all: [is(frame, steel), is(size, small)] }, available: false })
    await author.answer(lid, 'Plate', { rules: { all: [is(frame, steel), is(size, large)] }, display_while_disabled: 'grey_out' })
    finish = await author.question(page, 'Finish', 'Dropdown', {
      rules: is(frame, wood),
      display_while_disabled: 'grey_out',
    })
    await author.answer(finish, 'Oiled')
    await author.answer(finish, 'Painted', { rules: is(size, small), display_while_disabled: 'grey_out', price: 5 })
    const extra = await author.question(page, 'Initials', 'Textbox', { rules: is(size, small) })
    expect(extra).to.be.greaterThan(0)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  async function open(options: BrowserContextOptions = {}, prefix = ''): Promise<ProductPageDriver> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    return ProductPageDriver.open(context, app, `${prefix}/product/${table}`)
  }
  /** Chooses an answer by keyboard, from the first radio of its question. */
  async function choose(shop: ProductPageDriver, title: string): Promise<void> {
    await shop.page.getByLabel(title, { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
  }
  const locateExplanation = (shop: ProductPageDriver): Locator => shop.page.locator('.why-told')
  const price = async (shop: ProductPageDriver): Promise<readonly unknown[]> => {
    const { price: storedPrice } = await shop.loadConfiguration(table)
    return [await shop.price(), `€${storedPrice!.gross.toFixed(2)}`]
  }
  async function until(shop: ProductPageDriver, text: string): Promise<void> {
    await locateExplanation(shop).getByText(text).first().waitFor()
  }

  it('explain why an answer is unavailable, and select it together with its requirements', async () => {
    const shop = await open()
    await choose(shop, 'Wood')
    const why = shop.page.getByRole('button', { name: 'Why? Plate' })
    await why.focus()
    expect(await why.getAttribute('aria-expanded')).to.equal('false')
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Plate' is not available because")
    expect(await why.getAttribute('aria-expanded')).to.equal('true')
    expect(await shop.describeFocus()).to.equal(await why.getAttribute('id'))
    expect(await locateExplanation(shop).getByRole('status').count()).to.equal(1)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => locateExplanation(shop).count(), 0)
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Plate' is not available because")
    const { revision } = await shop.loadConfiguration(table)
    await shop.page.keyboard.press('Tab')
    expect(await shop.describeFocus()).to.equal('Choose it')
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.page.getByLabel('Plate', { exact: true }).isChecked(), true)
    await shop.waitForReplies()
    expect(await shop.page.getByLabel('Large', { exact: true }).isChecked()).to.equal(true)
    expect((await shop.loadConfiguration(table)).revision, 'one change').to.equal(revision + 1)
    const [pagePrice, storedPrice] = await price(shop)
    expect(pagePrice).to.equal(storedPrice)
    const plate = await shop.page.getByLabel('Plate', { exact: true }).getAttribute('aria-labelledby')
    expect(
      await shop.page.evaluate(() =>
        document.querySelector('svc-configurator')!.shadowRoot!.activeElement?.getAttribute('aria-labelledby'),
      ),
    ).to.equal(plate)
  })

  it('list the effects of a dead-end answer before it is chosen, keep its price, and change nothing on cancel', async () => {
    const shop = await open()
    await choose(shop, 'Small')
    const choice = shop.page.locator('.choice').filter({ hasText: 'Steel' })
    await waitForValue(async () => (await choice.innerText()).includes('Not compatible with your selection'), true)
    expect(await choice.innerText()).to.contain('+ €10.00')
    const before = await shop.loadConfiguration(table)
    await shop.page.getByLabel('Wood', { exact: true }).focus()
    await shop.page.keyboard.press('ArrowDown')
    await until(shop, 'Size: “Small” will be removed.')
    expect(await shop.page.getByLabel('Steel', { exact: true }).isChecked()).to.equal(false)
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
    await locateExplanation(shop).getByRole('button', { name: 'Cancel' }).focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => locateExplanation(shop).count(), 0)
    expect((await shop.loadConfiguration(table)).revision).to.equal(before.revision)
    expect(
      await shop.page.evaluate(() => document.querySelector('svc-configurator')!.shadowRoot!.activeElement?.tagName),
    ).to.equal('INPUT')
    await shop.page.getByLabel('Steel', { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await until(shop, 'Size: “Small” will be removed.')
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.press('Tab')
    expect(await shop.describeFocus()).to.equal('Choose it')
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => shop.page.getByLabel('Steel', { exact: true }).isChecked(), true)
    await shop.waitForReplies()
    expect((await shop.loadConfiguration(table)).revision, 'one change').to.equal(before.revision + 1)
    expect(await shop.selection(table, size)).to.equal(null)
    expect(await shop.selection(table, frame)).to.equal(String(steel))
    const [pagePrice, storedPrice] = await price(shop)
    expect(pagePrice).to.equal(storedPrice)
  })

  it('explain an inapplicable question, an option of a list, and a removed answer', async () => {
    const shop = await open()
    const ask = async (name: string, expectedText: string): Promise<void> => {
      await shop.page.getByRole('button', { name: `Why? ${name}` }).focus()
      await shop.page.keyboard.press('Enter')
      await until(shop, expectedText)
    }
    await ask('Finish', "'Finish' is not available because")
    await choose(shop, 'Wood')
    await ask('Painted', "'Painted' is not available because")
    await choose(shop, 'Small')
    await shop.page.getByLabel('Finish').focus()
    await shop.page.keyboard.type('P')
    await waitForValue(
      async () => (await shop.loadConfiguration(table)).questions.find(({ id }) => id === finish)?.text,
      'Painted',
    )
    await choose(shop, 'Large')
    const notice = shop.page.locator('.notice').filter({ hasText: 'Finish' })
    await notice.getByRole('button', { name: 'Why? Painted' }).focus()
    await shop.page.keyboard.press('Enter')
    await notice.getByText("'Painted' is not available because").waitFor()
    expect(await findAxeProblems(shop.page)).to.deep.equal([])
  })

  it('report that the service does not respond, and load on the next request', async () => {
    const shop = await open()
    await shop.page.route('**/explanation?*', (route) => route.abort())
    const why = shop.page.getByRole('button', { name: 'Why? Oak' })
    await why.focus()
    await shop.page.keyboard.press('Enter')
    await until(shop, 'The shop is not responding')
    await shop.page.unroute('**/explanation?*')
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => locateExplanation(shop).count(), 0)
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Oak' is not available because")
  })

  for (const [how, options] of [
    ['320 pixels', { viewport: { width: 320, height: 640 } }],
    ['dark', { colorScheme: 'dark' }],
    ['forced colours', { forcedColors: 'active' }],
    ['right to left', {}],
  ] as const) {
    it(`fit the screen and pass axe: ${how}`, async () => {
      const shop = await open(options, how === 'right to left' ? '/de' : '')
      if (how === 'right to left')
        await shop.page.evaluate(() => document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl'))
      const first = shop.page.locator('.why button').first()
      await first.focus()
      await shop.page.keyboard.press('Enter')
      await locateExplanation(shop).locator('p').first().waitFor()
      const wide = await shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(wide).to.equal(0)
      expect(await findAxeProblems(shop.page)).to.deep.equal([])
    })
  }
})
