// Variant tables as records: stored form, validation messages, and their effect on configurations and proofs.
import { expect } from 'chai'
import type { ProofReport } from '../../../core/engine/proof/product-proof.js'
import type { SimulationReport } from '../../../core/engine/proof/simulator.js'
import { changeSelection, initializeConfiguration } from '../../../core/engine/program/configuration.js'
import { compileWithTables } from '../../../core/engine/variant/variant-compiler.js'
import { loadProductSource } from '../../../core/product/source.js'
import type { WireRecord } from '../../../core/storage/record/results.js'
import type { RecordCopyReport } from '../../../core/transfer/copy/copy.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor, type CatalogAuthor } from '../../support/catalog-author.js'
import { anonymousContext } from '../engine/engine-product.js'
import { catchValidationError } from '../../support/validation-error.js'

describe('variant table', () => {
  let app: TestApp
  let author: CatalogAuthor
  let product: number
  let colour: number
  let size: number
  let width: number
  let engraving: number
  const ids: Record<string, number> = {}
  let table: number
  let rows: readonly unknown[]

  before(async () => {
    app = await bootTestApp()
    author = createCatalogAuthor(app)
    product = await author.product('Shelf', { published: true })
    const page = await author.page(product, 'Page')
    colour = await author.question(page, 'Colour', 'Radiobuttons', { required: true })
    size = await author.question(page, 'Size', 'Dropdown', { required: true })
    width = await author.question(page, 'Width', 'Textbox', { validate: true, input_restriction: 'integer' })
    engraving = await author.question(page, 'Engraving', 'Textarea')
    for (const [question, titles] of [
      [colour, ['Red', 'Blue', 'Green']],
      [size, ['Small', 'Large']],
    ] as const)
      for (const title of titles) ids[title] = await author.answer(question, title)
  })
  after(() => app.stop())

  const fields = (own: object): Record<string, unknown> => ({ product_id: product, name: 'Stock', ...own })
  const issuesOf = async (own: object): Promise<readonly (readonly string[])[]> => {
    const refusal = await catchValidationError(app.records.write('variant-table', fields(own)))
    return refusal.issues.map(({ field, message }) => [field, message])
  }
  const read = async (id: number): Promise<WireRecord> => (await app.records.read('variant-table', id)).record

  it('is returned as it was written', async () => {
    rows = [
      [ids.Red, ids.Small, { from: 10_000, to: 20_000 }],
      [[ids.Red, ids.Blue], '*', [40_000, { from: 50_000, to: 60_000 }]],
      [ids.Green, ids.Large, '*'],
    ]
    table = (await app.records.write('variant-table', fields({ question_ids: [colour, size, width], rows }))).id
    const record = await read(table)
    expect(record).to.deep.include({ product_id: product, name: 'Stock', mode: 'allow', published: true, rows })
    expect(record.question_ids).to.deep.equal([colour, size, width])
    await app.records.write('variant-table', { name: 'In stock' }, { id: table })
    expect((await read(table)).rows).to.deep.equal(rows)
    expect((await read(table)).name).to.equal('In stock')
  })

  it('accepts only questions of its product that have answers or take numbers', async () => {
    const other = await author.question(await author.page(await author.product('Box'), 'Page'), 'Lid', 'Radiobuttons')
    expect(await issuesOf({ question_ids: [colour, engraving, other], rows: [['*', '*', '*']] })).to.deep.equal([
      [
        'question_ids[1]',
        "The question 'Engraving' cannot be a column. A variant table takes questions with answers, and questions for numbers.",
      ],
      ['question_ids[2]', `The product has no question ${other}. A variant table uses questions of its own product.`],
    ])
    expect(await issuesOf({ question_ids: [colour, colour], rows: [['*', '*']] })).to.deep.equal([
      ['question_ids[1]', `Field Questions names question ${colour} twice.`],
    ])
    expect((await issuesOf({ question_ids: [987_654], rows: [['*']] })).map(([field]) => field)).to.include('question_ids')
    expect((await issuesOf({ rows: [['*']] })).map(([field]) => field)).to.deep.equal(['question_ids'])
  })

  it('rejects cells that do not match their question, and names row and column', async () => {
    const rows = [
      [ids.Red, ids.Small, 10],
      [ids.Small, ids.Small, 10],
      [{ from: 1, to: 2 }, ids.Small, 10],
      [ids.Red, ids.Small],
    ]
    const answerList = `${ids.Red} (Red), ${ids.Blue} (Blue), ${ids.Green} (Green)`
    expect(await issuesOf({ question_ids: [colour, size, width], rows })).to.deep.equal([
      ['rows[1][0]', `Row 2, column 'Colour': ${ids.Small} is not an answer to this question; use one of ${answerList}.`],
      ['rows[2][0]', `Row 3, column 'Colour': {"from":1,"to":2} is not the id of an answer; use one of ${answerList}.`],
      ['rows[3]', 'Row 4 has 2 cells, but the table has 3 questions.'],
    ])
    const [unread] = await issuesOf({ question_ids: [colour, width], rows: [[ids.Red, 'ten']] })
    expect(unread?.[0]).to.equal('rows[0][1]')
    expect(unread?.[1]).to.contain('Row 1 of field Rows has an invalid cell. The field takes one list per row')
  })

  it('validates its rows again when its questions change', async () => {
    const refusal = await catchValidationError(
      app.records.write('variant-table', { question_ids: [size, colour, width] }, { id: table }),
    )
    expect(refusal.issues[0]?.message).to.match(/^Row 1, column 'Size': \d+ is not an answer to this question/)
  })

  it('blocks the deletion of referenced questions and answers', async () => {
    const refusal = await catchValidationError(app.records.remove('answer', ids.Green!))
    expect(refusal.message).to.contain('In stock')
    await app.records.write(
      'variant-table',
      { question_ids: [colour, size, width], rows: [[ids.Red, ids.Small, '*']] },
      { id: table },
    )
    expect((await catchValidationError(app.records.remove('question', width))).message).to.contain('In stock')
    await app.records.write('variant-table', { rows }, { id: table })
  })

  it('applies once it is stored, and no longer after it is unpublished', async () => {
    const selectable = async (): Promise<readonly boolean[]> => {
      const source = await loadProductSource(app.context, product)
      const { state } = initializeConfiguration(compileWithTables(source, app.context.registry), anonymousContext)
      changeSelection(state, { question_id: size, value: String(ids.Small) })
      changeSelection(state, { question_id: width, value: '15000' })
      return ['Red', 'Blue', 'Green'].map((title) => state.ownRule(state.program.answerIndex.get(ids[title]!)!))
    }
    expect(await selectable()).to.deep.equal([true, false, false])
    await app.records.write('variant-table', { published: false }, { id: table })
    expect(await selectable()).to.deep.equal([true, true, true])
    await app.records.write('variant-table', { published: true }, { id: table })
  })

  it('is included in proofs, simulations and write findings', async () => {
    const other = await app.records.write(
      'variant-table',
      fields({
        name: 'Sizes',
        question_ids: [colour, size],
        rows: [
          [ids.Red, '*'],
          [ids.Blue, ids.Large],
        ],
      }),
    )
    expect(other.findings?.map(({ kind, id }) => [kind, id])).to.deep.equal([['dead-answer', ids.Green]])
    const report = (await app.act('simulate-product', { product_id: product, walks: 20 })) as SimulationReport
    expect(report.validConfigurations).to.equal('3')
    const proof = (await app.act('prove-product', { product_id: product })) as ProofReport
    expect(proof.deadAnswers).to.deep.equal([ids.Green])
    await app.records.remove('variant-table', other.id)
    const again = (await app.act('simulate-product', { product_id: product, walks: 20 })) as SimulationReport
    expect(again.validConfigurations).to.equal('5')
  })

  it('is copied with its product and references the copied answers', async () => {
    const report = (await app.act('copy-record', { entity: 'product', id: product })) as RecordCopyReport
    expect(report.created['variant-table']).to.equal(1)
    const { records } = await app.records.list('variant-table', { filters: new Map([['product_id', report.id]]) })
    const copied = await read(records[0]!.id)
    const original = await read(table)
    expect(copied.question_ids)
      .to.have.length(3)
      .and.to.not.include.members(original.question_ids as number[])
    const numbers = (rows: unknown): readonly number[] => JSON.stringify(rows).match(/\d+/g)!.map(Number)
    const answers = new Set(Object.values(ids))
    expect(numbers(copied.rows).filter((id) => answers.has(id))).to.deep.equal([])
    expect(numbers(copied.rows)).to.include.members([10_000, 20_000, 40_000, 50_000, 60_000])
  })
})
