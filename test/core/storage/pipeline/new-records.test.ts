// writeEntityRecords: new records that share statements are stored like records that are written one by one.
import { expect } from 'chai'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { writeEntityRecord, writeEntityRecords, fillDeferredField } from '../../../../core/storage/pipeline/write.js'
import type { TransactionContext, ServiceContext } from '../../../../core/storage/service-context.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'

type Fields = Readonly<Record<string, unknown>>

describe('writeEntityRecords', () => {
  const events: EventPayloads['onSvcStoreRecord'][] = []
  let app: TestApp
  let taxClass: number

  before(async () => {
    const observers = { onSvcStoreRecord: (event: EventPayloads['onSvcStoreRecord']) => void events.push(event) }
    app = await bootTestApp({ plugins: [stock, { name: 'listening', core: '*', contributes: { observers } }] })
    taxClass = Number((await app.records.list('tax-class', { limit: 1 })).records[0]!['id'])
  })
  after(() => app?.stop())

  const title = (text: string): Fields => ({ title_en_GB: text, title_de_DE: `${text} auf Deutsch` })
  let titleNumber = 0

  /** Creates a product with two pages and calls `then` with them in the same unit. */
  function below<T>(then: (work: ServiceContext & TransactionContext, pages: readonly number[]) => Promise<T>): Promise<T> {
    return app.shop.createContext({}).transact(async (shopperContext) => {
      const work = await shopperContext.at()
      const { context, unit } = work
      const { id } = await writeEntityRecord(
        context,
        'product',
        { ...title(`Desk ${++titleNumber}`), tax_class_id: taxClass },
        { unit },
      )
      const pages = await writeEntityRecords(
        context,
        'page',
        [1, 2].map((n) => ({ fields: { ...title(`Page ${n}`), product_id: id } })),
        { unit },
      )
      return then(
        work,
        pages.map((page) => page.id),
      )
    })
  }
  const questions = (pages: readonly number[], many: number) =>
    Array.from({ length: many }, (_, n) => ({ fields: { ...title(`Question ${n}`), page_id: pages[n % 2] } }))
  const count = async (): Promise<number> => (await app.shop.createContext({}).list('question')).length
  const stored = (work: ServiceContext, ids: readonly number[]) =>
    work.list('question', { column: 'id', values: ids }, ['en-GB', 'de-DE'])

  it('inserts 100 records with two statements, in the given order, with positions, defaults, texts and events', async () => {
    const statements: string[] = []
    const records = await below(async (work, pages) => {
      const end = work.context.database.observe((sql) => void statements.push(sql))
      const created = await writeEntityRecords(work.context, 'question', questions(pages, 100), { unit: work.unit })
      end()
      return created
    })
    expect(statements.filter((sql) => sql.startsWith('INSERT INTO `svc_question`'))).to.have.length(2)
    expect(statements.length).to.be.below(20)
    const rows = await stored(
      app.shop.createContext({}),
      records.map(({ id }) => id),
    )
    expect(rows.map(({ id }) => id)).to.deep.equal(records.map(({ id }) => id))
    for (const [n, { values, revision }] of rows.entries()) {
      expect(values).to.include({
        title_en_GB: `Question ${n}`,
        title_de_DE: `Question ${n} auf Deutsch`,
        question_type: 'Textbox',
      })
      expect([values['ordering'], revision]).to.deep.equal([Math.floor(n / 2) + 1, 1])
    }
    expect(events.filter(({ entity }) => entity === 'question')).to.deep.equal(
      records.map(({ id }) => ({ entity: 'question', id, inserted: true })),
    )
  })

  it('assigns positions that a later single write continues', async () => {
    const { id, ids } = await below(async (work, pages) => {
      const records = await writeEntityRecords(work.context, 'question', questions(pages, 4), { unit: work.unit })
      const last = await writeEntityRecord(work.context, 'question', { ...title('Last'), page_id: pages[0] }, { unit: work.unit })
      return { id: last.id, ids: records.map((record) => record.id) }
    })
    const [last] = await stored(app.shop.createContext({}), [id])
    expect(last!.values['ordering']).to.equal(3)
    expect(ids).not.to.include(id)
  })

  it('inserts records that can refer to each other afterwards, and a referenced one cannot be deleted', async () => {
    const [first, second] = await below(async (work, pages) => {
      const { context, unit } = work
      const [one, other] = await writeEntityRecords(context, 'question', questions(pages, 2), { unit })
      const rule = (
        await writeEntityRecord(
          context,
          'question',
          { ...title('Ruled'), page_id: pages[0], rules: { question: other!.id, operator: '!=', value: '' } },
          { unit },
        )
      ).stored['rules']
      await fillDeferredField(context, 'question', 'rules', [{ id: one!.id, value: rule }], { unit })
      return [one!.id, other!.id]
    })
    const { record } = await app.records.read('question', first)
    expect(record.rules).to.deep.equal({ question: second, operator: '!=', value: '' })
    expect((await catchError(app.records.remove('question', second))).message).to.contain('Question 0')
  })

  it('rejects the whole batch with the issues of each record, and stores nothing', async () => {
    const before = await count()
    const wrong = { fields: { title_en_GB: 'No German', page_id: 1 } }
    const error = await catchError(
      below((work, pages) =>
        writeEntityRecords(work.context, 'question', [...questions(pages, 2), wrong, wrong], { unit: work.unit }),
      ),
    )
    expect(error).to.be.instanceOf(ValidationError)
    expect((error as ValidationError).issues.filter(({ field }) => field === 'title_de_DE')).to.have.length(2)
    expect(await count()).to.equal(before)
  })

  it('stores the same values as single writes for any form of the input keys', async () => {
    const inputs: readonly Fields[] = [
      {
        title: 'Plain',
        title_de_DE: 'Schlicht',
        required: true,
        minval: '2.5',
        set_min_value: 'static',
        description_en_GB: ' ',
      },
      { ...title('Empty'), internal_name: '', css_classes: null, behavior_on_changes: '', multiplicator: '' },
      { ...title('Placed'), ordering: 7, default_value: '5', unit_en_GB: 'mm', calcmodel: '' },
    ]
    const [apart, combined] = await below(async (work, [first, second]) => {
      const { context, unit } = work
      const ids: number[] = []
      for (const fields of inputs)
        ids.push((await writeEntityRecord(context, 'question', { ...fields, page_id: first }, { unit })).id)
      const records = inputs.map((fields) => ({ fields: { ...fields, page_id: second } }))
      return [ids, (await writeEntityRecords(context, 'question', records, { unit })).map(({ id }) => id)]
    })
    const readRows = async (ids: readonly number[]): Promise<readonly Fields[]> =>
      (await stored(app.shop.createContext({}), ids)).map(({ values }) => ({ ...values, id: 0, page_id: 0 }))
    expect(await readRows(combined)).to.deep.equal(await readRows(apart))
  })

  it('rejects an unknown field like a single write', async () => {
    const error = await catchError(
      below((work, pages) => {
        const wrong = { fields: { ...title('Wrong'), page_id: pages[0], colour: 'red' } }
        return writeEntityRecords(work.context, 'question', [wrong], { unit: work.unit })
      }),
    )
    expect((error as ValidationError).issues.map(({ field, code }) => [field, code])).to.deep.equal([['colour', 'UNKNOWN_FIELD']])
  })

  it('writes records of entities with unique keys or checks one by one', async () => {
    const statements: string[] = []
    await app.shop.createContext({}).transact(async ({ context, unit }) => {
      const end = context.database.observe((sql) => void statements.push(sql))
      const records = [1, 2].map((n) => ({ fields: { ...title(`Pen ${n}`), tax_class_id: taxClass } }))
      await writeEntityRecords(context, 'product', records, { unit })
      end()
    })
    expect(statements.filter((sql) => sql.startsWith('INSERT INTO `svc_product`'))).to.have.length(2)
  })

  it('stores the same records one by one if the database does not return the ids of several rows', async () => {
    const { database } = app.context
    const dialect = { ...database.dialect, returningClause: null, hasConsecutiveIds: false }
    const context = { ...app.context, database: { ...database, dialect } }
    const { id } = await writeEntityRecord(app.context, 'product', { ...title('Shelf'), tax_class_id: taxClass })
    const page = await writeEntityRecord(app.context, 'page', { ...title('Page'), product_id: id })
    const records = await writeEntityRecords(context, 'question', questions([page.id, page.id], 3))
    const rows = await stored(
      app.shop.createContext({}),
      records.map((record) => record.id),
    )
    expect(rows.map(({ values }) => [values['title_en_GB'], values['ordering']])).to.deep.equal([
      ['Question 0', 1],
      ['Question 1', 2],
      ['Question 2', 3],
    ])
  })

  it('moves existing siblings if a record of the batch gets their position', async () => {
    const { id } = await writeEntityRecord(app.context, 'product', { ...title('Rack'), tax_class_id: taxClass })
    const page = await writeEntityRecord(app.context, 'page', { ...title('Page'), product_id: id })
    const records = [{}, { ordering: 1 }, {}].map((own, n) => ({
      fields: { ...title(`Question ${n}`), page_id: page.id, ...own },
    }))
    const written = await writeEntityRecords(app.context, 'question', records)
    const rows = await stored(
      app.shop.createContext({}),
      written.map((record) => record.id),
    )
    expect(rows.map(({ values }) => values['ordering'])).to.deep.equal([2, 1, 3])
  })
})
