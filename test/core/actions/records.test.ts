// Record actions: returned records, rejected input, and dry runs that store nothing.
import { expect } from 'chai'
import { NotFoundError } from '../../../core/foundation/errors.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError, listRejectedFields } from '../../support/validation-error.js'
import { authorBlind, type Blind } from './blind.js'

interface Listed {
  readonly records: readonly { readonly id: number; readonly title?: string }[]
  readonly total: number
  readonly matching: number
  readonly returned: number
  readonly next_offset?: number
}

describe('record actions', () => {
  let app: TestApp
  let blind: Blind
  before(async () => {
    app = await bootTestApp()
    blind = await authorBlind(app)
  })
  after(() => app.stop())

  it('describe-entity: returns the required keys in every language and the access scopes', async () => {
    const described = (await app.act('describe-entity', { entity: 'page' })) as {
      readonly required: readonly string[]
      readonly scopes: unknown
      readonly writableByTools: boolean
    }
    expect(described.required).to.deep.equal(['product_id', 'title_en_GB', 'title_de_DE'])
    expect(described.scopes).to.deep.equal({ read: ['catalog:read'], write: ['catalog:write'] })
    expect(described.writableByTools).to.equal(true)
  })

  it('list-entities: returns the total and matching counts and the offset of the next page', async () => {
    const other = await authorBlind(app, 'Another blind')
    const filters = { page_id: blind.page }
    const listed = (await app.act('list-entities', { entity: 'question', filters, limit: 2 })) as Listed
    expect(listed).to.deep.include({ total: 6, matching: 3, returned: 2, next_offset: 2 })
    const rest = (await app.act('list-entities', { entity: 'question', filters, limit: 2, offset: 2 })) as Listed
    expect(rest.records.map(({ id }) => id)).to.deep.equal([blind.fabric])
    expect(rest).not.to.have.property('next_offset')
    await app.act('delete-product-deep', { id: other.product })
  })

  it('list-entities: keeps a reply below 40,000 characters and returns only whole rows', async () => {
    for (let i = 0; i < 12; i++) {
      const long = `${i} ${'x'.repeat(240)}`
      await app.records.write('page', { product_id: blind.product, title_en_GB: long, title_de_DE: long })
    }
    const countries = (await app.act('list-entities', { entity: 'country', limit: 200 })) as Listed
    expect(JSON.stringify(countries).length).to.be.lessThan(40_000)
    expect(countries.returned).to.equal(countries.records.length)
    const pages = (await app.act('list-entities', { entity: 'page', filters: { product_id: blind.product } })) as Listed
    expect(pages.returned).to.equal(13)
  })

  it('create-entity: creates a record and returns it completely', async () => {
    const fields = { product_id: blind.product, title_en_GB: 'Colour', title_de_DE: 'Farbe' }
    const created = (await app.act('create-entity', { entity: 'page', fields })) as {
      readonly id: number
      readonly record: object
    }
    expect(created.record).to.include({ title: 'Colour', title_de_DE: 'Farbe', published: true })
    expect((await app.records.read('page', created.id)).record).to.deep.equal(created.record)
  })

  it('update-entity: changes only the submitted fields', async () => {
    const before = (await app.records.read('page', blind.page)).record
    const fields = { title_de_DE: 'Maße' }
    const changed = (await app.act('update-entity', { entity: 'page', id: blind.page, fields })) as { readonly record: object }
    expect(changed.record).to.deep.equal({ ...before, title_de_DE: 'Maße' })
  })

  it('dry run: returns the resulting record and stores nothing', async () => {
    const before = (await app.records.read('page', blind.page)).record
    const fields = { title_en_GB: 'Other' }
    const dry = await app.act('update-entity', { entity: 'page', id: blind.page, fields, dry_run: true })
    expect(dry).to.deep.include({ dry_run: true, id: blind.page })
    expect((dry as { readonly record: { readonly title: string } }).record.title).to.equal('Other')
    expect((await app.records.read('page', blind.page)).record).to.deep.equal(before)
    const count = (await app.records.list('page')).meta.total
    const page = { product_id: blind.product, title_en_GB: 'New', title_de_DE: 'Neu' }
    await app.act('create-entity', { entity: 'page', fields: page, dry_run: true })
    await app.act('delete-entity', { entity: 'answer', id: blind.answers[1], dry_run: true })
    expect((await app.records.list('page')).meta.total).to.equal(count)
    expect((await app.records.read('answer', blind.answers[1])).id).to.equal(blind.answers[1])
  })

  it('rejects unknown fields and fields that tools cannot write', async () => {
    const fields = { product_id: blind.product, titel: 'x' }
    expect(await listRejectedFields(app.act('create-entity', { entity: 'page', fields }))).to.include('titel')
    const image = app.act('update-entity', { entity: 'product', id: blind.product, fields: { image: 'a.png' } })
    expect(await listRejectedFields(image)).to.deep.equal(['image'])
  })

  it('delete-entity: rejects a record that others need, and deletes one that is not referenced', async () => {
    const refusal = await catchValidationError(app.act('delete-entity', { entity: 'page', id: blind.page }))
    expect(refusal.message).to.equal('page "Measures" cannot be deleted because it contains questions.')
    const note = await app.act('delete-entity', { entity: 'answer', id: blind.answers[0] })
    expect(note).to.deep.equal({ entity: 'answer', id: blind.answers[0], deleted: true })
    const readError = await app.act('get-entity', { entity: 'answer', id: blind.answers[0] }).catch((error: unknown) => error)
    expect(readError).to.be.instanceOf(NotFoundError)
  })

  it('name every unknown and every missing argument', async () => {
    expect(await listRejectedFields(app.act('get-entity', { entiti: 'page' }))).to.deep.equal(['entiti', 'entity', 'id'])
  })
})
