// Lists of records: filters, search, sort, pages, languages, and the number of statements.
import { expect } from 'chai'
import type { Context } from '../../../../core/storage/context.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { collectFilters } from '../../../../core/model/entity/filters.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { getVersionedSnapshot } from '../../../../core/storage/caches.js'
import type { ListQuery } from '../../../../core/storage/record/results.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openSharedContexts, openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError } from '../../../support/validation-error.js'

const titles: readonly (readonly [en: string, de: string])[] = [
  ['Apple', 'Zapfel'],
  ['banana 100%', 'Banane'],
  ['Cherry_pie', ''],
  ['Date', 'Dattel'],
]

describe('A list', () => {
  let context: TestContext
  const ids: number[] = []
  before(async () => {
    context = await openTestContext()
    for (const [index, [en, de]] of titles.entries()) {
      const label = de === '' ? { label_de_DE: 'x' } : {}
      const input = {
        title_en_GB: en,
        title_de_DE: de || 'weg',
        ...label,
        tax_class_id: 1,
        sku: `S${index}`,
        published: index !== 3,
      }
      ids.push((await writeEntityRecord(context, 'product', input)).id)
    }
    await context.database.run("UPDATE svc_texts SET text = '' WHERE text = 'weg'")
    for (const page of ['One', 'Two', 'Three']) {
      await writeEntityRecord(context, 'page', {
        product_id: ids[page === 'Three' ? 1 : 0],
        title_en_GB: page,
        title_de_DE: page,
      })
    }
  })
  after(() => context.database.close())

  const search = async (query: ListQuery, entity = 'product'): Promise<unknown[]> => {
    const { records } = await listEntityRecords(context, entity, query)
    return records.map((record) => record.title)
  }
  const filtered = (name: string, value: unknown, rest: ListQuery = {}): Promise<unknown[]> =>
    search({ ...rest, filters: new Map([[name, value]]) })

  it('contains the id and the listing columns, with plain keys only', async () => {
    const { entity, records, fields, meta } = await listEntityRecords(context, 'product')
    expect(entity).to.equal('product')
    const row = { id: ids[0], title: 'Apple', sku: 'S0', published: true, baseprice: 0, tax_class_id: 1 }
    expect(records[0]).to.deep.equal(row)
    expect(Object.keys(records[0]!)).to.deep.equal(Object.keys(row))
    expect(fields.slice(0, 2)).to.deep.equal([
      { name: 'id', label: 'ID', type: 'id' },
      { name: 'title', label: 'Title', type: 'string' },
    ])
    expect(meta).to.deep.equal({ total: 4, offset: 0, limit: 50, returned: 4 })
  })

  it('has texts in the requested language, or else in the default of the store', async () => {
    expect(await search({ language: 'de-DE' })).to.deep.equal(['Zapfel', 'Banane', 'Cherry_pie', 'Dattel'])
  })

  it('is paged, and its total counts all matching records', async () => {
    const { records, meta } = await listEntityRecords(context, 'product', { limit: 2, offset: 1 })
    expect(records.map((record) => record.id)).to.deep.equal(ids.slice(1, 3))
    expect(meta).to.deep.equal({ total: 4, offset: 1, limit: 2, returned: 2 })
    expect((await listEntityRecords(context, 'product', { offset: 10 })).meta).to.deep.equal({
      total: 4,
      offset: 10,
      limit: 50,
      returned: 0,
    })
    expect((await listEntityRecords(context, 'product', { limit: 0 })).meta).to.deep.equal({
      total: 4,
      offset: 0,
      limit: 0,
      returned: 0,
    })
  })

  it('limits a page to 200 records unless an in-process caller asks for more', async () => {
    expect((await listEntityRecords(context, 'product', { limit: 5000 })).meta.limit).to.equal(200)
    expect((await listEntityRecords(context, 'product', { limit: 5000, unbounded: true })).meta.limit).to.equal(5000)
  })

  for (const [name, query] of [
    ['limit', { limit: -1 }],
    ['limit', { limit: 1.5 }],
    ['limit', { limit: Number.NaN }],
    ['offset', { offset: -1 }],
    ['offset', { offset: 0.5 }],
  ] as const) {
    it(`rejects ${JSON.stringify(query)} with an issue on ${name}`, async () => {
      expect((await catchValidationError(listEntityRecords(context, 'product', query))).issues).to.have.nested.property(
        '[0].field',
        name,
      )
    })
  }

  it('can be filtered by booleans in every form and by references', async () => {
    for (const value of [false, 0, '0', 'false']) expect(await filtered('published', value)).to.deep.equal(['Date'])
    expect(await filtered('tax_class_id', '1')).to.have.length(4)
    expect(await filtered('tax_class_id', '')).to.deep.equal([])
  })

  it('can be searched in every text column in the requested language', async () => {
    expect(await filtered('search', 'apple')).to.deep.equal(['Apple'])
    expect(await filtered('search', 'S2')).to.deep.equal(['Cherry_pie'])
    expect(await filtered('search', 'apf', { language: 'de-DE' })).to.deep.equal(['Zapfel'])
    expect(await filtered('search', 'cherry', { language: 'de-DE' })).to.deep.equal(['Cherry_pie'])
    expect(await filtered('search', 'apf')).to.deep.equal([])
  })

  it('has no wildcards in a search: %, _ and ! match themselves', async () => {
    expect(await filtered('search', '100%')).to.deep.equal(['banana 100%'])
    expect(await filtered('search', 'y_p')).to.deep.equal(['Cherry_pie'])
    expect(await filtered('search', 'a_e')).to.deep.equal([])
    expect(await filtered('search', '%')).to.deep.equal(['banana 100%'])
    expect(await filtered('search', '!')).to.deep.equal([])
    expect(await filtered('search', "'; DROP TABLE svc_product --")).to.deep.equal([])
  })

  it('can be sorted by its columns, with texts in the requested language and without regard to case', async () => {
    expect(await search({ sort: 'title' })).to.deep.equal(['Apple', 'banana 100%', 'Cherry_pie', 'Date'])
    expect(await search({ sort: '-title' })).to.deep.equal(['Date', 'Cherry_pie', 'banana 100%', 'Apple'])
    expect(await search({ sort: 'title', language: 'de-DE' })).to.deep.equal(['Banane', 'Cherry_pie', 'Dattel', 'Zapfel'])
    expect(await search({ sort: 'published,-id' })).to.deep.equal(['Date', 'Cherry_pie', 'banana 100%', 'Apple'])
    expect(await search({ sort: 'tax_class_id', limit: 2 })).to.deep.equal(['Apple', 'banana 100%'])
  })

  it('is sorted by parent and by position within it by default', async () => {
    expect(await search({}, 'page')).to.deep.equal(['One', 'Two', 'Three'])
  })

  it('can be filtered by SKU, label and code, which must match exactly', async () => {
    expect(await filtered('sku', 'S1')).to.deep.equal(['banana 100%'])
    expect(await filtered('sku', ' S1 ')).to.deep.equal(['banana 100%'])
    expect(await filtered('sku', 's1')).to.deep.equal([])
    expect(await filtered('label', 'apple')).to.deep.equal(['Apple'])
    expect(await filtered('label', 'Apple')).to.deep.equal([])
    expect(await filtered('label', 'zapfel', { language: 'de-DE' })).to.deep.equal(['Zapfel'])
    const ids = async (entity: string, name: string, value: string): Promise<readonly unknown[]> =>
      (await listEntityRecords(context, entity, { filters: new Map([[name, value]]) })).records.map((record) => record[name])
    expect(await ids('country', 'iso2', 'DE')).to.deep.equal(['DE'])
    expect(await ids('country', 'iso3', 'FRA')).to.deep.equal(['FRA'])
    expect(await ids('currency', 'code', 'EUR')).to.deep.equal(['EUR'])
  })

  it('can be filtered by product, also for records that belong to it through their owners', async () => {
    const [first, second] = ids as [number, number]
    const { records } = await listEntityRecords(context, 'page', { filters: new Map([['product_id', first]]) })
    expect(records.map((record) => record.title)).to.deep.equal(['One', 'Two'])
    for (const [page, title] of [
      [records[1]!.id, 'Inner'],
      [(await listEntityRecords(context, 'page', { filters: new Map([['product_id', second]]) })).records[0]!.id, 'Other'],
    ] as const) {
      const { id } = await writeEntityRecord(context, 'question', { page_id: page, title_en_GB: title, title_de_DE: title })
      await writeEntityRecord(context, 'answer', { question_id: id, title_en_GB: `${title} answer`, title_de_DE: 'A' })
    }
    expect(String(await filtered('product_id', first).catch(String))).to.contain("Unknown filter 'product_id'")
    const wrong = listEntityRecords(context, 'answer', { filters: new Map([['product_id', 'x']]) })
    expect((await catchValidationError(wrong)).message).to.contain("The filter 'product_id' takes the id of a product record.")
    const of = async (entity: string, product: unknown): Promise<readonly unknown[]> =>
      (await listEntityRecords(context, entity, { filters: new Map([['product_id', product]]) })).records.map(
        (record) => record.title,
      )
    expect(await of('question', first)).to.deep.equal(['Inner'])
    expect(await of('question', String(second))).to.deep.equal(['Other'])
    expect(await of('answer', first)).to.deep.equal(['Inner answer'])
    expect(await of('answer', 987_654)).to.deep.equal([])
    const entities = [...context.registry.entities.values()].filter((entity) => collectFilters(entity).has('product_id'))
    expect(entities.map(({ name }) => name)).to.include.members([
      ...['page', 'question', 'answer', 'calculation', 'calculation-formula', 'calculation-matrix', 'calculation-code'],
      ...['product-detail-pane', 'example', 'product-list-assignment', 'configuration'],
    ])
  })

  it('rejects an unknown filter with the most similar name and all filters', async () => {
    const refusal = await catchValidationError(filtered('publishd', 1))
    expect(refusal.issues[0]).to.deep.include({ field: 'publishd', code: 'UNKNOWN_FILTER' })
    expect(refusal.message).to.contain("Did you mean 'published'?").and.to.contain("'published', 'tax_class_id' or 'search'")
  })

  it('rejects an unknown sort column with the most similar name and all columns', async () => {
    const refusal = await catchValidationError(search({ sort: 'titel' }))
    expect(refusal.issues[0]).to.deep.include({ field: 'sort', code: 'UNKNOWN_SORT' })
    expect(refusal.message).to.contain("Did you mean 'title'?").and.to.contain("'id', 'title', 'sku'")
  })

  it('reports all invalid filters, sort columns and page values at once', async () => {
    const filters = new Map<string, unknown>([
      ['published', 'maybe'],
      ['nothing', 1],
    ])
    const refusal = await catchValidationError(listEntityRecords(context, 'product', { filters, sort: 'x', limit: -1 }))
    expect(refusal.issues.map((issue) => issue.field)).to.deep.equal(['limit', 'published', 'nothing', 'sort'])
  })

  for (const value of [{ a: 1 }, [1, 2], 'x'.repeat(300), '\u0000', '\ud800', true]) {
    it(`rejects a search for ${JSON.stringify(value).slice(0, 20)}`, async () => {
      expect((await catchValidationError(filtered('search', value))).issues[0]).to.include({ field: 'search' })
    })
  }

  for (const [name, value] of [
    ['tax_class_id', { id: 1 }],
    ['tax_class_id', [1]],
    ['tax_class_id', '1 OR 1=1'],
    ['published', 'yes'],
  ] as const) {
    it(`rejects ${JSON.stringify(value)} as ${name}`, async () => {
      expect((await catchValidationError(filtered(name, value))).issues[0]).to.include({ field: name })
    })
  }

  for (const name of ['__proto__', 'constructor', 'license_key', 'advisor_api_key']) {
    it(`has no filter and no sort column '${name}'`, async () => {
      for (const entity of ['product', 'settings']) {
        await catchValidationError(listEntityRecords(context, entity, { filters: new Map([[name, 'x']]) }))
        await catchValidationError(listEntityRecords(context, entity, { sort: name }))
      }
    })
  }

  it('needs at most three statements after the versions are known, independent of its length', async () => {
    const shopSnapshot = await getVersionedSnapshot(context)
    const statements: string[] = []
    const stop = context.database.observe((sql) => statements.push(sql))
    const counted = async (query: ListQuery): Promise<number> => {
      statements.length = 0
      await listEntityRecords(context, 'product', query, { versionedSnapshot: shopSnapshot })
      return statements.length
    }
    context.caches.clear()
    expect(await counted({ limit: 1 })).to.equal(3)
    // The total is cached now.
    expect(await counted({ limit: 1 })).to.equal(2)
    expect(await counted({ limit: 2, language: 'de-DE', sort: 'title', filters: new Map([['search', 'a']]) })).to.equal(3)
    // The page contains all matching records, so no count is needed.
    expect(await counted({ limit: 50 })).to.equal(2)
    stop()
  })
})

