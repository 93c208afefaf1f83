// One walk through all that goes wrong: lost and doubled replies, half a minute offline, a killed server, an expired configuration, two tabs.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { openDatabase } from '../../core/storage/database/connection.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { freePort } from '../support/free-port.js'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js'
import { seeded } from '../support/model-product.js'
import { type ShopProcess, startShop } from '../support/shop-process.js'
import { changes, ShopPage } from '../support/shop-page.js'
import { type Hand, Stranger } from '../support/stranger.js'

/** Another one is another walk. */
const seed = Number(process.env['SVC_TEST_SEED'] ?? 20_261_123)
/** `SVC_TEST_WALKS=all`: each product by keys and by mouse, and half a minute takes half a minute instead of being set ahead. */
const isWhole = process.env['SVC_TEST_WALKS'] === 'all'
const offline = 30

describe(`a stranger in trouble (SVC_TEST_SEED=${seed})`, function () {
  this.timeout(isWhole ? 300_000 : 120_000)
  let database: FreshDatabase
  let app: TestApp
  let port: number
  let server: ShopProcess
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    database = await freshDatabase()
    app = await bootTestApp({ opened: await openDatabase(database.url) })
    await seedDemo(app, () => undefined)
    port = await freePort()
    server = await startShop(database.url, port)
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

  /** So many seconds for the page. */
  async function pass(seconds: number): Promise<void> {
    if (isWhole) return new Promise((resume) => setTimeout(resume, seconds * 1_000))
    for (let second = 0; second < seconds; second++) {
      await context.clock.runFor(1_000)
      // Whatever is tried then fails before the next second.
      await new Promise((resume) => setTimeout(resume, 20))
    }
  }

  const walks: readonly (readonly [string, Hand])[] = isWhole
    ? ['roller-blind', 'dell-laptop', 'standing-desk'].flatMap((product) => [
        [product, 'keys'] as const,
        [product, 'mouse'] as const,
      ])
    : [['roller-blind', 'keys']]
  for (const [product, hand] of walks) {
    it(`sees what is held of the ${product} by ${hand}, and finds what was typed`, async () => {
      const stranger = new Stranger(seeded(seed), seeded(seed + 1))
      const { products } = await app.catalogue.products()
      const { id } = products.find(({ label }) => label === product)!
      const shop = await ShopPage.open(context, { ...app, url: `http://127.0.0.1:${port}` }, `/product/${product}`)
      const tabs = [shop]
      let isOnline = true
      const unsure = stranger.unsure(50)
      await context.route(changes, (route) => (isOnline ? unsure(route) : route.abort('internetdisconnected')))

      async function looks(typed: readonly (string | null)[], where: string, here = shop): Promise<void> {
        for (const tab of tabs) await stranger.answered(tab)
        for (const tab of tabs) await stranger.seesWhatIsHeld(tab, id)
        for (const text of typed) if (text !== null) await stranger.findsAgain(here, text, where)
      }
      async function goesOn(steps: number, where: string): Promise<void> {
        for (let step = 0; step < steps; step++) {
          for (const tab of tabs) await looks([await stranger.use(tab, hand)], `${where}, step ${step}`, tab)
        }
      }
      /** Uses controls until an entry waits for the service, which is away; what was typed. */
      async function uses(): Promise<readonly (string | null)[]> {
        const typed: (string | null)[] = []
        const waits = (): Promise<boolean> =>
          shop.page.evaluate(() => {
            const { session } = document.querySelector('svc-configurator') as unknown as {
              readonly session: { readonly unsaved: boolean }
            }
            return session.unsaved
          })
        for (let step = 0; step < 20 && (step < 2 || !(await waits())); step++) {
          typed.push(await stranger.use(shop, hand))
          await new Promise((resume) => setTimeout(resume, 200))
        }
        await shop.page
          .getByText(/Your last entries are does not include your latest entries yet|has not confirmed this price yet/)
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
      server = await startShop(database.url, port)
      await looks(typedAway, 'after a restart')
      await goesOn(1, 'after a restart')

      const before = await shop.token(id)
      for (const held of (await app.list('configuration', { limit: 200 })).records) await app.remove('configuration', held.id)
      let typedLast: string | null = null
      for (let step = 0; step < 20 && (await shop.token(id)) === before; step++) {
        typedLast = await stranger.use(shop, hand)
        await stranger.answered(shop)
      }
      await looks([typedLast], 'after it has expired')
      expect(await shop.token(id)).not.to.equal(before)
      await shop.page.getByText('Your configuration had expired').first().waitFor()

      const opened = context.waitForEvent('page')
      await shop.page.evaluate(() => void window.open(location.href))
      const second = new ShopPage(await opened, { ...app, url: `http://127.0.0.1:${port}` })
      await second.ready()
      expect(await second.token(id)).to.equal(await shop.token(id))
      tabs.push(second)
      await goesOn(3, 'with a second tab')
    })
  }
})
