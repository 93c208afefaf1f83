// Measures how long shop staff wait in the admin: first screen, a long list, a large product and a large table.
// Run `npm run bench:admin`; it needs Chromium. To compare with Directus on SQLite, set SVC_BENCH_DIRECTUS=http://127.0.0.1:8055
// SVC_BENCH_DIRECTUS_LOGIN=email:password SVC_BENCH_DIRECTUS_DATABASE=sqlite:<its file>. The bench adds a collection `svc_bench` with as
// many rows. To set up Directus: `npm install directus@10.13.4 sqlite3` in an empty folder, `npx directus bootstrap`, then `npx directus
// start` with TELEMETRY=false, PRESSURE_LIMITER_ENABLED=false.
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { quoteColumns } from '../core/storage/database/dialect.js'
import { firstScreenBudget } from '../plugins/admin/bundle.js'
import { admin } from '../plugins/admin/index.js'
import { storefront } from '../plugins/storefront/index.js'
import { AdminPages, createAdminAccount } from '../test/browser/admin-pages.js'
import { type ListeningApp, listenTestApp } from '../test/support/test-app.js'
import { launchBrowser } from '../test/support/browser.js'
import { createCatalogAuthor } from '../test/support/catalog-author.js'
import { directusListPath, readDirectusLocation, signInToDirectus } from './support/directus.js'
import { pickPercentileOf } from './support/shoppers.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const readNumber = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const rows = readNumber('SVC_BENCH_ROWS', 100_000)
const questions = readNumber('SVC_BENCH_QUESTIONS', 900)
const matrixSide = Math.round(Math.sqrt(readNumber('SVC_BENCH_CELLS', 100_000)))
const rounds = readNumber('SVC_BENCH_ROUNDS', 3)

/** Doubles the products, texts included, until the list has the required number. */
async function fillList(app: ListeningApp): Promise<void> {
  const author = createCatalogAuthor(app)
  await author.product('Sample')
  const { database } = app.context
  const columns = app.context.registry.entities.get('product')!
  const [sample] = await database.query('SELECT * FROM svc_product LIMIT 1')
  const names = Object.keys(sample!).filter((name) => name !== 'id')
  for (;;) {
    const [countRow] = await database.query('SELECT COUNT(*) AS held, MAX(id) AS last FROM svc_product')
    const [count, last] = [Number(countRow!['held']), Number(countRow!['last'])]
    if (count >= rows) return
    const more = Math.min(count, rows - count)
    const list = quoteColumns(names)
    await database.run(
      `INSERT INTO ${columns.table} (id, ${list}) SELECT id + ${last}, ${list} FROM ${columns.table} ORDER BY id LIMIT ${more}`,
    )
    await database.run(
      `INSERT INTO svc_texts (entity, entity_id, field, language_tag, text, folded)
        SELECT entity, entity_id + ${last}, field, language_tag, text, folded FROM svc_texts
        WHERE entity = 'product' AND entity_id IN (SELECT id FROM svc_product ORDER BY id LIMIT ${more})`,
    )
  }
}

async function createLargeProduct(app: ListeningApp): Promise<number> {
  const author = createCatalogAuthor(app)
  const product = await author.product('Large', { published: true })
  let page = 0
  for (let at = 0; at < questions; at++) {
    if (at % 30 === 0) page = await author.page(product, `Page ${at / 30 + 1}`)
    const question = await author.question(page, `Question ${at + 1}`, 'Radiobuttons')
    await author.answer(question, 'No')
    await author.answer(question, 'Yes', { price: 1 })
  }
  return product
}

async function createMatrix(app: ListeningApp): Promise<number> {
  const author = createCatalogAuthor(app)
  const product = await author.product('Table')
  const page = await author.page(product, 'Size')
  const sizes = { set_min_value: 'static', minval: 1, set_max_value: 'static', maxval: 100_000 }
  for (const title of ['Width', 'Height']) await author.question(page, title, 'Slider', sizes)
  return author.write('calculation', { product_id: product, name: 'Prices', type: 'matrix' })
}

