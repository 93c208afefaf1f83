// A shopper's browser for benches: optional network throttling, and measurements by the Chrome DevTools protocol.
import type { Browser, CDPSession, Page } from 'playwright-core'

/** A mobile connection on a train. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

interface PageMeasures {
  /** Milliseconds from the start of navigation until the page is usable. */
  interactive: number | null
  /** Sum of all layout shifts without recent input. */
  shifts: number
}

/** Runs in the page before any other script. */
function observePage(): void {
  const pageMeasures: PageMeasures = { interactive: null, shifts: 0 }
  Object.assign(globalThis, { seen: pageMeasures })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as readonly { hadRecentInput: boolean; value: number }[]) {
      if (!entry.hadRecentInput) pageMeasures.shifts += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = (): void => {
    const root = document.querySelector('svc-configurator')?.shadowRoot ?? document
    if (root.querySelector('[data-ready]') === null) requestAnimationFrame(look)
    else pageMeasures.interactive = performance.now()
  }
  requestAnimationFrame(look)
}

export class StorefrontPage {
  private constructor(
    readonly page: Page,
    private readonly tools: CDPSession,
  ) {}

  /** Opens an address with an empty cache. */
  static async open(browser: Browser, url: string, isSlow: boolean): Promise<StorefrontPage> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    const tools = await context.newCDPSession(page)
    if (isSlow) {
      await tools.send('Network.enable')
      await tools.send('Network.emulateNetworkConditions', slowNetwork)
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    }
    await page.addInitScript(observePage)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => (globalThis as unknown as { seen: PageMeasures }).seen.interactive !== null)
    return new StorefrontPage(page, tools)
  }

  async seen(): Promise<{ readonly interactive: number; readonly shifts: number }> {
    const { interactive, shifts } = await this.page.evaluate(() => (globalThis as unknown as { seen: PageMeasures }).seen)
    return { interactive: interactive ?? Infinity, shifts }
  }

  /** Heap megabytes in use after garbage collection. */
  async measureHeap(): Promise<number> {
    await this.tools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await this.tools.send('Runtime.getHeapUsage')
    return usedSize / 2 ** 20
  }

  /** Waits until the page evaluates changes ahead of the service. */
  async waitForClientEngine(): Promise<void> {
    await this.page.waitForFunction(() => {
      const element = document.querySelector('svc-configurator') as unknown as { session: { reckoner: unknown } }
      return element.session.reckoner !== null
    })
  }

  /** Waits until the service has replied to all requests. */
  async quiet(): Promise<void> {
    await this.page.waitForFunction(() => {
      const element = document.querySelector('svc-configurator') as unknown as {
        session: { quiet: boolean; confirming: object | null; answer(agreed: boolean): Promise<void> }
      }
      if (element.session.confirming !== null) void element.session.answer(true)
      return element.session.quiet
    })
  }

  /**
   * Makes changes one after another among the available answers. Returns milliseconds from each until the price is rendered. `pause`
   * separates them, so replies of the service arrive in between as for real shoppers.
   */
  measureChanges(count: number, pause: number): Promise<readonly number[]> {
    return this.page.evaluate(
      async ([times, rest]) => {
        const element = document.querySelector('svc-configurator') as unknown as HTMLElement & {
          updateComplete: Promise<void>
          renderRoot: ShadowRoot
        }
        const took: number[] = []
        for (let n = 0; n < times!; n++) {
          const open = [...element.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled:not(:checked)')]
          const radio = open[(n * 37) % open.length]
          if (radio === undefined) throw new Error('There is nothing left to choose.')
          const from = performance.now()
          radio.click()
          await Promise.resolve()
          await element.updateComplete
          element.renderRoot.querySelector('.price-box')!.getBoundingClientRect()
          took.push(performance.now() - from)
          await new Promise((resume) => setTimeout(resume, rest))
        }
        return took
      },
      [count, pause],
    )
  }

  /** Presses keys to choose and move on. Layout shifts within half a second of a key count as caused by input. */
  async pressKeys(count: number): Promise<void> {
    await this.page.evaluate(() => {
      const { renderRoot } = document.querySelector('svc-configurator') as unknown as { renderRoot: ShadowRoot }
      renderRoot.querySelector<HTMLInputElement>('input[type=radio]:enabled')?.focus()
    })
    for (let n = 0; n < count; n++) {
      await this.page.keyboard.press(['Space', 'ArrowDown', 'Tab'][n % 3]!)
      await this.page.waitForTimeout(100)
    }
    await this.quiet()
    await this.page.waitForTimeout(1_000)
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}
