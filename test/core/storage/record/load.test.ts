// loadRecords returns whole records to the core, in id order and with their texts, for any number of records.
import { expect } from 'chai'
import { requireEntity } from '../../../../core/model/registry.js'
import { insertRows, type Queryable } from '../../../../core/storage/database/dialect.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { loadRecords } from '../../../../core/storage/record/load.js'
import { openTestContext, type TestContext } from '../test-context.js'

const count = 17_000

describe('loadRecords', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext()
    await unit(context.database, async (u) => {
      for (let from = 1; from <= count; from += 1_000) {
        const ids = Array.from({ length: 1_000 }, (_, index) => from + index)
        const rows = ids.flatMap((id) => [id, 1, 1])
        await u.run(insertRows('svc_page', ['id', 'product_id', 'revision'], ids.length), rows)
        const texts = ids.flatMap((id) => ['page', id, 'title', 'en-GB', `Page ${id}`])
        await u.run(insertRows('svc_texts', ['entity', 'entity_id', 'field', 'language_tag', 'text'], ids.length), texts)
      }
    })
  })
  after(() => context.database.close())
  const page = () => requireEntity(context.registry, 'page')

  it('loads 17,000 records by their ids with six statements, in id order', async () => {
    const values = Array.from({ length: count }, (_, index) => count - index)
    let statements = 0
    const stop = context.database.observe(() => statements++)
    const records = await loadRecords(context.database, page(), ['en-GB', 'de-DE'], { column: 'id', values })
    stop()
    expect(records).to.have.length(count)
    expect(records[0]!.values).to.include({ id: 1, title: 'Page 1', title_en_GB: 'Page 1', title_de_DE: '' })
    expect(records.at(-1)!.values).to.include({ id: count, title: `Page ${count}` })
    expect(statements).to.equal(6)
  })

  it('loads a locked record with the texts that are current after the lock is acquired', async () => {
    const { database } = context
    const lock = database.dialect.forUpdate
    const load = (on: Queryable, id: number) => loadRecords(on, page(), ['en-GB', 'de-DE'], { column: 'id', values: [id] }, lock)
    const text = "UPDATE svc_texts SET text = 'Changed' WHERE entity = 'page' AND entity_id = 7"
    let statements = 0
    let waiting: Promise<unknown> | undefined
    await unit(database, async (u) => {
      await u.query(`SELECT id FROM svc_page WHERE id = 7 ${lock}`)
      waiting = unit(database, (other) => load(other, 7))
      await new Promise((resolve) => setTimeout(resolve, 100))
      await u.run(text)
    })
    expect(await waiting).to.containSubset([{ id: 7, revision: 1, values: { title: 'Changed', title_de_DE: '' } }])
    await unit(database, (u) => u.run("DELETE FROM svc_texts WHERE entity = 'page' AND entity_id = 8"))
    const stop = database.observe(() => statements++)
    await unit(database, async (u) => {
      expect(await load(u, 8)).to.containSubset([{ id: 8, values: { title: '', title_en_GB: '' } }])
      expect(await load(u, count + 1)).to.deep.equal([])
    })
    stop()
    expect(statements).to.equal(lock === '' ? 3 : 2)
  })

  it('loads all records of an entity, and none for an empty list of values', async () => {
    expect(await loadRecords(context.database, page(), [])).to.have.length(count)
    expect(await loadRecords(context.database, page(), ['en-GB'], { column: 'product_id', values: [] })).to.deep.equal([])
  })

  it('includes sensitive fields, because only the core calls it', async () => {
    await context.database.run("UPDATE svc_settings SET license_key = 'k'")
    const [settings] = await loadRecords(context.database, requireEntity(context.registry, 'settings'), [])
    expect(settings!.values).to.include({ license_key: 'k' })
  })
})
