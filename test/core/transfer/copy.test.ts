// Copies: of every demo product, of parts within a product and into another one, and rejected copies.
import { expect } from 'chai'
import { compileProgram } from '../../../core/engine/program/compiler.js'
import { loadProductSource } from '../../../core/product/source.js'
import { loadRecordFiles } from '../../../core/storage/files/record-files.js'
import { getLayout } from '../../../core/storage/record/present.js'
import type { WireRecord } from '../../../core/storage/record/results.js'
import type { RecordCopyReport } from '../../../core/transfer/copy/copy.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { copyProduct } from './product-copy.js'
import { catchValidationError } from '../../support/validation-error.js'
import { compareWalks } from './compared-walks.js'
import { authorBlind, type Blind } from '../actions/blind.js'

type Input = Readonly<Record<string, unknown>>

const copy = async (app: TestApp, input: Input): Promise<RecordCopyReport> =>
  (await app.act('copy-record', input)) as RecordCopyReport
const recordOf = async (app: TestApp, entity: string, id: number): Promise<WireRecord> =>
  (await app.records.read(entity, id)).record

describe('A copy of a product', () => {
  let app: TestApp
  let products: readonly number[]

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    await seedDemo(app, () => undefined)
    products = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
  })
  after(() => app?.stop())

  it('contains every part, text and picture of it, and refers to none of its records', async function () {
    this.timeout(60_000)
    const { registry } = app.context
    for (const id of products) {
      const { report, pairs } = await copyProduct(app, id)
      const originals = new Set(pairs.map(([{ entity, record }]) => `${entity.name} ${record.id}`))
      expect(report.left_out).to.deep.equal([])
      expect(Object.values(report.created).reduce((sum, count) => sum + count, 0)).to.equal(pairs.length)
      for (const [original, copied] of pairs) {
        expect(copied.entity).to.equal(original.entity)
        for (const property of getLayout(original.entity).persisted) {
          const [originalValue, other] = [original.record.values[property.name], copied.record.values[property.name]]
          const isRoot = original.record.id === id && original.entity.name === 'product'
          if (property.kind.references) {
            const names = property.kind.references(other, property, registry)
            expect(names.length).to.equal(property.kind.references(originalValue, property, registry).length)
            const crossing = names.filter((reference) => originals.has(`${reference.entity} ${reference.id}`))
            expect(crossing, `${copied.entity.name}.${property.name}`).to.deep.equal([])
          } else if (!isRoot || !['published', 'label'].includes(property.name)) expect(other).to.deep.equal(originalValue)
        }
      }
      const files = async (members: typeof pairs, side: 0 | 1) => {
        const all = members
          .map((pair) => pair[side])
          .map(({ entity, record }) => loadRecordFiles(app.context, entity.name, record.id))
        return (await Promise.all(all)).flat().map(({ field, name, stored }) => ({ field, name, stored }))
      }
      expect(await files(pairs, 1)).to.deep.equal(await files(pairs, 0))
    }
  })

  it('is configured and priced like the original for random selections', async function () {
    this.timeout(120_000)
    for (const id of products) {
      const copied = await copyProduct(app, id)
      const [a, b] = await Promise.all([id, copied.report.id].map((productId) => loadProductSource(app.context, productId)))
      compareWalks(compileProgram(a!, app.context.registry), compileProgram(b!, app.context.registry), copied, 150)
    }
  })

  it('is unpublished and has its own label in each language', async () => {
    const [id] = products
    const [original, copied] = [
      await recordOf(app, 'product', id!),
      await recordOf(app, 'product', (await copyProduct(app, id!)).report.id),
    ]
    expect(copied.published).to.equal(false)
    expect(copied.title_en_GB).to.equal(original.title_en_GB)
    for (const key of ['label_en_GB', 'label_de_DE']) {
      expect(copied[key]).to.match(/-\d+$/)
      expect(copied[key]).to.not.equal(original[key])
    }
  })
})

