// Rules, formulas and code in a sheet: one-line expressions if possible, or else the authoring form, without loss.
import { expect } from 'chai'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { applySheetText, copyBySheet, type SheetCopy } from '../sheet-copy.js'

const desk = `sheet: 1
product: desk
title: Desk
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      width: { title: Width, question_type: Slider }
      wood: { title: Wood, question_type: Dropdown, answers: [Oak, Pine] }
      held: { title: Held }
calculations:
  top: width * 2
  held_sum: 1
`

type Ids = Readonly<Record<'width' | 'wood' | 'held' | 'oak' | 'pine' | 'top', number>>
type Rule = Readonly<Record<string, unknown>>

/** Each rule in the authoring form, and its expected line; null if it has no line. */
const rules: readonly (readonly [(ids: Ids) => Rule, string | null])[] = [
  [({ wood, oak }) => ({ question: wood, operator: '==', value: oak }), 'wood == oak'],
  [({ wood }) => ({ question: wood, operator: '!=', value: '' }), "wood != ''"],
  [({ width }) => ({ question: width, operator: '>=', value: -2.5 }), 'width >= -2.5'],
  [({ wood }) => ({ question: wood, field: 'price', operator: '>', value: 20 }), 'wood.price > 20'],
  [
    ({ wood, oak }) => ({ question: wood, field: 'assignment_custom_1', answerId: oak, operator: '==', value: "it's" }),
    "wood[oak].assignment_custom_1 == 'it''s'",
  ],
  [({ top }) => ({ calculation: top, operator: '<=', value: 5 }), 'calculation(top) <= 5'],
  [() => ({ customerGroup: 'b2b_mode', operator: '==', value: true }), 'group(b2b_mode) == true'],
  [
    ({ width, wood, oak, pine }) => ({
      any: [
        { question: width, operator: '<', value: 4 },
        {
          all: [
            { question: wood, operator: '==', value: oak },
            { question: wood, operator: '!=', value: pine },
          ],
        },
      ],
    }),
    'width < 4 or (wood == oak and wood != pine)',
  ],
  [({ wood, oak }) => ({ not: { question: wood, operator: '==', value: oak } }), 'not (wood == oak)'],
  // A group with one rule has no line.
  [({ wood, oak }) => ({ all: [{ question: wood, operator: '==', value: oak }] }), null],
]

const formulas: readonly (readonly [(ids: Ids) => readonly Rule[], string | null])[] = [
  [({ width }) => [{ question: width }, { operator: '*' }, { number: 0.000_000_35 }], 'width * 0.00000035'],
  [({ wood }) => [{ question: wood, field: 'price', fallback: 3 }], 'wood.price ?? 3'],
  [
    ({ width, top }) => [
      { function: 'round', parameters: [[{ group: [{ question: width }, { operator: '-' }, { number: -1 }] }], [{ number: 2 }]] },
      { operator: '/' },
      { calculation: top },
    ],
    'round((width - -1), 2) / calculation(top)',
  ],
  [() => [{ customerGroup: 'b2b_mode', value: true }, { operator: '+' }, { number: 1 }], 'group(b2b_mode == true) + 1'],
]

