// The vocabulary of a product for authors: questions with fields and answers, calculations, customer group fields, and types.
import type { EngineTypes } from '../program/source.js'
import type { QuestionType } from './question-type.js'
import { type Field, listFields } from './fields.js'
import type { FieldKind } from './value.js'

interface VocabularyAnswer {
  readonly id: number
  readonly title: string
}

export interface VocabularyQuestion {
  readonly id: number
  readonly title: string
  /** Null if the question's type is not registered. Its fields cannot be read then. */
  readonly type: QuestionType | null
  readonly answers: ReadonlyMap<number, VocabularyAnswer>
  /** By key; `selected` first. */
  readonly fields: ReadonlyMap<string, Field>
}

interface VocabularyCalculation {
  readonly id: number
  readonly name: string
}

/** A field of the customer group that rules and terms can read. */
interface GroupField {
  readonly key: string
  readonly title: string
  readonly kind: Exclude<FieldKind, 'choice'>
}

export interface RuleVocabulary {
  readonly questions: ReadonlyMap<number, VocabularyQuestion>
  readonly calculations: ReadonlyMap<number, VocabularyCalculation>
  readonly groupFields: ReadonlyMap<string, GroupField>
  readonly types: EngineTypes
}

/** The input of a vocabulary: a ProductSource, or records including unpublished questions. */
export interface VocabularySource {
  readonly questions: readonly {
    readonly id: number
    readonly title?: string
    readonly question_type: string
    readonly settings: Readonly<Record<string, unknown>>
  }[]
  readonly answers: readonly { readonly id: number; readonly question_id: number; readonly title?: string }[]
  readonly calculations: readonly { readonly id: number; readonly name?: string }[]
}

/** The customer group fields of every installation. */
const groupFields: readonly GroupField[] = [
  { key: 'id', title: 'Id', kind: 'number' },
  { key: 'b2b_mode', title: 'B2B mode', kind: 'boolean' },
  { key: 'may_see_prices', title: 'May see prices', kind: 'boolean' },
  { key: 'may_order', title: 'May order', kind: 'boolean' },
  { key: 'may_save', title: 'May save', kind: 'boolean' },
  { key: 'may_request_quote', title: 'May request quote', kind: 'boolean' },
  { key: 'host_group_id', title: 'Host group id', kind: 'text' },
  ...[1, 2, 3, 4].map((n) => ({ key: `custom_${n}`, title: `Custom field ${n}`, kind: 'text' as const })),
]

/** Creates the vocabulary of a product. Fields are computed on first access. */
export function createVocabulary(
  source: VocabularySource,
  types: EngineTypes,
  group: readonly GroupField[] = groupFields,
): RuleVocabulary {
  const answers = new Map<number, Map<number, VocabularyAnswer>>()
  for (const { id, question_id, title = `Answer ${id}` } of source.answers) {
    const ownAnswers = answers.get(question_id) ?? new Map<number, VocabularyAnswer>()
    answers.set(question_id, ownAnswers.set(id, { id, title }))
  }
  const questions = source.questions.map(({ id, title = `Question ${id}`, question_type, settings }) => {
    const type = types.questionTypes.get(question_type) ?? null
    const ownAnswers = type?.takesAnswers
      ? (answers.get(id) ?? new Map<number, VocabularyAnswer>())
      : new Map<number, VocabularyAnswer>()
    let fields: ReadonlyMap<string, Field> | null = null
    const question: VocabularyQuestion = {
      id,
      title,
      type,
      answers: ownAnswers,
      get fields() {
        const list = type ? listFields(type, { id, title, answerIds: [...ownAnswers.keys()], settings }) : []
        fields ??= new Map(list.map((field) => [field.key, field]))
        return fields
      },
    }
    return [id, question] as const
  })
  return {
    questions: new Map(questions),
    calculations: new Map(source.calculations.map(({ id, name = `Calculation ${id}` }) => [id, { id, name }])),
    groupFields: new Map(group.map((field) => [field.key, field])),
    types,
  }
}
