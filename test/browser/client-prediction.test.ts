// Browser tests of the client engine: its predicted prices and selections equal the service's response, also over failing networks.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import type { ProgramReply } from '../../core/commerce/configuration/program.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import type { Disagreement } from '../../plugins/storefront/browser/result-predictor.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

/** A seeded random number generator: every run draws the same numbers. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe('storefront: client engine', function () {
  this.timeout(180_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  const ids = new Map<string, number>()

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    for (const { id, label } of (await app.shop.catalogue.products()).products) ids.set(label, id)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 } })
  })
  afterEach(() => context?.close())

  const open = async (label: string): Promise<ProductPageDriver> => {
    const shop = await ProductPageDriver.open(context, app, `/product/${label}`)
    await shop.waitForClientEngine()
    return shop
  }
  const amount = (shop: ProductPageDriver): Promise<string> => shop.page.locator('[data-part=amount]').first().innerText()
  const readStoredPrice = async (shop: ProductPageDriver, label: string): Promise<string> =>
    `€${(await shop.loadConfiguration(ids.get(label)!)).price!.gross.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`

  const measured = async (): Promise<ProductPageDriver> => {
    const shop = await open('roller-blind')
    await shop.type('Width', ['1450'], 0)
    await shop.type('Drop', ['1800'], 0)
    await shop.leave()
    await shop.page.getByLabel('Group 1', { exact: true }).check()
    expect(await shop.price()).to.equal('€129.71')
    return shop
  }

  it('shows the price of a choice before the response, and the response confirms it', async () => {
    const shop = await measured()
    let answered = false
    await shop.intercept(async (route) => {
      const response = await route.fetch()
      await new Promise((resume) => setTimeout(resume, 3_000))
      answered = true
      await route.fulfill({ response })
    })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await waitForValue(() => amount(shop), '€198.73', 20)
    expect(answered).to.equal(false)
    expect(await shop.price()).to.equal('€198.73')
    expect(answered).to.equal(true)
  })

  it('shows new questions and rejections before the response', async () => {
    const shop = await open('standing-desk')
    await shop.delayReplies(3_000)
    const started = Date.now()
    await shop.page.getByText('Rounded').click()
    await waitForValue(() => shop.page.getByLabel('Your drawing').count(), 1, 20)
    expect(Date.now() - started).to.be.below(3_000)
    await shop.waitForReplies()
  })

  it("adopts the service's response if it differs, notifies the shopper and the page, and reports the difference", async () => {
    const reports: unknown[] = []
    await context.route('**/program?*', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { readonly data: ProgramReply }
      await route.fulfill({ json: { data: { ...data, source: { ...data.source!, baseprice: data.source!.baseprice + 1 } } } })
    })
    await context.route('**/disagreements?*', (route) => {
      reports.push(route.request().postDataJSON())
      return route.continue()
    })
    const shop = await open('roller-blind')
    await shop.page.evaluate(() => {
      const disagreements: unknown[] = []
      Object.assign(globalThis, { told: disagreements })
      document.addEventListener('svc-disagreement', (event) => disagreements.push((event as CustomEvent<unknown>).detail))
    })
    const reported = shop.page.waitForResponse(/\/disagreements\?/)
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    expect((await reported).status()).to.equal(204)
    await shop.page.locator('.notice').getByText('The values shown here were corrected').waitFor()
    const [disagreement] = await shop.page.evaluate(
      () => (globalThis as unknown as { readonly told: readonly Disagreement[] }).told,
    )
    expect(disagreement).to.have.all.keys('configuration', 'product', 'revision', 'catalog_version', 'parts', 'questions')
    expect(disagreement!.parts).to.deep.equal(['price'])
    expect(reports).to.deep.equal([{ catalog_version: disagreement!.catalog_version, parts: ['price'], questions: [] }])
  })

  it('reloads its program silently when the catalogue has changed', async () => {
    const shop = await measured()
    const blind = ids.get('roller-blind')!
    const { record } = await app.records.read('product', blind)
    const base = Number(record['baseprice'])
    await app.records.write('product', { baseprice: base + 10 }, { id: blind })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await shop.waitForReplies()
    await waitForValue(() => amount(shop), await readStoredPrice(shop, 'roller-blind'))
    expect(await shop.page.locator('.notice').getByText('values shown here were corrected').count()).to.equal(0)
    await app.records.write('product', { baseprice: base }, { id: blind })
  })

  it('waits for the response if the program contains no prices', async () => {
    const blind = ids.get('roller-blind')!
    await app.records.write('product', { twin: 'rules' }, { id: blind })
    const shop = await measured()
    await shop.delayReplies(1_500)
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await shop.page.locator('.price').getByText('This price does not include your latest entries yet.').waitFor()
    expect(await amount(shop)).to.equal('€129.71')
    expect(await shop.price()).to.equal('€198.73')
    await app.records.write('product', { twin: 'full' }, { id: blind })
  })

  for (const [index, label] of ['roller-blind', 'standing-desk', 'dell-laptop'].entries()) {
    it(`matches the service's price after every step of ${label}: late responses, one in five lost, one doubled`, async () => {
      const shop = await open(label)
      const roll = dice(20_261_122 + index)
      let calls = 0
      await shop.intercept(async (route) => {
        calls += 1
        const response = await route.fetch()
        if (calls % 5 === 3) await route.fetch()
        await new Promise((resume) => setTimeout(resume, [0, 300, 800][Math.floor(roll() * 3)]))
        if (calls % 5 === 0) await route.abort().catch(() => undefined)
        else await route.fulfill({ response }).catch(() => undefined)
      })
      for (let step = 0; step < 12; step++) {
        const choices = shop.page.locator(
          'svc-configurator input[type=radio]:not(:disabled), svc-configurator input[type=checkbox]:not(:disabled)',
        )
        await choices.nth(Math.floor(roll() * (await choices.count()))).click({ force: true })
        if (roll() < 0.4) continue
        await shop.waitForAnswers()
        const { price, questions } = await shop.loadConfiguration(ids.get(label)!)
        const state = await shop.readShownState()
        expect(state.price, `price after step ${step}`).to.deep.equal(price)
        expect(state.selections, `selections after step ${step}`).to.deep.equal(
          Object.fromEntries(questions.map(({ id, selection }) => [id, selection])),
        )
      }
      expect(calls).to.be.above(5)
      expect(await shop.page.locator('.notice').getByText('values shown here were corrected').count()).to.equal(0)
    })
  }
})
