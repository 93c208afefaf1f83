// The state of the rule editor: every rule converts to a tree and to text and back without loss.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { SheetNames } from '../../../../core/transfer/sheet/names.js'
import { readRuleText, spellRule } from '../../../../plugins/admin/browser/editor/rule/text.js'
import {
  addPart,
  conditionNode,
  conditionsOf,
  moveNode,
  nodeAt,
  readTree,
  removeNode,
  type RuleTree,
  unwrapNode,
  wrapNode,
  writeTree,
} from '../../../../plugins/admin/browser/editor/rule/tree.js'

const named = (entity: string, id: number, key: string, owner: number | null = null) => ({
  ...{ entity, id, key },
  owner: owner === null ? null : { entity: 'question', id: owner },
})
const names = new SheetNames(
  [
    named('question', 1, 'wood'),
    named('answer', 11, 'oak', 1),
    named('answer', 12, 'beech', 1),
    named('question', 2, 'width'),
    named('question', 3, 'ωμέγα'),
    named('calculation', 5, 'top'),
  ],
  new Map(),
  new Set(),
)

const operator = fc.constantFrom('==', '!=', '>=', '<=', '>', '<')
const scalar = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.string(),
  fc.constantFrom(11, 12, '', "it's", 'a\nb'),
)
const left = fc.oneof(
  fc.constantFrom<object>(
    { question: 1 },
    { question: 2 },
    { question: 3, field: 'price' },
    { question: 1, field: 'assignment_custom_1', answerId: 12 },
    { question: 1, field: 'selectedOption.option_custom_2' },
    { question: 99 },
    { calculation: 5 },
    { customerGroup: 'b2b_mode' },
    { condition: 'moon', phase: 'full', days: [1, 2] },
  ),
  fc.record({ question: fc.integer(), field: fc.string() }),
)
const condition = fc.tuple(left, operator, scalar).map(([what, how, value]) => ({ ...what, operator: how, value }))
const { node } = fc.letrec<{ node: object }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    condition,
    fc.tuple(fc.constantFrom('all', 'any'), fc.array(tie('node'), { minLength: 1, maxLength: 4 })).map(([join, parts]) => ({
      [join]: parts,
    })),
  ),
}))
const rule = fc.oneof(
  node,
  node.map((inner) => ({ not: inner })),
)

const meant = (text: string): unknown => {
  const read = readRuleText(text, names)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.rule
}
const at = (text: string): number | null => {
  const read = readRuleText(text, names)
  return 'problem' in read ? read.problem.at : null
}

describe('the state of the rule editor', () => {
  it('converts any rule to a tree and back with the same bytes', () => {
    fc.assert(fc.property(rule, (given) => JSON.stringify(writeTree(readTree(given)!)) === JSON.stringify(given)))
    expect(writeTree(readTree(null)!)).to.equal(null)
  })

  it('converts any rule to text and back', () => {
    fc.assert(
      fc.property(rule, (given) => {
        const { text } = spellRule(writeTree(readTree(given)!), names)
        // A negative zero becomes zero.
        expect(JSON.parse(JSON.stringify(meant(text)))).to.deep.equal(JSON.parse(JSON.stringify(given)))
      }),
    )
  })

  it('writes a rule as a line if possible, and as JSON otherwise', () => {
    const wide = { question: 2, operator: '>=', value: 120 }
    expect(spellRule({ not: { any: [{ question: 1, operator: '==', value: 11 }, wide] } }, names)).to.deep.equal({
      text: 'not (wood == oak or width >= 120)',
      isJson: false,
    })
    expect(spellRule({ all: [wide] }, names).isJson).to.equal(true)
  })

  it('leaves rules that it cannot show to the text editor', () => {
    for (const given of [
      { raw: '[]', reason: 'x' },
      { all: [] },
      { all: [3] },
      { not: { not: {} } },
      { all: [], any: [] },
      'text',
      7,
    ])
      expect(readTree(given), JSON.stringify(given)).to.equal(null)
  })

  it('rejects JSON with more than 100 levels before walking it', () => {
    const deep = readRuleText(`${'{"all":['.repeat(20_000)}1${']}'.repeat(20_000)}`, names)
    expect('problem' in deep && deep.problem.message).to.contain('at most 100 times')
    expect(meant('{"question": 2, "operator": "==", "value": "[[[\\"{{{"}')).to.deep.equal({
      question: 2,
      operator: '==',
      value: '[[["{{{',
    })
  })

  it('reports the character of an error in a line', () => {
    expect(at('wood == oak and widht >= 3')).to.equal(16)
    expect(at('wood == elm')).to.equal(8)
    expect(at('wood = oak')).to.equal(5)
    expect(at('wood == oak and')).to.equal(15)
    expect(at('wood == oak ) ')).to.equal(12)
  })

  const a = { question: 1, operator: '==', value: 11 }
  const b = { question: 2, operator: '>', value: 1 }
  const c = { question: 2, operator: '<', value: 9 }
  const keyOf = (tree: RuleTree, shape: object): number => conditionsOf(tree.root).find((one) => one.shape === shape)!.key

  it('adds, moves, wraps, unwraps and removes parts', () => {
    const one = readTree(a)!
    const two = addPart(one, null, conditionNode(b))
    expect(writeTree(two)).to.deep.equal({ all: [a, b] })
    expect(writeTree(moveNode(two, keyOf(two, b), -1))).to.deep.equal({ all: [b, a] })
    expect(writeTree(moveNode(two, keyOf(two, b), 1))).to.deep.equal({ all: [a, b] })
    const wrapped = wrapNode(two, keyOf(two, b))
    expect(writeTree(wrapped)).to.deep.equal({ all: [a, { any: [b, {}] }] })
    const inner = nodeAt(wrapped, 'all[1].any[0].value')!
    expect(inner).to.deep.include({ kind: 'condition', shape: b })
    const group = nodeAt(wrapped, 'all[1]')!
    expect(writeTree(addPart(wrapped, group.key, conditionNode(c)))).to.deep.equal({ all: [a, { any: [b, {}, c] }] })
    expect(writeTree(unwrapNode(wrapped, group.key))).to.deep.equal({ all: [a, b, {}] })
    expect(writeTree(removeNode(wrapped, inner.key))).to.deep.equal({ all: [a, {}] })
    expect(writeTree(removeNode(two, keyOf(two, a)))).to.deep.equal(b)
    expect(writeTree(removeNode(one, one.root!.key))).to.equal(null)
  })

  it('keeps untouched parts unchanged, including groups of one part', () => {
    const given = { all: [{ any: [a] }, b] }
    const tree = readTree(given)!
    expect(writeTree(moveNode(tree, keyOf(tree, b), -1))).to.deep.equal({ all: [b, { any: [a] }] })
    expect(writeTree(removeNode(readTree({ not: { all: [a, b] } })!, -1))).to.deep.equal({ not: { all: [a, b] } })
  })
})
