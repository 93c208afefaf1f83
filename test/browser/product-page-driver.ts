// Test driver for a product page: works by keyboard and compares the page with the service's state.
import { expect } from 'chai'
import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { PriceReply } from '../../core/shop/price.js'
import type { App } from '../../core/app.js'

export interface ShownConfiguration {
  readonly price: PriceReply
  readonly selections: Readonly<Record<number, string | null>>
}

/** URL of a configuration change, in any language. */
export const changeUrlPattern = /\/svc-api\/runtime\/v1\/configurations\/[\w-]{32}\?/

export class ProductPageDriver {
  constructor(
    readonly page: Page,
    private readonly app: App & { readonly url: string },
  ) {
    page.setDefaultTimeout(30_000)
  }

  static async open(context: BrowserContext, app: App & { readonly url: string }, path: string): Promise<ProductPageDriver> {
    const shop = new ProductPageDriver(await context.newPage(), app)
    await shop.goto(path)
    return shop
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.app.url + path)
    await this.waitUntilReady()
  }

  async waitUntilReady(): Promise<void> {
    await this.page.locator('[data-ready]').waitFor()
  }

  /** Waits until no request is running. */
  async waitForReplies(): Promise<void> {
    await this.page.locator('.price-box[aria-busy=false]').waitFor()
  }

  /** Waits until the page evaluates changes ahead of the service. */
  async waitForClientEngine(): Promise<void> {
    await this.page.waitForFunction(() => {
      const element = document.querySelector('svc-configurator') as unknown as {
        readonly session: { readonly predictor: unknown }
      }
      return element.session.predictor !== null
    })
  }

  /** Waits until the service has replied to all requests and no retry is pending. */
  async waitForAnswers(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const element = document.querySelector('svc-configurator') as unknown as {
          readonly session: { readonly isIdle: boolean; readonly failure: unknown; answer(agreed: boolean): Promise<void> }
        }
        if (element.session.isIdle) void element.session.answer(true)
        return element.session.isIdle && element.session.failure === null
      },
      undefined,
      { timeout: 30_000 },
    )
  }

  /** The price and the selections on the page. */
  readShownState(): Promise<ShownConfiguration> {
    return this.page.evaluate(() => {
      const { session } = document.querySelector('svc-configurator') as unknown as {
        readonly session: { readonly price: PriceReply; readonly questions: ReadonlyMap<number, { readonly id: number }> } & {
          selection(id: number): string | null
        }
      }
      const selections = [...session.questions.keys()].map((id) => [id, session.selection(id)] as const)
      return { price: session.price, selections: Object.fromEntries(selections) }
    })
  }

  /** The main amount of the price box. */
  async price(): Promise<string> {
    await this.waitForReplies()
    return this.page.locator('[data-part=amount]').first().innerText()
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: false }).last()
  }

  /** Types the words with a pause after each, in which the page sends the entry. */
  async type(label: string, words: readonly string[], pause = 600): Promise<void> {
    await this.field(label).focus()
    for (const word of words) {
      await this.page.keyboard.type(word, { delay: 15 })
      await this.page.waitForTimeout(pause)
    }
  }

  async leave(): Promise<void> {
    await this.page.keyboard.press('Tab')
    await this.waitForReplies()
  }

  /** @param isPageToken true to read the token that the page itself has opened */
  token(product: number, isPageToken = false): Promise<string> {
    return this.page.evaluate(
      (key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { token: string }).token,
      `svc-configuration-${product}${isPageToken ? '-given' : ''}`,
    )
  }

  /** The configuration in the service. */
  async loadConfiguration(product: number): Promise<ConfigurationReply> {
    return this.app.shop.configurations.read(await this.token(product))
  }

  async selection(product: number, question: number): Promise<string | null | undefined> {
    return (await this.loadConfiguration(product)).questions.find(({ id }) => id === question)?.selection
  }

  /** The texts of the current alerts. */
  readAlerts(): Promise<readonly string[]> {
    return this.page
      .locator('[role=alert]')
      .evaluateAll((all) => all.map((alert) => alert.textContent?.trim() ?? '').filter(Boolean))
  }

  /** The focused control: its id, else its text; `BODY` if nothing has the focus. */
  describeFocus(): Promise<string> {
    return this.page.evaluate(() => {
      const inner = document.querySelector('svc-configurator')?.shadowRoot?.activeElement
      return inner
        ? inner.id || inner.getAttribute('name') || (inner.textContent ?? '').trim()
        : (document.activeElement?.tagName ?? '')
    })
  }

  /** Routes change requests to a handler until the returned function is called. */
  async intercept(handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
    const patches = async (route: Route): Promise<void> =>
      route.request().method() === 'PATCH' ? handle(route) : route.fallback()
    await this.page.route(changeUrlPattern, patches)
    return () => this.page.unroute(changeUrlPattern, patches)
  }

  /** Delays every reply to a change. */
  delayReplies(milliseconds: number): Promise<() => Promise<void>> {
    return this.intercept(async (route) => {
      const response = await route.fetch()
      await new Promise((resume) => setTimeout(resume, milliseconds))
      await route.fulfill({ response }).catch(() => undefined)
    })
  }

  async isInViewport(locator: Locator): Promise<boolean> {
    const box = await locator.boundingBox()
    const height = this.page.viewportSize()?.height ?? 0
    return box !== null && box.y >= 0 && box.y + box.height <= height
  }
}

/** Waits until a reading has the expected value. */
export async function waitForValue<T>(read: () => Promise<T>, expected: T, attempts = 400): Promise<void> {
  let last = await read()
  for (let attempt = 0; attempt < attempts && JSON.stringify(last) !== JSON.stringify(expected); attempt++) {
    await new Promise((resume) => setTimeout(resume, 50))
    last = await read()
  }
  expect(last).to.deep.equal(expected)
}
