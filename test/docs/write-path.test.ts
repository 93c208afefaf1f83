// Compares docs/explanation/write-path.md with the files of core that a coverage probe records during a PATCH and an order.
import { Session } from 'node:inspector/promises'
import { expect } from 'chai'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { createJsonClient, type JsonClient } from '../support/json-client.js'
import { readRepositoryFile } from '../support/repository.js'
import { createRestClient, readFirstTaxClass } from '../support/rest-client.js'
import { checkoutPlugins, openSellingShop, prepareCheckoutForOrder, type SellingShop } from '../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

/** The drivers differ between the databases. The page describes them without a list. */
const driverFile = /^core\/storage\/database\/(?:sqlite|mysql)\//

/** The files of core in which a function runs during the work, without the drivers. */
async function recordExecutedFiles(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => /\/dist\/(core\/.*)\.js$/.exec(url)?.[1] ?? [])
      .map((path) => `${path}.ts`)
    return new Set(files.filter((path) => !driverFile.test(path)))
  } finally {
    session.disconnect()
  }
}

/** Runs the work several times and returns the files that each of the last runs executes. A timer of the app can run during one. */
async function listExecutedFiles(work: () => Promise<() => Promise<unknown>>): Promise<readonly string[]> {
  // The first runs fill the caches of the process.
  for (let run = 0; run < 3; run++) await (await work())()
  const recordings: ReadonlySet<string>[] = []
  for (let run = 0; run < 3; run++) recordings.push(await recordExecutedFiles(await work()))
  return [...recordings[0]!].filter((path) => recordings.every((recording) => recording.has(path)))
}

/** The sections of the page, each begins with its heading. */
const sections = readRepositoryFile('docs/explanation/write-path.md').split(/^## /m)
const findSection = (heading: string): string => sections.find((section) => section.startsWith(`${heading}\n`))!
/** The part of a section with the files from the route to the commit. */
const findRoutePart = (section: string): string => /^From the route to the commit$([^]*?)^After the commit/m.exec(section)![1]!
/** The paths that a text lists, one on each line. */
const pathsIn = (text: string): readonly string[] => [...text.matchAll(/^ {2}(core\/[\w./-]+\.ts)\b/gm)].map(([, path]) => path!)

describe('the files of a PATCH', () => {
  const section = findSection('The files of a PATCH')
  let app: ListeningApp
  let client: JsonClient
  let question: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([rest()], { plugins: [stock] })
    client = await createRestClient(app)
    const title = { title_en_GB: 'Desk', title_de_DE: 'Tisch' }
    const product = await app.records.write('product', { ...title, tax_class_id: await readFirstTaxClass(client) })
    const catalogPage = await app.records.write('page', { ...title, product_id: product.id })
    question = (await app.records.write('question', { ...title, page_id: catalogPage.id })).id
  })
  after(() => app?.stop())

  it('are listed in docs/explanation/write-path.md, and no others', async () => {
    let count = 0
    const executed = await listExecutedFiles(async () => () => {
      const fields = { internal_name: `name ${++count}` }
      return client.data('PATCH', `/svc-api/v1/question/${question}`, fields)
    })
    expect(pathsIn(section).toSorted()).to.deep.equal(executed.toSorted())
  })

  it('are at most 22 from the route to the commit', () => {
    expect(pathsIn(findRoutePart(section))).to.have.length.within(1, 22)
  })
})

describe('the files of an order', () => {
  const section = findSection('The files of an order')
  let app: ListeningApp
  let client: JsonClient
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime({ changes: 10_000, orders: 100 })], { plugins: checkoutPlugins })
    client = createJsonClient(app.url)
    shop = await openSellingShop(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('are listed in docs/explanation/write-path.md, and no others', async () => {
    const executed = await listExecutedFiles(async () => {
      const { checkout, totals } = await prepareCheckoutForOrder(app, shop)
      const agreed = { total: totals!.gross, recurring_total: totals!.recurring.gross }
      return () => client.data('POST', `/svc-api/runtime/v1/checkouts/${checkout}/place`, agreed)
    })
    expect(pathsIn(section).toSorted()).to.deep.equal(executed.toSorted())
  })

  it('are at most 60 from the route to the commit', () => {
    expect(pathsIn(findRoutePart(section))).to.have.length.within(1, 60)
  })
})
