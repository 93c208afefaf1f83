// Hostile rules, formulas and code over REST: each is rejected with a clear message or reads back unchanged.
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { createCalculation, createQuestion, createSmallProduct, type SmallProduct } from '../../support/small-shop.js'
import { type RestService, startRest } from './service.js'

/** The number of runs. It is part of the seed, so a longer search tries other values. */
const runs = Number(process.env.SVC_TEST_FUZZ_RUNS ?? 250)

const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
const operators = ['==', '!=', '>=', '<=', '>', '<', '=', '===', '<>', '', 'and', '==\u0000']
const strange = [
  '',
  ' ',
  '1',
  '01',
  '1e3',
  '-0',
  'NaN',
  'Infinity',
  '\u0661',
  '\uFF11',
  '😀',
  '\u202Eabc',
  "'; DROP TABLE x; --",
  '${1}',
]

interface Made extends SmallProduct {
  readonly ruled: number
  readonly foreign: SmallProduct
  readonly formula: number
  readonly code: number
}

describe('hostile values over REST', function () {
  this.timeout(600_000)
  let service: RestService
  let client: JsonClient
  let fixture: Made

  before(async () => {
    service = await startRest()
    client = service.admin
    const { app } = service
    const product = await createSmallProduct(app.records)
    const formula = await createCalculation(app.records, product.product, 'Formula')
    const code = await createCalculation(app.records, product.product, 'Code')
    const body = async (entity: string, calculation_id: number, fields: object) =>
      (await app.records.write(entity, { calculation_id, ...fields })).id
    fixture = {
      ...product,
      ruled: await createQuestion(app.records, product.page, 'Textbox'),
      foreign: await createSmallProduct(app.records, 'Other'),
      formula: await body('calculation-formula', formula, { terms: [{ number: 1 }] }),
      code: await body('calculation-code', code, { code: '1', question_id_a: product.width }),
    }
  })
  after(() => service.stop())

  const recordOf = ({ body }: JsonReply) => (body as { data: { record: Readonly<Record<string, unknown>> } }).data.record

  /** Sends a value. A rejection must have clear messages and change nothing, an accepted value must be writable as it reads. */
  async function sendValue(path: string, field: string, value: unknown): Promise<'taken' | 'refused'> {
    const before = await client.send('GET', path)
    const answer = await client.send('PATCH', path, { [field]: value })
    const text = JSON.stringify(value)?.slice(0, 500)
    if (answer.status === 200) {
      const read = recordOf(answer)[field]
      const again = await client.send('PATCH', path, { [field]: read })
      expect(again.status, text).to.equal(200)
      expect(recordOf(again)[field], text).to.deep.equal(read)
      return 'taken'
    }
    expect(answer.status, text).to.equal(422)
    const { detail, validationIssues = [] } = answer.body as {
      readonly detail: string
      readonly validationIssues?: readonly { readonly message: string }[]
    }
    for (const message of [detail, ...validationIssues.map((issue) => issue.message)]) {
      expect(message, text).to.match(/^[A-Z0-9'"-].*[.!?]$/su)
      expect(message.length, text).to.be.below(6_000)
      expect(message, text).to.not.match(/SQLITE|SELECT |node_modules|TypeError|\bat .*\.js/)
    }
    const after = await client.send('GET', path)
    expect(after.body, text).to.deep.equal(before.body)
    expect(after.headers.etag, text).to.equal(before.headers.etag)
    return 'refused'
  }

  const ids = () =>
    fc.constantFrom<unknown>(
      ...[fixture.width, fixture.colour, fixture.red, fixture.blue, fixture.ruled, fixture.foreign.colour, fixture.foreign.red],
      ...[0, -1, 1.5, 999_999, 2 ** 53, '1', null, true, [], {}],
    )
  const anything = () => fc.oneof(ids(), fc.constantFrom<unknown>(...strange), fc.jsonValue({ maxDepth: 2 }))
  const keys = (...names: string[]) => fc.constantFrom(...names, ...prototypeNames, 'Question', 'value ', '')

  function rules(): fc.Arbitrary<unknown> {
    const condition = fc
      .record({ question: ids(), operator: fc.constantFrom(...operators), value: anything() }, { requiredKeys: ['operator'] })
      .chain((base) =>
        fc
          .dictionary(keys('field', 'answerId', 'calculation', 'customerGroup', 'condition', 'raw', 'type'), anything(), {
            maxKeys: 2,
          })
          .map((more): unknown => ({ ...base, ...more })),
      )
    return fc.letrec<{ rule: unknown }>((tie) => ({
      rule: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        condition,
        fc.record({ all: fc.array(tie('rule'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('rule'), { maxLength: 3 }) }),
        fc.record({ not: tie('rule') }),
        fc.record({ raw: fc.oneof(fc.string(), fc.json()) }),
        anything(),
      ),
    })).rule
  }

  function terms(): fc.Arbitrary<unknown> {
    const term = fc.oneof(
      fc.record({ number: anything() }),
      fc.record({ operator: fc.constantFrom<unknown>('+', '-', '*', '/', '%', '**', null) }),
      fc.record(
        {
          question: ids(),
          field: fc.constantFrom('selected', 'price', ...prototypeNames),
          fallback: anything(),
          answerId: ids(),
        },
        { requiredKeys: ['question'] },
      ),
      fc.record({ function: fc.constantFrom('round', 'min', 'max', ...prototypeNames), parameters: anything() }),
      fc.record({ term: fc.constantFrom('QuestionProperty', ...prototypeNames), questionId: ids() }),
      fc.dictionary(keys('calculation', 'group', 'customerGroup', 'data', 'type'), anything(), { maxKeys: 2 }),
    )
    return fc.oneof(fc.array(term, { maxLength: 5 }), anything())
  }

  const codes = fc
    .array(
      fc.constantFrom(
        ...[' A ', ' B ', 'A', '1', '0.1', ' + ', '*', ' / ', '(', ')', ',', '?', ':', ' && ', '==', "'x'", '`', ';', '\n', '\\'],
        ...['Total', 'TotalRecurring', 'QuestionSelection(', 'QuestionProperty(', 'Calculation(', 'round(', 'Math.', 'max('],
        ...[
          'this',
          'return ',
          'await ',
          '=>',
          '...',
          '.',
          '[0]',
          '\u2028',
          '\uFEFF',
          '/*',
          '*/',
          '//',
          ...prototypeNames,
          ...strange,
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  const check = (values: fc.Arbitrary<unknown>, seed: number, path: () => string, field: string): Promise<void> =>
    fc.assert(
      fc.asyncProperty(values, async (value) => {
        await sendValue(path(), field, value)
      }),
      { numRuns: runs, seed: seed + runs },
    )

  it('accepts or rejects any rule', () => check(rules(), 41, () => `/svc-api/v1/question/${fixture.ruled}`, 'rules'))
  it('accepts or rejects any formula', () =>
    check(terms(), 42, () => `/svc-api/v1/calculation-formula/${fixture.formula}`, 'terms'))
  it('accepts or rejects any code', () => check(codes, 43, () => `/svc-api/v1/calculation-code/${fixture.code}`, 'code'))

  it('rejects rules that are too deep, untyped or named after a prototype with a specific message', async () => {
    const path = `/svc-api/v1/question/${fixture.ruled}`
    const condition = { question: fixture.colour, operator: '==', value: fixture.red }
    let deep: object = condition
    for (let level = 0; level < 50; level++) deep = { all: [deep] }
    const readMessage = async (value: unknown): Promise<string> => {
      expect(await sendValue(path, 'rules', value)).to.equal('refused')
      return JSON.stringify((await client.send('PATCH', path, { rules: value })).body)
    }
    expect(await readMessage(deep)).to.match(/levels/)
    const wide = { any: Array.from({ length: 1_001 }, () => condition) }
    expect(await sendValue(path, 'rules', wide), 'many conditions').to.equal('taken')
    expect(await sendValue(path, 'rules', { raw: 'x'.repeat(65_536) })).to.equal('taken')
    expect(await readMessage({ ...condition, value: String(fixture.red) })).to.contain('as a number')
    expect(await readMessage({ ...condition, question: String(fixture.colour) })).to.contain('an id (a whole number)')
    for (const name of prototypeNames.slice(1))
      expect(await readMessage({ ...condition, field: name })).to.contain(`The field '${name}'`)
    const posted = await client.send('PATCH', path, `{"rules": {"__proto__": ${JSON.stringify(condition)}}}`)
    expect(posted.status).to.equal(422)
  })
})
