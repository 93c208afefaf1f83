// Replies about large products: each stays within the size limit, names the next page and omits nothing.
import { expect } from 'chai'
import type { ExcerptLine, MergedLine } from '../../../core/engine/program/trace-line.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

const limit = 40_000
const answersOfOne = 1_200

interface Page {
  readonly questions: readonly {
    readonly id: number
    readonly answers: readonly { readonly id: number }[]
    readonly answers_total?: number
  }[]
  readonly total: number
  readonly next_offset?: number
  readonly next_answer_offset?: number
  readonly calculations: readonly object[]
  readonly calculations_total?: number
  readonly more_calculations?: string
}

interface Explained {
  readonly questions: readonly { readonly id: number }[]
  readonly questions_total?: number
  readonly next_offset?: number
  readonly trace: { readonly price: ExcerptLine; readonly gross: ExcerptLine }
  readonly condensed?: string
}

describe('replies about large products', function () {
  this.timeout(120_000)
  let app: TestApp
  let wide: number
  let long: number
  let priced: readonly number[]
  before(async () => {
    app = await bootTestApp()
    const { id: tax_class_id } = await createCatalogAuthor(app).first('tax-class')
    const titled = (title: string): object => ({ title_en_GB: title, title_de_DE: title })
    await app.records.unit(async ({ write }) => {
      const create = async (entity: string, fields: object): Promise<number> => (await write(entity, { ...fields })).id
      wide = await create('product', { ...titled('Wide'), tax_class_id })
      const page_id = await create('page', { ...titled('Colours'), product_id: wide })
      await create('question', { ...titled('Before'), page_id, question_type: 'Textbox' })
      const question_id = await create('question', { ...titled('Colour'), page_id, question_type: 'Dropdown' })
      await create('question', { ...titled('After'), page_id, question_type: 'Textbox' })
      for (let i = 0; i < answersOfOne; i++) await create('answer', { ...titled(`Colour number ${i} of the chart`), question_id })
      for (let i = 0; i < 150; i++) await create('calculation', { product_id: wide, name: `Price of the colours of group ${i}` })
    })
    await app.records.unit(async ({ write }) => {
      const create = async (entity: string, fields: object): Promise<number> => (await write(entity, { ...fields })).id
      long = await create('product', { ...titled('Long'), tax_class_id, published: true, baseprice: 100 })
      const page_id = await create('page', { ...titled('All'), product_id: long, published: true })
      const calcmodel = await create('calculation', { product_id: long, name: 'Price' })
      await create('calculation-formula', { calculation_id: calcmodel, terms: [{ number: 1.25 }] })
      const ids: number[] = []
      for (let i = 0; i < 300; i++) {
        const title = titled(`Question number ${i} of the long product`)
        ids.push(await create('question', { ...title, page_id, question_type: 'Textbox', published: true, calcmodel }))
      }
      priced = ids
    })
  })
  after(() => app.stop())

  for (const action of ['describe-rules', 'describe-calculations']) {
    it(`${action}: pages through the answers of one question and returns each answer once`, async () => {
      const answers: number[] = []
      const questions: number[] = []
      let place: object | null = {}
      while (place !== null) {
        const page = (await app.act(action, { product_id: wide, ...place })) as Page
        expect(JSON.stringify(page).length).to.be.lessThan(limit)
        expect(page.total).to.equal(3)
        for (const question of page.questions) {
          questions.push(question.id)
          answers.push(...question.answers.map(({ id }) => id))
          if (question.answers_total !== undefined) expect(question.answers_total).to.equal(answersOfOne)
        }
        const { next_offset: offset, next_answer_offset: answer_offset } = page
        place = offset === undefined ? null : { offset, ...(answer_offset !== undefined && { answer_offset }) }
      }
      expect(new Set(answers).size).to.equal(answersOfOne)
      expect(answers).to.have.length(answersOfOne)
      expect(new Set(questions).size).to.equal(3)
    })

    it(`${action}: shortens the list of calculations and names the action that returns the complete list`, async () => {
      const page = (await app.act(action, { product_id: wide })) as Page
      expect(page.calculations.length).to.be.greaterThan(20).and.to.be.lessThan(150)
      expect(page.calculations_total).to.equal(150)
      expect(page.more_calculations).to.match(/^The action list-entities with entity "calculation" .* lists all 150\.$/)
    })
  }

  const explain = async (input: object = {}): Promise<Explained> => {
    const selections = priced.map((question_id) => ({ question_id, value: 'A' }))
    const explained = (await app.act('explain-configuration', { product_id: long, selections, ...input })) as Explained
    expect(JSON.stringify(explained).length).to.be.lessThan(limit)
    return explained
  }
  const sum = (line: ExcerptLine | MergedLine): number =>
    'parts' in line && line.parts
      ? line.parts.reduce((all, part) => all + Math.round(sum(part) * 10_000), 0) / 10_000
      : line.amount

  it('explain-configuration: folds the price trace without changing its sums, and pages the questions', async () => {
    const ids: number[] = []
    let explained = await explain()
    expect(explained.condensed).to.match(/offset next_offset.*question_id/)
    for (const line of [explained.trace.price, explained.trace.gross]) expect(sum(line)).to.equal(line.amount)
    const folded = explained.trace.price.parts?.find(({ kind }) => kind === 'folded') as MergedLine
    expect(folded.lines).to.be.greaterThan(100)
    for (;;) {
      ids.push(...explained.questions.map(({ id }) => id))
      expect(explained.questions_total).to.equal(300)
      if (explained.next_offset === undefined) break
      explained = await explain({ offset: explained.next_offset })
    }
    expect(ids).to.deep.equal(priced)
  })

  it('explain-configuration: expands the trace lines of the requested question', async () => {
    const last = priced.at(-1)!
    const { questions, trace } = await explain({ question_id: last })
    expect(questions.map(({ id }) => id)).to.deep.equal([last])
    expect(trace.price.parts?.some((part) => 'question_id' in part && part.question_id === last)).to.equal(true)
  })
})
