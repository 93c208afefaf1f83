// Measures the product search with 5,000 products on SQLite and MariaDB, next to a search for a part of the text.
// Run `npm run bench:search`. It uses SQLite, and a private MariaDB if one is installed.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import type { App } from '../core/app.js'
import { openDatabase } from '../core/storage/database/connection.js'
import { foldText } from '../core/foundation/property/text.js'
import { insertAllRows } from '../core/storage/migration/migration-steps.js'
import { createCatalogAuthor } from '../test/support/catalog-author.js'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { bootTestApp } from '../test/support/test-app.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const products = Number(process.env['SVC_BENCH_PRODUCTS'] ?? 5_000)
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 30)
/** Maximum milliseconds of a search. */
const goal = 100

const nouns = 'chair table dresser wardrobe bench curtain blind cushion lamp mirror cabinet drawer stool desk rack sofa'.split(
  ' ',
)
const materials = 'oak beech walnut steel glass linen wool cotton bamboo marble leather brass ash pine cork velvet'.split(' ')
const adjectives = 'wide narrow tall low round square folding stackable padded quiet solid light dark natural matt glossy'.split(
  ' ',
)

const pick = (words: readonly string[], number: number): string => words[number % words.length]!
const toTitle = (number: number): string =>
  `${pick(adjectives, number)} ${pick(materials, number >> 4)} ${pick(nouns, number >> 8)} no${number}`
const toDescription = (number: number): string =>
  `<p>${Array.from({ length: 40 }, (_, at) => `${pick(adjectives, number * 7 + at)}${(number * 31 + at * 17) % 4_000}`).join(' ')}</p>`

async function createProducts(app: App): Promise<number> {
  const author = createCatalogAuthor(app)
  const sample = await author.product('Sample', { published: true, baseprice: 10, sku: 'S-0' })
  const { database } = app.context
  const [row] = await database.query(`SELECT * FROM svc_product WHERE id = ${sample}`)
  const ids = Array.from({ length: products - 1 }, (_, at) => sample + 1 + at)
  await insertAllRows(
    database,
    'svc_product',
    ids.map((id) => ({ ...row!, id, sku: `S-${id}`, sku_folded: `s-${id}`, baseprice: 10 + (id % 400) })),
  )
  const texts = ids.flatMap((id) =>
    ['en-GB', 'de-DE'].flatMap((tag) =>
      [['title', toTitle(id)] as const, ['description', toDescription(id)] as const].map(([field, text]) => ({
        ...{ entity: 'product', entity_id: id, field, language_tag: tag, text, folded: field === 'title' ? foldText(text) : '' },
      })),
    ),
  )
  await insertAllRows(database, 'svc_texts', texts)
  return sample
}

async function measure(run: (round: number) => Promise<unknown>, count = rounds): Promise<readonly number[]> {
  const milliseconds: number[] = []
  for (let round = 0; round < count; round++) {
    const start = performance.now()
    await run(round)
    milliseconds.push(performance.now() - start)
  }
  return milliseconds
}

/** Waits until the event loop has been idle for nine tenths of a second: the work in the background is done. */
async function waitUntilIdle(): Promise<void> {
  for (;;) {
    const before = performance.eventLoopUtilization()
    await sleep(1_000)
    if (performance.eventLoopUtilization(before).utilization < 0.1) return
  }
}

async function measureSearches(title: string, app: App): Promise<void> {
  const sample = await createProducts(app)
  const { catalogue } = app.shop
  const contains = (text: string) => (): Promise<unknown> =>
    app.records.list('product', {
      filters: new Map<string, unknown>([
        ['published', true],
        ['search', text],
      ]),
      sort: 'title',
      limit: 24,
    })
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  catalogue.prepareSearch()
  await waitUntilIdle()
  delays.disable()
  const block = delays.max / 1e6
  const first = await measure(() => catalogue.search({ query: 'oak chair', limit: 24 }), 1)
  const queries: readonly (readonly [name: string, query: string, part: string])[] = [
    ['one word', 'wardrobe', 'wardrobe'],
    ['two words', 'oak chair', 'oak chair'],
    ['a typing error', 'wradrobe', 'wradrobe'],
    ['the start of a word', 'cush', 'cush'],
    ['nothing found', 'zzzzzzzz', 'zzzzzzzz'],
  ]
  const measures: ReportedMeasure[] = [
    { name: 'first search after the start', unit: 'ms', ours: first, most: goal },
    { name: 'longest block of the event loop until then', unit: 'ms', ours: [block], most: 50 },
  ]
  for (const [name, query, part] of queries) {
    const ours = await measure((round) => catalogue.search({ query, limit: 24, offset: round % 2 }))
    measures.push({ name, unit: 'ms', ours, baseline: await measure(contains(part)), most: goal })
  }
  const filtered = await measure(() =>
    catalogue.search({ priceFrom: 100, priceTo: 300, available: true, sort: 'price', limit: 24 }),
  )
  measures.push({ name: 'all products, filtered, by price', unit: 'ms', ours: filtered, most: goal })
  const author = createCatalogAuthor(app)
  const afterChange: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < 10; round++) {
    await author.write('product', { sku: `CHANGED-${round}` }, sample)
    afterChange.push(...(await measure(() => catalogue.search({ query: `changed-${round}`, limit: 24 }), 1)))
    await author.write('product', { sku: `AGAIN-${round}` }, sample)
    baseline.push(...(await measure(contains(`again-${round}`), 1)))
  }
  measures.push({ name: 'after a change of a product', unit: 'ms', ours: afterChange, baseline, most: goal })
  printReport(`${title}, ${products} products (medians; baseline: a part of title or SKU)`, measures)
}

async function measureOn(title: string, url: string): Promise<void> {
  const app = await bootTestApp({ database: url, opened: await openDatabase(url) })
  try {
    await measureSearches(title, app)
  } finally {
    await app.stop()
  }
}

await measureOn('SQLite', 'sqlite::memory:')
const mariadb = await startMariadb()
if (mariadb === null) console.log(mariadbMissingMessage)
else {
  try {
    const connection = await createConnection(mariadb.server)
    await connection.query('CREATE DATABASE search CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
    await connection.end()
    await measureOn('MariaDB', `${mariadb.server}/search`)
  } finally {
    await mariadb.stop()
  }
}
