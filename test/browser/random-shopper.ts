// Monkey tester for the shop: uses controls at random by keyboard or mouse, and checks that the page matches the service.
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { waitForValue, type ProductPageDriver } from './product-page-driver.js'

/** The focused control and its value. */
interface FocusedControl {
  readonly kind: string
  readonly value: string
}

export type InputDevice = 'keys' | 'mouse'

export class RandomShopper {
  /**
   * @param random numbers in [0, 1), the same for the same walk
   * @param fate the same for replies, whose order in time may vary
   */
  constructor(
    private readonly random: () => number,
    private readonly fate: () => number,
  ) {}

  private below(count: number): number {
    return Math.floor(this.random() * count)
  }

  /** Simulates a bad network: one reply in five is lost after the work, one request in five is sent twice, and each is delayed. */
  createUnreliableRoute(roundTrip: number): (route: Route) => Promise<void> {
    return async (route) => {
      const chance = this.fate()
      await new Promise((resolve) => setTimeout(resolve, roundTrip))
      try {
        if (chance < 0.4) await route.fetch()
        await (chance < 0.2 ? route.abort() : route.continue())
      } catch {
        // The service is down.
        await route.abort().catch(() => undefined)
      }
    }
  }

  private focused(shop: ProductPageDriver): Promise<FocusedControl> {
    return shop.page.evaluate(() => {
      let at: Element | null = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      if (at instanceof HTMLInputElement) return { kind: at.type, value: at.value }
      if (at instanceof HTMLTextAreaElement) return { kind: 'textarea', value: at.value }
      return { kind: at?.tagName.toLowerCase() ?? '', value: '' }
    })
  }

  /** Confirms the dialog that the shop shows, if any. */
  private async confirmChange(shop: ProductPageDriver): Promise<void> {
    const dialog = shop.page.locator('dialog[open]')
    if ((await dialog.count()) > 0) await dialog.getByRole('button').first().click()
  }

  private createEntry(): string {
    return String(100 + this.below(2_000))
  }

  /** Focuses a random control and uses it by its type. Returns the typed text, or null if nothing was typed. */
  useRandomControl(shop: ProductPageDriver, hand: InputDevice): Promise<string | null> {
    return hand === 'keys' ? this.useKeyboard(shop) : this.useMouse(shop)
  }

  private async useKeyboard(shop: ProductPageDriver): Promise<string | null> {
    const { keyboard } = shop.page
    for (let remaining = 40, skipCount = 1 + this.below(6); remaining > 0; remaining--) {
      await keyboard.press('Tab')
      const { kind } = await this.focused(shop)
      if (!['radio', 'checkbox', 'range', 'number', 'text', 'textarea', 'select'].includes(kind) || --skipCount > 0) continue
      if (kind === 'checkbox') await keyboard.press('Space')
      else if (kind === 'text' || kind === 'textarea' || kind === 'number') {
        await keyboard.press('ControlOrMeta+a')
        await keyboard.type(this.createEntry(), { delay: 10 })
        const { value } = await this.focused(shop)
        await keyboard.press('Tab')
        return value
      } else await keyboard.press(this.random() < 0.5 ? 'ArrowDown' : 'ArrowUp')
      return null
    }
    return null
  }

  private async useMouse(shop: ProductPageDriver): Promise<string | null> {
    const controls = shop.page.locator('svc-configurator').locator('input:not([type=file]):not([type=color]):not([disabled])')
    const count = await controls.count()
    const control = controls.nth(this.below(count))
    const kind = await control.getAttribute('type')
    await control.scrollIntoViewIfNeeded()
    if (kind === 'radio' || kind === 'checkbox') {
      // Press a tile on its label, which covers the button.
      await control.evaluate((input: HTMLInputElement) => (input.labels?.[0] ?? input).click())
      return null
    }
    await control.click()
    if (kind === 'range' || kind === 'date') return null
    const text = this.createEntry()
    await control.fill(text)
    await shop.page.mouse.click(5, 5)
    return text
  }

  /** Waits until all requests have replies, and confirms open dialogs. */
  async waitForAnswers(shop: ProductPageDriver): Promise<void> {
    for (let times = 0; times < 2; times++) {
      await this.confirmChange(shop)
      await shop.waitForAnswers()
    }
  }

  /** Waits until the price and every selection on the page match the service. */
  async expectStoredState(shop: ProductPageDriver, product: number): Promise<void> {
    const same = async (): Promise<readonly unknown[]> => {
      const [state, configuration] = [await shop.readShownState(), await shop.loadConfiguration(product)]
      const selections = Object.fromEntries(configuration.questions.map((question) => [question.id, question.selection]))
      return [state.price.gross === configuration.price!.gross, JSON.stringify(state.selections) === JSON.stringify(selections)]
    }
    // Three replies in a row may be lost, and the pauses between retries increase.
    await waitForValue(same, [true, true], 400)
  }

  /** The typed text must still be visible in some field. */
  async expectRestoredEntry(shop: ProductPageDriver, typed: string, label: string): Promise<void> {
    const toDigits = (text: string): string => text.replaceAll(/[^0-9.]/g, '')
    const values = await shop.page
      .locator('svc-configurator')
      .locator('input, textarea')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    expect(values.map(toDigits), `${label}: '${typed}' was typed`).to.include(toDigits(typed))
  }
}
