// Deletes: cascades, rejections with their messages, and the records that remain.
import { expect } from 'chai'
import type { EntityDefinition } from '../../../../core/model/entity/define.js'
import { childentries } from '../../../../core/model/properties/childentries.js'
import { join } from '../../../../core/model/properties/join.js'
import { string } from '../../../../core/model/properties/string.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError } from '../../../support/validation-error.js'

const base = { area: 'store', listing: ['name'] } as const
const shelf: EntityDefinition = {
  ...base,
  name: 'shelf',
  label: 'shelf',
  pluralLabel: 'shelves',
  properties: {
    name: string('Name'),
    books: childentries('Books', { entity: 'book' }),
    labels: childentries('Labels', { entity: 'shelf-label', keep: true }),
  },
}
const book: EntityDefinition = {
  ...base,
  name: 'book',
  label: 'book',
  pluralLabel: 'books',
  properties: {
    name: string('Name'),
    shelf_id: join('Shelf', 'shelf', { owner: true }),
    sequel_id: join('Sequel', 'book'),
    review_id: join('Review', 'country', { weak: true }),
  },
}
const shelfLabel: EntityDefinition = {
  ...base,
  name: 'shelf-label',
  label: 'shelf label',
  pluralLabel: 'shelf labels',
  properties: { name: string('Name', { translatable: true }), shelf_id: join('Shelf', 'shelf', { owner: true }) },
}

