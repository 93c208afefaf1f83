// Browser tests of question types from customizations: rendered by their custom element, or as a text field.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { example } from '../../customizations/example/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { withStorefrontModule } from '../fixtures/customizations/with-storefront-module.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, changeUrlPattern, ProductPageDriver } from './product-page-driver.js'
import { createPage, createProduct, createQuestion, inBothLanguages } from '../support/small-shop.js'

describe('storefront: question type of a customization', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page
  let product: number
  const complaints: string[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()], { customizations: [example(), withStorefrontModule] })
    product = await createProduct(app.records, 'Door')
    const look = await createPage(app.records, product)
    await createQuestion(app.records, look, 'RalColour', { ...inBothLanguages('title', 'Colour'), ral_series: '79' })
    await createQuestion(app.records, look, 'Engraving', inBothLanguages('title', 'Name'))
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

  it('is rendered by its labelled element, and shows the value that the service stored', async () => {
    expect(await page.locator('svc-question-ralcolour input').count()).to.equal(1)
    await enter('Colour', 'RAL 7016')
    await page.waitForFunction(
      () =>
        document.querySelector('svc-configurator')?.shadowRoot?.querySelector<HTMLInputElement>('svc-question-ralcolour input')
          ?.value === '7016',
    )
    expect(await page.locator('svc-question-ralcolour span').evaluate((span) => span.style.color)).to.equal('slategray')
  })

  it('receives the settings of its question type', async () => {
    expect(await page.getByLabel('Colour').getAttribute('placeholder')).to.equal('7… 9…')
    expect(await page.getByLabel('Name').getAttribute('maxlength')).to.equal('12')
  })

  it('serves its script at a stable address for embedding pages', async () => {
    const gate = await fetch(`${app.url}/storefront/type-RalColour.js`)
    const [, target = ''] = /^import '([^']+)'/.exec(await gate.text()) ?? []
    const script = await fetch(new URL(target, gate.url))
    expect(await script.text()).to.contain('svc-question-ralcolour')
  })

  it('shows a rejection next to the element and marks the control as invalid', async () => {
    await enter('Colour', '3020')
    await page.getByText("'Colour' must be a RAL colour whose number begins with one of 7, 9.").first().waitFor()
    expect(await page.getByLabel('Colour').getAttribute('aria-invalid')).to.equal('true')
  })

  it('may normalize the input before it is sent', async () => {
    await enter('Name', 'anna')
    await page.waitForFunction(
      () =>
        document.querySelector('svc-configurator')?.shadowRoot?.querySelector<HTMLInputElement>('svc-question-engraving input')
          ?.value === 'ANNA',
    )
  })

  it('is validated and priced in the browser before the response, if it ships code for that', async () => {
    const author = createCatalogAuthor(app)
    const gate = await author.product('Gate', { baseprice: 0 })
    const parts = await author.page(gate, 'Parts')
    const width = await author.question(parts, 'Width', 'Textbox', { input_restriction: 'decimal' })
    await author.question(parts, 'Colour', 'RalColour', { ral_series: '79' })
    const code = { code: 'fullLengths( A , 600)', question_id_a: width }
    await app.records.write('question', { calcmodel: await author.calculation(gate, 'Bars', 'code', code) }, { id: width })
    const context = await browser.newContext({ locale: 'en-GB' })
    const shop = await ProductPageDriver.open(context, app, `/product/${gate}`)
    await shop.waitForClientEngine()
    let release: () => void = () => undefined
    const releaseSignal = new Promise<void>((resolve) => (release = resolve))
    await context.route(changeUrlPattern, async (route) => {
      await releaseSignal
      await route.continue()
    })
    const amount = (): Promise<string> => shop.page.locator('.price-box [data-part=amount]').innerText()
    await shop.page.getByLabel('Width').fill('700')
    await shop.page.getByLabel('Width').press('Tab')
    await waitForValue(amount, '€1,200.00')
    await shop.page.getByLabel('Colour').fill('3020')
    await shop.page.getByLabel('Colour').press('Tab')
    await waitForValue(() => shop.readAlerts(), ["'Colour' must be a RAL colour whose number begins with one of 7, 9."])
    release()
    await shop.waitForAnswers()
    expect(await amount()).to.equal('€1,200.00')
    expect((await shop.loadConfiguration(gate)).price?.gross).to.equal(1_200)
    await context.close()
  })

  it('causes no page error and violates no content security policy', () => {
    expect(complaints).to.deep.equal([])
  })
})
