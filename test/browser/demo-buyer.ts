// Test driver for a shopper in the demo shop: configures products in a browser and uses the shop pages by keyboard.
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core'
import type { App } from '../../core/app.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { vat } from '../../plugins/vat/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'

/** The fixtures of a test. */
export interface DemoShopFixtures {
  readonly app: ListeningApp
  readonly browser: Browser
  readonly context: BrowserContext
  readonly buyer: DemoBuyer
}

/** Starts the demo shop for a suite and a new browser context for each test, and passes both to `each`. */
export function useDemoShop(each: (visit: DemoShopFixtures) => void): void {
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime({ changes: 10_000 }), storefront()], {
      plugins: [stock, payments, print, vat({ register: null })],
    })
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    each({ app, browser, context, buyer: await DemoBuyer.open(context, app) })
  })
  afterEach(() => context?.close())
}

/** Tokens of finished blinds, by shop. The first one is configured by keyboard. */
const finishedBlinds = new WeakMap<App, string>()

export class DemoBuyer {
  private constructor(
    readonly page: Page,
    private readonly app: App & { readonly url: string },
  ) {
    page.setDefaultTimeout(30_000)
  }

  static async open(context: BrowserContext, app: App & { readonly url: string }): Promise<DemoBuyer> {
    return new DemoBuyer(await context.newPage(), app)
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.app.url + path)
    await this.waitUntilReady()
  }

  async waitUntilReady(): Promise<void> {
    await this.page.locator('[data-ready]').waitFor()
  }

  /** Waits until the component is idle. */
  async waitForReplies(): Promise<void> {
    await this.page.locator('[data-ready][aria-busy=false]').waitFor()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Focuses the control and presses Enter, so controls that keys cannot reach fail. */
  async press(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    const control = this.page.getByRole(role, { name }).first()
    await control.focus()
    await this.page.keyboard.press('Enter')
  }

  /** Types like a person, replacing the content. */
  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label).first().focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** The accessible name or text of the focused element, across shadow roots. */
  describeFocus(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('aria-label') ?? element?.id ?? element?.tagName ?? ''
    })
  }

  /** The amount of a total: `total`, `goods`, `line`. */
  async readSum(part: string): Promise<string> {
    await this.waitForReplies()
    return this.page.locator(`[data-part=${part}]`).first().innerText()
  }

  /** The number next to the cart link. */
  readCartCount(): Promise<string> {
    return this.page.locator('.count').innerText()
  }

  /** Puts a finished blind into the cart: uses its example and fills in the missing entry. */
  async addBlind(): Promise<void> {
    await this.goto('/product/roller-blind')
    await this.press(/Living room/)
    await this.page.locator('.price-box[aria-busy=false]').waitFor()
    await this.page.getByLabel('Inside the recess').focus()
    await this.page.keyboard.press('Space')
    await this.page.getByText('Your configuration is complete.').waitFor()
    await this.press('Add to cart')
    await this.page.getByText('Added to cart.').waitFor()
  }

  /** Creates a cart with a finished blind through the verbs. The first call per shop uses the keyboard instead. */
  async provideBlind(): Promise<void> {
    const { app, page } = this
    const finished = finishedBlinds.get(app)
    if (finished === undefined) {
      await this.addBlind()
      const token = await page.evaluate(() => localStorage.getItem('svc-cart'))
      const { positions } = (await app.shop.serve('read-cart', { token }, {})) as CartReply
      finishedBlinds.set(app, positions[0]!.configuration)
      return
    }
    const { configuration } = (await app.shop.serve('duplicate-configuration', { token: finished }, {})) as ConfigurationReply
    await this.provideCart(configuration)
  }

  /** Creates a cart with the configuration through the verbs. */
  async provideCart(configuration: string): Promise<void> {
    const { app, page } = this
    const { cart } = (await app.shop.serve('create-cart', {}, {})) as CartReply
    await app.shop.serve('add-position', { token: cart, configuration, quantity: 1 }, {})
    // Any page of the same origin can store the cart token.
    await page.goto(`${app.url}/health/live`)
    await page.evaluate((token) => {
      localStorage.setItem('svc-cart', token)
      localStorage.setItem('svc-count', '1')
    }, cart)
  }

  /** Puts a finished laptop into the cart: follows the missing questions and enters the number of pieces. */
  async addLaptop(pieces: string): Promise<void> {
    await this.goto('/product/dell-laptop')
    const isComplete = this.page.getByText('Your configuration is complete.')
    for (let step = 0; step < 20 && (await isComplete.count()) === 0; step++) {
      await this.page.locator('.missing button').first().focus()
      await this.page.keyboard.press('Enter')
      // Select the first available answer.
      await this.page.waitForFunction(() => {
        let element = document.activeElement
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
        return element instanceof HTMLInputElement
      })
      await this.page.keyboard.press('Space')
      await this.page.locator('.price-box[aria-busy=false]').waitFor()
    }
    await isComplete.waitFor()
    // Go to the last step.
    await this.page.locator('.steps button').last().focus()
    await this.page.keyboard.press('Enter')
    // The question named Quantity. The button has a quantity field of the same name.
    await this.page.locator('[data-question]').getByLabel('Quantity', { exact: true }).focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(pieces)
    await this.page.keyboard.press('Tab')
    await this.page.locator('.price-box[aria-busy=false]').waitFor()
    await this.press('Add to cart')
    await this.page.getByText('Added to cart.').waitFor()
  }

  /** Goes from the cart to the address step as a guest. */
  async checkOut(prefix = ''): Promise<void> {
    await this.provideBlind()
    await this.goto(`${prefix}/checkout`)
    await this.page.locator('#step').waitFor()
  }

  /** Fills in one field of the checkout form by its name. */
  async fill(name: string, text: string): Promise<void> {
    await this.page.locator(`#checkout-${name}`).focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** Enters an address and contact in Berlin and goes to the next step. */
  async fillAddress(): Promise<void> {
    await this.fill('email', 'ada@people.example')
    await this.fill('billing-first_name', 'Ada')
    await this.fill('billing-last_name', 'Byron')
    await this.fill('billing-line1', 'Unter den Linden 1')
    await this.fill('billing-zip', '10117')
    await this.fill('billing-city', 'Berlin')
    await this.page.keyboard.press('Enter')
    await this.continueToStep('Shipping')
  }

  /** Waits until the step is open and its heading has the focus. */
  async continueToStep(title: string): Promise<void> {
    await this.page.locator('#step', { hasText: title }).waitFor()
    await this.page.waitForFunction(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.id === 'step'
    })
  }

  /** Goes from the address to the review with the default choices, or with the payment method named `paying`. */
  async reviewOrder(paying?: RegExp): Promise<void> {
    await this.fillAddress()
    await this.press('Continue')
    await this.continueToStep('Payment')
    if (paying) {
      await this.page.getByRole('radio', { name: paying }).focus()
      await this.page.keyboard.press('Space')
      await this.waitForReplies()
    }
    await this.press('Continue')
    await this.continueToStep('Review')
    await this.page.locator('#checkout-terms_agreed').focus()
    await this.page.keyboard.press('Space')
    await this.waitForReplies()
  }

  /** Routes calls of a method to a handler until the returned function is called. */
  async intercept(method: string, path: RegExp, handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
    const answer = async (route: Route): Promise<void> => (route.request().method() === method ? handle(route) : route.fallback())
    await this.page.route(path, answer)
    return () => this.page.unroute(path, answer)
  }

  /** Lets the service process one request and drops its reply. The next request passes. */
  async loseReply(method: string, path: RegExp): Promise<() => Promise<void>> {
    let isLost = false
    return this.intercept(method, path, async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
  }

  async hasNoSidewaysScroll(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  }
}
