// Actions for rules and calculations: bodies are returned as sent, examples are accepted, and errors name the field.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { authorBlind, type Blind } from './blind.js'

interface Described {
  readonly examples: readonly { readonly meaning: string; readonly rule?: unknown; readonly body?: object }[]
  readonly questions: readonly {
    readonly id: number
    readonly fields?: readonly { readonly key: string; readonly operators?: readonly string[]; readonly choices?: unknown }[]
  }[]
  readonly conditionTypes?: readonly object[]
  readonly total: number
  readonly fieldSets?: object
}

describe('rule and calculation actions', () => {
  let app: TestApp
  let blind: Blind
  let id: number
  before(async () => {
    app = await bootTestApp()
    blind = await authorBlind(app)
    id = (await app.records.write('calculation', { product_id: blind.product, name: 'Trial' })).id
  })
  after(() => app.stop())

  it('describe-rules lists each question with its fields, their operators and the answers as choices', async () => {
    const { questions, conditionTypes } = (await app.act('describe-rules', { product_id: blind.product })) as Described
    expect(questions.map((question) => question.id)).to.deep.equal([blind.width, blind.drop, blind.fabric])
    const fabric = questions[2]!.fields!.find(({ key }) => key === 'selected')!
    expect(fabric).to.deep.include({ operators: ['==', '!='], choicesAreAnswerIds: true })
    expect(fabric.choices).to.deep.equal([
      { value: blind.answers[0], title: 'Plain' },
      { value: blind.answers[1], title: 'Blackout' },
    ])
    expect(questions[0]!.fields!.find(({ key }) => key === 'selected')!.operators).to.include('>=')
    expect(conditionTypes).to.deep.include({ name: 'QuestionProperty', custom: false })
  })

  it('describe-rules returns only example rules that the product accepts', async () => {
    const { examples } = (await app.act('describe-rules', { product_id: blind.product })) as Described
    expect(examples.length).to.be.greaterThan(4)
    for (const { rule } of examples) {
      await app.act('update-entity', { entity: 'question', id: blind.drop, fields: { rules: rule }, dry_run: true })
    }
  })

  it('describe-calculations returns only example bodies that the product accepts', async () => {
    const { examples } = (await app.act('describe-calculations', { product_id: blind.product })) as Described
    expect(examples.length).to.be.greaterThan(4)
    for (const { body } of examples) await app.act('set-calculation', { calculation_id: id, ...body, dry_run: true })
    expect(await app.act('get-calculation', { calculation_id: id })).to.have.all.keys('calculation')
  })

  it('describe-rules uses a compact format for a large product and still lists every question', async () => {
    const author = app
    for (let i = 0; i < 30; i++) {
      const titles = { title_en_GB: `Extra ${i}`, title_de_DE: `Extra ${i}` }
      await author.records.write('question', { page_id: blind.page, ...titles, question_type: i % 2 ? 'Dropdown' : 'Slider' })
    }
    const large = (await app.act('describe-rules', { product_id: blind.product })) as Described
    expect(JSON.stringify(large).length).to.be.lessThan(40_000)
    expect(large).to.have.property('fieldSets')
    expect(large.total).to.equal(33)
    expect(large.questions).to.have.length(33)
  })

  const bodies = (): Readonly<Record<string, unknown>> => ({
    formula: { terms: [{ question: blind.width }, { operator: '*' }, { number: 2 }] },
    matrix: {
      rows: { question: blind.fabric },
      columns: null,
      lookup: 'exact',
      cells: [{ row: blind.answers[0], column: 0, value: '12.50' }],
    },
    code: { code: 'A * 2 + Total', questions: { A: blind.width } },
  })
  for (const type of ['formula', 'matrix', 'code']) {
    it(`set-calculation stores a ${type}, and get-calculation returns it as it was sent`, async () => {
      const body = bodies()[type]
      const set = await app.act('set-calculation', { calculation_id: id, [type]: body })
      expect(set).to.deep.include({ type, [type]: body })
      const got = (await app.act('get-calculation', { calculation_id: id })) as {
        readonly calculation: { readonly type: string }
      }
      expect(got).to.have.all.keys('calculation', type)
      expect(got).to.deep.include({ [type]: body })
      expect(got.calculation.type).to.equal(type)
      await app.act('set-calculation', { calculation_id: id, [type]: body })
    })
  }

  it('set-calculation requires exactly one body', async () => {
    const none = await catchValidationError(app.act('set-calculation', { calculation_id: id }))
    expect(none.message).to.match(/exactly one of formula, matrix or code; none was sent/)
    const two = await catchValidationError(app.act('set-calculation', { calculation_id: id, formula: {}, code: {} }))
    expect(two.message).to.match(/formula and code were sent/)
  })

  const refused: readonly (readonly [title: string, body: () => object, field: string, words: RegExp])[] = [
    ['a code statement', () => ({ code: { code: 'return A * 2;' } }), 'code.code', /expression/i],
    ['an unknown placeholder', () => ({ code: { code: '1', questions: { E: 1 } } }), 'code.questions.E', /A, B, C, D/],
    ['a malformed axis', () => ({ matrix: { rows: 4, lookup: 'exact', cells: [] } }), 'matrix.rows', /"question": id/],
    [
      'an unknown question as axis',
      () => ({ matrix: { rows: { question: 999_999 }, lookup: 'exact', cells: [{ row: 1, column: 0, value: '1' }] } }),
      'matrix.rows.question',
      /999999/,
    ],
    ['terms without operator', () => ({ formula: { terms: [{ number: 1 }, { number: 2 }] } }), 'formula.terms[1]', /operator/],
    [
      'code as a string',
      () => ({ code: 'A * B' }),
      'code',
      /takes an object such as \{"code": "A \* 2", "questions": \{"A": 12\}\}/,
    ],
    ['terms as a list', () => ({ formula: [{ number: 1 }] }), 'formula', /takes an object such as \{"terms": \[/],
    ['a matrix as a number', () => ({ matrix: 5 }), 'matrix', /takes an object such as \{"rows": \{"question": 12\}/],
    ['an unknown lookup', () => ({ matrix: { lookup: 'nearest', cells: [] } }), 'matrix.lookup', /nextHigher/],
    ['a negative rounding step', () => ({ matrix: { lookup: 'exact', round: -1, cells: [] } }), 'matrix.round', /Rounding step/],
    ['a misspelt key', () => ({ matrix: { lookp: 'exact', cells: [] } }), 'matrix.lookp', /Did you mean 'lookup'\?/],
    ['an unknown key', () => ({ formula: { terms: [{ number: 1 }], round: 2 } }), 'formula.round', /Unknown key 'round'/],
  ]
  for (const [title, body, field, words] of refused) {
    it(`set-calculation rejects ${title} and names the field`, async () => {
      const refusal = await catchValidationError(app.act('set-calculation', { calculation_id: id, ...body() }))
      expect(refusal.issues.map((issue) => issue.field)).to.include(field)
      expect(refusal.message).to.match(words)
    })
  }
})
