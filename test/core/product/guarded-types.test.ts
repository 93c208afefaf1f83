// Question types of customizations: a thrown error is logged with owner, type, question and product, at a limited rate.
import { expect } from 'chai'
import {
  type Customization,
  defineConditionType,
  defineQuestionType,
  defineTermType,
  type FunctionDefinition,
  type QuestionSettings,
} from '../../../core/contract.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { guardTypes, type TypeFailure } from '../../../core/product/compiled-products.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createProduct, inBothLanguages } from '../../support/small-shop.js'
import { catchError } from '../../support/caught-error.js'

const fragile = defineQuestionType({
  name: 'Fragile',
  label: 'Fragile',
  properties: {},
  takesAnswers: false,
  format: (value) => `No. ${value}`,
  fields: [
    {
      ...{ key: 'thickness', title: 'Thickness', kind: 'number', description: 'In millimetres.' },
      read: () => {
        throw new Error('glass broke')
      },
    },
  ],
  validate(value) {
    if (value === 'break') throw new Error('glass broke')
    return { value }
  },
})

const crack: FunctionDefinition = {
  name: 'crack',
  description: 'Breaks.',
  required: 1,
  optional: 0,
  evaluate() {
    throw new Error('glass cracked')
  },
}

const fall = (): never => {
  throw new Error('glass fell')
}
const fallen = defineConditionType({ name: 'Fallen', label: 'Fallen', kind: 'number', properties: {}, evaluate: fall })
const shards = defineTermType({ name: 'Shards', label: 'Shards', properties: {}, evaluate: fall })

const customization: Customization = {
  ...{ kind: 'customization', name: 'glazier', core: '*', version: '2.1.0', migrations: [] },
  contributes: { questionTypes: [fragile], functions: [crack], conditionTypes: [fallen], termTypes: [shards] },
}

describe('question types of a customization', () => {
  const logged: Readonly<Record<string, unknown>>[] = []
  const log: Log = {
    ...silentLog,
    error: (fields) => void logged.push(fields as Readonly<Record<string, unknown>>),
    child: () => log,
  }
  let app: TestApp
  let product: number
  let question: number
  before(async () => {
    app = await bootTestApp({ customizations: [customization], log })
    product = await createProduct(app.records)
    const page = (await app.records.write('page', { product_id: product, ...inBothLanguages('title', 'Page') })).id
    question = (
      await app.records.write('question', { page_id: page, question_type: 'Fragile', ...inBothLanguages('title', 'Pane') })
    ).id
  })
  after(() => app?.stop())

  const start = (value: string): Promise<unknown> =>
    app.shop.configurations.start({ product_id: product, selections: [{ question_id: question, value }] })

  it('log a thrown error with owner, type, question and product, ten times a minute', async () => {
    const error = await catchError(start('break'))
    expect(error.message).to.equal(
      `The question type 'Fragile' of 'glazier' failed in 'validate' for question ${question} of product ${product}: glass broke`,
    )
    expect(logged[0]).to.include({ owner: 'glazier', type: 'Fragile', member: 'validate', question, product })
    for (let n = 0; n < 20; n++) await catchError(start('break'))
    expect(logged.length).to.equal(10)
  })

  it('types: a field, a function, a condition and a term that throw are reported with owner, type and member', () => {
    const failures: TypeFailure[] = []
    const { questionTypes, functions, conditionTypes, termTypes } = guardTypes(app.context.registry, {
      product,
      report: (failed) => void failures.push(failed),
    })
    const [field] = questionTypes.get('Fragile')!.fields!
    expect(() => field!.read('7', { id: question } as QuestionSettings)).to.throw(/Fragile.*glass broke/)
    expect(() => functions.get('crack')!.evaluate(1)).to.throw(/crack.*glass cracked/)
    for (const [name, type] of [
      ['Fallen', conditionTypes.get('Fallen')],
      ['Shards', termTypes.get('Shards')],
    ] as const) {
      if (!type || !('evaluate' in type)) expect.fail(name)
      expect(() => (type.evaluate as (args: object) => unknown)({})).to.throw(/glazier.*glass fell/)
    }
    expect(failures.map((failure) => [failure.owner, failure.type, failure.member, failure.product])).to.deep.equal([
      ['glazier', 'Fragile', 'read of thickness', product],
      ['glazier', 'crack', 'evaluate', product],
      ['glazier', 'Fallen', 'evaluate', product],
      ['glazier', 'Shards', 'evaluate', product],
    ])
  })

  it('format their value as text', async () => {
    const reply = (await start('7')) as { readonly questions: readonly { readonly selection: string; readonly text: string }[] }
    expect(reply.questions[0]).to.include({ selection: '7', text: 'No. 7' })
  })

  it('describe-install lists the customization with its version', async () => {
    expect(await app.act('describe-install')).to.deep.include({ customizations: [{ name: 'glazier', version: '2.1.0' }] })
  })
})
