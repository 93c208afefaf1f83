// Rules in the authoring form, written and read through the write pipeline.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { createAnswer, createPage, createQuestion, createSmallProduct, type SmallProduct } from '../../support/small-shop.js'

describe('rule', () => {
  let app: TestApp
  let smallProduct: SmallProduct
  let ruled: number

  before(async () => {
    app = await bootTestApp()
    smallProduct = await createSmallProduct(app.records)
    ruled = await createQuestion(app.records, smallProduct.page, 'Checkbox')
  })
  after(() => app.stop())

  const write = (rules: unknown) => app.records.write('question', { rules }, { id: ruled })
  const read = async () => (await app.records.read('question', ruled)).record.rules

  it('is returned as it was written', async () => {
    const { width, colour, red, blue } = smallProduct
    const rule = {
      not: {
        any: [
          { question: colour, operator: '==', value: red },
          {
            all: [
              { question: width, operator: '>=', value: 600.5 },
              { question: colour, field: 'price', operator: '<', value: 10 },
            ],
          },
          { question: colour, field: 'assignment_custom_1', answerId: blue, operator: '!=', value: 'a "quoted" \\ 😀 text' },
          { customerGroup: 'b2b_mode', operator: '==', value: true },
        ],
      },
    }
    await write(rule)
    expect(await read()).to.deep.equal(rule)
  })

  it('is unchanged when other fields change, and cleared by null', async () => {
    const rule = { question: smallProduct.colour, operator: '==', value: smallProduct.red }
    await write(rule)
    await app.records.write('question', { internal_name: 'x' }, { id: ruled })
    expect(await read()).to.deep.equal(rule)
    await write(null)
    expect(await read()).to.equal(null)
  })

  it('is stored unchanged as raw text if the authoring form cannot express it', async () => {
    const condition = `{"type":"QuestionProperty","questionId":${smallProduct.colour},"operator":"==","value":"1"}`
    const raw = `[${condition},"AND",{"type":"Nobody","operator":"==","value":1}]`
    await write({ raw, reason: 'whatever' })
    const again = await read()
    expect(again).to.include({ raw }).and.have.property('reason').that.is.a('string')
    await write(again)
    expect(await read()).to.deep.equal(again)
    await write(null)
  })

  it('is validated and returned in the authoring form if raw text can be converted to it', async () => {
    const condition = (questionId: number | string, value: unknown) =>
      JSON.stringify([{ type: 'QuestionProperty', questionId, field: 'selected', operator: '==', value }])
    await write({ raw: condition(String(smallProduct.colour), String(smallProduct.red)) })
    expect(await read()).to.deep.equal({
      question: smallProduct.colour,
      field: 'selected',
      operator: '==',
      value: smallProduct.red,
    })
    expect((await catchValidationError(app.records.remove('answer', smallProduct.red))).message).to.match(/cannot be deleted /)
    const foreign = await createSmallProduct(app.records, 'Far')
    const { issues } = await catchValidationError(write({ raw: condition(foreign.colour, foreign.red) }))
    expect(issues.map((issue) => issue.field)).to.deep.equal(['rules.question'])
    await write(null)
  })

  it('is accepted as raw text, and again as returned, although it references a deleted record', async () => {
    const missingRule = JSON.stringify({
      type: 'QuestionProperty',
      questionId: 987_654,
      field: 'selected',
      operator: '==',
      value: 'x',
    })
    for (const raw of [
      `[${missingRule},"AND",${missingRule},"OR",${missingRule}]`,
      `[${missingRule},"AND",{"type":"Nobody","operator":"==","value":1}]`,
      '[',
    ]) {
      await write({ raw })
      const stored = await read()
      expect(stored).to.include({ raw })
      await write(stored)
      expect(await read()).to.deep.equal(stored)
    }
    await write(null)
  })

  it('blocks the deletion of a referenced answer until the rule is cleared', async () => {
    const green = await createAnswer(app.records, smallProduct.colour, 'Green')
    await write({ question: smallProduct.colour, operator: '==', value: green })
    expect((await catchValidationError(app.records.remove('answer', green))).message).to.match(/cannot be deleted .*question/)
    await write(null)
    await app.records.remove('answer', green)
  })

  it('blocks the deletion of a referenced question on another page', async () => {
    const page = await createPage(app.records, smallProduct.product)
    const other = await createQuestion(app.records, page, 'Textbox')
    await write({ question: other, operator: '==', value: 'x' })
    expect((await catchValidationError(app.records.remove('question', other))).message).to.match(/cannot be deleted /)
    await write(null)
    await app.records.remove('question', other)
  })

  describe('is rejected', () => {
    let foreign: SmallProduct
    before(async () => {
      foreign = await createSmallProduct(app.records, 'Other')
    })

    const cases: readonly (readonly [
      name: string,
      rule: (made: SmallProduct, foreign: SmallProduct) => unknown,
      field: string,
    ])[] = [
      [
        "for another product's question",
        (_, { colour, red }) => ({ question: colour, operator: '==', value: red }),
        'rules.question',
      ],
      [
        "for an answer that is not the question's",
        ({ colour }, { red }) => ({ question: colour, operator: '==', value: red }),
        'rules.value',
      ],
      [
        'for a field that the type does not declare',
        ({ colour }) => ({ question: colour, field: 'colour', operator: '==', value: 1 }),
        'rules.field',
      ],
      [
        'for an operator that the field does not support',
        ({ colour, red }) => ({ question: colour, operator: '<', value: red }),
        'rules.operator',
      ],
      ['for a value of the wrong kind', ({ width }) => ({ question: width, operator: '<', value: 'wide' }), 'rules.value'],
      ['for an unknown operator', ({ width }) => ({ question: width, operator: '=', value: 1 }), 'rules.operator'],
      [
        'for a nested not',
        ({ width }) => ({ all: [{ not: { question: width, operator: '==', value: 1 } }] }),
        'rules.all[0].not',
      ],
      ['for an unknown condition type', () => ({ condition: 'Moon', operator: '==', value: 1 }), 'rules.condition'],
      ['for a stored token stream', () => [{ type: 'QuestionProperty' }], 'rules'],
      ['for a string', () => 'always', 'rules'],
    ]
    for (const [name, rule, field] of cases) {
      it(name, async () => {
        const { issues } = await catchValidationError(write(rule(smallProduct, foreign)))
        expect(issues.map((issue) => issue.field)).to.deep.equal([field])
        expect(issues[0]?.message).to.match(/\.$/)
      })
    }
  })
})
