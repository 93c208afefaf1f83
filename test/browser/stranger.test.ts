// A stranger walks through the demo at random, by keys and by mouse, while replies are slow, lost and doubled: what he sees is what is held.
import { expect } from 'chai'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { seeded } from '../support/model-product.js'
import { becomes, changes, ShopPage } from '../support/shop-page.js'

const steps = 6
/** Another one is another walk. */
const seed = Number(process.env['SVC_TEST_SEED'] ?? 20_261_122)

/** What the focus is on, and what it holds. */
interface Focused {
  readonly kind: string
  readonly value: string
}

describe(`a stranger (SVC_TEST_SEED=${seed})`, function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let random: () => number

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
    random = seeded(seed)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  })
  afterEach(() => context?.close())

  const below = (count: number): number => Math.floor(random() * count)

  /** One reply in five is lost after the service has done its work, one request in five comes twice. */
  function unsure(roundTrip: number): (route: Route) => Promise<void> {
    return async (route) => {
      const chance = random()
      await new Promise((resolve) => setTimeout(resolve, roundTrip))
      if (chance < 0.2) {
        await route.fetch()
        return route.abort()
      }
      if (chance < 0.4) await route.fetch()
      return route.continue()
    }
  }

  const focused = (shop: ShopPage): Promise<Focused> =>
    shop.page.evaluate(() => {
      let at: Element | null = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      if (at instanceof HTMLInputElement) return { kind: at.type, value: at.value }
      if (at instanceof HTMLTextAreaElement) return { kind: 'textarea', value: at.value }
      return { kind: at?.tagName.toLowerCase() ?? '', value: '' }
    })

  /** Answers whatever the shop asks before it goes on. */
  async function agree(shop: ShopPage): Promise<void> {
    const dialog = shop.page.locator('dialog[open]')
    if ((await dialog.count()) > 0) await dialog.getByRole('button').first().click()
  }

  const entry = (): string => String(100 + below(2_000))

  /** Goes on to some control and uses it as its kind is used; says what was typed. */
  async function byKeys(shop: ShopPage): Promise<string | null> {
    const { keyboard } = shop.page
    for (let left = 40, wanted = 1 + below(6); left > 0; left--) {
      await keyboard.press('Tab')
      const { kind } = await focused(shop)
      if (!['radio', 'checkbox', 'range', 'number', 'text', 'textarea', 'select'].includes(kind) || --wanted > 0) continue
      if (kind === 'checkbox') await keyboard.press('Space')
      else if (kind === 'text' || kind === 'textarea' || kind === 'number') {
        await keyboard.press('ControlOrMeta+a')
        await keyboard.type(entry(), { delay: 10 })
        const { value } = await focused(shop)
        await keyboard.press('Tab')
        return value
      } else await keyboard.press(random() < 0.5 ? 'ArrowDown' : 'ArrowUp')
      return null
    }
    return null
  }

  async function byMouse(shop: ShopPage): Promise<string | null> {
    const controls = shop.page.locator('svc-configurator').locator('input:not([type=file]):not([type=color]):not([disabled])')
    const count = await controls.count()
    const control = controls.nth(below(count))
    const kind = await control.getAttribute('type')
    await control.scrollIntoViewIfNeeded()
    if (kind === 'radio' || kind === 'checkbox') {
      // A tile is pressed on its label, which covers the button.
      await control.evaluate((input: HTMLInputElement) => (input.labels?.[0] ?? input).click())
      return null
    }
    await control.click()
    if (kind === 'range' || kind === 'date') return null
    const text = entry()
    await control.fill(text)
    await shop.page.mouse.click(5, 5)
    return text
  }

  const walks = [
    { product: 'roller-blind', how: 'keys', roundTrip: 300 },
    { product: 'roller-blind', how: 'mouse', roundTrip: 0 },
    { product: 'dell-laptop', how: 'keys', roundTrip: 0 },
    { product: 'dell-laptop', how: 'mouse', roundTrip: 800 },
    { product: 'standing-desk', how: 'keys', roundTrip: 800 },
    { product: 'standing-desk', how: 'mouse', roundTrip: 300 },
  ] as const
  for (const { product, how, roundTrip } of walks) {
    it(`sees what is held of the ${product}, by ${how} at ${roundTrip} ms`, async () => {
      const shop = await ShopPage.open(context, app, `/product/${product}`)
      const { products } = await app.catalogue.products()
      const { id } = products.find(({ label }) => label === product)!
      await shop.page.route(changes, unsure(roundTrip))
      for (let step = 0; step < steps; step++) {
        const typed = await (how === 'keys' ? byKeys : byMouse)(shop)
        await agree(shop)
        await shop.answered()
        await agree(shop)
        await shop.answered()
        const same = async (): Promise<readonly unknown[]> => {
          const [shown, held] = [await shop.shown(), await shop.held(id)]
          const selections = Object.fromEntries(held.questions.map((question) => [question.id, question.selection]))
          return [shown.price.gross === held.price!.gross, JSON.stringify(shown.selections) === JSON.stringify(selections)]
        }
        await becomes(same, [true, true])
        if (typed === null) continue
        // What was typed is held, or stands where it was typed with the reason why it is not taken.
        const values = await shop.page
          .locator('svc-configurator')
          .locator('input, textarea')
          .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value.replaceAll(/[^0-9.]/g, '')))
        expect(values, `step ${step}: '${typed}' was typed`).to.include(typed.replaceAll(/[^0-9.]/g, ''))
      }
    })
  }
})