describe('A copy of a part', () => {
  let app: TestApp
  let blind: Blind
  before(async () => {
    app = await bootTestApp()
    blind = await authorBlind(app)
  })
  after(() => app?.stop())

  const countOf = async (entity: string): Promise<number> => {
    const { meta } = await app.records.list(entity)
    return meta.total
  }
  const answersOf = async (question: number): Promise<readonly WireRecord[]> => {
    const { records } = await app.records.list('answer', { filters: new Map([['question_id', question]]), sort: 'id' })
    return Promise.all(records.map(({ id }) => recordOf(app, 'answer', id)))
  }

  it('is the last one of its parent and refers to records that are not copied with it', async () => {
    const report = await copy(app, { entity: 'question', id: blind.fabric })
    expect(report.created).to.deep.equal({ question: 1, answer: 2 })
    const question = await recordOf(app, 'question', report.id)
    expect(question).to.include({ page_id: blind.page, title_en_GB: 'Fabric', ordering: 4 })
    const [plain, blackout] = await answersOf(report.id)
    expect(plain!.rules).to.equal(null)
    expect(blackout!.rules).to.deep.equal({ question: blind.width, operator: '<=', value: 1500 })
  })

  it('refers to copied records instead of the originals', async () => {
    const report = await copy(app, { entity: 'page', id: blind.page })
    const { records } = await app.records.list('question', { filters: new Map([['page_id', report.id]]), sort: 'ordering' })
    const [width, , fabric] = records
    const [, blackout] = await answersOf(fabric!.id)
    expect(blackout!.rules).to.deep.equal({ question: width!.id, operator: '<=', value: 1500 })
    expect((await recordOf(app, 'question', width!.id)).calcmodel).to.equal(blind.table)
  })

  it('includes calculations if it is copied into another product, and is rejected if it refers to the first product', async () => {
    const other = await authorBlind(app, 'Another blind')
    const input = { entity: 'page', id: blind.page, into: other.product }
    const report = await copy(app, input)
    expect(report.created).to.include({ page: 1, calculation: 1, 'calculation-matrix': 1 })
    const { records } = await app.records.list('question', { filters: new Map([['page_id', report.id]]), sort: 'ordering' })
    const width = await recordOf(app, 'question', records[0]!.id)
    const table = await recordOf(app, 'calculation', Number(width.calcmodel))
    expect(table).to.include({ product_id: other.product, name: 'Price table' })
    const { matrix } = (await app.act('get-calculation', { calculation_id: table.id })) as { readonly matrix: object }
    expect(matrix).to.deep.include({ rows: { question: width.id }, columns: { question: records[1]!.id } })

    const crossing = { entity: 'question', id: blind.fabric, into: other.page }
    const before = await countOf('question')
    const { issues } = await catchValidationError(copy(app, crossing))
    expect(issues).to.have.length(1)
    expect(issues[0]).to.include({ field: 'rules', code: 'OTHER_PRODUCT' })
    expect(issues[0]!.message).to.equal(`Field Rule of answer "Blackout" refers to question ${blind.width} of another product.`)
    expect(await countOf('question')).to.equal(before)

    const { id, left_out: omissions } = await copy(app, { ...crossing, leave_out: true })
    expect(omissions.map(({ entity, field }) => [entity, field])).to.deep.equal([['answer', 'rules']])
    expect((await answersOf(id)).map(({ rules }) => rules)).to.deep.equal([null, null])
  })

  it('replaces ids in code and formulas, and includes code only if the caller allows it', async () => {
    const author = createCatalogAuthor(app)
    const id = await author.product('Coded')
    const page = await author.page(id, 'Page')
    const [first, second] = [await author.question(page, 'A', 'Textbox'), await author.question(page, 'B', 'Textbox')]
    const terms = [
      { question: first },
      { operator: '+' },
      { function: 'max', parameters: [[{ question: second }], [{ number: 1 }]] },
    ]
    const formula = await author.calculation(id, 'Formula', 'formula', { terms })
    const code = `QuestionSelection(${first}) +  Calculation( ${formula} ) *  A  + QuestionProperty(${second}, 'price')`
    await author.calculation(id, 'Code', 'code', { code, question_id_a: second })
    const { issues } = await catchValidationError(copy(app, { entity: 'product', id }))
    expect(issues.map(({ field, code: issueCode }) => [field, issueCode])).to.deep.equal([['with_code', 'CODE']])

    const { idOf, pairs } = await copyProduct(app, id)
    const of = (entity: string) => pairs.find(([original]) => original.entity.name === entity)![1].record.id
    const [a, b, calculation] = [idOf('question', first), idOf('question', second), idOf('calculation', formula)]
    expect((await recordOf(app, 'calculation-code', of('calculation-code'))).code).to.equal(
      `QuestionSelection(${a}) +  Calculation( ${calculation} ) *  A  + QuestionProperty(${b}, 'price')`,
    )
    expect((await recordOf(app, 'calculation-formula', of('calculation-formula'))).terms).to.deep.equal([
      { question: a },
      { operator: '+' },
      { function: 'max', parameters: [[{ question: b }], [{ number: 1 }]] },
    ])
  })

  it('keeps empty values of the original despite defaults', async () => {
    await app.records.write('question', { multiplicator: null }, { id: blind.fabric })
    const { id } = await copy(app, { entity: 'question', id: blind.fabric })
    expect((await recordOf(app, 'question', id)).multiplicator).to.equal(
      (await recordOf(app, 'question', blind.fabric)).multiplicator,
    )
  })

  it('stores nothing in a dry run', async () => {
    const before = await countOf('product')
    expect(await copy(app, { entity: 'product', id: blind.product, dry_run: true })).to.deep.include({
      dry_run: true,
      created: { product: 1, page: 2, calculation: 1, question: 9, answer: 10, 'calculation-matrix': 1 },
    })
    expect(await countOf('product')).to.equal(before)
  })

  it('is rejected for entities that are not part of a product, and for unknown destinations', async () => {
    const unknown = await app.act('copy-record', { entity: 'page', id: 9_999 }).catch((error: Error) => error.message)
    expect(unknown).to.contain('9999')
    const nowhere = await app
      .act('copy-record', { entity: 'page', id: blind.page, into: 9_999 })
      .catch((error: Error) => error.message)
    expect(nowhere).to.equal('There is no product with the id 9999 to copy into.')
    const refused = async (input: Input) => (await catchValidationError(copy(app, input))).issues.map(({ field }) => field)
    expect(await refused({ entity: 'product', id: blind.product, into: 1 })).to.deep.equal(['into'])
    expect(await refused({ entity: 'currency', id: 1 })).to.deep.equal(['entity'])
  })

  it('supports every field that contains ids', () => {
    for (const entity of app.context.registry.entities.values()) {
      for (const { name, kind } of Object.values(entity.properties)) {
        if (kind.references) expect(kind.repoint, `${entity.name}.${name}`).to.be.a('function')
      }
    }
  })
})
