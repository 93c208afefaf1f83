// Pages, questions and answers that move: no rule, term or table may afterwards name what stands in another product (spec 2.6).
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

describe('a move', () => {
  let app: TestApp
  let made: SmallProduct
  let elsewhere: number
  let pageElsewhere: number

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())
  beforeEach(async () => {
    made = await createSmallProduct(app)
    elsewhere = await createProduct(app, 'Other')
    pageElsewhere = await createPage(app, elsewhere)
  })

  const ruledByColour = () => ({ rules: { question: made.colour, operator: '==', value: made.red } })
  const movePage = (id: number) => app.write('page', { product_id: elsewhere }, { id })
  const moveQuestion = (id: number) => app.write('question', { page_id: pageElsewhere }, { id })
  async function refusedBecause(write: Promise<unknown>, field: string, sentence: RegExp): Promise<void> {
    const { issues } = await catchValidationError(write)
    expect(issues.map((issue) => issue.field)).to.deep.equal([field])
    expect(issues[0]!.message).to.match(sentence)
  }

  it('takes a page along with rules, terms and tables that stay among its own questions', async () => {
    await createQuestion(app, made.page, 'Textbox', ruledByColour())
    await movePage(made.page)
    expect((await app.read('page', made.page)).record.product_id).to.equal(elsewhere)
  })

  it('is refused to a page whose questions are ruled by what stays behind', async () => {
    const page = await createPage(app, made.product)
    await createQuestion(app, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(page), 'product_id', /names (question "Dropdown"|answer "Red") in 'rules'/)
    expect((await app.read('page', page)).record.product_id).to.equal(made.product)
  })

  it('is refused to a page whose answers are ruled by what stays behind', async () => {
    const page = await createPage(app, made.product)
    const question = await createQuestion(app, page, 'Dropdown')
    await createAnswer(app, question, 'Green', { rules: { question: made.width, operator: '>', value: 5 } })
    await refusedBecause(movePage(page), 'product_id', /answer "Green" names question "Textbox" in 'rules'/)
  })

  it('is refused to a page that rules what stays behind', async () => {
    const page = await createPage(app, made.product)
    await createQuestion(app, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(made.page), 'product_id', /names (question "Dropdown"|answer "Red") in 'rules'/)
  })

  it('is refused to a page that a calculation of its product reads', async () => {
    const calculation_id = await createCalculation(app, made.product, 'Area')
    await app.write('calculation-formula', { calculation_id, terms: [{ question: made.width }] })
    await refusedBecause(movePage(made.page), 'product_id', /names question "Textbox" in 'terms'/)
    const table = await createCalculation(app, made.product, 'Table')
    const axes = { row_question_id: made.colour, lookup: 'exact', cells: [] }
    const cells = [{ row: made.red, column: 0, value: '1' }]
    await app.write('calculation-matrix', { calculation_id: table, ...axes, cells })
    await refusedBecause(moveQuestion(made.colour), 'page_id', /names question "Dropdown" in 'row_question_id'/)
  })

  it('is refused to a question whose answers are ruled by what stays behind', async () => {
    await app.write('answer', { rules: { question: made.width, operator: '>', value: 5 } }, { id: made.red })
    await refusedBecause(moveQuestion(made.colour), 'page_id', /answer "Red" names question "Textbox" in 'rules'/)
  })

  it('is refused to an answer whose price would then depend on itself', async () => {
    const calculation = await createCalculation(app, made.product, 'Share')
    await app.write('calculation-formula', { calculation_id: calculation, terms: [{ question: made.colour, field: 'price' }] })
    const other = await createQuestion(app, made.page, 'Dropdown')
    const priced = await createAnswer(app, other, 'Priced', { calcmodel: calculation })
    await refusedBecause(app.write('answer', { question_id: made.colour }, { id: priced }), 'calcmodel', /depend on itself/)
  })

  it('within the product is free for questions and refused to an answer that is named as its question’s', async () => {
    const page = await createPage(app, made.product)
    const other = await createQuestion(app, page, 'Dropdown', ruledByColour())
    await app.write('question', { page_id: page }, { id: made.colour })
    await refusedBecause(app.write('answer', { question_id: other }, { id: made.red }), 'question_id', /names answer "Red"/)
    await app.write('answer', { question_id: other }, { id: made.blue })
  })
})
