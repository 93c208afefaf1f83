// The state of the rule editor: every rule converts to a tree and to text and back without loss.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { SheetNames } from '../../../../core/product/line-notation/sheet-names.js'
import { parseRuleText, formatRuleText } from '../../../../plugins/admin/browser/editor/rule/rule-editor.js'
import {
  addRulePart,
  createConditionNode,
  listConditions,
  moveNode,
  findNodeAt,
  parseEditorRule,
  removeNode,
  type EditorRuleTree,
  unwrapNode,
  wrapNode,
  toRuleJson,
} from '../../../../plugins/admin/browser/editor/rule/rule-tree.js'

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
const condition = fc.tuple(left, operator, scalar).map(([subject, how, value]) => ({ ...subject, operator: how, value }))
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
  const read = parseRuleText(text, names)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.rule
}
const at = (text: string): number | null => {
  const read = parseRuleText(text, names)
  return 'problem' in read ? read.problem.at : null
}

describe('the state of the rule editor', () => {
  it('converts any rule to a tree and back with the same bytes', () => {
    fc.assert(fc.property(rule, (json) => JSON.stringify(toRuleJson(parseEditorRule(json)!)) === JSON.stringify(json)))
    expect(toRuleJson(parseEditorRule(null)!)).to.equal(null)
  })

  it('converts any rule to text and back', () => {
    fc.assert(
      fc.property(rule, (ruleJson) => {
        const { text } = formatRuleText(toRuleJson(parseEditorRule(ruleJson)!), names)
        // A negative zero becomes zero.
        expect(JSON.parse(JSON.stringify(meant(text)))).to.deep.equal(JSON.parse(JSON.stringify(ruleJson)))
      }),
    )
  })

  it('writes a rule as a line if possible, and as JSON otherwise', () => {
    const wide = { question: 2, operator: '>=', value: 120 }
    expect(formatRuleText({ not: { any: [{ question: 1, operator: '==', value: 11 }, wide] } }, names)).to.deep.equal({
      text: 'not (wood == oak or width >= 120)',
      isJson: false,
    })
    expect(formatRuleText({ all: [wide] }, names).isJson).to.equal(true)
  })

  it('leaves rules that it cannot show to the text editor', () => {
    for (const ruleJson of [
      { raw: '[]', reason: 'x' },
      { all: [] },
      { all: [3] },
      { not: { not: {} } },
      { all: [], any: [] },
      'text',
      7,
    ])
      expect(parseEditorRule(ruleJson), JSON.stringify(ruleJson)).to.equal(null)
  })

  it('rejects JSON with more than 100 levels before walking it', () => {
    const deep = parseRuleText(`${'{"all":['.repeat(20_000)}1${']}'.repeat(20_000)}`, names)
    expect('problem' in deep && deep.problem.message).to.contain('at most 100 levels')
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
  const keyOf = (tree: EditorRuleTree, shape: object): number =>
    listConditions(tree.root).find((entry) => entry.shape === shape)!.key

  it('adds, moves, wraps, unwraps and removes parts', () => {
    const first = parseEditorRule(a)!
    const two = addRulePart(first, null, createConditionNode(b))
    expect(toRuleJson(two)).to.deep.equal({ all: [a, b] })
    expect(toRuleJson(moveNode(two, keyOf(two, b), -1))).to.deep.equal({ all: [b, a] })
    expect(toRuleJson(moveNode(two, keyOf(two, b), 1))).to.deep.equal({ all: [a, b] })
    const wrapped = wrapNode(two, keyOf(two, b))
    expect(toRuleJson(wrapped)).to.deep.equal({ all: [a, { any: [b, {}] }] })
    const inner = findNodeAt(wrapped, 'all[1].any[0].value')!
    expect(inner).to.deep.include({ kind: 'condition', shape: b })
    const group = findNodeAt(wrapped, 'all[1]')!
    expect(toRuleJson(addRulePart(wrapped, group.key, createConditionNode(c)))).to.deep.equal({ all: [a, { any: [b, {}, c] }] })
    expect(toRuleJson(unwrapNode(wrapped, group.key))).to.deep.equal({ all: [a, b, {}] })
    expect(toRuleJson(removeNode(wrapped, inner.key))).to.deep.equal({ all: [a, {}] })
    expect(toRuleJson(removeNode(two, keyOf(two, a)))).to.deep.equal(b)
    expect(toRuleJson(removeNode(first, first.root!.key))).to.equal(null)
  })

  it('keeps untouched parts unchanged, including groups of one part', () => {
    const ruleJson = { all: [{ any: [a] }, b] }
    const tree = parseEditorRule(ruleJson)!
    expect(toRuleJson(moveNode(tree, keyOf(tree, b), -1))).to.deep.equal({ all: [b, { any: [a] }] })
    expect(toRuleJson(removeNode(parseEditorRule({ not: { all: [a, b] } })!, -1))).to.deep.equal({ not: { all: [a, b] } })
  })
})
