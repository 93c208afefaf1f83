// Builds products for engine tests: stock types, sources with defaults, and oracle products from their authored forms.
import { calculationForms } from '../../../core/engine/calculation/forms.js'
import { checkCells, toBodySource, type ColumnValues } from '../../../core/engine/calculation/matrix.js'
import type { EvaluationContext } from '../../../core/engine/program/program.js'
import {
  type AnswerSource,
  type BodySource,
  type BodyType,
  type CalculationSource,
  type ProductSource,
  type QuestionSource,
  type EngineTypes,
  createEngineTypes,
} from '../../../core/engine/program/source.js'
import { type RuleVocabulary, createVocabulary } from '../../../core/engine/question/vocabulary.js'
import { toStoredRule } from '../../../core/engine/rule/rule-authoring.js'
import { Refusal } from '../../../core/foundation/property/kind.js'
import { stock } from '../../../plugins/stock/index.js'
import type { OracleProduct } from '../../oracle/oracle-product.js'

export const stockTypes: EngineTypes = createEngineTypes(stock.contributes ?? {})

export const anonymousContext: EvaluationContext = { customerGroupId: null, customerGroup: {}, now: Date.UTC(2026, 10, 21) }

export function createQuestionSource(id: number, question_type: string, own: Partial<QuestionSource> = {}): QuestionSource {
  return {
    id,
    page_id: 1,
    title: `Question ${id}`,
    question_type,
    required: false,
    rules: null,
    behavior_on_activation: 'none',
    behavior_on_inconsistency: 'deselect',
    behavior_on_changes: 'silent',
    calcmodel: null,
    calcmodel_recurring: null,
    calcmodel_weight: null,
    multiplicator: 1,
    default_value: null,
    prefill_on_init: false,
    set_min_value: 'none',
    set_max_value: 'none',
    minval: null,
    maxval: null,
    calcmodel_id_min_val: null,
    calcmodel_id_max_val: null,
    element_custom: [],
    settings: {},
    ...own,
  }
}

export function createAnswerSource(id: number, question_id: number, own: Partial<AnswerSource> = {}): AnswerSource {
  return {
    id,
    question_id,
    title: `Answer ${id}`,
    default: false,
    rules: null,
    price: 0,
    price_overrides: [],
    price_recurring: 0,
    price_recurring_overrides: [],
    weight: 0,
    calcmodel: null,
    calcmodel_recurring: null,
    calcmodel_weight: null,
    price_calculation_overrides: [],
    available: true,
    disable_non_available: true,
    assignment_custom: [],
    option_custom: [],
    ...own,
  }
}

/** A whole-number text box with limits, like the oracle's number questions. */
export function createNumberQuestion(
  id: number,
  min: number | null,
  max: number | null,
  own: Partial<QuestionSource> = {},
): QuestionSource {
  return createQuestionSource(id, 'Textbox', {
    settings: { validate: true, input_restriction: 'integer' },
    set_min_value: min === null ? 'none' : 'static',
    set_max_value: max === null ? 'none' : 'static',
    minval: min,
    maxval: max,
    ...own,
  })
}

export function createProductSource(own: Partial<ProductSource>): ProductSource {
  return {
    id: 1,
    catalog_version: 1,
    baseprice: 0,
    baseprice_overrides: [],
    use_recurring_pricing: false,
    baseprice_recurring: 0,
    baseprice_recurring_overrides: [],
    baseweight: 0,
    pages: [{ id: 1 }],
    questions: [],
    answers: [],
    calculations: [],
    ...own,
  }
}

/** Converts an authored rule to its stored form. Throws validation errors. */
export function toStoredRuleText(authored: unknown, vocabulary: RuleVocabulary): string | null {
  const result = toStoredRule(authored, vocabulary)
  if ('stored' in result) return result.stored
  throw new Error(result.refusals.map(({ path, message }) => `${path ?? ''}: ${message}`).join(' '))
}