describe('Expressions in a sheet', function () {
  this.timeout(60_000)
  let app: TestApp
  let product: number
  let ids: Ids
  let holding: number
  let sum: number

  before(async () => {
    app = await bootTestApp()
    product = (await applySheetText(app, desk)).product_id
    const all = async (entity: string, name: string) =>
      new Map(
        (await app.records.list(entity, { limit: 200 })).records.map((record) => [String(record[name]).toLowerCase(), record.id]),
      )
    const [questions, answers, calculations] = [
      await all('question', 'title'),
      await all('answer', 'title'),
      await all('calculation', 'name'),
    ]
    holding = questions.get('held')!
    sum = calculations.get('held_sum')!
    ids = {
      width: questions.get('width')!,
      wood: questions.get('wood')!,
      held: holding,
      oak: answers.get('oak')!,
      pine: answers.get('pine')!,
      top: calculations.get('top')!,
    }
  })
  after(() => app?.stop())

  /** The ids of the same records in the copy. */
  const toCopyIds = (copy: SheetCopy): Ids => ({
    width: copy.idOf('question', ids.width),
    wood: copy.idOf('question', ids.wood),
    held: copy.idOf('question', ids.held),
    oak: copy.idOf('answer', ids.oak),
    pine: copy.idOf('answer', ids.pine),
    top: copy.idOf('calculation', ids.top),
  })

  const ruleOf = async (id: number): Promise<unknown> => (await app.records.read('question', id)).record['rules']

  for (const [createRules, line] of rules) {
    it(`write ${line ?? 'a rule without a line in the authoring form'}`, async () => {
      await app.records.write('question', { rules: createRules(ids) }, { id: holding })
      const text = await formatSheetText(app.shop.createContext({}), product)
      if (line === null) expect(text).to.match(/rules: \{|rules:\n/)
      else expect(text.replaceAll('"', '')).to.include(`rules: ${line}`)
      const copy = await copyBySheet(app, product)
      expect(await ruleOf(copy.idOf('question', holding))).to.deep.equal(createRules(toCopyIds(copy)))
      await app.act('delete-product-deep', { id: copy.id })
    })
  }

  it('keep a rule in its stored form if no line can express it, with the ids of the other product', async () => {
    const raw = (at: Ids): string =>
      JSON.stringify([
        { type: 'QuestionProperty', questionId: at.wood, field: 'selected', operator: '==', value: at.oak, valueIs: 'answer' },
        'AND',
        { type: 'Calculation', calculationId: at.top, operator: '>', value: 1 },
        'OR',
        { type: 'QuestionProperty', questionId: at.width, operator: '>', value: 7 },
      ])
    await app.records.write('question', { rules: { raw: raw(ids) } }, { id: holding })
    expect(await ruleOf(holding)).to.have.property('raw', raw(ids))
    const copy = await copyBySheet(app, product)
    expect(await ruleOf(copy.idOf('question', holding))).to.have.property('raw', raw(toCopyIds(copy)))
    const again = await applySheetText(app, copy.text, { prune: true })
    expect(again.counts).to.deep.equal({ created: {}, changed: {}, deleted: {} })
    await app.act('delete-product-deep', { id: copy.id })
    await app.records.write('question', { rules: null }, { id: holding })
  })

  for (const [createTerms, line] of formulas) {
    it(`write ${line}`, async () => {
      await app.act('set-calculation', { calculation_id: sum, formula: { terms: createTerms(ids) } })
      expect((await formatSheetText(app.shop.createContext({}), product)).replaceAll('"', '')).to.include(
        `held_sum: { formula: ${line} }`,
      )
      const copy = await copyBySheet(app, product)
      const copied = await app.act('get-calculation', { calculation_id: copy.idOf('calculation', sum) })
      expect(copied)
        .to.have.nested.property('formula.terms')
        .that.deep.equals(createTerms(toCopyIds(copy)))
      await app.act('delete-product-deep', { id: copy.id })
    })
  }

  it('write the keys of answers with numeric titles in rules, tables and selections', async () => {
    const sheet = `sheet: 1
product: computer
title: Computer
tax_class_id: Standard
pages:
  - title: Inside
    questions:
      memory: { title: Memory, question_type: Dropdown, answers: [8, 16, 2.5] }
      fan: { title: Fan, question_type: Dropdown, rules: "memory == 16 or memory[2.5].assignment_custom_1 == 'x'", answers: [true, 1] }
      held: { title: Held, rules: fan == true }
calculations:
  by_memory:
    matrix:
      rows: memory
      columns: fan
      lookup: exact
      table: |
        *    true  1
        8       5  6
        2.5     7  8
variant_tables:
  - name: Fit
    table: |
      memory  fan
      8,16    true
      2.5     *
examples:
  - title: Small
    selections: { memory: 8, fan: true }
`
    const { product_id } = await applySheetText(app, sheet)
    const text = await formatSheetText(app.shop.createContext({}), product_id)
    expect(text).to.include("memory == _16 or memory[2_5].assignment_custom_1 == 'x'").and.include('rules: fan == _true')
    expect(text).to.match(/\* +_true +_1\n +_8 +5 +6\n +2_5 +7 +8\n/)
    expect(text).to.match(/_8,_16 +_true\n +2_5 +\*\n/)
    expect(text).to.include('selections: { memory: _8, fan: _true }')
    expect((await applySheetText(app, sheet)).counts).to.deep.equal({ created: {}, changed: {}, deleted: {} })
    await app.act('delete-product-deep', { id: product_id })
  })

  it('replace ids in code by keys', async () => {
    const code = (at: Ids): string =>
      ` A * 2 + QuestionPrice( ${at.wood} ) + Calculation(${at.top}) + QuestionProperty(${at.wood}, 'price')`
    await app.act('set-calculation', { calculation_id: sum, code: { code: code(ids), questions: { A: ids.width } } })
    expect(await formatSheetText(app.shop.createContext({}), product)).to.include('QuestionPrice( #wood ) + Calculation(#top)')
    const copy = await copyBySheet(app, product)
    const copied = await app.act('get-calculation', { calculation_id: copy.idOf('calculation', sum) })
    expect(copied)
      .to.have.property('code')
      .that.deep.equals({ code: code(toCopyIds(copy)), questions: { A: toCopyIds(copy).width } })
  })
})
