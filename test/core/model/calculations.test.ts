// Calculations and their bodies through the write pipeline: one body, its type, and no circular values.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError, listRejectedFields } from '../../support/validation-error.js'
import { createCalculation, createQuestion, createSmallProduct, type SmallProduct } from '../../support/small-shop.js'

describe('calculation', () => {
  let app: TestApp
  let smallProduct: SmallProduct
  let calculation: number

  before(async () => {
    app = await bootTestApp()
    smallProduct = await createSmallProduct(app.records)
  })
  after(() => app.stop())
  beforeEach(async () => {
    calculation = await createCalculation(app.records, smallProduct.product, 'Price')
  })

  const typeOf = async (id: number) => (await app.records.read('calculation', id)).record.type
  const bodies = async (entity: string) => {
    const { records } = await app.records.list(entity, { unbounded: true })
    return records.filter((row) => row.calculation_id === calculation).length
  }
  const writeFormula = (terms: unknown, id = calculation) =>
    app.records.write('calculation-formula', { calculation_id: id, terms })
  const writeMatrix = (fields: Readonly<Record<string, unknown>> = {}) =>
    app.records.write('calculation-matrix', {
      calculation_id: calculation,
      row_question_id: smallProduct.width,
      lookup: 'nextHigher',
      cells: [{ row: 600, column: 0, value: '55.00' }],
      ...fields,
    })

  it('returns a formula as it was written', async () => {
    const terms = [
      { number: 2.5 },
      { operator: '*' },
      {
        group: [
          { question: smallProduct.width, fallback: 3 },
          { operator: '+' },
          { question: smallProduct.colour, field: 'price' },
        ],
      },
      { operator: '-' },
      { function: 'round', parameters: [[{ question: smallProduct.width }], [{ number: 1 }]] },
    ]
    const { id } = await writeFormula(terms)
    expect((await app.records.read('calculation-formula', id)).record.terms).to.deep.equal(terms)
  })

  it('returns a matrix as it was written, with values as strings', async () => {
    const { id } = await writeMatrix({
      cells: [
        { row: 600, column: 0, value: 55.5 },
        { row: '700', column: 0, value: '60.00' },
      ],
    })
    const { record } = await app.records.read('calculation-matrix', id)
    expect(record.cells).to.deep.equal([
      { row: 600, column: 0, value: '55.5' },
      { row: 700, column: 0, value: '60.00' },
    ])
  })

  it('stores code verbatim', async () => {
    const code = ' A  * 2 + (QuestionSelection(1) == "a\\\\b" ? 1 : 0)'.replace('1)', `${smallProduct.width})`)
    const { id } = await app.records.write('calculation-code', {
      calculation_id: calculation,
      code,
      question_id_a: smallProduct.width,
    })
    expect((await app.records.read('calculation-code', id)).record.code).to.equal(code)
  })

  it('adopts the type of the last body written, which replaces the other bodies', async () => {
    await writeFormula([{ number: 1 }])
    await writeMatrix()
    expect(await typeOf(calculation)).to.equal('matrix')
    expect([await bodies('calculation-formula'), await bodies('calculation-matrix')]).to.deep.equal([0, 1])
  })

  it('rejects a second body of the same type', async () => {
    const { id } = await writeFormula([{ number: 1 }])
    const { issues } = await catchValidationError(writeFormula([{ number: 2 }]))
    expect(issues[0]).to.include({ field: 'calculation_id' })
    expect(issues[0]?.message).to.contain(`calculation-formula ${id}`)
  })

  it('rejects a change of its type while it has a body', async () => {
    await writeFormula([{ number: 1 }])
    const { issues } = await catchValidationError(app.records.write('calculation', { type: 'matrix' }, { id: calculation }))
    expect(issues[0]?.message).to.contain('Replace the body with the action set-calculation;')
  })

  it('rejects a change of its product', async () => {
    const other = await createSmallProduct(app.records, 'Other')
    expect(
      await listRejectedFields(app.records.write('calculation', { product_id: other.product }, { id: calculation })),
    ).to.deep.equal(['product_id'])
  })

  it('is deleted together with its body', async () => {
    await writeMatrix()
    await app.records.remove('calculation', calculation)
    expect(await bodies('calculation-matrix')).to.equal(0)
  })

  it('rejects two cells at one coordinate, a coordinate on an absent axis, and two sources for one axis', async () => {
    const cell = { row: 1, column: 0, value: '1' }
    expect(await listRejectedFields(writeMatrix({ cells: [cell, cell] }))).to.deep.equal(['cells[1]'])
    expect(await listRejectedFields(writeMatrix({ cells: [{ ...cell, column: 2 }] }))).to.deep.equal(['cells'])
    expect(await listRejectedFields(writeMatrix({ row_calculation_id: calculation }))).to.include('row_calculation_id')
  })

  it('rejects questions of another product in every type of body', async () => {
    const { width } = await createSmallProduct(app.records, 'Other')
    const code = { calculation_id: calculation, code: `QuestionPrice(${width})` }
    expect(await listRejectedFields(writeFormula([{ question: width }]))).to.deep.equal(['terms[0].question'])
    expect(await listRejectedFields(writeMatrix({ row_question_id: width }))).to.deep.equal(['row_question_id'])
    expect(await listRejectedFields(app.records.write('calculation-code', code))).to.deep.equal(['code'])
    expect(
      await listRejectedFields(app.records.write('calculation-code', { ...code, code: ' A ', question_id_a: width })),
    ).to.deep.equal(['question_id_a'])
  })

  it('blocks the deletion of questions that its body references', async () => {
    const { width, page } = smallProduct
    const other = await createQuestion(app.records, page, 'Textbox')
    const bodies: readonly (readonly [entity: string, fields: object])[] = [
      ['calculation-formula', { terms: [{ question: other }] }],
      ['calculation-matrix', { row_question_id: other, lookup: 'exact', cells: [{ row: 1, column: 0, value: '1' }] }],
      ['calculation-code', { code: `QuestionPrice(${other})`, question_id_a: width }],
    ]
    for (const [entity, fields] of bodies) {
      await app.records.write(entity, { calculation_id: calculation, ...fields })
      expect((await catchValidationError(app.records.remove('question', other))).message, entity).to.match(
        /^question .* cannot be deleted/,
      )
    }
    await app.records.remove('calculation', calculation)
    await app.records.remove('question', other)
  })

  it('rejects code that is not an expression', async () => {
    const { issues } = await catchValidationError(
      app.records.write('calculation-code', { calculation_id: calculation, code: 'return A * 2;' }),
    )
    expect(issues[0]?.message).to.contain('expression')
  })

  it('rejects a circular value and names the calculations involved', async () => {
    const other = await createCalculation(app.records, smallProduct.product, 'Base')
    await writeFormula([{ calculation: other }])
    const { issues } = await catchValidationError(writeFormula([{ calculation: calculation }], other))
    expect(issues[0]).to.include({ field: 'terms', code: 'VALUE_LOOP' })
    expect(issues[0]?.message).to.contain('Price').and.contain('Base')
  })

  it('rejects a circular value through the price of a question or of an answer', async () => {
    await writeFormula([{ question: smallProduct.colour, field: 'price' }])
    expect(
      await listRejectedFields(app.records.write('question', { calcmodel: calculation }, { id: smallProduct.colour })),
    ).to.deep.equal(['calcmodel'])
    expect(
      await listRejectedFields(app.records.write('answer', { calcmodel: calculation }, { id: smallProduct.red })),
    ).to.deep.equal(['calcmodel'])
    await app.records.write('question', { calcmodel: calculation }, { id: smallProduct.width })
    await app.records.write('question', { calcmodel: null }, { id: smallProduct.width })
  })
})