/** Validation errors of an authored body, each with its location. Empty if it is valid. */
export function listBodyErrors(type: BodyType, authored: unknown, vocabulary: RuleVocabulary): readonly string[] {
  const form = calculationForms[type]
  const columns = form.columns(authored as ColumnValues)
  if (columns instanceof Refusal) return [`${columns.path ?? ''}: ${columns.message}`]
  const { refusals } = form.check(columns, vocabulary)
  const wrong = refusals.map(({ path = '', message }) => {
    const [column = '', rest = ''] = path.split(/(?=[.[])(.*)/s)
    return `${form.toPath(column)}${rest}: ${message}`
  })
  const cells = type === 'matrix' ? checkCells("'Cells'", columns['cells']) : null
  return cells ? [...wrong, `cells${cells.path ?? ''}: ${cells.message}`] : wrong
}

/** Converts an authored body to the engine's form. Throws validation errors. */
export function parseBodySource(type: BodyType, authored: unknown, vocabulary: RuleVocabulary): BodySource {
  const refusals = listBodyErrors(type, authored, vocabulary)
  if (refusals.length > 0) throw new Error(refusals.join(' | '))
  const columns = calculationForms[type].columns(authored as ColumnValues)
  if (columns instanceof Refusal) throw new Error(columns.message)
  return toBodySource[type](calculationForms[type].check(columns, vocabulary).columns)
}

/** An oracle product with record ids instead of symbolic ids, and the mapping between them. */
export interface CompiledOracle {
  readonly source: ProductSource
  readonly vocabulary: RuleVocabulary
  readonly ids: ReadonlyMap<string, number>
}

export function convertOracle(product: OracleProduct, rules: Readonly<Record<string, unknown>> = {}): CompiledOracle {
  const ids = new Map<string, number>()
  for (const list of [product.pages, product.questions, product.answers, product.calculations])
    for (const { id } of list) ids.set(id, ids.size + 1)
  const numeric = (value: unknown): unknown => {
    if (typeof value === 'string' && ids.has(value)) return ids.get(value)
    if (Array.isArray(value)) return value.map(numeric)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numeric(inner)]))
  }
  const settings = { validate: true, input_restriction: 'integer' }
  const vocabulary = createVocabulary(
    {
      questions: product.questions.map(({ id, title, kind }) => ({
        id: ids.get(id)!,
        title,
        question_type: kind === 'choice' ? 'Radiobuttons' : 'Textbox',
        settings: kind === 'choice' ? {} : settings,
      })),
      answers: product.answers.map(({ id, title, question }) => ({ id: ids.get(id)!, title, question_id: ids.get(question)! })),
      calculations: product.calculations.map(({ id, name }) => ({ id: ids.get(id)!, name })),
    },
    stockTypes,
  )
  const ruleOf = (id: string, rule: unknown): string | null =>
    toStoredRuleText(numeric(Object.hasOwn(rules, id) ? rules[id] : rule), vocabulary)
  const questions = product.questions.map(({ id, page, title, kind, required, rule, min, max }) => {
    const own = { page_id: ids.get(page)!, title, required, rules: ruleOf(id, rule) }
    return kind === 'choice'
      ? createQuestionSource(ids.get(id)!, 'Radiobuttons', own)
      : createNumberQuestion(ids.get(id)!, Number(min), Number(max), own)
  })
  const answers = product.answers.map(({ id, question, title, rule, price }) =>
    createAnswerSource(ids.get(id)!, ids.get(question)!, { title, rules: ruleOf(id, rule), price: Number(price ?? 0) }),
  )
  const calculations = product.calculations.map(({ id, name, type, formula, matrix }): CalculationSource => {
    const base = { id: ids.get(id)!, name, type }
    return { ...base, ...parseBodySource(type, numeric({ formula, matrix }[type]), vocabulary) }
  })
  const pages = product.pages.map(({ id, title }) => ({ id: ids.get(id)!, title }))
  const baseprice = Number(product.product.basePrice)
  return { source: createProductSource({ baseprice, pages, questions, answers, calculations }), vocabulary, ids }
}
