// Lists with a search or sort by texts: the order is cached, and each change invalidates it.
import { expect } from 'chai'
import type { Context } from '../../../../core/storage/context.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import type { ListQuery } from '../../../../core/storage/record/results.js'
import { openTestContext, type TestContext } from '../test-context.js'

describe('A list sorted by texts', () => {
  let context: TestContext
  const sorted: string[] = []
  let watched: Context
  const ids: number[] = []
  const createTitles = (title: string) => ({ title_en_GB: title, title_de_DE: title, tax_class_id: 1 })
  before(async () => {
    context = await openTestContext()
    for (const title of ['Dune', 'Alder', 'Cedar', 'Beech'])
      ids.push((await writeEntityRecord(context, 'product', createTitles(title))).id)
    const { database } = context
    const query: typeof database.query = (sql, params) => {
      if (sql.includes('ORDER BY') && /svc_product`? r\b/.test(sql)) sorted.push(sql)
      return database.query(sql, params)
    }
    watched = { ...context, database: { ...database, query } }
  })
  after(() => context.database.close())

  async function page(query: ListQuery = {}): Promise<readonly unknown[]> {
    sorted.length = 0
    const { records, meta } = await listEntityRecords(watched, 'product', { sort: 'title', limit: 2, ...query })
    return [meta.total, ...records.map(({ title }) => title)]
  }

  it('is sorted only once for several pages', async () => {
    expect(await page()).to.deep.equal([4, 'Alder', 'Beech'])
    expect(sorted).to.have.length(2)
    expect(await page({ offset: 2 })).to.deep.equal([4, 'Cedar', 'Dune'])
    expect(await page({ offset: 1 })).to.deep.equal([4, 'Beech', 'Cedar'])
    expect(sorted).to.deep.equal([])
  })

  it('is sorted again after a change', async () => {
    await writeEntityRecord(context, 'product', createTitles('Zebrano'), { id: ids[1]! })
    expect(await page()).to.deep.equal([4, 'Beech', 'Cedar'])
    expect(sorted).to.have.length.greaterThan(0)
    expect(await page({ offset: 2 })).to.deep.equal([4, 'Dune', 'Zebrano'])
  })

  it('contains a new record, and has its own order in each language', async () => {
    await page()
    const { id } = await writeEntityRecord(context, 'product', { ...createTitles('Ash'), title_de_DE: 'Esche' })
    expect(await page()).to.deep.equal([5, 'Ash', 'Beech'])
    expect(await page({ language: 'de-DE', offset: 2 })).to.deep.equal([5, 'Dune', 'Esche'])
    await writeEntityRecord(context, 'product', createTitles('Ash'), { id })
    expect(await page({ language: 'de-DE' })).to.deep.equal([5, 'Ash', 'Beech'])
  })

  it('caches the result of a search by its text', async () => {
    const search = (text: string): ListQuery => ({ filters: new Map([['search', text]]), limit: 1 })
    expect(await page(search('e'))).to.deep.equal([4, 'Beech'])
    expect(await page({ ...search('e'), offset: 3 })).to.deep.equal([4, 'Zebrano'])
    expect(sorted).to.deep.equal([])
    expect(await page(search('ee'))).to.deep.equal([1, 'Beech'])
  })
})

describe('The total of a list under load', () => {
  it('is counted for each request up to 10,000 records, and cached for a minute above that', async () => {
    let now = 1_000_000
    const context = await openTestContext()
    const { getRecentTotal } = await import('../../../../core/storage/record/list.js')
    const timed = { ...context, clock: { now: () => now } }
    let total = 10_000
    const ask = (): Promise<number> => getRecentTotal(timed, { sql: 'x', params: [] }, () => Promise.resolve(total))
    expect(await ask()).to.equal(10_000)
    total = 10_001
    expect(await ask()).to.equal(10_001)
    total = 10_002
    expect(await ask()).to.equal(10_001)
    now += 60_000
    expect(await ask()).to.equal(10_002)
    await context.database.close()
  })
})
