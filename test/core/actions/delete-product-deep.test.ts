// Deep deletion of a product: the plan matches the deleted rows, and outside references block the deletion.
import { expect } from 'chai'
import type { Customization } from '../../../core/contract.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { authorBlind, type Blind } from './blind.js'

interface Plan {
  readonly deleted: boolean
  readonly plan: Readonly<Record<string, number>>
  readonly texts: number
  readonly blockers: readonly { readonly entity: string; readonly id: number; readonly message: string }[]
  readonly reassigned: readonly object[]
}

/** Records every stored record. */
const heard: string[] = []
const ear: Customization = {
  kind: 'customization',
  name: 'ear',
  core: '*',
  version: '1.0.0',
  contributes: { observers: { onSvcStoreRecord: ({ entity, id }) => void heard.push(`${entity} ${id}`) } },
  migrations: [],
}

describe('delete-product-deep', () => {
  let app: TestApp
  let blind: Blind
  let seeded: Readonly<Record<string, number>>
  before(async () => {
    app = await bootTestApp({ customizations: [ear] })
  })
  after(() => app.stop())
  beforeEach(async () => {
    await app.reset()
    seeded = await rows()
    blind = await authorBlind(app)
  })

  const deep = async (dry_run = false): Promise<Plan> =>
    (await app.act('delete-product-deep', { id: blind.product, dry_run })) as Plan

  async function rows(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {}
    for (const name of (await app.context.database.dialect.readTables(app.context.database)).keys()) {
      if (name === 'svc_versions') continue
      const [row] = await app.context.database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${quoteName(name)}`)
      counts[name] = Number(row?.count)
    }
    return counts
  }

  it('a dry run returns the plan and changes no row', async () => {
    const before = await rows()
    const { plan, deleted, blockers } = await deep(true)
    expect(plan).to.deep.equal({ product: 1, page: 1, question: 3, answer: 2, calculation: 1, 'calculation-matrix': 1 })
    expect({ deleted, blockers }).to.deep.equal({ deleted: false, blockers: [] })
    expect(await rows()).to.deep.equal(before)
  })

  it('deletes every row of the product and no row of another product', async () => {
    const before = await rows()
    const other = await authorBlind(app, 'Other blind')
    const both = await rows()
    const { plan, deleted, texts } = await deep()
    expect(deleted).to.equal(true)
    expect(texts).to.be.greaterThan(10)
    await app.act('delete-product-deep', { id: other.product })
    expect(both['svc_question']).to.equal(6)
    const empty = await rows()
    for (const [entity, count] of Object.entries(plan)) {
      const table = `svc_${entity.replaceAll('-', '_')}`
      expect(empty[table], table).to.equal(before[table]! - count)
    }
    expect(empty['svc_texts']).to.equal(before['svc_texts']! - texts)
    expect(empty['svc_references']).to.equal(seeded['svc_references'])
  })

  it('deletes examples and detail panes, which block a plain delete', async () => {
    await app.records.write('example', { product_id: blind.product, title_en_GB: 'Small', title_de_DE: 'Klein', selections: [] })
    await app.records.write('product-detail-pane', { product_id: blind.product, heading_en_GB: 'Care', heading_de_DE: 'Pflege' })
    const alone = await createCatalogAuthor(app).product('Blind with a pane')
    await app.records.write('product-detail-pane', { product_id: alone, heading_en_GB: 'Care', heading_de_DE: 'Pflege' })
    expect((await catchValidationError(app.records.remove('product', alone))).message).to.contain('detail pane')
    const { plan, blockers } = await deep(true)
    expect(plan).to.include({ example: 1, 'product-detail-pane': 1 })
    expect(blockers).to.deep.equal([])
    await deep()
    expect((await app.records.list('product-detail-pane')).meta.total).to.equal(1)
  })

  it('deletes open configurations of the product', async () => {
    await app.shop.configurations.start({ product_id: blind.product })
    expect((await deep(true)).plan).to.include({ configuration: 1 })
    await deep()
    expect((await app.records.list('configuration')).meta.total).to.equal(0)
  })

  it('is rejected while outside records reference the product, names each record and deletes nothing', async () => {
    const titles = { title_en_GB: 'Blinds', title_de_DE: 'Rollos' }
    const list = (await app.records.write('product-list', titles)).id
    const assignment = (await app.records.write('product-list-assignment', { product_id: blind.product, product_list_id: list }))
      .id
    const before = await rows()
    const { blockers } = await deep(true)
    expect(blockers).to.have.length(1)
    expect(blockers[0]).to.deep.include({ entity: 'product-list-assignment', id: assignment })
    const refusal = await catchValidationError(deep())
    expect(refusal.message).to.match(/^product "Roller blind" and its content cannot be deleted\./)
    expect(refusal.message).to.include(`product-list-assignment ${assignment}`)
    expect(await rows()).to.deep.equal(before)
    await app.act('delete-entity', { entity: 'product-list-assignment', id: assignment })
    expect((await deep()).deleted).to.equal(true)
  })

  it('moves a calculation that another product uses to that product', async () => {
    const other = await authorBlind(app, 'Other blind')
    const lone = (await app.records.write('calculation', { product_id: blind.product, name: 'Shared' })).id
    await app.records.write('calculation-formula', { calculation_id: lone, terms: [{ number: 5 }] })
    await app.records.write('question', { calcmodel: lone }, { id: other.drop })
    const { reassigned: retained, blockers } = await deep(true)
    expect({ reassigned: retained, blockers }).to.deep.equal({
      reassigned: [{ entity: 'calculation', id: lone, owner: other.product }],
      blockers: [],
    })
    heard.length = 0
    await deep()
    expect(heard, 'the move is stored through the write pipeline').to.deep.equal([`calculation ${lone}`])
    expect((await app.records.read('calculation', lone)).record).to.include({ product_id: other.product })
    expect(await app.act('get-calculation', { calculation_id: lone })).to.have.property('formula')
  })
})
