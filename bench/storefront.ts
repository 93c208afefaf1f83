// Measures storefront performance: time to interactive, change to new price, memory, layout shifts, and replies of the service.
// Run `npm run bench:storefront`; it needs Chromium. Compares with a bare page of the same weight and a bare server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { seedDemo } from '../plugins/demo/seed.js'
import { boot } from '../core/boot/boot.js'
import { extendApp } from '../test/support/extended-app.js'
import { resolveSettings } from '../core/resolve-settings.js'
import { http } from '../plugins/http/index.js'
import { rest } from '../plugins/rest/index.js'
import { launchBrowser } from '../test/support/browser.js'
import { measureFirstLoad } from '../test/plugins/storefront/first-load.js'
import { importProduct } from '../test/oracle/oracle-import.js'
import { readOracleProduct } from '../test/oracle/oracle-product.js'
import { createRestClient, readFirstTaxClass } from '../test/support/rest-client.js'
import { runChangingShoppers, pickPercentileOf, type ConfigurationChange } from './support/shoppers.js'
import { startServerProcess } from './support/server-process.js'
import { createComposition } from './support/purchase.js'
import { type ReportedMeasure, printReport } from './support/report.js'

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

/** A shopper's browser for benches: optional network throttling, and measurements by the Chrome DevTools protocol. */
class StorefrontPage {
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

const resolveProgram = (name: string): string => fileURLToPath(new URL(`support/${name}.js`, import.meta.url))
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 3)
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 3)
const demoPath = '/product/standing-desk'

interface LargeProduct {
  readonly product: number
  readonly wishes: readonly ConfigurationChange[]
}

/** Creates the demo shop and a product with 219 questions. */
async function fillDatabase(database: string): Promise<LargeProduct> {
  const server = http({ mounts: [rest()] })
  const shop = createComposition(database)
  const config = { ...shop, plugins: [...(shop.plugins ?? []), server], listenPort: 0 }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  try {
    await seedDemo(app, () => undefined)
    const client = await createRestClient(extendApp(app, { url: server.address()! }))
    const product = readOracleProduct('electronic-shopping')
    const options = { languages: ['en-GB', 'de-DE'], taxClassId: await readFirstTaxClass(client) }
    const { productId, questions, answers } = await importProduct(client, product, options)
    client.close()
    const wishes = product.answers.flatMap(({ id, question }) => {
      const [question_id, value] = [questions.get(question), answers.get(id)]
      return question_id === undefined || value === undefined ? [] : [{ question_id, value: String(value) }]
    })
    return { product: productId, wishes }
  } finally {
    await app.stop()
  }
}

async function measureRepeatedly(times: number, work: () => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let n = 0; n < times; n++) samples.push(await work())
  return samples
}

async function measureInteractive(browser: Browser, url: string): Promise<number> {
  const shopper = await StorefrontPage.open(browser, url, true)
  const { interactive: time } = await shopper.seen()
  await shopper.close()
  return time / 1_000
}

/** A session on the large product: the time of each change, and the memory afterwards. */
async function measureSession(browser: Browser, url: string): Promise<readonly ReportedMeasure[]> {
  const shopper = await StorefrontPage.open(browser, url, false)
  await shopper.waitForClientEngine()
  await shopper.measureChanges(20, 20)
  const took = await shopper.measureChanges(200, 20)
  await shopper.quiet()
  const before = await shopper.measureHeap()
  await shopper.measureChanges(400, 10)
  await shopper.quiet()
  const grown = (await shopper.measureHeap()) - before
  await shopper.close()
  return [
    { name: 'change to its price laid out, p50', unit: 'ms', ours: [pickPercentileOf(took, 0.5)] },
    { name: 'change to its price laid out, p95', unit: 'ms', ours: [pickPercentileOf(took, 0.95)], most: 16 },
    { name: 'heap growth over 400 changes', unit: 'MB', ours: [grown], most: 0.5 },
  ]
}

/** Presses keys and sums up the layout shifts that the keys do not cause. */
async function measureLayoutShifts(browser: Browser, url: string): Promise<number> {
  const shopper = await StorefrontPage.open(browser, url, false)
  await shopper.pressKeys(90)
  const pageMeasures = await shopper.seen()
  await shopper.close()
  return pageMeasures.shifts
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const database = `sqlite:${join(folder, 'shop.sqlite')}`
const browser = await launchBrowser()
try {
  const { product, wishes } = await fillDatabase(database)
  const large = `/product/${product}`
  const shop = await startServerProcess([resolveProgram('storefront-server'), database])
  const loads = { demo: await measureFirstLoad(shop.url, demoPath), large: await measureFirstLoad(shop.url, large) }
  const bare = { demo: await startServerProcess([resolveProgram('bare-storefront'), String(loads.demo.total), '0']) }
  const bareLarge = await startServerProcess([resolveProgram('bare-storefront'), String(loads.large.total), '2000'])
  const measures: ReportedMeasure[] = [
    { name: 'first load of a demo product', unit: 'kB', ours: [loads.demo.total / 1_000], most: 45 },
    { name: 'first load of 219 questions', unit: 'kB', ours: [loads.large.total / 1_000], most: 60 },
  ]
  try {
    if (browser === null) console.log('No Chromium found: what a browser does is not measured.')
    else {
      measures.push(
        {
          name: 'demo product, until it can be used',
          unit: 's',
          ours: await measureRepeatedly(rounds, () => measureInteractive(browser, shop.url + demoPath)),
          baseline: await measureRepeatedly(rounds, () => measureInteractive(browser, bare.demo.url)),
          most: 2,
        },
        {
          name: '219 questions, until they can be used',
          unit: 's',
          ours: await measureRepeatedly(rounds, () => measureInteractive(browser, shop.url + large)),
          baseline: await measureRepeatedly(rounds, () => measureInteractive(browser, bareLarge.url)),
          most: 3.5,
        },
        ...(await measureSession(browser, shop.url + large)),
        {
          name: 'shifts over a session, demo product',
          unit: '',
          ours: [await measureLayoutShifts(browser, shop.url + demoPath)],
          most: 0.02,
        },
        {
          name: 'shifts over a session, 219 questions',
          unit: '',
          ours: [await measureLayoutShifts(browser, shop.url + large)],
          most: 0.02,
        },
      )
    }
    for (const shoppers of [1, 10, 50]) {
      const ours = await runChangingShoppers(shop.url, product, wishes, { shoppers, seconds, start: true })
      const baseline = await runChangingShoppers(bareLarge.url, product, wishes, { shoppers, seconds, start: false })
      for (const part of ['p50', 'p99'] as const) {
        measures.push({
          name: `PATCH, ${shoppers} at a time: ${part}`,
          unit: 'ms',
          ours: [ours[part]],
          baseline: [baseline[part]],
        })
      }
    }
  } finally {
    await shop.stop()
    await bare.demo.stop()
    await bareLarge.stop()
  }
  printReport('The shop front at 400 kbit, 400 ms and a quarter of the processor where a page is loaded (medians)', measures)
} finally {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}
