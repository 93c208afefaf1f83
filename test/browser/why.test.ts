// Why something cannot be had, and what would bring it; what a dead end takes with it, before the shopper takes it or leaves it.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('what cannot be had', function () {
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
    const author = catalogAuthor(app)
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
    // The only lid of a small table of steel is sold out, so that such a table can never be whole.
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

  async function open(options: BrowserContextOptions = {}, prefix = ''): Promise<ShopPage> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    return ShopPage.open(context, app, `${prefix}/product/${table}`)
  }
  /** By keys: to the first radio of a question, and down to an answer. */
  async function choose(shop: ShopPage, title: string): Promise<void> {
    await shop.page.getByLabel(title, { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await shop.settled()
  }
  const told = (shop: ShopPage): Locator => shop.page.locator('.why-told')
  const price = async (shop: ShopPage): Promise<readonly unknown[]> => {
    const { price: held } = await shop.held(table)
    return [await shop.price(), `€${held!.gross.toFixed(2)}`]
  }
  async function until(shop: ShopPage, text: string): Promise<void> {
    await told(shop).getByText(text).first().waitFor()
  }

  it('says why an answer cannot be had where it is asked, and brings it with what it needs', async () => {
    const shop = await open()
    await choose(shop, 'Wood')
    const why = shop.page.getByRole('button', { name: 'Why? Plate' })
    await why.focus()
    expect(await why.getAttribute('aria-expanded')).to.equal('false')
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Plate' is not available because")
    expect(await why.getAttribute('aria-expanded')).to.equal('true')
    expect(await shop.focused()).to.equal(await why.getAttribute('id'))
    expect(await told(shop).getByRole('status').count()).to.equal(1)
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await shop.page.keyboard.press('Enter')
    await becomes(() => told(shop).count(), 0)
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Plate' is not available because")
    const { revision } = await shop.held(table)
    await shop.page.keyboard.press('Tab')
    expect(await shop.focused()).to.equal('Choose it')
    await shop.page.keyboard.press('Enter')
    await becomes(() => shop.page.getByLabel('Plate', { exact: true }).isChecked(), true)
    await shop.settled()
    expect(await shop.page.getByLabel('Large', { exact: true }).isChecked()).to.equal(true)
    expect((await shop.held(table)).revision, 'one change').to.equal(revision + 1)
    const [shown, held] = await price(shop)
    expect(shown).to.equal(held)
    const plate = await shop.page.getByLabel('Plate', { exact: true }).getAttribute('aria-labelledby')
    expect(
      await shop.page.evaluate(() =>
        document.querySelector('svc-configurator')!.shadowRoot!.activeElement?.getAttribute('aria-labelledby'),
      ),
    ).to.equal(plate)
  })

  it('names what a dead end takes with it before it is taken, keeps its price, and changes nothing where it is left', async () => {
    const shop = await open()
    await choose(shop, 'Small')
    const choice = shop.page.locator('.choice').filter({ hasText: 'Steel' })
    await becomes(async () => (await choice.innerText()).includes('Not compatible with your selection'), true)
    expect(await choice.innerText()).to.contain('+ €10.00')
    const before = await shop.held(table)
    await shop.page.getByLabel('Wood', { exact: true }).focus()
    await shop.page.keyboard.press('ArrowDown')
    await until(shop, 'Size: “Small” will be removed.')
    expect(await shop.page.getByLabel('Steel', { exact: true }).isChecked()).to.equal(false)
    expect(await axeProblems(shop.page)).to.deep.equal([])
    await told(shop).getByRole('button', { name: 'Cancel' }).focus()
    await shop.page.keyboard.press('Enter')
    await becomes(() => told(shop).count(), 0)
    expect((await shop.held(table)).revision).to.equal(before.revision)
    expect(
      await shop.page.evaluate(() => document.querySelector('svc-configurator')!.shadowRoot!.activeElement?.tagName),
    ).to.equal('INPUT')
    await shop.page.getByLabel('Steel', { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await until(shop, 'Size: “Small” will be removed.')
    await shop.page.keyboard.press('Tab')
    await shop.page.keyboard.press('Tab')
    expect(await shop.focused()).to.equal('Choose it')
    await shop.page.keyboard.press('Enter')
    await becomes(() => shop.page.getByLabel('Steel', { exact: true }).isChecked(), true)
    await shop.settled()
    expect((await shop.held(table)).revision, 'one change').to.equal(before.revision + 1)
    expect(await shop.selection(table, size)).to.equal(null)
    expect(await shop.selection(table, frame)).to.equal(String(steel))
    const [shown, held] = await price(shop)
    expect(shown).to.equal(held)
  })

  it('says why a question does not apply, an option of a list, and what was taken away', async () => {
    const shop = await open()
    const ask = async (name: string, told: string): Promise<void> => {
      await shop.page.getByRole('button', { name: `Why? ${name}` }).focus()
      await shop.page.keyboard.press('Enter')
      await until(shop, told)
    }
    await ask('Finish', "'Finish' is not available because")
    await choose(shop, 'Wood')
    await ask('Painted', "'Painted' is not available because")
    await choose(shop, 'Small')
    await shop.page.getByLabel('Finish').focus()
    await shop.page.keyboard.type('P')
    await becomes(async () => (await shop.held(table)).questions.find(({ id }) => id === finish)?.text, 'Painted')
    await choose(shop, 'Large')
    const notice = shop.page.locator('.notice').filter({ hasText: 'Finish' })
    await notice.getByRole('button', { name: 'Why? Painted' }).focus()
    await shop.page.keyboard.press('Enter')
    await notice.getByText("'Painted' is not available because").waitFor()
    expect(await axeProblems(shop.page)).to.deep.equal([])
  })

  it('says so where the service does not answer, and says it when it is asked again', async () => {
    const shop = await open()
    await shop.page.route('**/explanation?*', (route) => route.abort())
    const why = shop.page.getByRole('button', { name: 'Why? Oak' })
    await why.focus()
    await shop.page.keyboard.press('Enter')
    await until(shop, 'The shop is not responding')
    await shop.page.unroute('**/explanation?*')
    await shop.page.keyboard.press('Enter')
    await becomes(() => told(shop).count(), 0)
    await shop.page.keyboard.press('Enter')
    await until(shop, "'Oak' is not available because")
  })

  for (const [how, options] of [
    ['320 pixels', { viewport: { width: 320, height: 640 } }],
    ['dark', { colorScheme: 'dark' }],
    ['forced colours', { forcedColors: 'active' }],
    ['right to left', {}],
  ] as const) {
    it(`is told at ${how}, with nothing sideways and nothing that axe minds`, async () => {
      const shop = await open(options, how === 'right to left' ? '/de' : '')
      if (how === 'right to left')
        await shop.page.evaluate(() => document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl'))
      const first = shop.page.locator('.why button').first()
      await first.focus()
      await shop.page.keyboard.press('Enter')
      await told(shop).locator('p').first().waitFor()
      const wide = await shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(wide).to.equal(0)
      expect(await axeProblems(shop.page)).to.deep.equal([])
    })
  }
})
