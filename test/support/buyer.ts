// A person who buys in the demo shop, for tests in a browser: configures what it sells, and works on the pages of the shop by keys.
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core'
import type { App } from '../../core/app.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from './app.js'
import { openBrowser } from './browser.js'

/** What the tests of a suite have in hand. */
export interface Visit {
  readonly app: ListeningApp
  readonly browser: Browser
  readonly context: BrowserContext
  readonly buyer: Buyer
}

/** The demo shop for a suite, and for each of its tests a browser that has never been there: `each` is handed both. */
export function visitDemoShop(each: (visit: Visit) => void): void {
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime({ changes: 10_000 }), storefront()], { plugins: [stock, payments] })
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    each({ app, browser, context, buyer: await Buyer.open(context, app) })
  })
  afterEach(() => context?.close())
}

/** The token of a finished blind that somebody has bought by keys, by its shop. */
const blinds = new WeakMap<App, string>()

export class Buyer {
  private constructor(
    readonly page: Page,
    private readonly app: App & { readonly url: string },
  ) {
    page.setDefaultTimeout(30_000)
  }

  static async open(context: BrowserContext, app: App & { readonly url: string }): Promise<Buyer> {
    return new Buyer(await context.newPage(), app)
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.app.url + path)
    await this.ready()
  }

  async ready(): Promise<void> {
    await this.page.locator('[data-ready]').waitFor()
  }

  /** Until the component waits for nothing. */
  async settled(): Promise<void> {
    await this.page.locator('[data-ready][aria-busy=false]').waitFor()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Focuses it and presses Enter: a control that no key reaches does not do it. */
  async press(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    const control = this.page.getByRole(role, { name }).first()
    await control.focus()
    await this.page.keyboard.press('Enter')
  }

  /** In place of what stands there, as a person types. */
  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label).first().focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** What has the focus: its accessible name or text, across shadow roots. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('aria-label') ?? element?.id ?? element?.tagName ?? ''
    })
  }

  /** The figure of a sum: `total`, `goods`, `line`. */
  async sum(part: string): Promise<string> {
    await this.settled()
    return this.page.locator(`[data-part=${part}]`).first().innerText()
  }

  /** The number beside the link to the cart. */
  count(): Promise<string> {
    return this.page.locator('.count').innerText()
  }

  /** A finished blind in the cart: by its example, with the entry that the example leaves open. */
  async addBlind(): Promise<void> {
    await this.goto('/product/roller-blind')
    await this.press(/Living room/)
    await this.page.locator('.price-box[aria-busy=false]').waitFor()
    await this.page.getByLabel('Inside the recess').focus()
    await this.page.keyboard.press('Space')
    await this.page.getByText('Your configuration is complete.').waitFor()
    await this.press('Add to cart')
    await this.page.getByText('It is in your cart.').waitFor()
  }

  /** A cart with such a blind, by the verbs of the shop; the first buyer of a shop goes all the way by keys. */
  async haveBlind(): Promise<void> {
    const { app, page } = this
    const finished = blinds.get(app)
    if (finished === undefined) {
      await this.addBlind()
      const token = await page.evaluate(() => localStorage.getItem('svc-cart'))
      const { positions } = (await app.serve('read-cart', { token }, {})) as CartReply
      blinds.set(app, positions[0]!.configuration)
      return
    }
    const { configuration } = (await app.serve('duplicate-configuration', { token: finished }, {})) as ConfigurationReply
    await this.haveCart(configuration)
  }

  /** A cart with that in it, made by the verbs of the shop. */
  async haveCart(configuration: string): Promise<void> {
    const { app, page } = this
    const { cart } = (await app.serve('create-cart', {}, {})) as CartReply
    await app.serve('add-position', { token: cart, configuration, quantity: 1 }, {})
    // Any page of the shop's address will do to keep the cart in mind.
    await page.goto(`${app.url}/health/live`)
    await page.evaluate((token) => {
      localStorage.setItem('svc-cart', token)
      localStorage.setItem('svc-count', '1')
    }, cart)
  }

  /** A finished laptop in the cart: what is missing is followed question by question, and so many pieces are entered. */
  async addLaptop(pieces: string): Promise<void> {
    await this.goto('/product/dell-laptop')
    const isComplete = this.page.getByText('Your configuration is complete.')
    for (let step = 0; step < 20 && (await isComplete.count()) === 0; step++) {
      await this.page.locator('.missing button').first().focus()
      await this.page.keyboard.press('Enter')
      // The first answer that is still possible.
      await this.page.waitForFunction(() => {
        let element = document.activeElement
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
        return element instanceof HTMLInputElement
      })
      await this.page.keyboard.press('Space')
      await this.page.locator('.price-box[aria-busy=false]').waitFor()
    }
    await isComplete.waitFor()
    // Its last step.
    await this.page.locator('.steps button').last().focus()
    await this.page.keyboard.press('Enter')
    // The question of this name; beside the button stands how often that is wanted.
    await this.page.locator('[data-question]').getByLabel('Quantity', { exact: true }).focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(pieces)
    await this.page.keyboard.press('Tab')
    await this.page.locator('.price-box[aria-busy=false]').waitFor()
    await this.press('Add to cart')
    await this.page.getByText('It is in your cart.').waitFor()
  }

  /** From the cart to the step of the address, as a guest. */
  async checkOut(prefix = ''): Promise<void> {
    await this.haveBlind()
    await this.goto(`${prefix}/checkout`)
    await this.page.locator('#step').waitFor()
  }

  /** Fills in one field of the checkout's form, by its name. */
  async fill(name: string, text: string): Promise<void> {
    await this.page.locator(`#checkout-${name}`).focus()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** Address and contact of somebody in Berlin, and on to the next step. */
  async address(): Promise<void> {
    await this.fill('email', 'ada@people.example')
    await this.fill('billing-first_name', 'Ada')
    await this.fill('billing-last_name', 'Byron')
    await this.fill('billing-line1', 'Unter den Linden 1')
    await this.fill('billing-zip', '10117')
    await this.fill('billing-city', 'Berlin')
    await this.page.keyboard.press('Enter')
    await this.step('Delivery')
  }

  /** The step that is open now, with the focus on its heading. */
  async step(title: string): Promise<void> {
    await this.page.locator('#step', { hasText: title }).waitFor()
    await this.page.waitForFunction(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.id === 'step'
    })
  }

  /** From the address to the review, by what is offered first or the way of paying of that name. */
  async review(paying?: RegExp): Promise<void> {
    await this.address()
    await this.press('Continue')
    await this.step('Payment')
    if (paying) {
      await this.page.getByRole('radio', { name: paying }).focus()
      await this.page.keyboard.press('Space')
      await this.settled()
    }
    await this.press('Continue')
    await this.step('Review')
    await this.page.locator('#checkout-terms_agreed').focus()
    await this.page.keyboard.press('Space')
    await this.settled()
  }

  /** Answers calls of a method by a handler until the returned function is called. */
  async intercept(method: string, path: RegExp, handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
    const answer = async (route: Route): Promise<void> => (route.request().method() === method ? handle(route) : route.fallback())
    await this.page.route(path, answer)
    return () => this.page.unroute(path, answer)
  }

  /** The service does it, and its answer gets lost; the next one comes. */
  async loseReply(method: string, path: RegExp): Promise<() => Promise<void>> {
    let isLost = false
    return this.intercept(method, path, async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
  }

  async noSidewaysScroll(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  }
}
