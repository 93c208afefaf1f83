// Comparison of rules: equivalent rewritings must be recognized, and random pairs are compared with the evaluation of all cases.
import { expect } from 'chai'
import fc from 'fast-check'
import { compareScalars, type Operator, type Scalar } from '../../../../core/engine/question/value.js'
import { type OperandValues, compareRules } from '../../../../core/engine/rule/rule-comparison.js'
import { conditionTypes } from '../../../../plugins/stock/condition-types.js'

type Rule = Readonly<Record<string, unknown>>

const types = new Map(conditionTypes.map((type) => [type.name, type]))
/** Question 1 has answers 11, 12 and 13, question 2 is multi-select with 21 and 22, question 3 is a number. */
const valuesOf = ({ question }: Rule): OperandValues | null =>
  question === 1
    ? { several: false, answers: [11, 12, 13] }
    : question === 2
      ? { several: true, answers: [21, 22] }
      : { several: false, answers: null }
const compare = (a: unknown, b: unknown): string => compareRules(a, b, types, valuesOf)
const is = (question: number, value: Scalar, operator: Operator = '=='): Rule => ({ question, operator, value })

describe('the comparison of rules', () => {
  it('ignores order, extra brackets, duplicates and double negation', () => {
    const [a, b, c] = [is(1, 11), is(3, 500, '>='), is(2, 21)]
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [{ all: [a, b, c] }, { all: [c, { all: [b, a] }] }],
      [{ any: [a, b, a] }, { any: [b, a] }],
      [{ all: [{ any: [a] }] }, a],
      [{ not: { all: [is(1, 11), is(2, 21)] } }, { any: [is(2, 21, '!='), is(1, 11, '!=')] }],
      [{ not: is(1, 12, '!=') }, is(1, 12)],
      [is(1, 11), { question: 1, field: 'selected', operator: '==', value: 11 }],
    ]
    for (const [rule, other] of pairs) expect(compare(rule, other), JSON.stringify([rule, other])).to.equal('same')
  })

  it('treats a list of all answers, or the negation of all others, as equal', () => {
    const sample = { any: [is(1, 11), is(1, 12)] }
    expect(compare(sample, { all: [is(1, 13, '!='), is(1, '', '!=')] })).to.equal('same')
    expect(compare({ any: [...sample.any, is(1, 13)] }, is(1, '', '!='))).to.equal('same')
    expect(compare(sample, is(1, 13, '!='))).to.equal('different')
  })

  it('recognizes a number condition that another one implies', () => {
    expect(compare({ all: [is(3, 5, '>'), is(3, 2, '>=')] }, is(3, 5, '>'))).to.equal('same')
    expect(compare({ any: [is(3, 5, '>'), is(3, 5)] }, is(3, 5, '>='))).to.equal('same')
    expect(compare(is(3, 5, '>'), is(3, 5, '>='))).to.equal('different')
    // An empty entry is neither above nor below a number.
    expect(compare({ not: is(3, 5, '<') }, is(3, 5, '>='))).to.equal('different')
    expect(compare(is(3, '2026-03-01', '<'), { all: [is(3, '2026-03-01', '<='), is(3, '2026-03-01', '!=')] })).to.equal('same')
  })

  it('is unknown for multi-select questions and for too many cases', () => {
    expect(compare(is(2, 21), is(2, 22, '!='))).to.equal('unknown')
    const createLongRule = (last: Operator): Rule => ({
      any: Array.from({ length: 40 }, (_, question) => is(100 + question, 1, question === 39 ? last : '==')),
    })
    expect(compare(createLongRule('=='), createLongRule('!='))).to.equal('unknown')
    expect(compare(createLongRule('=='), { any: [...(createLongRule('==')['any'] as Rule[])].reverse() })).to.equal('same')
  })

  it('is fast for thousands of conditions on one question', () => {
    const limits = Array.from({ length: 8_000 }, (_, value) => is(3, value, value % 2 === 0 ? '<' : '>'))
    const startTime = performance.now()
    expect(compare({ any: limits }, { any: limits.slice(1) })).to.equal('unknown')
    expect(compare({ any: limits }, { any: limits.toReversed() })).to.equal('same')
    expect(performance.now() - startTime).to.be.lessThan(5_000)
  })

  it('handles stored rules that mix AND and OR, and malformed rules, which never apply', () => {
    const condition = (questionId: number, value: number): Rule => ({
      type: 'QuestionProperty',
      questionId,
      field: 'selected',
      operator: '==',
      value,
      valueIs: 'answer',
    })
    const raw = JSON.stringify([condition(1, 11), 'OR', condition(1, 12), 'AND', condition(2, 21)])
    const name = [...types.values()].find(({ authoring }) => authoring?.marker === 'question')!.name
    const stored = { raw: raw.replaceAll('QuestionProperty', name) }
    expect(compare(stored, { any: [is(1, 11), { all: [is(1, 12), is(2, 21)] }] })).to.equal('same')
    expect(compare({ raw: '[1, 2]' }, { raw: 'nonsense' })).to.equal('same')
    expect(compare({ raw: '[1, 2]' }, null)).to.equal('different')
  })

  it('agrees with the evaluation of all cases for random pairs', () => {
    const leaf = fc.oneof(
      fc.tuple(fc.constant(1), fc.constantFrom<Scalar>(11, 12, 13, ''), fc.constantFrom<Operator>('==', '!=')),
      fc.tuple(fc.constant(3), fc.constantFrom<Scalar>(1, 2, 3), fc.constantFrom<Operator>('==', '!=', '<', '<=', '>', '>=')),
      fc.tuple(fc.constant(4), fc.constantFrom<Scalar>('x', 'y', ''), fc.constantFrom<Operator>('==', '!=')),
    )
    const { rule } = fc.letrec<{ rule: Rule }>((tie) => ({
      rule: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf.map(([question, value, operator]) => is(question, value, operator)),
        fc.record({ all: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }),
      ),
    }))
    const whole = fc.oneof(rule, fc.record({ not: rule }))
    const states = [null, 11, 12, 13].flatMap((value) =>
      [null, 0, 1, 1.5, 2, 2.5, 3, 4].flatMap((three) =>
        [null, 'x', 'y', 'z'].map(
          (four) =>
            new Map<number, Scalar | null>([
              [1, value],
              [3, three],
              [4, four],
            ]),
        ),
      ),
    )
    const kinds = new Map([
      [1, 'choice'],
      [3, 'number'],
      [4, 'text'],
    ] as const)
    const applies = (node: Rule, state: ReadonlyMap<number, Scalar | null>): boolean => {
      if (node['not']) return !applies(node['not'] as Rule, state)
      if (node['all']) return (node['all'] as Rule[]).every((part) => applies(part, state))
      if (node['any']) return (node['any'] as Rule[]).some((part) => applies(part, state))
      const { question, operator, value } = node as { question: 1 | 3 | 4; operator: Operator; value: Scalar }
      return compareScalars(state.get(question) ?? null, operator, value, kinds.get(question)!)
    }
    let results = { same: 0, different: 0 }
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        const isSame = states.every((state) => applies(one, state) === applies(other, state))
        const result = compare(one, other)
        expect(result).to.equal(isSame ? 'same' : 'different')
        results = { ...results, [result]: results[result as 'same'] + 1 }
      }),
      { numRuns: 2_000 },
    )
    expect(results.same).to.be.greaterThan(3)
    expect(results.different).to.be.greaterThan(100)
  })
})