describe('The total of a list', () => {
  it('is correct after each change, in both apps, inside and outside of units', async () => {
    const { contexts, close } = await openSharedContexts(2)
    const [here, there] = contexts as [Context, Context]
    const published = { filters: new Map([['published', true]]), limit: 1 }
    const totals = async (): Promise<readonly number[]> => {
      const lists = await Promise.all([here, there].map((context) => listEntityRecords(context, 'country', published)))
      return lists.map(({ meta }) => meta.total)
    }
    try {
      const [all] = (await totals()) as [number, number]
      await writeEntityRecord(here, 'country', { published: false }, { id: 1 })
      expect(await totals()).to.deep.equal([all - 1, all - 1])
      await unit(there.database, async (u) => {
        await writeEntityRecord(there, 'country', { published: false }, { id: 2, unit: u })
        expect((await listEntityRecords(there, 'country', published, { unit: u })).meta.total).to.equal(all - 2)
      })
      expect(await totals()).to.deep.equal([all - 2, all - 2])
      await writeEntityRecord(there, 'country', { published: false }, { id: 3, dryRun: true })
      expect(await totals()).to.deep.equal([all - 2, all - 2])
      const { id } = await writeEntityRecord(there, 'country', { name_en_GB: 'Mu', name_de_DE: 'Mu', iso2: 'XM', iso3: 'XMU' })
      expect(await totals()).to.deep.equal([all - 1, all - 1])
      await removeEntityRecord(there, 'country', id)
      expect(await totals()).to.deep.equal([all - 2, all - 2])
    } finally {
      await close()
    }
  })
})

describe('Filters and sort columns', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext()
  })
  after(() => context.database.close())

  it('are accepted in every entity with a valid value', async () => {
    for (const entity of context.registry.entities.values()) {
      for (const filter of collectFilters(entity).values()) {
        const value = filter.compare === 'from' || filter.compare === 'to' ? '2026-05-01' : ''
        await listEntityRecords(context, entity.name, { filters: new Map([[filter.name, value]]) })
      }
    }
  })

  it('include every listing column in every language', async () => {
    for (const entity of context.registry.entities.values()) {
      const { fields } = await listEntityRecords(context, entity.name)
      for (const { name } of fields) {
        for (const language of ['en-GB', 'de-DE']) await listEntityRecords(context, entity.name, { sort: `-${name}`, language })
      }
    }
  })
})
