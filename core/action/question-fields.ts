// The questions of a product as the describe actions list them: whole, or compact where they are many.
import type { ProductVocabulary } from '../product/vocabulary.js'
import type { Field } from '../engine/question/fields.js'
import { operatorsOf } from '../engine/question/value.js'
import type { VocabularyQuestion } from '../engine/question/vocabulary.js'

/** Characters of JSON that the questions of one reply may take. */
const room = 24_000

export interface FieldEntry {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly operators?: readonly string[]
  readonly choices?: readonly { readonly value: number; readonly title: string }[]
  readonly choicesAreAnswerIds?: true
  /** `required`: a condition or term names the answer in `answerId`. */
  readonly answerId?: 'required'
  readonly description: string
}

export interface QuestionEntry {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly page: { readonly id: number; readonly title: string }
  readonly answers: readonly { readonly id: number; readonly title: string }[]
  readonly fields?: readonly FieldEntry[]
  /** In the compact form: the name of its list under `fieldSets`. */
  readonly fieldSet?: string
}

export interface QuestionList {
  readonly questions: readonly QuestionEntry[]
  /** In the compact form the field lists that questions have in common; choices of `selected` are the answers' ids. */
  readonly fieldSets?: Readonly<Record<string, readonly FieldEntry[]>>
  readonly total: number
  /** Where the next call begins; absent with the last question. */
  readonly next_offset?: number
}

type Use = 'inRules' | 'inTerms'

function fieldEntry(field: Field, question: VocabularyQuestion, use: Use, choices: boolean): FieldEntry {
  const { key, title, kind, description, perAnswer } = field
  const answers =
    kind === 'choice' ? [...question.answers.values()].map(({ id, title: name }) => ({ value: id, title: name })) : []
  return {
    key,
    title,
    kind,
    ...(use === 'inRules' && { operators: operatorsOf(kind) }),
    ...(kind === 'choice' && { ...(choices && { choices: answers }), choicesAreAnswerIds: true as const }),
    ...(perAnswer && { answerId: 'required' as const }),
    description,
  }
}

function entriesOf(
  loaded: ProductVocabulary,
  use: Use,
  choices: boolean,
): readonly (QuestionEntry & { fields: readonly FieldEntry[] })[] {
  return loaded.questions.flatMap(({ id, type, page }) => {
    const question = loaded.vocabulary.questions.get(id)
    if (!question) return []
    const fields = [...question.fields.values()]
      .filter((field) => field[use])
      .map((field) => fieldEntry(field, question, use, choices))
    return [{ id, title: question.title, type, page, answers: [...question.answers.values()], fields }]
  })
}

/** The questions from `offset` on with the fields that rules, or terms, may read; as many as fit. */
export function questionList(loaded: ProductVocabulary, use: Use, offset: number): QuestionList {
  const whole = entriesOf(loaded, use, true)
  const total = whole.length
  if (offset === 0 && JSON.stringify(whole).length <= room) return { questions: whole, total }
  const sets = new Map<string, { readonly name: string; readonly fields: readonly FieldEntry[] }>()
  const questions: QuestionEntry[] = []
  let length = 0
  for (const { fields, ...question } of entriesOf(loaded, use, false).slice(offset)) {
    const key = JSON.stringify(fields)
    const set = sets.get(key) ?? { name: `set${sets.size + 1}`, fields }
    const entry = { ...question, fieldSet: set.name }
    length += JSON.stringify(entry).length + (sets.has(key) ? 0 : key.length)
    if (length > room && questions.length > 0) break
    sets.set(key, set)
    questions.push(entry)
  }
  const next = offset + questions.length
  const fieldSets = Object.fromEntries([...sets.values()].map(({ name, fields }) => [name, fields]))
  return { questions, fieldSets, total, ...(next < total && { next_offset: next }) }
}
