// Moved pages, questions and answers: no rule, term or table may reference a record of another product afterwards.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import {
  createAnswer,
  createCalculation,
  createPage,
  createProduct,
  createQuestion,
  createSmallProduct,
  type SmallProduct,
} from '../../support/small-shop.js'

describe('move to another product', () => {
  let app: TestApp
  let smallProduct: SmallProduct
  let elsewhere: number
  let pageElsewhere: number

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())
  beforeEach(async () => {
    smallProduct = await createSmallProduct(app.records)
    elsewhere = await createProduct(app.records, 'Other')
    pageElsewhere = await createPage(app.records, elsewhere)
  })

  const ruledByColour = () => ({ rules: { question: smallProduct.colour, operator: '==', value: smallProduct.red } })
  const movePage = (id: number) => app.records.write('page', { product_id: elsewhere }, { id })
  const moveQuestion = (id: number) => app.records.write('question', { page_id: pageElsewhere }, { id })
  async function refusedBecause(write: Promise<unknown>, field: string, sentence: RegExp): Promise<void> {
    const { issues } = await catchValidationError(write)
    expect(issues.map((issue) => issue.field)).to.deep.equal([field])
    expect(issues[0]!.message).to.match(sentence)
  }

  it('moves a page with rules that reference only its own questions', async () => {
    await createQuestion(app.records, smallProduct.page, 'Textbox', ruledByColour())
    await movePage(smallProduct.page)
    expect((await app.records.read('page', smallProduct.page)).record.product_id).to.equal(elsewhere)
  })

  it('rejects a page whose questions have rules about remaining questions', async () => {
    const page = await createPage(app.records, smallProduct.product)
    await createQuestion(app.records, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(page), 'product_id', /refers to (question "Dropdown"|answer "Red")/)
    expect((await app.records.read('page', page)).record.product_id).to.equal(smallProduct.product)
  })

  it('rejects a page whose answers have rules about remaining questions', async () => {
    const page = await createPage(app.records, smallProduct.product)
    const question = await createQuestion(app.records, page, 'Dropdown')
    await createAnswer(app.records, question, 'Green', { rules: { question: smallProduct.width, operator: '>', value: 5 } })
    await refusedBecause(movePage(page), 'product_id', /answer "Green" refers to question "Textbox"/)
  })

  it('rejects a page that rules of remaining questions reference', async () => {
    const page = await createPage(app.records, smallProduct.product)
    await createQuestion(app.records, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(smallProduct.page), 'product_id', /refers to (question "Dropdown"|answer "Red")/)
  })

  it('rejects a page or a question that a calculation of the product reads', async () => {
    const calculation_id = await createCalculation(app.records, smallProduct.product, 'Area')
    await app.records.write('calculation-formula', { calculation_id, terms: [{ question: smallProduct.width }] })
    await refusedBecause(movePage(smallProduct.page), 'product_id', /refers to question "Textbox"/)
    const table = await createCalculation(app.records, smallProduct.product, 'Table')
    const axes = { row_question_id: smallProduct.colour, lookup: 'exact', cells: [] }
    const cells = [{ row: smallProduct.red, column: 0, value: '1' }]
    await app.records.write('calculation-matrix', { calculation_id: table, ...axes, cells })
    await refusedBecause(moveQuestion(smallProduct.colour), 'page_id', /refers to question "Dropdown"/)
  })

  it('rejects a question whose answers have rules about remaining questions', async () => {
    await app.records.write(
      'answer',
      { rules: { question: smallProduct.width, operator: '>', value: 5 } },
      { id: smallProduct.red },
    )
    await refusedBecause(moveQuestion(smallProduct.colour), 'page_id', /answer "Red" refers to question "Textbox"/)
  })

  it('rejects an answer whose price would then depend on itself', async () => {
    const calculation = await createCalculation(app.records, smallProduct.product, 'Share')
    await app.records.write('calculation-formula', {
      calculation_id: calculation,
      terms: [{ question: smallProduct.colour, field: 'price' }],
    })
    const other = await createQuestion(app.records, smallProduct.page, 'Dropdown')
    const priced = await createAnswer(app.records, other, 'Priced', { calcmodel: calculation })
    await refusedBecause(
      app.records.write('answer', { question_id: smallProduct.colour }, { id: priced }),
      'calcmodel',
      /depend on itself/,
    )
  })

  it('allows questions within the product, and rejects an answer that a rule references by its question', async () => {
    const page = await createPage(app.records, smallProduct.product)
    const other = await createQuestion(app.records, page, 'Dropdown', ruledByColour())
    await app.records.write('question', { page_id: page }, { id: smallProduct.colour })
    await refusedBecause(
      app.records.write('answer', { question_id: other }, { id: smallProduct.red }),
      'question_id',
      /refers to answer "Red"/,
    )
    await app.records.write('answer', { question_id: other }, { id: smallProduct.blue })
  })
})
