// Question types of customizations in a real browser: drawn by the element that their script registers, or as a line of text.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { example } from '../../customizations/example/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { withStorefrontModule } from '../fixtures/customizations/with-storefront-module.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, changes, ShopPage } from '../support/shop-page.js'
import { createPage, createProduct, createQuestion, inBoth } from '../support/shop.js'

describe("a customization's question type in a browser", function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page
  let product: number
  const complaints: string[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()], { customizations: [example(), withStorefrontModule] })
    product = await createProduct(app, 'Door')
    const look = await createPage(app, product)
    await createQuestion(app, look, 'RalColour', { ...inBoth('title', 'Colour'), ral_series: '79' })
    await createQuestion(app, look, 'Engraving', inBoth('title', 'Name'))
    page = await browser.newPage({ locale: 'en-GB' })
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${app.url}/product/${product}`)
    await page.locator('[data-ready]').waitFor()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const enter = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label).fill(text)
    await page.getByLabel(label).press('Tab')
    await page.locator('.price-box[aria-busy=false]').waitFor()
  }

  it('is drawn by its element, which the label names, and keeps what the service made of the entry', async () => {
    expect(await page.locator('svc-question-ralcolour input').count()).to.equal(1)
    await enter('Colour', 'RAL 7016')
    await page.waitForFunction(
      () =>
        document.querySelector('svc-configurator')?.shadowRoot?.querySelector<HTMLInputElement>('svc-question-ralcolour input')
          ?.value === '7016',
    )
    expect(await page.locator('svc-question-ralcolour span').evaluate((span) => span.style.color)).to.equal('slategray')
  })

  it('is told what its type says of its settings', async () => {
    expect(await page.getByLabel('Colour').getAttribute('placeholder')).to.equal('7… 9…')
    expect(await page.getByLabel('Name').getAttribute('maxlength')).to.equal('12')
  })

  it('has an address that stays, for pages that embed it themselves', async () => {
    const gate = await fetch(`${app.url}/storefront/type-RalColour.js`)
    const [, target = ''] = /^import '([^']+)'/.exec(await gate.text()) ?? []
    const script = await fetch(new URL(target, gate.url))
    expect(await script.text()).to.contain('svc-question-ralcolour')
  })

  it('shows a refusal beside the element and tells the control', async () => {
    await enter('Colour', '3020')
    await page.getByText("'Colour' must be a RAL colour whose number begins with one of 7, 9.").first().waitFor()
    expect(await page.getByLabel('Colour').getAttribute('aria-invalid')).to.equal('true')
  })

  it('may change an entry before it is sent', async () => {
    await enter('Name', 'anna')
    await page.waitForFunction(
      () =>
        document.querySelector('svc-configurator')?.shadowRoot?.querySelector<HTMLInputElement>('svc-question-engraving input')
          ?.value === 'ANNA',
    )
  })

  it('is judged and priced by the page itself where it brings code for that, before the service answers', async () => {
    const author = catalogAuthor(app)
    const gate = await author.product('Gate', { baseprice: 0 })
    const parts = await author.page(gate, 'Parts')
    const width = await author.question(parts, 'Width', 'Textbox', { input_restriction: 'decimal' })
    await author.question(parts, 'Colour', 'RalColour', { ral_series: '79' })
    const code = { code: 'fullLengths( A , 600)', question_id_a: width }
    await app.write('question', { calcmodel: await author.calculation(gate, 'Bars', 'code', code) }, { id: width })
    const context = await browser.newContext({ locale: 'en-GB' })
    const shop = await ShopPage.open(context, app, `/product/${gate}`)
    await shop.reckons()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route(changes, async (route) => {
      await held
      await route.continue()
    })
    const amount = (): Promise<string> => shop.page.locator('.price-box [data-part=amount]').innerText()
    await shop.page.getByLabel('Width').fill('700')
    await shop.page.getByLabel('Width').press('Tab')
    await becomes(amount, '€1,200.00')
    await shop.page.getByLabel('Colour').fill('3020')
    await shop.page.getByLabel('Colour').press('Tab')
    await becomes(() => shop.alerts(), ["'Colour' must be a RAL colour whose number begins with one of 7, 9."])
    release()
    await shop.answered()
    expect(await amount()).to.equal('€1,200.00')
    expect((await shop.held(gate)).price?.gross).to.equal(1_200)
    await context.close()
  })

  it('breaks neither the page nor its policy', () => {
    expect(complaints).to.deep.equal([])
  })
})
