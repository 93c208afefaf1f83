// Random walk through the demo, by keyboard and mouse, with slow, lost and duplicated responses: the page shows the stored state.
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createSeededRandom } from '../core/product/model-product.js'
import { changeUrlPattern, ProductPageDriver } from './product-page-driver.js'
import { RandomShopper } from './random-shopper.js'

const steps = 6
/** Each seed gives another walk. */
const seed = Number(process.env['SVC_TEST_SEED'] ?? 20_261_122)

describe(`storefront: random walk (SVC_TEST_SEED=${seed})`, function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime({ changes: 10_000 }), storefront()])
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  })
  afterEach(() => context?.close())

  const walks = [
    { product: 'roller-blind', how: 'keys', roundTrip: 300 },
    { product: 'roller-blind', how: 'mouse', roundTrip: 0 },
    { product: 'dell-laptop', how: 'keys', roundTrip: 0 },
    { product: 'dell-laptop', how: 'mouse', roundTrip: 800 },
    { product: 'standing-desk', how: 'keys', roundTrip: 800 },
    { product: 'standing-desk', how: 'mouse', roundTrip: 300 },
  ] as const
  for (const { product, how, roundTrip } of walks) {
    it(`shows the stored configuration of the ${product}, by ${how} at ${roundTrip} ms`, async () => {
      const stranger = new RandomShopper(createSeededRandom(seed), createSeededRandom(seed + 1))
      const shop = await ProductPageDriver.open(context, app, `/product/${product}`)
      const { products } = await app.shop.catalogue.products()
      const { id } = products.find(({ label }) => label === product)!
      await shop.page.route(changeUrlPattern, stranger.createUnreliableRoute(roundTrip))
      for (let step = 0; step < steps; step++) {
        const typed = await stranger.useRandomControl(shop, how)
        await stranger.waitForAnswers(shop)
        await stranger.expectStoredState(shop, id)
        if (typed !== null) await stranger.expectRestoredEntry(shop, typed, `step ${step}`)
      }
    })
  }
})
