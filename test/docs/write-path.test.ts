// docs/explanation/write-path.md lists exactly the files of core that run for a PATCH, recorded by a coverage probe.
import { Session } from 'node:inspector/promises'
import { expect } from 'chai'
import { rest } from '../../plugins/rest/index.js'
import { stock } from '../../plugins/stock/index.js'
import type { JsonClient } from '../support/json-client.js'
import { readRepositoryFile } from '../support/repository.js'
import { createRestClient, readFirstTaxClass } from '../support/rest-client.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

/** The drivers differ between the databases. The page describes them without a list. */
const driverFile = /^core\/storage\/database\/(?:sqlite|mysql|dialects)\//

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

describe('docs/explanation/write-path.md', () => {
  let app: ListeningApp
  let client: JsonClient
  let question: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([rest()], { plugins: [stock] })
    client = await createRestClient(app)
    const title = { title_en_GB: 'Desk', title_de_DE: 'Tisch' }
    const product = await app.records.write('product', { ...title, tax_class_id: await readFirstTaxClass(client) })
    const page = await app.records.write('page', { ...title, product_id: product.id })
    question = (await app.records.write('question', { ...title, page_id: page.id })).id
  })
  after(() => app?.stop())

  const patch = (name: string): Promise<unknown> =>
    client.data('PATCH', `/svc-api/v1/question/${question}`, { internal_name: name })

  it('lists exactly the files of core that a PATCH executes', async () => {
    // The first requests fill the caches of the process.
    for (const name of ['first', 'second', 'third']) await patch(name)
    const recordings: ReadonlySet<string>[] = []
    for (const name of ['fourth', 'fifth', 'sixth']) recordings.push(await recordExecutedFiles(() => patch(name)))
    // A timer of the app can run during one of the requests.
    const executed = [...recordings[0]!].filter((path) => recordings.every((recording) => recording.has(path)))
    const page = readRepositoryFile('docs/explanation/write-path.md')
    const listed = [...page.matchAll(/^ {2}(core\/[\w./-]+\.ts)\b/gm)].map(([, path]) => path!)
    expect(listed.toSorted()).to.deep.equal(executed.toSorted())
  })
})
