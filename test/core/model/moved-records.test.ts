// Moved pages, questions and answers: no rule, term or table may reference a record of another product afterwards (spec 2.6).
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

  it('moves a page with rules that reference only its own questions', async () => {
    await createQuestion(app, made.page, 'Textbox', ruledByColour())
    await movePage(made.page)
    expect((await app.read('page', made.page)).record.product_id).to.equal(elsewhere)
  })

  it('rejects a page whose questions have rules about remaining questions', async () => {
    const page = await createPage(app, made.product)
    await createQuestion(app, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(page), 'product_id', /names (question "Dropdown"|answer "Red") in 'rules'/)
    expect((await app.read('page', page)).record.product_id).to.equal(made.product)
  })

  it('rejects a page whose answers have rules about remaining questions', async () => {
    const page = await createPage(app, made.product)
    const question = await createQuestion(app, page, 'Dropdown')
    await createAnswer(app, question, 'Green', { rules: { question: made.width, operator: '>', value: 5 } })
    await refusedBecause(movePage(page), 'product_id', /answer "Green" names question "Textbox" in 'rules'/)
  })

  it('rejects a page that rules of remaining questions reference', async () => {
    const page = await createPage(app, made.product)
    await createQuestion(app, page, 'Textbox', ruledByColour())
    await refusedBecause(movePage(made.page), 'product_id', /names (question "Dropdown"|answer "Red") in 'rules'/)
  })

  it('rejects a page or a question that a calculation of the product reads', async () => {
    const calculation_id = await createCalculation(app, made.product, 'Area')
    await app.write('calculation-formula', { calculation_id, terms: [{ question: made.width }] })
    await refusedBecause(movePage(made.page), 'product_id', /names question "Textbox" in 'terms'/)
    const table = await createCalculation(app, made.product, 'Table')
    const axes = { row_question_id: made.colour, lookup: 'exact', cells: [] }
    const cells = [{ row: made.red, column: 0, value: '1' }]
    await app.write('calculation-matrix', { calculation_id: table, ...axes, cells })
    await refusedBecause(moveQuestion(made.colour), 'page_id', /names question "Dropdown" in 'row_question_id'/)
  })

  it('rejects a question whose answers have rules about remaining questions', async () => {
    await app.write('answer', { rules: { question: made.width, operator: '>', value: 5 } }, { id: made.red })
    await refusedBecause(moveQuestion(made.colour), 'page_id', /answer "Red" names question "Textbox" in 'rules'/)
  })

  it('rejects an answer whose price would then depend on itself', async () => {
    const calculation = await createCalculation(app, made.product, 'Share')
    await app.write('calculation-formula', { calculation_id: calculation, terms: [{ question: made.colour, field: 'price' }] })
    const other = await createQuestion(app, made.page, 'Dropdown')
    const priced = await createAnswer(app, other, 'Priced', { calcmodel: calculation })
    await refusedBecause(app.write('answer', { question_id: made.colour }, { id: priced }), 'calcmodel', /depend on itself/)
  })

  it('allows questions within the product, and rejects an answer that a rule references by its question', async () => {
    const page = await createPage(app, made.product)
    const other = await createQuestion(app, page, 'Dropdown', ruledByColour())
    await app.write('question', { page_id: page }, { id: made.colour })
    await refusedBecause(app.write('answer', { question_id: other }, { id: made.red }), 'question_id', /names answer "Red"/)
    await app.write('answer', { question_id: other }, { id: made.blue })
  })
})
