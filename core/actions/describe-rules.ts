// Describes how to write rules of a product: grammar, operators, examples, and all questions with their fields.
import { createMessage, type Message } from '../foundation/message.js'
import { productArgument, suggestProductStep } from './arguments.js'
import {
  describeCustomConditions,
  type ConditionDescription,
  type TypeSummary,
  summarizeTypes,
  listFirstCalculations,
  pageArguments,
  type QuestionList,
  listQuestions,
} from './custom-types.js'
import { defineAction } from './define-action.js'
import { type ProductVocabulary, loadProductVocabulary } from '../product/vocabulary.js'
import { ruleSchema } from '../engine/rule/rule-authoring.js'
import { operatorsOf, orderedOperators } from '../engine/question/value.js'
import type { JsonSchema } from '../foundation/property/kind.js'

interface Example {
  readonly meaning: Message
  readonly rule: unknown
}

interface Output extends QuestionList {
  readonly product_id: number
  readonly title: string
  readonly notes: readonly Message[]
  readonly operators: readonly string[]
  readonly schema: JsonSchema
  readonly examples: readonly Example[]
  readonly conditionTypes: readonly TypeSummary[]
  /** Arguments of the installation's own conditions. */
  readonly customConditions: readonly ConditionDescription[]
  readonly customerGroupFields: readonly { readonly key: string; readonly title: string; readonly operators: readonly string[] }[]
  readonly calculations: readonly { readonly id: number; readonly name: string }[]
  /** Number of calculations, and how to list the others; absent if the list is complete. */
  readonly calculations_total?: number
  readonly more_calculations?: Message
}

const notes = [
  createMessage('steps.ruleStored'),
  createMessage('steps.ruleCompares'),
  createMessage('steps.ruleGroups'),
  createMessage('steps.ruleEmpty'),
]

/** Example rules for this product, built from its own questions. */
function createExampleRules({ vocabulary }: ProductVocabulary): readonly Example[] {
  const questions = [...vocabulary.questions.values()]
  const chosen = questions.filter((question) => question.answers.size > 0)
  const entered = questions.find((question) => question.fields.get('selected')?.kind === 'number')
  const [first, second = first] = chosen
  const examples: Example[] = [{ meaning: createMessage('steps.ruleAlways'), rule: null }]
  if (entered) {
    const rule = { question: entered.id, operator: '>=', value: 100 }
    examples.push({ meaning: createMessage('steps.ruleEntered', { question: entered.title }), rule })
  }
  if (!first || !second) return examples
  const [answer] = first.answers.values()
  const [other] = second.answers.values()
  const firstCondition = { question: first.id, operator: '==', value: answer!.id }
  const secondCondition = { question: second.id, operator: '!=', value: other!.id }
  examples.push(
    { meaning: createMessage('steps.ruleSelected', { answer: answer!.title, question: first.title }), rule: firstCondition },
    {
      meaning: createMessage('steps.ruleBoth', { answer: other!.title, question: second.title }),
      rule: { all: [firstCondition, secondCondition] },
    },
    {
      meaning: createMessage('steps.ruleNeither'),
      rule: { not: { any: [firstCondition, { ...secondCondition, operator: '==' }] } },
    },
    {
      meaning: createMessage('steps.ruleAnything', { question: first.title }),
      rule: { question: first.id, operator: '!=', value: '' },
    },
  )
  return examples
}

export const describeRules = defineAction({
  name: 'describe-rules',
  description:
    'Describes how to write rules of a product, with its questions, answers and fields; call it before writing rules. ' +
    'Write a rule to the field rules of a question or answer with the action update-entity.',
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
    const { schema, definitions } = ruleSchema(registry.conditionTypes)
    return {
      product_id,
      title: loaded.product.title,
      notes,
      operators: orderedOperators,
      schema: { ...schema, $defs: definitions },
      examples: createExampleRules(loaded),
      conditionTypes: summarizeTypes(registry, registry.conditionTypes),
      customConditions: describeCustomConditions(registry),
      customerGroupFields: [...loaded.vocabulary.groupFields.values()].map(({ key, title, kind }) => ({
        key,
        title,
        operators: operatorsOf(kind),
      })),
      ...listFirstCalculations(
        loaded.calculations.map(({ id, name }) => ({ id, name })),
        product_id,
      ),
      ...listQuestions(loaded, 'inRules', { offset, answers: answer_offset }),
    }
  },
})
