// The readable fields of a question: common fields, fields of its answers, and fields of its type.
import type { FieldDefinition, QuestionSettings, QuestionType } from './question-type.js'
import type { FieldKind } from './value.js'

/** The source of a field's value. */
type FieldSource =
  | { readonly from: 'selection' }
  | { readonly from: 'figure'; readonly part: QuestionMeasure }
  | { readonly from: 'question'; readonly place: number }
  | { readonly from: 'answer'; readonly list: CustomList; readonly place: number }
  | { readonly from: 'selectedAnswer'; readonly list: CustomList; readonly place: number }
  | { readonly from: 'selectedBase'; readonly part: 'price' | 'weight' }
  | { readonly from: 'type'; readonly definition: FieldDefinition }

export const measures = ['price', 'priceRecurring', 'weight'] as const
export type QuestionMeasure = (typeof measures)[number]
export type CustomList = 'assignment_custom' | 'option_custom'

export interface Field {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  readonly description: string
  /** One value per answer: conditions and terms must contain `answerId`. */
  readonly perAnswer: boolean
  /** Whether rules and terms can read the field. */
  readonly inRules: boolean
  readonly inTerms: boolean
  readonly source: FieldSource
}

const customNumbers = [1, 2, 3, 4] as const

function field(
  key: string,
  title: string,
  kind: FieldKind,
  description: string,
  source: FieldSource,
  options: Partial<Field> = {},
): Field {
  return { key, title, kind, description, perAnswer: false, inRules: true, inTerms: true, source, ...options }
}

const questionFields: readonly Field[] = [
  field('price', 'Price', 'number', 'The price of the question for the current selection.', { from: 'figure', part: 'price' }),
  field('priceRecurring', 'Recurring price', 'number', 'The recurring price of the question for the current selection.', {
    from: 'figure',
    part: 'priceRecurring',
  }),
  field('weight', 'Weight', 'number', 'The weight of the question for the current selection.', {
    from: 'figure',
    part: 'weight',
  }),
  ...customNumbers.map((n) =>
    field(`element_custom_${n}`, `Custom field ${n}`, 'text', 'A custom field of the question.', {
      from: 'question',
      place: n - 1,
    }),
  ),
]

const answerFields: readonly Field[] = (['assignment_custom', 'option_custom'] as const).flatMap((list) =>
  customNumbers.flatMap((n) => [
    field(
      `${list}_${n}`,
      `Answer custom field ${n}`,
      'text',
      'A custom field of a specific answer, whether it is selected or not.',
      { from: 'answer', list, place: n - 1 },
      { perAnswer: true },
    ),
    field(
      `selectedOption.${list}_${n}`,
      `Selected answer's custom field ${n}`,
      'text',
      'A custom field of the selected answer.',
      {
        from: 'selectedAnswer',
        list,
        place: n - 1,
      },
    ),
  ]),
)

const baseFields: readonly Field[] = [
  field(
    'selectedOption.basePrice',
    "Selected answer's base price",
    'number',
    'The price of the selected answer without calculations.',
    { from: 'selectedBase', part: 'price' },
    { inRules: false },
  ),
  field(
    'selectedOption.baseWeight',
    "Selected answer's base weight",
    'number',
    'The weight of the selected answer without calculations.',
    { from: 'selectedBase', part: 'weight' },
    { inRules: false },
  ),
]

/** The kind of a question's field `selected`. */
export function selectedKind(type: QuestionType, question: QuestionSettings): FieldKind {
  return type.takesAnswers ? 'choice' : (type.selectedKind?.(question) ?? 'text')
}

const selectedFields = new Map<string, Field>()

function selectedField(type: QuestionType, question: QuestionSettings): Field {
  const kind = selectedKind(type, question)
  const existing = selectedFields.get(kind)
  if (existing) return existing
  const description = kind === 'choice' ? 'The selected answer.' : 'The value that the shopper entered.'
  const selected = field('selected', 'Selection', kind, description, { from: 'selection' }, { inTerms: kind !== 'choice' })
  selectedFields.set(kind, selected)
  return selected
}

function declaredFields(type: QuestionType): readonly Field[] {
  return (type.fields ?? []).map((definition) =>
    field(definition.key, definition.title, definition.kind, definition.description, { from: 'type', definition }),
  )
}

/** All fields of a question, `selected` first. */
export function listFields(type: QuestionType, question: QuestionSettings): readonly Field[] {
  const answerSpecific = type.takesAnswers ? [...answerFields, ...baseFields] : []
  return [selectedField(type, question), ...questionFields, ...answerSpecific, ...declaredFields(type)]
}

const commonFields: ReadonlyMap<string, Field> = new Map(
  [...questionFields, ...answerFields, ...baseFields].map((entry) => [entry.key, entry]),
)

/** The field with this key, or null. Fast enough for thousands of conditions. */
export function findField(type: QuestionType, question: QuestionSettings, key: string): Field | null {
  if (key === 'selected') return selectedField(type, question)
  const commonField = commonFields.get(key)
  if (commonField)
    return type.takesAnswers || commonField.source.from === 'figure' || commonField.source.from === 'question'
      ? commonField
      : null
  return declaredFields(type).find((entry) => entry.key === key) ?? null
}
