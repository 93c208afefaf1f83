// Browser tests of typing: late responses, number formats of other languages and partial dates never change the typed text.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: typing', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let shop: ProductPageDriver
  let product: number
  let ids: Readonly<Record<'notes' | 'width' | 'depth' | 'size' | 'day', number>>

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    product = await author.product('Shelf', { baseprice: 10 })
    const page = await author.page(product, 'Shelf')
    const limits = { set_min_value: 'static', minval: 300, set_max_value: 'static', maxval: 3000 }
    const whole = { input_restriction: 'integer', validate: true }
    ids = {
      notes: await author.question(page, 'Notes', 'Textarea'),
      width: await author.question(page, 'Width', 'Textbox', { ...whole, ...limits }),
      depth: await author.question(page, 'Depth', 'Textbox', { input_restriction: 'decimal', validate: true }),
      size: await author.question(page, 'Height', 'Slider', limits),
      day: await author.question(page, 'Delivery', 'Calendar', { calendar_days_min: 1, calendar_days_max: 9000 }),
    }
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB' })
    shop = await ProductPageDriver.open(context, app, `/product/${product}`)
  })
  afterEach(() => context?.close())

  const value = (label: string): Promise<string> => shop.field(label).inputValue()

  it('keeps every word of a text typed with pauses while responses take 300 ms', async () => {
    await shop.delayReplies(300)
    const words = ['Please ', 'ring ', 'twice ', 'and ', 'wait ', 'a ', 'while.']
    await shop.type('Notes', words, 470)
    expect(await value('Notes')).to.equal(words.join(''))
    await shop.leave()
    await waitForValue(() => shop.selection(product, ids.notes), words.join(''))
    expect(await value('Notes')).to.equal(words.join(''))
  })

  it('does not reformat an English number until the field is left', async () => {
    await shop.type('Width', ['1,4'])
    expect(await value('Width')).to.equal('1,4')
    await shop.type('Width', ['50'])
    expect(await value('Width')).to.equal('1,450')
    expect(await shop.selection(product, ids.width)).to.equal('1450')
    await shop.leave()
    expect(await value('Width')).to.equal('1450')
    expect(await shop.readAlerts()).to.deep.equal([])
  })

  it('reads 1,250 as 1.25 in German, also when it is edited again', async () => {
    await shop.goto(`/de/product/${product}`)
    await shop.type('Depth', ['1,2', '50'])
    expect(await value('Depth')).to.equal('1,250')
    await shop.leave()
    await waitForValue(() => shop.selection(product, ids.depth), '1.25')
    expect(await value('Depth')).to.equal('1,25')
    await shop.field('Depth').focus()
    await shop.page.keyboard.press('End')
    await shop.page.keyboard.type('5')
    await shop.leave()
    expect(await shop.selection(product, ids.depth)).to.equal('1.255')
    expect(await value('Depth')).to.equal('1,255')
  })

  it('rejects the ambiguous German 1.250 with both readings, and accepts it once it is unambiguous', async () => {
    await shop.goto(`/de/product/${product}`)
    await shop.type('Depth', ['1.2', '50'])
    await shop.leave()
    await waitForValue(
      () => shop.readAlerts(),
      ['„Depth (de-DE)“: „1.250“ kann 1250 oder 1,25 bedeuten. Bitte geben Sie eines von beiden ein.'],
    )
    expect(await value('Depth')).to.equal('1.250')
    await shop.field('Depth').focus()
    await shop.page.keyboard.press('End')
    await shop.page.keyboard.type(',0')
    await shop.leave()
    await waitForValue(() => shop.selection(product, ids.depth), '1250')
    await waitForValue(() => shop.readAlerts(), [])
  })

  it('validates a number on blur, or earlier if further digits cannot make it valid', async () => {
    await shop.type('Width', ['1', '4'])
    expect(await shop.readAlerts()).to.deep.equal([])
    await shop.leave()
    await waitForValue(() => shop.readAlerts(), ["'Width' must be at least 300."])
    expect(await value('Width')).to.equal('14')
    await shop.field('Width').focus()
    await shop.page.keyboard.press('End')
    await shop.page.keyboard.type('000', { delay: 15 })
    await waitForValue(() => shop.readAlerts(), ["'Width' must be at most 3000."])
    expect(await shop.describeFocus()).to.equal(await shop.field('Width').getAttribute('id'))
    await shop.page.keyboard.press('Backspace')
    await waitForValue(() => shop.readAlerts(), [])
    await waitForValue(() => shop.selection(product, ids.width), '1400')
  })

  it('reports no error for a partially typed date', async () => {
    await shop.delayReplies(100)
    const year = String(new Date().getFullYear() + 1)
    await shop.field('Delivery').focus()
    for (const part of ['06', '15', ...year]) {
      await shop.page.keyboard.type(part, { delay: 15 })
      await shop.page.waitForTimeout(500)
      expect(await shop.readAlerts(), part).to.deep.equal([])
    }
    await waitForValue(() => shop.selection(product, ids.day), `${year}-06-15`)
  })

  it('sends a number typed next to a slider and keeps its text', async () => {
    await shop.delayReplies(300)
    await shop.page.getByLabel('Height').last().focus()
    await shop.page.keyboard.type('12', { delay: 15 })
    await shop.page.waitForTimeout(600)
    expect(await shop.readAlerts()).to.deep.equal([])
    await shop.page.keyboard.type('00', { delay: 15 })
    await waitForValue(() => shop.selection(product, ids.size), '1200')
    expect(await value('Height')).to.equal('1200')
  })

  it('sends text that was typed immediately before a reload', async () => {
    await shop.type('Notes', ['Quick'], 0)
    await shop.page.reload()
    await shop.waitUntilReady()
    await waitForValue(() => shop.selection(product, ids.notes), 'Quick')
    expect(await value('Notes')).to.equal('Quick')
    expect(await shop.page.locator('.notice').innerText()).to.contain('were restored')
  })
})
