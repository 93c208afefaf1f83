// Turns a product in the exchange form of the model files (symbolic ids, rules in the authoring form) into a product sheet.
import { everywhere, ref, type CalculationSheet, type ProductSheet, type QuestionSheet, type Text } from './sheet.js'

interface ModelQuestion {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly kind: 'choice' | 'number'
  readonly required: boolean
  readonly rule: unknown
  readonly min?: string
  readonly max?: string
}

interface ModelAnswer {
  readonly id: string
  readonly question: string
  readonly title: string
  readonly rule: unknown
  readonly price?: string
}

interface ModelAxis {
  readonly question?: string
  readonly calculation?: string
}

interface ModelCalculation {
  readonly id: string
  readonly name: string
  readonly type: 'formula' | 'matrix'
  readonly formula?: { readonly terms: unknown }
  readonly matrix?: {
    readonly rows: ModelAxis | null
    readonly columns: ModelAxis | null
    readonly lookup: string
    readonly cells: unknown
  }
}

export interface ProductModel {
  readonly product: { readonly id: string; readonly title: string; readonly basePrice: string }
  readonly pages: readonly { readonly id: string; readonly title: string }[]
  readonly questions: readonly ModelQuestion[]
  readonly answers: readonly ModelAnswer[]
  readonly calculations: readonly ModelCalculation[]
}

/** Replaces every string that is an id of the model by its reference. */
function refer(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return ids.has(value) ? ref(value) : value
  if (Array.isArray(value)) return value.map((item) => refer(item, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, refer(item, ids)]))
}

function axis(side: 'row' | 'column', given: ModelAxis | null): Record<string, unknown> {
  if (given?.question) return { [`${side}_question_id`]: ref(given.question) }
  if (given?.calculation) return { [`${side}_calculation_id`]: ref(given.calculation) }
  return {}
}

function calculation(given: ModelCalculation, ids: ReadonlySet<string>): CalculationSheet {
  const sheet = { key: given.id, name: given.name, entity: `calculation-${given.type}` }
  if (given.formula) return { ...sheet, body: { terms: refer(given.formula.terms, ids) } }
  const { rows, columns, lookup, cells } = given.matrix!
  return { ...sheet, body: { ...axis('row', rows), ...axis('column', columns), lookup, cells } }
}

/** `title` gives the text of a page, question or answer; the model's own in every language if left out. */
export function sheetOfModel(model: ProductModel, title: (given: string) => Text = everywhere): ProductSheet {
  const ids = new Set([...model.questions, ...model.answers, ...model.calculations].map((part) => part.id))
  const rules = (rule: unknown): Record<string, unknown> => (rule === null ? {} : { rules: refer(rule, ids) })
  const question = (given: ModelQuestion): QuestionSheet => {
    const fields = { title: title(given.title), required: given.required, ...rules(given.rule) }
    if (given.kind === 'number') {
      const limits = { set_min_value: 'static', minval: given.min, set_max_value: 'static', maxval: given.max }
      return {
        key: given.id,
        fields: { ...fields, question_type: 'Textbox', validate: true, input_restriction: 'integer', ...limits },
      }
    }
    const answers = model.answers
      .filter((answer) => answer.question === given.id)
      .map((answer) => ({
        key: answer.id,
        fields: { title: title(answer.title), price: answer.price ?? 0, ...rules(answer.rule) },
      }))
    return { key: given.id, fields: { ...fields, question_type: 'Radiobuttons' }, answers }
  }
  return {
    key: model.product.id,
    fields: { title: title(model.product.title), baseprice: model.product.basePrice },
    pages: model.pages.map((page) => ({
      key: page.id,
      fields: { title: title(page.title) },
      questions: model.questions.filter((given) => given.page === page.id).map(question),
    })),
    calculations: model.calculations.map((given) => calculation(given, ids)),
  }
}
