// The text of the formula editor: lossless conversion, error positions and completions.
import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  createCodeCompletion,
  findTermPosition,
  parseFormulaText,
  formatFormulaText,
} from '../../../../plugins/admin/browser/editor/formula-editor.js'
import { createEditorProduct } from '../../../../plugins/admin/browser/editor/editor-product.js'
import { createLineCompletion } from '../../../../plugins/admin/browser/editor/completion-field.js'
import type { EditorField, EditorVocabulary } from '../../../../plugins/admin/api/editor-vocabulary.js'

const field = (key: string, more: Partial<EditorField> = {}): EditorField => ({
  ...{ key, title: key, kind: 'number', description: '', perAnswer: false, inRules: true, inTerms: true },
  ...more,
})
const vocabulary: EditorVocabulary = {
  product: { id: 1, title: 'Shelf' },
  questions: [
    {
      ...{ id: 1, key: 'wood', title: 'Wood', page: 'Board', type: 'Radiobuttons', unit: '', fields: 0, min: null, max: null },
      multiple: false,
      answers: [
        { id: 11, key: 'oak', title: 'Oak' },
        { id: 12, key: 'beech', title: 'Beech' },
      ],
    },
    {
      id: 2,
      key: 'width',
      title: 'Width',
      page: 'Board',
      type: 'Slider',
      unit: 'mm',
      fields: 1,
      answers: [],
      multiple: false,
      min: 1,
      max: 9,
    },
  ],
  fields: [
    [field('price'), field('assignment_custom_1', { perAnswer: true }), field('selectedOption.basePrice', { inRules: false })],
    [field('selected'), field('price')],
  ],
  calculations: [{ id: 5, key: 'top', name: 'Top', type: 'formula' }],
  groupFields: [{ key: 'b2b_mode', title: 'B2B mode', kind: 'boolean' }],
  functions: [{ name: 'round', description: 'Rounds.', required: 1, optional: 1 }],
  conditionTypes: [],
  termTypes: [],
}
const product = createEditorProduct({ entity: 'calculation-formula', owner: 5, id: null }, vocabulary)
const { names } = product

const leaf = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({ number })),
  fc.constantFrom<object>(
    { question: 2 },
    { question: 1, field: 'price' },
    { question: 2, field: 'price', fallback: -3.5 },
    { question: 1, field: 'assignment_custom_1', answerId: 11 },
    { question: 77 },
    { calculation: 5 },
    { customerGroup: 'b2b_mode', value: true },
    { term: 'moon', phase: 'full' },
  ),
)
const { terms } = fc.letrec<{ terms: object[]; term: object }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    tie('terms').map((group) => ({ group })),
    fc.array(tie('terms'), { minLength: 1, maxLength: 2 }).map((parameters) => ({ function: 'round', parameters })),
  ),
  terms: fc
    .tuple(tie('term'), fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('term')), { maxLength: 3 }))
    .map(([first, rest]) => [first, ...rest.flatMap(([operator, term]) => [{ operator }, term])]),
}))

const meant = (text: string): unknown => {
  const read = parseFormulaText(text, names)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.terms
}
const offered = (kind: 'rule' | 'formula', text: string): readonly string[] | null =>
  createLineCompletion(product, kind)(text, text.length)?.offers.map((offer) => offer.text) ?? null

