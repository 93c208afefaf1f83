// Bulk requests of the admin: change, delete, dry run, rejected records and undo.
import { expect } from 'chai'
import type { BulkReply } from '../../../plugins/admin/api/shape.js'
import { createPng } from '../../support/png.js'
import {
  type AdminClient,
  type AdminService,
  api,
  codeOf,
  makeRecord,
  plain,
  type RecordBody,
  startAdmin,
  titled,
} from './service.js'

describe('bulk requests and undo in the admin', () => {
  let service: AdminService
  let client: AdminClient
  before(async () => {
    service = await startAdmin()
    client = await service.as('catalog:write', 'store:write')
  })
  after(() => service.stop())

  const make = (entity: string, fields: object): Promise<RecordBody> => makeRecord(client, entity, fields)

  it('change many records, report each rejected one, and are undone except for records changed since', async () => {
    const records = [
      await make('product', { ...titled('A1'), tax_class_id: 1 }),
      await make('product', { ...titled('A2'), tax_class_id: 1 }),
    ]
    const ids = records.map(({ id }) => id)
    const dry = await client.send('POST', 'records/product/bulk', { ids, change: { published: false }, dry_run: true })
    expect(dry.body).to.deep.equal({ changed: 2, deleted: 0, refused: [], undo: null })
    const bulk = await client.send('POST', 'records/product/bulk', {
      ids: [...ids, 999_999],
      change: { published: false, title_en_GB: 'B' },
    })
    const { undo, ...rest } = bulk.body as { undo: string; refused: { id: number; code: string; detail: string }[] }
    expect(rest.refused.map(({ id, code }) => [id, code])).to.deep.equal([[999_999, 'NOT_FOUND']])
    expect(rest).to.include({ changed: 2, deleted: 0 })
    expect(codeOf(await client.send('PATCH', `records/product/${ids[1]}`, { sku: 'since' }))).to.equal('200')
    const other = await service.as('catalog:write')
    expect(codeOf(await other.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
    const undone = await client.send('POST', `undo/${undo}`)
    expect(undone.body).to.have.property('restored', 1)
    expect((undone.body as { left: { id: number }[] }).left.map(({ id }) => id)).to.deep.equal([ids[1]])
    const back = (await client.send('GET', `records/product/${ids[0]}`)).body as RecordBody
    expect(back.record).to.include({ title_en_GB: 'A1', published: true })
    expect(codeOf(await client.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
  })

  it('delete records with their contents after counting them, and are undone', async () => {
    const { id } = await make('product', { ...titled('Filled'), tax_class_id: 1 })
    const { id: page } = await make('page', { ...titled('Inside'), product_id: id })
    const bulkInput = { ids: [id], delete: true }
    const refused = (await client.send('POST', 'records/product/bulk', { ...bulkInput, dry_run: true })).body as BulkReply
    expect([refused.deleted, refused.refused.length]).to.deep.equal([0, 1])
    const whole = { ...bulkInput, contents: true }
    const dry = (await client.send('POST', 'records/product/bulk', { ...whole, dry_run: true })).body as BulkReply
    expect([dry.deleted, dry.contents]).to.deep.equal([1, [{ entity: 'page', label: 'Page', count: 1 }]])
    const { undo } = (await client.send('POST', 'records/product/bulk', whole)).body as BulkReply
    expect(codeOf(await client.send('GET', `records/page/${page}`))).to.equal('404 NOT_FOUND')
    expect((await client.send('POST', `undo/${undo}`)).body).to.deep.equal({ restored: 1, left: [] })
    expect(codeOf(await client.send('GET', `records/page/${page}`))).to.equal('200')
  })

  it('delete the records of a filter after a dry run, and are undone once by the same account', async () => {
    for (const text of ['Gone 1', 'Gone 2']) await make('product', { ...titled(text), tax_class_id: 1 })
    const bulkInput = { search: 'gone', delete: true }
    expect((await client.send('POST', 'records/product/bulk', { ...bulkInput, dry_run: true })).body).to.include({
      deleted: 2,
      undo: null,
    })
    const { undo, deleted } = (await client.send('POST', 'records/product/bulk', bulkInput)).body as {
      undo: string
      deleted: number
    }
    expect(deleted).to.equal(2)
    expect((await client.send('GET', 'records/product?search=gone')).body).to.have.nested.property('meta.total', 0)
    const other = await service.as('catalog:write')
    expect(codeOf(await other.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
    expect((await client.send('POST', `undo/${undo}`)).body).to.deep.equal({ restored: 2, left: [] })
    expect((await client.send('GET', 'records/product?search=gone')).body).to.have.nested.property('meta.total', 2)
    expect(codeOf(await client.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
  })

  it('restore a deleted record on undo with its id, texts, files and dependent records', async () => {
    const { app } = service
    const { id: product } = await make('product', { ...titled('Back again'), tax_class_id: 1 })
    const { id: page } = await make('page', { ...titled('Page'), product_id: product })
    const { id: colour } = await make('question', { ...titled('Colour'), page_id: page, question_type: 'Dropdown' })
    const { id: red } = await make('answer', { ...titled('Red'), question_id: colour, price: 12.5 })
    const rules = { all: [{ question: colour, field: 'selected', operator: '==', value: red }] }
    const { id: size } = await make('question', { ...titled('Size'), page_id: page, question_type: 'Textbox', rules })
    const { id: name } = await make('calculation', { name: 'Sum', product_id: product })
    await make('calculation-formula', { calculation_id: name, terms: [{ number: 2 }] })
    const picture = `${api}/records/question/${size}/files/image?name=dot.png`
    const stored = await fetch(app.url + picture, {
      method: 'POST',
      headers: { cookie: client.cookie, 'x-svc-csrf': client.csrf, origin: app.url, 'content-type': 'image/png' },
      body: Uint8Array.from(createPng(2, 2)),
    })
    expect(stored.status).to.equal(201)
    const whole = async () =>
      plain({
        questions: await app.context.database.query('SELECT * FROM svc_question ORDER BY id'),
        texts: await app.context.database.query('SELECT * FROM svc_texts ORDER BY entity, entity_id, field, language_tag'),
        terms: await app.context.database.query('SELECT id, calculation_id, terms FROM svc_calculation_formula ORDER BY id'),
        references: await app.context.database.query('SELECT * FROM svc_references ORDER BY source_id, target_id, target_entity'),
        files: await app.context.database.query(
          'SELECT name, entity, entity_id, property, original_name, size, width, created FROM svc_files ORDER BY entity',
        ),
      })
    const before = await whole()
    const undos: string[] = []
    for (const [entity, id] of [
      ['question', size],
      ['calculation', name],
    ] as const) {
      const removal = (await client.send('POST', `records/${entity}/bulk`, { ids: [id], delete: true })).body
      expect(removal).to.deep.include({ deleted: 1, refused: [] })
      undos.push((removal as { undo: string }).undo)
    }
    expect(await whole()).not.to.deep.equal(before)
    await app.operations.tasks.run('sweep-files')
    for (const undo of undos) expect((await client.send('POST', `undo/${undo}`)).body).to.deep.equal({ restored: 1, left: [] })
    expect(await whole()).to.deep.equal(before)
    const image = await fetch(`${app.url}${api}/records/question/${size}/files/image`, { headers: { cookie: client.cookie } })
    expect(Buffer.from(await image.arrayBuffer()).equals(createPng(2, 2))).to.equal(true)
  })

  it('undo the deletion of a single record, and reject a deletion with an outdated revision', async () => {
    const { id: product_id } = await make('product', { ...titled('Single'), tax_class_id: 1 })
    const { id: calculation } = await make('calculation', { name: 'Alone', product_id })
    await make('calculation-formula', { calculation_id: calculation, terms: [{ number: 2 }] })
    const address = `records/calculation/${calculation}`
    const before = plain((await client.send('GET', address)).body)
    const late = await client.send('DELETE', address, undefined, { 'if-match': '"7"' })
    expect(codeOf(late)).to.equal('412 PRECONDITION_FAILED')
    const removal = await client.send('DELETE', address)
    expect(codeOf(removal)).to.equal('200')
    const { undo } = removal.body as { readonly undo: string }
    expect(codeOf(await client.send('GET', address))).to.equal('404 NOT_FOUND')
    const other = await service.as('catalog:write')
    expect(codeOf(await other.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
    expect((await client.send('POST', `undo/${undo}`)).body).to.deep.equal({ restored: 1, left: [] })
    expect(plain((await client.send('GET', address)).body)).to.deep.equal(before)
    expect(
      (await service.app.records.list('calculation-formula', { filters: new Map([['calculation_id', calculation]]) })).meta.total,
    ).to.equal(1)
  })

  it('restore no record whose parent is deleted, and restore a password unchanged', async () => {
    const { app } = service
    const { id: product } = await make('product', { ...titled('Owner'), tax_class_id: 1 })
    const { id: page } = await make('page', { ...titled('Owned'), product_id: product })
    const undoOf = async (entity: string, id: number): Promise<string> =>
      ((await client.send('POST', `records/${entity}/bulk`, { ids: [id], delete: true })).body as { undo: string }).undo
    const undo = await undoOf('page', page)
    expect(codeOf(await client.send('DELETE', `records/product/${product}`))).to.equal('200')
    const answer = (await client.send('POST', `undo/${undo}`)).body as { restored: number; left: readonly { id: number }[] }
    expect(answer.restored).to.equal(0)
    expect(answer.left.map(({ id }) => id)).to.deep.equal([page])
    const [group] = (await app.records.list('customer-group', { limit: 1 })).records
    const fields = { email: 'back@shop.example', customer_group_id: Number(group!.id), password: 'a long enough one' }
    const { id: customer } = await app.records.write('customer', fields)
    const hash = () => app.context.database.query('SELECT password FROM svc_customer WHERE id = ?', [customer])
    const before = await hash()
    await client.send('POST', `undo/${await undoOf('customer', customer)}`)
    expect(await hash()).to.deep.equal(before)
  })

  it('are rejected without records, with too many, or with both a change and a deletion', async () => {
    const rows = await service.app.context.database.query('SELECT * FROM svc_product')
    for (const body of [
      { change: { published: false } },
      { ids: [1], change: { published: false }, delete: true },
      { ids: [1] },
      { ids: ['1'], delete: true },
      { ids: Array.from({ length: 1_001 }, (_, i) => i + 1), delete: true },
      { ids: [1], delete: true, all: true },
    ])
      expect(codeOf(await client.send('POST', 'records/product/bulk', body)), JSON.stringify(body).slice(0, 80)).to.equal(
        '422 VALIDATION_FAILED',
      )
    expect(await service.app.context.database.query('SELECT * FROM svc_product')).to.deep.equal(rows)
  })
})
