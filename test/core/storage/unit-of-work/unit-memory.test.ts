// Records in the memory of a unit: checks and searches have the same results as with queries.
import { expect } from 'chai'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { orderAddress } from '../../../../core/model/entities/orders/order-address.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord, writeEntityRecords, fillDeferredField } from '../../../../core/storage/pipeline/write.js'
import { createCheckScope } from '../../../../core/storage/pipeline/related-records.js'
import { requireEntity } from '../../../../core/model/registry.js'
import { loadRecords } from '../../../../core/storage/record/load.js'
import type { TransactionContext, ServiceContext } from '../../../../core/storage/service-context.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'

describe('A unit that creates records below its own', () => {
  let app: TestApp
  let taxClass: number
  before(async () => {
    app = await bootTestApp()
    taxClass = Number((await app.records.list('tax-class', { limit: 1 })).records[0]!['id'])
  })
  after(() => app?.stop())

  const labelled = (label: string) => ({
    title_en_GB: 'Desk',
    title_de_DE: 'Tisch',
    label_en_GB: label,
    label_de_DE: label,
    tax_class_id: taxClass,
  })
  const inUnit = <T>(
    then: (work: ServiceContext & TransactionContext, store: (entity: string, fields: object) => Promise<number>) => Promise<T>,
  ) =>
    app.shop.createContext({}).transact(async (shopperContext) => {
      const work = await shopperContext.at()
      return then(
        work,
        async (entity, fields) => (await writeEntityRecord(work.context, entity, { ...fields }, { unit: work.unit })).id,
      )
    })
  const refused = async (run: () => Promise<unknown>): Promise<string> => {
    const error = await catchError(run())
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).message
  }

  it('continues after a record with an invalid reference was rejected, and stores the rest', async () => {
    const own = await inUnit(async (work, store) => {
      const address = { sales_order_id: 999_999, kind: 'billing', first_name: 'Ada', country_id: null } as const
      const message = await refused(() => work.write(orderAddress, address))
      expect(message).to.contain('that does not exist')
      return store('tax-class', { title: 'Maps', default_rate: 7 })
    })
    expect((await app.shop.createContext({}).read('tax-class', own))?.values).to.include({ title: 'Maps' })
  })

  it('rejects a second body of a calculation, and keeps only the body of the last type', async () => {
    const calculation = await inUnit(async (work, store) => {
      const product = await store('product', labelled('one'))
      const [record] = await writeEntityRecords(work.context, 'calculation', [{ fields: { name: 'x', product_id: product } }], {
        unit: work.unit,
      })
      const { id } = record!
      await store('calculation-formula', { calculation_id: id, terms: [{ number: 1 }] })
      const message = await refused(() => store('calculation-formula', { calculation_id: id, terms: [{ number: 2 }] }))
      expect(message).to.contain(`Calculation ${id} already has the body calculation-formula`)
      await store('calculation-code', { calculation_id: id, code: '1 + 1' })
      return id
    })
    const bodies = async (type: string) =>
      (await app.shop.createContext({}).list(`calculation-${type}`, { column: 'calculation_id', values: [calculation] })).length
    expect([await bodies('formula'), await bodies('matrix'), await bodies('code')]).to.deep.equal([0, 0, 1])
    expect((await app.shop.createContext({}).read('calculation', calculation))?.values).to.include({ type: 'code' })
  })

  it('rejects a cycle of calculations that it created itself', async () => {
    const message = await refused(() =>
      inUnit(async (_work, store) => {
        const product = await store('product', labelled('two'))
        const [a, b] = [
          await store('calculation', { name: 'a', product_id: product }),
          await store('calculation', { name: 'b', product_id: product }),
        ]
        await store('calculation-formula', { calculation_id: a, terms: [{ calculation: b }] })
        await store('calculation-formula', { calculation_id: b, terms: [{ calculation: a }] })
      }),
    )
    expect(message).to.match(/'a'.*'b'|'b'.*'a'/)
  })

  it('rejects a cycle through a question that it just changed, by the title of the question, and reads texts only then', async () => {
    await inUnit(async (work, store) => {
      const product_id = await store('product', labelled('through a question'))
      const page_id = await store('page', { product_id, title_en_GB: 'Page', title_de_DE: 'Seite' })
      const question = await store('question', { page_id, title_en_GB: 'Wood', title_de_DE: 'Holz' })
      const calculation = await store('calculation', { name: 'x', product_id, type: 'formula' })
      const fields = { calculation_id: calculation, terms: [{ question, field: 'price' }] }
      const statements: string[] = []
      const { query } = work.unit
      work.unit.query = (sql, params) => {
        statements.push(sql)
        return query.call(work.unit, sql, params) as never
      }
      const options = { unit: work.unit, internal: true, preValidated: true }
      const { id: body } = await writeEntityRecord(work.context, 'calculation-formula', fields, options)
      expect(statements.filter((sql) => sql.includes('svc_texts'))).to.deep.equal([])
      await removeEntityRecord(work.context, 'calculation-formula', body, { unit: work.unit })
      await writeEntityRecord(work.context, 'question', { calcmodel: calculation }, { unit: work.unit, id: question })
      expect(await refused(() => store('calculation-formula', fields))).to.contain("the price of question 'Wood'")
      await writeEntityRecord(work.context, 'question', { calcmodel: null }, { unit: work.unit, id: question })
      await store('calculation-formula', fields)
    })
  })

  it('rejects a label of its own record, and accepts it after that record is deleted', async () => {
    await inUnit(async (work, store) => {
      const first = await store('product', labelled('three'))
      expect(await refused(() => store('product', labelled('three')))).to.contain("'three' is already used by product")
      await removeEntityRecord(work.context, 'product', first, { unit: work.unit })
      await store('product', labelled('three'))
      expect(await refused(() => store('product', labelled('three')))).to.contain("'three' is already used by product")
    })
  })

  it('checks a label in all languages with one query, and reports each language in which it is in use', async () => {
    await inUnit(async (work, store) => {
      await store('product', labelled('held'))
      const looks: string[] = []
      const end = work.context.database.observe((sql) => void (/^SELECT.*svc_unique_texts/.test(sql) && looks.push(sql)))
      const free = { ...labelled('free'), label_de_DE: 'frei' }
      await store('product', free)
      expect(looks).to.have.lengthOf(1)
      const english = await refused(() => store('product', { ...free, label_de_DE: 'held' }))
      expect(english).to.contain("'free' is already used by product").and.to.contain("'held' is already used by product")
      const german = await refused(() => store('product', { ...labelled('held'), label_en_GB: 'nobody has it' }))
      expect(german).to.contain("'held' is already used by product").and.not.to.contain('nobody has it')
      end()
      await store('product', { ...labelled('nobody has it') })
      expect(await refused(() => store('product', labelled('nobody has it')))).to.contain('is already used by product')
    })
  })

  it('locks a cached tax class only on databases with shared locks, and rejects one that it deleted itself', async () => {
    await inUnit(async (work, store) => {
      const { context, unit, versionedSnapshot: shopSnapshot } = work
      const own = await store('tax-class', { title: 'Books', default_rate: 7 })
      await removeEntityRecord(context, 'tax-class', own, { unit })
      expect(await refused(() => store('product', { ...labelled('untaxed'), tax_class_id: own }))).to.contain(
        'that does not exist',
      )
      expect(shopSnapshot.snapshot.knows('tax-class', own)).to.equal(false)
    })
    await inUnit(async (work, store) => {
      const { context, unit, versionedSnapshot: shopSnapshot } = work
      await shopSnapshot.snapshot.records(unit, 'tax-class')
      let looks = 0
      const end = context.database.observe((sql) => void (/^SELECT.*FROM `svc_tax_class` WHERE/.test(sql) && looks++))
      await store('product', labelled('taxed'))
      end()
      expect(looks).to.equal(unit.dialect.forShare === '' ? 0 : 1)
      expect(await refused(() => store('product', { ...labelled('untaxed'), tax_class_id: 999_999 }))).to.contain(
        'that does not exist',
      )
    })
  })

  it('returns many new records with the ids of their rows', async () => {
    await inUnit(async (work, store) => {
      const product = await store('product', labelled('four'))
      const fields = Array.from({ length: 150 }, (_, n) => ({ fields: { name: `c${n}`, product_id: product } }))
      const records = await writeEntityRecords(work.context, 'calculation', fields, { unit: work.unit })
      const rows = await work.on.query<{ id: number; name: string }>(
        'SELECT id, name FROM svc_calculation WHERE product_id = ? ORDER BY id',
        [product],
      )
      expect(records.map(({ id, stored }) => ({ id, name: stored['name'] }))).to.deep.equal(rows)
    })
  })

  describe('that reads the children of its own records', () => {
    const texts = (title: string) => ({ title_en_GB: title, title_de_DE: `${title} (de)` })

    /** Compares the children in memory with those of a read, and returns the number of queries. */
    async function selectsBelow(work: ServiceContext & TransactionContext, question: number, texts?: boolean): Promise<number> {
      const { context, unit: u, versionedSnapshot: shopSnapshot } = work
      const { snapshot } = shopSnapshot
      const answer = requireEntity(context.registry, 'answer')
      const scope = createCheckScope({ context, u, snapshot }, answer, null, {})
      let selects = 0
      const end = context.database.observe(() => selects++)
      const answers = await scope.find('answer', 'question_id', question, { texts })
      end()
      const condition = { column: 'question_id', values: [question] }
      const read = await loadRecords(u, answer, texts === false ? [] : snapshot.languages, condition)
      expect(answers).to.deep.equal(read.map(({ values }) => values))
      return selects
    }

    const questionOf = async (store: (entity: string, fields: object) => Promise<number>, label: string) => {
      const product_id = await store('product', labelled(label))
      const page_id = await store('page', { product_id, ...texts('Page') })
      return store('question', { page_id, ...texts('Wood'), question_type: 'Radiobuttons' })
    }

    it('finds them without a query, with and without texts, no matter how they were written', () =>
      inUnit(async (work, store) => {
        const question_id = await questionOf(store, 'below')
        expect(await selectsBelow(work, question_id)).to.equal(0)
        const fields = ['Oak', 'Elm'].map((title) => ({ fields: { question_id, ...texts(title), price: 2 } }))
        const [first, second] = await writeEntityRecords(work.context, 'answer', fields, { unit: work.unit })
        await store('answer', { question_id, ...texts('Ash') })
        expect(await selectsBelow(work, question_id)).to.equal(0)
        const rules = JSON.stringify([
          { type: 'answer', question: String(question_id), field: 'selected', operator: '==', value: 'x' },
        ])
        await fillDeferredField(work.context, 'answer', 'rules', [{ id: first!.id, value: rules }], { unit: work.unit })
        await writeEntityRecord(work.context, 'answer', { title_de_DE: 'Ulme' }, { unit: work.unit, id: second!.id })
        expect(await selectsBelow(work, question_id)).to.equal(0)
        expect(await selectsBelow(work, question_id, false)).to.equal(0)
      }))

    it('queries the database after a delete, a direct statement or more than 200 new records', () =>
      inUnit(async (work, store) => {
        const question_id = await questionOf(store, 'below and gone')
        const removed = await store('answer', { question_id, ...texts('Oak') })
        await store('answer', { question_id, ...texts('Elm') })
        await removeEntityRecord(work.context, 'answer', removed, { unit: work.unit })
        expect(await selectsBelow(work, question_id)).to.be.greaterThan(0)
        const other = await questionOf(store, 'by a statement')
        const answerId = await store('answer', { question_id: other, ...texts('Oak') })
        await work.unit.run('UPDATE svc_answer SET price = 7 WHERE id = ?', [answerId])
        expect(await selectsBelow(work, other)).to.be.greaterThan(0)
      }).then(() =>
        inUnit(async (work, store) => {
          const question_id = await questionOf(store, 'many below')
          const fields = Array.from({ length: 201 }, (_, n) => ({ fields: { question_id, ...texts(`Oak ${n}`) } }))
          await writeEntityRecords(work.context, 'answer', fields, { unit: work.unit })
          expect(await selectsBelow(work, question_id)).to.be.greaterThan(0)
        }),
      ))

    it('queries the database after a record of another parent was moved there', async () => {
      const answer = await inUnit(async (_work, store) =>
        store('answer', { question_id: await questionOf(store, 'before'), ...texts('Oak') }),
      )
      await inUnit(async (work, store) => {
        const { unit, context } = work
        const page = await work.unit.query<{ page_id: number }>(
          'SELECT page_id FROM svc_question WHERE id = (SELECT question_id FROM svc_answer WHERE id = ?)',
          [answer],
        )
        const question_id = await store('question', {
          page_id: page[0]!.page_id,
          ...texts('Wood'),
          question_type: 'Radiobuttons',
        })
        await writeEntityRecord(context, 'answer', { question_id }, { unit, id: answer })
        expect(await selectsBelow(work, question_id)).to.be.greaterThan(0)
      })
    })

    it('queries the database after it moved a child between its own records', () =>
      inUnit(async (work, store) => {
        const [first, second] = [await questionOf(store, 'had it'), await questionOf(store, 'has it')]
        const answerId = await store('answer', { question_id: first, ...texts('Oak') })
        await fillDeferredField(work.context, 'answer', 'question_id', [{ id: answerId, value: second }], { unit: work.unit })
        await selectsBelow(work, first)
        expect(await selectsBelow(work, second)).to.be.greaterThan(0)
      }))
  })
})