const createPastedCells = (): string => {
  const axis = Array.from({ length: matrixSide }, (_, at) => (at + 1) * 10)
  return [['', ...axis], ...axis.map((row) => [row, ...axis.map((column) => row + column)])]
    .map((line) => line.join('\t'))
    .join('\n')
}

/** Repeat interval in milliseconds of a key that is held down. */
const keyRepeatMilliseconds = 33

/** Milliseconds from each key press to the next frame. A pause keeps key presses from queueing, as in real typing. */
async function measureKeyPresses(page: Page, keys: readonly string[], pause: number): Promise<readonly number[]> {
  await page.evaluate(() => {
    const took: number[] = []
    Object.assign(globalThis, { took })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => took.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(null)
        }),
      true,
    )
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(pause)
  }
  await page.waitForTimeout(500)
  return page.evaluate(() => (globalThis as unknown as { took: readonly number[] }).took)
}

/** Milliseconds of work on the page's main thread. Other programs on the machine do not affect it. */
async function measureMainThread(page: Page, work: () => Promise<unknown>): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async (): Promise<number> =>
    (await tools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  const before = await busy()
  await work()
  const after = await busy()
  await tools.detach()
  return after - before
}

/** Milliseconds between frames while the table scrolls. */
const measureFrames = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const box = [...document.querySelectorAll('[role=grid], [role=grid] *')].find(
      (element) => element.scrollHeight > element.clientHeight + 1_000,
    )
    const frames: number[] = []
    let last = performance.now()
    for (let at = 0; at < 120; at++) {
      box?.scrollBy(at % 7 === 0 ? 300 : 0, 240)
      await new Promise((next) => requestAnimationFrame(next))
      frames.push(performance.now() - last)
      last = performance.now()
    }
    return frames
  })

/** Gzipped kilobytes of pages, scripts and styles on the first visit of an address. */
async function measurePageWeight(context: BrowserContext, address: string, counts: (path: string) => boolean): Promise<number> {
  const fresh = await context.browser()!.newContext({ storageState: await context.storageState(), locale: 'en-GB' })
  const weighing: Promise<number>[] = []
  const weigh = async (response: Response): Promise<number> => {
    const type = response.headers()['content-type'] ?? ''
    const isCode = /html|javascript|css/.test(type) && counts(new URL(response.url()).pathname)
    return isCode && response.ok() ? gzipSync(await response.body()).length : 0
  }
  const page = await fresh.newPage()
  page.on('response', (response) => void weighing.push(weigh(response)))
  await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 })
  const bytes = (await Promise.all(weighing)).reduce((sum, size) => sum + size, 0)
  await fresh.close()
  return bytes / 1_000
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now()
  await work()
  return (performance.now() - startTime) / 1_000
}

