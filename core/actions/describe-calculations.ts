// Describes how to write calculations of a product: bodies, terms, functions, examples, questions and calculations.
import { createMessage, type Message } from '../foundation/message.js'
import { productArgument, suggestProductStep } from './arguments.js'
import {
  describeCustomTerms,
  type TermDescription,
  type TypeSummary,
  summarizeTypes,
  listFirstCalculations,
  pageArguments,
  type QuestionList,
  listQuestions,
} from './custom-types.js'
import { defineAction } from './define-action.js'
import { type ProductVocabulary, loadProductVocabulary } from '../product/vocabulary.js'
import { matrixLookups } from '../engine/calculation/matrix.js'
import { calculationForms } from '../engine/calculation/forms.js'
import type { BodyType } from '../engine/program/source.js'
import type { JsonSchema } from '../foundation/property/kind.js'

interface Example {
  readonly meaning: Message
  readonly body: Readonly<Record<string, unknown>>
}

interface Output extends QuestionList {
  readonly product_id: number
  readonly title: string
  readonly notes: readonly Message[]
  readonly schemas: { readonly formula: JsonSchema; readonly matrix: JsonSchema; readonly code: JsonSchema }
  readonly termTypes: readonly TypeSummary[]
  /** Arguments of the installation's own terms. */
  readonly customTerms: readonly TermDescription[]
  readonly functions: readonly {
    readonly name: string
    readonly description: string
    readonly required: number
    readonly optional: number | 'any'
    readonly custom: boolean
  }[]
  readonly lookups: readonly string[]
  readonly examples: readonly Example[]
  readonly calculations: readonly { readonly id: number; readonly name: string; readonly type: string }[]
  /** Number of calculations, and how to list the others; absent if the list is complete. */
  readonly calculations_total?: number
  readonly more_calculations?: Message
}

const notes = [
  createMessage('steps.calculationCreate'),
  createMessage('steps.calculationAttach'),
  createMessage('steps.calculationMatrix'),
  createMessage('steps.calculationLookup'),
  createMessage('steps.calculationCode'),
]

/** Example bodies for this product, built from its own questions. */
function createExampleBodies({ vocabulary }: ProductVocabulary): readonly Example[] {
  const questions = [...vocabulary.questions.values()]
  const [entered, second] = questions.filter((question) => question.fields.get('selected')?.kind === 'number')
  const chosen = questions.find((question) => question.answers.size > 0)
  const examples: Example[] = [
    {
      meaning: createMessage('steps.exampleConstant'),
      body: { formula: { terms: [{ number: 12.5 }, { operator: '*' }, { number: 2 }] } },
    },
  ]
  if (entered) {
    const rounded = {
      function: 'round',
      parameters: [[{ question: entered.id }, { operator: '/' }, { number: 1000 }], [{ number: 2 }]],
    }
    const terms = [rounded, { operator: '*' }, { number: 19.9 }]
    examples.push({ meaning: createMessage('steps.exampleRate', { question: entered.title }), body: { formula: { terms } } })
    examples.push({
      meaning: createMessage('steps.exampleCode'),
      body: { code: { code: 'A / 1000 * 19.9', questions: { A: entered.id } } },
    })
  }
  if (chosen) {
    const [answer] = chosen.answers.keys()
    const cells = [{ row: answer, column: 0, value: '25.00' }]
    const matrix = { rows: { question: chosen.id }, columns: null, lookup: 'exact', cells }
    examples.push({ meaning: createMessage('steps.exampleAnswers', { question: chosen.title }), body: { matrix } })
  }
  if (entered && second) {
    const axes = { rows: { question: entered.id }, columns: { question: second.id }, lookup: 'nextHigher' }
    const cells = [
      { row: 500, column: 500, value: '49.00' },
      { row: 1000, column: 500, value: '59.00' },
    ]
    examples.push({
      meaning: createMessage('steps.exampleTable', { rows: entered.title, columns: second.title }),
      body: { matrix: { ...axes, cells } },
    })
  }
  return examples
}

export const describeCalculations = defineAction({
  name: 'describe-calculations',
  description:
    'Describes how to write calculations of a product (formula, matrix, code); call it before the action set-calculation. ' +
    'Lists its questions with their fields, functions and calculations.',
  input: {
    product_id: productArgument(),
    ...pageArguments(),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1 },
  nextStep: suggestProductStep,
  async run({ context }, { product_id, offset = 0, answer_offset = 0 }): Promise<Output> {
    const loaded = await loadProductVocabulary(context, product_id)
    const { registry } = context
    const composeSchema = (type: BodyType): JsonSchema => {
      const { schema, definitions } = calculationForms[type].schema(registry)
      return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
    }
    return {
      product_id,
      title: loaded.product.title,
      notes,
      schemas: { formula: composeSchema('formula'), matrix: composeSchema('matrix'), code: composeSchema('code') },
      termTypes: summarizeTypes(registry, registry.termTypes),
      customTerms: describeCustomTerms(registry),
      functions: [...registry.functions.values()].map(({ name, description, required, optional }) => ({
        name,
        description,
        required,
        optional,
        custom: registry.isCustom(registry.functions.owner(name) ?? ''),
      })),
      lookups: matrixLookups,
      examples: createExampleBodies(loaded),
      ...listFirstCalculations(loaded.calculations, product_id),
      ...listQuestions(loaded, 'inTerms', { offset, answers: answer_offset }),
    }
  },
})