describe('the text of the formula editor', () => {
  it('converts any formula to text and back', () => {
    fc.assert(
      fc.property(terms, (termList) => {
        const { text } = formatFormulaText(termList, names)
        // A negative zero becomes zero.
        expect(JSON.parse(JSON.stringify(meant(text)))).to.deep.equal(JSON.parse(JSON.stringify(termList)))
      }),
    )
    expect(formatFormulaText([{ question: 2 }, { operator: '*' }, { number: 2 }], names)).to.deep.equal({
      text: 'width * 2',
      isJson: false,
    })
    expect(formatFormulaText([{ term: 'moon' }], names).isJson).to.equal(true)
    expect([formatFormulaText(null, names).text, meant(' ')]).to.deep.equal(['', null])
  })

  it('reports the character of an error', () => {
    const at = (text: string): number | null => {
      const read = parseFormulaText(text, names)
      return 'problem' in read ? read.problem.at : null
    }
    expect([at('width * widht'), at('width *'), at('2 + = 3'), at('round(2')]).to.deep.equal([8, 7, 4, 7])
    expect([at('[{"number": }]'), at('width')]).to.deep.equal([null, null])
  })

  it('finds the character of a path inside a formula', () => {
    const line = 'width + round(wood.price * 2, 1 + (top - 3)) - wood.price ?? -4 * 5'
    const findTermText = (path: string): string => line.slice(findTermPosition(line, path) ?? -1).slice(0, 6)
    expect(findTermText('terms[0].question')).to.equal('width ')
    expect(findTermText('terms[2]')).to.equal('round(')
    expect(findTermText('terms[2].parameters[0][0].field')).to.equal('wood.p')
    expect(findTermText('terms[2].parameters[1][2].group[2]')).to.equal('3)) - ')
    expect(findTermText('terms[4].fallback')).to.equal('wood.p')
    expect(findTermText('terms[6]')).to.equal('5')
    expect(findTermPosition("'", 'terms[0]')).to.equal(null)
    expect(findTermPosition('1', 'elsewhere')).to.equal(null)
    fc.assert(fc.property(fc.string(), (text) => findTermPosition(text, 'terms[2].group[0]') !== undefined))
  })
})

describe('completions', () => {
  it('depend on the text before the cursor', () => {
    expect(offered('rule', 'wi')).to.include.members(['wood', 'width', 'calculation(', 'and', 'not']).and.not.include('round(')
    expect(offered('formula', 'wi')).to.include.members(['width', 'round(']).and.not.include('and')
    expect(offered('rule', 'wood == ')).to.deep.equal(['oak', 'beech', "''"])
    expect(offered('rule', 'wood != o')).to.include('oak')
    expect(offered('rule', 'wood.')).to.deep.equal(['price'])
    expect(offered('formula', 'wood.pr')).to.deep.equal(['price', 'selectedOption.basePrice'])
    expect(offered('formula', '2 * wood.selectedOption.ba')).to.deep.equal(['price', 'selectedOption.basePrice'])
    expect(offered('rule', 'wood[')).to.deep.equal(['oak', 'beech'])
    expect(offered('rule', 'wood[oak].')).to.deep.equal(['assignment_custom_1'])
    expect(offered('rule', 'calculation(')).to.deep.equal(['top'])
    expect(offered('rule', 'wood == oak and group(b')).to.deep.equal(['b2b_mode'])
    expect([offered('rule', "note == 'wo"), offered('formula', '12'), offered('rule', 'width >= 1')]).to.deep.equal([
      null,
      null,
      null,
    ])
  })

  it('replace the current word including its dots', () => {
    const from = (text: string): number | undefined => createLineCompletion(product, 'formula')(text, text.length)?.from
    expect([from('wid'), from('2 + '), from('wood.pri'), from('wood.selectedOption.b')]).to.deep.equal([0, 4, 5, 5])
  })

  it('offer the ids that each code function accepts', () => {
    const complete = createCodeCompletion(product, { A: 2 })
    const code = (text: string): readonly string[] => complete(text, text.length)!.offers.map((offer) => offer.text)
    expect(code('QuestionPrice(')).to.deep.equal(['1', '2'])
    expect(code('2 * Calculation(')).to.deep.equal(['5'])
    expect(code("QuestionProperty(2, '")).to.deep.equal(['selected', 'price'])
    expect(code('QuestionProperty(2, ')).to.deep.equal(["'selected'", "'price'"])
    expect(code("QuestionProperty(1, 'assignment_custom_1', ")).to.deep.equal(['11', '12'])
    expect(code('round(QuestionPrice(1), ')).to.include.members(['A', 'Total', 'Math.abs(', 'round('])
    expect(complete(' A', 2)!.offers[0]).to.deep.equal({ text: 'A', label: 'Width' })
    expect(complete('1 + Math.ab', 11)!.from).to.equal(4)
  })
})
