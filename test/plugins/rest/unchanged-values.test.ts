// Rules, code, formulas and matrices over REST: every value reads back exactly as written.
import { expect } from 'chai'
import type { JsonClient } from '../../support/json-client.js'
import { outcome, type RestService, startRest } from './service.js'

const root = '/svc-api/v1'
const odd = 'a\\b\\\\n "quoted" \'single\' 😀 \u2028 </script> %00 {{x}}'

describe('rules, code and bodies over REST', () => {
  let service: RestService
  let client: JsonClient
  let product: number
  let questions: readonly number[]
  before(async () => {
    service = await startRest()
    client = service.admin
    const id = async (entity: string, fields: object) =>
      (await client.data<{ id: number }>('POST', `${root}/${entity}`, fields)).id
    const titled = { title_en_GB: 'T', title_de_DE: 'T' }
    product = await id('product', { ...titled, tax_class_id: 1 })
    const page = await id('page', { ...titled, product_id: product })
    questions = [
      await id('question', { ...titled, page_id: page, question_type: 'Textbox' }),
      await id('question', { ...titled, page_id: page, question_type: 'Textbox', input_restriction: 'decimal' }),
      await id('question', { ...titled, page_id: page, question_type: 'Textbox' }),
    ]
  })
  after(() => service.stop())

  const record = async (path: string) =>
    (await client.data<{ record: Readonly<Record<string, unknown>> }>('GET', root + path)).record
  const calculation = async (name: string) =>
    (await client.data<{ id: number }>('POST', `${root}/calculation`, { name, product_id: product })).id

  it('return a rule with backslashes, quotes and astral characters unchanged in the authoring form', async () => {
    const rule = {
      any: [
        { question: questions[0], operator: '==', value: odd },
        {
          all: [
            { question: questions[1], operator: '>=', value: 12.5 },
            { question: questions[0], operator: '!=', value: '' },
          ],
        },
      ],
    }
    const path = `/question/${questions[2]}`
    const update = await client.send('PATCH', root + path, { rules: rule })
    expect(outcome(update), JSON.stringify(update.body)).to.equal('200')
    const read = (await record(path)).rules
    expect(JSON.stringify(read)).to.contain(JSON.stringify(odd).slice(1, -1))
    const again = await client.send('PATCH', root + path, { rules: read })
    expect(outcome(again)).to.equal('200')
    expect((await record(path)).rules).to.deep.equal(read)
    await client.send('PATCH', root + path, { rules: null })
    expect((await record(path)).rules).to.equal(null)
  })

  it('reject a rule with an unknown question and name the path', async () => {
    const refused = await client.send('PATCH', `${root}/question/${questions[2]}`, {
      rules: { question: 987_654, operator: '==', value: 'x' },
    })
    expect(outcome(refused)).to.equal('422 VALIDATION_FAILED')
    expect(refused.body)
      .to.have.nested.property('validationIssues[0].field')
      .that.matches(/^rules/)
  })

  it('return code unchanged', async () => {
    const code = ` A  ==  '${odd.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\u2028', '')}' ? 1 : 2 `
    const fields = { calculation_id: await calculation('code'), code, question_id_a: questions[0] }
    const created = await client.send('POST', `${root}/calculation-code`, fields)
    expect(outcome(created), JSON.stringify(created.body)).to.equal('201')
    const { id } = (created.body as { data: { id: number } }).data
    expect((await record(`/calculation-code/${id}`)).code).to.equal(code)
  })

  it('reject code that is a statement', async () => {
    const refused = await client.send('POST', `${root}/calculation-code`, {
      calculation_id: await calculation('statement'),
      code: 'return A * 2;',
    })
    expect(outcome(refused)).to.equal('422 VALIDATION_FAILED')
    expect(refused.body).to.have.nested.property('validationIssues[0].field', 'code')
  })

  it('return the terms of a formula and the cells of a matrix unchanged', async () => {
    const terms = [
      { question: questions[1], fallback: 2 },
      { operator: '*' },
      { group: [{ number: 1.5 }, { operator: '+' }, { number: 0.25 }] },
    ]
    const formula = await client.data<{ id: number }>('POST', `${root}/calculation-formula`, {
      calculation_id: await calculation('formula'),
      terms,
    })
    const read = (await record(`/calculation-formula/${formula.id}`)).terms
    const again = await client.send('PATCH', `${root}/calculation-formula/${formula.id}`, { terms: read })
    expect(outcome(again)).to.equal('200')
    expect((await record(`/calculation-formula/${formula.id}`)).terms).to.deep.equal(read)
    const cells = [
      { row: 0.5, column: 0, value: '1.25' },
      { row: 100, column: 0, value: '-3' },
    ]
    const body = { calculation_id: await calculation('matrix'), row_question_id: questions[1], lookup: 'nextHigher', cells }
    const matrix = await client.data<{ id: number }>('POST', `${root}/calculation-matrix`, body)
    expect((await record(`/calculation-matrix/${matrix.id}`)).cells).to.deep.equal(cells)
    const second = await client.send('POST', `${root}/calculation-matrix`, body)
    expect(second.body, JSON.stringify(second.body)).to.have.property('detail').that.contains(String(matrix.id))
  })

  it('report findings of a write in addition to the result, and none otherwise', async () => {
    const rule = {
      all: [
        { question: questions[1], operator: '>', value: 10 },
        { question: questions[1], operator: '<', value: 5 },
      ],
    }
    const update = await client.send('PATCH', `${root}/question/${questions[2]}`, { rules: rule })
    expect(outcome(update), JSON.stringify(update.body)).to.equal('200')
    expect(update.body)
      .to.have.nested.property('meta.findings[0]')
      .that.includes({ entity: 'question', id: questions[2], field: 'rules' })
    const german = await client.send('PATCH', `${root}/question/${questions[2]}`, { rules: rule }, { 'accept-language': 'de' })
    const message = ({ body }: typeof update): string =>
      (body as { meta: { findings: { message: string }[] } }).meta.findings[0]!.message
    expect(message(update)).to.match(/rule/i)
    expect(message(german)).to.match(/Regel/)
    expect(await client.send('PATCH', `${root}/question/${questions[2]}`, { rules: null }))
      .to.have.property('body')
      .that.does.not.have.property('meta')
  })
})
