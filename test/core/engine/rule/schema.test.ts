// The JSON Schema of rules accepts the same rules as the parser.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { ruleSchema } from '../../../../core/engine/rule/rule-authoring.js'
import { stockTypes } from '../engine-product.js'
import { readOracleProduct } from '../../../oracle/oracle-product.js'

const { schema, definitions } = ruleSchema(stockTypes.conditionTypes)
const validate = new Ajv2020({ strictTypes: false }).compile({ ...schema, $defs: definitions })

/** The oracle uses text ids, the schema record ids. */
function numbered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbered)
  if (typeof value !== 'object' || value === null) return value
  const ids = new Set(['question', 'calculation'])
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, ids.has(key) ? 1 : numbered(inner)]))
}

describe('the schema of a rule', () => {
  it('accepts every rule of a real product', () => {
    const product = readOracleProduct('electronic-shopping')
    const rules = [...product.questions, ...product.answers].map(({ rule }) => numbered(rule))
    expect(rules.filter((rule) => !validate(rule))).to.deep.equal([])
  })

  it('accepts the other forms', () => {
    const condition = { question: 1, operator: '==', value: 2 }
    const forms = [
      null,
      { not: { all: [condition] } },
      { raw: '[]', reason: 'because' },
      { customerGroup: 'id', operator: '<', value: 3 },
      { condition: 'Calculation', calculationId: 1, extra: [], operator: '==', value: '' },
    ]
    for (const form of forms) expect(validate(form), JSON.stringify(form)).to.equal(true)
  })

  it('rejects a nested not, unknown keys and operators, and empty groups', () => {
    const condition = { question: 1, operator: '==', value: 2 }
    const wrong = [
      { all: [{ not: condition }] },
      { not: { not: condition } },
      { ...condition, extra: 1 },
      { ...condition, operator: '=' },
      { any: [] },
      { question: 1 },
      { condition: 'Nowhere', operator: '==', value: 1 },
      [],
      5,
    ]
    for (const form of wrong) expect(validate(form), JSON.stringify(form)).to.equal(false)
  })
})
