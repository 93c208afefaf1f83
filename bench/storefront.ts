// Measures storefront performance: time to interactive, change to new price, memory, layout shifts, and replies of the service.
// Run `npm run bench:storefront`; it needs Chromium. Compares with a bare page of the same weight and a bare server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { seedDemo } from '../plugins/demo/seed.js'
import { boot } from '../core/boot/boot.js'
import { resolveSettings } from '../core/resolve-settings.js'
import { http } from '../plugins/http/index.js'
import { rest } from '../plugins/rest/index.js'
import { launchBrowser } from '../test/support/browser.js'
import { firstLoad } from '../test/support/first-load.js'
import { importProduct } from '../test/support/oracle-import.js'
import { oracleProduct } from '../test/support/oracle-product.js'
import { clientOf, firstTaxClass } from '../test/support/rest-client.js'
import { changing, percentile, type Wish } from './support/changing-shoppers.js'
import { FrontBrowser } from './support/front-browser.js'
import { startServer } from './support/process.js'
import { composition } from './support/purchase.js'
import { type Measure, printReport } from './support/report.js'

const program = (name: string): string => fileURLToPath(new URL(`support/${name}.js`, import.meta.url))
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 3)
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 3)
const demo = '/product/standing-desk'

interface Large {
  readonly product: number
  readonly wishes: readonly Wish[]
}

/** Creates the demo shop and a product with 219 questions. */
async function fill(database: string): Promise<Large> {
  const server = http({ mounts: [rest()] })
  const shop = composition(database)
  const config = { ...shop, plugins: [...(shop.plugins ?? []), server], listenPort: 0 }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  try {
    await seedDemo(app, () => undefined)
    const client = await clientOf({ ...app, url: server.address()! })
    const product = oracleProduct('electronic-shopping')
    const options = { languages: ['en-GB', 'de-DE'], taxClassId: await firstTaxClass(client) }
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

async function repeated(times: number, work: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push(await work())
  return found
}

async function interactive(browser: Browser, url: string): Promise<number> {
  const shopper = await FrontBrowser.open(browser, url, true)
  const { interactive: time } = await shopper.seen()
  await shopper.close()
  return time / 1_000
}

/** A session on the large product: the time of each change, and the memory afterwards. */
async function session(browser: Browser, url: string): Promise<readonly Measure[]> {
  const shopper = await FrontBrowser.open(browser, url, false)
  await shopper.reckons()
  await shopper.changes(20, 20)
  const took = await shopper.changes(200, 20)
  await shopper.quiet()
  const before = await shopper.heap()
  await shopper.changes(400, 10)
  await shopper.quiet()
  const grown = (await shopper.heap()) - before
  await shopper.close()
  return [
    { name: 'change to its price laid out, p50', unit: 'ms', ours: [percentile(took, 0.5)] },
    { name: 'change to its price laid out, p95', unit: 'ms', ours: [percentile(took, 0.95)], most: 16 },
    { name: 'heap growth over 400 changes', unit: 'MB', ours: [grown], most: 0.5 },
  ]
}

/** Presses keys and sums up the layout shifts that the keys do not cause. */
async function shifts(browser: Browser, url: string): Promise<number> {
  const shopper = await FrontBrowser.open(browser, url, false)
  await shopper.keys(90)
  const seen = await shopper.seen()
  await shopper.close()
  return seen.shifts
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const database = `sqlite:${join(folder, 'shop.sqlite')}`
const browser = await launchBrowser()
try {
  const { product, wishes } = await fill(database)
  const large = `/product/${product}`
  const shop = await startServer([program('front-server'), database])
  const loads = { demo: await firstLoad(shop.url, demo), large: await firstLoad(shop.url, large) }
  const bare = { demo: await startServer([program('bare-front'), String(loads.demo.total), '0']) }
  const bareLarge = await startServer([program('bare-front'), String(loads.large.total), '2000'])
  const measures: Measure[] = [
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
          ours: await repeated(rounds, () => interactive(browser, shop.url + demo)),
          baseline: await repeated(rounds, () => interactive(browser, bare.demo.url)),
          most: 2,
        },
        {
          name: '219 questions, until they can be used',
          unit: 's',
          ours: await repeated(rounds, () => interactive(browser, shop.url + large)),
          baseline: await repeated(rounds, () => interactive(browser, bareLarge.url)),
          most: 3.5,
        },
        ...(await session(browser, shop.url + large)),
        { name: 'shifts over a session, demo product', unit: '', ours: [await shifts(browser, shop.url + demo)], most: 0.02 },
        { name: 'shifts over a session, 219 questions', unit: '', ours: [await shifts(browser, shop.url + large)], most: 0.02 },
      )
    }
    for (const shoppers of [1, 10, 50]) {
      const ours = await changing(shop.url, product, wishes, { shoppers, seconds, start: true })
      const baseline = await changing(bareLarge.url, product, wishes, { shoppers, seconds, start: false })
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
