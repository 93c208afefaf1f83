// Random walk through failures: lost and duplicated responses, 30 s offline, a killed server, an expired configuration, two tabs.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { openDatabase } from '../../core/storage/database/connection.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { extendApp } from '../support/extended-app.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { findFreePort } from '../support/free-port.js'
import { type FreshDatabase, createFreshDatabase } from '../support/fresh-database.js'
import { createSeededRandom } from '../core/product/model-product.js'
import { type DemoShopProcess, startShopProcess } from './shop-process.js'
import { changeUrlPattern, ProductPageDriver } from './product-page-driver.js'
import { type InputDevice, RandomShopper } from './random-shopper.js'

/** Each seed gives another walk. */
const seed = Number(process.env['SVC_TEST_SEED'] ?? 20_261_123)
/** `SVC_TEST_WALKS=all` runs each product by keyboard and by mouse, and waits in real time instead of advancing the clock. */
const isWhole = process.env['SVC_TEST_WALKS'] === 'all'
const offline = 30

describe(`storefront: random walk with failures (SVC_TEST_SEED=${seed})`, function () {
  this.timeout(isWhole ? 300_000 : 120_000)
  let database: FreshDatabase
  let app: TestApp
  let port: number
  let server: DemoShopProcess
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    database = await createFreshDatabase()
    app = await bootTestApp({ opened: await openDatabase(database.url) })
    await seedDemo(app, () => undefined)
    port = await findFreePort()
    server = await startShopProcess(database.url, port)
  })
  after(async () => {
    await browser?.close()
    await server?.kill()
    await app?.stop()
    await database?.drop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    if (!isWhole) await context.clock.install()
  })
  afterEach(() => context?.close())

  /** Lets this many seconds pass on the page. */
  async function pass(seconds: number): Promise<void> {
    if (isWhole) return new Promise((resume) => setTimeout(resume, seconds * 1_000))
    for (let second = 0; second < seconds; second++) {
      await context.clock.runFor(1_000)
      // Pending retries fail before the next second.
      await new Promise((resume) => setTimeout(resume, 20))
    }
  }

  const walks: readonly (readonly [string, InputDevice])[] = isWhole
    ? ['roller-blind', 'dell-laptop', 'standing-desk'].flatMap((product) => [
        [product, 'keys'] as const,
        [product, 'mouse'] as const,
      ])
    : [['roller-blind', 'keys']]
  for (const [product, hand] of walks) {
    it(`shows the stored configuration of the ${product} by ${hand}, and keeps the typed input`, async () => {
      const stranger = new RandomShopper(createSeededRandom(seed), createSeededRandom(seed + 1))
      const { products } = await app.shop.catalogue.products()
      const { id } = products.find(({ label }) => label === product)!
      const shop = await ProductPageDriver.open(
        context,
        extendApp(app, { url: `http://127.0.0.1:${port}` }),
        `/product/${product}`,
      )
      const tabs = [shop]
      let isOnline = true
      const unsure = stranger.createUnreliableRoute(50)
      await context.route(changeUrlPattern, (route) => (isOnline ? unsure(route) : route.abort('internetdisconnected')))

      async function looks(typed: readonly (string | null)[], label: string, here = shop): Promise<void> {
        for (const tab of tabs) await stranger.waitForAnswers(tab)
        for (const tab of tabs) await stranger.expectStoredState(tab, id)
        for (const text of typed) if (text !== null) await stranger.expectRestoredEntry(here, text, label)
      }
      async function goesOn(steps: number, label: string): Promise<void> {
        for (let step = 0; step < steps; step++) {
          for (const tab of tabs) await looks([await stranger.useRandomControl(tab, hand)], `${label}, step ${step}`, tab)
        }
      }
      /** Uses controls until input waits for the unreachable service. Returns the typed values. */
      async function uses(): Promise<readonly (string | null)[]> {
        const typed: (string | null)[] = []
        const waits = (): Promise<boolean> =>
          shop.page.evaluate(() => {
            const { session } = document.querySelector('svc-configurator') as unknown as {
              readonly session: { readonly hasUnsavedEntries: boolean }
            }
            return session.hasUnsavedEntries
          })
        for (let step = 0; step < 20 && (step < 2 || !(await waits())); step++) {
          typed.push(await stranger.useRandomControl(shop, hand))
          await new Promise((resume) => setTimeout(resume, 200))
        }
        await shop.page
          .getByText(/does not include your latest entries yet|price is not confirmed yet/)
          .first()
          .waitFor()
        return typed
      }

      await goesOn(3, 'with replies lost and doubled')

      isOnline = false
      await context.setOffline(true)
      const typedOffline = await uses()
      await pass(offline)
      await context.setOffline(false)
      isOnline = true
      await looks(typedOffline, 'after half a minute without a network')

      await server.kill()
      const typedAway = await uses()
      server = await startShopProcess(database.url, port)
      await looks(typedAway, 'after a restart')
      await goesOn(1, 'after a restart')

      const before = await shop.token(id)
      for (const configuration of (await app.records.list('configuration', { limit: 200 })).records)
        await app.records.remove('configuration', configuration.id)
      let typedLast: string | null = null
      for (let step = 0; step < 20 && (await shop.token(id)) === before; step++) {
        typedLast = await stranger.useRandomControl(shop, hand)
        await stranger.waitForAnswers(shop)
      }
      await looks([typedLast], 'after it has expired')
      expect(await shop.token(id)).not.to.equal(before)
      await shop.page.getByText('Your configuration had expired').first().waitFor()

      const opened = context.waitForEvent('page')
      await shop.page.evaluate(() => void window.open(location.href))
      const second = new ProductPageDriver(await opened, extendApp(app, { url: `http://127.0.0.1:${port}` }))
      await second.waitUntilReady()
      expect(await second.token(id)).to.equal(await shop.token(id))
      tabs.push(second)
      await goesOn(3, 'with a second tab')
    })
  }
})