const browser = await launchBrowser()
if (browser === null) console.log('No Chromium found: nothing is measured.')
else {
  const app = await listenTestApp([storefront(), admin({ signIns: 1_000 })])
  const measures: ReportedMeasure[] = []
  const note = (
    name: string,
    unit: string,
    ours: readonly number[],
    maximum?: number,
    baseline?: readonly number[] | null,
  ): void => {
    measures.push({ name, unit, ours, ...(maximum !== undefined && { most: maximum }), ...(baseline && { baseline }) })
  }
  try {
    await createAdminAccount(app)
    const product = await createLargeProduct(app)
    const calculation = await createMatrix(app)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    const adminPages = await AdminPages.openSignedIn(context, app)
    const { page } = adminPages
    page.setDefaultTimeout(120_000)

    const ownFiles = (path: string): boolean => /\/svc-admin\/(?:assets\/|$)/.test(path)
    const weight = [await measurePageWeight(context, `${app.url}/svc-admin/`, ownFiles)]
    const other = readDirectusLocation(process.env)
    const theirs = other && (await signInToDirectus(browser, other, rows))
    const theirWeight = theirs && [await measurePageWeight(theirs, `${other.url}/admin/`, () => true)]
    note('first screen: page, scripts and styles, gzip', 'kB', weight, firstScreenBudget / 1_000, theirWeight)

    const tree = page.getByRole('tree')
    const opened: number[] = []
    const lived: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startTime = performance.now()
      await adminPages.goto(`workshop/${product}`)
      await tree.getByRole('treeitem').first().waitFor()
      opened.push((performance.now() - startTime) / 1_000)
      await page.locator('svc-configurator').getByText('Question 1', { exact: true }).first().waitFor()
      lived.push((performance.now() - startTime) / 1_000)
    }
    note(`${questions} questions: tree shown`, 's', opened)
    note(`${questions} questions: live configurator, the first time`, 's', lived.slice(0, 1))
    note(`${questions} questions: live configurator, again`, 's', lived.slice(1))
    await tree.focus()
    const round = ['ArrowDown', 'ArrowRight', 'PageDown', 'ArrowDown', 'End', 'PageUp', 'Home']
    const pressed = ['Home', ...Array.from({ length: 5 }, () => round).flat()]
    let walk: readonly number[] = []
    const work = await measureMainThread(page, async () => (walk = await measureKeyPresses(page, pressed, keyRepeatMilliseconds)))
    const hurried = await measureKeyPresses(page, pressed, 0)
    note(`${questions} questions: a key in the tree, p95`, 'ms', [pickPercentileOf(walk, 0.95)], 50)
    note(`${questions} questions: keys without a pause, p95`, 'ms', [pickPercentileOf(hurried, 0.95)])
    note(`${questions} questions: a key in the tree, work of the page`, 'ms', [work / pressed.length])

    await adminPages.goto(`records/calculation-matrix/new?calculation_id=${calculation}`)
    await page.getByLabel('Rows by').selectOption({ label: 'Width' })
    await page.getByLabel('Columns by').selectOption({ label: 'Height' })
    await page.getByLabel('Values between entries', { exact: false }).selectOption('Next higher value')
    await page.getByRole('grid', { name: 'Cells' }).focus()
    await page.evaluate((text) => Object.assign(globalThis, { pasted: text }), createPastedCells())
    const paste = await measureSeconds(async () => {
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', (globalThis as unknown as { pasted: string }).pasted)
        document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await page.getByText(/^Pasted: /).waitFor()
    })
    note(`${matrixSide * matrixSide} cells: pasted`, 's', [paste], 2)
    const frames = await measureFrames(page)
    note(`${matrixSide * matrixSide} cells: a picture while scrolling, p50`, 'ms', [pickPercentileOf(frames, 0.5)])
    note(`${matrixSide * matrixSide} cells: a picture while scrolling, p95`, 'ms', [pickPercentileOf(frames, 0.95)])
    const save = await measureSeconds(async () => {
      await page.keyboard.press('Control+S')
      await adminPages.waitForAnnouncement('Saved.')
    })
    note(`${matrixSide * matrixSide} cells: saved`, 's', [save])

    await fillList(app)
    const listed: number[] = []
    // A new page: measuring the first screen has used up the previous sign-in.
    const theirPage = other && (await (await signInToDirectus(browser, other, rows)).newPage())
    const theirList: number[] = []
    for (let round = 0; round < rounds; round++) {
      await adminPages.goto('account')
      await adminPages.waitForHeading('Your account')
      listed.push(
        await measureSeconds(async () => {
          await adminPages.goto('records/product')
          await page.locator('a.opens').first().waitFor()
        }),
      )
      if (!theirPage) continue
      await theirPage.goto('about:blank')
      theirList.push(
        await measureSeconds(async () => {
          await theirPage.goto(other.url + directusListPath)
          await theirPage.getByText('Sample', { exact: true }).first().waitFor({ timeout: 120_000 })
        }),
      )
    }
    note(
      `list of ${rows.toLocaleString('en')} rows, from the address to its rows`,
      's',
      listed,
      undefined,
      theirPage && theirList,
    )
    if (!other) console.log("Directus is not compared: 'SVC_BENCH_DIRECTUS' names none.")
  } finally {
    await browser.close()
    await app.stop()
  }
  printReport('The admin in a browser', measures)
}
