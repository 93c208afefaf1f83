// Database statements of the configurator: a bounded number, one load for many requests, one row written per change.
import { expect } from 'chai'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'

describe('statements of the configurator', () => {
  let app: TestApp
  let author: CatalogAuthor
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    author = createCatalogAuthor(app)
    lamp = await authorLamp(app)
  })

  after(() => app?.stop())

  /** The statements sent during the work, in order. */
  async function statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const queries: string[] = []
    const end = app.context.database.observe((sql) => queries.push(sql))
    try {
      await work()
    } finally {
      end()
    }
    return queries
  }
  const reads = (list: readonly string[], table: string): number => list.filter((sql) => sql.includes(`FROM \`${table}\``)).length
  /** Invalidates the cached product. */
  const touch = (): Promise<number> => author.write('product', { sku: String(Math.random()) }, lamp.product)
  const start = (): ReturnType<typeof app.shop.configurations.start> =>
    app.shop.configurations.start({ product_id: lamp.product })

  it('are as many for a large product as for a small one', async function () {
    this.timeout(60_000)
    await start()
    await touch()
    const small = await statements(start)
    const page = await author.page(lamp.product, 'Long')
    for (let number = 0; number < 40; number++) {
      const question = await author.question(page, `Question ${number}`, 'Dropdown')
      await author.answer(question, 'Yes')
    }
    await touch()
    const large = await statements(start)
    expect(large).to.have.length(small.length)
    expect(small.length).to.be.below(30)
  })

  it('load a product once for simultaneous requests', async () => {
    await touch()
    const queries = await statements(() => Promise.all(Array.from({ length: 6 }, start)))
    expect(reads(queries, 'svc_page')).to.equal(1)
  })

  it('do not read an unchanged product again', async () => {
    await start()
    const queries = await statements(start)
    expect(reads(queries, 'svc_question') + reads(queries, 'svc_page')).to.be.at.most(1)
  })

  it('read once and write one row per change, and write nothing if nothing changes', async () => {
    const { configuration } = await start()
    const select = (value: string): Promise<unknown> =>
      app.shop.configurations.change(configuration, { selections: [{ question_id: lamp.height, value }] })
    await select('20')
    const queries = await statements(() => select('30'))
    expect(queries.filter((sql) => /^(UPDATE|INSERT|DELETE)/.test(sql))).to.have.length(1)
    expect(queries).to.have.length(2)
    const idle = await statements(() => select('30'))
    expect(idle).to.have.length(1)
    const refused = await statements(() => select('9999'))
    expect(refused).to.have.length(1)
  })

  it('read a configuration with one statement', async () => {
    const { configuration } = await start()
    expect(await statements(() => app.shop.configurations.read(configuration))).to.have.length(1)
  })
})
