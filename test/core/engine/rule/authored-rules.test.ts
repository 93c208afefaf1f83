// Conversion of authored rules to stored rules and back, and all rejections with their messages.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toStoredRule, toAuthoredRule } from '../../../../core/engine/rule/rule-authoring.js'
import { ruleReferences } from '../../../../core/engine/rule/stored.js'
import { stockTypes } from '../engine-product.js'
import { shedQuestions, shedVocabulary } from '../shed-product.js'

const small = { question: shedQuestions.size, operator: '==', value: 11 } as const
const wide = { question: shedQuestions.width, operator: '>=', value: 200 } as const

function stored(authored: unknown): string | null {
  const result = toStoredRule(authored, shedVocabulary)
  if ('stored' in result) return result.stored
  throw new Error(result.refusals.map(({ message }) => message).join(' | '))
}

function refusals(authored: unknown): readonly string[] {
  const result = toStoredRule(authored, shedVocabulary)
  return 'refusals' in result ? result.refusals.map(({ path, message }) => `${path ?? ''}: ${message}`) : []
}

const read = (text: string | null): unknown => toAuthoredRule(text, stockTypes.conditionTypes)

describe('an authored rule', () => {
  it('is stored as an infix token stream', () => {
    const tokens = JSON.parse(
      stored({ not: { all: [small, { any: [wide, { calculation: 20, operator: '<', value: 3 }] }] } })!,
    ) as unknown
    expect(tokens).to.deep.equal([
      'NOT',
      { type: 'QuestionProperty', questionId: 1, operator: '==', value: 11, valueIs: 'answer' },
      'AND',
      [
        { type: 'QuestionProperty', questionId: 3, operator: '>=', value: 200 },
        'OR',
        { type: 'Calculation', calculationId: 20, operator: '<', value: 3 },
      ],
    ])
  })

  it('is read back as written', () => {
    const condition = fc.constantFrom<object>(
      small,
      wide,
      { question: 1, field: 'selected', operator: '!=', value: 12 },
      { question: 1, field: 'option_custom_1', answerId: 12, operator: '==', value: '4' },
      { question: 1, field: 'selectedOption.option_custom_2', operator: '!=', value: 'oak' },
      { question: 4, operator: '==', value: 'Zoë "the" \\ 𝄞' },
      { question: 5, operator: '<', value: '2026-12-24' },
      { question: 6, operator: '==', value: 16 },
      { question: 3, operator: '==', value: '' },
      { calculation: 21, operator: '>', value: 0.1 },
      { customerGroup: 'custom_1', operator: '==', value: 'gold' },
      { customerGroup: 'b2b_mode', operator: '==', value: true },
      { condition: 'QuestionProperty', questionId: 1, note: { kept: ['verbatim'] }, operator: '==', value: 11 },
    )
    const { rule } = fc.letrec<{ rule: object }>((tie) => ({
      rule: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        condition,
        fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
        fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      ),
    }))
    fc.assert(
      fc.property(rule, fc.boolean(), (inner, not) => {
        const authored = not ? { not: inner } : inner
        expect(read(stored(authored))).to.deep.equal(authored)
      }),
      { numRuns: 500, seed: 5 },
    )
    expect(stored(null)).to.equal(null)
    expect(read(null)).to.equal(null)
  })

  const cases: readonly (readonly [string, unknown, string])[] = [
    [
      'a question of another product',
      { question: 99, operator: '==', value: 1 },
      'question: There is no question 99 in this product',
    ],
    [
      'an answer that is not the question’s',
      { question: 1, operator: '==', value: 13 },
      "value: 13 is not an answer to question 1 ('Size'). Its answers are 11 (Small), 12 (Large).",
    ],
    [
      'an answerId that is not the question’s',
      { question: 1, field: 'option_custom_1', answerId: 13, operator: '==', value: 'x' },
      'answerId: 13 is not an answer',
    ],
    [
      'a field that the type does not declare',
      { question: 3, field: 'selectedOption.option_custom_1', operator: '==', value: 'x' },
      "field: The field 'selectedOption.option_custom_1' is not available for question 3 ('Width').",
    ],
    ['a misspelt field', { question: 3, field: 'prize', operator: '==', value: 1 }, "Did you mean 'price'?"],
    [
      'a base price, which only terms read',
      { question: 1, field: 'selectedOption.basePrice', operator: '>', value: 1 },
      "field: The field 'selectedOption.basePrice'",
    ],
    [
      'an operator that an answer cannot take',
      { question: 1, operator: '>', value: 11 },
      "operator: The operator '>' cannot be used with the field 'selected' of question 1 ('Size') (an answer). Use one of == and !=.",
    ],
    ['an operator that a text cannot take', { question: 4, operator: '<=', value: 'a' }, '(a text). Use one of == and !=.'],
    [
      'an unknown operator',
      { question: 3, operator: '=>', value: 1 },
      "operator: Unknown operator '=>'. Use one of ==, !=, >=, <=, >, <.",
    ],
    ['a missing operator', { question: 3, value: 1 }, "operator: The condition has no 'operator'."],
    [
      'a text for a number',
      { question: 3, operator: '==', value: '200' },
      "value: 'value' is a text. Compare the field 'selected' of question 3 ('Width') with a number",
    ],
    [
      'a number for a text',
      { question: 4, operator: '==', value: 5 },
      "value: 'value' is a number. Compare the field 'selected' of question 4 ('Name') with a text",
    ],
    ['a day that does not exist', { question: 5, operator: '==', value: '2026-02-30' }, "with a date such as '2026-11-30'"],
    ['a text for an answer', { question: 1, operator: '==', value: '11' }, 'with the id of one of the question'],
    ['a missing value', { question: 1, operator: '==' }, "value: The condition has no 'value'"],
    [
      'an ordered comparison with nothing',
      { question: 3, operator: '>', value: '' },
      'value: An empty value can only be compared with == and !=, not with >.',
    ],
    ['an id as text', { question: '1', operator: '==', value: 11 }, "question: 'question' needs an id (a whole number)."],
    ['a nested not', { all: [{ not: small }] }, "all[0].not: 'not' inverts a whole rule and is only allowed at the top level."],
    ['a not in a not', { not: { not: small } }, 'not.not: '],
    ['not beside something', { not: small, all: [] }, "'not' cannot be combined with 'all'."],
    ['an empty group', { any: [] }, "any: 'any' needs a list with at least one condition"],
    ['a group of something else', { all: [5] }, "all[0]: Each item of 'all' is a condition"],
    [
      'a per-answer field without its answer',
      { question: 1, field: 'option_custom_1', operator: '==', value: 'x' },
      "answerId: The field 'option_custom_1' has a value per answer",
    ],
    [
      'an answerId that the field does not take',
      { question: 1, answerId: 11, operator: '==', value: 11 },
      "answerId: The field 'selected' has no value per answer",
    ],
    [
      'an unknown calculation',
      { calculation: 9, operator: '==', value: 1 },
      'calculation: There is no calculation 9 in this product.',
    ],
    [
      'an unknown group field',
      { customerGroup: 'custom_9', operator: '==', value: 'x' },
      "customerGroup: The customer group has no field 'custom_9'. Did you mean 'custom_1'?",
    ],
    [
      'an unknown condition type',
      { condition: 'Calculaton', operator: '==', value: 1 },
      "condition: There is no condition type 'Calculaton'. Did you mean 'Calculation'?",
    ],
    ['an unknown key', { ...small, answer: 1 }, "answer: Unknown key 'answer' next to 'question'."],
    ['no known key at all', { quesion: 1, operator: '==', value: 1 }, "Did you mean 'question'?"],
    ['a list', [small], ': A rule is null, a condition'],
    ['something beside raw', { raw: '[]', all: [] }, "'raw' can only be combined with 'reason'"],
  ]
  for (const [title, authored, sentence] of cases) {
    it(`is rejected for ${title}`, () => {
      expect(refusals(authored).join('\n')).to.include(sentence)
    })
  }

  it('is rejected with all errors at once, each with its path', () => {
    expect(
      refusals({ all: [{ question: 99, operator: '==', value: 1 }, { any: [{ question: 1, operator: '>', value: 11 }] }] }).map(
        (text) => text.split(': ')[0],
      ),
    ).to.deep.equal(['all[0].question', 'all[1].any[0].operator'])
  })

  it('is rejected with its first 50 problems', () => {
    const unknown = { question: 999, operator: '==', value: 1 }
    const reported = refusals({ any: Array.from({ length: 1_000 }, () => unknown) })
    expect(reported).to.have.length(50)
    expect(reported.at(-1)).to.match(/^any\[49\]/)
  })

  it('is rejected beyond its limits in any form', () => {
    let deep: object = small
    for (let i = 0; i < 5_000; i++) deep = { all: [deep] }
    expect(refusals(deep).join()).to.include('nested at most 32 levels deep')
    expect(refusals({ any: Array.from({ length: 10_000 }, () => small) })).to.deep.equal([])
    expect(refusals({ question: 4, operator: '==', value: 'x'.repeat(70_000) })).to.deep.equal([])
    expect(refusals({ question: 4, operator: '==', value: 'x'.repeat(4_000_000) }).join()).to.include(
      'at most 4000000 characters',
    )
  })

  it('survives hostile JSON without storing or throwing anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 5 }), fc.string()), (text) => {
        let value: unknown = text
        try {
          value = JSON.parse(text)
        } catch {
          // Not JSON: the text itself is the malicious input.
        }
        for (const authored of [
          value,
          { all: [value] },
          { not: value },
          { question: value, operator: '==', value },
          { __proto__: small, condition: value },
        ]) {
          const result = toStoredRule(authored, shedVocabulary)
          if (!('refusals' in result))
            expect(authored === null || (typeof authored === 'object' && 'raw' in authored)).to.equal(true)
        }
      }),
      { numRuns: 1_000, seed: 6 },
    )
    const prototype = JSON.parse('{"__proto__": {"question": 1}, "constructor": 1, "operator": "==", "value": 11}') as unknown
    expect(refusals(prototype)).to.not.be.empty
  })
})