describe('A delete', () => {
  let context: TestContext
  beforeEach(async () => {
    context = await openTestContext({ entities: [shelf, book, shelfLabel] })
  })
  afterEach(() => context.database.close())

  const create = async (entity: string, input: Record<string, unknown>): Promise<number> =>
    (await writeEntityRecord(context, entity, input)).id
  const both = (text: string): Record<string, unknown> => ({ title_en_GB: text, title_de_DE: text })
  const count = async (table: string): Promise<number> =>
    Number((await context.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)
  const product = (): Promise<number> => create('product', { ...both('Blind'), tax_class_id: 1 })

  it('removes the row, its texts and its references', async () => {
    const id = await product()
    const textCount = await count('svc_texts')
    const second = await create('product', {
      ...both('Door'),
      tax_class_id: 1,
      baseprice_overrides: [{ customer_group_id: 1, price: 1 }],
    })
    await removeEntityRecord(context, 'product', second)
    expect(await count('svc_product')).to.equal(1)
    expect(await count('svc_texts')).to.equal(textCount)
    expect(await context.database.query("SELECT * FROM svc_references WHERE source_entity = 'product'")).to.deep.equal([])
    // The label is available again.
    await create('product', { ...both('Gate'), label_en_GB: 'door', tax_class_id: 1 })
    expect((await readEntityRecord(context, 'product', id)).record).to.include({ title: 'Blind' })
  })

  it('is rejected if the record contains others', async () => {
    const page = await create('page', { ...both('X'), product_id: await product() })
    await create('question', { ...both('Colour'), page_id: page })
    const refusal = await catchValidationError(removeEntityRecord(context, 'page', page))
    expect(refusal.message).to.equal('page "X" cannot be deleted because it contains questions.')
    expect(refusal.code).to.equal('VALIDATION_FAILED')
    expect((await readEntityRecord(context, 'page', page)).record).to.include({ title: 'X' })
  })

  it('is rejected with the message of the entity if a product list contains products', async () => {
    const list = await create('product-list', both('Offers'))
    await create('product-list-assignment', { product_list_id: list, product_id: await product() })
    expect((await catchValidationError(removeEntityRecord(context, 'product-list', list))).message).to.equal(
      'This product list cannot be deleted because it contains products.',
    )
  })

  it('is rejected if another record refers to it, by a column or inside a structured value', async () => {
    const taxClass = await create('tax-class', { title: 'Reduced' })
    await create('product', { ...both('Cake'), tax_class_id: taxClass })
    expect((await catchValidationError(removeEntityRecord(context, 'tax-class', taxClass))).message).to.equal(
      'tax class "Reduced" cannot be deleted because product "Cake" refers to it.',
    )
    const group = await create('customer-group', { title_en_GB: 'Trade', title_de_DE: 'Handel' })
    const id = await create('product', {
      ...both('Bread'),
      tax_class_id: 1,
      baseprice_overrides: [{ customer_group_id: group, price: 1 }],
    })
    expect((await catchValidationError(removeEntityRecord(context, 'customer-group', group))).message).to.equal(
      'customer group "Trade" cannot be deleted because product "Bread" refers to it.',
    )
    await writeEntityRecord(context, 'product', { baseprice_overrides: [] }, { id })
    await removeEntityRecord(context, 'customer-group', group)
  })

  it('succeeds despite weak references, which keep the id', async () => {
    const country = await create('country', { name_en_GB: 'Mu', name_de_DE: 'Mu', iso2: 'XM', iso3: 'XMU' })
    const id = await create('book', { name: 'A', review_id: country })
    await removeEntityRecord(context, 'country', country)
    expect((await readEntityRecord(context, 'book', id)).record).to.include({ review_id: country })
  })

  it('cascades to child lists unless they have `keep`', async () => {
    const id = await create('shelf', { name: 'A' })
    const first = await create('book', { name: 'One', shelf_id: id })
    await create('book', { name: 'Two', shelf_id: id, sequel_id: first })
    await removeEntityRecord(context, 'shelf', id)
    expect(await count('svc_book')).to.equal(0)
    const shelfId = await create('shelf', { name: 'B' })
    await create('shelf-label', { name: 'L', shelf_id: shelfId })
    await create('book', { name: 'Three', shelf_id: shelfId })
    expect((await catchValidationError(removeEntityRecord(context, 'shelf', shelfId))).message).to.equal(
      'shelf "B" cannot be deleted because it contains shelf labels.',
    )
    expect(await count('svc_book')).to.equal(1)
  })

  it('is rejected if another record refers to a child that it would delete', async () => {
    const id = await create('shelf', { name: 'A' })
    const child = await create('book', { name: 'One', shelf_id: id })
    await create('book', { name: 'Elsewhere', sequel_id: child })
    expect((await catchValidationError(removeEntityRecord(context, 'shelf', id))).message).to.equal(
      'book "One" cannot be deleted because book "Elsewhere" refers to it.',
    )
    expect(await count('svc_book')).to.equal(2)
  })

  it('succeeds if the record refers to itself', async () => {
    const id = await create('book', { name: 'Loop' })
    await writeEntityRecord(context, 'book', { sequel_id: id }, { id })
    await removeEntityRecord(context, 'book', id)
  })

  it('of a calculation deletes its body', async () => {
    const calculation = await create('calculation', { name: 'Price', product_id: await product(), type: 'formula' })
    await create('calculation-formula', { calculation_id: calculation, terms: [{ number: 1 }] })
    await removeEntityRecord(context, 'calculation', calculation)
    expect(await count('svc_calculation_formula')).to.equal(0)
  })

  it('of a product deletes its configurations', async () => {
    const id = await product()
    const start = { token: 't1', product_id: id, selections: [] }
    await writeEntityRecord(context, 'configuration', start, { internal: true })
    await removeEntityRecord(context, 'product', id)
    expect(await count('svc_configuration')).to.equal(0)
  })

  it('of a question deletes configurations in carts that answer it, and keeps all others', async () => {
    const id = await product()
    const page = await create('page', { ...both('P'), product_id: id })
    const question = await create('question', { ...both('Q'), page_id: page })
    const cart = (await writeEntityRecord(context, 'cart', { token: 'c' }, { internal: true })).id
    const selections = [{ question_id: question, value: 'x' }]
    const started: number[] = []
    for (const [index, state] of ['in_cart', 'open', 'in_cart'].entries()) {
      const entries = index === 2 ? [] : selections
      const input = { token: `t${index}`, product_id: id, selections: entries, state }
      started.push((await writeEntityRecord(context, 'configuration', input, { internal: true })).id)
      await writeEntityRecord(context, 'cart-position', { cart_id: cart, configuration_id: started[index] }, { internal: true })
    }
    await removeEntityRecord(context, 'question', question)
    const rows = await context.database.query<{ id: number }>('SELECT id FROM svc_configuration ORDER BY id')
    expect(rows.map((row) => row.id)).to.deep.equal(started.slice(1))
    expect(await count('svc_cart_position')).to.equal(2)
  })

  it('removes the registered files of the record after the commit', async () => {
    const id = await create('product', { ...both('Blind'), tax_class_id: 1, image: 'f-1.png' })
    const file = { name: 'f-1.png', entity: 'product', entity_id: id, property: 'image', media_type: 'image/png' }
    const names = Object.keys(file)
    const sql = `INSERT INTO svc_files (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    await context.database.run(sql, Object.values(file))
    await removeEntityRecord(context, 'product', id, { dryRun: true })
    expect(context.removedFiles).to.deep.equal([])
    await writeEntityRecord(context, 'product', { image: 'f-2.png' }, { id })
    expect(context.removedFiles).to.deep.equal(['f-1.png'])
    await context.database.run(sql, Object.values({ ...file, name: 'f-2.png' }))
    await removeEntityRecord(context, 'product', id)
    expect(context.removedFiles).to.deep.equal(['f-1.png', 'f-2.png'])
    expect(await count('svc_files')).to.equal(0)
  })

  it('compares the revision, and returns NOT_FOUND for unknown ids', async () => {
    const id = await product()
    const stale = await removeEntityRecord(context, 'product', id, { revision: 7 }).catch((error: unknown) => error)
    expect(stale).to.include({ code: 'PRECONDITION_FAILED' })
    for (const wrong of [999_999, 0, 1.5]) {
      expect(await removeEntityRecord(context, 'product', wrong).catch((error: unknown) => error)).to.include({
        code: 'NOT_FOUND',
      })
    }
    await removeEntityRecord(context, 'product', id, { revision: 1 })
  })

  it('is rejected if the entity does not support it', async () => {
    expect((await catchValidationError(removeEntityRecord(context, 'settings', 1))).message).to.contain(
      "The operation 'delete' is not available for settings.",
    )
  })

  it('of the base currency is rejected', async () => {
    const [euro] = await context.database.query<{ id: number }>('SELECT id FROM svc_currency WHERE is_base = 1')
    expect((await catchValidationError(removeEntityRecord(context, 'currency', euro!.id))).message).to.contain(
      'because it is the base currency',
    )
  })
})