describe('a stored rule', () => {
  it('is returned raw if the authoring form cannot express it, and stored again unchanged', () => {
    const odd = [
      ['[{"type":"Moon","phase":"full","operator":"==","value":1}]', "condition type 'Moon'"],
      [
        '[{"type":"Calculation","calculationId":20,"operator":"<","value":3},"AND",{"type":"Calculation","calculationId":21,"operator":"<","value":3},"OR",{"type":"Calculation","calculationId":21,"operator":">","value":9}]',
        'AND and OR are on one level',
      ],
      ['not even JSON', 'it is not JSON'],
      ['[[["NOT"]]]', 'not a condition'],
      ['{"type":"Calculation"}', 'not a list'],
    ] as const
    for (const [text, reason] of odd) {
      const authored = read(text) as { readonly raw: string; readonly reason: string }
      expect(authored.raw).to.equal(text)
      expect(authored.reason).to.include(reason)
      expect(stored(authored)).to.equal(text)
    }
  })

  it('is read with ids as text and combinators in any case, and normalized', () => {
    const text =
      '[{"value":"","operator":"==","questionId":"3","type":"QuestionProperty"},"or",[{"type":"Calculation","calculationId":"20","operator":"<","value":3}]]'
    expect(read(text)).to.deep.equal({
      any: [
        { question: 3, operator: '==', value: '' },
        { calculation: 20, operator: '<', value: 3 },
      ],
    })
  })

  it('returns a built-in condition with an extra key in the generic form', () => {
    expect(read('[{"type":"Calculation","calculationId":20,"since":"2019","operator":"<","value":3}]')).to.deep.equal({
      condition: 'Calculation',
      calculationId: 20,
      since: '2019',
      operator: '<',
      value: 3,
    })
  })

  it('lists the questions, answers and calculations that it references, and does not treat numbers as answers', () => {
    const rule = stored({
      any: [
        small,
        { question: 3, operator: '==', value: 11 },
        { calculation: 20, operator: '==', value: 1 },
        { question: 1, field: 'option_custom_1', answerId: 12, operator: '==', value: '4' },
      ],
    })
    expect(ruleReferences(rule, stockTypes.conditionTypes)).to.deep.equal([
      { entity: 'question', id: 1 },
      { entity: 'answer', id: 11 },
      { entity: 'question', id: 3 },
      { entity: 'calculation', id: 20 },
      { entity: 'answer', id: 12 },
    ])
  })
})
